import { wordOf } from "../../table/numbers.js";
import { type Attempt, type Format, recordWords, wordAt } from "../read/source.js";
import { type Prefix, type Range, withCount } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** Bytes that are tried, each more than the one before when that makes sense to its end. */
const windows = [1 << 8, 1 << 12, 1 << 16, Number.POSITIVE_INFINITY];
/** Words that must make sense, and bytes that do so only by rare chance. */
const leastWords = 12;
const provingBytes = 1 << 12;

/** Bytes that were read: headers of the containers that are open at `from`, then the input from there on. */
export interface Run {
  readonly attempt: Attempt;
  readonly bytes: Octets;
  readonly prefix: number;
  readonly from: number;
}

/** A place where the input becomes readable again, and whether chance is unlikely. */
export interface Sense {
  readonly run: Run;
  readonly depth: number;
  /** A certain place before this offset is taken instead. */
  readonly doubtfulTo: number;
  readonly certain: boolean;
}

/** Bytes that may still be tried, so that the work is linear. */
export interface Budget {
  left: number;
}

/** Reads parts of a damaged input, and finds out whether they make sense. */
export class Probe {
  input: Octets;
  private readonly format: Format;
  /** Ranges of the input that are unknown, in order. */
  private readonly holes: readonly Range[];
  private readonly budget: Budget;

  constructor(format: Format, input: Octets, holes: readonly Range[], budget: Budget) {
    this.format = format;
    this.input = input;
    this.holes = holes;
    this.budget = budget;
  }

  get isExhausted(): boolean {
    return this.budget.left < 0;
  }

  /** The first hole that ends after a place. */
  holeFrom(at: number): Range | undefined {
    return this.holes.find(([, end]) => end > at);
  }

  /** Where the input is known up to. */
  limitFrom(at: number): number {
    const hole = this.holeFrom(at);
    return hole === undefined ? this.input.length : Math.min(Math.max(hole[0], at), this.input.length);
  }

  /** Reads `size` bytes after headers. Limits the counts in the headers to the entries that fit in those bytes. */
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
    this.budget.left -= bytes.length;
    return { attempt: this.attempt(bytes), bytes, prefix: before, from };
  }

  /** Reads up to a text with a wrong length if the bytes after it are not readable. */
  private attempt(bytes: Octets): Attempt {
    const attempt = this.format.attempt(bytes);
    const { doubtful, error, end } = attempt;
    if (doubtful === undefined || (error === undefined && end >= bytes.length)) return attempt;
    // For the name of a property this is the place of its Object.
    const text = bytes.subarray(doubtful + 8, doubtful + 7 + wordOf(bytes, doubtful + 4));
    if (!text.includes(0)) return attempt;
    const before = this.format.attempt(bytes.subarray(0, doubtful + 4));
    return before.error === undefined
      ? attempt
      : { ...before, error: { ...before.error, code: "bad-length" } };
  }

  /** How far the input is readable from a place on; with `toTheEnd` it must be exactly to the end. */
  senseFrom(prefix: Prefix, depth: number, from: number, toTheEnd: boolean): Sense | undefined {
    const rest = this.limitFrom(from) - from;
    for (const window of windows) {
      const run = this.read(prefix, from, window);
      const { error, end } = run.attempt;
      const isAll = window >= rest;
      const whole = isAll ? this.wholeOf(run, prefix) : undefined;
      if (whole !== undefined) return { run: whole, depth, doubtfulTo: from, certain: true };
      if (error === undefined) {
        if (isAll || end < run.bytes.length) return undefined;
      } else if (error.code !== "unexpected-end" || isAll) {
        if (toTheEnd || wordsIn(run, error.offset) < leastWords) return undefined;
        const extent = error.offset - run.prefix;
        const certain = extent >= provingBytes;
        return { run: isAll ? run : this.read(prefix, from), depth, doubtfulTo: from + extent / 2, certain };
      }
    }
    return undefined;
  }

  /** A run that ends where the input does, if need be with fewer entries of one container, as some may be lost. */
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
   * Reads to the end with the one count that fits, of the container at a depth: read without a bound it takes in all that
   * is left of those around it, of which the counts are known.
   */
  private fittedTo(prefix: Prefix, from: number, depth: number): Run | undefined {
    const { attempt, bytes } = this.read(withCount(prefix, depth, undefined), from);
    const { error, open, source } = attempt;
    if (error?.code !== "unexpected-end" || error.offset < bytes.length || open !== depth + 1)
      return undefined;
    let node = 0;
    for (let i = 0; i < depth; i++) node = wordAt(source, node + 2) + recordWords;
    const list = wordAt(source, node + 2);
    const around = prefix.counts.slice(0, depth);
    const view = new DataView(prefix.bytes.buffer);
    const outer = around.reduce((sum, { at, values }) => sum + (view.getUint32(at, true) - 1) * values, 0);
    const { values } = prefix.counts[depth] as Prefix["counts"][number];
    // A key may be left over, which is not in the index.
    for (let rest = 0; rest < values; rest++) {
      const count = ((list === 0 ? 0 : wordAt(source, list + 1)) * values + rest - outer) / values;
      if (count < 1 || !Number.isInteger(count)) continue;
      const run = this.read(withCount(prefix, depth, count), from);
      if (run.attempt.error === undefined && run.attempt.end >= run.bytes.length) return run;
    }
    return undefined;
  }
}

/** Words of a run before a place. Zeros do not count: they may be nulls by chance. */
function wordsIn({ bytes, prefix }: Run, end: number): number {
  let words = 0;
  for (let at = prefix; at + 4 <= end; at += 4) if (wordOf(bytes, at) !== 0) words++;
  return words;
}
