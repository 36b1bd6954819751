// The edits of a Document.
import { hint } from "../../base/hints.js";
import { reconcile } from "../../codec/encode/keep-types.js";
import { Type, type TypeName, typeNames } from "../../table/table.gen.js";
import { StringName } from "../../values/small-values.js";
import type { Difference } from "../diff/diff.js";
import { ContainerNode, type Item } from "../read/container-node.js";
import { encodePart } from "../read/encode-part.js";
import { type Finder, statedKey } from "../read/finder.js";
import type { Path } from "../read/places.js";
import { itemAt, type Place, type Reader } from "../read/reader.js";
import { typeName } from "../read/source.js";
import { type Change, History, type Step } from "./history.js";
import { NewValues } from "./new-values.js";
import { converted, declaredOf, placeTakes } from "./type-changes.js";

/** Edits a document. Every edit replaces, adds or removes entries and can be undone. */
export class Editor {
  readonly history: History;
  private readonly reader: Reader;
  private readonly finder: Finder;
  private readonly newValues: NewValues;
  private isBusy = false;

  constructor(reader: Reader, finder: Finder) {
    this.reader = reader;
    this.finder = finder;
    this.newValues = new NewValues(reader);
    this.history = new History(reader, finder);
  }

  /** Runs an edit. Refuses others meanwhile, from getters of its value and from callbacks: they could move the place that it has found. */
  alone<Result>(edit: (editor: this) => Result): Result {
    if (this.isBusy)
      throw new TypeError("A value or a callback edits the Document while another edit reads it.");
    this.isBusy = true;
    try {
      return edit(this);
    } finally {
      this.isBusy = false;
    }
  }

  /** Replaces a value with one of the same type. Throws `bad-path`, `wrong-type` and the errors of `encode`. */
  set(path: Path, value: unknown): void {
    const keys = this.reader.keysOf(path);
    const { item, container, position } = this.place(keys, "use-insert");
    const old = item.node < 0 ? null : this.reader.format.decode(this.newValues.oldBytes(item, value), true);
    const made = this.newValues.make(container, position, keys, reconcile(value, old, this.newValues.exact));
    if (!this.newValues.keepsType(item, made))
      throw this.newValues.wrongType(keys, placeTakes(old, item.type));
    this.replace("set", keys, container, position, made);
  }

  /** Changes the type of a value: converts the current value, or stores a new one. Throws as `set`. */
  replaceType(path: Path, type: TypeName, value?: unknown): void {
    const keys = this.reader.keysOf(path);
    const { item, container, position } = this.place(keys);
    if (!typeNames.includes(type)) throw this.newValues.wrongType(keys, hint("no-such-type", String(type)));
    const old = value === undefined ? this.reader.value(item, container, "plain") : value;
    const made = this.newValues.make(container, position, keys, converted(old, type));
    if (typeName(made.type) !== type) throw this.newValues.wrongType(keys, hint("pass-type", type));
    this.replace("replaceType", keys, container, position, made);
  }

  /** Replaces a value with one that is encoded already, and keeps these bytes. Throws the errors of `open`. */
  setBytes(path: Path, bytes: Uint8Array<ArrayBuffer>): void {
    const { format } = this.reader;
    const keys = this.reader.keysOf(path);
    const { container, position } = this.place(keys);
    const made =
      container === undefined
        ? itemAt(format.index(bytes, 0))
        : this.newValues.entry(container, keys, keyOf(container.item(position)), bytes);
    this.replace("replaceType", keys, container, position, made);
  }

  /** Adds an entry: before an index of an array, or under a new key at the end or at a position. */
  insert(path: Path, value: unknown, position?: number): void {
    const keys = this.reader.keysOf(path);
    const container = this.containerAt(keys.slice(0, -1), keys);
    const key = keys.at(-1);
    const at = this.indexIn(keys, container.keyed ? (position ?? container.length) : key, container.length);
    this.refuseTaken(container, keys);
    this.add(container, keys, at, value);
  }

  /** Throws if an entry has the last of the keys already. */
  private refuseTaken(container: ContainerNode, keys: readonly unknown[]): void {
    if (container.keyed && this.holderOf(container, keys) >= 0)
      throw this.newValues.badPath(keys, "key-exists");
  }

  private add(container: ContainerNode, keys: readonly unknown[], at: number, value: unknown, exact?: true) {
    const key = container.keyed ? this.newValues.keyBytes(container, keys) : none;
    const item = this.newValues.makeNew(container, keys, key, value, exact);
    const goal = this.containerToEdit(keys.slice(0, -1));
    this.run("insert", keys, { container: goal, position: at, removes: false, item });
  }

