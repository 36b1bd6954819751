// An input as the sources of `batch` find it.
import type { FilePath } from "../task/job.js";

/** An input before its output has a place. */
export interface Found {
  readonly id: string;
  /** The file to read, or its bytes. */
  readonly from: FilePath | Uint8Array;
  readonly isFile: boolean;
  /** Bytes, as far as they are known before it is read. */
  readonly size: number;
  /** When the file was changed, in milliseconds since 1970. */
  readonly modified?: number;
  /** The path of its output below the folder for outputs. */
  readonly name: FilePath;
  /** Why it cannot be an input. */
  readonly problem?: { readonly error: unknown; readonly outcome: "failed" | "skipped" };
}

/** Inputs that a source finds at once, because each step of an asynchronous sequence costs more than to find a file. */
export type Section = readonly Found[];
