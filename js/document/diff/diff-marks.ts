// Finds equal parts of two documents by a hash of each value.
import { recordWords } from "../../wasm/value-index.js";
import type { ContainerNode, Item } from "../read/container-node.js";
import type { Reader } from "../read/reader.js";

/** Compares parts of two documents without edits, with the help of a hash (a mark) for each value. */
export class DiffMarks {
  readonly reader: Reader;
  private readonly words: Int32Array;
  /** Marks by the first word of a record, halved; 0 until computed. The cache ensures that each value is read only once, however deep it is nested. */
  private readonly marks: Int32Array;

  constructor(reader: Reader) {
    this.reader = reader;
    const { bytes, index } = reader.source;
    const aligned = (bytes.byteOffset | bytes.length) % 4 === 0;
    const padded = aligned ? bytes : new Uint8Array((bytes.length + 3) & ~3);
    if (!aligned) padded.set(bytes);
    this.words = new Int32Array(padded.buffer, padded.byteOffset, padded.length >> 2);
    this.marks = new Int32Array(Math.ceil(index.length / recordWords));
  }

  /** A hash of an entry's bytes, never 0. Equal entries have equal marks; different ones rarely do. */
  mark(container: ContainerNode, number: number): number {
    const [start, end] = [container.originalStart(number), container.originalStart(number + 1)];
    if (container.packed) return this.markOf(start, end);
    const item = container.original(number);
    return mixed(this.markOf(start, item.start), this.markOfValue(item)) || 1;
  }

  /** A hash of a key's bytes, never 0. */
  markOfKey({ keyStart, keyEnd }: Item): number {
    return this.markOf(keyStart, keyEnd);
  }

  private markOfValue(item: Item): number {
    const record = Math.floor(item.node / recordWords);
    const known = this.marks[record] as number;
    if (known !== 0) return known;
    const container = this.reader.inside(item);
    let mark: number;
    if (container === undefined || container.packed) mark = this.markOf(item.start, item.end);
    else {
      mark = this.markOf(item.start, container.body);
      for (let i = 0; i < container.count; i++) mark = mixed(mark, this.mark(container, i));
    }
    this.marks[record] = mark || 1;
    return mark || 1;
  }

  private markOf(start: number, end: number): number {
    let mark = end - start;
    for (let at = start >>> 2; at < end >>> 2; at++) mark = mixed(mark, this.words[at] as number);
    return mark || 1;
  }

  /** Whether a range has the same bytes as a range of another document. */
  sameRange(start: number, end: number, other: DiffMarks, otherStart: number, otherEnd: number): boolean {
    if (end - start !== otherEnd - otherStart) return false;
    // Elements of a PackedByteArray are smaller than words.
    const isWhole = ((start | end | otherStart) & 3) === 0;
    const [a, b] = isWhole
      ? [this.words, other.words]
      : [this.reader.source.bytes, other.reader.source.bytes];
    const shift = isWhole ? 2 : 0;
    const distance = (otherStart - start) >> shift;
    for (let at = start >>> shift; at < end >>> shift; at++) if (a[at] !== b[at + distance]) return false;
    return true;
  }

  /** Whether a value has the same bytes as a value of another document. */
  sameValue(item: Item, other: DiffMarks, otherItem: Item): boolean {
    const differ =
      item.node >= 0 && otherItem.node >= 0 && this.markOfValue(item) !== other.markOfValue(otherItem);
    return !differ && this.sameRange(item.start, item.end, other, otherItem.start, otherItem.end);
  }

  /** Whether an entry has the same bytes as an entry of another document. */
  sameEntry(
    container: ContainerNode,
    number: number,
    other: DiffMarks,
    otherContainer: ContainerNode,
    otherNumber: number,
  ): boolean {
    const differ =
      container.stride === 0 && this.mark(container, number) !== other.mark(otherContainer, otherNumber);
    if (differ) return false;
    const [start, end] = [container.originalStart(number), container.originalStart(number + 1)];
    const otherStart = otherContainer.originalStart(otherNumber);
    return this.sameRange(start, end, other, otherStart, otherContainer.originalStart(otherNumber + 1));
  }
}

function mixed(mark: number, word: number): number {
  const product = Math.imul(mark ^ word, 0x9e3779b1);
  return product ^ (product >>> 15);
}
