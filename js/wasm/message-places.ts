// Finds the place of a message among those of other kinds, by a few of its bytes. Kinds that share a place cost time, no more.
import { Type } from "../table/table.gen.js";

export const placeCount = 64;
const fineBits = 8;
export const finePlaceCount = 1 << fineBits;

/** Keys and values of a Dictionary that choose its fine place, without the value at `otherValue`, which often differs in messages of one kind. */
const fineValues = 5;
const otherValue = 3;

const byteOf = (input: Uint8Array, at: number) => (at < input.length ? (input[at] as number) : 0);

/**
 * The place of a message from the count, the first key or element and, if it is a text, the first value. Messages often say their kind
 * there.
 */
export function placeOf(input: Uint8Array): number {
  let mixed = byteOf(input, 4) * 5 + byteOf(input, 8) * 3 + byteOf(input, 12) * 7 + byteOf(input, 16);
  const value = 16 + ((byteOf(input, 12) + 3) & ~3);
  if (byteOf(input, value) === byteOf(input, 8))
    mixed += byteOf(input, value + 8) * 13 + byteOf(input, value + 9) * 17;
  return mixed % placeCount;
}

/**
 * The place of a message among more kinds, some of which begin alike. Takes longer than `placeOf`, a tenth of the time of a small message.
 * The count decides; of a Dictionary the first three keys, and the first value if it is a text; of an Array the first element. Of a text,
 * its length, its beginning and its end do. `headers` are those of `Boundary.runHeaders`.
 */
export function finePlaceOf(input: Uint8Array, headers: Int32Array): number {
  const text = headers[Type.String] as number;
  const isDictionary = input[0] === headers[Type.Dictionary];
  let hash = input[4] as number;
  let at = 8;
  if (!isDictionary && input[at] !== text) hash ^= byteOf(input, at + 4) << 8;
  for (let i = 0; i < (isDictionary ? fineValues : 1) && at + 12 <= input.length; i++) {
    if (input[at] !== text) {
      // Behind a number or a bool. What stands behind other values is rarely a text.
      at += ((input[at + 2] as number) & 1) === 0 ? 8 : 12;
      continue;
    }
    const size = input[at + 4] as number;
    const end = Math.min(at + 8 + size, input.length);
    const ends = ((input[at + 8] as number) << 16) | (byteOf(input, end - 2) << 8) | byteOf(input, end - 1);
    if (i !== otherValue) hash = Math.imul(hash ^ ends ^ (size << 24), 0x9e3779b1);
    at = (end + 3) & ~3;
  }
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - fineBits);
}
