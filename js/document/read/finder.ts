// Finds the entry with a key in a container.
import { withinStack } from "../../base/call-stack.js";
import type { VariantError } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import { formatPath } from "../../base/path.js";
import { TextEncoder } from "../../base/text-coders.js";
import { OldKeys } from "../../codec/encode/old-keys.js";
import { isPlainInt, wordOf } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import type { Dictionary, Variant } from "../../values/variant.js";
import { keySizeAt, startAt } from "../../wasm/value-index.js";
import type { ContainerNode, Item } from "./container-node.js";
import { encodePart } from "./encode-part.js";
import { DocumentNode } from "./node.js";
import { Output } from "./output.js";
import type { Place, Reader } from "./reader.js";
import type { Source } from "./source.js";

const encoder = new TextEncoder();
/** Up to this many entries, a linear search for a name is faster than a table of all keys. */
const fewEntries = 32;
const mostNames = 1000;
/** What a key may have and its bytes not: what invalid UTF-8 becomes, and characters that may be two encoded surrogates. No key has a NUL. */
const hasOtherBytes = /[\0\ufffd\ud800-\udfff]/;

/** The numbers of a container's entries by key. */
interface Table {
  /** The last entry of each key. */
  readonly numbers: Dictionary;
  readonly keys: OldKeys;
  /** All entries of each key that several entries have, in order, by the last of them. Known only in edited containers. */
  readonly repeated: Map<number, number[]> | undefined;
}

/** Finds entries by their keys. */
export class Finder {
  private readonly reader: Reader;
  /** Tables of unedited containers by their offset. Edited containers have tables of their own in `edited`. */
  private readonly tables = new WeakMap<Source, Map<number, Table>>();
  private readonly edited = new WeakMap<ContainerNode, Table>();
  private readonly names = new Map<string, Uint8Array>();

  constructor(reader: Reader) {
    this.reader = reader;
  }

  /**
   * The position of the entry with a key; -1 if no entry has it. Of several equal keys, the last one counts. Throws `bad-path` where keys that
   * are not equal have the same content.
   */
  position(container: ContainerNode, key: unknown): number {
    if (!container.keyed) return indexOf(key, container.length);
    const found = this.namePosition(container, key);
    if (found >= 0) return found;
    const { numbers } = this.table(container);
    const known = this.knownKey(container, key);
    return known === undefined ? -1 : container.positionOf(Number(numbers.get(known)));
  }

  /** The key in the table that a key of a path means. */
  private knownKey(container: ContainerNode, key: unknown): Variant | undefined {
    const { keys } = this.table(container);
    const known = typeof key === "object" ? withinStack(() => keys.findOrSimilar(key)) : keys.find(key);
    if (known !== undefined && keys.hasTwin(known)) throw this.severalKeys(known);
    return known;
  }

  private severalKeys(key: unknown): VariantError {
    return this.reader.format.error("bad-path", hint("equal-keys", formatPath([key])));
  }

  /**
   * The keys of a difference, in which a whole number is an int: as bigints where a number would also mean a float. Throws `bad-path` for a
   * key that several entries have, of which a difference may mean any.
   */
  statedKeys(keys: readonly unknown[]): readonly unknown[] {
    let item: Item | undefined = this.reader.root;
    return keys.map((key) => {
      const container = item && this.reader.inside(item);
      if (container === undefined) return key;
      const stated = container.keyed ? statedKey(key) : key;
      const position = this.position(container, stated);
      if (position >= 0 && container.keyed && this.isRepeated(container, stated)) throw this.severalKeys(key);
      item = position < 0 ? undefined : container.item(position);
      return stated;
    });
  }

  private isRepeated(container: ContainerNode, key: unknown): boolean {
    const found = this.namePosition(container, key);
    if (found >= 0) return this.namePosition(container, key, found) >= 0;
    const { numbers, repeated = this.repeatedIn(container, numbers) } = this.table(container);
    const known = this.knownKey(container, key);
    return known !== undefined && repeated.has(Number(numbers.get(known)));
  }

