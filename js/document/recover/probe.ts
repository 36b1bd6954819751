// Asks whether the bytes at a place make sense as values.
import { wordOf } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import {
  childAt,
  countAt,
  listAt,
  positionAt,
  startAt,
  startInList,
  strideAt,
  typeAt,
  wordAt,
} from "../../wasm/value-index.js";
import type { Attempt, Format, Source } from "../read/source.js";
import { holeAfter } from "./holes.js";
import { oddPlacesIn } from "./odd-places.js";
import { type Prefix, type Range, withCount } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** Bytes to read in the first attempt. */
const firstWindow = 1 << 8;
/** Each further attempt reads so many times as much, if the last one was readable to its end. Never all at once: much damage would take long. */
const windowFactor = 16;
/** No type without a length is larger. */
const largestFixed = 160;
/** Fewer readable words are ignored as coincidence; `provingBytes` are hardly ever a coincidence. */
const leastWords = 12;
const provingBytes = 1 << 12;
/** A single header with unknown bits may be damaged, but so near to the next one it is no header. */
const near = 256;
/** Other places are tried in the first half of what can be read from a place, and in all of so many bytes. */
const shortExtent = 256;
/** So near to the first or the last of many zeros, reading on is tried. */
const nearZeros = 16;
/** So many zeros that are read as nulls are lost bytes, such as those of a sector. */
const lostZeros = 256;
/** More is not read twice to find out whether it ends too early. */
const longExtent = 1 << 16;

/** One attempt to read. `bytes` are `prefix` bytes of headers, for the containers open at `from`, then the input from there on. */
export interface Run {
  readonly attempt: Attempt;
  readonly bytes: Octets;
  readonly prefix: number;
  readonly from: number;
}

/** A place where the input becomes readable again. `certain` means that this is hardly a coincidence. */
export interface Sense {
  readonly run: Run;
  readonly depth: number;
  /** Offset in the input up to which it is readable. */
  readonly end: number;
  /** A place before this offset from which more can be read is preferred to this one. */
  readonly doubtfulTo: number;
  readonly certain: boolean;
  /** It ends where the input ends, with all the entries that the counts say. */
  readonly exact: boolean;
}

/** How many bytes may still be read in total, which keeps the work linear. */
export interface Budget {
  readonly whole: number;
  left: number;
}

export function budgetFor(input: Octets): Budget {
  const whole = (1 << 25) + 48 * input.length;
  return { whole, left: whole };
}

/** Reads parts of a damaged input, and judges whether they are values or coincidence. */
export class Probe {
  input: Octets;
  private readonly format: Format;
  /** Ranges of the input whose bytes are unknown, in order. An empty one is a place at which no value goes on. */
  private readonly holes: readonly Range[];
  private readonly budget: Budget;

  constructor(format: Format, input: Octets, holes: readonly Range[], budget: Budget) {
    this.format = format;
    this.input = input;
    this.holes = holes;
    this.budget = budget;
  }

  /** The same with one more hole. */
  with(hole: Range): Probe {
    const holes = [...this.holes, hole].sort(([a], [b]) => a - b);
    return new Probe(this.format, this.input, holes, this.budget);
  }

  /** Whether a hole without bytes is at an offset. */
  isBreak(at: number): boolean {
    return this.holes.some(([begin, end]) => begin === at && end === at);
  }

  get isExhausted(): boolean {
    return this.budget.left < 0;
  }

  /** Whether so little is left that each place should cost little. */
  get isHasty(): boolean {
    return this.budget.left < this.budget.whole / 4;
  }

  /** The first hole that ends after an offset. */
  holeFrom(at: number): Range | undefined {
    return holeAfter(this.holes, at);
  }

  /** The end of the known bytes from an offset on. */
  limitFrom(at: number): number {
    const hole = this.holeFrom(at);
    return hole === undefined ? this.input.length : Math.min(Math.max(hole[0], at), this.input.length);
  }

  /** Reads `size` bytes after the headers. Limits the counts in the headers to the number of entries that can fit. */
  read(prefix: Prefix, from: number, size = Number.POSITIVE_INFINITY): Run {
    const rest = this.input.subarray(from, Math.min(from + size, this.limitFrom(from)));
    const before = prefix.bytes.length;
    const bytes = before === 0 ? rest : new Uint8Array(before + rest.length);
    if (before > 0) {
      bytes.set(prefix.bytes);
      bytes.set(rest, before);
      const view = new DataView(bytes.buffer);
      const isPart = rest.length < this.input.length - from;
      for (const { at, values, isOpen } of prefix.counts) {
        const count = view.getUint32(at, true);
        if (isPart || isOpen)
          view.setUint32(at, Math.min(count, Math.max(1, Math.floor(rest.length / (values * 4)))), true);
      }
    }
    return { attempt: this.attempt(bytes, from > 0), bytes, prefix: before, from };
  }

