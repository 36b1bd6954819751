// A container in a document: where its entries stand, in the opened bytes or in those of edits.
import { lastUpTo } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import { isPackedType } from "../../table/type-kinds.js";
import {
  childAt,
  countAt,
  entryStartAt,
  listAt,
  recordWords,
  startAt,
  strideAt,
  typeAt,
  wordAt,
} from "../../wasm/value-index.js";
import { elementType, type Source } from "./source.js";

/** The places of a value and its key, in the opened bytes or in the bytes of an edit. */
export class Item {
  readonly source: Source;
  /** Index of the value's record; -1 for an element of a packed array, which has neither a record nor a header. */
  readonly node: number;
  readonly type: number;
  readonly start: number;
  readonly end: number;
  /** The bytes that contain the key. The key is empty for elements. */
  readonly keySource: Source;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The entries of the value; set by the first edit inside it. */
  inside: ContainerNode | undefined;
  /** Identifies the entry in its container: its number in the source, or a negative number for a new entry. */
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
    item.inside = this.inside;
    return item;
  }

  get keySize(): number {
    return this.keyEnd - this.keyStart;
  }

  /** Size of the value in bytes, with its edits. */
  get size(): number {
    return this.inside?.size ?? this.end - this.start;
  }
}

type KeyPlace = Pick<Item, "keySource" | "keyStart" | "keyEnd">;

/** An entry of a container: its number in the source, or an item if it is new or was edited. */
export type Child = number | Item;

/** Entries per block. Only edited blocks store a list of entries, so large containers stay cheap to edit. One of twice the size is divided. */
const blockSize = 256;

/** Consecutive entries. */
interface Block {
  /** Number of the first entry, while there is no list. */
  readonly first: number;
  count: number;
  list: Child[] | undefined;
}

/**
 * The entries of an Array, Dictionary, Object or packed array. They are read from the source until an edit divides them
 * into blocks.
 */
export class ContainerNode {
  readonly source: Source;
  readonly type: number;
  readonly start: number;
  /** Offset of the first entry; the count is the word before. */
  readonly body: number;
  readonly end: number;
  /** Number of entries in the source. */
  readonly count: number;
  /** Size in bytes of an element in a packed array of numbers; 0 for other containers. */
  readonly stride: number;
  /** The container around it; set by the first edit inside. */
  parent: ContainerNode | undefined;
  /** Size of all entries in bytes. */
  bodySize: number;
  private readonly first: number;
  private blocks: Block[] | undefined;
  /** The blocks that the entries of the source were in at first. */
  private firstBlocks: readonly Block[] = [];
  /** The block of each entry that is in another one than at first, and of each new entry, by its negative number. */
  private homes: Map<number, Block> | undefined;
  /** Number of the last new entry. */
  private lastNumber = 0;
  /** Size in bytes of all entries before each block; undefined after an edit, until it is needed. */
  private sizes: Float64Array | undefined;
  /** The block that was found last, and the position of its first entry: the next one is mostly near, as in edits of a whole list. */
  private found = 0;
  private foundStart = 0;
  /** Number of entries, with the edits. */
  length: number;

  constructor({ source, node, type, start, end }: Item) {
    const list = node < 0 ? 0 : listAt(source, node);
    this.source = source;
    this.type = type;
    this.start = start;
    this.end = end;
    this.body = list === 0 ? end : wordAt(source, list);
    this.count = this.length = countAt(source, list);
    this.stride = strideAt(source, list);
    this.first = childAt(list, 0);
    this.bodySize = this.stride > 0 ? this.count * this.stride : end - this.body;
  }

  /** Whether its entries are elements of a packed array, which have no headers. */
  get packed(): boolean {
    return isPackedType(this.type);
  }

  /** Whether entries have keys. */
  get keyed(): boolean {
    return this.type === Type.Dictionary || this.type === Type.Object;
  }

  /** The number of the entry at a position. */
  numberAt(position: number): number {
    return numberOf(this.child(position)) as number;
  }

  /** Whether an edit changed it or anything inside it. */
  get edited(): boolean {
    return this.blocks !== undefined;
  }

