// Finds values with the codec, a piece of the document at a time: runs of entries as they were opened, and the values of edits.
import { type ErrorCode, VariantError } from "../../base/errors.js";
import { queryRecord as field, slot } from "../../table/boundary.gen.js";
import { lastUpTo } from "../../table/numbers.js";
import { errorCodes, Type } from "../../table/table.gen.js";
import type { Boundary } from "../../wasm/boundary.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { search as searchPiece } from "../../wasm/second-part.js";
import { decodeText } from "../../wasm/utf8.js";
import { type Document, partsOf } from "../document.js";
import { type ContainerNode, Item } from "../read/container-node.js";
import { DocumentNode } from "../read/node.js";
import { Output } from "../read/output.js";
import type { Reader } from "../read/reader.js";
import { type Query, queryOf, type SearchOptions } from "./query.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes of a piece: the codec holds as much at a time, and takes about half a millisecond. */
const pieceSize = 1 << 16;

/**
 * Finds the values that match, in document order. Yields them in lists: one for each piece of the document, which may be empty.
 * A piece has 64 KB and takes about half a millisecond, so you can stop, pause or report in between.
 *
 * @param document - Where to look. Do not edit it while you iterate.
 * @param options - What to look for; by default every value.
 * @returns A generator of lists of nodes.
 * @throws TypeError for options that do not exist or make no sense.
 * @example
 * ```ts
 * for (const nodes of search(save, { text: /^sword/i, types: ["String"] }))
 *   for (const { path } of nodes) console.log(path);
 * const wounded = [...search(save, { from: 1, to: 20, types: ["int"] })].flat();
 * ```
 */
export function search(document: Document, options: SearchOptions = {}): Generator<DocumentNode[]> {
  const { reader } = partsOf(document);
  return new Search(reader, queryOf(options)).value(
    new DocumentNode(reader, reader.root),
    reader.root,
    false,
  );
}

class Search {
  private readonly reader: Reader;
  private readonly query: Query;

  constructor(reader: Reader, query: Query) {
    this.reader = reader;
    this.query = query;
  }

  /** A value, whose key may match already. */
  *value(node: DocumentNode, item: Item, keyMatches: boolean): Generator<DocumentNode[]> {
    const container = this.reader.inside(item);
    const isLarge = item.inside !== undefined || item.end - item.start > pieceSize;
    if (container === undefined || container.packed || !isLarge) {
      const matches = this.matches(this.reader.bytes(item), 1, false);
      if (keyMatches) matches.unshift(0);
      yield new Places(this.reader, this.query, { node, item, start: 0 }).nodes(matches);
      return;
    }
    const head = new Output();
    head.header(container, 0);
    const matches = this.matches(head.bytes(), 1, false).length > 0;
    yield matches || keyMatches ? [node] : [];
    yield* this.entries(node, container);
  }

  *entries(node: DocumentNode, container: ContainerNode): Generator<DocumentNode[]> {
    let position = 0;
    for (const run of container.runs()) {
      if (run instanceof Item) yield* this.entry(node, container, run, position++);
      else {
        yield* this.run(node, container, run, position);
        position += run[1];
      }
    }
  }

  *entry(
    parent: DocumentNode,
    container: ContainerNode,
    item: Item,
    position: number,
  ): Generator<DocumentNode[]> {
    const node = new DocumentNode(this.reader, item, parent, container, position);
    yield* this.value(node, item, container.keyed && this.keyMatches(container, item));
  }

  private keyMatches(container: ContainerNode, item: Item): boolean {
    if (this.query.words[field.keys] === 0 || !this.wants(item.type)) return false;
    return this.matches(this.reader.keys.bytes(item, container), 1, true).length > 0;
  }

  private wants(type: number): boolean {
    const [low, high] = [
      this.query.words[field.types] as number,
      this.query.words[field.typesHigh] as number,
    ];
    return (((type < 32 ? low : high) >>> (type & 31)) & 1) === 1;
  }

