// One way to read a damaged value: up to the damage, and on from where the rest fits.
import type { ErrorCode } from "../../base/errors.js";
import { nameAt } from "../../codec/decode/error-places.js";
import { wordOf } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import { isContainerType } from "../../table/type-kinds.js";
import type { Variant } from "../../values/variant.js";
import { childAt, countAt, entryStartAt, listAt, startAt, typeAt } from "../../wasm/value-index.js";
import { encodePart } from "../read/encode-part.js";
import type { Attempt, Format } from "../read/source.js";
import { isSureOf } from "./lost-header.js";
import { oddPlacesIn } from "./odd-places.js";
import { hasWords, isBare, type Probe, type Run, type Sense } from "./probe.js";
import { type Lost, lostBytes } from "./recovered.js";
import { headerAt, type Level, type Prefix, prefixOf, type Range, type Rescued, written } from "./salvage.js";

type Octets = Uint8Array<ArrayBuffer>;

/** How many bytes after damage are searched for the next value. */
const farthest = 1 << 16;
/** How many bytes after a count that is too small may be those of the entries that it leaves out. */
const mostSpilled = 1 << 12;
/** Fewer words between those of the values before the damage may be the rest of a value that is cut off. */
const leastShifted = 4;
const mostLevels = 8;
/** No array of an engine has more elements: a longer length is damaged, so the value is not merely cut off. */
const mostElements = 1 << 28;
/** So much is searched for a place that has an entry like those before. */
const nearby = 256;
/** What is merely cut off may end by all counts of another reading, but not after so many bytes. */
const leastExact = 256;

const empty: Prefix = { bytes: new Uint8Array(0), counts: [] };

/** A value whose bytes are damaged. */
export interface DamagedValue {
  readonly format: Format;
  readonly probe: Probe;
  /** Offset of the probe's input in the whole input, for what is reported. */
  readonly base: number;
  /** Size of the whole value, if its end is known to be cut off. */
  readonly sizeBeforeCut?: number | undefined;
  /** Reads on behind a value that may be cut off only where no other damage follows. */
  readonly isCareful?: boolean | undefined;
  /** The hole of the probe is the header of a container. */
  readonly isHeader?: boolean | undefined;
}

/** Reads a damaged value to the end, or until nothing more can be read. */
export class Reading implements DamagedValue {
  readonly format: Format;
  readonly probe: Probe;
  readonly base: number;
  readonly sizeBeforeCut: number | undefined;
  readonly isCareful: boolean;
  readonly isHeader: boolean;
  /** Containers that were open at the end of the last run, outermost first. */
  private levels: Level[] = [];
  /** Offset of the end of the recovered entries. */
  private taken = 0;
  private root: Level | Range | undefined;
  /** Offset of a type word that was replaced. */
  private repaired: number | undefined;
  /** What was lost on the way. */
  readonly lost: Lost[] = [];
  /** Everything was read to the end of the input, or to a damage of what is the last entry by all counts. */
  fits = false;
  /** It read on behind a value that may be merely cut off. */
  isDoubtful = false;
  /** The last run ended with the input, by all counts, and is too long for a coincidence. */
  isExact = false;
  /** The header of a container was made up, with the only count that fits. */
  isRebuilt = false;
  /** The count of the whole value was ignored to read all. */
  isStretched = false;
  /** For each run, where it may have gone astray. */
  readonly odd: Range[][] = [];

  constructor({ format, probe, base, sizeBeforeCut, isCareful = false, isHeader = false }: DamagedValue) {
    this.format = format;
    this.probe = probe;
    this.base = base;
    this.sizeBeforeCut = sizeBeforeCut;
    this.isCareful = isCareful;
    this.isHeader = isHeader;
    this.readOn();
  }