  /** Indexes bytes. If they become unreadable after a value that no engine writes, moves the error to this value. */
  private attempt(bytes: Octets, isResumed: boolean): Attempt {
    const attempt = this.indexOf(bytes);
    // Copying takes far less than reading.
    this.budget.left -= Math.max(attempt.end, Math.min(bytes.length, firstWindow)) + (bytes.length >>> 4);
    const isWhole = attempt.error === undefined && attempt.end >= bytes.length;
    const astray = isWhole && !isResumed ? undefined : strayedAt(attempt);
    const wrong = isWhole ? undefined : (this.wrongLengthAt(attempt) ?? this.wrongEndAt(attempt));
    if (astray !== undefined && astray < (wrong ?? bytes.length))
      return {
        ...this.indexOf(bytes.subarray(0, astray)),
        error: { code: "unknown-type", offset: astray },
      };
    if (wrong === undefined) return attempt;
    const before = this.indexOf(bytes.subarray(0, wrong + 4));
    return before.error === undefined
      ? attempt
      : { ...before, error: { ...before.error, code: "bad-length" } };
  }

  /** Indexes bytes. An error in an entry without a header stands at the entry, not at its container, whose other entries are intact. */
  private indexOf(bytes: Octets): Attempt {
    const attempt = this.format.attempt(bytes);
    const { error, open, source } = attempt;
    if (error === undefined || open === 0) return attempt;
    const node = innermostOf(attempt);
    if (!isBare(typeAt(source, node)) || listAt(source, node) === 0) return attempt;
    if (error.offset !== startAt(source, node)) return attempt;
    return { ...attempt, error: { ...error, offset: this.endOfEntries(source, node) } };
  }

  /** Offset of the end of the complete entries of a container. */
  private endOfEntries(source: Source, node: number): number {
    const list = listAt(source, node);
    const count = countAt(source, list);
    if (count === 0) return wordAt(source, list);
    return this.endOf(source, childAt(list, count - 1), typeAt(source, node));
  }

  /** Offset of the end of a complete entry without a successor, of a container of this type. */
  endOf(source: Source, node: number, container: number): number {
    const { bytes } = source;
    const at = startAt(source, node);
    if (container === Type.PackedStringArray) return at + 4 + ((wordOf(bytes, at) + 3) & ~3);
    return at + this.format.attempt(bytes.subarray(at)).end;
  }

  /** Offset of the first value, text of a PackedStringArray or property whose text goes on after a NUL, with more than another NUL. */
  private wrongLengthAt({ doubtful, source }: Attempt): number | undefined {
    if (doubtful === undefined) return undefined;
    const { bytes } = source;
    const node = nodeAt(source, doubtful);
    const type = node === undefined ? Type.String : typeAt(source, node);
    if (type !== Type.PackedStringArray && goesOn(bytes, doubtful + 4)) return doubtful;
    const list = node === undefined ? 0 : listAt(source, node);
    if (node === undefined || list === 0 || !isBare(type)) return undefined;
    // The warning names the container, because its texts have no headers.
    for (let i = 0; i < countAt(source, list); i++) {
      const at = startInList(source, list, i);
      if (goesOn(bytes, at)) return at;
    }
    const at = this.endOfEntries(source, node);
    return goesOn(bytes, at) ? at : undefined;
  }

  /** Offset of a text that seems to be cut off, but whose text goes on after a NUL: telling so early saves reading all that follows. */
  private wrongEndAt(attempt: Attempt): number | undefined {
    const { error, source } = attempt;
    if (error?.code !== "unexpected-end") return undefined;
    const { bytes } = source;
    // In an Object, the error may stand at the name of a property or at its value.
    if (typeAt(source, innermostOf(attempt)) === Type.Object) return undefined;
    const at = lengthAt(attempt, error.offset);
    const type = bytes[error.offset];
    if (at > error.offset && type !== this.format.stringId && type !== this.format.nameId) return undefined;
    return goesOn(bytes, at) ? error.offset : undefined;
  }