  /** Entries as they were opened: many in one piece, large ones on their own. */
  *run(
    node: DocumentNode,
    container: ContainerNode,
    [first, count]: readonly [number, number],
    position: number,
  ): Generator<DocumentNode[]> {
    const { source, type } = container;
    const pairs = type === Type.Dictionary;
    const shift = position - first;
    const end = first + count;
    for (let from = first; from < end; ) {
      const start = container.originalStart(from);
      let to = from;
      while (to < end && container.originalStart(to + 1) - start <= pieceSize) to++;
      if (to === from || type === Type.Object) {
        yield* this.entry(node, container, container.original(from), from + shift);
        from++;
        continue;
      }
      const bytes = source.bytes.subarray(start, container.originalStart(to));
      const matches = this.matches(bytes, (to - from) * (pairs ? 2 : 1), pairs);
      yield new Places(this.reader, this.query, { node, container, shift, start }).nodes(matches);
      from = to;
    }
  }

  /** Positions of the matches in some bytes, without repetitions. */
  private matches(bytes: Bytes, values: number, pairs: boolean): number[] {
    this.query.words[field.pairs] = Number(pairs);
    return withCodec(found, bytes, this.reader, values, this.query);
  }
}

function found(codec: Boundary, bytes: Bytes, reader: Reader, values: number, query: Query): number[] {
  const number = searchPiece(codec, bytes, reader.format.exact, values, query.words, query.needle);
  // Only bytes that somebody changed after they were opened.
  if (number !== 0)
    throw new VariantError(errorCodes[number - 1] as ErrorCode, { offset: codec.read(slot.errorOffset) });
  const at = codec.read(slot.wordsAt) >>> 2;
  const places = Array.from(codec.i32.subarray(at, at + codec.read(slot.wordCount)));
  const { pattern } = query;
  if (pattern === undefined) return places;
  const textsAt = codec.read(slot.outputAt);
  const texts = decodeText(codec.u8, textsAt, codec.read(slot.outputLength)).split("\0");
  let last = -1;
  return places.filter((place, i) => {
    if (place === last || place < 0 || !pattern.test(texts[i] as string)) return false;
    last = place;
    return true;
  });
}

/** A value, or entries of a container that begin `shift` positions later than when they were opened; where the piece starts. */
type Base =
  | { readonly node: DocumentNode; readonly item: Item; readonly start: number }
  | {
      readonly node: DocumentNode;
      readonly container: ContainerNode;
      readonly shift: number;
      readonly start: number;
    };

interface Level {
  readonly node: DocumentNode;
  readonly item: Item | undefined;
  readonly container: ContainerNode | undefined;
  readonly shift: number;
  readonly end: number;
}

/** Makes nodes for positions in a piece, which come in ascending order. */
class Places {
  private readonly reader: Reader;
  private readonly elements: boolean;
  /** Where the piece begins in its source. */
  private readonly start: number;
  private readonly path: Level[];

  constructor(reader: Reader, query: Query, base: Base) {
    this.reader = reader;
    this.elements = query.elements;
    const { node } = base;
    const end = Number.POSITIVE_INFINITY;
    if ("item" in base) {
      const { item } = base;
      this.start = item.start;
      this.path = [{ node, item, container: reader.inside(item), shift: 0, end }];
    } else {
      this.start = base.start;
      this.path = [{ node, item: undefined, container: base.container, shift: base.shift, end }];
    }
  }

  nodes(matches: readonly number[]): DocumentNode[] {
    const nodes: DocumentNode[] = [];
    for (const match of matches) {
      const node = this.at(this.start + match);
      if (node !== nodes.at(-1)) nodes.push(node);
    }
    return nodes;
  }

  private at(offset: number): DocumentNode {
    const { path, reader } = this;
    while (offset >= (path.at(-1) as Level).end) path.pop();
    for (;;) {
      const { node, item, container, shift } = path.at(-1) as Level;
      if (container === undefined || item?.start === offset) return node;
      if (container.packed) return this.elements ? this.element(node, container, offset) : node;
      const number = container.originalAt(offset);
      const child = container.original(number);
      const inner = new DocumentNode(reader, child, node, container, number + shift);
      path.push({ node: inner, item: child, container: reader.inside(child), shift: 0, end: child.end });
    }
  }

  /** An element of a PackedStringArray. Its array may have been edited, so sizes tell the position. */
  private element(node: DocumentNode, container: ContainerNode, offset: number): DocumentNode {
    const before = offset - container.body;
    const position = lastUpTo(container.length, (at) => container.sizeBefore(at), before);
    return new DocumentNode(this.reader, container.item(position), node, container, position);
  }
}