  /** The position of the entry whose key equals one that was read in `exact` mode, by type and all; -1 if there is none. */
  exactPosition(container: ContainerNode, key: Variant): number {
    const number = this.table(container).numbers.get(key);
    return number === undefined ? -1 : container.positionOf(Number(number));
  }

  /** The entry with a key; undefined if the value has no such entry. */
  entry(item: Item, key: unknown): Place | undefined {
    const container = this.reader.inside(item);
    const position = container === undefined ? -1 : this.position(container, key);
    if (container === undefined || position < 0) return undefined;
    return { item: container.item(position), container, position };
  }

  /** The value at a path; undefined if the path leads to no value. */
  find(keys: readonly unknown[]): Place | undefined {
    let place: Place | undefined = { item: this.reader.root, container: undefined, position: 0 };
    for (const key of keys) place = place && this.entry(place.item, key);
    return place;
  }

  /** The node at a path; undefined if the path leads to no value. */
  node(keys: readonly unknown[]): DocumentNode | undefined {
    const { reader } = this;
    let node = new DocumentNode(reader, reader.root);
    let { root: item } = reader;
    for (const key of keys) {
      const place = this.entry(item, key);
      if (place === undefined) return undefined;
      item = place.item;
      node = new DocumentNode(reader, item, node, place.container, place.position);
    }
    return node;
  }

  /** Updates the table after an entry was removed, and one was inserted at position `added` (-1 if none was). */
  update(container: ContainerNode, removed: Item | undefined, added: number): void {
    const table = this.edited.get(container);
    if (table === undefined) return;
    const { numbers, repeated } = table;
    if (removed !== undefined)
      leave(
        numbers,
        repeated,
        this.reader.keys.key(removed, container, true) as Variant,
        removed.number as number,
      );
    if (added >= 0) {
      const key = this.reader.keys.key(container.item(added), container, true) as Variant;
      enter(numbers, repeated, key, container, added);
    }
    this.edited.set(container, { numbers, keys: new OldKeys(numbers, false), repeated });
  }

  /**
   * The position of the last entry before `past` whose key is a String or StringName with these bytes, or with a NUL and more behind them,
   * where engines end it. -1 if there is none, and where a table is needed to know.
   */
  private namePosition(container: ContainerNode, name: unknown, past = container.length): number {
    if (typeof name !== "string" || container.length > fewEntries || hasOtherBytes.test(name)) return -1;
    const text = this.textOf(name);
    const { stringId, nameId } = this.reader.format;
    const before = container.type === Type.Object ? 4 : 8;
    const size = before + text.length + (-text.length & 3);
    for (let position = past - 1; position >= 0; position--) {
      const child = container.child(position);
      const node = typeof child === "number" ? container.nodeOf(child) : 0;
      const keySize = typeof child === "number" ? keySizeAt(container.source, node) : child.keySize;
      if (keySize < size) continue;
      const { bytes } = typeof child === "number" ? container.source : child.keySource;
      const keyStart = typeof child === "number" ? startAt(container.source, node) - keySize : child.keyStart;
      const type = bytes[keyStart];
      if (before === 8 && type !== stringId && type !== nameId) continue;
      const at = keyStart + before;
      // Equal sizes leave only the lowest byte of the length to compare.
      const isSame = keySize === size && bytes[at - 4] === (text.length & 0xff);
      const goesOn = bytes[at + text.length] === 0 && wordOf(bytes, at - 4) > text.length;
      if ((isSame || goesOn) && text.every((byte, i) => bytes[at + i] === byte)) return position;
    }
    return -1;
  }

  /** Encodes a name as UTF-8. Caches it, because programs ask for the same names many times. */
  private textOf(name: string): Uint8Array {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (this.names.size > mostNames) this.names.clear();
    const text = encoder.encode(name);
    this.names.set(name, text);
    return text;
  }

  private table(container: ContainerNode): Table {
    if (container.edited) {
      const known = this.edited.get(container) ?? this.makeTable(container);
      this.edited.set(container, known);
      return known;
    }
    const tables = this.tables.get(container.source) ?? new Map<number, Table>();
    this.tables.set(container.source, tables);
    const known = tables.get(container.start) ?? this.makeTable(container);
    tables.set(container.start, known);
    return known;
  }

