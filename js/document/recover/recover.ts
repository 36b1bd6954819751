// `recover`: the intact values of damaged bytes.
import { plain } from "../../base/bytes.js";
import { VariantError } from "../../base/errors.js";
import type { Hint } from "../../base/hints.js";
import { checkOptions } from "../../base/option-names.js";
import { type Bytes, bytesOf, type Options, settingsOf } from "../../base/options.js";
import { warn } from "../../codec/decode/decode-value.js";
import { scanFrames } from "../../frames/locate-frames.js";
import { defaultDialect, dialectDescriptions } from "../../table/table.gen.js";
import { Output } from "../read/output.js";
import { formatOf } from "../read/source.js";
import { rescueFrames } from "./frames.js";
import { budgetFor, Probe } from "./probe.js";
import type { Lost, Recovered } from "./recovered.js";
import { rescue } from "./rescue.js";
import { type Range, type Rescued, SavedValue } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** Options of `recover`. */
export interface RecoverOptions
  extends Pick<
    Options,
    "dialect" | "mode" | "real" | "limits" | "views" | "dictionaries" | "badUtf8" | "framing" | "onWarning"
  > {}

/**
 * Reads everything readable from a damaged or truncated value, or from several with `framing: "store_var"`: all values
 * before the damage, and the values after it, from the first place where they fit the containers around them. Never
 * invents values: every recovered value occurs in the input.
 *
 * @param bytes - Damaged or truncated bytes of one Variant, or of frames.
 * @param options - The dialect, the framing, and how to read values.
 * @returns What was recovered as Documents and as bytes, and what was lost.
 * @throws VariantError for undamaged bytes of another engine, unless `dialect` is named, and in frames, unless `framing` is.
 * @example
 * ```ts
 * const { values, lost } = recover(damaged);
 * console.log(values[0]?.document.get("player"), lost.length);
 * ```
 */
export function recover(bytes: Bytes, options: RecoverOptions = {}): Recovered {
  checkOptions(options);
  const input = plain(bytesOf(bytes));
  if (options.dialect === undefined || options.framing === undefined) refuseOthers(input, options);
  return recoverKnown(input, options, []);
}

/** Throws the error of bytes that are undamaged, but in another dialect or framing. Warns of bytes that may be. */
function refuseOthers(input: Octets, options: Options): void {
  const framed = options.framing === undefined && areFrames(input);
  const settings = settingsOf({ ...options, allowObjects: true, allowTrailing: !framed });
  try {
    const { warnings } = formatOf(settings).open(input);
    warn(
      warnings.filter(({ code }) => code === "ambiguous-dialect"),
      settings,
    );
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    if (framed || (options.dialect === undefined && error.hints.some(isOfAnotherEngine))) throw error;
  }
}

/** Damage may look like an earlier version of the same engine, so only other engines count. */
const isOfAnotherEngine = ({ args }: Hint) =>
  dialectDescriptions.some(
    ({ name, engine, generation }) => engine && generation < 4 && (args as readonly unknown[]).includes(name),
  );

/** The beginning of a value may look like a frame of a few numbers, but not of a container. */
function areFrames(input: Octets): boolean {
  const { frames, gaps } = scanFrames(input);
  return gaps.length === 0 && frames.some(({ certain }) => certain);
}

/** @internal `recover` for bytes with unknown ranges (holes), and for frames with big-endian lengths. */
export function recoverKnown(
  input: Octets,
  options: Options,
  holes: readonly Range[],
  bigEndian = false,
): Recovered {
  const format = formatOf(settingsOf({ dialect: defaultDialect, ...options, allowObjects: true }));
  const { bare, framed } = format;
  const lost: Lost[] = [];
  const budget = budgetFor(input);
  const output = new Output();
  const values: SavedValue[] = [];
  const whole = { bytes: new Uint8Array(0) };
  let size = 0;
  const save = ({ bytes, from, ranges }: Rescued) => {
    if (framed) output.word(bytes.length, bigEndian);
    size += framed ? 4 : 0;
    output.add(bytes, 0, bytes.length);
    values.push(new SavedValue(bare, whole, size, bytes.length, ranges ?? from));
    size += bytes.length;
  };
  if (framed) rescueFrames({ format: bare, input, holes, budget, bigEndian, lost, save });
  else {
    const value = rescue({ format: bare, probe: new Probe(bare, input, holes, budget), base: 0 }, lost);
    if (value !== undefined) save(value);
  }
  whole.bytes = output.bytes();
  return { complete: lost.length === 0, values, lost, bytes: whole.bytes.slice() };
}
