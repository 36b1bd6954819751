// Puts the bytes of a document together.
import { join } from "../../base/bytes.js";
import { isContainerType } from "../../table/type-kinds.js";
import type { ContainerNode, Item } from "./container-node.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Concatenates ranges of other byte arrays, and copies them only at the end. */
export class Output {
  private readonly parts: Bytes[] = [];
  /** The last range; extended if the next one follows it in the same bytes. */
  private source: Bytes | undefined;
  private begin = 0;
  private end = 0;

  /** Adds a range. It may reach past the end of `source` where padding is missing. */
  add(source: Bytes, begin: number, end: number): void {
    if (begin === end) return;
    if (source !== this.source || begin !== this.end) {
      this.flush();
      this.source = source;
      this.begin = begin;
    }
    this.end = end;
  }

  /** Adds a 32-bit number. */
  word(value: number, bigEndian = false): void {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setInt32(0, value, !bigEndian);
    this.add(bytes, 0, 4);
  }

  /** Adds a value with its edits. */
  item(item: Item): void {
    if (item.inside === undefined) this.add(item.source.bytes, item.start, item.end);
    else this.container(item.inside);
  }

  /** Adds a key and its value. */
  entry(item: Item): void {
    this.add(item.keySource.bytes, item.keyStart, item.keyEnd);
    this.item(item);
  }

  private container(container: ContainerNode): void {
    const { source, start, body, end } = container;
    if (container.length === container.count) this.add(source.bytes, start, body);
    else this.header(container, container.length);
    for (const run of container.runs()) {
      if (!Array.isArray(run)) this.entry(run);
      else this.add(source.bytes, container.originalStart(run[0]), container.originalStart(run[0] + run[1]));
    }
    const bodyEnd = body + container.count * container.stride;
    if (container.stride > 0 && end - bodyEnd === container.padding) this.add(source.bytes, bodyEnd, end);
    else this.add(zeros, 0, container.padding);
  }

  /**
   * Adds the header of a container with another count. Keeps the highest bit of an Array's or a Dictionary's, Godot 2's shared bit. With that
   * bit, the count of texts or properties is negative, and means 0.
   */
  header({ source: { bytes }, type, start, body }: ContainerNode, count: number): void {
    this.add(bytes, start, body - 4);
    this.word(isContainerType(type) ? count | (((bytes[body - 1] as number) & 0x80) << 24) : count);
  }

  /** The concatenated bytes. */
  bytes(): Bytes {
    return join(this.pieces());
  }

  /** The ranges, not copied. Padding that is missing at the end of the last range is missing here too. */
  pieces(): Bytes[] {
    let left = this.source === undefined ? 0 : Math.max(this.end - this.source.length, 0);
    this.flush();
    const { parts } = this;
    for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
      if (last.length > left) {
        parts.push(last.subarray(0, last.length - left));
        break;
      }
      left -= last.length;
    }
    return parts;
  }

  private flush(): void {
    const { source, begin, end } = this;
    if (source === undefined) return;
    const part = source.subarray(begin, end);
    const missing = end - begin - part.length;
    this.parts.push(part);
    if (missing > 0) this.parts.push(zeros.subarray(0, missing));
    this.source = undefined;
  }
}

const zeros = new Uint8Array(4);
