// Document: what `open` returns. It finds, decodes and edits values in their bytes.
import { checkOptions } from "../base/option-names.js";
import type { ByteArray, Bytes, WrapOptions } from "../base/options.js";
import { Type, type TypeName } from "../table/table.gen.js";
import { brand, isPackedType } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import { type Difference, differences } from "./diff/diff.js";
import { Editor } from "./edit/editor.js";
import type { Change } from "./edit/history.js";
import { Finder } from "./read/finder.js";
import { DocumentNode } from "./read/node.js";
import { type DocumentOptions, openReader } from "./read/open-reader.js";
import type { DocumentIndex, Path } from "./read/places.js";
import type { Reader } from "./read/reader.js";
import { findText } from "./read/search.js";

export type { Difference } from "./diff/diff.js";
export type { Change } from "./edit/history.js";
export type { DocumentNode } from "./read/node.js";
export type { DocumentOptions } from "./read/open-reader.js";
export type { ByteRange, DocumentIndex, Path } from "./read/places.js";

/** The number of values of a type, and their size in bytes, including their contents but not their keys. Of nested ones, each counts in full. */
export interface TypeStats {
  /** Number of values of the type. */
  count: number;
  /** Their size in bytes. */
  bytes: number;
}

/** The result of `stats`. */
export interface DocumentStats {
  /** Number of values, without elements of packed arrays and values inside keys. */
  readonly nodes: number;
  /** Levels of nesting below the root value. */
  readonly depth: number;
  /** Size of the root value in bytes. */
  readonly bytes: number;
  /** The values by type. */
  readonly types: Readonly<Partial<Record<TypeName, TypeStats>>>;
}

/** Writes the file that contains a Document, with the edits of all Documents in it. */
type SaveFile = (options?: WrapOptions) => Promise<ByteArray>;

/** @internal Opens bytes as a Document; `save` writes the file that contains them, if they come from one. */
export function openBytes(bytes: Bytes, options?: DocumentOptions, save?: SaveFile): Document {
  return new Document(openReader(bytes, options), save);
}

/** @internal What the functions on documents need. */
export let partsOf: (document: Document) => { reader: Reader; editor: Editor };

/**
 * Yields the differences from `a` to `b` in document order, and searches only as far as you iterate. Entries are matched by
 * key. Elements are matched if they occur once on each side, then if they begin with the same entry. Documents of different
 * dialects are compared in the dialect of `a`.
 *
 * @param a - The first document, or its bytes in `godot-4`.
 * @param b - The second document.
 * @returns A generator of the differences.
 * @throws VariantError for bytes that are not a valid Variant.
 * @example
 * ```ts
 * for (const { kind, path } of diff(before, after)) console.log(kind, path);
 * ```
 */
export function diff(a: Document | Bytes, b: Document | Bytes): Generator<Difference> {
  const [one, other] = [a, b].map((given) => (given instanceof Document ? given : openBytes(given)));
  return differences(partsOf(one as Document).reader, partsOf(other as Document).reader);
}

/**
 * Applies differences to a document, in the order of `diff`, as edits that can be undone. Throws the errors of edits. An entry
 * of a Dictionary or Object that followed a key which this document lacks becomes the last one.
 *
 * @param document - The document to edit; usually the first one of `diff`.
 * @param changes - The differences.
 * @throws VariantError `bad-path` and `wrong-type` for a difference that does not fit the document.
 * @example
 * ```ts
 * patch(save, diff(before, after));
 * ```
 */
export function patch(document: Document, changes: Iterable<Difference>): void {
  for (const change of changes) partsOf(document).editor.alone((editor) => editor.patch(change));
}

/**
 * A Variant that stays encoded: it decodes values when you ask for them, and an edit changes no other bytes.
 *
 * @example
 * ```ts
 * const save = open(bytes);
 * save.set("player.hp", 100);
 * const edited = save.toBytes();
 * ```
 */
export class Document {
  readonly #reader: Reader;
  readonly #finder: Finder;
  readonly #editor: Editor;
  readonly #save: SaveFile | undefined;

