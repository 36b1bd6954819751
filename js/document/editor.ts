import { reconcile } from "../codec/encode/keep-types.js";
import { Type, type TypeName } from "../table/table.gen.js";
import { Branch } from "./container-node.js";
import type { Difference } from "./diff/diff.js";
import { type Change, History, type Step } from "./history.js";
import type { Item } from "./item.js";
import { Maker } from "./new-values.js";
import type { Path } from "./node.js";
import type { Place, Reader } from "./reader.js";
import { typeName } from "./source.js";
import { converted, fitting } from "./type-changes.js";

/** Edits a document: every edit replaces, adds or takes away entries, and can be taken back. */
export class Editor {
  readonly history: History;
  private readonly reader: Reader;
  private readonly maker: Maker;

  constructor(reader: Reader) {
    this.reader = reader;
    this.maker = new Maker(reader);
    this.history = new History(reader);
  }

  /** Replaces a value by one of the same type. Throws `bad-path`, `wrong-type` and what `encode` throws. */
  set(path: Path, value: unknown): void {
    const keys = this.reader.keysOf(path);
    const { item, branch, position } = this.place(keys);
    const old = item.node < 0 ? null : this.reader.format.decode(this.maker.oldBytes(item, value), true);
    const made = this.maker.make(branch, position, keys, reconcile(value, old, this.maker.exact));
    if (!this.maker.keepsType(item, made))
      throw this.maker.wrongType(keys, `${typeName(item.type)} is stored here: ${fitting(old, item.type)}`);
    this.replace("set", keys, branch, position, made);
  }

  /** Gives a value another type: the value that is there, converted, or a new one. Throws as `set`. */
  replaceType(path: Path, type: TypeName, value?: unknown): void {
    const keys = this.reader.keysOf(path);
    const { item, branch, position } = this.place(keys);
    const old = value === undefined ? this.reader.value(item, branch, "plain") : value;
    const made = this.maker.make(branch, position, keys, converted(old, type));
    if (typeName(made.type) !== type) throw this.maker.wrongType(keys, `this value is no ${type}: pass one`);
    this.replace("replaceType", keys, branch, position, made);
  }

  /** Adds an entry: before an index of an array, or under a new key, at the end or at a position. */
  insert(path: Path, value: unknown, position?: number): void {
    const keys = this.reader.keysOf(path);
    const branch = this.container(keys.slice(0, -1), keys);
    const key = keys.at(-1);
    const at = branch.keyed ? (position ?? branch.length) : key;
    if (!Number.isInteger(at) || Number(at) < 0 || Number(at) > branch.length)
      throw this.maker.badPath(keys, `an index from 0 to ${branch.length} is needed`);
    if (branch.keyed && this.reader.keys.find(branch, key) >= 0)
      throw this.maker.badPath(keys, "there is a value already: use set");
    const item = this.maker.makeNew(
      branch,
      keys,
      branch.keyed ? this.maker.keyBytes(branch, key) : none,
      value,
    );
    this.run("insert", keys, this.edited(keys.slice(0, -1)), Number(at), undefined, item);
  }

  /** Adds a value at the end of an array. */
  append(path: Path, value: unknown): void {
    const keys = this.reader.keysOf(path);
    const branch = this.container(keys, keys);
    if (branch.keyed)
      throw this.maker.badPath(keys, `a ${typeName(branch.type)} has no end: use insert with a key`);
    this.insert([...keys, branch.length], value);
  }

  /** Takes a value away, with its key. */
  delete(path: Path): void {
    const keys = this.reader.keysOf(path);
    const { branch, position } = this.place(keys);
    if (branch === undefined) throw this.maker.badPath(keys, "the whole value cannot be deleted");
    this.run("delete", keys, this.edited(keys.slice(0, -1)), position, position);
  }

  /** Gives an entry of a Dictionary or Object another key. */
  rename(path: Path, key: unknown): void {
    const keys = this.reader.keysOf(path);
    const { item, branch, position } = this.place(keys);
    if (!branch?.keyed) throw this.maker.badPath(keys, "only entries of a Dictionary or Object have names");
    const found = this.reader.keys.find(branch, key);
    const renamed = [...keys.slice(0, -1), key];
    if (found >= 0 && found !== position) throw this.maker.badPath(renamed, "there is a value already");
    const bytes = this.maker.keyBytes(branch, key);
    const object = branch.type === Type.Object;
    // The value of a property may depend on its name; a Dictionary's value stays where it is.
    const value = object ? this.reader.bytes(item) : this.reader.format.encode(null);
    const made = this.maker.entry(branch, keys, bytes, value, !object);
    this.run("rename", keys, this.edited(keys.slice(0, -1)), position, position, item.withKey(made), renamed);
  }

