import type { Address } from "../protocol.js";
import type { Place } from "./model.js";

interface Step {
  readonly place: Place;
  readonly end: number;
  /** The child that was entered last. */
  index: number;
}

const startOf = (place: Place) => {
  const { node } = place;
  return node === undefined ? place.range[0] : place.range[0] - node.ranges.key[1];
};

/** Finds the innermost values around bytes, fast where one byte comes after the other. */
export class Cursor {
  readonly #open: Step[];

  constructor(root: Place) {
    this.#open = [{ place: root, end: Number.POSITIVE_INFINITY, index: 0 }];
  }

  /** The innermost value around a byte, or the one whose key it is in; elements of packed numbers are part of their array. */
  seek(offset: number): { address: Address; place: Place } {
    const open = this.#open;
    while (open.length > 1 && offset >= (open.at(-1) as Step).end) open.pop();
    for (;;) {
      const top = open.at(-1) as Step;
      const index = childAround(top, offset);
      const [child] = index < 0 ? [] : top.place.children(index, 1);
      if (child === undefined) return this.#here();
      top.index = index;
      const [, end] = child.range;
      if (offset >= end && open.length > 1) return this.#here();
      open.push({ place: child, end, index: 0 });
      if (child.count === 0 || /^Packed(?!String)/.test(child.type) || offset < child.range[0]) {
        const found = this.#here();
        open.pop();
        return found;
      }
    }
  }

  #here(): { address: Address; place: Place } {
    const open = this.#open;
    const address = open.slice(0, -1).map(({ index }) => index);
    return { address: address.length === 0 ? [0] : address, place: (open.at(-1) as Step).place };
  }
}

/** The last child that begins at a byte or before it; -1 when none does. It is looked for from the last one on. */
function childAround({ place, index }: Step, offset: number): number {
  const { count } = place;
  const isBefore = (at: number) => startOf(place.children(at, 1)[0] as Place) <= offset;
  if (count === 0) return -1;
  let low = index < count && isBefore(index) ? index : 0;
  let step = 1;
  while (low + step < count && isBefore(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(count, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
