// The lines of the tree, and everything about one value.
import type { TypeName } from "godot-variant";
import type { Address, Range } from "./places.js";
import type { Shown } from "./shown.js";

/** Whether an edit changed a value, or a value within it. */
export type Mark = "" | "changed" | "within";

/**
 * What the last comparison found: the value is another one, exists only here, lacks values that the other file has, or has such a value
 * inside.
 */
export type RowDifference = "" | "changed" | "only here" | "lacks values" | "inside";

/** One line of the tree. */
export interface Row {
  readonly address: Address;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly label: string;
  readonly labelKind: "name" | "index" | "key" | "root";
  readonly type: TypeName;
  /** The type with its element types, as in `Array[int]`. */
  readonly typeText: string;
  readonly preview: string;
  /** `#rrggbb` of a Color; empty for other types. */
  readonly color: string;
  readonly range: Range;
  readonly children: number;
  readonly isExpanded: boolean;
  readonly mark: Mark;
  readonly isMatch: boolean;
  readonly difference: RowDifference;
}

export interface Rows {
  readonly total: number;
  /** Whether the tree shows only matches. */
  readonly isFiltered: boolean;
  readonly rows: readonly Row[];
}

/** Everything about one value. */
export interface Detail {
  readonly address: Address;
  readonly crumbs: readonly Crumb[];
  /** The key in GDScript's notation; absent for elements and top-level values. */
  readonly key: string | undefined;
  readonly type: TypeName;
  readonly typeText: string;
  readonly range: Range;
  readonly ranges: Ranges;
  readonly position: number;
  readonly siblings: number;
  readonly shown: Shown;
  /** The value in GDScript's notation; absent for containers and for long values. */
  readonly text: string | undefined;
  readonly canEdit: boolean;
}

export interface Crumb {
  readonly label: string;
  readonly address: Address;
}

/** The bytes of a value, by purpose. */
export interface Ranges {
  readonly key?: Range | undefined;
  readonly header: Range;
  readonly payload: Range;
  readonly padding?: Range | undefined;
}
