// Which values the lines of the tree show: windows into a tree of any size, of which only open values are kept.
import type { Address, Mark, Row, Place as RowPlace } from "../protocol.js";
import { Branch } from "./branch.js";
import type { Place } from "./model.js";
import { colorOf, labelOf, previewOf } from "./preview.js";

/** Opening everything below a value stops after so many. */
const mostOpened = 200_000;

/** How a place that a line shows is marked. */
export type Marks = (address: Address, place: Place) => { mark: Mark; match: boolean };

export class Rows {
  readonly root: Branch;
  /** The only lines there are while the tree is filtered, in order. */
  filtered: readonly Address[] | undefined;

  constructor(model: { readonly version: number }, file: Place) {
    this.root = new Branch(model, file);
  }

  get total(): number {
    return this.filtered?.length ?? this.root.total;
  }

  window(first: number, count: number, marks: Marks): Row[] {
    const rows: Row[] = [];
    const last = Math.min(first + count, this.total);
    if (this.filtered !== undefined) {
      for (const address of this.filtered.slice(first, last)) rows.push(this.#row(address, marks, true));
      return rows;
    }
    collect(this.root, [], first, last, (branch, address, index, place) => {
      rows.push(rowOf(branch.place, [...address, index], place, branch.child(index) !== undefined, marks));
    });
    return rows;
  }

  #row(address: Address, marks: Marks, open: boolean): Row {
    const parent = this.placeAt(address.slice(0, -1));
    const [place] = parent.children(address.at(-1) as number, 1);
    return rowOf(parent, address, place as Place, open && (place as Place).count > 0, marks);
  }

  placeAt(address: Address): Place {
    let branch: Branch | undefined = this.root;
    let place = this.root.place;
    for (const index of address) {
      branch = branch?.child(index);
      place = branch?.place ?? (place.children(index, 1)[0] as Place);
    }
    return place;
  }

  branchAt(address: Address): Branch | undefined {
    let branch: Branch | undefined = this.root;
    for (const index of address) branch = branch?.child(index);
    return branch;
  }

  /** The line of a value; its parents are opened. */
  find(address: Address): RowPlace {
    if (this.filtered !== undefined) {
      const row = indexIn(this.filtered, address);
      if (row >= 0) return { row, total: this.total, address };
      this.filtered = undefined;
    }
    let branch = this.root;
    for (const index of address.slice(0, -1)) branch = branch.open(index);
    return { row: this.#lineOf(address), total: this.total, address };
  }

  #lineOf(address: Address): number {
    let branch: Branch | undefined = this.root;
    let row = -1;
    for (const index of address) {
      if (branch === undefined) break;
      row += branch.rowOf(index) + 1;
      branch = branch.child(index);
    }
    return row;
  }

  toggle(address: Address, open: boolean, deep: boolean): RowPlace {
    const index = address.at(-1) as number;
    let parent = this.root;
    for (const step of address.slice(0, -1)) parent = parent.open(step);
    if (!open) parent.close(index);
    else if (deep) openAll(parent.open(index));
    else parent.open(index);
    return { row: this.#lineOf(address), total: this.total, address };
  }
}

function openAll(first: Branch): void {
  const waiting = [first];
  let opened = 0;
  for (let branch = waiting.shift(); branch !== undefined && opened < mostOpened; branch = waiting.shift()) {
    const { count } = branch.place;
    for (const [index, place] of branch.place.children(0, Math.min(count, mostOpened)).entries()) {
      if (place.count === 0 || ++opened > mostOpened) continue;
      waiting.push(branch.open(index, place));
    }
  }
}

type Take = (branch: Branch, address: Address, index: number, place: Place) => void;

/** Gives the lines from `first` to `last` below a branch, in order; children that stand together are read together. */
function collect(branch: Branch, address: Address, first: number, last: number, take: Take): void {
  let row = first;
  while (row < last) {
    const found = branch.at(row);
    if (found.inside !== undefined) {
      const left = found.inside.total - found.row;
      const count = Math.min(left, last - row);
      collect(found.inside, [...address, found.index], found.row, found.row + count, take);
      row += count;
      continue;
    }
    const run = branch.runFrom(found.index, last - row);
    for (const [i, place] of branch.place.children(found.index, run).entries())
      take(branch, address, found.index + i, place);
    row += run;
  }
}

function rowOf(parent: Place, address: Address, place: Place, open: boolean, marks: Marks): Row {
  const position = address.at(-1) as number;
  return {
    address,
    level: address.length,
    position,
    siblings: parent.count,
    ...labelOf(parent, place, position),
    type: place.type,
    typeText: place.typeText,
    preview: previewOf(place),
    color: colorOf(place),
    range: place.range,
    children: place.count,
    open,
    ...marks(address, place),
  };
}

export function compareAddresses(a: Address, b: Address): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return a.length - b.length;
}

/** The place of an address in an ordered list, -1 where it is none of it. */
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

/** The values of an ordered list and everything that they are in, in order. */
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
