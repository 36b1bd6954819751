// What the main thread sends to a worker, and what comes back.

import type { Bytes, DialectName, Framing } from "../../index.js";
import type { BatchLimits, BatchResult, BatchTask } from "./api.js";

/** The usual limit of `inputBytes`. */
export const largestInput = 512 * 1024 * 1024;

/** The path of a file. Names that are not UTF-8 are bytes. */
export type FilePath = string | Buffer;

/** One input, and where its output goes. */
export interface Job {
  readonly id: string;
  /** The file to read, or the bytes themselves. */
  readonly from: FilePath | Uint8Array;
  readonly isFile: boolean;
  /** The file to write; undefined if the output is returned, or there is none. */
  readonly target?: FilePath | undefined;
}

/** How to read files. */
export interface ReadSettings {
  readonly dialect?: DialectName | undefined;
  readonly framing?: Framing | undefined;
  readonly badUtf8?: "error" | "replace" | undefined;
  readonly password?: string | undefined;
  readonly key?: Bytes | undefined;
  readonly limits: Partial<BatchLimits>;
}

/** What a worker needs once. */
export interface WorkSettings {
  readonly task: BatchTask;
  readonly read: ReadSettings;
  readonly fsync: boolean;
  /** Milliseconds that a file may take in a thread. */
  readonly timeout?: number | undefined;
}

/** The result of a job, with the rows of a table if the task makes some. */
export interface Reply {
  readonly result: BatchResult;
  /** The rows, in pieces: lines of JSON, or frames for a later format. */
  readonly table?: readonly Uint8Array[] | undefined;
  /** The types of the columns, as JSON. */
  readonly types?: string | undefined;
}
