import { scanFrames } from "../containers/frames.js";
import type { ErrorCode } from "../errors.js";
import { type Bytes, bytesOf, type Options, settingsOf } from "../options.js";
import { formatPath } from "../path.js";
import { defaultDialect, Type } from "../table.gen.js";
import type { Variant } from "../values.js";
import { Document } from "./document.js";
import type { ByteRange } from "./node.js";
import { Output } from "./output.js";
import { Reader } from "./reader.js";
import { type Attempt, Format, keySizeAt, recordWords, type Source, typeAt, wordAt } from "./source.js";

type Octets = Uint8Array<ArrayBuffer>;

/** Bytes that could not be read, and why. */
export interface Lost {
  readonly offset: number;
  readonly length: number;
  readonly code: ErrorCode;
  /** The value that could not be read, or stands first among those that are lost. */
  readonly path: string;
  readonly keys: readonly Variant[];
}

/** What `recover` saved of one value. */
export interface RecoveredValue {
  /** What could be read, as a whole value. */
  readonly document: Document;
  /** Where every byte of it comes from: ranges of its bytes, each with the offset in the input. Only counts are new. */
  readonly ranges: readonly { readonly range: ByteRange; readonly from: number }[];
}

/** What `recover` gives. */
export interface Recovered {
  /** Whether nothing is lost. */
  readonly complete: boolean;
  readonly values: readonly RecoveredValue[];
  readonly lost: readonly Lost[];
  /** All that was saved, framed as the input was. */
  readonly bytes: Octets;
}

/** How far behind a damage the next value is looked for, in bytes and in attempts. */
const farthest = 1 << 16;
const mostAttempts = 1 << 17;
/** Bytes that are tried, and words that must make sense. */
const window = 1 << 12;
const leastWords = 12;
const mostDamages = 64;
const mostLevels = 8;

/**
 * Reads everything readable of a damaged or truncated value, or with `framing: "store_var"` of several: whatever is
 * whole before a damage, and behind it from where the rest fits what the containers around it expect. Nothing is made up:
 * every value stands in the input as it is.
 */
export function recover(bytes: Bytes, options: Options = {}): Recovered {
  const input = bytesOf(bytes);
  const format = new Format(settingsOf({ dialect: defaultDialect, ...options, allowObjects: true }));
  const lost: Lost[] = [];
  if (!format.framed) {
    const value = new Rescue(format, input, 0, lost).run();
    return resultOf(value === undefined ? [] : [value], lost, format);
  }
  const values: RecoveredValue[] = [];
  for (let at = 0; at < input.length; ) {
    const size = at + 4 <= input.length ? wordOf(input, at) : 0;
    const fits = size > 0 && at + 4 + size <= input.length;
    const next = fits ? at + 4 + size : (nextFrame(input, at + 4) ?? input.length);
    if (!fits)
      lost.push({
        offset: at,
        length: Math.min(4, input.length - at),
        code: "bad-length",
        keys: [],
        path: "",
      });
    const value = new Rescue(format, input.subarray(0, next), at + 4, lost).run();
    if (value !== undefined) values.push(value);
    at = next;
  }
  return resultOf(values, lost, format);
}

function resultOf(values: RecoveredValue[], lost: Lost[], { framed }: Format): Recovered {
  const output = new Output();
  for (const { document } of values) {
    const bytes = document.toBytes();
    if (framed) output.word(bytes.length);
    output.add(bytes, 0, bytes.length);
  }
  return { complete: lost.length === 0, values, lost, bytes: output.bytes() };
}

function nextFrame(input: Octets, at: number): number | undefined {
  const found = scanFrames(input.subarray(at)).frames.find(({ certain }) => certain);
  return found && at + found.offset;
}

function wordOf(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}

/** A container that a damage is in: its header, and what of it was saved. */
interface Level {
  readonly header: Octets;
  readonly from: number;
  readonly type: number;
  /** Entries that its count promises. */
  readonly expected: number;
  /** Ranges of whole entries, and containers in which a damage is. */
  readonly parts: (readonly [number, number] | Level)[];
  count: number;
  /** The key in front of it. */
  readonly key: readonly [number, number];
}

/** Bytes that were read: the input from `from` on, behind headers of the containers that are open there. */
interface Run {
  readonly attempt: Attempt;
  readonly bytes: Octets;
  readonly prefix: number;
  readonly from: number;
}