  /** Whether an offset is in the middle of many zeros, of which the first may be nulls, and the last. To read on from all of them would take long. */
  isInZeros(at: number): boolean {
    for (let i = at - nearZeros; i < at + nearZeros; i++) if (this.input[i] !== 0) return false;
    return true;
  }

  /** Whether the word at an offset may be the header of a value or, of an entry without a header, the length of its text. */
  mayBegin(isLength: boolean, at: number): boolean {
    const { input } = this;
    if (input.length - at < 4) return false;
    if (isLength) return wordOf(input, at) <= input.length - at;
    return (input[at] as number) <= this.format.lastId && input[at + 1] === 0 && input[at + 3] === 0;
  }

  /** Judges how far the input is readable from an offset on. With `toTheEnd`, only reading exactly to the end counts. */
  senseFrom(prefix: Prefix, depth: number, from: number, toTheEnd: boolean): Sense | undefined {
    const rest = this.limitFrom(from) - from;
    for (let window = firstWindow; ; window *= windowFactor) {
      const run = this.read(prefix, from, window);
      const { error, end } = run.attempt;
      const isAll = window >= rest;
      const whole = isAll ? this.wholeOf(run, prefix) : undefined;
      if (whole !== undefined)
        return { run: whole, depth, end: from + rest, doubtfulTo: from, certain: true, exact: whole === run };
      if (error === undefined) {
        if (!isAll && end >= run.bytes.length) continue;
        const before = toTheEnd ? undefined : this.beforeZeros(run, prefix);
        if (before !== undefined) return this.partOf(before, depth);
        const extent = end - run.prefix;
        // So much is hardly a coincidence though the counts are wrong, and would take long to read from many places.
        if (toTheEnd || extent < longExtent) return undefined;
        return { run, depth, end: from + extent, doubtfulTo: from + near, certain: false, exact: false };
      } else if (error.code !== "unexpected-end" || isAll || endsBehind(run, rest)) {
        return toTheEnd ? undefined : this.partOf(this.beforeZeros(run, prefix) ?? run, depth);
      }
    }
  }

  /** What is readable up to an error. */
  private partOf(run: Run, depth: number): Sense | undefined {
    const { from, prefix, bytes } = run;
    const offset = run.attempt.error?.offset ?? bytes.length;
    if (!hasWords(run, offset, leastWords)) return undefined;
    const extent = offset - prefix;
    // Keys that are read as values, and values as keys, are readable too, but end one value too early.
    const isLong = extent >= provingBytes;
    const isProbable = isLong && extent < longExtent && offset >= bytes.length;
    const doubtful = isProbable ? shortExtent : Math.max(extent / 2, Math.min(extent, shortExtent));
    const places = { end: from + extent, doubtfulTo: from + doubtful };
    return { run, depth, ...places, certain: isLong && !isProbable, exact: false };
  }

  /** The run up to lost bytes: zeros that are read as nulls fill the containers, so that these end too early. */
  private beforeZeros(run: Run, prefix: Prefix): Run | undefined {
    if (!hasZeros(run.bytes)) return undefined;
    // To walk through the values takes longer than to index them.
    this.budget.left -= 4 * run.attempt.end;
    const { places } = oddPlacesIn(run.attempt.source);
    const zeros = places.find(([begin, end]) => begin >= run.prefix && end - begin >= lostZeros);
    if (zeros === undefined) return undefined;
    const before = this.read(prefix, run.from, zeros[0] - run.prefix);
    const { attempt, bytes } = before;
    if (attempt.error !== undefined && attempt.error.offset < bytes.length) return undefined;
    return { ...before, attempt: { ...attempt, error: { code: "bad-container", offset: bytes.length } } };
  }

  /** A run that ends exactly at the end of the input, if necessary with a smaller count of one container. */
  private wholeOf(run: Run, prefix: Prefix): Run | undefined {
    const { attempt, bytes, from } = run;
    const { error, end } = attempt;
    if (from + bytes.length - run.prefix < this.input.length) return undefined;
    if (error === undefined) return end >= bytes.length ? run : undefined;
    if (error.code !== "unexpected-end" || error.offset < bytes.length || prefix.counts.length === 0)
      return undefined;
    const open = prefix.counts.findIndex(({ isOpen }) => isOpen);
    return this.fittedTo(prefix, from, open < 0 ? prefix.counts.length - 1 : open);
  }

