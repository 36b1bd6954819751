import { join } from "../base/bytes.js";
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
  limitsOf,
  type Options,
  type Settings,
  settingsOf,
} from "../base/options.js";
import { formatPath, joinedPath } from "../base/path.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import { TextDecoder, TextEncoder } from "../base/text-coders.js";
import { decodeInput, encode } from "../codec/codec.js";
import { extentRecord, foundFrameRecord, operation } from "../table/boundary.gen.js";
import { wordOf } from "../table/numbers.js";
import {
  type DialectName,
  defaultDialect,
  dialectDescriptions,
  dialectNumbers,
  type TypeName,
} from "../table/table.gen.js";
import { isMap } from "../table/type-kinds.js";
import { Dictionary, type Variant } from "../values/variant.js";
import { call } from "../wasm/file-calls.js";

/** The option `framing` of functions that read or write several values at once. */
interface OfFrames {
  /** How the values follow each other; `store_var` by default. */
  framing?: Framing | undefined;
}

/** Options of `locateFrames`. */
export interface LocateFramesOptions extends Pick<Options, "dialect" | "limits">, OfFrames {}

/** Options of `decodeFrames`. */
export interface DecodeFramesOptions extends Omit<DecodeOptions, "framing">, OfFrames {}

/** Options of `encodeFrames`. */
export interface EncodeFramesOptions
  extends Pick<Options, "dialect" | "mode" | "fullObjects" | "real" | "limits" | "onWarning">,
    OfFrames {}

/** The place of a value in a content. */
export interface Frame {
  /** Byte offset of the value, after its length if it has one. */
  readonly offset: number;
  /** Size of the value in bytes; smaller than its length field if the content is truncated. */
  readonly length: number;
  /** Whether the length field is big-endian. */
  readonly bigEndian: boolean;
  /** How many bytes of the frame are missing: 0, except for the last frame of a truncated content. */
  readonly missing: number;
}

/** A frame, with the name of its value in project.binary. */
interface NamedFrame extends Pick<Frame, "offset" | "length"> {
  readonly name?: string;
  readonly bigEndian?: boolean;
}

/** @internal A content and its frames. */
export interface Frames {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frames: readonly NamedFrame[];
}

/** A frame that `scanFrames` found. */
export interface FoundFrame {
  /** Byte offset of the length field. */
  readonly offset: number;
  /** Size of the frame in bytes, including the length field. */
  readonly length: number;
  /** Whether the length field is big-endian. */
  readonly bigEndian: boolean;
  /** The dialect in which the value reads. */
  readonly dialect: DialectName;
  /** Whether it holds a Dictionary or an Array of at least 12 bytes. Other frames may be coincidence. */
  readonly certain: boolean;
}

/** A range of bytes outside all frames. */
export interface Gap {
  /** Byte offset of its beginning. */
  readonly offset: number;
  /** Size in bytes. */
  readonly length: number;
}

/** The result of `scanFrames`. */
export interface FoundFrames {
  /** The frames, in order. */
  frames: FoundFrame[];
  /** The ranges between and around them, in order. */
  gaps: Gap[];
}

/** Size of the length field in bytes. */
const lengthSize = 4;

/**
 * Finds `store_var` frames in any data, and lists the gaps between them.
 *
 * @param bytes - Any data, such as a memory dump or a log with packets.
 * @returns The frames in order, and the ranges between them.
 * @throws TypeError for something that holds no bytes.
 * @example
 * ```ts
 * const { frames, gaps } = scanFrames(dump);
 * ```
 */
export function scanFrames(bytes: Bytes): FoundFrames {
  const input = bytesOf(bytes);
  const { words } = call(operation.scanFrames, input);
  const frames: FoundFrame[] = [];
  const gaps: Gap[] = [];
  let end = 0;
  const close = (offset: number) => {
    if (offset > end) gaps.push({ offset: end, length: offset - end });
  };
  for (let i = 0; i < words.length; i += foundFrameRecord.length) {
    const read = (word: number) => words[i + word] as number;
    const at = read(foundFrameRecord.at);
    const offset = at - lengthSize;
    close(offset);
    end = at + read(foundFrameRecord.size);
    const name = dialectDescriptions[read(foundFrameRecord.dialect)]?.name ?? defaultDialect;
    frames.push({
      offset,
      length: end - offset,
      bigEndian: read(foundFrameRecord.bigEndian) === 1,
      certain: read(foundFrameRecord.certain) === 1,
      dialect: name,
    });
  }
  close(input.length);
  return { frames, gaps };
}

