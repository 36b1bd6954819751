import { plain } from "../../base/bytes.js";
import { VariantError } from "../../base/errors.js";
import { type Bytes, bytesOf, type Options, settingsOf } from "../../base/options.js";
import { warn } from "../../codec/codec.js";
import { frameAt, scanFrames } from "../../frames/frames.js";
import { defaultDialect, dialectDescriptions } from "../../table/table.gen.js";
import { Output } from "../read/output.js";
import { Format } from "../read/source.js";
import { type Budget, Probe } from "./probe.js";
import type { Lost, Recovered, RecoveredValue } from "./recovered.js";
import { Rescue } from "./rescue.js";
import type { Range } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/**
 * Reads everything readable from a damaged or truncated value, or from several with `framing: "store_var"`: all values
 * before the damage, and the values after it, from the first place where they fit the containers around them. Never
 * invents values: every recovered value occurs in the input.
 */
export function recover(bytes: Bytes, options: Options = {}): Recovered {
  const input = plain(bytesOf(bytes));
  if (options.dialect === undefined) refuseOthers(input, options);
  return recoverKnown(input, options, []);
}

/** Throws the error of bytes that are undamaged, but in another dialect or framing. Warns of bytes that may be. */
function refuseOthers(input: Octets, options: Options): void {
  const settings = settingsOf({ ...options, allowObjects: true, allowTrailing: true });
  try {
    const { warnings } = new Format(settings).open(input);
    warn(
      warnings.filter(({ code }) => code === "ambiguous-dialect"),
      settings,
    );
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    // Damage may look like an earlier version of the same engine.
    const others = dialectDescriptions.filter(({ engine, generation }) => engine && generation < 4);
    if (
      error.hints.some(({ args }) => others.some(({ name }) => (args as readonly unknown[]).includes(name)))
    )
      throw error;
  }
}

/** @internal `recover` for bytes with unknown ranges (holes), and for frames with big-endian lengths. */
export function recoverKnown(
  input: Octets,
  options: Options,
  holes: readonly Range[],
  bigEndian = false,
): Recovered {
  const format = new Format(settingsOf({ dialect: defaultDialect, ...options, allowObjects: true }));
  const lost: Lost[] = [];
  const budget = { left: (1 << 25) + 4 * input.length };
  const values = format.framed
    ? valuesOfFrames(format, input, holes, lost, budget, bigEndian)
    : [new Rescue(format, new Probe(format, input, holes, budget), 0, lost).run()];
  const output = new Output();
  const saved = values.filter((value) => value !== undefined);
  for (const { document } of saved) {
    const bytes = document.toBytes();
    if (format.framed) output.word(bytes.length, bigEndian);
    output.add(bytes, 0, bytes.length);
  }
  return { complete: lost.length === 0, values: saved, lost, bytes: output.bytes() };
}

function valuesOfFrames(
  format: Format,
  input: Octets,
  holes: readonly Range[],
  lost: Lost[],
  budget: Budget,
  bigEndian: boolean,
) {
  const values: (RecoveredValue | undefined)[] = [];
  let certain: readonly number[] | undefined;
  /** Offset of the first certain frame at or after an offset. */
  const frameFrom = (at: number) => {
    certain ??= scanFrames(input)
      .frames.filter((frame) => frame.certain)
      .map(({ offset }) => offset);
    let [low, high] = [0, certain.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((certain[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return certain[low] ?? input.length;
  };
  const lose = (offset: number) =>
    lost.push({ offset, length: Math.min(4, input.length - offset), code: "bad-length", keys: [], path: "" });
  for (let at = 0; at < input.length; ) {
    const { offset, length, missing } = frameAt(input, at, bigEndian);
    const fits = length > 0 && missing === 0;
    let next = fits ? offset + length : frameFrom(at + 4);
    const damages: Lost[] = [];
    const read = (end: number) =>
      new Rescue(format, new Probe(format, input.subarray(0, end), holes, budget), at + 4, damages).run();
    let value = read(next);
    if (damages.length > 0 && holes.length === 0 && budget.left > 0) {
      // If only the length is wrong, the value is complete and the next frame follows it.
      const whole = format.bare.attempt(input.subarray(at + 4));
      const end = at + 4 + whole.end;
      if (whole.error === undefined && end !== next && frameFrom(end) === end) {
        damages.length = 0;
        value = read(end);
        if (fits) lose(at);
        next = end;
      }
    }
    if (!fits) lose(at);
    lost.push(...damages);
    values.push(value);
    // A length that is too large may swallow the frames that follow.
    const behind = damages.find(({ code }) => code === "trailing-bytes");
    at = behind === undefined ? next : Math.min(next, frameFrom(behind.offset));
  }
  return values;
}
