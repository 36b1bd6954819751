import type { Differences } from "../protocol/output.js";

/** The differences from another file, and the index of the current one; -1 for none. */
export interface ShownDifferences<File> extends Differences {
  /** Words for the other file. They change with the files that are open. */
  readonly otherName: () => string;
  readonly at: number;
  /** The other file, if it is open. */
  readonly file: File | undefined;
  readonly content: number | undefined;
  /** When the addresses of the differences were right. */
  readonly moment: number;
  again(): Promise<void>;
}
