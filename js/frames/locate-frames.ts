// `locateFrames` and `scanFrames`: where values stand.
import type { Framing } from "../base/framings.js";
import { MemoryBudget, memoryOf } from "../base/memory-budget.js";
import { checkFraming, checkOptions } from "../base/option-names.js";
import { type Bytes, bytesOf, limitsOf, type Options } from "../base/options.js";
import { foundFrameRecord, operation } from "../table/boundary.gen.js";
import { wordOf } from "../table/numbers.js";
import { type DialectName, defaultDialect, dialectDescriptions } from "../table/table.gen.js";
import { call } from "../wasm/file-calls.js";
import { type Gap, gapsBetween, lengthSize } from "./gaps.js";

/** The option `framing` of functions that read or write several values at once. */
export interface OfFrames {
  /** How the values follow each other; `store_var` by default. */
  framing?: Framing | undefined;
}

/** Options of `locateFrames`. */
export interface LocateFramesOptions extends Pick<Options, "dialect" | "limits">, OfFrames {}

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

/** The result of `scanFrames`. */
export interface FoundFrames {
  /** The frames, in order. */
  frames: FoundFrame[];
  /** The ranges between and around them, in order. */
  gaps: Gap[];
}

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
  const places: Pick<Frame, "offset" | "length">[] = [];
  for (let i = 0; i < words.length; i += foundFrameRecord.length) {
    const read = (word: number) => words[i + word] as number;
    const place = { offset: read(foundFrameRecord.at), length: read(foundFrameRecord.size) };
    places.push(place);
    frames.push({
      offset: place.offset - lengthSize,
      length: place.length + lengthSize,
      bigEndian: read(foundFrameRecord.bigEndian) === 1,
      certain: read(foundFrameRecord.certain) === 1,
      dialect: dialectDescriptions[read(foundFrameRecord.dialect)]?.name ?? defaultDialect,
    });
  }
  return { frames, gaps: gapsBetween(places, input.length) };
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
  checkFraming(framing, options);
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
