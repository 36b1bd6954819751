// The messages between the page and the worker of a file: calls, their arguments and their results.
import type {
  Candidate,
  ContainerName,
  DialectName,
  DocumentIndex,
  Framing,
  Layer,
  TypeName,
} from "godot-variant";
import type { Shown } from "./shown.js";

/** The way to a value: the index of its top-level value, then the index of the child at each level. */
export type Address = readonly number[];

/** A half-open range of bytes in the content of the file. */
export type Range = readonly [start: number, end: number];

/** A file to open, and options. */
export interface OpenRequest {
  /** Read by the worker only. */
  readonly blob: Blob;
  readonly name: string;
  readonly password?: string | undefined;
  /** 32 bytes as 64 hexadecimal digits. */
  readonly key?: string | undefined;
  readonly dialect?: DialectName | undefined;
  readonly framing?: Framing | undefined;
}

/** How the bytes of a content are decoded. */
export interface Format {
  readonly dialect: DialectName;
  readonly framing: Framing;
}

/** A format that a person can choose for the file. */
export interface Reading extends Format {
  readonly label: string;
  /** Whether an engine writes it; some dialects exist only in the documentation. */
  readonly isEngine: boolean;
  /** Why the bytes suggest it; empty when they do not. */
  readonly reasons: readonly string[];
}

/** An open file. */
export interface Opened extends Format {
  /** Words for the layers of the file, the outermost first, then framing and dialect. */
  readonly layers: readonly string[];
  readonly isEncrypted: boolean;
  readonly readings: readonly Reading[];
  /** The dialects that the file can be converted to, with descriptions. */
  readonly targets: readonly (readonly [DialectName, string])[];
  readonly fileSize: number;
  readonly contentSize: number;
  readonly rows: number;
  readonly warnings: readonly Note[];
  /** The bytes of a damaged content that could not be read. */
  readonly lost: readonly Lost[];
  /** Size of the content before unreadable bytes were left out. */
  readonly originalSize: number;
  /** Whether the ranges of values are not places in the content, as in a text. */
  readonly isTranscribed: boolean;
  /** Whether the content is text, which has neither framing nor dialect. */
  readonly isText: boolean;
}

/** The range of a value in the content, and the index of all values inside. */
export interface IndexedRange {
  readonly start: number;
  readonly end: number;
  readonly bigEndian: boolean;
  readonly index: DocumentIndex;
}

/** The result that a second worker returns for an unpacked file. */
export interface Unpacked {
  readonly layers: readonly Layer[];
  readonly candidates: readonly Candidate[];
  /** The content of all layers. */
  readonly original: Uint8Array<ArrayBuffer>;
  /** The same content or, if it is damaged, its readable parts. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly format: Format;
  readonly ranges?: readonly IndexedRange[] | undefined;
  /** The kind of text, if the content is text. */
  readonly kind?: ContainerName | undefined;
  readonly warnings: readonly Note[];
  readonly lost: readonly Lost[];
  /** Transferred instead of copied. */
  readonly buffers: ArrayBuffer[];
}

/** Bytes of a damaged content that could not be read. */
export interface Lost {
  readonly range: Range;
  readonly reason: string;
  /** The path of the value that they belonged to. */
  readonly path: string;
  /** The innermost readable value around them. */
  readonly address: Address;
}

/** A remark about one value. */
export interface Note {
  readonly code: string;
  readonly text: string;
  readonly path: string;
  readonly offset: number;
}

/** An error in the form that crosses between page and worker. */
export interface Failure {
  readonly code: string;
  readonly text: string;
  readonly hint: string;
  readonly path: string;
  readonly offset: number | undefined;
}

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
  readonly rows: readonly Row[];
}

