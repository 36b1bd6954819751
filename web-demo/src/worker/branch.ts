import type { Address } from "../protocol.js";
import type { Place } from "./model.js";

/** An open value of the tree: which of its children are open, and how many lines stand below it. */
export class Branch {
  readonly parent: Branch | undefined;
  index: number;
  /** Open children, by their index. */
  #open: Branch[] = [];
  /** Lines before each open child that its open predecessors add; made when it is asked for. */
  #before: number[] | undefined;
  #place: Place | undefined;
  #version = -1;
  /** Children, open or not. */
  #count: number;
  readonly #model: { readonly version: number };

  constructor(model: { readonly version: number }, place: Place, parent?: Branch, index = 0) {
    this.#model = model;
    this.#place = place;
    this.#version = model.version;
    this.#count = place.count;
    this.parent = parent;
    this.index = index;
  }

  /** The value itself; found again after an edit. */
  get place(): Place {
    if (this.#place === undefined || this.#version !== this.#model.version) {
      this.#place = this.parent?.place.children(this.index, 1)[0] ?? (this.#place as Place);
      this.#version = this.#model.version;
    }
    return this.#place as Place;
  }

  get address(): Address {
    return this.parent === undefined ? [] : [...this.parent.address, this.index];
  }

  /** Lines below this value. */
  get total(): number {
    return this.#count + (this.#sums().at(-1) ?? 0);
  }

  #sums(): number[] {
    if (this.#before !== undefined) return this.#before;
    let sum = 0;
    this.#before = [0];
    for (const child of this.#open) {
      sum += child.total;
      this.#before.push(sum);
    }
    return this.#before;
  }

  #changed(): void {
    for (let branch: Branch | undefined = this; branch !== undefined; branch = branch.parent)
      branch.#before = undefined;
  }

  /** How many open children have a smaller index. */
  #rank(index: number): number {
    let low = 0;
    let high = this.#open.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#open[middle] as Branch).index < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  child(index: number): Branch | undefined {
    const found = this.#open[this.#rank(index)];
    return found?.index === index ? found : undefined;
  }

  open(index: number, place?: Place): Branch {
    const rank = this.#rank(index);
    const found = this.#open[rank];
    if (found?.index === index) return found;
    const value = place ?? (this.place.children(index, 1)[0] as Place);
    const child = new Branch(this.#model, value, this, index);
    this.#open.splice(rank, 0, child);
    this.#changed();
    return child;
  }

  close(index: number): void {
    const rank = this.#rank(index);
    if (this.#open[rank]?.index !== index) return;
    this.#open.splice(rank, 1);
    this.#changed();
  }

  closeAll(): void {
    this.#open = [];
    this.#changed();
  }

  /** The line of a child, counted from the first line below this value. */
  rowOf(index: number): number {
    return index + (this.#sums()[this.#rank(index)] as number);
  }

  /** What stands on a line below this value: a child, or a line below an open one. */
  at(row: number): { index: number; inside: Branch | undefined; row: number } {
    const sums = this.#sums();
    let low = 0;
    let high = this.#open.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#open[middle] as Branch).index + (sums[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    const before = this.#open[low - 1];
    if (before !== undefined) {
      const first = before.index + (sums[low - 1] as number) + 1;
      if (row < first + before.total) return { index: before.index, inside: before, row: row - first };
    }
    return { index: row - (sums[low] as number), inside: undefined, row: 0 };
  }

  /** How many children from this one on stand on lines next to each other, at most `most`. */
  runFrom(index: number, most: number): number {
    const next = this.#open[this.#rank(index)];
    return Math.min(most, this.#count - index, next === undefined ? most : next.index - index + 1);
  }

  /** Keeps open what was open when a child was put in, taken out, or has another place. */
  inserted(index: number): void {
    for (const child of this.#open) if (child.index >= index) child.index++;
    this.#count++;
    this.#changed();
  }

  removed(index: number): void {
    this.#open = this.#open.filter((child) => child.index !== index);
    for (const child of this.#open) if (child.index > index) child.index--;
    this.#count--;
    this.#changed();
  }

  moved(from: number, to: number): void {
    for (const child of this.#open) {
      if (child.index === from) child.index = to;
      else if (from < child.index && child.index <= to) child.index--;
      else if (to <= child.index && child.index < from) child.index++;
    }
    this.#open.sort((a, b) => a.index - b.index);
    this.#changed();
  }

  /** After an edit that put another value here. */
  replaced(): void {
    this.#count = this.place.count;
    this.#open = [];
    this.#changed();
  }
}
