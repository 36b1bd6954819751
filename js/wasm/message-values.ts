// Reads the values of messages where they stand, as far as they are written as engines do. Leaves everything else to C++.
import { tape as bit } from "../table/boundary.gen.js";
import { exactInt, signed64 } from "../table/numbers.js";
import { components, elements } from "../table/table.gen.js";
import { partOf } from "../table/text-units.js";
import { PackedStringArray } from "../values/packed.js";
import { type NodePath, nodePathOf } from "../values/small-values.js";
import { type PackedValue, type Variant, VariantArray } from "../values/variant.js";
import { packedValue } from "./packed-tape.js";
import {
  asciiText,
  longestRecent,
  readsAllBytes,
  recentTexts,
  shortAscii,
  validText,
  zerosOf,
} from "./utf8.js";

/** Memory that holds a message. */
export interface MessageMemory {
  readonly u8: Uint8Array;
  readonly i32: Int32Array;
  readonly f32: Float32Array;
}

/** Deeper values are left to C++. */
export const mostLevels = 32;

/** The bit of a header that makes a number 64 bits wide. */
export const wideFlag = bit.headerWide;

export const is64Bit = (type: number): boolean => elements[type] === "i64" || elements[type] === "f64";

export const bytesOfElement = (type: number): number =>
  (components[type] as number) * (elements[type] === "u8" ? 1 : 4);

/** The same 8 bytes as two words and as a number. */
const reals = new Float64Array(1);
const realWords = new Int32Array(reals.buffer);

/** The int or float behind its header at word `at`; undefined for a NaN. */
export function plainNumber(
  { i32, f32 }: MessageMemory,
  at: number,
  int: number,
  float: number,
): number | bigint | undefined {
  const header = i32[at] as number;
  const low = i32[at + 1] as number;
  const high = i32[at + 2] as number;
  let value: number | bigint | undefined;
  if (header === int) value = low;
  else if (header === float) value = f32[at + 1] as number;
  else if (header === (int | wideFlag)) {
    const wide = high * 0x100000000 + (low >>> 0);
    value = Number.isSafeInteger(wide) ? wide : signed64(low, high);
  } else if (header === (float | wideFlag)) {
    realWords[0] = low;
    realWords[1] = high;
    value = reals[0] as number;
  }
  return Number.isNaN(value) ? undefined : value;
}

/** The same in `exact` mode, where ints are bigints. */
export function exactNumber(
  memory: MessageMemory,
  at: number,
  int: number,
  float: number,
): number | bigint | undefined {
  const { i32 } = memory;
  const header = i32[at] as number;
  if (header === int) return exactInt(i32[at + 1] as number);
  if (header === (int | wideFlag)) return signed64(i32[at + 1] as number, i32[at + 2] as number);
  return plainNumber(memory, at, int, float);
}

/** An Array of `exact` mode with these elements. */
export function exactArray(elements: readonly Variant[]): VariantArray {
  const array = new VariantArray(elements.length);
  for (let i = 0; i < elements.length; i++) array[i] = elements[i] as Variant;
  return array;
}

/** Of a message with more new texts, all bytes become one string, from which the further ones are cut. */
const fewTexts = 2;

/** The bytes of the message that is being read, as a string. */
class MessageText {
  private text = "";
  private start = 0;
  private end = 0;
  private texts = 0;

  /** A message ends at byte `end`. */
  begin(end: number): void {
    this.end = end;
    this.restart();
  }

  /** The message is read from its beginning again. */
  restart(): void {
    this.text = "";
    this.texts = 0;
  }

  /** An ASCII text of `length` bytes at `start`, behind the last one. */
  cut(bytes: Uint8Array, start: number, length: number): string {
    if (this.text === "") {
      // A longer text takes a call of Node anyway. Whoever keeps it keeps all of the string, which should not be much larger.
      const rest = this.end - start;
      const isWorth =
        ++this.texts > fewTexts || (length > shortAscii && rest > length * 2 && rest < length * 8);
      if (!readsAllBytes || !isWorth) return asciiText(bytes, start, start + length);
      this.text = asciiText(bytes, start, this.end);
      this.start = start;
    }
    const from = start - this.start;
    return partOf(this.text, from, from + length);
  }
}

