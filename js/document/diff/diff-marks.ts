import type { Branch } from "../container-node.js";
import type { Item } from "../item.js";
import type { Reader } from "../reader.js";
import { recordWords } from "../source.js";

/** A document without edits, of which parts are compared with those of another one. */
export class Side {
  readonly reader: Reader;
  private readonly words: Int32Array;
  /** Marks of values by their records, 0 where there is none yet: each value is read once, however deep it stands. */
  private readonly marks: Int32Array;

  constructor(reader: Reader) {
    this.reader = reader;
    const { bytes, index } = reader.source;
    const aligned = (bytes.byteOffset | bytes.length) % 4 === 0;
    const padded = aligned ? bytes : new Uint8Array((bytes.length + 3) & ~3);
    if (!aligned) padded.set(bytes);
    this.words = new Int32Array(padded.buffer, padded.byteOffset, padded.length >> 2);
    this.marks = new Int32Array(index.length / recordWords);
  }

  /** A number that an entry shares with its equals, which never is 0; different entries rarely share one. */
  mark(branch: Branch, number: number): number {
    const [start, end] = [branch.originalStart(number), branch.originalStart(number + 1)];
    if (branch.packed) return this.markOf(start, end);
    const item = branch.original(number);
    return mixed(this.markOf(start, item.start), this.markOfValue(item)) || 1;
  }

  /** The same for the key alone. */
  markOfKey({ keyStart, keyEnd }: Item): number {
    return this.markOf(keyStart, keyEnd);
  }

  private markOfValue(item: Item): number {
    const record = item.node / recordWords;
    const known = this.marks[record] as number;
    if (known !== 0) return known;
    const branch = this.reader.inside(item);
    let mark: number;
    if (branch === undefined || branch.packed) mark = this.markOf(item.start, item.end);
    else {
      mark = this.markOf(item.start, branch.body);
      for (let i = 0; i < branch.count; i++) mark = mixed(mark, this.mark(branch, i));
    }
    this.marks[record] = mark || 1;
    return mark || 1;
  }

  private markOf(start: number, end: number): number {
    let mark = end - start;
    for (let at = start >>> 2; at < end >>> 2; at++) mark = mixed(mark, this.words[at] as number);
    return mark || 1;
  }

  /** Whether a range holds the same bytes as one of another document. */
  sameRange(start: number, end: number, other: Side, otherStart: number, otherEnd: number): boolean {
    if (end - start !== otherEnd - otherStart) return false;
    // Elements of a PackedByteArray are no whole words.
    const isWhole = ((start | end | otherStart) & 3) === 0;
    const [a, b] = isWhole
      ? [this.words, other.words]
      : [this.reader.source.bytes, other.reader.source.bytes];
    const shift = isWhole ? 2 : 0;
    const distance = (otherStart - start) >> shift;
    for (let at = start >>> shift; at < end >>> shift; at++) if (a[at] !== b[at + distance]) return false;
    return true;
  }

  /** Whether a value is the same as one of another document. */
  sameValue(item: Item, other: Side, otherItem: Item): boolean {
    const differ =
      item.node >= 0 && otherItem.node >= 0 && this.markOfValue(item) !== other.markOfValue(otherItem);
    return !differ && this.sameRange(item.start, item.end, other, otherItem.start, otherItem.end);
  }

  /** Whether an entry is the same as one of another document. */
  sameEntry(branch: Branch, number: number, other: Side, otherBranch: Branch, otherNumber: number): boolean {
    const differ = branch.stride === 0 && this.mark(branch, number) !== other.mark(otherBranch, otherNumber);
    if (differ) return false;
    const [start, end] = [branch.originalStart(number), branch.originalStart(number + 1)];
    const otherStart = otherBranch.originalStart(otherNumber);
    return this.sameRange(start, end, other, otherStart, otherBranch.originalStart(otherNumber + 1));
  }
}

function mixed(mark: number, word: number): number {
  const product = Math.imul(mark ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
