// Finds the values for the lines of the tree. Stores only expanded values, so a tree may have any size.
import { type Address, isInside, type Range, type RowPlace, type Siblings } from "../../protocol/places.js";
import type { Row } from "../../protocol/rows.js";
import { ExpandedNode } from "./expanded-node.js";
import { colorOf, labelOf, previewOf } from "./preview.js";
import type { TreeNode } from "./tree-node.js";

/** Expanding everything below a value stops after this many. */
const mostExpanded = 200_000;

/** How the line of a value is marked. */
type Marks = (address: Address, node: TreeNode) => Pick<Row, "mark" | "isMatch" | "difference">;

export class Rows {
  readonly root: ExpandedNode;
  /** While the tree is filtered: its lines, in order. */
  filtered: readonly Address[] | undefined;

  constructor(counter: { readonly version: number }, file: TreeNode) {
    this.root = new ExpandedNode(counter, file);
  }

  get total(): number {
    return this.filtered?.length ?? this.root.total;
  }

  window(first: number, count: number, marks: Marks): Row[] {
    const rows: Row[] = [];
    const last = Math.min(first + count, this.total);
    const { filtered } = this;
    if (filtered !== undefined) {
      for (let row = first; row < last; row++) {
        const address = filtered[row] as Address;
        rows.push(this.#row(address, isInside(filtered[row + 1] ?? [], address), marks));
      }
      return rows;
    }
    collect(this.root, [], first, last, (parent, address, index, node) => {
      const isExpanded = parent.child(index) !== undefined;
      rows.push(rowOf(parent.node, [...address, index], node, isExpanded, marks));
    });
    return rows;
  }

  #row(address: Address, isExpanded: boolean, marks: Marks): Row {
    const parent = this.nodeAt(address.slice(0, -1));
    const node = parent.children(address.at(-1) as number, 1)[0] as TreeNode;
    return rowOf(parent, address, node, isExpanded, marks);
  }

  nodeAt(address: Address): TreeNode {
    return this.nodesTo(address).at(-1) as TreeNode;
  }

  /** The file, then the values around a value, then the value. */
  nodesTo(address: Address): TreeNode[] {
    let expanded: ExpandedNode | undefined = this.root;
    const nodes = [this.root.node];
    for (const [i, index] of address.entries()) {
      expanded = expanded?.child(index);
      nodes.push(expanded?.node ?? ((nodes[i] as TreeNode).children(index, 1)[0] as TreeNode));
    }
    return nodes;
  }

  expandedAt(address: Address): ExpandedNode | undefined {
    let expanded: ExpandedNode | undefined = this.root;
    for (const index of address) expanded = expanded?.child(index);
    return expanded;
  }

  /** The line of a value, whose parents it expands. A value that the filter hides ends the filter. */
  reveal(address: Address): RowPlace {
    if (this.filtered !== undefined && indexIn(this.filtered, address) < 0) this.filtered = undefined;
    if (this.filtered === undefined) this.#expandPath(address.slice(0, -1));
    return this.#placeOf(address);
  }

  /** Reveals a value, or the innermost container around it that the filter does not hide. */
  nearest(address: Address): RowPlace {
    const { filtered } = this;
    if (filtered === undefined) return this.reveal(address);
    if (filtered.length === 0) return this.#placeOf(address);
    for (let { length } = address; length > 0; length--) {
      const around = address.slice(0, length);
      if (indexIn(filtered, around) >= 0) return this.#placeOf(around);
    }
    return this.#placeOf(filtered[0] as Address);
  }

  /** The values of a container that have lines, if it is expanded. */
  shownIn(container: Address): Siblings {
    const { filtered } = this;
    if (filtered === undefined) return { container, ranges: [[0, this.nodeAt(container).count]] };
    const ranges: Range[] = [];
    for (let row = indexIn(filtered, container) + 1; isInside(filtered[row] ?? [], container); row++) {
      const address = filtered[row] as Address;
      if (address.length > container.length + 1) continue;
      const position = address.at(-1) as number;
      const [start, end] = ranges.at(-1) ?? [];
      if (end === position) ranges[ranges.length - 1] = [start as number, position + 1];
      else ranges.push([position, position + 1]);
    }
    return { container, ranges };
  }

