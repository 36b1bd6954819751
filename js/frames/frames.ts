// `decodeFrames` and `encodeFrames`: several values in a row.
import { join } from "../base/bytes.js";
import { changed } from "../base/changed.js";
import { movedBy, VariantError, type Warning } from "../base/errors.js";
import { type Framing, framings } from "../base/framings.js";
import { hint } from "../base/hints.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { checkFraming, checkOptions } from "../base/option-names.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  type DecodeOptions,
  type Form,
  type Options,
  type Settings,
  settingsOf,
} from "../base/options.js";
import { formatPath, joinedPath } from "../base/path.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import { TextEncoder } from "../base/text-coders.js";
import { encode } from "../codec/codec.js";
import { decodeInput } from "../codec/decode/decode-value.js";
import { reconcile } from "../codec/encode/keep-types.js";
import { operation } from "../table/boundary.gen.js";
import type { DialectName, TypeName } from "../table/table.gen.js";
import { isMap, isPlainObject } from "../table/type-kinds.js";
import { isArrayIndex } from "../values/plain-containers.js";
import { Dictionary, type Variant } from "../values/variant.js";
import { call } from "../wasm/file-calls.js";
import { type Frames, framesOf, lengthSize, type NamedFrame, type OfFrames, placeOf } from "./places.js";

/** Options of `decodeFrames`. */
export interface DecodeFramesOptions extends Omit<DecodeOptions, "framing">, OfFrames {}

/** Options of `encodeFrames`. */
export interface EncodeFramesOptions
  extends Pick<Options, "dialect" | "mode" | "fullObjects" | "real" | "limits" | "onWarning">,
    OfFrames {}

/**
 * Decodes several values that follow each other and validates each with a schema, which types them.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing, the dialect and how to read it; `schema` validates and types each value.
 * @returns What the schema returns for each value.
 * @throws VariantError as for the other forms, and `schema-mismatch`.
 * @example
 * ```ts
 * const messages = decodeFrames(bytes, { schema });
 * ```
 */
export function decodeFrames<Schema extends StandardSchema>(
  bytes: Bytes,
  options: DecodeFramesOptions & { schema: Schema },
): OutputOf<Schema>[];
/**
 * Decodes several values that follow each other, such as the packets of a TCP stream. The settings of a project.binary
 * become one Dictionary or plain object. Throws a VariantError whose offset counts from the start of `bytes`.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing, the dialect and how to read it.
 * @returns The values in order.
 * @throws VariantError for a value that cannot be read, and for a frame that the end of the bytes cuts off.
 * @example
 * ```ts
 * const messages = decodeFrames(readFileSync("log.bin"));
 * ```
 */
export function decodeFrames(bytes: Bytes, options?: DecodeFramesOptions): Variant[];
/**
 * Decodes several values of a type that you know. Nothing checks the type.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing, the dialect and how to read it.
 * @returns The values in order, each as a `T`.
 * @throws VariantError for a value that cannot be read, and for a frame that the end of the bytes cuts off.
 * @example
 * ```ts
 * const messages = decodeFrames<Message>(bytes);
 * ```
 */
export function decodeFrames<T>(bytes: Bytes, options?: DecodeFramesOptions): T[];
export function decodeFrames(bytes: Bytes, options: DecodeFramesOptions = {}): unknown[] {
  checkOptions(options);
  const { framing = "store_var" } = options;
  checkFraming(framing, options);
  return readFrames(bytesOf(bytes), framing, options as Options);
}

/** @internal */
export function readFrames(
  content: Uint8Array<ArrayBuffer>,
  framing: Framing,
  given: Options | DecodeFramesOptions,
): Variant[] {
  let current: NamedFrame = { offset: 0, length: 0 };
  const onWarning = warnFrom(() => current, given.onWarning);
  const options = changed<Options>(given as Options, { framing: "none", onWarning });
  const checked = settingsOf(options);
  const budget = new MemoryBudget(checked.limits);
  const settings = changed<Settings>(checked, { budget });
  const { bytes, frames } = framesOf(content, framing, options);
  budget.take(frames.length * memoryOf.frame);
  const values = frames.map((frame) => {
    const { offset, length } = frame;
    current = frame;
    return inFrame(frame, () => decodeInput(bytes.subarray(offset, offset + length), settings));
  });
  if (framing !== "ecfg") return values;
  const entries = frames.map(({ name }, i): [string, Variant] => [name as string, values[i] as Variant]);
  const seen = new Set<string>();
  for (const [i, [name]] of entries.entries()) {
    if (seen.has(name))
      given.onWarning?.({
        code: "repeated-key",
        offset: (frames[i] as NamedFrame).offset,
        path: formatPath([name]),
      });
    seen.add(name);
  }
  return [settingsFrom(entries, checked.form)];
}