  static {
    partsOf = (document) => {
      // A Document of another copy of this package counts as one for `instanceof`, but its index is in the memory of that copy.
      if (!(#reader in document))
        throw new TypeError(
          "The Document is of another copy of godot-variant. Use its functions, or pass bytes.",
        );
      return { reader: document.#reader, editor: document.#editor };
    };
  }

  /** @internal */
  constructor(reader: Reader, save?: SaveFile) {
    this.#reader = reader;
    this.#finder = new Finder(reader);
    this.#editor = new Editor(reader, this.#finder);
    this.#save = save;
  }

  /** The dialect of the bytes. */
  get dialect() {
    return this.#reader.format.settings.dialectName;
  }

  /** The mode of values that the Document decodes. */
  get mode(): "plain" | "exact" {
    return this.#reader.format.settings.exact ? "exact" : "plain";
  }

  /** The framing of the bytes. With `bytes` and `dialect`, a Document can be the option `like` of `encode`. */
  get framing(): "none" | "store_var" {
    return this.#reader.format.framed ? "store_var" : "none";
  }

  /** The bytes of the whole document, with the edits, as `toBytes` returns them. */
  get bytes(): ByteArray {
    return this.toBytes();
  }

  /** The size of the whole document in bytes, with the edits. */
  get size(): number {
    return this.#reader.size;
  }

  /** The places of all values before the edits. The words are those that the Document reads: copy them before you change or transfer them. */
  get index(): DocumentIndex {
    const { index, end } = this.#reader.source;
    return { index, end };
  }

  /** The root value. */
  get root(): DocumentNode {
    return new DocumentNode(this.#reader, this.#reader.root);
  }

  /**
   * The decoded value at a path; undefined if the path leads to no value. Throws `bad-path` for a text that is not a path.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @param mode - `plain` or `exact`; by default the mode of the document.
   * @returns The value; undefined if the path leads to none.
   * @throws VariantError `bad-path` for a text that is not a path.
   */
  get(path: Path, mode?: "plain" | "exact"): Variant | undefined;
  /**
   * The decoded value at a path, of a type that you know. Nothing checks the type.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @param mode - `plain` or `exact`; by default the mode of the document.
   * @returns The value as a `T`; undefined if the path leads to none.
   * @throws VariantError `bad-path` for a text that is not a path.
   */
  get<T>(path: Path, mode?: "plain" | "exact"): T | undefined;
  get(path: Path, mode?: "plain" | "exact"): unknown {
    const place = this.#finder.find(this.#reader.keysOf(path));
    return place && this.#reader.value(place.item, place.container, mode);
  }

  /**
   * Whether a path leads to a value.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @returns False also for a path through a value that is not a container.
   * @throws VariantError `bad-path` for a text that is not a path.
   */
  has(path: Path): boolean {
    return this.#finder.find(this.#reader.keysOf(path)) !== undefined;
  }

  /**
   * The node at a path, without decoding its value; undefined if the path leads to no value.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @returns The node, valid until the next edit; undefined if the path leads to no value.
   * @throws VariantError `bad-path` for a text that is not a path.
   */
  node(path: Path): DocumentNode | undefined {
    return this.#finder.node(this.#reader.keysOf(path));
  }

  /**
   * Yields all values in document order, each before its contents, without elements of packed arrays.
   *
   * @param from - Where to begin; by default the root.
   * @returns A generator of nodes. Do not edit the document while you iterate.
   */
  *walk(from: DocumentNode = this.root): Generator<DocumentNode> {
    const open = [{ node: from, next: 0 }];
    yield from;
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const packed = isPackedType(Type[top.node.type]);
      const [child] = packed ? [] : top.node.children(top.next++, 1);
      if (child === undefined) open.pop();
      else {
        yield child;
        open.push({ node: child, next: 0 });
      }
    }
  }

  /**
   * Yields the values that a function accepts, or whose key or content contains a text. The function `search` finds more,
   * faster.
   *
   * @param what - A text to look for, or a function that decides.
   * @returns A generator of nodes. Do not edit the document while you iterate.
   */
  *find(what: string | ((node: DocumentNode) => boolean)): Generator<DocumentNode> {
    if (typeof what === "string") yield* findText(this.#reader, this.walk(), what);
    else for (const node of this.walk()) if (what(node)) yield node;
  }

  /**
   * Counts the values by type.
   *
   * @returns The numbers; it takes one visit of every value.
   */
  stats(): DocumentStats {
    const types: Partial<Record<TypeName, TypeStats>> = {};
    const { root } = this;
    let [nodes, depth] = [0, 0];
    const visit = (node: DocumentNode, level: number) => {
      nodes++;
      depth = Math.max(depth, level);
      const { type } = node;
      types[type] ??= { count: 0, bytes: 0 };
      const stats = types[type];
      stats.count++;
      stats.bytes += node.byteLength;
      if (!isPackedType(Type[type])) for (const child of node.children()) visit(child, level + 1);
    };
    visit(root, 0);
    return { nodes, depth, bytes: root.byteLength, types };
  }

  /**
   * Replaces a value with one of the same type. Throws `wrong-type`, `bad-path`, and the errors of `encode`.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @param value - What `encode` takes.
   * @throws VariantError `wrong-type` for another type than before, and `bad-path` if there is no such value.
   */
  set(path: Path, value: unknown): void {
    this.#editor.alone((editor) => editor.set(path, value));
  }

  /**
   * Inserts a value before an index of an array, or under a new key at the end or at a position.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices. Its last step is the index or the new key.
   * @param value - What `encode` takes.
   * @param position - Where a new key goes, counted from 0; by default to the end.
   * @throws VariantError `bad-path` if there is no such place, and the errors of `encode`.
   */
  insert(path: Path, value: unknown, position?: number): void {
    this.#editor.alone((editor) => editor.insert(path, value, position));
  }

  /**
   * Appends a value to the array at a path.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @param value - What `encode` takes.
   * @throws VariantError `bad-path` if there is no such place, and the errors of `encode`.
   */
  append(path: Path, value: unknown): void {
    this.#editor.alone((editor) => editor.append(path, value));
  }

  /**
   * Moves a value to an index (counted without it), under a new key, or to a position among keys.
   *
   * @param from - The path of the value.
   * @param to - Its new path.
   * @param position - Where an entry of a Dictionary or Object goes, counted without it; by default it stays, or goes to the end of another one.
   * @throws VariantError `bad-path` if there is no such place, and the errors of `encode`.
   */
  move(from: Path, to: Path, position?: number): void {
    this.#editor.alone((editor) => editor.move(from, to, position));
  }

  /**
   * Changes the key of an entry, which keeps its place. A StringName stays one if the new key is a string.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @param key - The new key.
   * @throws VariantError `bad-path` if there is no such entry, or another one has the key.
   */
  rename(path: Path, key: unknown): void {
    this.#editor.alone((editor) => editor.rename(path, key));
  }

  /**
   * Removes a value and its key.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @throws VariantError `bad-path` if there is no such value.
   */
  delete(path: Path): void {
    this.#editor.alone((editor) => editor.delete(path));
  }

  /**
   * Changes the type of a value: converts the current value, or stores `value`.
   *
   * @param path - `inventory[3].stats.hp`, or an array of keys and indices.
   * @param type - Godot's name of the new type.
   * @param value - The new value; by default the old one, converted.
   * @throws VariantError `wrong-type` for a value that does not convert.
   */
  replaceType(path: Path, type: TypeName, value?: unknown): void {
    this.#editor.alone((editor) => editor.replaceType(path, type, value));
  }

  /**
   * Yields the differences from this document to another one, as the function `diff` does.
   *
   * @param other - The other document, or its bytes.
   * @returns A generator of the differences.
   */
  diff(other: Document | Bytes): Generator<Difference> {
    return diff(this, other);
  }

  /**
   * The edits so far, oldest first.
   *
   * @returns One entry for each edit that is not undone.
   */
  changes(): Change[] {
    return this.#editor.history.changes();
  }

  /**
   * Undoes the last edit; returns false if there is nothing to undo.
   *
   * @returns Whether there was an edit.
   */
  undo(): boolean {
    return this.#editor.alone(({ history }) => history.undo());
  }

  /**
   * Repeats the edit that was undone last; returns false if there is nothing to redo.
   *
   * @returns Whether there was an edit.
   */
  redo(): boolean {
    return this.#editor.alone(({ history }) => history.redo());
  }

  /**
   * Writes the file that this Document was opened from, in the same frames and layers and with the edits of all its
   * Documents. Pass the password or key again. For a Document opened from bytes, returns `toBytes()`. Rejects with the errors
   * of `wrap`.
   *
   * @param options - The password or key of encrypted layers.
   * @returns The bytes of the file.
   */
  async save(options?: WrapOptions): Promise<ByteArray> {
    checkOptions(options);
    return this.#save === undefined ? this.toBytes() : this.#save(options);
  }

  /**
   * A part of the bytes of the whole document, with the edits: what `toBytes().slice(start, end)` returns. Nothing but the part is
   * copied.
   *
   * @param start - Offset of its first byte, counted from the end of the document if negative.
   * @param end - Offset behind its last byte, counted from the end if negative; by default and at most the end.
   * @returns New bytes, which no later edit changes.
   */
  slice(start = 0, end = this.size): ByteArray {
    const place = (offset: number) => {
      const whole = Math.trunc(offset) || 0;
      return whole < 0 ? Math.max(0, this.size + whole) : whole;
    };
    return this.#reader.slice(place(start), place(end));
  }

  /**
   * The bytes of the whole document, with the edits.
   *
   * @returns New bytes, which no later edit changes.
   */
  toBytes(): ByteArray {
    return this.#reader.toBytes();
  }
}

brand(Document, "Document");
