// `load` and `save`: save files of any kind.
import { given } from "../base/changed.js";
import { placedReason, VariantError, type Warning } from "../base/errors.js";
import type { Framing } from "../base/framings.js";
import { type Hint, hint } from "../base/hints.js";
import { checkFraming, checkLike, checkOptions, isLayer } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  checkSchema,
  type DecodeOptions,
  limitsOf,
  type Options,
  type Secrets,
  type Settings,
  settingsOf,
  type WriteOptions,
} from "../base/options.js";
import { outputOf, type StandardSchema } from "../base/schema.js";
import { tryDecode } from "../codec/codec.js";
import { offsetsOf } from "../codec/decode/error-places.js";
import { unwritable } from "../codec/decode/hint.js";
import { type Frames, framesOf, type NamedFrame, placeOf } from "../frames/content-frames.js";
import { readFrames } from "../frames/frames.js";
import { type Gap, gapsBetween } from "../frames/gaps.js";
import { locateFrames } from "../frames/locate-frames.js";
import { readingOf, writeFrames } from "../frames/write-frames.js";
import { operation } from "../table/boundary.gen.js";
import { type DialectName, defaultDialect, dialectNumbers, guessedFromHints } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import { withCodec } from "../wasm/codec-instance.js";
import { call } from "../wasm/file-calls.js";
import { type Candidate, candidatesOf, isDamaged } from "./detect.js";
import type { Layer, Look, Unwrapped } from "./layers.js";
import { type LeftOut, leftOutOf, putBack } from "./left-out.js";
import { type Reading, readings } from "./readings.js";
import { elementsLookedAt, unwrap, wrap } from "./unwrap.js";

/** Options of `load`. `allowObjects` is true by default. */
export interface LoadOptions extends Omit<DecodeOptions, "framing">, Secrets {
  /** How the values follow each other; detected by default. */
  framing?: Framing | undefined;
}

/** The format of a file that `save` writes. */
export interface SaveOptions {
  /** `godot-4` by default. */
  readonly dialect?: DialectName | undefined;
  /** `store_var` by default. */
  readonly framing?: Framing | undefined;
  /** The layers around the content, the outermost first. */
  readonly layers?: readonly Layer[] | undefined;
}

/** The values of a file, and everything that `save` needs to write the file again. Plain data without secrets. */
export interface Loaded<T = Variant> extends SaveOptions {
  /** The values in order; a program may change them before `save`. */
  values: T[];
  /** The dialect in which the values were read. */
  readonly dialect: DialectName;
  /** How the values follow each other. */
  readonly framing: Framing;
  /** The layers around the content, the outermost first. */
  readonly layers: readonly Layer[];
  /** The possible readings of the content, most probable first. Unless options choose another, the first that succeeds is used. */
  readonly candidates: readonly Candidate[];
  /** The bytes inside all layers; offsets of errors and warnings count from their start. */
  readonly content: ByteArray;
  /** The mode in which the values were read. */
  readonly mode: "plain" | "exact";
  /** What the schema left out of each value; `save` puts it back. Only with a schema. */
  readonly leftOut?: readonly (LeftOut | undefined)[];
}

/** The parts of a loaded file that Documents need; they decode the values themselves. */
export type LoadedContent = Pick<Loaded, "content" | "framing" | "dialect" | "layers" | "mode">;

export async function load(file: Bytes, all: LoadOptions = {}): Promise<Loaded> {
  checkOptions(all);
  const { schema, ...options } = all;
  checkFraming(options.framing, options);
  checkSchema(schema);
  const unwrapped = await unwrap(file, options, undefined, lookFor(options));
  const mode = options.mode ?? "plain";
  const settings = { allowObjects: true, ...given(options) };
  const loaded = firstThatFits(unwrapped, options, (framing, dialect, named, onWarning) => {
    const values = readFrames(unwrapped.content, framing, { ...settings, dialect: named, onWarning });
    const { layers, candidates } = unwrapped;
    // The caller may change its bytes before `save` needs them.
    const content = layers.length === 0 ? unwrapped.content.slice() : unwrapped.content;
    return { values, dialect, framing, layers, candidates, content, mode };
  });
  if (schema === undefined) return loaded;
  const values = await fitting(loaded, schema, settings);
  return { ...loaded, values, leftOut: values.map((value, i) => leftOutOf(loaded.values[i], value)) };
}

