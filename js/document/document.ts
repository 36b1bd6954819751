import { plain } from "../base/bytes.js";
import { type Bytes, bytesOf, type Options, settingsOf, type WriteOptions } from "../base/options.js";
import { warn } from "../codec/codec.js";
import { Type, type TypeName } from "../table/table.gen.js";
import { brand, isPackedType } from "../table/type-kinds.js";
import type { Variant } from "../values/variant.js";
import { type Difference, differences } from "./diff/diff.js";
import { Editor } from "./edit/editor.js";
import type { Change } from "./edit/history.js";
import { DocumentNode, nodeOf } from "./read/node.js";
import type { DocumentIndex, Path } from "./read/places.js";
import { Reader } from "./read/reader.js";
import { findText } from "./read/search.js";
import { Format } from "./read/source.js";

export type { Difference } from "./diff/diff.js";
export type { Change } from "./edit/history.js";
export type { DocumentNode } from "./read/node.js";
export type { ByteRange, DocumentIndex, Path } from "./read/places.js";

/** Options of `open` for bytes. */
export interface DocumentOptions extends Options {
  /** The index of another Document with the same bytes and options, which saves reading them again. */
  index?: DocumentIndex | undefined;
}

/** How many values of a type there are, and how many bytes they take, including their contents but not their keys. */
export interface TypeStats {
  count: number;
  bytes: number;
}

/** What `stats` returns. */
export interface DocumentStats {
  /** Values in total, except elements of packed arrays and values inside keys. */
  readonly nodes: number;
  /** Levels of nesting below the whole value. */
  readonly depth: number;
  readonly bytes: number;
  readonly types: Readonly<Partial<Record<TypeName, TypeStats>>>;
}

/** Writes the file that a Document is a part of, with the edits of all its Documents. */
type SaveFile = (options?: WriteOptions) => Promise<Uint8Array<ArrayBuffer>>;

/** @internal The Document of bytes; `save` writes the file that they are a part of, if they are. */
export function openBytes(
  bytes: Bytes,
  { index, ...options }: DocumentOptions = {},
  save?: SaveFile,
): Document {
  const settings = settingsOf({ ...options, allowObjects: options.allowObjects ?? true });
  const format = new Format(settings);
  const input = plain(bytesOf(bytes));
  if (index !== undefined) return new Document(new Reader(format, { ...index, bytes: input }), save);
  const { source, warnings } = format.open(input);
  warn(warnings, settings);
  return new Document(new Reader(format, source), save);
}

let partsOf: (document: Document) => { reader: Reader; editor: Editor };

/**
 * Yields what is different in `b`, in document order, and searches only as far as you iterate. Entries are compared by key.
 * Elements that occur once on both sides belong together, then those that begin with the same entry. Documents of two
 * dialects are compared in the dialect of the first.
 */
export function diff(a: Document | Bytes, b: Document | Bytes): Generator<Difference> {
  const [one, other] = [a, b].map((given) => (given instanceof Document ? given : openBytes(given)));
  return differences(partsOf(one as Document).reader, partsOf(other as Document).reader);
}

/** Applies differences to a document, in the order of `diff`, as edits that can be undone. Throws what edits throw. */
export function patch(document: Document, changes: Iterable<Difference>): void {
  for (const change of changes) partsOf(document).editor.patch(change);
}

/** A Variant that stays in its bytes: values are decoded when you ask for them, and an edit changes no other byte. */
export class Document {
  readonly #reader: Reader;
  readonly #editor: Editor;
  readonly #save: SaveFile | undefined;

  static {
    partsOf = (document) => ({ reader: document.#reader, editor: document.#editor });
  }

  /** @internal */
  constructor(reader: Reader, save?: SaveFile) {
    this.#reader = reader;
    this.#editor = new Editor(reader);
    this.#save = save;
  }

  /** The dialect of the bytes, and the default mode of values. */
  get dialect() {
    return this.#reader.format.settings.dialectName;
  }

  get mode(): "plain" | "exact" {
    return this.#reader.format.settings.exact ? "exact" : "plain";
  }

  /** How the bytes are framed, and the bytes themselves: `encode` takes a Document as `like`. */
  get framing(): "none" | "store_var" {
    return this.#reader.format.framed ? "store_var" : "none";
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.toBytes();
  }

  /** Where every value stood before the edits. */
  get index(): DocumentIndex {
    const { index, end } = this.#reader.source;
    return { index, end };
  }

  /** The whole value. */
  get root(): DocumentNode {
    return new DocumentNode(this.#reader, this.#reader.root);
  }

  /** The decoded value at a path; undefined when there is none. Throws `bad-path` for a text that is not a path. */
  get(path: Path, mode?: "plain" | "exact"): Variant | undefined {
    const place = this.#reader.find(this.#reader.keysOf(path));
    return place && this.#reader.value(place.item, place.container, mode);
  }

  /** Whether a path leads to a value. */
  has(path: Path): boolean {
    return this.#reader.find(this.#reader.keysOf(path)) !== undefined;
  }

  /** The place of the value at a path, without decoding it; undefined when there is none. */
  node(path: Path): DocumentNode | undefined {
    return nodeOf(this.#reader, this.#reader.keysOf(path));
  }

  /** All values in document order, each before its contents, without elements of packed arrays. */
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

  /** The values that a function accepts, or that contain a text in themselves or in their key. */
  *find(what: string | ((node: DocumentNode) => boolean)): Generator<DocumentNode> {
    if (typeof what === "string") yield* findText(this.#reader, this.walk(), what);
    else for (const node of this.walk()) if (what(node)) yield node;
  }

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

  /** Replaces a value by one of the same type. Throws `wrong-type`, `bad-path`, and what `encode` throws. */
  set(path: Path, value: unknown): void {
    this.#editor.set(path, value);
  }

  /** Inserts a value before an index of an array, or under a new key at the end or at a position. */
  insert(path: Path, value: unknown, position?: number): void {
    this.#editor.insert(path, value, position);
  }

  /** Appends a value to the array at a path. */
  append(path: Path, value: unknown): void {
    this.#editor.append(path, value);
  }

  /** Moves a value to an index (counted without it) or under a new key. */
  move(from: Path, to: Path): void {
    this.#editor.move(from, to);
  }

  /** Changes the key of an entry, which keeps its place. */
  rename(path: Path, key: unknown): void {
    this.#editor.rename(path, key);
  }

  /** Removes a value and its key. */
  delete(path: Path): void {
    this.#editor.delete(path);
  }

  /** Changes the type of a value: converts the present value, or stores `value`. */
  replaceType(path: Path, type: TypeName, value?: unknown): void {
    this.#editor.replaceType(path, type, value);
  }

  /** What is different in another document, as `diff` yields it. */
  diff(other: Document | Bytes): Generator<Difference> {
    return diff(this, other);
  }

  /** The edits so far, the oldest first. */
  changes(): Change[] {
    return this.#editor.history.changes();
  }

  /** Undoes the last edit; false when there is none. */
  undo(): boolean {
    return this.#editor.history.undo();
  }

  /** Repeats the edit that was undone last; false when there is none. */
  redo(): boolean {
    return this.#editor.history.redo();
  }

  /**
   * Writes the file that this Document was opened from, with the edits of all its Documents, in its frames and layers; pass
   * the password or key again. For a Document of bytes, the same as `toBytes`. Rejects with the errors of `wrap`.
   */
  async save(options?: WriteOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.#save === undefined ? this.toBytes() : this.#save(options);
  }

  /** All bytes: those that were opened, with the edits. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#reader.toBytes();
  }
}

brand(Document, "Document");