  /** Size of the padding at the end; other than 0 only for packed arrays of numbers. */
  get padding(): number {
    return -this.bodySize & 3;
  }

  /** Size of the whole container in bytes. */
  get size(): number {
    return this.body - this.start + this.bodySize + this.padding;
  }

  get headerSize(): number {
    return this.body - this.start;
  }

  /** Size in bytes of the entries before a position. */
  sizeBefore(position: number): number {
    const { blocks } = this;
    if (blocks === undefined) return this.originalStart(position) - this.body;
    const [last, count] = this.find(position);
    if (this.sizes === undefined) {
      let size = 0;
      this.sizes = Float64Array.from(blocks, (block) => {
        const before = size;
        size += this.sizeIn(block, block.count);
        return before;
      });
    }
    return (this.sizes[last] as number) + this.sizeIn(blocks[last] as Block, count);
  }

  /** Size in bytes of the first `count` entries of a block. */
  private sizeIn({ first, list }: Block, count: number): number {
    if (list === undefined) return this.originalStart(first + count) - this.originalStart(first);
    let size = 0;
    for (let at = 0; at < count; at++) size += this.sizeOf(list[at] as Child);
    return size;
  }

  /** Index of the record of entry `number` in the source. */
  nodeOf(number: number): number {
    return this.first + number * recordWords;
  }

  /** Entry `number` in the source. */
  original(number: number): Item {
    const { source, stride } = this;
    if (stride > 0) {
      const start = this.body + number * stride;
      return new Item(source, -1, elementType(this.type), start, start + stride);
    }
    const node = this.nodeOf(number);
    const start = startAt(source, node);
    const keyStart = entryStartAt(source, node);
    const end = number + 1 < this.count ? this.originalStart(number + 1) : this.end;
    if (this.packed) return new Item(source, -1, Type.String, start, end);
    return new Item(source, node, typeAt(source, node), start, end, {
      keySource: source,
      keyStart,
      keyEnd: start,
    });
  }

  /** Offset at which entry `number` begins in the source; for `number` = `count`, the end of the last one. */
  originalStart(number: number): number {
    if (this.stride > 0) return this.body + number * this.stride;
    if (number >= this.count) return this.end;
    const node = this.nodeOf(number);
    return entryStartAt(this.source, node);
  }

  /** Number of the entry that contains `offset` in the source. */
  originalAt(offset: number): number {
    return lastUpTo(this.count, (number) => this.originalStart(number), offset);
  }

  /** The entry at a position; it must exist. */
  child(position: number): Child {
    if (this.blocks === undefined) return position;
    const [index, at] = this.find(position);
    const { first, list } = this.blocks[index] as Block;
    return list?.[at] ?? first + at;
  }

  item(position: number): Item {
    const child = this.child(position);
    return typeof child === "number" ? this.original(child) : child;
  }

  /** The entry at a position, as an item whose contents can be edited. */
  itemToEdit(position: number): Item {
    const [index, at] = this.find(position);
    const list = this.list(index);
    const child = list[at] as Child;
    if (typeof child !== "number") return child;
    const item = this.original(child);
    item.number = child;
    list[at] = item;
    return item;
  }

  /** The container at a position, so that its entries can be edited. */
  containerToEdit(position: number): ContainerNode {
    const item = this.itemToEdit(position);
    item.inside ??= new ContainerNode(item);
    item.inside.parent = this;
    return item.inside;
  }

  /** The position of entry `number`. */
  positionOf(number: number): number {
    if (this.blocks === undefined) return number;
    const home = this.homeOf(number) as Block;
    let position = home.list?.findIndex((child) => numberOf(child) === number) ?? number - home.first;
    for (const block of this.blocks) {
      if (block === home) break;
      position += block.count;
    }
    return position;
  }

  /** Replaces the entry at a position; returns the old one. */
  put(position: number, child: Child): Child {
    const [index, at] = this.find(position);
    const list = this.list(index);
    const old = list[at] as Child;
    if (typeof child !== "number") child.number = numberOf(old) as number;
    this.enter(child);
    list[at] = child;
    this.resize(this.sizeOf(child) - this.sizeOf(old));
    return old;
  }

