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
  readonly text: string;
  readonly keys: boolean;
  readonly values: boolean;
  readonly types: boolean;
}

export interface SearchState {
  readonly count: number;
  readonly isDone: boolean;
}

/** A change to the document. `text` and `key` are in GDScript's notation; only kind `string` takes a bare text. */
export type Edit =
  | { readonly kind: "set"; readonly address: Address; readonly text: string }
  | { readonly kind: "components"; readonly address: Address; readonly values: readonly number[] }
  | { readonly kind: "string"; readonly address: Address; readonly text: string }
  | { readonly kind: "rename"; readonly address: Address; readonly text: string }
  | { readonly kind: "delete"; readonly address: Address }
  | { readonly kind: "move"; readonly address: Address; readonly to: number }
  | { readonly kind: "add"; readonly address: Address; readonly key: string; readonly text: string };

/** The file after an edit. */
export interface Edited {
  readonly total: number;
  readonly contentSize: number;
  /** How many edits can be undone and redone. */
  readonly undo: number;
  readonly redo: number;
  /** The value to select. */
  readonly at: RowPlace | undefined;
}

export type CopyForm = "gdscript-path" | "js-path" | "gdscript" | "native" | "plain" | "hex";
export type ExportForm = "plain" | "native" | "gdscript" | "csv" | "content";

/** A file to download or to save. */
export interface OutputFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly notes: readonly Note[];
}

export interface Difference {
  readonly kind: "only here" | "only there" | "changed" | "moved";
  readonly path: string;
  /** The value in this file, and in the other one. */
  readonly here: string;
  readonly there: string;
  /** Absent for a value that only the other file has. */
  readonly address: Address | undefined;
}

export interface Differences {
  readonly list: readonly Difference[];
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
  detail(address: Address): Detail;
  bytes(start: number, count: number): Uint8Array<ArrayBuffer>;
  /** Bytes of the original content, with its unreadable bytes and without edits. */
  original(start: number, count: number): Uint8Array<ArrayBuffer>;
  /** Reveals the innermost value around a byte. */
  revealByte(offset: number): RowPlace;
  /** The range of the innermost value around a byte. */
  rangeAround(offset: number): Range;
  search(request: SearchRequest): SearchState;
  matchNear(address: Address, forward: boolean): { readonly number: number; readonly place: RowPlace };
  /** Shows only matches, or everything again; returns the number of lines. */
  filter(on: boolean): number;
  edit(edit: Edit): Edited;
  undo(): Edited;
  redo(): Edited;
  copy(address: Address, form: CopyForm): string;
  save(): OutputFile;
  convert(to: DialectName): OutputFile;
  exportAs(form: ExportForm, address: Address): OutputFile;
  compare(request: OpenRequest): Differences;
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