  /** An index of a path as a number. Throws unless it is a whole number up to `last`. */
  private indexIn(keys: readonly unknown[], index: unknown, last: number): number {
    const number = typeof index === "bigint" ? Number(index) : index;
    if (Number.isInteger(number) && Number(number) >= 0 && Number(number) <= last) return Number(number);
    throw this.newValues.badPath(keys, "index-range", last);
  }

  /** Adds a value at the end of an array. */
  append(path: Path, value: unknown): void {
    const keys = this.reader.keysOf(path);
    const container = this.containerAt(keys, keys);
    if (container.keyed) throw this.newValues.badPath(keys, "no-end", typeName(container.type));
    this.insert([...keys, container.length], value);
  }

  /** Removes a value and its key. */
  delete(path: Path): void {
    const keys = this.reader.keysOf(path);
    const { container, position } = this.place(keys);
    if (container === undefined) throw this.newValues.badPath(keys, "whole-value", "deleted");
    const goal = this.containerToEdit(keys.slice(0, -1));
    this.run("delete", keys, { container: goal, position, removes: true });
  }

  /** Gives an entry of a Dictionary or Object another key. */
  rename(path: Path, key: unknown): void {
    const keys = this.reader.keysOf(path);
    const place = this.place(keys);
    const { container, position } = place;
    if (!container?.keyed) throw this.newValues.badPath(keys, "no-key");
    const renamed = [...keys.slice(0, -1), key];
    const item = this.renamed(place, container, keys, renamed);
    const goal = this.containerToEdit(keys.slice(0, -1));
    this.run("rename", keys, { container: goal, position, removes: true, item }, renamed);
  }

  private renamed(
    { item, position }: Place,
    container: ContainerNode,
    keys: readonly unknown[],
    to: readonly unknown[],
  ): Item {
    const key = to.at(-1);
    const found = this.holderOf(container, to);
    if (found >= 0 && found !== position) throw this.newValues.badPath(to, "key-exists");
    // A text alone does not ask for another type: engines take a String and a StringName for the same key.
    const isName =
      typeof key === "string" && this.reader.keys.key(item, container, true) instanceof StringName;
    const typed = isName ? [...to.slice(0, -1), new StringName(key)] : to;
    const bytes = this.newValues.keyBytes(container, typed);
    const object = container.type === Type.Object;
    // Whether a property's value is valid may depend on its name, so both are checked. In a Dictionary, only the key changes.
    const value = object ? this.reader.bytes(item) : encodePart(this.reader.format, null);
    return item.withKey(this.newValues.entry(container, keys, bytes, value, !object));
  }

  /** Moves a value to a place that does not exist yet: an index (counted without it), a new key, or a position among keys. */
  move(from: Path, to: Path, position?: number): void {
    const { reader } = this;
    const [keys, target] = [reader.keysOf(from), reader.keysOf(to)];
    const place = this.place(keys);
    const { item, container } = place;
    if (container === undefined) throw this.newValues.badPath(keys, "whole-value", "moved");
    const around = target.length > keys.length ? this.place(target.slice(0, keys.length)) : undefined;
    if (around?.item.source === item.source && around.item.start === item.start)
      throw this.newValues.badPath(target, "into-itself");
    const into = this.containerAt(target.slice(0, -1), target);
    const same = into.start === container.start && into.source === container.source;
    const key = target.at(-1);
    if (same && container.keyed && position === undefined) {
      this.rename(keys, key);
      return;
    }
    const last = same ? into.length - 1 : into.length;
    const at = this.indexIn(target, into.keyed ? (position ?? last) : key, last);
    const found = into.keyed ? this.holderOf(into, target) : -1;
    const isOwn = same && found === place.position;
    if (found >= 0 && !isOwn) throw this.newValues.badPath(target, "key-exists");
    const stays = same && (isOwn || !into.keyed);
    const made = stays
      ? item.withKey(item)
      : same
        ? this.renamed(place, into, keys, target)
        : this.moved(into, target, place, container);
    this.relocate(keys, place, target, into, at, made);
  }

  /** Removes an entry from its container and adds `made` to another, or to the same one, as one edit. */
  private relocate(
    keys: readonly unknown[],
    { item, container, position }: Place,
    to: readonly unknown[],
    into: ContainerNode,
    at: number,
    made: Item,
  ): void {
    const [source, goal] = [keys, to].map((path) => this.containerToEdit(path.slice(0, -1)));
    const steps = [
      { container: source, position, removes: true },
      { container: goal, position: at, removes: false, item: made },
    ];
    this.history.run({ kind: "move", keys, to, before: item, after: made, container, into }, steps);
  }

