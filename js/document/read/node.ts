// DocumentNode: a value in a Document, and its place.
import { hint } from "../../base/hints.js";
import type { TypeName } from "../../table/table.gen.js";
import type { Variant } from "../../values/variant.js";
import { startAt } from "../../wasm/value-index.js";
import type { ContainerNode, Item } from "./container-node.js";
import type { ByteRange } from "./places.js";
import type { Reader } from "./reader.js";
import { typeName } from "./source.js";

/**
 * A value in a Document, and its place. Valid until the next edit: afterwards, `type`, `position` and `parent` stay what they were, and all
 * else throws `bad-path`.
 *
 * @example
 * ```ts
 * for (const item of save.node("inventory")?.children() ?? []) console.log(item.path, item.type);
 * ```
 */
export class DocumentNode {
  readonly #reader: Reader;
  readonly #version: number;
  readonly #item: Item;
  readonly #position: number;
  readonly #container: ContainerNode | undefined;
  #inside: ContainerNode | undefined;
  /** The container around it; undefined for the root value. */
  readonly parent: DocumentNode | undefined;

  /** @internal */
  constructor(reader: Reader, item: Item, parent?: DocumentNode, container?: ContainerNode, position = 0) {
    this.#reader = reader;
    this.#version = reader.version;
    this.#item = item;
    this.parent = parent;
    this.#container = container;
    this.#position = position;
  }

  #read(): Reader {
    if (this.#version !== this.#reader.version)
      throw this.#reader.format.error("bad-path", hint("stale-node"));
    return this.#reader;
  }

  /** Godot's name of the type. */
  get type(): TypeName {
    return typeName(this.#item.type) as TypeName;
  }

  /** The key or index in the container, in the form that paths use; undefined for the root value. */
  get key(): Variant | undefined {
    const container = this.#container;
    return container && this.#read().pathKey(container, this.#position);
  }

  /** Position in its container, from 0; 0 for the root value. */
  get position(): number {
    return this.#position;
  }

  /** The keys and indices from the root to this value. */
  get keys(): Variant[] {
    const keys: Variant[] = [];
    for (let node: DocumentNode = this; node.parent !== undefined; node = node.parent)
      keys.push(node.key as Variant);
    return keys.reverse();
  }

  /** `inventory[3].stats.hp`; empty for the root value. */
  get path(): string {
    return this.#read().pathOf(this.keys);
  }

  /** Byte offset of the value in the document. */
  get offset(): number {
    return this.#entry() + this.#item.keySize;
  }

  /** Size of the value in bytes, with header and padding. */
  get byteLength(): number {
    this.#read();
    return this.#item.size;
  }

  /** Byte offset of the entry, which begins with the key if it has one. */
  #entry(): number {
    const { parent } = this;
    const reader = this.#read();
    // Another root value stands where the old one stood, though its bytes have other places.
    if (parent === undefined || this.#container === undefined) return startAt(reader.source, 0);
    if (!reader.edited) return this.#item.keyStart;
    const container = this.#container;
    return parent.offset + container.body - container.start + container.sizeBefore(this.#position);
  }

  /** The byte ranges of key, header, payload and padding, which together make up the entry. */
  get ranges(): { key: ByteRange; header: ByteRange; payload: ByteRange; padding: ByteRange } {
    const reader = this.#read();
    const { offset } = this;
    const { size, keySize, node } = this.#item;
    const header = node < 0 ? 0 : Math.min(this.#entries()?.headerSize ?? 4, size);
    const padding = reader.paddingOf(this.#item, this.#entries());
    return {
      key: [offset - keySize, keySize],
      header: [offset, header],
      payload: [offset + header, size - header - padding],
      padding: [offset + size - padding, padding],
    };
  }

  /** Number of elements, entries or properties. */
  get childCount(): number {
    this.#read();
    return this.#entries()?.length ?? 0;
  }

  /**
   * The values inside: `count` of them from position `start` on, by default all. Takes constant time for each.
   *
   * @param start - The position of the first one.
   * @param count - How many; fewer at the end.
   * @returns The nodes; empty for a value without contents.
   * @throws RangeError for what is not a whole number.
   */
  children(start = 0, count = Number.POSITIVE_INFINITY): DocumentNode[] {
    const reader = this.#read();
    if (!Number.isInteger(start) || !(Number.isInteger(count) || count === Number.POSITIVE_INFINITY))
      throw new RangeError("children takes whole numbers.");
    const container = this.#entries();
    const first = Math.max(0, start);
    const end = Math.min(first + count, container?.length ?? 0);
    return Array.from(
      { length: Math.max(0, end - first) },
      (_, i) =>
        new DocumentNode(reader, (container as ContainerNode).item(first + i), this, container, first + i),
    );
  }

  /**
   * The decoded value, by default in the document's mode.
   *
   * @param mode - `plain` or `exact`; by default the mode of the document.
   * @returns The value.
   */
  value(mode?: "plain" | "exact"): Variant;
  /**
   * The decoded value, of a type that you know. Nothing checks the type.
   *
   * @param mode - `plain` or `exact`; by default the mode of the document.
   * @returns The value as a `T`.
   */
  value<T>(mode?: "plain" | "exact"): T;
  value(mode?: "plain" | "exact"): unknown {
    return this.#read().value(this.#item, this.#container, mode);
  }

  /** An empty Array or Dictionary with the declared types of this one, in `exact` mode. Undefined for other values. */
  get empty(): Variant | undefined {
    const container = this.#entries();
    return container === undefined || container.packed ? undefined : this.#read().sample(container);
  }

  /** Whether an edit wrote the value or its key. The containers around an edited value do not count as new. */
  get isNew(): boolean {
    const { source } = this.#read();
    return this.#item.source !== source || this.#item.keySource !== source;
  }

  #entries(): ContainerNode | undefined {
    this.#inside ??= this.#reader.inside(this.#item);
    return this.#inside;
  }

  /** `hp: int`, for people. */
  toString(): string {
    return `${this.path || "."}: ${this.type}`;
  }
}

/** @internal The innermost node around a byte of an unedited document. Elements of packed arrays are not nodes. */
export function nodeAt(reader: Reader, offset: number): DocumentNode | undefined {
  let node = new DocumentNode(reader, reader.root);
  let { root: item } = reader;
  if (offset < item.start || offset >= item.end) return undefined;
  for (;;) {
    const container = reader.inside(item);
    if (container === undefined || container.packed || offset < container.body) return node;
    const position = container.originalAt(offset);
    item = container.original(position);
    node = new DocumentNode(reader, item, node, container, position);
    if (offset < item.start) return node;
  }
}
