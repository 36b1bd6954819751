// Reads the values of messages where they stand, as far as they are written as engines do. Leaves everything else to C++.
import { tape as bit } from "../table/boundary.gen.js";
import { exactInt, signed64 } from "../table/numbers.js";
import { components, elements } from "../table/table.gen.js";
import { unitAt } from "../table/text-units.js";
import { type NodePath, nodePathOf } from "../values/small-values.js";
import { type PackedValue, type Variant, VariantArray } from "../values/variant.js";
import { packedValue } from "./packed-tape.js";
import { asciiText, longestRecent, recentTexts, utf8Text } from "./utf8.js";

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

/** The int or float behind its header at word `at`; undefined for a NaN and for an int that takes a bigint. */
export function plainNumber(
  { i32, f32 }: MessageMemory,
  at: number,
  int: number,
  float: number,
): number | undefined {
  const header = i32[at] as number;
  const low = i32[at + 1] as number;
  const high = i32[at + 2] as number;
  let value: number | undefined;
  if (header === int) value = low;
  else if (header === float) value = f32[at + 1] as number;
  else if (header === (int | wideFlag)) {
    const wide = high * 0x100000000 + (low >>> 0);
    if (Number.isSafeInteger(wide)) value = wide;
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
): bigint | number | undefined {
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

const highBits = 0x80808080 | 0;

/** The text behind its length at word `at`; undefined if only C++ reads it, or if it ends behind word `end`. */
export function plainText({ u8, i32 }: MessageMemory, at: number, end: number): string | undefined {
  const size = i32[at] as number;
  const start = at + 1;
  const last = start + ((size - 1) >> 2);
  if (size <= 0) return size === 0 ? "" : undefined;
  if (last >= end) return undefined;
  let unusual = 0;
  for (let word = start; word < last; word++) {
    const four = i32[word] as number;
    unusual |= four | ((four - 0x01010101) & ~four);
  }
  const padding = (-size & 3) * 8;
  const four = i32[last] as number;
  // A space in place of each byte of padding, which must be 0.
  const filled = padding === 0 ? four : four | (0x20202020 << (32 - padding));
  if (padding !== 0 && four >>> (32 - padding) !== 0) return undefined;
  unusual |= filled | ((filled - 0x01010101) & ~filled);
  const isAscii = (unusual & highBits) === 0;
  const from = start * 4;
  if (isAscii && size > longestRecent) return asciiText(u8, from, from + size);
  const text =
    size <= longestRecent ? recentTexts.read(u8, i32, from, start, size) : utf8Text(u8, from, from + size);
  return isAscii || isPlain(text) ? text : undefined;
}

/** Whether a text that was not ASCII surely stood as it is, without bytes that are no UTF-8, a NUL or a byte order mark. */
const isPlain = (text: string): boolean =>
  unitAt(text, 0) !== 0xfeff && !text.includes("\ufffd") && !text.includes("\0");

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

/** The NodePath with these flags of the tape and these names. */
export function namesPath(flags: number, names: string[]): NodePath {
  const hasProperty = (flags & bit.pathPropertyKnown) === 0 ? undefined : false;
  return nodePathOf((flags & bit.pathAbsolute) !== 0, names, [], hasProperty);
}