class Rescue {
  private readonly format: Format;
  private readonly input: Octets;
  private readonly start: number;
  private readonly lost: Lost[];
  /** Containers that are open where the last run ended, the outermost first. */
  private levels: Level[] = [];
  /** Where the entries that were saved end. */
  private taken = 0;
  private attempts = mostAttempts;
  private root: Level | readonly [number, number] | undefined;

  constructor(format: Format, input: Octets, start: number, lost: Lost[]) {
    this.format = format;
    this.input = input;
    this.start = Math.min(start, input.length);
    this.lost = lost;
  }

  run(): RecoveredValue | undefined {
    let run: Run | undefined = this.read(new Uint8Array(0), this.start);
    for (let damages = 0; run !== undefined; damages++) {
      this.take(run);
      const { error, end }: Attempt = run.attempt;
      // The error of a property is that of its Object.
      const at = Math.max(this.place(run, error === undefined ? end : error.offset), this.taken);
      if (error === undefined) {
        if (at < this.input.length) this.lose(at, this.input.length, "trailing-bytes", []);
        break;
      }
      const keys = this.here();
      const next: Run | undefined = damages < mostDamages ? this.resume(at, error.code) : undefined;
      this.lose(at, next?.from ?? this.input.length, error.code, keys);
      run = next;
    }
    return this.root && this.result(this.root);
  }

  private lose(offset: number, end: number, code: ErrorCode, keys: readonly Variant[]): void {
    this.lost.push({ offset, length: Math.max(end - offset, 0), code, keys, path: formatPath(keys) });
  }

  /** Where a byte of a run is in the input. */
  private place({ prefix, from }: Run, at: number): number {
    return Math.min(from + Math.max(at - prefix, 0), this.input.length);
  }

  private read(prefix: Octets, from: number, end = this.input.length): Run {
    const rest = this.input.subarray(from, end);
    const bytes = prefix.length === 0 ? rest : new Uint8Array(prefix.length + rest.length);
    if (prefix.length > 0) {
      bytes.set(prefix);
      bytes.set(rest, prefix.length);
    }
    return { attempt: this.format.attempt(bytes), bytes, prefix: prefix.length, from };
  }

  /** Adds what a run has read to what was saved before. */
  private take(run: Run): void {
    const { open, error } = run.attempt;
    const known = this.levels;
    this.levels = [];
    if (error === undefined && known.length === 0) this.root = [this.start, this.place(run, run.attempt.end)];
    else if (open > 0 || known.length > 0) this.visit(run, 0, known, 0, open);
  }