  private readOn(): void {
    let run: Run | undefined = this.probe.read(empty, 0);
    while (run !== undefined) {
      this.take(run);
      const { error, end: readTo }: Attempt = run.attempt;
      // An error in an entry without a header may have the offset of its container, whose header and entries are recovered.
      const inner = this.levels.at(-1);
      const body = inner !== undefined && isBare(inner.type) ? (inner.from ?? 0) + inner.header.length : 0;
      const at = Math.max(this.place(run, error?.offset ?? readTo), this.taken, body);
      this.fits = error === undefined && at >= this.probe.input.length;
      if (!this.fits || this.lost.length > 0) this.odd.push(this.oddIn(run));
      if (this.fits) return;
      const code = this.codeAt(at, error?.code ?? "trailing-bytes");
      const around = this.here();
      this.fits = this.isLast();
      const next: Run | undefined = this.isHeader ? this.rebuild() : this.next(run, at, code);
      const keys = this.isRebuilt ? this.here() : around;
      const [offset, end] =
        this.repaired === undefined ? [at, next?.from ?? this.probe.input.length] : [0, 4];
      const length = Math.max(end - offset, 0);
      this.lost.push(lostBytes(this.base + offset, length, code, keys));
      run = next;
    }
  }

  /** Where a run may have gone astray. */
  private oddIn(run: Run): Range[] {
    return oddPlacesIn(run.attempt.source)
      .places.filter(([begin]) => begin >= run.prefix)
      .map(([begin, end]) => [this.place(run, begin), this.place(run, end)]);
  }

  /** What was read; undefined for nothing. */
  result(): Rescued | undefined {
    if (this.root === undefined || isNothing(this.root)) return undefined;
    if (!("header" in this.root) && this.repaired === undefined) {
      const [begin, end] = this.root;
      return { bytes: this.probe.input.subarray(begin, end), from: this.base + begin, ranges: undefined };
    }
    const { bytes, ranges } = written(this.root, this.probe.input, this.repaired);
    return { bytes, from: 0, ranges: ranges.map(({ range, from }) => ({ range, from: this.base + from })) };
  }

  /** Whether the counts of all open containers say that the damaged entry is the last one. */
  private isLast(): boolean {
    const { levels } = this;
    const rest = levels.reduce((sum, { expected, count }) => sum + expected - count, 0);
    return levels.length > 0 && rest === 1;
  }

  /** The error code for an offset. A value that runs into a hole is damaged, and so is a text that runs into others. */
  private codeAt(at: number, code: ErrorCode): ErrorCode {
    const { input } = this.probe;
    if (this.probe.isBreak(at)) return "bad-length";
    if (code !== "unexpected-end") return code;
    if (this.probe.limitFrom(at) < input.length) return "bad-container";
    const isText = at + 8 < input.length && wordOf(input, at) === this.format.stringId;
    return isText && input.subarray(at + 8).includes(0) ? "bad-length" : code;
  }

  /** Turns an offset in a run into an offset in the input. */
  private place({ prefix, from }: Run, at: number): number {
    return Math.min(from + Math.max(at - prefix, 0), this.probe.input.length);
  }

  /** Whether the value at an offset is merely cut off, so that what seems to follow it lies inside it. */
  private isCutAt(at: number): boolean {
    const { input } = this.probe;
    if (this.sizeBeforeCut === undefined) return false;
    return at + 8 > input.length || wordOf(input, at + 4) <= this.sizeBeforeCut - at;
  }

  /** Resumes reading after damage; undefined if nothing more can be read. */
  private next(run: Run, at: number, code: ErrorCode): Run | undefined {
    if (code.startsWith("too-")) return undefined;
    if (code === "unexpected-end" && this.isCutAt(at)) return undefined;
    if (this.levels.length > 0) {
      const isCut = code === "unexpected-end";
      const next = this.resume(at, code, isCut && this.isCareful) ?? this.stretched(at, code);
      this.isDoubtful ||= isCut && next !== undefined && !this.isTooLong(at);
      return next;
    }
    if (this.root !== undefined && code !== "trailing-bytes") return undefined;
    if (this.root !== undefined && isList(run)) return run.prefix === 0 ? this.goOn(run, at) : undefined;
    // Truncated bytes could fit another container by chance, so they are not repaired.
    if (code !== "unexpected-end" && this.repair()) return undefined;
    if (this.root !== undefined || !/^(unknown-type|bad-container)$/.test(code)) return undefined;
    // The containers of the remaining values are lost, so the values become elements of an Array.
    this.root = {
      header: encodePart(this.format, []),
      from: undefined,
      type: Type.Array,
      expected: Number.POSITIVE_INFINITY,
      parts: [],
      count: 0,
      key: [0, 0],
    };
    this.levels = [this.root];
    return this.resume(at, code, false);
  }

