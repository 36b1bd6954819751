// Puts a recovered value together from the ranges that could be read.
import { Type } from "../../table/table.gen.js";
import { Document } from "../document.js";
import { Output } from "../read/output.js";
import { Reader } from "../read/reader.js";
import type { Format } from "../read/source.js";
import type { RecoveredValue } from "./recovered.js";

type Octets = Uint8Array<ArrayBuffer>;

/** A half-open range of byte offsets in the input. */
export type Range = readonly [begin: number, end: number];

/** A damaged container: its header and its recovered entries. */
export interface Level {
  /** All bytes before the entries; the last word is the count. */
  readonly header: Octets;
  /** Offset of the header in the input; undefined if the header was made up. */
  readonly from: number | undefined;
  readonly type: number;
  /** Number of entries by its count; infinity if the count is wrong. */
  readonly expected: number;
  /** Ranges of complete entries, and damaged containers. */
  readonly parts: (Range | Level)[];
  count: number;
  /** The range of its key. */
  readonly key: Range;
}

/** Headers of nested containers, followed by their remaining entries. */
export interface Prefix {
  readonly bytes: Octets;
  /** For each header: the offset of its count, the number of values per entry, and whether the count is unknown. */
  readonly counts: readonly { readonly at: number; readonly values: number; readonly isOpen: boolean }[];
}

const mostEntries = 0x7fffffff;
/** A longer header is itself damaged. */
const longestHeader = 1 << 12;

/** The header up to the count. Its end is found by trial: the shortest bytes that form a container with a count of 0. */
export function headerAt(format: Format, bytes: Octets, at: number, type: number): Octets | undefined {
  // Shorter bytes would be an Object without a class name, which is null.
  for (let size = type === Type.Object ? 16 : 8; size <= longestHeader; size += 4) {
    const header = bytes.slice(at, at + size).fill(0, size - 4);
    const { error, end } = format.attempt(header);
    if (error === undefined && end === size) return bytes.slice(at, at + size);
  }
  return undefined;
}

/** Copies the headers with another count at a depth; a `count` of undefined makes it unknown. */
export function withCount({ bytes, counts }: Prefix, depth: number, count: number | undefined): Prefix {
  const changed = bytes.slice();
  const { at } = counts[depth] as Prefix["counts"][number];
  new DataView(changed.buffer).setUint32(at, count ?? mostEntries, true);
  return {
    bytes: changed,
    counts: counts.map((each, i) => (i === depth ? { ...each, isOpen: count === undefined } : each)),
  };
}

/**
 * The headers of levels, with the number of remaining entries as counts; undefined if a level should have no more entries. An entry of `damaged`
 * is lost.
 */
export function prefixOf(
  levels: readonly Level[],
  damaged: Level | undefined,
  input: Octets,
): Prefix | undefined {
  const output = new Output();
  const counts: Prefix["counts"][number][] = [];
  let size = 0;
  for (const level of levels) {
    const { header, key, type } = level;
    const isLast = level === levels.at(-1);
    // The open container inside counts as one entry.
    const left = level.expected - level.count + (isLast ? (level === damaged ? -1 : 0) : 1);
    if (left <= 0) return undefined;
    if (size > 0) output.add(input, key[0], key[1]);
    output.add(header, 0, header.length - 4);
    output.word(Math.min(left, mostEntries));
    size += (size > 0 ? key[1] - key[0] : 0) + header.length;
    const values = type === Type.Dictionary || type === Type.Object ? 2 : 1;
    counts.push({ at: size - 4, values, isOpen: left === Number.POSITIVE_INFINITY });
  }
  return { bytes: output.bytes(), counts };
}

/** The recovered bytes, and the ranges that come from the input. The word at `repaired` is new. */
export function written(
  root: Level | Range,
  input: Octets,
  repaired: number | undefined,
): { bytes: Octets; ranges: RecoveredValue["ranges"] } {
  const output = new Output();
  const ranges: RecoveredValue["ranges"][number][] = [];
  let size = 0;
  const add = (source: Octets, begin: number, end: number, from: number | undefined) => {
    output.add(source, begin, end);
    const isNew = from === undefined ? end - begin : from === repaired ? 4 : 0;
    const length = end - begin - isNew;
    if (length > 0) ranges.push({ range: [size + isNew, length], from: (from ?? 0) + isNew });
    size += end - begin;
  };
  const write = (part: Level | Range) => {
    if (!("header" in part)) {
      add(input, part[0], part[1], part[0]);
      return;
    }
    add(input, part.key[0], part.key[1], part.key[0]);
    add(part.header, 0, part.header.length - 4, part.from);
    const mark = (part.header.at(-1) as number) & 0x80;
    output.word(part.count | (mark << 24));
    size += 4;
    for (const inner of part.parts) write(inner);
  };
  write(root);
  return { bytes: output.bytes(), ranges };
}

/** The readable part of a value: a copy of the input from `from` on, or put together from several `ranges`. */
export interface Rescued {
  readonly bytes: Octets;
  readonly from: number;
  readonly ranges: RecoveredValue["ranges"] | undefined;
}

/** A recovered value that becomes a Document when it is asked for, because a file may hold millions of values. */
export class SavedValue implements RecoveredValue {
  readonly #format: Format;
  readonly #whole: { readonly bytes: Octets };
  readonly #begin: number;
  readonly #length: number;
  readonly #ranges: RecoveredValue["ranges"] | number;
  #document: Document | undefined;

  /** `ranges` is an offset in the input for a value that is a copy of the bytes there. */
  constructor(
    format: Format,
    whole: { readonly bytes: Octets },
    begin: number,
    length: number,
    ranges: RecoveredValue["ranges"] | number,
  ) {
    this.#format = format;
    this.#whole = whole;
    this.#begin = begin;
    this.#length = length;
    this.#ranges = ranges;
  }

  get document(): Document {
    const end = this.#begin + this.#length;
    this.#document ??= new Document(
      new Reader(this.#format, this.#format.open(this.#whole.bytes.subarray(this.#begin, end)).source),
    );
    return this.#document;
  }

  get ranges(): RecoveredValue["ranges"] {
    const ranges = this.#ranges;
    return typeof ranges === "number" ? [{ range: [0, this.#length], from: ranges }] : ranges;
  }
}
