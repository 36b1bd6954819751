import type { Branch } from "./container-node.js";
import type { Source } from "./source.js";

/** A value, and the key in front of it, as they stand in some bytes. */
export class Item {
  readonly source: Source;
  /** Record of the value; -1 for an element of a packed array, which has none and no header. */
  readonly node: number;
  readonly type: number;
  readonly start: number;
  readonly end: number;
  /** Where the key stands; nothing for elements. */
  readonly keySource: Source;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** What is inside, once it was edited. */
  branch: Branch | undefined;
  /** Tells the entry from others of its container: its number in the source, or a negative one. */
  number: number | undefined;

  constructor(source: Source, node: number, type: number, start: number, end: number, key?: KeyPlace) {
    this.source = source;
    this.node = node;
    this.type = type;
    this.start = start;
    this.end = end;
    this.keySource = key?.keySource ?? source;
    this.keyStart = key?.keyStart ?? start;
    this.keyEnd = key?.keyEnd ?? start;
  }

  /** The same value with another key. */
  withKey(key: KeyPlace): Item {
    const item = new Item(this.source, this.node, this.type, this.start, this.end, key);
    item.branch = this.branch;
    return item;
  }

  get keySize(): number {
    return this.keyEnd - this.keyStart;
  }

  /** Bytes of the value, edited as it is. */
  get size(): number {
    return this.branch?.size ?? this.end - this.start;
  }
}

/** Where a key stands. */
export type KeyPlace = Pick<Item, "keySource" | "keyStart" | "keyEnd">;