  /** Makes up the header that is a hole. Its count follows from those of the containers around; the entries must leave no doubt of its type. */
  private rebuild(): Run | undefined {
    const { input } = this.probe;
    const hole = this.probe.holeFrom(0);
    const parent = this.levels.at(-1);
    if (hole === undefined || parent?.from === undefined || this.isRebuilt) return undefined;
    const isKeyed = parent.type === Type.Dictionary || parent.type === Type.Object;
    const begin = isKeyed ? Math.max(this.taken, parent.from + parent.header.length) : hole[0];
    for (const [type, container] of [[Type.Dictionary, new Map()] as const, [Type.Array, []] as const]) {
      const header = encodePart(this.format, container);
      const inner: Level = {
        header,
        from: undefined,
        type,
        expected: Number.POSITIVE_INFINITY,
        parts: [],
        count: 0,
        key: [begin, hole[0]],
      };
      this.attach(parent, inner);
      const levels = [...this.levels, inner];
      const prefix = prefixOf(levels, undefined, input);
      const sense = prefix && this.probe.senseFrom(prefix, levels.length - 1, hole[1], true);
      if (sense !== undefined && isSureOf(sense.run, levels.length - 1, type, this.format)) {
        this.levels = levels;
        this.isRebuilt = true;
        return sense.run;
      }
      parent.parts.pop();
      parent.count--;
    }
    return undefined;
  }

  /** Goes on in the outermost container as if its count were larger: where lost bytes were read as entries, its count leaves out as many. */
  private stretched(at: number, code: ErrorCode): Run | undefined {
    const [root] = this.levels;
    if (root === undefined || root.expected === Number.POSITIVE_INFINITY || code === "unexpected-end")
      return undefined;
    const level = { ...root, expected: Number.POSITIVE_INFINITY };
    const known = this.levels;
    this.levels = [level];
    const next = this.resume(at, code, false);
    if (next === undefined) this.levels = known;
    else this.root = level;
    return next;
  }

  /** Whether no array has the length of the value at an offset. */
  private isTooLong(at: number): boolean {
    const { input } = this.probe;
    // A NodePath has a mark at its count.
    return at + 8 <= input.length && (wordOf(input, at + 4) & 0x7fffffff) > mostElements;
  }

  /** Tries containers in place of a damaged first word. One that reads exactly to the last byte is right. */
  private repair(): boolean {
    if (this.probe.input.length < 8) return false;
    const input = this.probe.input.slice();
    for (const container of [new Map(), []]) {
      input.set(encodePart(this.format, container).subarray(0, 4));
      const { error, end, source } = this.format.attempt(input);
      if (error !== undefined || end < input.length || listAt(source, 0) === 0) continue;
      this.probe.input = input;
      this.repaired = 0;
      this.root = [0, input.length];
      return true;
    }
    return false;
  }

  /** If all bytes after a container are readable as more entries, its count is wrong: reads these entries too. */
  private goOn(run: Run, at: number): Run | undefined {
    const level = { ...this.levelAt(run, 0), expected: Number.POSITIVE_INFINITY };
    level.count = countAt(run.attempt.source, listAt(run.attempt.source, 0));
    if (level.count > 0) level.parts.push([level.header.length, at]);
    const prefix = prefixOf([level], level, this.probe.input);
    const sense = prefix && this.probe.senseFrom(prefix, 0, at, true);
    if (sense === undefined || !this.probe.input.subarray(at).some((byte) => byte !== 0)) return undefined;
    this.levels = [level];
    this.root = level;
    this.isStretched = true;
    return sense.run;
  }

