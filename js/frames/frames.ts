import { join } from "../base/bytes.js";
import { movedBy, VariantError } from "../base/errors.js";
import { type Framing, framings } from "../base/framings.js";
import { hint } from "../base/hints.js";
import { type Bytes, bytesOf, type Options } from "../base/options.js";
import { formatPath } from "../base/path.js";
import { decode, encode } from "../codec/codec.js";
import { extentRecord, foundFrameRecord, operation } from "../table/boundary.gen.js";
import { wordOf } from "../table/numbers.js";
import { type DialectName, defaultDialect, dialectDescriptions, dialectNumbers } from "../table/table.gen.js";
import { isMap } from "../table/type-kinds.js";
import { Dictionary, type Variant } from "../values/variant.js";
import { call } from "../wasm/file-calls.js";

/** Options of functions that read or write several values at once. */
export interface FrameOptions extends Omit<Options, "framing"> {
  /** How the values follow each other; `store_var` by default. */
  framing?: Framing | undefined;
}

/** Where a value stands in a content. */
export interface Frame {
  /** Where the value begins: after its length, where one stands before it. */
  readonly offset: number;
  /** Bytes of the value; fewer than its length says when the content ends before. */
  readonly length: number;
  /** Whether the length before the value is big-endian. */
  readonly bigEndian: boolean;
  /** Bytes of the frame that come after the end of the content: 0, except for the last frame of a cut content. */
  readonly missing: number;
}

/** A frame, with the name that its value has in project.binary. */
interface NamedFrame extends Pick<Frame, "offset" | "length"> {
  readonly name?: string;
  readonly bigEndian?: boolean;
}

/** @internal The frames of a content, and the bytes that they are places in. */
export interface Frames {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frames: readonly NamedFrame[];
}

/** A frame that `scanFrames` found. */
export interface FoundFrame {
  /** Byte offset of its length. */
  readonly offset: number;
  /** Its size in bytes, including the length. */
  readonly length: number;
  readonly bigEndian: boolean;
  readonly dialect: DialectName;
  /** It holds a Dictionary or an Array of at least 12 bytes; other frames may be coincidence. */
  readonly certain: boolean;
}

/** Bytes between frames. */
export interface Gap {
  readonly offset: number;
  readonly length: number;
}

/** Bytes of the length in front of a value. */
const lengthSize = 4;

