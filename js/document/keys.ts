import { OldKeys } from "../codec/encode/keep-types.js";
import { Type } from "../table/table.gen.js";
import type { Dictionary } from "../values/dictionary.js";
import { StringName } from "../values/small-values.js";
import type { Variant } from "../values/values.js";
import type { Branch } from "./container-node.js";
import type { Item } from "./item.js";
import { Output } from "./output.js";
import { type Format, keySizeAt, type Source, wordAt } from "./source.js";

const encoder = new TextEncoder();
/** In containers of up to so many entries a name is looked for from the end on, without a table of all keys. */
const fewEntries = 32;
const mostNames = 1000;

/** Numbers of entries by their exact keys. */
interface Table {
  readonly numbers: Dictionary;
  readonly keys: OldKeys;
}

/** Finds entries by their keys. */
export class Keys {
  private readonly format: Format;
  /** Tables of containers without edits, by the places of their lists, and of those with some. */
  private readonly tables = new WeakMap<Source, Map<number, Table>>();
  private readonly edited = new WeakMap<Branch, Table>();
  private readonly names = new Map<string, Uint8Array>();
  private headers: { string: number; name: number } | undefined;

  constructor(format: Format) {
    this.format = format;
  }

  /** The position of the entry that a key means; -1 when there is none. The last one of equal keys counts. */
  find(branch: Branch, key: unknown): number {
    if (!branch.keyed) return indexOf(key, branch.length);
    if (typeof key === "string" && branch.length <= fewEntries) {
      const found = this.findName(branch, key);
      if (found >= 0) return found;
    }
    const { keys, numbers } = this.table(branch);
    const known = keys.find(key);
    return known === undefined ? -1 : branch.positionOf(Number(numbers.get(known)));
  }

  /** The key of an entry; undefined for elements. */
  key(item: Item, branch: Branch, exact?: boolean): Variant | undefined {
    return branch.keyed ? this.format.decode(this.keyBytes(item, branch), exact) : undefined;
  }

  /** The key as a value: the name of a property gets the header of a String. */
  private keyBytes({ keySource, keyStart, keyEnd }: Item, branch: Branch): Uint8Array<ArrayBuffer> {
    const bytes = keySource.bytes.subarray(keyStart, keyEnd);
    if (branch.type !== Type.Object) return bytes;
    const value = new Uint8Array(4 + bytes.length);
    value[0] = this.headersOfNames().string;
    value.set(bytes, 4);
    return value;
  }

  /** Brings the table up to date after an entry went, and another came at a position; -1 when none did. */
  update(branch: Branch, removed: Item | undefined, added: number): void {
    const table = this.edited.get(branch);
    if (table === undefined) return;
    const before = branch.length + (removed ? 1 : 0) - (added < 0 ? 0 : 1);
    const { numbers } = table;
    // With equal keys, another entry takes the place of the one that goes.
    if (numbers.size !== before) {
      this.edited.delete(branch);
      return;
    }
    if (removed !== undefined) numbers.delete(this.key(removed, branch, true) as Variant);
    if (added >= 0)
      numbers.set(this.key(branch.item(added), branch, true) as Variant, BigInt(branch.numberAt(added)));
    this.edited.set(branch, { numbers, keys: new OldKeys(numbers, false) });
  }

  /** Compares bytes: finds a String or StringName that is written as usual. */
  private findName(branch: Branch, name: string): number {
    const text = this.textOf(name);
    const headers = this.headersOfNames();
    const before = branch.type === Type.Object ? 4 : 8;
    const size = before + text.length + (-text.length & 3);
    for (let position = branch.length - 1; position >= 0; position--) {
      const child = branch.child(position);
      const node = typeof child === "number" ? branch.nodeOf(child) : 0;
      const keySize = typeof child === "number" ? keySizeAt(branch.source, node) : child.keySize;
      if (keySize !== size) continue;
      const { bytes } = typeof child === "number" ? branch.source : child.keySource;
      const keyStart = typeof child === "number" ? wordAt(branch.source, node) - size : child.keyStart;
      const type = bytes[keyStart];
      if (before === 8 && type !== headers.string && type !== headers.name) continue;
      const at = keyStart + before;
      // The size tells the rest of the length.
      if (bytes[at - 4] === (text.length & 0xff) && text.every((byte, i) => bytes[at + i] === byte))
        return position;
    }
    return -1;
  }

  /** The UTF-8 of a name: the same ones are asked for again and again. */
  private textOf(name: string): Uint8Array {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (this.names.size > mostNames) this.names.clear();
    const text = encoder.encode(name);
    this.names.set(name, text);
    return text;
  }

  private table(branch: Branch): Table {
    if (branch.edited) {
      const known = this.edited.get(branch) ?? this.makeTable(branch);
      this.edited.set(branch, known);
      return known;
    }
    const tables = this.tables.get(branch.source) ?? new Map<number, Table>();
    this.tables.set(branch.source, tables);
    const known = tables.get(branch.start) ?? this.makeTable(branch);
    tables.set(branch.start, known);
    return known;
  }

  /** Has all keys decoded at once, as those of a Dictionary that holds the numbers. */
  private makeTable(branch: Branch): Table {
    const output = new Output();
    const { format } = this;
    output.add(format.encode(new Map()), 0, 4);
    output.word(branch.length);
    const int = format.encode(0n);
    const ints = new Uint8Array(branch.length * int.length);
    const view = new DataView(ints.buffer);
    for (let position = 0, at = 0; position < branch.length; position++, at += int.length) {
      const item = branch.item(position);
      const number = branch.numberAt(position);
      if (branch.type === Type.Object) output.add(this.keyBytes(item, branch), 0, 4 + item.keySize);
      else output.add(item.keySource.bytes, item.keyStart, item.keyEnd);
      ints.set(int, at);
      view.setInt32(at + 4, number, true);
      if (int.length > 8) view.setInt32(at + 8, number >> 31, true);
      output.add(ints, at, at + int.length);
    }
    const numbers = format.decodeParts(output.bytes()) as Dictionary;
    return { numbers, keys: new OldKeys(numbers, false) };
  }

  private headersOfNames() {
    if (this.headers !== undefined) return this.headers;
    const { format } = this;
    const first = (value: unknown) => format.encode(value)[0] as number;
    const string = first("");
    let name = string;
    try {
      name = first(new StringName(""));
    } catch {
      // This dialect has none.
    }
    this.headers = { string, name };
    return this.headers;
  }
}

/** The index that a key means; negative ones count from the end; -1 when there is none. */
function indexOf(key: unknown, length: number): number {
  const index = typeof key === "bigint" ? Number(key) : key;
  if (typeof index !== "number" || !Number.isInteger(index)) return -1;
  const position = index < 0 ? length + index : index;
  return position < length ? Math.max(position, -1) : -1;
}