  #placeOf(address: Address): RowPlace {
    const { filtered, total } = this;
    const row = filtered === undefined ? this.#lineOf(address) : indexIn(filtered, address);
    return { row, total, address, isFiltered: filtered !== undefined };
  }

  #lineOf(address: Address): number {
    let expanded: ExpandedNode | undefined = this.root;
    let row = -1;
    for (const index of address) {
      if (expanded === undefined) break;
      row += expanded.rowOf(index) + 1;
      expanded = expanded.child(index);
    }
    return row;
  }

  #expandPath(address: Address): ExpandedNode {
    let expanded = this.root;
    for (const index of address) expanded = expanded.expand(index);
    return expanded;
  }

  /** Expands a value, with everything in it if `deep`, or collapses it. */
  expand(address: Address, isExpanded: boolean, deep: boolean): RowPlace {
    const index = address.at(-1) as number;
    const parent = this.#expandPath(address.slice(0, -1));
    if (!isExpanded) parent.collapse(index);
    else if (deep) expandAll(parent.expand(index));
    else parent.expand(index);
    if (this.filtered !== undefined) this.#expandFiltered(this.filtered, address, isExpanded, deep);
    return this.#placeOf(address);
  }

  /** Shows or hides lines below the one of a value. Where these would be very many, the filter ends. */
  #expandFiltered(filtered: readonly Address[], address: Address, isExpanded: boolean, deep: boolean): void {
    const { count } = this.nodeAt(address);
    if (isExpanded && (deep || count > mostExpanded)) {
      this.filtered = undefined;
      return;
    }
    const start = indexIn(filtered, address) + 1;
    const end = rankIn(filtered, [...address.slice(0, -1), (address.at(-1) as number) + 1]);
    const before = filtered.slice(start, end);
    const children = Array.from({ length: isExpanded ? count : 0 }, (_, i) => [...address, i]);
    const others = children.filter((child) => indexIn(before, child) < 0);
    const inside = isExpanded ? [...before, ...others].sort(compareAddresses) : [];
    this.filtered = [...filtered.slice(0, start), ...inside, ...filtered.slice(end)];
  }
}

function expandAll(first: ExpandedNode): void {
  const waiting = [first];
  let count = 0;
  for (let parent = waiting.shift(); parent !== undefined && count < mostExpanded; parent = waiting.shift()) {
    const children = parent.node.children(0, Math.min(parent.node.count, mostExpanded));
    for (const [index, node] of children.entries()) {
      if (node.count === 0 || ++count > mostExpanded) continue;
      waiting.push(parent.expand(index, node));
    }
  }
}

type Take = (parent: ExpandedNode, address: Address, index: number, node: TreeNode) => void;

/** Passes on the lines from `first` to `last` below a value, in order; adjacent children are read in one go. */
function collect(parent: ExpandedNode, address: Address, first: number, last: number, take: Take): void {
  let row = first;
  while (row < last) {
    const found = parent.at(row);
    if (found.inside !== undefined) {
      const left = found.inside.total - found.row;
      const count = Math.min(left, last - row);
      collect(found.inside, [...address, found.index], found.row, found.row + count, take);
      row += count;
      continue;
    }
    const run = parent.runFrom(found.index, last - row);
    for (const [i, node] of parent.node.children(found.index, run).entries())
      take(parent, address, found.index + i, node);
    row += run;
  }
}

function rowOf(parent: TreeNode, address: Address, node: TreeNode, isExpanded: boolean, marks: Marks): Row {
  const position = address.at(-1) as number;
  return {
    address,
    level: address.length,
    position,
    siblings: parent.count,
    ...labelOf(parent, node, position),
    type: node.type,
    typeText: node.typeText,
    preview: previewOf(node),
    color: colorOf(node),
    range: node.range,
    children: node.count,
    isExpanded,
    ...marks(address, node),
  };
}

export function compareAddresses(a: Address, b: Address): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return a.length - b.length;
}

/** The index of an address in an ordered list; -1 if it is not there. */
export function indexIn(list: readonly Address[], address: Address): number {
  const rank = rankIn(list, address);
  return rank < list.length && compareAddresses(list[rank] as Address, address) === 0 ? rank : -1;
}

/** How many addresses of an ordered list come before this one. */
export function rankIn(list: readonly Address[], address: Address): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareAddresses(list[middle] as Address, address) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The values of an ordered list and all their parents, in order. */
export function withParents(list: readonly Address[]): Address[] {
  const all: Address[] = [];
  let last: Address = [];
  for (const address of list) {
    let same = 0;
    while (same < last.length && same < address.length && last[same] === address[same]) same++;
    for (let length = same + 1; length <= address.length; length++) all.push(address.slice(0, length));
    last = address;
  }
  return all;
}
