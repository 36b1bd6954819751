// Files and texts that the worker produces, and comparisons with other files.
import type { Note, OpenRequest } from "./opening.js";
import type { Address } from "./places.js";

export type CopyForm = "gdscript-path" | "js-path" | "gdscript" | "native" | "plain" | "hex";
export type ExportForm = "plain" | "native" | "gdscript" | "csv" | "content";

/** A file to download or to save. */
export interface OutputFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly notes: readonly Note[];
}

/** `theirs` and `base` come into this file, `mine` goes into the other one. */
export type TakenOver = "mine" | "theirs" | "base";

/** A file to compare with, or this file as it was opened. */
export type Side = OpenRequest | "opened";

/** Who changed a value since the base: this file, the other one, or both; "unclear" where positions in the base are uncertain. */
export type ChangedBy = "you" | "they" | "both" | "unclear";

export interface Difference {
  readonly kind: "only here" | "only there" | "changed" | "moved";
  readonly path: string;
  /** The value in this file, and in the other one. */
  readonly here: string;
  readonly there: string;
  /** The value in the file that both come from, if there is one. */
  readonly base: string | undefined;
  readonly by: ChangedBy | undefined;
  /** Absent for a value that only the other file has. */
  readonly address: Address | undefined;
}

export interface Differences {
  readonly list: readonly Difference[];
  readonly hasBase: boolean;
  /** Whether there are more than the list has. */
  readonly isCut: boolean;
}
