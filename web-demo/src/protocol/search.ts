// Search and replace.
import type { Edit } from "./edits.js";
import type { Address, Siblings } from "./places.js";

export interface SearchRequest {
  /** A text, a range such as `>= 10` and `10..20`, or `/an expression/`; behind `type:int` if only ints count. */
  readonly text: string;
  readonly keys: boolean;
  readonly values: boolean;
  readonly types: boolean;
}

export interface SearchState {
  readonly count: number;
  readonly isDone: boolean;
}

/** What takes the place of what a search finds. */
export interface ReplaceRequest {
  readonly query: SearchRequest;
  /** A text, or a value in GDScript's notation; for an expression with `$1`, `$&` and `$<name>`. */
  readonly by: string;
  /** Where matches count, their contents included; absent for everywhere. */
  readonly within?: Siblings | undefined;
  /** The only match that counts. */
  readonly only?: Address | undefined;
}

/** What replacing would do. */
export interface Replacements {
  /** The first ones. */
  readonly list: readonly Replacement[];
  /** Numbers of the changes, and of the matches that cannot be replaced. */
  readonly changes: number;
  readonly refused: number;
  /** Makes all changes at once; absent if there are none. */
  readonly edit: Extract<Edit, { kind: "replace" }> | undefined;
}

export interface Replacement {
  readonly address: Address;
  readonly path: string;
  readonly isKey: boolean;
  readonly before: string;
  readonly after: string;
  /** Why it cannot be replaced; empty if it can. */
  readonly problem: string;
}