  /** Decodes all keys at once, as a Dictionary from keys to entry numbers. */
  private makeTable(container: ContainerNode): Table {
    const output = new Output();
    const { format } = this.reader;
    output.add(encodePart(format, new Map()), 0, 4);
    output.word(container.length);
    const int = encodePart(format, 0n);
    const ints = new Uint8Array(container.length * int.length);
    const view = new DataView(ints.buffer);
    for (let position = 0, at = 0; position < container.length; position++, at += int.length) {
      const item = container.item(position);
      const number = container.numberAt(position);
      if (container.type === Type.Object)
        output.add(this.reader.keys.bytes(item, container), 0, 4 + item.keySize);
      else output.add(item.keySource.bytes, item.keyStart, item.keyEnd);
      ints.set(int, at);
      view.setInt32(at + 4, number, true);
      if (int.length > 8) view.setInt32(at + 8, number >> 31, true);
      output.add(ints, at, at + int.length);
    }
    const numbers = format.decodeParts(output.bytes()) as Dictionary;
    const repeated = container.edited ? this.repeatedIn(container, numbers) : undefined;
    return { numbers, keys: new OldKeys(numbers, false), repeated };
  }

  private repeatedIn(container: ContainerNode, numbers: Dictionary): Map<number, number[]> {
    const repeated = new Map<number, number[]>();
    if (numbers.size === container.length) return repeated;
    for (let position = 0; position < container.length; position++) {
      const number = container.numberAt(position);
      const key = this.reader.keys.key(container.item(position), container, true) as Variant;
      // A key such as [NaN] equals no other one, not even itself when it is decoded again.
      const last = Number(numbers.get(key) ?? number);
      const entries = repeated.get(last);
      if (entries !== undefined) entries.push(number);
      else if (last !== number) repeated.set(last, [number]);
    }
    return repeated;
  }
}

/** Removes entry `number` from a table: the one before it with an equal key takes its place. */
function leave(numbers: Dictionary, repeated: Table["repeated"], key: Variant, number: number): void {
  const last = Number(numbers.get(key));
  const entries = repeated?.get(last);
  if (entries === undefined) {
    if (!numbers.delete(key)) deleteByNumber(numbers, number);
    return;
  }
  repeated?.delete(last);
  entries.splice(entries.lastIndexOf(number), 1);
  const next = entries.at(-1) as number;
  if (entries.length > 1) repeated?.set(next, entries);
  numbers.set(key, BigInt(next));
}

/** Deletes a key that equals no other one, not even itself when it is decoded again. */
function deleteByNumber(numbers: Dictionary, number: number): void {
  for (const [key, value] of numbers) {
    if (Number(value) !== number) continue;
    numbers.delete(key);
    return;
  }
}

/** Adds the entry at a position to a table, among those with an equal key. */
function enter(
  numbers: Dictionary,
  repeated: Table["repeated"],
  key: Variant,
  container: ContainerNode,
  position: number,
): void {
  const number = container.numberAt(position);
  const last = numbers.get(key);
  if (last === undefined) {
    numbers.set(key, BigInt(number));
    return;
  }
  const entries = repeated?.get(Number(last)) ?? [Number(last)];
  let at = entries.length;
  while (at > 0 && container.positionOf(entries[at - 1] as number) > position) at--;
  repeated?.delete(Number(last));
  entries.splice(at, 0, number);
  repeated?.set(entries.at(-1) as number, entries);
  numbers.set(key, BigInt(entries.at(-1) as number));
}

/** The position that a key means; a negative key counts from the end. -1 if the key is not a valid index. */
function indexOf(key: unknown, length: number): number {
  const index = typeof key === "bigint" ? Number(key) : key;
  if (typeof index !== "number" || !Number.isInteger(index)) return -1;
  const position = index < 0 ? length + index : index;
  return position < length ? Math.max(position, -1) : -1;
}

/** The key of a difference, in which a whole number is an int. */
export const statedKey = (key: unknown): unknown =>
  typeof key === "number" && isPlainInt(key) ? BigInt(key) : key;