  /** Adds the entries that a run has read. */
  private take(run: Run): void {
    const { open, error } = run.attempt;
    const known = this.levels;
    this.levels = [];
    if (error === undefined && known.length === 0) this.root = [0, this.place(run, run.attempt.end)];
    else if (open > 0 || known.length > 0) this.visit(run, 0, known, 0, open);
  }

  /** Adds the entries of the container at record `node`. It was open before, in `known` at this depth, or is open now. */
  private visit(run: Run, node: number, known: readonly Level[], depth: number, open: number): void {
    const { source } = run.attempt;
    const isKnown = depth < known.length;
    const level = known[depth] ?? this.levelAt(run, node);
    if (depth < open) this.levels[depth] = level;
    if (!isKnown) this.attach(this.levels[depth - 1], level);
    const list = listAt(source, node);
    const count = countAt(source, list);
    // If a container inside this one was open before, it is the first entry.
    const first = depth + 1 < known.length ? 1 : 0;
    const innerOpen = depth + 1 < open;
    const child = (i: number) => childAt(list, i);
    if (first === 1) this.visit(run, child(0), known, depth + 1, innerOpen && count === 1 ? open : 0);
    const last = innerOpen && count > first ? count - 1 : count;
    if (last > first) {
      const end =
        last < count
          ? entryStartAt(source, child(last))
          : this.probe.endOf(source, child(last - 1), level.type);
      this.taken = this.place(run, end);
      level.parts.push([this.place(run, entryStartAt(source, child(first))), this.taken]);
      level.count += last - first;
    }
    if (last < count) this.visit(run, child(last), known.slice(0, depth + 1), depth + 1, open);
  }

  private attach(parent: Level | undefined, level: Level): void {
    if (parent === undefined) this.root = level;
    else {
      parent.parts.push(level);
      parent.count++;
    }
  }

  private levelAt(run: Run, node: number): Level {
    const { source } = run.attempt;
    const at = startAt(source, node);
    const type = typeAt(source, node);
    const header = headerAt(this.format, run.bytes, at, type);
    return {
      header: header ?? encodePart(this.format, []),
      from: header && this.place(run, at),
      type,
      expected: header ? wordOf(header, header.length - 4) & 0x7fffffff : 0,
      parts: [],
      count: 0,
      key: [this.place(run, entryStartAt(source, node)), this.place(run, at)],
    };
  }

  /** The path to the end of the last run. */
  private here(): Variant[] {
    return this.levels.flatMap((level, depth) => {
      const inner = this.levels[depth + 1];
      const keyed = level.type === Type.Dictionary || level.type === Type.Object;
      if (!keyed) return inner === undefined ? level.count : level.count - 1;
      return inner === undefined ? [] : this.keyOf(level, inner.key);
    });
  }

  private keyOf({ type }: Level, [begin, end]: Range): Variant {
    const bytes = this.probe.input.subarray(begin, end);
    if (type === Type.Dictionary) return this.format.decode(bytes, false);
    return nameAt(bytes, 0);
  }

