import { Type } from "../../table/table.gen.js";
import { isPackedType } from "../../table/type-kinds.js";
import { elementType, keySizeAt, recordWords, type Source, typeAt, wordAt } from "./source.js";

/** A value and its key: their places in some bytes. */
export class Item {
  readonly source: Source;
  /** Record of the value; -1 for an element of a packed array, which has none and no header. */
  readonly node: number;
  readonly type: number;
  readonly start: number;
  readonly end: number;
  /** The place of the key; empty for elements. */
  readonly keySource: Source;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The entries inside, once they were edited. */
  inside: ContainerNode | undefined;
  /** Tells the entry from others of its container: its number in the source, or a negative one. */
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

  /** Bytes of the value, edited as it is. */
  get size(): number {
    return this.inside?.size ?? this.end - this.start;
  }
}

/** The place of a key. */
export type KeyPlace = Pick<Item, "keySource" | "keyStart" | "keyEnd">;

/** An entry of a container: its number in the source, or an item that was edited or put there. */
export type Child = number | Item;

/** Children that are edited together: only blocks in which something was edited have lists. */
const blockSize = 256;

/**
 * The entries of a container: Array, Dictionary, Object or a packed array. They are those of the source, in blocks, until
 * one is edited.
 */
export class ContainerNode {
  readonly source: Source;
  readonly type: number;
  readonly start: number;
  /** Offset of the first entry; the count is the word before. */
  readonly body: number;
  readonly end: number;
  /** Entries in the source. */
  readonly count: number;
  /** Bytes of each element of a packed array of numbers; 0 for anything else. */
  readonly stride: number;
  /** The container around it, once it was edited. */
  parent: ContainerNode | undefined;
  /** Bytes of the entries. */
  bodySize: number;
  private readonly first: number;
  private blocks: (Child[] | undefined)[] | undefined;
  /** Counts of the entries in each block. */
  private counts: number[] = [];
  /** Bytes before each block; undefined since the last edit. */
  private sizes: Float64Array | undefined;
  /** Blocks of entries that the source does not have, by their negative numbers. */
  private added: Map<number, number> | undefined;
  /** Entries now. */
  length: number;

