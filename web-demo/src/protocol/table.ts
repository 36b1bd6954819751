// Containers of Dictionaries as tables.
import type { TypeName } from "godot-variant";

/** A container of Dictionaries as a table. */
export interface TableHead {
  /** Of the file; edits name the version that the person saw. */
  readonly version: number;
  /** The names of the container and of those around it. */
  readonly crumbs: readonly string[];
  readonly rows: number;
  /** Whether rows have keys. */
  readonly isKeyed: boolean;
  readonly columns: readonly TableColumn[];
  /** Whether there are more columns. */
  readonly isCut: boolean;
}

interface TableColumn {
  /** In GDScript's notation, names without quotes. */
  readonly key: string;
  /** The type that all its values have; undefined if they have several. */
  readonly type: TypeName | undefined;
}

export interface TableRow {
  /** In the container, however the table is sorted. */
  readonly position: number;
  readonly label: string;
  /** For a row that is not a Dictionary or an Object. */
  readonly preview: string | undefined;
  /** Undefined where the row does not have the key. */
  readonly cells: readonly (TableCell | undefined)[];
}

export interface TableCell {
  readonly type: TypeName;
  readonly text: string;
  readonly canEdit: boolean;
}