  /**
   * Reads to the end with the only count that fits for the container at `depth`. A first run without a limit on this container
   * also counts the remaining entries of the containers around it. Their number is known, so it can be subtracted.
   */
  private fittedTo(prefix: Prefix, from: number, depth: number): Run | undefined {
    const { attempt, bytes } = this.read(withCount(prefix, depth, undefined), from);
    const { error, open, source } = attempt;
    if (error?.code !== "unexpected-end" || error.offset < bytes.length || open !== depth + 1)
      return undefined;
    let node = 0;
    for (let i = 0; i < depth; i++) node = childAt(listAt(source, node), 0);
    const entries = countAt(source, listAt(source, node));
    const around = prefix.counts.slice(0, depth);
    const view = new DataView(prefix.bytes.buffer);
    const outer = around.reduce((sum, { at, values }) => sum + (view.getUint32(at, true) - 1) * values, 0);
    const { values } = prefix.counts[depth] as Prefix["counts"][number];
    // A key without a value is not in the index, so it must be counted too.
    for (let rest = 0; rest < values; rest++) {
      const count = (entries * values + rest - outer) / values;
      if (count < 1 || !Number.isInteger(count)) continue;
      const run = this.read(withCount(prefix, depth, count), from);
      if (run.attempt.error === undefined && run.attempt.end >= run.bytes.length) return run;
    }
    return undefined;
  }
}

/** Offset of the first of several headers with unknown bits: what was read there are not the headers that were written. */
function strayedAt({ flagged, error }: Attempt): number | undefined {
  const isCut = error === undefined || (error.code === "unexpected-end" && flagged.at(-1) !== error.offset);
  const last = isCut ? Number.POSITIVE_INFINITY : error.offset;
  return flagged.find((at, i) => (flagged[i + 1] ?? last) - at <= near);
}

/** The record of the innermost container that was open at the error. */
function innermostOf({ open, source }: Attempt): number {
  let node = 0;
  for (let i = 1; i < open; i++) {
    const list = listAt(source, node);
    node = childAt(list, countAt(source, list) - 1);
  }
  return node;
}

/** Whether a run ended at a value whose length leads behind the `rest` of the input. */
function endsBehind({ attempt, bytes, prefix }: Run, rest: number): boolean {
  const { error } = attempt;
  if (error === undefined || bytes.length - error.offset < largestFixed) return false;
  // A NodePath has a mark at its count.
  const length = wordOf(bytes, lengthAt(attempt, error.offset)) & 0x7fffffff;
  return error.offset - prefix + length > rest;
}

/** Where the length of the damaged entry at an offset stands: behind its header, if it has one. */
function lengthAt(attempt: Attempt, at: number): number {
  const { open, source } = attempt;
  const node = innermostOf(attempt);
  const hasHeader = open === 0 || !isBare(typeAt(source, node)) || at === startAt(source, node);
  return hasHeader ? at + 4 : at;
}

/** Whether entries of such a container begin with a text without a header. */
export function isBare(type: number): boolean {
  return type === Type.PackedStringArray || type === Type.Object;
}

/** The record of the value whose header stands at an offset; undefined for one inside a key. */
function nodeAt(source: Source, offset: number): number | undefined {
  let node = 0;
  while (startAt(source, node) !== offset) {
    const list = listAt(source, node);
    if (list === 0 || strideAt(source, list) > 0) return undefined;
    if (countAt(source, list) === 0) return undefined;
    node = childAt(list, positionAt(source, list, offset));
  }
  return node;
}

/** Whether the text whose length stands at `at` goes on after a NUL, with more than another NUL. */
function goesOn(bytes: Octets, at: number): boolean {
  return at + 4 <= bytes.length && bytes.subarray(at + 4, at + 3 + wordOf(bytes, at)).includes(0);
}

/** Whether so many bytes in a row are zero that a sector may be lost. */
function hasZeros(bytes: Octets): boolean {
  for (let at = lostZeros; at < bytes.length; at += lostZeros) {
    let [begin, end] = [at, at];
    while (bytes[begin - 1] === 0 && at - begin < lostZeros) begin--;
    while (bytes[end] === 0 && end - begin < lostZeros) end++;
    if (end - begin >= lostZeros) return true;
  }
  return false;
}

/** Whether a run has so many words before an offset. Zeros do not count, because any zeros can be read as nulls. */
export function hasWords({ bytes, prefix }: Run, end: number, least: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let words = 0;
  for (let at = prefix; at + 4 <= end && words < least; at += 4) if (view.getUint32(at, true) !== 0) words++;
  return words >= least;
}