/** The settings of a project.binary, in the form that `decode` gives to any Dictionary with these keys. */
function settingsFrom(entries: readonly [string, Variant][], { exact, dictionaries }: Form): Variant {
  const moves = dictionaries === "auto" && entries.some(([name]) => isArrayIndex(name));
  if (exact || moves || dictionaries === "map") return new Dictionary(entries);
  return Object.fromEntries(entries) as Variant;
}

/** @internal Reads a frame. Offsets of errors count from the start of all frames, and paths begin with the name of a setting. */
export function inFrame<Result>(frame: NamedFrame, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const at = placeOf(frame);
    if (!(error instanceof VariantError) || at === 0) throw error;
    const moved = frameError(error, at);
    throw frame.name === undefined ? moved : within([frame.name], moved);
  }
}

/** The error of a value in another one, whose path begins with these keys. */
function within(around: readonly Variant[], error: VariantError): VariantError {
  const keys = [...around, ...error.keys];
  return new VariantError(error.code, { ...error, keys, path: formatPath(keys) });
}

/** @internal The error of a frame whose value begins at byte `at` of all frames. */
export function frameError(error: VariantError, at: number): VariantError {
  // To drop bytes is no advice where the length of the frame may be none.
  const hints = error.hints.map((one) => (one.code === "allow-trailing" ? hint("frame-longer") : one));
  return movedBy(error, at, hints);
}

/** @internal Hears warnings of a frame, and passes them on with places among all frames, as `inFrame` does with errors. */
export function warnFrom(frame: () => NamedFrame, onWarning: Options["onWarning"]): Options["onWarning"] {
  return (
    onWarning &&
    ((warning) => {
      const { name } = frame();
      const offset = warning.offset + placeOf(frame());
      if (name === undefined) onWarning(Object.assign(warning, { offset }));
      else onWarning({ ...warning, offset, path: joinedPath(formatPath([name]), warning.path) });
    })
  );
}

/** @internal The old content of a file, whose types `encode` keeps. */
export interface OldContent {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly framing: Framing;
  readonly dialect: DialectName;
}

/**
 * Encodes several values one after the other, the inverse of `decodeFrames`. Only `save` supports `framing: "mixed"`, because
 * it needs the data between the values.
 *
 * @param values - The values in order.
 * @param options - The framing, the dialect and how to write it.
 * @returns The frames, one after the other.
 * @throws VariantError with the errors of `encode`; paths begin with the index of the value.
 * @example
 * ```ts
 * writeFileSync("log.bin", encodeFrames(messages));
 * ```
 */
export function encodeFrames(values: readonly unknown[], options: EncodeFramesOptions = {}): ByteArray {
  checkOptions(options);
  const { framing = "store_var" } = options;
  checkFraming(framing, options);
  if ((options as Options).like !== undefined)
    throw new TypeError("encodeFrames has no option like. save keeps the types of a file.");
  return writeFrames(values, framing, options as Options, undefined);
}

/** @internal */
export function writeFrames(
  values: readonly unknown[],
  framing: Framing,
  options: Options,
  old: OldContent | undefined,
): Uint8Array<ArrayBuffer> {
  if (!Array.isArray(values)) throw new TypeError("The values must be an array.");
  const before = old && framesOf(old.content, old.framing, { dialect: old.dialect, allowObjects: true });
  // The codec can frame one value itself, which saves two copies.
  const isAlone = framing === "store_var" && values.length === 1;
  const bare = changed<Options>(options, { framing: isAlone ? framing : "none", like: undefined });
  /** Where the next frame begins, if the framing says it. */
  let next = 0;
  const write = (value: unknown, keys: readonly Variant[], frame: NamedFrame | undefined) => {
    if (frame === undefined) {
      const at = !isAlone && framing.startsWith("store_var") ? next + lengthSize : 0;
      const bytes = writeFrame(value, keys, bare, at);
      next = at + bytes.length;
      return bytes;
    }
    const bytes = before?.bytes.subarray(frame.offset, frame.offset + frame.length);
    const like = bytes && { bytes, dialect: old?.dialect, framing: "none" as const };
    return writeFrame(value, keys, { ...bare, like }, placeOf(frame));
  };
  if (framing !== "ecfg") {
    const parts = values.map((value, i) => write(value, [BigInt(i)], before?.frames[i]));
    return assemble(parts, isAlone ? "none" : framing, before);
  }
  const frames = new Map(before?.frames.map((frame) => [frame.name as string, frame]));
  const entries = settingsOfProject(values, frames.keys());
  const names = entries.map(([name]) => name);
  const parts = entries.map(([name, value]) => write(value, [0n, name], frames.get(name)));
  return assemble(parts, framing, {
    bytes: new Uint8Array(0),
    frames: names.map((name) => ({ offset: 0, length: 0, name })),
  });
}