  constructor({ source, node, type, start, end }: Item) {
    const list = node < 0 ? 0 : wordAt(source, node + 2);
    this.source = source;
    this.type = type;
    this.start = start;
    this.end = end;
    this.body = list === 0 ? end : wordAt(source, list);
    this.count = this.length = list === 0 ? 0 : wordAt(source, list + 1);
    this.stride = list === 0 ? 0 : wordAt(source, list + 2);
    this.first = list + recordWords;
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

  /** Whether something in it was edited. */
  get edited(): boolean {
    return this.blocks !== undefined;
  }

  /** Bytes of padding at the end: only numbers and bytes need it. */
  get padding(): number {
    return -this.bodySize & 3;
  }

  /** Bytes of all of it. */
  get size(): number {
    return this.body - this.start + this.bodySize + this.padding;
  }

  get headerSize(): number {
    return this.body - this.start;
  }

  /** Bytes of the entries before a position. */
  sizeBefore(position: number): number {
    const { blocks } = this;
    if (blocks === undefined) return this.originalStart(position) - this.body;
    const [last, count] = this.find(position);
    if (this.sizes === undefined) {
      let size = 0;
      this.sizes = Float64Array.from(blocks, (_, block) => {
        const before = size;
        size += this.sizeIn(block, this.counts[block] as number);
        return before;
      });
    }
    return (this.sizes[last] as number) + this.sizeIn(last, count);
  }

  /** Bytes of the first entries of a block. */
  private sizeIn(block: number, count: number): number {
    const list = this.blocks?.[block];
    const first = block * blockSize;
    if (list === undefined) return this.originalStart(first + count) - this.originalStart(first);
    let size = 0;
    for (let at = 0; at < count; at++) size += this.sizeOf(list[at] as Child);
    return size;
  }

  /** Record of entry `number` of the source. */
  nodeOf(number: number): number {
    return this.first + number * recordWords;
  }

  /** Entry `number` of the source. */
  original(number: number): Item {
    const { source, stride } = this;
    if (stride > 0) {
      const start = this.body + number * stride;
      return new Item(source, -1, elementType(this.type), start, start + stride);
    }
    const node = this.nodeOf(number);
    const start = wordAt(source, node);
    const keyStart = start - keySizeAt(source, node);
    const end = number + 1 < this.count ? this.originalStart(number + 1) : this.end;
    if (this.packed) return new Item(source, -1, Type.String, start, end);
    return new Item(source, node, typeAt(source, node), start, end, {
      keySource: source,
      keyStart,
      keyEnd: start,
    });
  }

  /** Where entry `number` of the source begins; the end of all for the count. */
  originalStart(number: number): number {
    if (this.stride > 0) return this.body + number * this.stride;
    if (number >= this.count) return this.end;
    const node = this.nodeOf(number);
    return wordAt(this.source, node) - keySizeAt(this.source, node);
  }

  /** Number of the source's entry whose range `offset` is in. */
  originalAt(offset: number): number {
    let [low, high] = [0, this.count];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.originalStart(middle) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The entry at a position; it must exist. */
  child(position: number): Child {
    if (this.blocks === undefined) return position;
    const [block, at] = this.find(position);
    return this.blocks[block]?.[at] ?? block * blockSize + at;
  }

  item(position: number): Item {
    const child = this.child(position);
    return typeof child === "number" ? this.original(child) : child;
  }

  /** The entry at a position, to be edited inside. */
  itemToEdit(position: number): Item {
    const [block, at] = this.find(position);
    const list = this.list(block);
    const child = list[at] as Child;
    if (typeof child !== "number") return child;
    const item = this.original(child);
    item.number = child;
    list[at] = item;
    return item;
  }

  /** The entries inside the entry at a position, to be edited. */
  containerToEdit(position: number): ContainerNode {
    const item = this.itemToEdit(position);
    item.inside ??= new ContainerNode(item);
    item.inside.parent = this;
    return item.inside;
  }

  /** Where the entry of a number is. */
  positionOf(number: number): number {
    if (this.blocks === undefined) return number;
    const home = this.homeOf(number) as number;
    const list = this.blocks[home];
    let position = list?.findIndex((child) => numberOf(child) === number) ?? number - home * blockSize;
    for (let block = 0; block < home; block++) position += this.counts[block] as number;
    return position;
  }

  /** Puts an entry where another one is; gives that. */
  put(position: number, child: Child): Child {
    const [block, at] = this.find(position);
    const list = this.list(block);
    const old = list[at] as Child;
    if (typeof child !== "number") child.number = numberOf(old) as number;
    this.enter(child);
    list[at] = child;
    this.resize(this.sizeOf(child) - this.sizeOf(old));
    return old;
  }

  /** Puts an entry before the one at a position; one that was there before finds its block again. */
  insert(position: number, child: Child): void {
    this.added ??= new Map<number, number>();
    const number = numberOf(child) ?? -1 - this.added.size;
    const [block, at] = this.find(position, this.homeOf(number));
    if (number < 0) this.added.set(number, block);
    if (typeof child !== "number") child.number = number;
    this.enter(child);
    this.list(block).splice(at, 0, child);
    this.counts[block] = (this.counts[block] as number) + 1;
    this.length++;
    this.resize(this.sizeOf(child));
  }

  /** Takes the entry at a position away. */
  remove(position: number): Child {
    const [block, at] = this.find(position);
    const [child] = this.list(block).splice(at, 1) as [Child];
    this.counts[block] = (this.counts[block] as number) - 1;
    this.length--;
    this.resize(-this.sizeOf(child));
    return child;
  }

  /** Positions and children of a range, a run of untouched ones as `[first number, count]`. */
  *runs(): Generator<Item | [number, number]> {
    if (this.blocks === undefined) {
      if (this.count > 0) yield [0, this.count];
      return;
    }
    for (const [block, list] of this.blocks.entries()) {
      if (list === undefined) yield [block * blockSize, this.counts[block] as number];
      else for (const child of list) yield typeof child === "number" ? [child, 1] : child;
    }
  }

  private homeOf(number: number): number | undefined {
    return number < 0 ? this.added?.get(number) : Math.floor(number / blockSize);
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

  private split(): (Child[] | undefined)[] {
    const count = Math.max(1, Math.ceil(this.count / blockSize));
    this.counts = Array.from({ length: count }, (_, block) =>
      Math.min(blockSize, this.count - block * blockSize),
    );
    this.blocks = new Array<Child[] | undefined>(count);
    return this.blocks;
  }

  private list(block: number): Child[] {
    const blocks = this.blocks ?? this.split();
    const count = this.counts[block] as number;
    const list = blocks[block] ?? Array.from({ length: count }, (_, at) => block * blockSize + at);
    blocks[block] = list;
    return list;
  }

  /** Block and place in it; where two blocks meet, the earlier one or `home`. */
  private find(position: number, home?: number): [block: number, at: number] {
    if (this.blocks === undefined) this.split();
    const { counts } = this;
    const last = counts.length - 1;
    let at = position;
    let block = 0;
    // Mostly nothing was added or taken away before.
    for (; block < last && (home === undefined ? at >= (counts[block] as number) : block < home); block++)
      at -= counts[block] as number;
    return [block, at];
  }
}

function numberOf(child: Child): number | undefined {
  return typeof child === "number" ? child : child.number;
}
