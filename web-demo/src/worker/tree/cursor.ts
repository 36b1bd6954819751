import type { Address } from "../../protocol/places.js";
import { isNumberArray } from "../../values/types.js";
import type { TreeNode } from "./tree-node.js";

interface Step {
  readonly node: TreeNode;
  readonly end: number;
  /** The child that was entered last. */
  index: number;
}

/** Where a value starts, or its key if it has one. */
const startOf = ({ inDocument, range }: TreeNode) => range[0] - (inDocument?.ranges.key[1] ?? 0);

/** Finds the innermost values around bytes; fast if each byte is shortly after the previous one. */
export class Cursor {
  readonly #path: Step[];

  constructor(root: TreeNode) {
    this.#path = [{ node: root, end: Number.POSITIVE_INFINITY, index: 0 }];
  }

  /** The innermost value around a byte or around the key before it. The elements of number arrays do not count as values. */
  seek(offset: number): { address: Address; node: TreeNode } {
    const path = this.#path;
    while (path.length > 1 && offset >= (path.at(-1) as Step).end) path.pop();
    for (;;) {
      const top = path.at(-1) as Step;
      const index = childAround(top, offset);
      const [child] = index < 0 ? [] : top.node.children(index, 1);
      if (child === undefined) return this.#here();
      top.index = index;
      const [, end] = child.range;
      if (offset >= end && path.length > 1) return this.#here();
      path.push({ node: child, end, index: 0 });
      if (child.count === 0 || isNumberArray(child.type) || offset < child.range[0]) {
        const found = this.#here();
        path.pop();
        return found;
      }
    }
  }

  #here(): { address: Address; node: TreeNode } {
    const path = this.#path;
    const address = path.slice(0, -1).map(({ index }) => index);
    return { address: address.length === 0 ? [0] : address, node: (path.at(-1) as Step).node };
  }
}

/** The last child that starts at a byte or before it, or -1; the search starts at the child entered last. */
function childAround({ node, index }: Step, offset: number): number {
  const { count } = node;
  const isBefore = (at: number) => startOf(node.children(at, 1)[0] as TreeNode) <= offset;
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
