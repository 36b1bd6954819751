// What programs pass to `batch` and get from it.
import type {
  ByteArray,
  Bytes,
  DialectName,
  Framing,
  Hint,
  Limits,
  StandardSchema,
  Warning,
} from "../../index.js";

/** An input in memory. */
export interface BatchInput {
  /** A name that no other input has. With `outDir`, it is the path of the output there, with `/` between folders. */
  readonly id: string;
  /** The bytes of the file. */
  readonly bytes: Bytes;
}

/** A pattern such as `saves/*.save`. It needs the package `picomatch`. */
export interface GlobSource {
  /** The pattern. The outputs keep the tree below its first part without wildcards. */
  readonly glob: string;
}

/** A list of paths, one on each line. */
export interface ListSource {
  /** The file with the list, or its chunks, such as `process.stdin`. Relative paths count from the current folder. */
  readonly list: string | AsyncIterable<Uint8Array | string>;
}

/** Lines of JSON with inputs: `{ "id": "a.save", "base64": "…" }`. */
export interface NDJSONSource {
  /** The file with the lines, or its chunks, such as `process.stdin`. */
  readonly ndjson: string | AsyncIterable<Uint8Array | string>;
}

/**
 * Where the files are. A string is the path of a file, of a folder with all that is below it, or of an archive, which its
 * extension names: `.zip` (needs the package `yauzl`), `.tar`, `.tar.gz` or `.tgz` (need `tar-stream`).
 */
export type BatchSource =
  | string
  | GlobSource
  | ListSource
  | NDJSONSource
  | Iterable<BatchInput>
  | AsyncIterable<BatchInput>;

/** The format of a table: lines of JSON, Parquet (needs the package `hyparquet-writer`), or CSV. */
export type TableFormat = "ndjson" | "parquet" | "csv";

/** Writes one row for each value of each file, with the chosen paths as columns. */
export interface ColumnsTask {
  /** Names the task. */
  readonly kind: "columns";
  /** The format of the table. */
  readonly to: TableFormat;
  /** Paths such as `player.hp`, or `inventory[*].id` for a list of the ids of all elements. */
  readonly select: readonly string[];
}

/** Writes one row for each value of each file, with the whole value in the column `value`. */
export interface JSONTask {
  /** Names the task. */
  readonly kind: "json";
  /** The format of the table. */
  readonly to: TableFormat;
}

/** Converts each file to another dialect, as `convertFile` does. */
export interface ConvertTask {
  /** Names the task. */
  readonly kind: "convert";
  /** The dialect to write. */
  readonly to: DialectName;
}

/** Replaces the value at a path of each file by one of the same type. */
export interface SetTask {
  /** Names the task. */
  readonly kind: "set";
  /** A path such as `player.hp`. In files of several values it begins with the number of one: `[0].player.hp`. */
  readonly path: string;
  /** The new value, as `encode` takes it. */
  readonly value?: unknown;
  /**
   * Instead of `value`, the new value as the command `set` takes it: JSON or Godot's notation, or any text where a text is stored. The old
   * value in each file decides what it means.
   */
  readonly text?: string | undefined;
}

/** Checks the values of each file with a schema. */
export interface ValidateTask {
  /** Names the task. */
  readonly kind: "validate";
  /**
   * The path of a JavaScript module that exports a Standard Schema as `default` or `schema`, or the schema itself, which cannot
   * move to worker threads: with it, all work is done on the calling thread.
   */
  readonly schema: string | StandardSchema;
}

/** Reads each file and writes it again in memory. A file whose bytes change fails with `round-trip`. */
export interface CheckTask {
  /** Names the task. */
  readonly kind: "check";
}

/** Writes the readable part of each file, as `recoverFile` does. */
export interface RecoverTask {
  /** Names the task. */
  readonly kind: "recover";
}

/** What to do with each file. */
export type BatchTask =
  | ColumnsTask
  | JSONTask
  | ConvertTask
  | SetTask
  | ValidateTask
  | CheckTask
  | RecoverTask;

/** Limits of `batch`: those of one call, and the size of a file. */
export interface BatchLimits extends Limits {
  /** Bytes of one input; 512 MiB by default. A larger one fails with `too-large` and is not read. */
  inputBytes: number;
}

/** A column of a table. */
export interface TableColumn {
  /** The path that was selected, `value`, or `id` and `frame`: the input, and the number of the value in it. */
  readonly name: string;
  /** The type in the words of DuckDB, such as `BIGINT`, `STRUCT("x" FLOAT, "y" FLOAT)[]` or `JSON`. */
  readonly type: string;
}