  /** Moves a value to a place that does not exist yet: an index (counted without it) or a new key. */
  move(from: Path, to: Path): void {
    const { reader } = this;
    const [keys, target] = [reader.keysOf(from), reader.keysOf(to)];
    const { item, branch, position } = this.place(keys);
    if (branch === undefined) throw this.maker.badPath(keys, "the whole value cannot be moved");
    const around = target.length > keys.length ? this.place(target.slice(0, keys.length)) : undefined;
    if (around?.item.source === item.source && around.item.start === item.start)
      throw this.maker.badPath(target, "a value cannot be moved into itself");
    const into = this.container(target.slice(0, -1), target);
    const same = into.start === branch.start && into.source === branch.source;
    const key = target.at(-1);
    if (same && branch.keyed) {
      this.rename(keys, key);
      return;
    }
    const last = same ? into.length - 1 : into.length;
    const at = into.keyed ? last : key;
    if (!Number.isInteger(at) || Number(at) < 0 || Number(at) > last)
      throw this.maker.badPath(target, `an index from 0 to ${last} is needed`);
    if (into.keyed && reader.keys.find(into, key) >= 0)
      throw this.maker.badPath(target, "there is a value already");
    const made = same ? item.withKey(item) : this.moved(into, target, item, branch);
    const [source, goal] = [this.edited(keys.slice(0, -1)), this.edited(target.slice(0, -1))];
    const steps = [
      { branch: source, position, removes: true },
      { branch: goal, position: Number(at), removes: false, item: made },
    ];
    this.history.run({ kind: "move", keys, to: target, before: item, after: made, branch, into }, steps);
  }

  /** Makes a difference that `diff` found. */
  patch({ kind, toKeys: keys, previous, newValue }: Difference): void {
    const { reader } = this;
    if (kind === "removed") {
      this.delete(keys);
      return;
    }
    const branch = keys.length === 0 ? undefined : this.container(keys.slice(0, -1), keys);
    const after = previous === undefined ? 0 : branch ? reader.keys.find(branch, previous) + 1 : 0;
    if (kind === "changed") {
      const { position } = this.place(keys);
      this.replace(
        "replaceType",
        keys,
        branch,
        position,
        this.maker.make(branch, position, keys, newValue, true),
      );
    } else if (branch !== undefined && kind === "added") {
      const position = branch.keyed ? after : Number(keys.at(-1));
      const item = this.maker.makeNew(
        branch,
        keys,
        branch.keyed ? this.maker.keyBytes(branch, keys.at(-1)) : none,
        newValue,
        true,
      );
      this.run("insert", keys, this.edited(keys.slice(0, -1)), position, undefined, item);
    } else if (branch !== undefined) {
      const { item, position } = this.place(keys);
      const at = after > position ? after - 1 : after;
      const steps = [
        { branch: this.edited(keys.slice(0, -1)), position, removes: true },
        { branch: this.edited(keys.slice(0, -1)), position: at, removes: false, item: item.withKey(item) },
      ];
      this.history.run(
        { kind: "move", keys, to: keys, before: item, after: item, branch, into: branch },
        steps,
      );
    }
  }

  private moved(into: Branch, keys: readonly unknown[], item: Item, branch: Branch): Item {
    const bytes = into.keyed ? this.maker.keyBytes(into, keys.at(-1)) : none;
    if (item.node >= 0 && !into.packed) return this.maker.entry(into, keys, bytes, this.reader.bytes(item));
    return this.maker.makeNew(into, keys, bytes, this.reader.value(item, branch, "exact"), true);
  }

  private place(keys: readonly unknown[]): Place {
    const place = this.reader.find(keys);
    if (place === undefined) throw this.maker.badPath(keys, "there is nothing");
    return place;
  }

  private container(keys: readonly unknown[], all: readonly unknown[]): Branch {
    const branch = all.length === 0 && keys !== all ? undefined : this.reader.inside(this.place(keys).item);
    if (branch === undefined)
      throw this.maker.badPath(all, "there is no Array, Dictionary, Object or packed array around it");
    return branch;
  }

  /** The container of a path, so that it can be edited. */
  private edited(keys: readonly unknown[]): Branch {
    const { reader } = this;
    reader.root.branch ??= new Branch(reader.root);
    let { branch } = reader.root;
    for (const key of keys) branch = branch.branchToEdit(reader.keys.find(branch, key));
    return branch;
  }

  private replace(
    kind: Change["kind"],
    keys: readonly unknown[],
    branch: Branch | undefined,
    position: number,
    made: Item,
  ): void {
    const goal = branch && this.edited(keys.slice(0, -1));
    this.run(kind, keys, goal, position, position, made);
  }

  private run(
    kind: Change["kind"],
    keys: readonly unknown[],
    branch: Branch | undefined,
    position: number,
    removed: number | undefined,
    item?: Item,
    to?: readonly unknown[],
  ): void {
    const before = removed === undefined ? undefined : (branch?.item(position) ?? this.reader.root);
    const step: Step = { branch, position, removes: removed !== undefined, item };
    this.history.run({ kind, keys, to, before, after: item, branch, into: branch }, [step]);
  }
}

const none = new Uint8Array(0);