  /** Inserts an entry before a position. An entry that comes back, as in undo, returns to its old block if that is there. */
  insert(position: number, child: Child): void {
    const number = numberOf(child) ?? --this.lastNumber;
    const [index, at] = this.find(position, this.homeOf(number));
    if (typeof child !== "number") child.number = number;
    this.enter(child);
    const list = this.list(index);
    list.splice(at, 0, child);
    this.settle(number, index);
    if (list.length >= 2 * blockSize) this.divide(index);
    this.length++;
    this.resize(this.sizeOf(child));
  }

  /** Removes the entry at a position; returns it. */
  remove(position: number): Child {
    const [index, at] = this.find(position);
    const [child] = this.list(index).splice(at, 1) as [Child];
    (this.blocks?.[index] as Block).count--;
    this.length--;
    this.resize(-this.sizeOf(child));
    return child;
  }

  /** Yields all entries in order: edited ones as items, runs of unedited ones as `[first number, count]`. */
  *runs(): Generator<Item | [number, number]> {
    if (this.blocks === undefined) {
      if (this.count > 0) yield [0, this.count];
      return;
    }
    for (const { first, count, list } of this.blocks) {
      if (list === undefined) yield [first, count];
      else for (const child of list) yield typeof child === "number" ? [child, 1] : child;
    }
  }

  private homeOf(number: number): Block | undefined {
    return this.homes?.get(number) ?? this.firstBlocks[Math.floor(number / blockSize)];
  }

  /** Notes that an entry is in a block now. */
  private settle(number: number, index: number): void {
    const block = this.blocks?.[index] as Block;
    block.count = block.list?.length as number;
    if (this.homeOf(number) === block) return;
    this.homes ??= new Map();
    this.homes.set(number, block);
  }

  /** Moves the second half of a block into a new one, because an entry is searched for in all of its block. */
  private divide(index: number): void {
    const block = this.blocks?.[index] as Block & { list: Child[] };
    const list = block.list.splice(blockSize);
    block.count = blockSize;
    this.blocks?.splice(index + 1, 0, { first: 0, count: list.length, list });
    for (const child of list) this.settle(numberOf(child) as number, index + 1);
  }

  private enter(child: Child): void {
    if (typeof child !== "number" && child.inside !== undefined) child.inside.parent = this;
  }

  private sizeOf(child: Child): number {
    if (typeof child === "number") return this.originalStart(child + 1) - this.originalStart(child);
    return child.keySize + child.size;
  }

  private resize(difference: number): void {
    const before = this.size;
    this.sizes = undefined;
    this.bodySize += difference;
    this.parent?.resize(this.size - before);
  }

  private split(): Block[] {
    const count = Math.max(1, Math.ceil(this.count / blockSize));
    this.firstBlocks = Array.from({ length: count }, (_, block) => {
      const first = block * blockSize;
      return { first, count: Math.min(blockSize, this.count - first), list: undefined };
    });
    this.blocks = [...this.firstBlocks];
    return this.blocks;
  }

  /** The entries of a block, as a list that can be edited. */
  private list(index: number): Child[] {
    const block = (this.blocks ?? this.split())[index] as Block;
    block.list ??= Array.from({ length: block.count }, (_, at) => block.first + at);
    return block.list;
  }

  /** The block of a position and the index in it. A position between two blocks belongs to the later one, unless the earlier one is `home`. */
  private find(position: number, home?: Block): [index: number, at: number] {
    const blocks = this.blocks ?? this.split();
    const last = blocks.length - 1;
    let { found: index, foundStart: start } = this;
    // Entries go only into a block that was just found, or out of it, so the start of that block is still true.
    while (index > 0 && (position < start || (position === start && home !== undefined)))
      start -= (blocks[--index] as Block).count;
    for (; index < last; index++) {
      const block = blocks[index] as Block;
      const at = position - start;
      if (at < block.count || (at === block.count && block === home)) break;
      start += block.count;
    }
    this.found = index;
    this.foundStart = start;
    return [index, position - start];
  }
}

function numberOf(child: Child): number | undefined {
  return typeof child === "number" ? child : child.number;
}
