import type { Address } from "../../protocol/places.js";
import type { TreeNode } from "./tree-node.js";

/** An expanded value: which of its children are expanded, and how many lines are below it. */
export class ExpandedNode {
  readonly parent: ExpandedNode | undefined;
  index: number;
  /** Expanded children, by index. */
  #expanded: ExpandedNode[] = [];
  /** For each expanded child, the lines that its expanded predecessors add; computed on demand. */
  #before: number[] | undefined;
  #node: TreeNode | undefined;
  #version = -1;
  /** Children, expanded or not. */
  #count: number;
  readonly #counter: { readonly version: number };

  constructor(counter: { readonly version: number }, node: TreeNode, parent?: ExpandedNode, index = 0) {
    this.#counter = counter;
    this.#node = node;
    this.#version = counter.version;
    this.#count = node.count;
    this.parent = parent;
    this.index = index;
  }

  /** The value itself, looked up again after an edit. */
  get node(): TreeNode {
    if (this.#node === undefined || this.#version !== this.#counter.version) {
      this.#node = this.parent?.node.children(this.index, 1)[0] ?? (this.#node as TreeNode);
      this.#version = this.#counter.version;
    }
    return this.#node as TreeNode;
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
    for (const child of this.#expanded) {
      sum += child.total;
      this.#before.push(sum);
    }
    return this.#before;
  }

  #changed(): void {
    for (let node: ExpandedNode | undefined = this; node !== undefined; node = node.parent)
      node.#before = undefined;
  }

  /** How many expanded children have a smaller index. */
  #rank(index: number): number {
    let low = 0;
    let high = this.#expanded.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#expanded[middle] as ExpandedNode).index < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  child(index: number): ExpandedNode | undefined {
    const found = this.#expanded[this.#rank(index)];
    return found?.index === index ? found : undefined;
  }

  expand(index: number, node?: TreeNode): ExpandedNode {
    const rank = this.#rank(index);
    const found = this.#expanded[rank];
    if (found?.index === index) return found;
    const value = node ?? (this.node.children(index, 1)[0] as TreeNode);
    const child = new ExpandedNode(this.#counter, value, this, index);
    this.#expanded.splice(rank, 0, child);
    this.#changed();
    return child;
  }

  collapse(index: number): void {
    const rank = this.#rank(index);
    if (this.#expanded[rank]?.index !== index) return;
    this.#expanded.splice(rank, 1);
    this.#changed();
  }

  /** The line of a child, where 0 is the first line below this value. */
  rowOf(index: number): number {
    return index + (this.#sums()[this.#rank(index)] as number);
  }

  /** Resolves a line below this value: to a child, or to a line below an expanded child. */
  at(row: number): { index: number; inside: ExpandedNode | undefined; row: number } {
    const sums = this.#sums();
    let low = 0;
    let high = this.#expanded.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#expanded[middle] as ExpandedNode).index + (sums[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    const before = this.#expanded[low - 1];
    if (before !== undefined) {
      const first = before.index + (sums[low - 1] as number) + 1;
      if (row < first + before.total) return { index: before.index, inside: before, row: row - first };
    }
    return { index: row - (sums[low] as number), inside: undefined, row: 0 };
  }

  /** How many children from this one on are on adjacent lines, at most `most`. */
  runFrom(index: number, most: number): number {
    const next = this.#expanded[this.#rank(index)];
    return Math.min(most, this.#count - index, next === undefined ? most : next.index - index + 1);
  }

  // After children were inserted, removed or moved, the same values stay expanded.
  inserted(index: number, count: number): void {
    for (const child of this.#expanded) if (child.index >= index) child.index += count;
    this.#count += count;
    this.#changed();
  }

  removed(index: number, count: number): void {
    const end = index + count;
    this.#expanded = this.#expanded.filter((child) => child.index < index || child.index >= end);
    for (const child of this.#expanded) if (child.index >= end) child.index -= count;
    this.#count -= count;
    this.#changed();
  }

  moved(from: number, to: number): void {
    for (const child of this.#expanded) {
      if (child.index === from) child.index = to;
      else if (from < child.index && child.index <= to) child.index--;
      else if (to <= child.index && child.index < from) child.index++;
    }
    this.#expanded.sort((a, b) => a.index - b.index);
    this.#changed();
  }

  /** After an edit replaced this value. */
  replaced(): void {
    this.#count = this.node.count;
    this.#expanded = [];
    this.#changed();
  }
}