  /** Adds the entries of the container at record `node`, which `known` has at this depth, or which is open. */
  private visit(run: Run, node: number, known: readonly Level[], depth: number, open: number): void {
    const { source } = run.attempt;
    const isKnown = depth < known.length;
    const level = known[depth] ?? this.levelAt(run, node);
    if (depth < open) this.levels[depth] = level;
    if (!isKnown) this.attach(this.levels[depth - 1], level);
    const list = wordAt(source, node + 2);
    const count = list === 0 ? 0 : wordAt(source, list + 1);
    // The first entry is the container that was open before, if there was one in this.
    const first = depth + 1 < known.length ? 1 : 0;
    const innerOpen = depth + 1 < open;
    const child = (i: number) => list + recordWords * (i + 1);
    if (first === 1) this.visit(run, child(0), known, depth + 1, innerOpen && count === 1 ? open : 0);
    const last = innerOpen && count > first ? count - 1 : count;
    if (last > first) {
      const end = last < count ? this.entryAt(source, child(last)) : this.endOf(run, child(last - 1), level);
      this.taken = this.place(run, end);
      level.parts.push([this.place(run, this.entryAt(source, child(first))), this.taken]);
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

  private entryAt(source: Source, node: number): number {
    return wordAt(source, node) - keySizeAt(source, node);
  }

  /** Where a whole value ends, with no other behind it that tells. */
  private endOf({ bytes, attempt: { source } }: Run, node: number, { type }: Level): number {
    const at = wordAt(source, node);
    if (type === Type.PackedStringArray) return at + 4 + ((wordOf(bytes, at) + 3) & ~3);
    return at + this.format.attempt(bytes.subarray(at)).end;
  }

  private levelAt(run: Run, node: number): Level {
    const { source } = run.attempt;
    const at = wordAt(source, node);
    const header = this.headerAt(run.bytes, at, typeAt(source, node));
    const expected = wordOf(run.bytes, at + header.length - 4) & 0x7fffffff;
    const key = [this.place(run, this.entryAt(source, node)), this.place(run, at)] as const;
    return {
      header,
      from: this.place(run, at),
      type: typeAt(source, node),
      expected,
      parts: [],
      count: 0,
      key,
    };
  }

  /** All up to the count: the shortest bytes that are a container when the count is 0. */
  private headerAt(bytes: Octets, at: number, type: number): Octets {
    // An Object without a name of its class is null.
    for (let size = type === Type.Object ? 16 : 8; ; size += 4) {
      const header = bytes.slice(at, at + size).fill(0, size - 4);
      const { error, end } = this.format.attempt(header);
      if (error === undefined && end === size) return bytes.slice(at, at + size);
    }
  }

  /** Keys and indices to where the last run ended. */
  private here(): Variant[] {
    return this.levels.flatMap((level, depth) => {
      const inner = this.levels[depth + 1];
      const keyed = level.type === Type.Dictionary || level.type === Type.Object;
      if (!keyed) return inner === undefined ? level.count : level.count - 1;
      return inner === undefined ? [] : this.keyOf(level, inner.key);
    });
  }

  private keyOf({ type }: Level, [begin, end]: readonly [number, number]): Variant {
    const bytes = this.input.subarray(begin, end);
    if (type === Type.Dictionary) return this.format.decode(bytes, false);
    return new TextDecoder().decode(bytes.subarray(4, 4 + wordOf(bytes, 0)));
  }

  /** Finds from where the input makes sense again, as further entries of a container that is open: the nearest place. */
  private resume(at: number, code: ErrorCode): Run | undefined {
    if (code.startsWith("too-")) return undefined;
    const depths = this.levels
      .map((_, depth) => depth)
      .slice(-mostLevels)
      .reverse();
    const prefixes = depths.map((depth) => ({ depth, prefix: this.prefixFor(depth) }));
    for (let from = at + 4; from < Math.min(at + farthest, this.input.length); from += 4) {
      for (const { depth, prefix } of prefixes) {
        if (prefix === undefined) continue;
        if (--this.attempts < 0) return undefined;
        if (!this.makesSense(prefix, from, code === "unexpected-end")) continue;
        this.levels.length = depth + 1;
        return this.read(prefix, from);
      }
    }
    return undefined;
  }

  /** Whether enough can be read from a place on, or with `toTheEnd` just all that there is. */
  private makesSense(prefix: Octets, from: number, toTheEnd: boolean): boolean {
    const { attempt, bytes } = this.read(prefix, from, toTheEnd ? undefined : from + window);
    const { error, end } = attempt;
    const whole = from + bytes.length - prefix.length === this.input.length;
    if (error === undefined) return whole && end >= bytes.length;
    if (toTheEnd) return false;
    let words = 0;
    // Zeros are nulls, and mean nothing.
    for (let at = prefix.length; at + 4 <= error.offset; at += 4) if (wordOf(bytes, at) !== 0) words++;
    return words >= leastWords;
  }

  /** Headers of all containers down to a depth, with the counts of what is still to come in them. */
  private prefixFor(depth: number): Octets | undefined {
    const output = new Output();
    for (const [i, level] of this.levels.slice(0, depth + 1).entries()) {
      const innermost = i + 1 === this.levels.length;
      const left = level.expected - level.count + (i < depth ? 1 : innermost ? -1 : 0);
      if (left <= 0) return undefined;
      if (i > 0) output.add(this.input, level.key[0], level.key[1]);
      output.add(level.header, 0, level.header.length - 4);
      output.word(left);
    }
    return output.bytes();
  }

  private result(root: Level | readonly [number, number]): RecoveredValue {
    const output = new Output();
    const ranges: RecoveredValue["ranges"][number][] = [];
    let size = 0;
    const add = (source: Octets, begin: number, end: number, from: number) => {
      output.add(source, begin, end);
      if (end > begin) ranges.push({ range: [size, end - begin], from });
      size += end - begin;
    };
    const write = (part: Level | readonly [number, number]) => {
      if (!("header" in part)) {
        add(this.input, part[0], part[1], part[0]);
        return;
      }
      add(this.input, part.key[0], part.key[1], part.key[0]);
      add(part.header, 0, part.header.length - 4, part.from);
      const mark = (part.header.at(-1) as number) & 0x80;
      output.word(part.count | (mark << 24));
      size += 4;
      for (const inner of part.parts) write(inner);
    };
    write(root);
    const { bare } = this.format;
    return { document: new Document(new Reader(bare, bare.open(output.bytes()).source)), ranges };
  }
}