/** Validates the values and returns the schema's output. Rejects with `schema-mismatch`. */
async function fitting(
  { values, content: bytes, framing, dialect }: Loaded,
  schema: StandardSchema,
  options: Omit<Options, "framing">,
): Promise<Variant[]> {
  const results: Variant[] = [];
  const settings = settingsOf({ ...options, framing: "none", dialect });
  for (const [i, value] of values.entries()) {
    const result = await schema["~standard"].validate(value);
    const locate = (paths: Paths) => {
      const content = framesOf(bytes, framing, settings.options);
      return framing === "ecfg"
        ? offsetsOfSettings(content, settings, paths)
        : offsetsIn(content, content.frames[i], settings, paths);
    };
    results.push(outputOf(result, locate, values.length > 1 ? [i] : []) as Variant);
  }
  return results;
}

type Paths = readonly (readonly unknown[])[];

/** The offsets in the content of values with these paths in a frame; 0 without a frame. */
function offsetsIn(
  { bytes }: Frames,
  frame: NamedFrame | undefined,
  settings: Settings,
  paths: Paths,
): number[] {
  if (frame === undefined) return paths.map(() => 0);
  const part = bytes.subarray(frame.offset, frame.offset + frame.length);
  return withCodec(offsetsOf, part, settings, paths).map((offset) => placeOf(frame) + offset);
}

/** The same in a project.binary, whose paths begin with the name of a setting. Reads each setting once. */
function offsetsOfSettings(content: Frames, settings: Settings, paths: Paths): number[] {
  const byName = new Map(content.frames.map((frame) => [frame.name as unknown, frame]));
  const groups = new Map<unknown, number[]>();
  for (const [place, [name]] of paths.entries()) {
    const places = groups.get(name);
    if (places === undefined) groups.set(name, [place]);
    else places.push(place);
  }
  const offsets: number[] = [];
  for (const [name, places] of groups) {
    const inner = places.map((place) => (paths[place] ?? []).slice(1));
    const found = offsetsIn(content, byName.get(name), settings, inner);
    for (const [at, place] of places.entries()) offsets[place] = found[at] as number;
  }
  return offsets;
}

/** Below this sum of their scores, no reading is certain enough: the caller has to name the dialect. */
const leastCertain = 0.5;

/** @internal Throws `bad-container` if nothing is named and all readings that fit the whole input are improbable. */
export function refuseImprobable(candidates: readonly Candidate[], { dialect, framing }: LoadOptions): void {
  const found = candidates.filter(({ framing }) => framing !== undefined);
  const [best] = found;
  if (dialect !== undefined || framing !== undefined || best?.dialect === undefined || isDamaged(best))
    return;
  if (found.reduce((sum, { score }) => sum + score, 0) < leastCertain)
    throw new VariantError("bad-container", { candidates, hints: [hint("improbable", best.dialect)] });
}

/**
 * @internal Tries the possible readings, most probable first. Gives `read` no `named` dialect where another one is as
 * probable, so that it warns, and `onWarning`, which passes on nothing of a reading that fails. Throws `bad-container` if all of them fail or are improbable.
 */
export function firstThatFits<Result>(
  unwrapped: Unwrapped,
  options: LoadOptions,
  read: (
    framing: Framing,
    dialect: DialectName,
    named: DialectName | undefined,
    onWarning: Options["onWarning"],
  ) => Result,
): Result {
  let failure: VariantError | undefined;
  refuseImprobable(unwrapped.candidates, options);
  for (const { framing, dialect, named } of allReadings(unwrapped.candidates, options)) {
    const { onWarning } = options;
    let held: Warning[] | undefined = [];
    const hold = (warning: Warning) => (held === undefined ? onWarning?.(warning) : held.push(warning));
    try {
      const result = read(framing, dialect, named, onWarning && hold);
      const warnings = held;
      held = undefined;
      for (const warning of warnings) onWarning?.(warning);
      if (framing === "mixed") warnOfGaps(() => gapsIn(unwrapped, dialect), options);
      return result;
    } catch (error) {
      if (!(error instanceof VariantError) || /^too-|^object/.test(error.code)) throw error;
      // The values were read: in a dialect that the caller names, no other reading is right.
      if (options.dialect !== undefined && unwritable.includes(error.code)) throw error;
      failure ??= error;
    }
  }
  throw notValues(unwrapped, options, failure);
}

/** The ways to read a content. Detection takes no ill-formed text, so a caller who reads such text gets the usual ones. */
function allReadings(candidates: readonly Candidate[], options: LoadOptions): Reading[] {
  const { badUtf8, framing, dialect } = options;
  if (candidates.length > 0 || badUtf8 !== "replace" || framing !== undefined)
    return readings(candidates, options);
  const dialects = dialect === undefined ? guessedFromHints : [dialect];
  return dialects.map((name) => ({
    framing: "none",
    dialect: name,
    // Without a name, other readings are looked for.
    named: name === defaultDialect ? dialect : name,
  }));
}

