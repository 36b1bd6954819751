// A file of a table to make, for the writers of Parquet and CSV.
import type { CellType } from "./types.js";

/** A column of a table. */
export interface Column {
  readonly name: string;
  readonly type: CellType;
}

/** A file of a table to make. */
export interface TableJob {
  /** The file with its rows. */
  readonly rows: string;
  readonly format: "parquet" | "csv";
  readonly columns: readonly Column[];
  readonly target: string;
}

/** A file of a table that is being made in memory. */
export interface TableFile {
  add(rows: readonly (readonly unknown[])[]): Promise<void>;
  /** The bytes of the file, in pieces. */
  finish(): Promise<readonly Uint8Array[]>;
}