/** Options of `batch`. */
export interface BatchOptions {
  /** Worker threads; as many as there are cores by default. 0 does all work on the calling thread. */
  readonly workers?: number | undefined;
  /**
   * The folder for outputs, with the tree of the inputs. Without it, an output stands beside its input, under the same name with
   * `.converted`, `.edited` or `.recovered` after it; that of an input in memory is `output` of its result.
   */
  readonly outDir?: string | undefined;
  /** The file with the report; by default `report.ndjson` in `outDir`, and none without `outDir`. */
  readonly report?: string | undefined;
  /** Continue what the report says is not done yet. Without a report, begin. */
  readonly resume?: boolean | undefined;
  /** Stops after the files that are being worked on. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds that a file may take in a worker thread, after which it fails with `too-slow`. By default 60 000 for `validate`, whose
   * schema is a program, and no limit for other tasks. Without worker threads, nothing can stop a schema.
   */
  readonly timeout?: number | undefined;
  /** How much one file may take. */
  readonly limits?: Partial<BatchLimits> | undefined;
  /** The dialect of the files; detected by default. */
  readonly dialect?: DialectName | undefined;
  /** How values follow each other in the files; detected by default. */
  readonly framing?: Framing | undefined;
  /** `replace` reads ill-formed UTF-8 as U+FFFD instead of raising `bad-utf8`. */
  readonly badUtf8?: "error" | "replace" | undefined;
  /** The password of encrypted files. */
  readonly password?: string | undefined;
  /** The key of encrypted files: 32 bytes. */
  readonly key?: Bytes | undefined;
  /** Bytes of rows after which a table continues in another file; 64 MiB by default. 20 000 inputs end a file, too. */
  readonly partitionBytes?: number | undefined;
  /** The beginning of the names of a table's files; `part` by default, as in `part-00000.parquet`. */
  readonly partitionName?: string | undefined;
  /** Called with the columns of a table when their types are known; not for NDJSON, where each value has its own type. */
  readonly onColumns?: ((columns: readonly TableColumn[]) => void) | undefined;
  /** Called with what the report says of earlier runs, before the first result of one that resumes. */
  readonly onResume?: ((earlier: EarlierCounts) => void) | undefined;
  /**
   * Called at the end of a run that resumes with the number of inputs that the report has and that are no longer among the inputs.
   * Their outputs, and their rows in a table, stay.
   */
  readonly onGone?: ((inputs: number) => void) | undefined;
  /** Flush each output to the disk before the report names it, so that both survive a power failure. */
  readonly fsync?: boolean | undefined;
}

/** How many inputs earlier runs finished, by outcome. */
export interface EarlierCounts {
  /** Inputs that are done and are not done again. */
  readonly done: number;
  /** Inputs that failed and are not tried again, because neither the system nor the file has changed. */
  readonly failed: number;
  /** Inputs that are no files. */
  readonly skipped: number;
}

/** What happened to one input. */
export interface BatchResult {
  /** The path of the input as it was found, or its id. */
  readonly id: string;
  /** `done`; `failed`, with `code`; or `skipped`: no file, such as a link to a folder, with `code`. */
  readonly outcome: "done" | "failed" | "skipped";
  /** Why it failed: the code of a VariantError, of a system call (`ENOENT`), or of `batch` itself. */
  readonly code?: string | undefined;
  /** The error as a sentence. */
  readonly message?: string | undefined;
  /** What to do about it, as codes with arguments, whose sentences end `message`. The report does not hold them. */
  readonly hints?: readonly Hint[] | undefined;
  /** Where it failed, in bytes inside all layers. */
  readonly offset?: number | undefined;
  /** The path of the value where it failed. */
  readonly path?: string | undefined;
  /**
   * What an engine reads otherwise, and what was left out, as `onWarning` hears it: the first ten warnings, and `more-warnings` with the
   * number of the others. Absent if there are none.
   */
  readonly warnings?: readonly Warning[] | undefined;
  /** For `convert` and `set`: how many values the dialect could not keep as they were. For `recover`: how many places were lost. */
  readonly losses?: number | undefined;
  /** How many rows of the table come from it. */
  readonly rows?: number | undefined;
  /** Milliseconds of work. */
  readonly ms: number;
  /** Bytes of the input. */
  readonly bytesIn: number;
  /** Bytes of the output; 0 for tasks that only read. */
  readonly bytesOut: number;
  /** The file that was written. */
  readonly target?: string | undefined;
  /** The bytes of its name in base64, in place of `target`, if they are not UTF-8. */
  readonly targetBytes?: string | undefined;
  /** SHA-256 of the output, in hexadecimal; for tasks that only read, of the input. */
  readonly checksum?: string | undefined;
  /** The output of an input in memory when there is no `outDir`. The report does not hold it. */
  readonly output?: ByteArray | undefined;
}