/**
 * The settings of a project.binary. Those of an object get the order of the old names, as `like` does it. Throws for anything
 * else, of which a part would be lost.
 */
function settingsOfProject(
  values: readonly unknown[],
  names: Iterable<string>,
): [name: string, value: unknown][] {
  const [given] = values;
  if (values.length === 1 && typeof given === "object" && given !== null) {
    const order = new Dictionary(Array.from(names, (name): [string, Variant] => [name, null]));
    const settings = isPlainObject(given) ? (reconcile(given, order, true) as object) : given;
    const isObject = isPlainObject(settings);
    const entries: [unknown, unknown][] | undefined = isMap(settings)
      ? [...settings]
      : isObject
        ? Object.entries(settings)
        : undefined;
    if (entries?.every((entry): entry is [string, unknown] => typeof entry[0] === "string")) return entries;
  }
  throw new VariantError("unsupported-value", { hints: [hint("settings-hold")] });
}

/** Encodes the value of a frame. `around` leads from all values to this one. */
function writeFrame(
  value: unknown,
  around: readonly Variant[],
  options: Options,
  at: number,
): Uint8Array<ArrayBuffer> {
  const { onWarning } = options;
  const place = (warning: Warning) => placedAt(warning, joinedPath(formatPath(around), warning.path), at);
  try {
    if (onWarning === undefined) return encode(value, options);
    return encode(value, { ...options, onWarning: (warning) => onWarning(place(warning)) });
  } catch (error) {
    throw error instanceof VariantError ? within(around, error) : error;
  }
}

/** @internal A warning of `encode` with another path, and its offset counted from `at` bytes before. */
export const placedAt = (warning: Warning, path: string, at: number): Warning => ({
  code: warning.code,
  path,
  from: warning.from as TypeName,
  to: warning.to as TypeName,
  get offset() {
    return warning.offset + at;
  },
});

/** @internal Combines encoded values into a content, with the names and the other data of the content `before`. */
export function assemble(
  parts: readonly Uint8Array<ArrayBuffer>[],
  framing: Framing,
  before: Frames | undefined,
): Uint8Array<ArrayBuffer> {
  switch (framing) {
    case "none":
      if (parts[0] !== undefined && parts.length === 1) return parts[0];
      throw new VariantError("unsupported-value", { hints: [hint("one-value", parts.length)] });
    case "mixed":
      if (before?.frames.length === parts.length) return between(parts, before);
      throw new VariantError("unsupported-value", { hints: [hint("same-count")] });
    case "ecfg": {
      const text = new TextEncoder();
      const frames = before?.frames ?? [];
      return framed(
        parts.flatMap((part, i) => [text.encode(frames[i]?.name), part]),
        framing,
      );
    }
    case "rpc":
      if (parts.length > 255) throw new VariantError("too-large", { hints: [hint("argument-limit")] });
      return framed(parts, framing);
    default:
      return framed(parts, framing);
  }
}

function framed(parts: readonly Uint8Array[], framing: Framing): Uint8Array<ArrayBuffer> {
  const sizes = parts.map((part) => part.length);
  return call(operation.writeFrames, parts, [framings.indexOf(framing), ...sizes]).bytes;
}

/** Replaces the old values with encoded ones, and keeps the other data between them. */
function between(parts: readonly Uint8Array[], { bytes, frames }: Frames): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const [i, { offset, length, bigEndian }] of frames.entries()) {
    pieces.push(bytes.subarray(end, offset - lengthSize));
    pieces.push(framed([parts[i] as Uint8Array], bigEndian ? "store_var_big_endian" : "store_var"));
    end = offset + length;
  }
  pieces.push(bytes.subarray(end));
  return join(pieces);
}
