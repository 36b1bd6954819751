// Edits and what they do to the file.
import type { DialectName, TypeName } from "godot-variant";
import type { Address, RowPlace, Siblings, Spot } from "./places.js";

/** Copied values. */
export interface Clip {
  /** The values for other programs, in Godot's text form. */
  readonly text: string;
  /** An Array of the values, or of keys and values in turn, in the dialect of their file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly dialect: DialectName;
  readonly isKeyed: boolean;
  readonly count: number;
}

/** What happens where a key exists already: "refuse" rejects the edit. */
export type OnClash = "refuse" | "replace" | "rename";

/**
 * A change to the document. `text` and `key` are in GDScript's notation; kind `string` takes a bare text, and so do the
 * others for a value that is a text. `type` is the type that the new value must have; without it, the text decides.
 */
export type Edit =
  | { readonly kind: "set"; readonly address: Address; readonly text: string }
  | {
      /** Sets numbers of a vector, a transform or a color; undefined for those that stay. */
      readonly kind: "components";
      readonly address: Address;
      readonly values: readonly (number | undefined)[];
    }
  | { readonly kind: "string"; readonly address: Address; readonly text: string }
  | { readonly kind: "rename"; readonly address: Address; readonly text: string }
  | { readonly kind: "retype"; readonly address: Address; readonly type: TypeName }
  | {
      readonly kind: "add";
      readonly address: Address;
      readonly key: string;
      readonly text: string;
      readonly type: TypeName | undefined;
    }
  | { readonly kind: "delete"; readonly siblings: Siblings }
  | { readonly kind: "duplicate"; readonly siblings: Siblings }
  | { readonly kind: "move"; readonly siblings: Siblings; readonly to: Spot; readonly onClash: OnClash }
  | {
      /** Sets one column of a table, in the rows at these positions, and adds it where it is missing. */
      readonly kind: "cells";
      readonly address: Address;
      readonly version: number;
      readonly column: string;
      readonly positions: readonly number[];
      readonly text: string;
    }
  | {
      /** Takes over a value of another file. Keys and values are bytes in this dialect. */
      readonly kind: "put";
      /** Of the top-level value. */
      readonly address: Address;
      readonly dialect: DialectName;
      /** The path of the value, as an Array. */
      readonly keys: Uint8Array<ArrayBuffer>;
      /** What must be there now; undefined for nothing. */
      readonly expected: Uint8Array<ArrayBuffer> | undefined;
      /** What will be there; undefined for nothing. */
      readonly value: Uint8Array<ArrayBuffer> | undefined;
      readonly type: TypeName;
      /** Where a new entry goes. */
      readonly position: number | undefined;
    }
  | {
      /** Overwrites bytes of a value or of its key. Their number stays. */
      readonly kind: "bytes";
      readonly address: Address;
      /** Offsets from the start of the value, less than 0 in its key. */
      readonly patches: readonly (readonly [offset: number, byte: number])[];
    }
  | {
      /** Sets the content of a PackedByteArray. */
      readonly kind: "data";
      readonly address: Address;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | {
      /** Gives values and keys, which keep their types, other contents. */
      readonly kind: "replace";
      readonly version: number;
      readonly dialect: DialectName;
      readonly places: readonly Address[];
      /** For each place, whether its key changes instead of its value. */
      readonly areKeys: readonly boolean[];
      /** The new values, as an Array in this dialect. */
      readonly values: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: "csv"; readonly address: Address; readonly version: number; readonly text: string }
  | {
      readonly kind: "paste";
      /** Copied in this page, or a text from elsewhere. */
      readonly clip: Clip | string;
      readonly to: Spot;
      readonly onClash: OnClash;
    };

/** A type that a value can be changed to, and what that loses in words; empty if it loses nothing. */
export interface TypeChoice {
  readonly type: TypeName;
  readonly lost: string;
}

/** The effect of a change on the children of a container, so that what is known of a value follows it. */
export type Shift =
  | {
      readonly kind: "inserted" | "removed";
      readonly container: Address;
      readonly index: number;
      readonly count: number;
      /** Whether the value moves: what one shift removes, the next one inserts. */
      readonly isMove?: boolean | undefined;
    }
  | { readonly kind: "moved"; readonly container: Address; readonly index: number; readonly to: number }
  | {
      readonly kind: "replaced";
      readonly container: Address;
      readonly index: number;
      /** Whether other values may be at the positions inside. */
      readonly isOther?: boolean | undefined;
    };

/** The file after an edit. */
export interface Edited {
  readonly shifts: readonly Shift[];
  readonly total: number;
  readonly contentSize: number;
  /** How many edits can be undone and redone. */
  readonly undo: number;
  readonly redo: number;
  /** The value to select. */
  readonly at: RowPlace | undefined;
  /** The values to select, if these are several. */
  readonly selection: Siblings | undefined;
}
