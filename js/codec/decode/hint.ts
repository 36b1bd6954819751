// Finds other ways to read bytes that could not be decoded.
import { placedReason, type VariantError } from "../../base/errors.js";
import { type Hint, hint } from "../../base/hints.js";
import type { Settings } from "../../base/options.js";
import { flag, wrappings } from "../../table/boundary.gen.js";
import { wordOf } from "../../table/numbers.js";
import { type DialectName, dialectNumbers, dialectTraits, warningCodes } from "../../table/table.gen.js";
import type { Boundary } from "../../wasm/boundary.js";
import { inputError } from "./error-places.js";

/** Codes of values that were read, but that `convert` cannot write. */
export const unwritable: readonly string[] = ["not-in-dialect", "int-out-of-range"];

/** Codes that mean damage where no other reading fits. */
const damage: readonly string[] = ["unknown-type", "bad-length", "bad-container-type", "bad-image"];

/** Finds other ways to read bytes that could not be decoded, and options that help. */
export function hintsFor(
  error: VariantError,
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): readonly Hint[] {
  if (unwritable.includes(error.code)) return error.hints;
  const others = error.code === "object-not-allowed" ? [] : readingHints(error, codec, input, settings);
  const nearer = others.length > 0 ? [] : partHints(error, codec, input, settings);
  const option =
    others.length + nearer.length > 0 && error.code === "trailing-bytes" ? undefined : optionHint(error);
  // A value that is too large or too deep was read so far.
  const length = error.code.startsWith("too-") ? undefined : lengthHint(input, settings);
  const isFile = others.length + nearer.length === 0 && length === undefined && isNoValue(error, settings);
  const hints = [length, ...others, ...nearer, option, isFile ? hint("try-load") : undefined].filter(
    (one) => one !== undefined,
  );
  if (hints.length > 0) return hints;
  if (error.code === "unexpected-end") return cutHints(error, input.length);
  return damage.includes(error.code) ? [hint("try-recover")] : [];
}

function cutHints({ path }: VariantError, size: number): Hint[] {
  return size === 0 ? [hint("input-empty")] : [hint("input-cut", size, path), hint("try-recover")];
}

/** Whether bytes begin with no value, or with one that is no larger than an int by chance. */
function isNoValue({ code, offset = 0 }: VariantError, settings: Settings): boolean {
  const start = isFramed(settings) ? 4 : 0;
  return code === "unknown-type" ? offset === start : code === "trailing-bytes" && offset <= start + 8;
}

const isFramed = ({ flags }: Settings) => (flags & flag.storeVarFraming) !== 0;

function lengthHint(input: Uint8Array, settings: Settings): Hint | undefined {
  if (isFramed(settings) || input.length < 8) return undefined;
  return wordOf(input, 0) === input.length - 4 ? hint("store-var-length") : undefined;
}

function optionHint(error: VariantError): Hint | undefined {
  switch (error.code) {
    case "object-not-allowed":
      return hint("allow-objects");
    case "trailing-bytes":
      return hint("allow-trailing");
    case "bad-utf8":
      return hint("replace-bad-utf8");
    case "ambiguous-dialect":
      return hint("name-dialect");
    case "too-deep":
      return hint("raise-limit", "depth");
    case "too-large":
      // At 0, `open` found a key that is too long for the index.
      return error.offset === 0 ? undefined : hint("raise-limit", "elements");
    default:
      return undefined;
  }
}

/** The other readings that reach the last byte, the most plausible first. */
function readingHints(
  { code }: VariantError,
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): Hint[] {
  const found = codec.readings(input, settings).map(({ code, offset: count, from }) => {
    const { name, generation } = dialectTraits[from] as (typeof dialectTraits)[number];
    return { wrapping: wrappings[code], count, name, own: generation === generationOf(settings) };
  });
  const wanted = isFramed(settings) ? "frames" : "none";
  const hints: Hint[] = [];
  const add = (
    wrapping: (typeof wrappings)[number],
    single: boolean,
    make: (count: number, ...names: DialectName[]) => Hint,
  ) => {
    const fits = found.filter((one) => one.wrapping === wrapping && (one.count === 1) === single);
    const isAsked = wrapping === wanted && single;
    // The dialect of the call reads a doubtful value, or only the framing is wrong.
    const others = isAsked && code === "ambiguous-dialect" ? fits.filter(({ own }) => !own) : fits;
    const [first] = others;
    if (first !== undefined) hints.push(make(first.count, ...others.map(({ name }) => name)));
  };
  add("none", true, (_, ...names) => hint("fits-dialects", "none", ...names));
  add("frames", true, (_, ...names) => hint("fits-dialects", "store_var", ...names));
  add("frames", false, (count, ...names) => hint("several-frames", count, ...names));
  add("framed_twice", true, (_, ...names) => hint("framed-twice", ...names));
  return hints;
}

const generationOf = ({ dialectName }: Settings) => dialectTraits[dialectNumbers[dialectName]]?.generation;

/** Without a reading that reaches the last byte: the reading of the first value that is more plausible, and its error. */
function partHints(
  { code }: VariantError,
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): Hint[] {
  if (settings.dialect >= 0 || !/^(trailing|ambiguous)/.test(code)) return [];
  const flags = settings.flags | flag.allowTrailing;
  if (codec.indexSlowly(input, { ...settings, flags }) === 0) return [];
  const note = codec.notes().find(({ code }) => warningCodes[code] === "ambiguous-dialect");
  const name = dialectTraits.find((_, number) => (note?.to ?? 0) & (1 << number))?.name;
  if (name === undefined) return [];
  const named = {
    ...settings,
    dialect: dialectNumbers[name],
    dialectName: name,
    flags: settings.flags & ~flag.allowTrailing,
  };
  if (codec.indexSlowly(input, named) === 0) return [];
  const error = inputError(codec, input, named);
  return [hint("closest-reading", name, error.code, placedReason(error.code, error))];
}
