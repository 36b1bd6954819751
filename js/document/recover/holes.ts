// Ranges whose bytes are unknown, because a block of a compressed file cannot be read.
import type { Range } from "./salvage.js";

/** The first hole that ends after an offset. `holes` are in order. */
export const holeAfter = (holes: readonly Range[], at: number): Range | undefined =>
  holes[firstAfter(holes, at)];

/** The number of the first hole that ends after an offset. */
function firstAfter(holes: readonly Range[], at: number): number {
  let first = 0;
  for (let past = holes.length; first < past; ) {
    const middle = (first + past) >>> 1;
    if ((holes[middle] as Range)[1] > at) past = middle;
    else first = middle + 1;
  }
  return first;
}

/** Whether bytes of a range are unknown. `holes` are in order. */
export function meetsHole(holes: readonly Range[], begin: number, end: number): boolean {
  const hole = holeAfter(holes, begin);
  return hole !== undefined && hole[0] < end;
}

/** The holes in a range, counted from its beginning. The last one may end behind it. */
export function holesIn(holes: readonly Range[], begin: number, end: number): Range[] {
  const found: Range[] = [];
  for (let i = firstAfter(holes, begin); ; i++) {
    const hole = holes[i];
    if (hole === undefined || hole[0] >= end) return found;
    found.push([Math.max(hole[0], begin) - begin, hole[1] - begin]);
  }
}
