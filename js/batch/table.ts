// A table in files of a size. The rows of a file are written whole, under another name; then it gets its name, and then the
// report names its inputs and the file. A killed run begins the file again that has no line.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keyColumns } from "./columns/rows.js";
import type { Column, TableJob } from "./columns/table-file.js";
import { type ColumnType, cellTypeOf, merge, mergeAll, typeText } from "./columns/types.js";
import { isThere, writeAll } from "./files/disk.js";
import { randomName } from "./files/node.js";
import { renameOver } from "./files/rename.js";
import type { Journal, Line, Note } from "./journal.js";
import type { Placed, Places } from "./output-places.js";
import type { BatchOptions, BatchResult, BatchTask, ColumnsTask, JSONTask, TableColumn } from "./task/api.js";
import { BatchError, ofOutput } from "./task/failure.js";
import type { Reply } from "./task/job.js";
import type { Pool } from "./work/threads.js";

/** An input with what became of it. */
export interface Finished {
  readonly placed: Placed;
  readonly reply: Reply;
}

/** The line of an input in the report. */
export function lineOf({ placed: { again, checksumIn, found }, reply: { result } }: Finished): string {
  const line: Line = {
    ...result,
    output: undefined,
    hints: undefined,
    again,
    modified: found.modified,
    checksumIn,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Whether a task writes rows. */
export const isTable = (task: BatchTask): task is ColumnsTask | JSONTask =>
  task.kind === "columns" || task.kind === "json";

const usualBytes = 64 * 1024 * 1024;
/** The results of a file's inputs are in memory until it is whole. */
const mostInputs = 20_000;
/** Rows wait for each other, because a call of the system for each file would take a fifth of this thread's time. */
const writtenAtOnce = 256 * 1024;

/** A file with rows, as the report has it. */
interface Part {
  readonly part: number;
  readonly rows: number;
  /** Bytes of its rows. */
  readonly bytes: number;
  /** The types of the columns; only if the rows wait for other types. */
  readonly types?: readonly ColumnType[] | undefined;
}

/** Writes the rows of all inputs. */
export class Table {
  readonly #task: ColumnsTask | JSONTask;
  readonly #outDir: string;
  readonly #rowDir: string;
  /** Where rows are written. No other run has the name, so that two at once cannot write into the same file. */
  readonly #temporary: string;
  readonly #size: number;
  readonly #name: string;
  readonly #journal: Journal;
  readonly #pool: Pool;
  readonly #onColumns: BatchOptions["onColumns"];
  readonly #signal: AbortSignal | undefined;
  readonly #parts: Part[] = [];
  /** The files of the table that are written, with their sizes. */
  readonly #written = new Map<number, number>();
  /** The columns of the table as they are noted, in JSON. */
  #noted: string | undefined;

  constructor(
    task: ColumnsTask | JSONTask,
    options: BatchOptions,
    places: Places,
    journal: Journal,
    pool: Pool,
  ) {
    this.#task = task;
    this.#outDir = places.outDir as string;
    this.#name = options.partitionName ?? "part";
    this.#rowDir = task.to === "ndjson" ? this.#outDir : join(this.#outDir, `.${this.#name}-rows`);
    this.#size = options.partitionBytes ?? usualBytes;
    this.#journal = journal;
    this.#pool = pool;
    this.#signal = options.signal;
    this.#onColumns = options.onColumns;
    for (const note of journal.notes) this.#take(note);
    this.#checkParts();
    mkdirSync(this.#rowDir, { recursive: true });
    const beginning = `.${this.#name}.rows-`;
    for (const left of readdirSync(this.#rowDir).filter((name) => name.startsWith(beginning)))
      rmSync(join(this.#rowDir, left), { force: true });
    this.#temporary = join(this.#rowDir, `${beginning}${randomName()}.tmp`);
  }

  /** Takes over what an earlier run noted. */
  #take(note: Note): void {
    if (typeof note.part === "number") this.#parts.push(note as unknown as Part);
    if (typeof note.written === "number") this.#written.set(note.written, note.bytesOut as number);
    if ("columns" in note) this.#noted = JSON.stringify(note.columns);
  }

  /** Refuses to continue a table of which a file is gone: the inputs of its rows are done, and are not read again. */
  #checkParts(): void {
    for (const { part, bytes } of this.#parts) {
      const size = this.#written.get(part);
      const path = size === undefined ? this.#rowFile(part) : this.#tableFile(part);
      if (!isThere(path, size ?? bytes))
        throw new BatchError(`${path} is gone or has another size, so the run cannot be continued.`);
    }
  }

  /** Writes the files, and yields the results of their inputs when a file is whole. */
  async *results(finished: AsyncIterable<Finished[]>): AsyncGenerator<readonly BatchResult[]> {
    let part: OpenPart | undefined;
    try {
      for await (const section of finished) {
        for (const one of section) {
          part ??= this.#open();
          part.add(one);
          if (part.bytes < this.#size && part.results.length < mostInputs) continue;
          yield this.#close(part);
          part = undefined;
        }
      }
      // A file that ends early would have other rows than without the stop.
      if (this.#signal?.aborted === true) return;
      if (part !== undefined) yield this.#close(part);
      part = undefined;
      if (this.#task.to !== "ndjson") await this.#writeAll(this.#task.to);
    } finally {
      // A full disk has no room for rows that do not count.
      part?.discard();
    }
  }

  #open(): OpenPart {
    this.#journal.checkAlone();
    return new OpenPart(this.#temporary);
  }

  #close(part: OpenPart): readonly BatchResult[] {
    const number = this.#parts.length;
    part.end();
    const { rows, bytes, types } = part;
    // A run that resumes may find only inputs that fail. A table needs no second file without rows.
    if (rows === 0 && number > 0) return this.#closeEmpty(part);
    const note: Part = { part: number, rows, bytes, ...(this.#task.to === "ndjson" ? {} : { types }) };
    this.#journal.checkAlone();
    renameOver(this.#temporary, this.#rowFile(number));
    this.#journal.add(part.lines, note as unknown as Note);
    this.#parts.push(note);
    return part.results;
  }

  #closeEmpty(part: OpenPart): readonly BatchResult[] {
    part.discard();
    this.#journal.add(part.lines, { rows: 0 });
    return part.results;
  }

  #rowFile(number: number): string {
    const extension = this.#task.to === "ndjson" ? "ndjson" : "rows";
    return join(this.#rowDir, this.#fileName(number, extension));
  }

  #fileName(number: number, extension: string): string {
    return `${this.#name}-${String(number).padStart(5, "0")}.${extension}`;
  }

  #tableFile(number: number): string {
    return join(this.#outDir, this.#fileName(number, this.#task.to));
  }

  /** Makes the files of the table, when all types are known. */
  async #writeAll(format: "parquet" | "csv"): Promise<void> {
    const columns = this.#columns();
    this.#tell(columns.map(({ name, type }) => ({ name, type: typeText(type) })));
    const jobs = this.#parts
      .filter(({ part }) => !this.#written.has(part))
      .map(({ part }): [number, TableJob] => [
        part,
        {
          rows: this.#rowFile(part),
          format,
          columns,
          target: this.#tableFile(part),
        },
      ]);
    const waiting = jobs.values();
    const work = async () => {
      for (const [part, job] of waiting) {
        const [reply] = await this.#pool.run([job]);
        if (reply?.result.outcome !== "done") throw failureOf(job, reply?.result);
        const { target, bytesOut, checksum } = reply.result;
        this.#journal.add([], { written: part, target, bytesOut, checksum });
      }
    };
    await Promise.all(Array.from({ length: this.#pool.size }, work));
    rmSync(this.#rowDir, { recursive: true, force: true });
  }

  /** Notes the columns, and tells them to the caller. Files that are written cannot get other ones. */
  #tell(columns: readonly TableColumn[]): void {
    const text = JSON.stringify(columns);
    if (text !== this.#noted) {
      if (this.#written.size > 0) throw otherColumns(columns, JSON.parse(this.#noted as string));
      this.#journal.add([], { columns });
    }
    this.#onColumns?.(columns);
  }

  #columns(): Column[] {
    const names = this.#task.kind === "columns" ? this.#task.select : ["value"];
    const types = names.map((name, i) => {
      const type = this.#parts.reduce<ColumnType>(
        (all, { types }) => merge(all, types?.[i] ?? { kind: "null" }),
        { kind: "null" },
      );
      return { name, type: cellTypeOf(type) };
    });
    return [{ name: keyColumns[0], type: "text" }, { name: keyColumns[1], type: "int64" }, ...types];
  }
}

function otherColumns(now: readonly TableColumn[], before: readonly TableColumn[]): BatchError {
  const changes = now.flatMap(({ name, type }, i) =>
    type === before[i]?.type ? [] : `${name} is ${before[i]?.type} there and would be ${type}`,
  );
  return new BatchError(
    `The new rows do not fit the files of the table that are written: ${changes.join(", ")}. Write the table anew, into another folder.`,
  );
}

/** The error for a file of the table that could not be made: one of the system, with its code, or another one. */
function failureOf({ target }: TableJob, { code = "", message = "" }: Partial<BatchResult> = {}): unknown {
  return /^E[A-Z0-9]+$/.test(code)
    ? ofOutput(Object.assign(new Error(`${target}: ${message}`), { code, syscall: "write", path: target }))
    : new BatchError(`${target} could not be written: ${message}`);
}

/** A file that gets rows. */
class OpenPart {
  readonly results: BatchResult[] = [];
  /** Their lines in the report. */
  readonly lines: string[] = [];
  readonly #path: string;
  readonly #file: number;
  #isOpen = true;
  readonly #waiting = Buffer.allocUnsafe(writtenAtOnce);
  #waitingBytes = 0;
  readonly #seen = new Set<string>();
  bytes = 0;
  rows = 0;
  types: readonly ColumnType[] | undefined;

  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openSync(path, "w");
    } catch (error) {
      throw ofOutput(error);
    }
  }

  add(finished: Finished): void {
    const { result, table, types } = finished.reply;
    this.results.push(result);
    this.lines.push(lineOf(finished));
    if (table === undefined) return;
    for (const piece of table) {
      this.#addRows(piece);
      this.bytes += piece.length;
    }
    this.rows += result.rows ?? 0;
    if (types !== undefined && !this.#seen.has(types)) this.#merge(types);
  }

  #merge(text: string): void {
    if (this.#seen.size < 10_000) this.#seen.add(text);
    this.types = mergeAll(this.types, JSON.parse(text) as ColumnType[]);
  }

  #addRows(rows: Uint8Array): void {
    if (this.#waitingBytes + rows.length > writtenAtOnce) this.#writeWaiting();
    if (rows.length > writtenAtOnce) {
      this.#write(rows);
      return;
    }
    this.#waiting.set(rows, this.#waitingBytes);
    this.#waitingBytes += rows.length;
  }

  #writeWaiting(): void {
    this.#write(this.#waiting.subarray(0, this.#waitingBytes));
    this.#waitingBytes = 0;
  }

  #write(bytes: Uint8Array): void {
    try {
      writeAll(this.#file, bytes);
    } catch (error) {
      throw Object.assign(error as Error, { path: this.#path });
    }
  }

  end(): void {
    this.#writeWaiting();
    fsyncSync(this.#file);
    this.#close();
  }

  /** Removes the file, if it has not got its name. */
  discard(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}