  /** Applies one difference that `diff` found. */
  patch({ kind, toKeys, previous, newValue }: Difference): void {
    const keys = this.finder.statedKeys(this.reader.keysOf(toKeys));
    if (kind === "removed") {
      this.delete(keys);
      return;
    }
    if (kind === "changed") {
      const { container, position } = this.place(keys);
      const made = this.newValues.make(container, position, keys, newValue, true);
      this.replace("replaceType", keys, container, position, made);
      return;
    }
    const container = this.containerAt(keys.slice(0, -1), keys);
    const after = this.placeBehind(container, previous);
    if (kind === "added") {
      const at = container.keyed ? after : this.indexIn(keys, keys.at(-1), container.length);
      this.refuseTaken(container, keys);
      this.add(container, keys, at, newValue, true);
    } else {
      const place = this.place(keys);
      const at = after > place.position ? after - 1 : after;
      this.relocate(keys, place, keys, container, at, place.item.withKey(place.item));
    }
  }

  /** The position behind a key of a Dictionary or Object: the first one without a key, the end if the key is gone. */
  private placeBehind(container: ContainerNode, previous: Difference["previous"]): number {
    if (previous === undefined) return 0;
    const position = this.finder.position(container, statedKey(previous));
    return position < 0 ? container.length : position + 1;
  }

  /** The entry for another container. It keeps the bytes of its key if that is the same. */
  private moved(
    into: ContainerNode,
    keys: readonly unknown[],
    { item, position }: Place,
    container: ContainerNode,
  ): Item {
    const key = keys.at(-1);
    const bytes = into.keyed ? this.newValues.keyBytes(into, keys) : none;
    if (item.node < 0 || into.packed)
      return this.newValues.makeNew(into, keys, bytes, this.reader.value(item, container, "exact"), true);
    const isOwn =
      into.type === container.type &&
      declaredOf(this.reader.sample(into)).key === undefined &&
      this.finder.position(container, key) === position;
    const { keySource, keyStart, keyEnd } = item;
    const kept = into.keyed && isOwn ? keySource.bytes.subarray(keyStart, keyEnd) : bytes;
    return this.newValues.entry(into, keys, kept, this.reader.bytes(item));
  }

  /** The position of the entry that has the last of the keys, or the same one once it is written; -1 if there is none. */
  private holderOf(container: ContainerNode, keys: readonly unknown[]): number {
    const found = this.finder.position(container, keys.at(-1));
    if (found >= 0) return found;
    const written = this.newValues.writtenKey(container, keys);
    if (written === undefined) return -1;
    const there = this.finder.exactPosition(container, written);
    const twin = there < 0 ? this.newValues.emptyTwin(written) : undefined;
    return twin === undefined ? there : this.finder.exactPosition(container, twin);
  }

  private place(keys: readonly unknown[], advice: "nothing-there" | "use-insert" = "nothing-there"): Place {
    const place = this.finder.find(keys);
    if (place === undefined) throw this.newValues.badPath(keys, advice);
    return place;
  }

  private containerAt(keys: readonly unknown[], all: readonly unknown[]): ContainerNode {
    const container =
      all.length === 0 && keys !== all ? undefined : this.reader.inside(this.place(keys).item);
    if (container === undefined) throw this.newValues.badPath(all, "no-container");
    return container;
  }

  /** The container of a path, so that it can be edited. */
  private containerToEdit(keys: readonly unknown[]): ContainerNode {
    const { reader } = this;
    reader.root.inside ??= new ContainerNode(reader.root);
    let { inside: container } = reader.root;
    for (const key of keys) container = container.containerToEdit(this.finder.position(container, key));
    return container;
  }

  private replace(
    kind: Change["kind"],
    keys: readonly unknown[],
    container: ContainerNode | undefined,
    position: number,
    made: Item,
  ): void {
    const goal = container && this.containerToEdit(keys.slice(0, -1));
    this.run(kind, keys, { container: goal, position, removes: true, item: made });
  }

  /** Runs an edit of one step. */
  private run(kind: Change["kind"], keys: readonly unknown[], step: Step, to?: readonly unknown[]): void {
    const { container, position, item } = step;
    const before = step.removes ? (container?.item(position) ?? this.reader.root) : undefined;
    this.history.run({ kind, keys, to, before, after: item, container, into: container }, [step]);
  }
}

const none = new Uint8Array(0);
const keyOf = ({ keySource, keyStart, keyEnd }: Item) => keySource.bytes.subarray(keyStart, keyEnd);
