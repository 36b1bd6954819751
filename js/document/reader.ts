import { formatPath, parsePath } from "../base/path.js";
import { Type } from "../table/table.gen.js";
import { Float, StringName } from "../values/small-values.js";
import type { Variant } from "../values/values.js";
import { Branch } from "./container-node.js";
import { Item } from "./item.js";
import { Keys } from "./keys.js";
import { DocumentNode, type Path } from "./node.js";
import { Output } from "./output.js";
import { type Format, type Source, typeAt, wordAt } from "./source.js";

type Bytes = Uint8Array<ArrayBuffer>;
/** Where a value stands: in its container, at a position. */
export interface Place {
  readonly item: Item;
  /** Undefined for the whole value. */
  readonly branch: Branch | undefined;
  readonly position: number;
}

/** Objects of at most this many bytes are null, or only an id. */
const idObject = 12;

/** Reads values of a document where they stand. */
export class Reader {
  readonly format: Format;
  readonly keys: Keys;
  readonly source: Source;
  root: Item;
  /** Counts edits. */
  version = 0;

  constructor(format: Format, source: Source) {
    this.format = format;
    this.keys = new Keys(format);
    this.source = source;
    this.root = itemAt(source);
  }

  get edited(): boolean {
    return this.version > 0;
  }

  /** The keys of a path. Throws `bad-path`. */
  keysOf(path: Path): readonly unknown[] {
    if (typeof path === "string") return parsePath(path);
    if (Array.isArray(path)) return path;
    throw new TypeError("a path is a string or an array of keys");
  }

  pathOf(keys: readonly unknown[]): string {
    return formatPath(keys);
  }

  /** The entries of a value; undefined when it has none by its type. */
  inside(item: Item): Branch | undefined {
    if (item.branch !== undefined) return item.branch;
    const { type, node } = item;
    const holds =
      type === Type.Object
        ? item.end - item.start > idObject
        : type >= Type.Dictionary && type <= Type.PackedVector4Array;
    return holds && node >= 0 ? new Branch(item) : undefined;
  }

  /** What a path leads to; undefined when there is nothing. */
  find(keys: readonly unknown[]): Place | undefined {
    let place: Place = { item: this.root, branch: undefined, position: 0 };
    for (const key of keys) {
      const branch = this.inside(place.item);
      const position = branch === undefined ? -1 : this.keys.find(branch, key);
      if (branch === undefined || position < 0) return undefined;
      place = { item: branch.item(position), branch, position };
    }
    return place;
  }

  /** The node of a path; undefined when there is nothing. */
  node(keys: readonly unknown[]): DocumentNode | undefined {
    let node: DocumentNode | undefined = new DocumentNode(this, this.root);
    let { root: item } = this;
    for (const key of keys) {
      const branch = this.inside(item);
      const position = branch === undefined ? -1 : this.keys.find(branch, key);
      if (branch === undefined || position < 0) return undefined;
      item = branch.item(position);
      node = new DocumentNode(this, item, node, branch, position);
    }
    return node;
  }

  /** The innermost value, of those that are no elements, around a byte of a document without edits. */
  nodeAt(offset: number): DocumentNode | undefined {
    let node = new DocumentNode(this, this.root);
    let { root: item } = this;
    if (offset < item.start || offset >= item.end) return undefined;
    for (;;) {
      const branch = this.inside(item);
      if (branch === undefined || branch.packed || offset < branch.body) return node;
      const position = branch.originalAt(offset);
      item = branch.original(position);
      node = new DocumentNode(this, item, node, branch, position);
      if (offset < item.start) return node;
    }
  }

  /** The key of the entry at a position: ints and floats as numbers where that tells them apart, names as strings. */
  pathKey(branch: Branch, position: number): Variant {
    if (!branch.keyed) return position;
    const key = this.keys.key(branch.item(position), branch, true) as Variant;
    if (typeof key === "bigint") return Number.isSafeInteger(Number(key)) ? Number(key) : key;
    if (typeof key === "number") return Number.isSafeInteger(key) ? new Float(key) : key;
    return key instanceof StringName ? key.text : key;
  }

  /** The bytes of a value, as it was edited. */
  bytes(item: Item): Bytes {
    if (item.branch === undefined) return item.source.bytes.subarray(item.start, item.end);
    const output = new Output();
    output.item(item);
    return output.bytes();
  }

  /** The decoded value; `branch` is what it stands in. */
  value(item: Item, branch: Branch | undefined, mode?: "plain" | "exact"): Variant {
    const exact = mode === undefined ? undefined : mode === "exact";
    if (item.node >= 0 || branch === undefined) return this.format.decode(this.bytes(item), exact);
    // An element has no header: it is read as the only one of an array.
    const output = new Output();
    output.header(branch, 1);
    output.item(item);
    const array = this.format.decode(output.bytes(), exact);
    return (array as readonly Variant[]).at(0) as Variant;
  }

  /** What a container is without its entries, as an exact value. */
  sample(branch: Branch): Variant {
    const output = new Output();
    output.header(branch, 0);
    return this.format.decode(output.bytes(), true);
  }

  /** Bytes of padding at the end of a value. */
  paddingOf({ type, node, source: { bytes }, start }: Item, branch: Branch | undefined): number {
    if (branch !== undefined) return branch.packed ? branch.padding : 0;
    if (type !== Type.String && type !== Type.StringName) return 0;
    return -(bytes[node < 0 ? start : start + 4] as number) & 3;
  }

  /** All bytes of the document. */
  toBytes(): Bytes {
    const { source, root } = this;
    const { bytes } = source;
    if (!this.edited) return bytes.slice();
    const whole = itemAt(source);
    const output = new Output();
    output.add(bytes, 0, whole.start);
    output.item(root);
    if (whole.end < bytes.length) output.add(bytes, whole.end, bytes.length);
    const result = output.bytes();
    if (this.format.framed) {
      const length = new DataView(result.buffer);
      length.setUint32(0, length.getUint32(0, true) + result.length - bytes.length, true);
    }
    return result;
  }
}

/** The whole value of a source. */
export function itemAt(source: Source): Item {
  return new Item(source, 0, typeAt(source, 0), wordAt(source, 0), source.end);
}