/** @internal The frame whose length field is at an offset. */
export function frameAt(content: Uint8Array, at: number, bigEndian: boolean): Frame {
  const left = content.length - at - lengthSize;
  const size = left < 0 ? 0 : wordOf(content, at, bigEndian);
  const offset = Math.min(at + lengthSize, content.length);
  return { offset, length: Math.max(0, Math.min(size, left)), bigEndian, missing: Math.max(0, size - left) };
}

/**
 * Finds the values of a content by their lengths alone, without decoding them. With framing `mixed`, returns only certain
 * frames, of the given dialect if it has any. Returns an empty array for `ecfg` and `rpc`, which hold more than values. Throws
 * `too-large` for more frames than `limits.memory` has room for.
 *
 * @param bytes - Frames, one after the other.
 * @param options - The framing and, for `mixed`, the dialect.
 * @returns The place of each value. A frame that the end of the bytes cuts off says how many bytes are `missing`.
 * @throws VariantError `too-large` for more frames than `limits.memory` has room for.
 * @example
 * ```ts
 * for (const { offset, length } of locateFrames(bytes)) show(bytes.subarray(offset, offset + length));
 * ```
 */
export function locateFrames(bytes: Bytes, options: LocateFramesOptions = {}): Frame[] {
  const content = bytesOf(bytes);
  checkOptions(options);
  const { framing = "store_var", dialect } = options;
  checkFraming(framing);
  if (framing === "ecfg" || framing === "rpc") return [];
  if (framing === "none") return [{ offset: 0, length: content.length, bigEndian: false, missing: 0 }];
  if (framing === "mixed") return certainFrames(content, dialect);
  const bigEndian = framing === "store_var_big_endian";
  const frames: Frame[] = [];
  const budget = new MemoryBudget(limitsOf(options.limits));
  for (let at = 0; at < content.length; ) {
    budget.take(memoryOf.frame, at);
    const frame = frameAt(content, at, bigEndian);
    frames.push(frame);
    at = frame.offset + frame.length;
  }
  return frames;
}

/** @internal Finds the frames of a content. Throws if it does not have this framing. */
export function framesOf(content: Uint8Array<ArrayBuffer>, framing: Framing, options: Options): Frames {
  if (framing === "rpc") {
    const words = [dialectNumbers[options.dialect ?? defaultDialect], options.allowObjects ? 1 : 0];
    const { bytes } = call(operation.expandArguments, content, words);
    return framesOf(bytes, "store_var", options);
  }
  const { dialect, limits } = options;
  if (framing === "ecfg") return { bytes: content, frames: settingsIn(content, limits) };
  const frames = locateFrames(content, { dialect, framing, limits });
  const missing = frames.at(-1)?.missing ?? 0;
  if (missing > 0) {
    const { offset, length } = frames.at(-2) ?? { offset: 0, length: 0 };
    throw new VariantError("unexpected-end", {
      offset: offset + length,
      hints: [hint("frame-cut", frames.length - 1, missing), hint("try-recover")],
    });
  }
  return { bytes: content, frames };
}

function certainFrames(content: Uint8Array, dialect: DialectName | undefined): Frame[] {
  const certain = scanFrames(content).frames.filter((frame) => frame.certain);
  const same = certain.filter((frame) => frame.dialect === dialect);
  return (same.length > 0 ? same : certain).map(({ offset, length, bigEndian }) => ({
    offset: offset + lengthSize,
    length: length - lengthSize,
    bigEndian,
    missing: 0,
  }));
}