export const messageText = new MessageText();

const cutText = (bytes: Uint8Array, start: number, length: number) => messageText.cut(bytes, start, length);

const highBits = 0x80808080;
/** As UTF-8. */
const byteOrderMark = 0xbfbbef;

/** The text behind its length at word `at`; undefined if only C++ reads it, or if it ends behind word `end`. */
export const plainText = (memory: MessageMemory, at: number, end: number): string | undefined =>
  textOf(memory, at + 1, memory.i32[at] as number, end);

/** The text of `size` bytes from word `start` on, and zeros up to a whole word. */
function textOf({ u8, i32 }: MessageMemory, start: number, size: number, end: number): string | undefined {
  const last = start + ((size - 1) >> 2);
  if (size <= 0) return size === 0 ? "" : undefined;
  if (last >= end) return undefined;
  let all = 0;
  let nul = 0;
  for (let word = start; word < last; word++) {
    const four = i32[word] as number;
    all |= four;
    nul |= zerosOf(four);
  }
  const padding = (-size & 3) * 8;
  const four = i32[last] as number;
  if (padding !== 0 && four >>> (32 - padding) !== 0) return undefined;
  // A space in place of each byte of padding, which is 0.
  nul |= zerosOf(padding === 0 ? four : four | (0x20202020 << (32 - padding)));
  if (nul !== 0 || ((i32[start] as number) & 0xffffff) === byteOrderMark) return undefined;
  const decode = ((all | four) & highBits) === 0 ? cutText : validText;
  const from = start * 4;
  return size <= longestRecent
    ? recentTexts.read(u8, i32, from, start, size, decode)
    : decode(u8, from, size);
}

/** The packed array behind its count at word `at`, with elements of `bytes` bytes; undefined if it ends behind word `end`. */
export function packedArray(
  { u8, i32 }: MessageMemory,
  type: number,
  bytes: number,
  at: number,
  end: number,
): PackedValue | undefined {
  const count = i32[at] as number;
  const start = at + 1;
  if (count < 0 || count * bytes > (end - start) * 4) return undefined;
  return packedValue(type, false, u8 as Uint8Array<ArrayBuffer>, start * 4, count, false);
}

/** The PackedStringArray behind its count at word `at`; undefined if only C++ reads it, or if it ends behind word `end`. */
export function packedTexts(memory: MessageMemory, at: number, end: number): PackedStringArray | undefined {
  const { i32 } = memory;
  const count = i32[at] as number;
  if (count < 0 || count > end - at) return undefined;
  const texts = new Array<string>(count);
  let start = at + 2;
  for (let i = 0; i < count; i++) {
    // With a NUL, which is part of the padding or a word of its own.
    const size = i32[start - 1] as number;
    const last = start + ((size - 1) >> 2);
    if (size <= 0 || last >= end || (i32[last] as number) >>> (((size - 1) & 3) * 8) !== 0) return undefined;
    const text = textOf(memory, start, size - 1, end);
    if (text === undefined) return undefined;
    texts[i] = text;
    start = last + 2;
  }
  return new PackedStringArray(texts);
}

/** The word behind the PackedStringArray whose count stands at word `at`. */
export function endOfPackedTexts({ i32 }: MessageMemory, at: number): number {
  let end = at + 1;
  for (let left = i32[at] as number; left > 0; left--) end += 1 + (((i32[end] as number) + 3) >> 2);
  return end;
}

/** The NodePath with these flags of the tape and these names. */
export function namesPath(flags: number, names: string[]): NodePath {
  const hasProperty = (flags & bit.pathPropertyKnown) === 0 ? undefined : false;
  return nodePathOf((flags & bit.pathAbsolute) !== 0, names, [], hasProperty);
}