/** @internal Damage looks like data of the game, so only a caller who names the framing knows what the bytes between frames are. */
export function warnOfGaps(gaps: () => readonly Gap[], { framing, onWarning }: LoadOptions): void {
  if (framing !== undefined || onWarning === undefined) return;
  const [first] = gaps();
  if (first !== undefined) onWarning({ code: "bytes-between", offset: first.offset, path: "" });
}

const gapsIn = ({ content }: Unwrapped, dialect: DialectName) =>
  gapsBetween(locateFrames(content, { framing: "mixed", dialect }), content.length);

/** @internal The error for a content that no reading fits. `failure` is the error of the most probable one. */
export function notValues(
  unwrapped: Unwrapped,
  { dialect }: Pick<LoadOptions, "dialect">,
  failure?: VariantError,
): VariantError {
  const hints = whatElse(unwrapped, dialect, failure);
  const { candidates } = unwrapped;
  return new VariantError("bad-container", { offset: failure?.offset, hints, candidates, cause: failure });
}

/** Refuses contents in which no value begins, so that they need not be decompressed to the end. */
export function lookFor({ framing = "none", dialect, allowTrailing, limits }: LoadOptions): Look | undefined {
  if (allowTrailing || !/^(none|store)/.test(framing)) return undefined;
  return (content, layers) => {
    const { depth } = limitsOf(limits);
    const number = dialect === undefined ? -1 : dialectNumbers[dialect];
    if (call(operation.mayBegin, content, [number, elementsLookedAt, depth]).words[0] === 1) return;
    const candidates = candidatesOf(content, { dialect, elements: elementsLookedAt, depth });
    if (candidates.some(({ framing, container }) => framing !== undefined || isLayer(container))) return;
    throw new VariantError("bad-container", { hints: whatElse({ content, layers, candidates }, dialect) });
  };
}

/** Explains why the content cannot be read as values: names its actual format, or the error of the closest reading. */
function whatElse(
  { content, layers, candidates }: Unwrapped,
  named: DialectName | undefined,
  failure?: VariantError,
): Hint[] {
  const hints =
    layers.length === 0 ? [] : [hint("inside-layers", ...layers.map(({ container }) => container))];
  const [first] = candidates;
  const why = first?.framing === undefined ? first?.reasons[0] : first.reasons.at(-1);
  if (why !== undefined) hints.push(hint("file-kind", why));
  if (failure !== undefined && (why === undefined || first?.dialect !== undefined)) {
    const dialect = failure.dialect ?? named ?? first?.dialect ?? defaultDialect;
    // The error itself has the offset.
    const reason = placedReason(failure.code, { ...failure, offset: undefined, hints: [] });
    return [...hints, hint("closest-reading", dialect, failure.code, reason), ...failure.hints];
  }
  if (why !== undefined) return hints;
  if (content.length === 0) return [...hints, hint("input-empty")];
  const dialects = named === undefined ? guessedFromHints : [named];
  const errors = (["store_var", "none"] as const).flatMap((framing) =>
    dialects.flatMap((dialect) => {
      const result = tryDecode(content, { framing, dialect, allowObjects: true });
      return result.ok ? [] : result.error;
    }),
  );
  const furthest = errors.reduce((best, error) => ((error.offset ?? 0) > (best.offset ?? 0) ? error : best));
  const more = furthest.code === "unexpected-end" ? [hint("try-recover")] : [];
  const { code, dialect } = furthest;
  return [...hints, hint("closest-reading", String(dialect), code, placedReason(code, furthest)), ...more];
}

export async function save(
  values: readonly unknown[],
  like: Loaded<unknown> | SaveOptions = {},
  options: WriteOptions = {},
): Promise<ByteArray> {
  checkLike(like);
  checkOptions(options);
  const { content, mode } = like as Partial<Loaded>;
  const { dialect = defaultDialect, framing = "store_var", layers = [] } = like;
  const settings: Options = { fullObjects: true, mode, dialect, ...given(options) };
  checkFraming(framing, options);
  for (const name of ["framing", "layers", "like"] as const) {
    const other = (options as SaveOptions & Options)[name];
    if (other !== undefined && other !== (like as SaveOptions & Options)[name])
      throw new TypeError(`save takes ${name} from its second argument.`);
  }
  const old = content && { content, framing, dialect };
  return wrap(
    writeFrames(complete(values, like as Partial<Loaded>, settings), framing, settings, old),
    layers,
    options,
  );
}

/** The values with everything that the schema of `load` left out of them. */
function complete(
  values: readonly unknown[],
  { leftOut, content, framing, dialect = defaultDialect, mode }: Partial<Loaded>,
  options: Options,
): readonly unknown[] {
  if (leftOut === undefined || content === undefined || framing === undefined) return values;
  const originals = readFrames(content, framing, { ...readingOf({ dialect }, options), mode });
  return values.map((value, i) => putBack(value, originals[i], leftOut[i], values.length > 1 ? [i] : []));
}