  /**
   * Finds the place from which the input is readable again, as more entries of an open container. Any number of bytes may be
   * lost or new, so it may lie between the words of the values before. Takes the nearest place, unless more can be read from
   * another one in the first half of the bytes that can be read from there, or an entry like those before, up to the same end. With `toTheEnd`,
   * only a place counts from which everything can be read.
   */
  private resume(at: number, code: ErrorCode, toTheEnd: boolean): Run | undefined {
    const innermost = this.levels.at(-1) as Level;
    const wrong = this.wrongDepth();
    const isBreak = this.probe.isBreak(at);
    const prefixes = this.depths().flatMap((depth) => {
      const prefix = prefixOf(
        this.levels.slice(0, depth + 1),
        isBreak ? undefined : innermost,
        this.probe.input,
      );
      const level = this.levels[depth] as Level;
      const typeByte = depth < wrong ? typeByteIn(level, this.probe.input) : -1;
      return prefix === undefined ? [] : { depth, prefix, typeByte };
    });
    const hole = this.probe.holeFrom(at);
    // Where entries have no headers, a count that is too large makes entries of what follows.
    const begin = isBreak || isBare(innermost.type) ? at : at + 1;
    const first = code === "bad-container" && hole ? at + Math.ceil((hole[1] - at) / 4) * 4 : begin;
    const last = Math.min(first + (isBreak ? mostSpilled : farthest), this.probe.input.length);
    let found: Sense | undefined;
    let [isFoundLike, isKnown] = [false, false];
    for (let from = first; from < Math.min(last, found?.doubtfulTo ?? last); from++) {
      // With much damage, the first place each time is better than none at the end.
      if (found !== undefined && this.probe.isHasty) break;
      for (const { depth, prefix, typeByte } of prefixes) {
        if (this.probe.isExhausted || this.probe.isInZeros(from)) break;
        const isLike = typeByte === undefined || typeByte === this.probe.input[from];
        if (!this.probe.mayBegin(isBare((this.levels[depth] as Level).type), from)) continue;
        // What begins in the middle of a damaged value may swallow what follows it.
        if (isKnown && !isLike) continue;
        const sense = this.probe.senseFrom(prefix, depth, from, toTheEnd);
        // A wrong count is only guessed, so all else must fit.
        if (isBreak && sense?.exact !== true) continue;
        if (sense === undefined || ((from - at) % 4 !== 0 && isShort(sense))) continue;
        if (found?.exact === true && !(sense.exact && sense.depth === found.depth)) continue;
        // Elements have any types, but what seems to be a key of another type may be the end of a damaged value.
        const isUsual = isLike || (sense.exact && this.levels[depth]?.type !== Type.Dictionary);
        if (isUsual && (sense.exact || sense.certain)) return this.accepted(sense);
        if (sense.exact) {
          [found, isKnown] = [{ ...sense, doubtfulTo: from + nearby }, true];
          continue;
        }
        const isBetter = found === undefined || sense.end > found.end;
        if (!isBetter && !(isLike && !isFoundLike && sense.end === found?.end)) continue;
        isKnown = sense.certain || (isLike && typeByte !== undefined && sense.end - from >= nearby);
        found = isKnown ? { ...sense, doubtfulTo: Math.min(sense.doubtfulTo, from + nearby) } : sense;
        isFoundLike = isLike;
      }
    }
    return found && this.accepted(found);
  }

  /** The depths of open containers, innermost first, those last whose count or that around them is too large to be right. */
  private depths(): number[] {
    const wrong = this.wrongDepth();
    const depths = Array.from(this.levels.keys()).reverse();
    const right = depths.splice(depths.length - wrong);
    return [...right, ...depths].slice(0, mostLevels);
  }

  /** The depth of the first container whose count is too large to be right; the number of levels if there is none. */
  private wrongDepth(): number {
    const { length } = this.probe.input;
    const wrong = this.levels.findIndex(
      ({ expected }) => expected !== Number.POSITIVE_INFINITY && expected * 4 > length,
    );
    return wrong < 0 ? this.levels.length : wrong;
  }

  private accepted({ run, depth, exact }: Sense): Run {
    this.isExact = exact && this.probe.input.length - run.from >= leastExact;
    this.levels.length = depth + 1;
    return run;
  }
}

/** Whether the container was made up and nothing was found to put into it. */
function isNothing(root: Level | Range): boolean {
  return "count" in root && root.from === undefined && root.count === 0;
}

/** Whether so little was read that it may be chance where words are not expected. */
function isShort({ run }: Sense): boolean {
  return !hasWords(run, run.bytes.length, leastShifted);
}

/** The first byte of the header of the first entry, which has its type; undefined if there is none, or entries have no headers. */
function typeByteIn({ type, parts: [first] }: Level, input: Octets): number | undefined {
  if (first === undefined || isBare(type)) return undefined;
  if (!("header" in first)) return input[first[0]];
  return first.key[0] < first.key[1] ? input[first.key[0]] : first.header[0];
}

const isList = ({ attempt: { source } }: Run): boolean => isContainerType(typeAt(source, 0));
