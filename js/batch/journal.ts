// The report, which is also the journal: a line is added when the output of its input is in place. After a kill, what has a line
// is done, and the rest is not.
import {
  type BigIntStats,
  closeSync,
  createReadStream,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import type { ErrorCode } from "../index.js";
import { isThere, modifiedIn, writeAll } from "./files/disk.js";
import { keyOf, NameSet, placeWritten, writtenPlace } from "./files/names.js";
import { randomName } from "./files/node.js";
import type { Placed } from "./output-places.js";
import type { BatchResult, EarlierCounts } from "./task/api.js";
import { type BatchCode, BatchError, ofOutput } from "./task/failure.js";

/** What the report says of an input. */
export interface Line extends BatchResult {
  /** How often the id came before. */
  readonly again?: number | undefined;
  /** When the file was changed, in milliseconds since 1970. */
  readonly modified?: number | undefined;
  /** The SHA-256 of an input in memory. */
  readonly checksumIn?: string | undefined;
}

/** Lines of the report beside those of inputs. */
export type Note = Readonly<Record<string, unknown>>;

/** What the first line says; a run continues only a report with the same. */
interface Heading {
  readonly batch: 1;
  readonly version: string;
  readonly task: unknown;
}

/** What a report says about an earlier run. */
interface Earlier {
  /** Keys of all inputs that have a line, marked by the outcome in the last one. */
  readonly outcomes: NameSet;
  /** Prints of those that are done, also earlier ones. */
  readonly prints: NameSet;
  /** The last prints of those that had several, by their keys. */
  readonly renewed: ReadonlyMap<string, string>;
  readonly notes: readonly Note[];
  readonly counts: EarlierCounts;
  /** Bytes up to the end of the last line that counts. */
  readonly length: number;
}

/** A report that is being written. */
export class Journal {
  readonly #path: string;
  readonly #file: number;
  readonly #fsync: boolean;
  readonly #earlier: Earlier | undefined;
  /** Whether lines of inputs count only with the note after them. */
  readonly inSections: boolean;
  #length: number;
  /** How many inputs of earlier runs this one has met. */
  #met = 0;
  /** What this run wrote first, and where. */
  #beginning: { readonly at: number; readonly bytes: Buffer } | undefined;

  private constructor(
    path: string,
    file: number,
    { fsync, inSections }: { fsync: boolean; inSections: boolean },
    earlier: Earlier | undefined,
  ) {
    this.#path = path;
    this.#file = file;
    this.#fsync = fsync;
    this.inSections = inSections;
    this.#earlier = earlier;
    this.#length = earlier?.length ?? 0;
  }

  /**
   * Begins a report, or with `resume` continues one. `isSection` says that lines of inputs count only up to the last note, as
   * for tables, where the note says that the rows of the inputs before it are in place.
   */
  static async open(
    path: string,
    heading: Heading,
    { resume, fsync, inSections }: { resume: boolean; fsync: boolean; inSections: boolean },
  ): Promise<Journal> {
    const { earlier, size } = resume ? await earlierIn(path, heading, inSections) : nothingRead;
    // A device such as /dev/null holds no earlier report.
    const isOther = statSync(path, { throwIfNoEntry: false })?.isFile() === false;
    let file: number;
    try {
      file = openSync(path, resume || isOther ? "a+" : "ax+");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw ofOutput(error);
      throw new BatchError(`${path} is the report of an earlier run. Resume that run, or remove the report.`);
    }
    const journal = new Journal(path, file, { fsync, inSections }, earlier);
    try {
      if (resume) journal.#cut(size);
      // Runs that begin at once differ in this line, so that each sees which one wrote last.
      const mark = resume ? [{ resumed: randomName() }] : [];
      journal.#write([...(earlier === undefined ? [heading] : []), ...mark].map(textOf));
      journal.checkAlone();
    } catch (error) {
      journal.close();
      throw error;
    }
    return journal;
  }

  /** What earlier runs noted. */
  get notes(): readonly Note[] {
    return this.#earlier?.notes ?? [];
  }

  /** What earlier runs made of their inputs; undefined if there was none. */
  get counts(): EarlierCounts | undefined {
    return this.#earlier?.counts;
  }

  /** What an earlier run has made of an input. It has changed if its size, its time of change, its bytes in memory or the place of its output has. */
  stateOf({ key, checksumIn, found: { size, modified }, job }: Placed): "new" | "done" | "changed" {
    const outcome = outcomes[this.#earlier?.outcomes.markOf(key) ?? 0];
    if (outcome === undefined) return "new";
    this.#met++;
    if (job === undefined || outcome !== "done") return "done";
    const place = job.target === undefined ? {} : writtenPlace(job.target);
    const print = printOf(key, { bytesIn: size, modified, checksumIn, ...place });
    const last = this.#earlier?.renewed.get(key);
    const isSame = last === undefined ? this.#earlier?.prints.has(print) : last === print;
    return isSame === true ? "done" : "changed";
  }

  /** How many inputs of earlier runs are no longer among the inputs, when this run has met all of them. */
  get gone(): number {
    const { done = 0, failed = 0, skipped = 0 } = this.counts ?? {};
    return done + failed + skipped - this.#met;
  }

  /** Adds the lines of inputs, and a note that ends the section. */
  add(lines: readonly string[], note?: Note): void {
    this.#write(note === undefined ? lines : [...lines, textOf(note)]);
  }

  /** Throws if another run has begun to write this report, or somebody has moved it away. */
  checkAlone(): void {
    const about = fstatSync(this.#file, { bigint: true });
    if (!about.isFile()) return;
    this.#checkIs(about, statSync(this.#path, { bigint: true, throwIfNoEntry: false }));
    if (about.size !== BigInt(this.#length) || !this.#isBeginningThere()) throw this.#notAlone();
  }

  /** Throws if the file at the place of the report is not the one that is open. */
  #checkIs(open: BigIntStats, there: BigIntStats | undefined): void {
    if (there?.ino !== open.ino)
      throw new BatchError(`${this.#path} was moved or removed, so this run has stopped.`);
  }

  /** A run that began at the same time may have cut what this one wrote, and written as many bytes. */
  #isBeginningThere(): boolean {
    if (this.#beginning === undefined) return true;
    const { at, bytes } = this.#beginning;
    const found = Buffer.alloc(bytes.length);
    return readSync(this.#file, found, 0, found.length, at) === found.length && found.equals(bytes);
  }

  #notAlone(): BatchError {
    return new BatchError(`Another run writes ${this.#path}, too. This one has stopped.`);
  }

  /** Removes a line that the kill tore, or lines of a section without an end. `size` is what was read of the report. */
  #cut(size: number): void {
    const about = fstatSync(this.#file, { bigint: true });
    if (!about.isFile()) return;
    if (about.size !== BigInt(size)) throw this.#notAlone();
    if (size === this.#length) return;
    // Windows does not cut a file through a handle that appends.
    const writable = openSync(this.#path, "r+");
    try {
      this.#checkIs(about, fstatSync(writable, { bigint: true }));
      ftruncateSync(writable, this.#length);
    } finally {
      closeSync(writable);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.checkAlone();
    try {
      const bytes = Buffer.from(lines.join(""));
      writeAll(this.#file, bytes);
      this.#beginning ??= { at: this.#length, bytes };
      this.#length += bytes.length;
      if (this.#fsync) fsyncSync(this.#file);
    } catch (error) {
      // A line that is torn now is none when the run goes on.
      throw ofOutput(Object.assign(error as Error, { path: this.#path }));
    }
  }
}

const textOf = (line: object) => `${JSON.stringify(line)}\n`;

/** Outcomes by their marks in a NameSet; 0 marks none. */
const outcomes = [undefined, "done", "failed", "skipped"] as const;

/** What of a line tells an input from what it is later. */
type Described = "bytesIn" | "modified" | "checksumIn" | "target" | "targetBytes";

/** An input as it was when it was done. */
const printOf = (
  key: string,
  { bytesIn, modified, checksumIn, target, targetBytes }: Pick<Line, Described>,
) => [key, bytesIn, modified, checksumIn, target ?? targetBytes].join("\0");

/** What was found where the report is to be, and its bytes. */
interface Read {
  readonly earlier: Earlier | undefined;
  readonly size: number;
}
const nothingRead: Read = { earlier: undefined, size: 0 };

async function earlierIn(path: string, heading: Heading, inSections: boolean): Promise<Read> {
  const reader = new JournalReader(path, heading, inSections);
  let rest: Buffer = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      size += chunk.length;
      const text = Buffer.concat([rest, chunk]);
      for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
        reader.line(text.subarray(start, end));
        start = end + 1;
      }
      rest = text.subarray(start);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothingRead;
    throw error;
  }
  return { earlier: reader.earlier(rest), size };
}

/** What of a line says what became of its input. */
type Settled = Pick<Line, "id" | "again" | "outcome" | Described>;

class JournalReader {
  readonly #path: string;
  readonly #heading: string;
  readonly #inSections: boolean;
  readonly #outcomes = new NameSet();
  readonly #prints = new NameSet();
  readonly #renewed = new Map<string, string>();
  readonly #notes: Note[] = [];
  readonly #counts = { done: 0, failed: 0, skipped: 0 };
  #section: Settled[] = [];
  #length = 0;
  #counted = 0;

  constructor(path: string, heading: Heading, inSections: boolean) {
    this.#path = path;
    this.#heading = JSON.stringify(heading);
    this.#inSections = inSections;
  }

  line(bytes: Buffer): void {
    const text = bytes.toString();
    const isFirst = this.#length === 0;
    this.#length += bytes.length + 1;
    if (isFirst) {
      if (text !== this.#heading) throw this.#refusal(text);
      this.#counted = this.#length;
      return;
    }
    const line = this.#parsed(text);
    if (typeof line.id === "string") {
      const one = line as unknown as Line;
      const { id, again, outcome, target, targetBytes, bytesIn, bytesOut, modified, checksumIn } = one;
      const place = placeWritten(one);
      // An output that was only in a result may be lost with the program that got it.
      const isKept = place === undefined ? this.#inSections || bytesOut === 0 : isThere(place, bytesOut);
      if (outcome === "done" && !isKept) return;
      if (outcome !== "done" && mayBeMended(one)) return;
      this.#section.push({ id, again, outcome, bytesIn, modified, checksumIn, target, targetBytes });
    } else {
      this.#notes.push(line);
    }
    if (this.#inSections && typeof line.id === "string") return;
    for (const one of this.#section) this.#settle(one);
    this.#section = [];
    this.#counted = this.#length;
  }

  /** Notes what became of an input. A later line of an input replaces an earlier one. */
  #settle({ id, again, outcome, ...line }: Settled): void {
    const key = keyOf(id, again);
    const earlier = outcomes[this.#outcomes.mark(key, outcomes.indexOf(outcome))];
    if (earlier !== undefined) this.#counts[earlier]--;
    this.#counts[outcome]++;
    if (outcome !== "done") return;
    const print = printOf(key, line);
    if (earlier !== undefined) this.#renewed.set(key, print);
    this.#prints.add(print);
  }

  /** @param rest What follows the last whole line. */
  earlier(rest: Buffer): Earlier | undefined {
    if (this.#counted === 0) {
      // The kill tore the first line, or the file is somebody else's.
      if (this.#heading.startsWith(rest.toString())) return undefined;
      throw this.#refusal(rest.toString());
    }
    const length = this.#inSections ? this.#counted : this.#length;
    return {
      outcomes: this.#outcomes,
      prints: this.#prints,
      renewed: this.#renewed,
      notes: this.#notes,
      counts: this.#counts,
      length,
    };
  }

  #parsed(text: string): Note {
    try {
      const line = JSON.parse(text);
      if (typeof line === "object" && line !== null) return line;
    } catch {}
    throw new BatchError(`${this.#path} is damaged: a line of it is no JSON object.`);
  }

  #refusal(text: string): BatchError {
    const why = text.startsWith('{"batch":') ? "of another task or version" : "no report of a batch";
    return new BatchError(`${this.#path} is ${why}, so it cannot be continued.`);
  }
}

/** Failures that lie in what surrounds an input: other inputs, the archive, the password, limits, a program. */
const mendable: ReadonlySet<string> = new Set<BatchCode | ErrorCode>([
  "bad-archive",
  "bad-line",
  "linked-folder",
  "not-a-file",
  "own-input",
  "password-required",
  "same-name",
  "too-deep",
  "too-large",
  "too-slow",
  "unexpected",
  "worker-died",
  "wrong-password",
]);

/** Whether an input may do better now: its content is not what failed, or it may have changed since. */
function mayBeMended({ id, code = "", modified }: Line): boolean {
  if (/^E[A-Z0-9]+$/.test(code) || mendable.has(code) || modified === undefined) return true;
  try {
    return modifiedIn(statSync(id)) !== modified;
  } catch {
    // For a name that is not UTF-8, the id is not the path.
    return id.includes("\\x");
  }
}