/** The line of a value in the tree, and the number of lines. */
export interface RowPlace {
  readonly row: number;
  readonly total: number;
  readonly address: Address;
  /** The byte that led to the value, if one did. */
  readonly byte?: number;
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

/** Values of one container, by ranges of their positions, in order. */
export interface Siblings {
  readonly container: Address;
  readonly ranges: readonly Range[];
}

/** A place between the values of a container: before the one at this position. */
export interface Spot {
  readonly container: Address;
  readonly position: number;
}

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
 * A change to the document. `text` and `key` are in GDScript's notation; kind `string` takes a bare text, and so does any value that is
 * one. `type` is the type that the text must have; without it, the one that it has.
 */
export type Edit =
  | { readonly kind: "set"; readonly address: Address; readonly text: string }
  | { readonly kind: "components"; readonly address: Address; readonly values: readonly number[] }
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

/** A container of Dictionaries as a table. */
export interface TableHead {
  /** Of the file; edits name the version that the person saw. */
  readonly version: number;
  readonly rows: number;
  /** Whether rows have keys. */
  readonly isKeyed: boolean;
  readonly columns: readonly TableColumn[];
  /** Whether there are more columns. */
  readonly isCut: boolean;
}

export interface TableColumn {
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

/** Every call that the worker of a file answers. */
export interface Calls {
  /** Holds a lock as long as the worker lives; answers once it has it. */
  hold(lock: string): void;
  open(request: OpenRequest): Opened;
  /** The first step of `open`; the worker of a large file hands it to a second worker. */
  unpack(request: OpenRequest): Unpacked;
  /** Every format, for a file that could not be opened. */
  readings(): readonly Reading[];
  rows(first: number, count: number): Rows;
  expand(address: Address, isExpanded: boolean, deep: boolean): RowPlace;
  /** Expands the parents of a value. */
  reveal(address: Address): RowPlace;
  goTo(path: string): RowPlace;
  /** The values at some paths; undefined where there is none. */
  addressesOf(paths: readonly string[]): readonly (Address | undefined)[];
  /** Values in words. */
  described(addresses: readonly Address[]): readonly { readonly path: string; readonly preview: string }[];
  detail(address: Address): Detail;
  bytes(start: number, count: number): Uint8Array<ArrayBuffer>;
  /** Bytes of the original content, with its unreadable bytes and without edits. */
  original(start: number, count: number): Uint8Array<ArrayBuffer>;
  /** Reveals the innermost value around a byte. */
  revealByte(offset: number): RowPlace;
  /** The range of the innermost value around a byte. */
  rangeAround(offset: number): Range;
  search(request: SearchRequest): SearchState;
  /** What replacing the matches of a search would do. */
  replacements(request: ReplaceRequest): Replacements;
  matchNear(address: Address, forward: boolean): { readonly number: number; readonly place: RowPlace };
  /** Shows only matches, or everything again; returns the number of lines. */
  filter(on: boolean): number;
  table(address: Address): TableHead;
  tableRows(
    address: Address,
    columns: readonly string[],
    positions: readonly number[],
  ): { readonly version: number; readonly rows: readonly TableRow[] };
  /** The positions of the rows, sorted by a column. */
  tableOrder(address: Address, column: string, isDescending: boolean): Int32Array<ArrayBuffer>;
  edit(edit: Edit): Edited;
  undo(): Edited;
  redo(): Edited;
  copy(address: Address, form: CopyForm): string;
  /** Copies values, so that another file or program can paste them. */
  copyValues(siblings: Siblings): Clip;
  /** The keys that values would have in common with a container that they are moved or pasted into. */
  clashes(values: Siblings | Clip | string, container: Address): readonly string[];
  /** The types that a value can be changed to. */
  typeChoices(address: Address): readonly TypeChoice[];
  /** The types of the file's dialect, each with the text of a value to begin with. */
  defaults(): readonly (readonly [TypeName, string])[];
  save(): OutputFile;
  convert(to: DialectName): OutputFile;
  exportAs(form: ExportForm, address: Address): OutputFile;
  /** The elements of a packed array as a file: as the file has them, least significant byte first, or as text. */
  packedFile(address: Address, form: "raw" | "csv"): OutputFile;
  /** @param base The file that both come from. */
  compare(other: Side, base: Side | undefined): Differences;
  /** The edit that takes over a value of the last comparison. */
  takeOver(index: number, what: TakenOver): Edit;
}

export type CallName = keyof Calls;

/** How far a call has come. */
export interface Progress {
  readonly stage: string;
  readonly count?: number | undefined;
}

export type Request = {
  [Name in CallName]: { id: number; name: Name; args: Parameters<Calls[Name]> };
}[CallName];

export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly progress: Progress };