/** Finds the settings of a project.binary, in which names and values alternate. */
function settingsIn(content: Uint8Array, limits: Options["limits"]): NamedFrame[] {
  const { words } = call(operation.readFrames, content, [framings.indexOf("ecfg")]);
  new MemoryBudget(limitsOf(limits)).take((words.length / extentRecord.length / 2) * memoryOf.part);
  const text = new TextDecoder();
  const extent = (i: number) => ({
    offset: words[i + extentRecord.at] as number,
    length: words[i + extentRecord.size] as number,
  });
  const frames: NamedFrame[] = [];
  for (let i = 0; i < words.length; i += 2 * extentRecord.length) {
    const { offset, length } = extent(i);
    const name = text.decode(content.subarray(offset, offset + length));
    frames.push({ ...extent(i + extentRecord.length), name });
  }
  return frames;
}

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
  checkFraming(options.framing);
  return readFrames(bytesOf(bytes), options.framing ?? "store_var", options as Options);
}

/** @internal */
export function readFrames(
  content: Uint8Array<ArrayBuffer>,
  framing: Framing,
  given: Options | DecodeFramesOptions,
): Variant[] {
  const { onWarning } = given;
  let frameOffset = 0;
  const options: Options = {
    ...given,
    framing: "none",
    onWarning:
      onWarning && ((warning) => onWarning(Object.assign(warning, { offset: warning.offset + frameOffset }))),
  };
  const checked = settingsOf(options);
  const settings: Settings = { ...checked, budget: new MemoryBudget(checked.limits) };
  const { bytes, frames } = framesOf(content, framing, options);
  settings.budget?.take(frames.length * memoryOf.frame);
  const values = frames.map(({ offset, length }) => {
    frameOffset = offset;
    return readFrame(bytes.subarray(offset, offset + length), offset, settings);
  });
  if (framing !== "ecfg") return values;
  const entries = frames.map(({ name }, i): [string, Variant] => [name as string, values[i] as Variant]);
  return [options.mode === "exact" ? new Dictionary(entries) : Object.fromEntries(entries)] as Variant[];
}

function readFrame(bytes: Uint8Array<ArrayBuffer>, at: number, settings: Settings): Variant {
  try {
    return decodeInput(bytes, settings);
  } catch (error) {
    if (!(error instanceof VariantError) || at === 0) throw error;
    throw movedBy(error, at);
  }
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
  checkFraming(options.framing);
  return writeFrames(values, options.framing ?? "store_var", options as Options, undefined);
}

/** @internal */
export function writeFrames(
  values: readonly unknown[],
  framing: Framing,
  options: Options,
  old: OldContent | undefined,
): Uint8Array<ArrayBuffer> {
  const before = old && framesOf(old.content, old.framing, { dialect: old.dialect, allowObjects: true });
  const write = (value: unknown, index: number, frame: NamedFrame | undefined) => {
    const bytes = frame && before?.bytes.subarray(frame.offset, frame.offset + frame.length);
    const like = bytes && { bytes, dialect: old?.dialect, framing: "none" as const };
    return writeFrame(value, index, { ...options, framing: "none", like }, frame?.offset ?? 0);
  };
  if (framing !== "ecfg") {
    return assemble(
      values.map((value, i) => write(value, i, before?.frames[i])),
      framing,
      before,
    );
  }
  const [settings] = values;
  const entries = isMap(settings as object)
    ? [...(settings as Map<unknown, unknown>)]
    : Object.entries((settings ?? {}) as object);
  const frames = new Map(before?.frames.map((frame) => [frame.name, frame]));
  const names = entries.map(([name]) => String(name));
  const parts = entries.map(([, value], i) => write(value, 0, frames.get(names[i])));
  return assemble(parts, framing, {
    bytes: new Uint8Array(0),
    frames: names.map((name) => ({ offset: 0, length: 0, name })),
  });
}

function writeFrame(value: unknown, index: number, options: Options, at: number): Uint8Array<ArrayBuffer> {
  const { onWarning } = options;
  const placed = (warning: Warning): Warning => ({
    code: warning.code,
    path: joinedPath(`[${index}]`, warning.path),
    from: warning.from as TypeName,
    to: warning.to as TypeName,
    get offset() {
      return warning.offset + at;
    },
  });
  try {
    return encode(value, { ...options, onWarning: onWarning && ((warning) => onWarning(placed(warning))) });
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    const keys = [BigInt(index), ...error.keys];
    throw new VariantError(error.code, { ...error, keys, path: formatPath(keys) });
  }
}

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
  return call(operation.writeFrames, join(parts), [framings.indexOf(framing), ...sizes]).bytes;
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
