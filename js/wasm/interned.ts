// Slots for texts that were written lately, and are still in memory.
import { lengthOf, unitAt } from "../table/text-units.js";

/** Number of slots for recent texts; a power of two. */
const rememberedTexts = 1 << 11;

/** A recent text, its number in a table of texts, and the key that followed it last time. */
export interface Remembered {
  text: string;
  number: number;
  table: number;
  next: Remembered | undefined;
}

export function newPlaces(): Remembered[] {
  const list = Array.from(
    { length: rememberedTexts },
    (): Remembered => ({ text: "", number: 0, table: -1, next: undefined }),
  );
  for (const place of list) place.next = list[0];
  return list;
}

/** The slot of a text. Texts with the same slot displace each other, and a displaced text is just written again. */
export function placeOf(text: string): number {
  const length = lengthOf(text);
  if (length === 0) return 0;
  const last = length - 1;
  let place = length * 67 + unitAt(text, 0) * 137 + unitAt(text, length >> 1) * 419 + unitAt(text, last) * 29;
  // Numbered texts differ in their last digits.
  if (length > 2) place += unitAt(text, last - 1) * 311 + unitAt(text, last - 2) * 211;
  return place & (rememberedTexts - 1);
}
