// One value of a file that stands by itself, as the tree and the edits share it.
import type { Reader } from "../../../../js/document/read/reader.js";
import type { IndexedRange } from "../../protocol/opening.js";

export type PlacedRange = Omit<IndexedRange, "index">;

/** A top-level value, and its range in the opened content. `documentOf` edits it. */
export interface TopValue extends PlacedRange {
  readonly reader: Reader;
}