/** Finds the values of `store_var` between other data, and lists the bytes between them. */
export function scanFrames(bytes: Bytes): { frames: FoundFrame[]; gaps: Gap[] } {
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

/** @internal The frame whose length stands at an offset. */
export function frameAt(content: Uint8Array, at: number, bigEndian: boolean): Frame {
  const left = content.length - at - lengthSize;
  const size = left < 0 ? 0 : wordOf(content, at, bigEndian);
  const offset = Math.min(at + lengthSize, content.length);
  return { offset, length: Math.max(0, Math.min(size, left)), bigEndian, missing: Math.max(0, size - left) };
}

/**
 * Finds the values of a content by their lengths alone, without decoding them. `mixed` gives the frames that are certain,
 * of the given dialect if there are any. Nothing is given for `ecfg` and `rpc`: their content is more than values.
 */
export function locateFrames(bytes: Bytes, options: FrameOptions = {}): Frame[] {
  const content = bytesOf(bytes);
  const { framing = "store_var", dialect } = options;
  if (framing === "ecfg" || framing === "rpc") return [];
  if (framing === "none") return [{ offset: 0, length: content.length, bigEndian: false, missing: 0 }];
  if (framing === "mixed") return certainFrames(content, dialect);
  const bigEndian = framing === "store_var_big_endian";
  const frames: Frame[] = [];
  for (let at = 0; at < content.length; ) {
    const frame = frameAt(content, at, bigEndian);
    frames.push(frame);
    at = frame.offset + frame.length;
  }
  return frames;
}

/** @internal The frames of a content. Throws where it does not have this framing. */
export function framesOf(content: Uint8Array<ArrayBuffer>, framing: Framing, options: Options): Frames {
  if (framing === "rpc") {
    const words = [dialectNumbers[options.dialect ?? defaultDialect], options.allowObjects ? 1 : 0];
    const { bytes } = call(operation.expandArguments, content, words);
    return framesOf(bytes, "store_var", options);
  }
  if (framing === "ecfg") return { bytes: content, frames: settingsIn(content) };
  const frames = locateFrames(content, { dialect: options.dialect, framing });
  if ((frames.at(-1)?.missing ?? 0) > 0) {
    const { offset, length } = frames.at(-2) ?? { offset: 0, length: 0 };
    throw new VariantError("unexpected-end", { offset: offset + length });
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

/** The settings of a project.binary: names and values in turn. */
function settingsIn(content: Uint8Array): NamedFrame[] {
  const { words } = call(operation.readFrames, content, [framings.indexOf("ecfg")]);
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
 * Decodes several values that follow each other, such as the packets of a TCP stream. Throws a VariantError whose offset
 * counts from the start of `bytes`. The settings of a project.binary are one value, a Dictionary or an object.
 */
export function decodeFrames(bytes: Bytes, options: FrameOptions = {}): Variant[] {
  return readFrames(bytesOf(bytes), options.framing ?? "store_var", options as Options);
}

/** @internal */
export function readFrames(
  content: Uint8Array<ArrayBuffer>,
  framing: Framing,
  given: Options | FrameOptions,
): Variant[] {
  const { onWarning } = given;
  let frameOffset = 0;
  // One object for all frames: decode knows it again.
  const options: Options = {
    dialect: defaultDialect,
    ...given,
    framing: "none",
    onWarning:
      onWarning && ((warning) => onWarning(Object.assign(warning, { offset: warning.offset + frameOffset }))),
  };
  const { bytes, frames } = framesOf(content, framing, options);
  const values = frames.map(({ offset, length }) => {
    frameOffset = offset;
    return readFrame(bytes.subarray(offset, offset + length), offset, options);
  });
  if (framing !== "ecfg") return values;
  const entries = frames.map(({ name }, i): [string, Variant] => [name as string, values[i] as Variant]);
  return [options.mode === "exact" ? new Dictionary(entries) : Object.fromEntries(entries)] as Variant[];
}

function readFrame(bytes: Uint8Array<ArrayBuffer>, at: number, options: Options): Variant {
  try {
    return decode(bytes, options);
  } catch (error) {
    if (!(error instanceof VariantError) || at === 0) throw error;
    throw movedBy(error, at);
  }
}

/** @internal The content that a file had before: `encode` keeps its types. */
export interface OldContent {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly framing: Framing;
  readonly dialect: DialectName;
}

/**
 * Encodes several values one after the other, the inverse of `decodeFrames`. `framing: "mixed"` is only for `save`,
 * which knows the data between the values.
 */
export function encodeFrames(
  values: readonly unknown[],
  options: FrameOptions = {},
): Uint8Array<ArrayBuffer> {
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
    return writeFrame(value, index, { ...options, framing: "none", like });
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

function writeFrame(value: unknown, index: number, options: Options): Uint8Array<ArrayBuffer> {
  try {
    return encode(value, options);
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    const keys = [BigInt(index), ...error.keys];
    throw new VariantError(error.code, { ...error, keys, path: formatPath(keys) });
  }
}

/** @internal Puts encoded values together: in frames, between the other data of `before`, with its names. */
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

/** Puts encoded values into frames. */
function framed(parts: readonly Uint8Array[], framing: Framing): Uint8Array<ArrayBuffer> {
  const sizes = parts.map((part) => part.length);
  return call(operation.writeFrames, join(parts), [framings.indexOf(framing), ...sizes]).bytes;
}

/** Puts encoded values where the old ones stood between other data. */
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
