import type { TypeName } from "../table/table.gen.js";
import type { Variant } from "../values/values.js";
import type { Branch } from "./container-node.js";
import type { Item } from "./item.js";
import type { Reader } from "./reader.js";
import { typeName } from "./source.js";

/** `inventory[3].stats.hp`, or an array of keys and indices. */
export type Path = string | readonly unknown[];

/** Where the values of a document stand: plain data, to be sent to a worker and given to `open` there. */
export interface DocumentIndex {
  /** Records of three words: where a value stands; its type and the size of its key; where its children are listed. */
  readonly index: Int32Array<ArrayBuffer>;
  /** Where the whole value ends; behind the bytes when its padding is missing. */
  readonly end: number;
}

/** A range of bytes: where it begins, and how many there are. */
export type ByteRange = readonly [offset: number, length: number];

/** A value in a Document, with its place. It can be asked until the next edit. */
export class DocumentNode {
  readonly #reader: Reader;
  readonly #version: number;
  readonly #item: Item;
  readonly #position: number;
  readonly #branch: Branch | undefined;
  #inside: Branch | undefined;
  /** The container around it; undefined for the whole value. */
  readonly parent: DocumentNode | undefined;

  /** @internal */
  constructor(reader: Reader, item: Item, parent?: DocumentNode, branch?: Branch, position = 0) {
    this.#reader = reader;
    this.#version = reader.version;
    this.#item = item;
    this.parent = parent;
    this.#branch = branch;
    this.#position = position;
  }

  #read(): Reader {
    if (this.#version !== this.#reader.version)
      throw this.#reader.format.error("bad-path", "the document was edited: ask it for the node again");
    return this.#reader;
  }

  /** Godot's name of the type. */
  get type(): TypeName {
    return typeName(this.#item.type) as TypeName;
  }

  /** The key or index in the container, as paths have it; undefined for the whole value. */
  get key(): Variant | undefined {
    const branch = this.#branch;
    return branch && this.#read().pathKey(branch, this.#position);
  }

  /** Which of the values in its container it is, from 0 on; 0 for the whole value. */
  get position(): number {
    return this.#position;
  }

  /** Keys and indices from the top. */
  get keys(): Variant[] {
    const keys: Variant[] = [];
    for (let node: DocumentNode = this; node.parent !== undefined; node = node.parent)
      keys.push(node.key as Variant);
    return keys.reverse();
  }

  /** `inventory[3].stats.hp`; empty for the whole value. */
  get path(): string {
    return this.#read().pathOf(this.keys);
  }

  /** Where the value stands in the bytes of the document. */
  get offset(): number {
    return this.#entry() + this.#item.keySize;
  }

  /** Bytes of the value, with its header and padding. */
  get byteLength(): number {
    this.#read();
    return this.#item.size;
  }

  /** Where the entry begins: its key, where there is one. */
  #entry(): number {
    const { parent } = this;
    const reader = this.#read();
    if (parent === undefined || this.#branch === undefined) return reader.root.start;
    if (!reader.edited) return this.#item.keyStart;
    const branch = this.#branch;
    return parent.offset + branch.body - branch.start + branch.sizeBefore(this.#position);
  }

  /** The bytes of the key, the header, the payload and the padding at the end; together they are the entry. */
  get ranges(): { key: ByteRange; header: ByteRange; payload: ByteRange; padding: ByteRange } {
    const reader = this.#read();
    const { offset } = this;
    const { size, keySize, node } = this.#item;
    const header = node < 0 ? 0 : Math.min(this.#container()?.headerSize ?? 4, size);
    const padding = reader.paddingOf(this.#item, this.#container());
    return {
      key: [offset - keySize, keySize],
      header: [offset, header],
      payload: [offset + header, size - header - padding],
      padding: [offset + size - padding, padding],
    };
  }

  /** Values in it: elements, entries or properties. */
  get childCount(): number {
    this.#read();
    return this.#container()?.length ?? 0;
  }

  /** So many of the values in it, from one on; all when absent. Takes a constant time for each. */
  children(start = 0, count = Number.POSITIVE_INFINITY): DocumentNode[] {
    const reader = this.#read();
    const branch = this.#container();
    const first = Math.max(0, start);
    const end = Math.min(first + count, branch?.length ?? 0);
    return Array.from(
      { length: Math.max(0, end - first) },
      (_, i) => new DocumentNode(reader, (branch as Branch).item(first + i), this, branch, first + i),
    );
  }

  /** The value, decoded; in the document's mode when none is given. */
  value(mode?: "plain" | "exact"): Variant {
    return this.#read().value(this.#item, this.#branch, mode);
  }

  /** An Array or Dictionary without its entries, in `exact` mode: it has the declared types. Undefined for other values. */
  get empty(): Variant | undefined {
    const branch = this.#container();
    return branch === undefined || branch.packed ? undefined : this.#read().sample(branch);
  }

  /** Whether the value or its key came with an edit, or has come back with one; values around it have not. */
  get isNew(): boolean {
    const { source } = this.#read();
    return this.#item.source !== source || this.#item.keySource !== source;
  }

  #container(): Branch | undefined {
    this.#inside ??= this.#reader.inside(this.#item);
    return this.#inside;
  }

  /** `hp: int`, for people. */
  toString(): string {
    return `${this.path || "."}: ${this.type}`;
  }
}
