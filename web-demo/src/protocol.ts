// What the page and the worker of a file say to each other: names of calls, their arguments and their results.

import type { DialectName, Framing, TypeName } from "godot-variant";
import type { Shown } from "./shown.js";
import type { Unpacked } from "./worker/unpacked.js";

/** Where a value stands: the number of its frame, then the number of the child at each level. */
export type Address = readonly number[];

/** A half-open range of bytes in the content of the file. */
export type Range = readonly [start: number, end: number];

/** What to open, and how. */
export interface OpenRequest {
  /** Only its worker reads it. */
  readonly blob: Blob;
  readonly name: string;
  readonly password?: string | undefined;
  /** 32 bytes as 64 hexadecimal digits. */
  readonly key?: string | undefined;
  readonly dialect?: DialectName | undefined;
  readonly framing?: Framing | undefined;
}

/** A way in which the bytes can be read. */
export interface Reading {
  readonly dialect: DialectName;
  readonly framing: Framing;
  readonly label: string;
  readonly reasons: readonly string[];
}

/** An open file. */
export interface Opened {
  /** What was found, the outermost layer first, the dialect last. */
  readonly layers: readonly string[];
  readonly encrypted: boolean;
  readonly dialect: DialectName;
  readonly framing: Framing;
  readonly readings: readonly Reading[];
  /** The dialects that the file can be converted to, and what each is. */
  readonly targets: readonly (readonly [DialectName, string])[];
  readonly fileSize: number;
  readonly contentSize: number;
  readonly rows: number;
  readonly warnings: readonly Note[];
  /** What of a damaged content could not be read; the values are what could. */
  readonly lost: readonly Lost[];
  /** Bytes of the content before anything was left out. */
  readonly originalSize: number;
  /** Whether the content is a text, which has no framing and no dialect of its own. */
  readonly isText: boolean;
}

/** Bytes of a damaged content that could not be read. */
export interface Lost {
  readonly range: Range;
  /** Why. */
  readonly text: string;
  /** Where they stood; the values around them. */
  readonly path: string;
  /** The innermost value around them that could be read. */
  readonly address: Address;
}

/** A remark about a place in the file. */
export interface Note {
  readonly code: string;
  readonly text: string;
  readonly path: string;
  readonly offset: number;
}

/** An error as it crosses. */
export interface Failure {
  readonly code: string;
  readonly text: string;
  readonly hint: string;
  readonly path: string;
  readonly offset: number | undefined;
}

/** Whether a value came with an edit, or something in it did. */
export type Mark = "" | "changed" | "within";

/** One line of the tree. */
export interface Row {
  readonly address: Address;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly label: string;
  readonly labelKind: "name" | "index" | "key" | "frame";
  readonly type: TypeName;
  readonly typeText: string;
  readonly preview: string;
  /** `#rrggbb` of a Color. */
  readonly color: string;
  readonly range: Range;
  readonly children: number;
  readonly open: boolean;
  readonly mark: Mark;
  readonly match: boolean;
}

export interface Rows {
  readonly first: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface Place {
  readonly row: number;
  readonly total: number;
  readonly address: Address;
}

/** Everything about one value. */
export interface Detail {
  readonly address: Address;
  readonly crumbs: readonly Crumb[];
  readonly path: string;
  readonly label: string;
  readonly key: { readonly editable: boolean; readonly text: string } | undefined;
  readonly type: TypeName;
  readonly typeText: string;
  readonly range: Range;
  readonly parts: Parts;
  readonly parentType: TypeName | undefined;
  readonly position: number;
  readonly siblings: number;
  readonly shown: Shown;
  /** The value as GDScript writes it; absent when it is long. */
  readonly text: string | undefined;
  readonly mark: Mark;
  readonly canEdit: boolean;
}

export interface Crumb {
  readonly label: string;
  readonly address: Address;
}

/** The bytes of a value by what they are. */
export interface Parts {
  readonly key?: Range | undefined;
  readonly header: Range;
  readonly value: Range;
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
  readonly done: boolean;
}

/** A change to the document. `text` is a value in GDScript's notation. */
export type Edit =
  | { readonly kind: "set"; readonly address: Address; readonly text: string }
  | { readonly kind: "parts"; readonly address: Address; readonly values: readonly number[] }
  | { readonly kind: "string"; readonly address: Address; readonly text: string }
  | { readonly kind: "rename"; readonly address: Address; readonly text: string }
  | { readonly kind: "delete"; readonly address: Address }
  | { readonly kind: "move"; readonly address: Address; readonly to: number }
  | { readonly kind: "add"; readonly address: Address; readonly key: string; readonly text: string };

/** The file after an edit. */
export interface Edited {
  readonly total: number;
  readonly contentSize: number;
  readonly undo: number;
  readonly redo: number;
  /** The value to look at now. */
  readonly at: Place | undefined;
}

export type CopyForm = "gdscript-path" | "js-path" | "gdscript" | "native" | "plain" | "hex";
export type ExportForm = "plain" | "native" | "gdscript" | "csv" | "content";

/** A file to hand to the person. */
export interface Product {
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
  /** In this file; absent for what only the other one has. */
  readonly address: Address | undefined;
}

export interface Differences {
  readonly list: readonly Difference[];
  /** More than these are not listed. */
  readonly isCut: boolean;
}

/** Every call that the worker of a file answers. */
export interface Calls {
  open(request: OpenRequest): Opened;
  /** The first step of `open`, which the worker of a large file has another one do. */
  unpack(request: OpenRequest): Unpacked;
  /** All ways to read a file, for one that could not be read. */
  readings(): readonly Reading[];
  rows(first: number, count: number): Rows;
  toggle(address: Address, open: boolean, deep: boolean): Place;
  find(address: Address): Place;
  go(path: string): Place;
  detail(address: Address): Detail;
  bytes(start: number, count: number): Uint8Array<ArrayBuffer>;
  /** Bytes of the content before anything was left out or changed. */
  original(start: number, count: number): Uint8Array<ArrayBuffer>;
  addressAt(offset: number): Place;
  /** The bytes of the innermost value around one. */
  rangeAt(offset: number): Range;
  search(request: SearchRequest): SearchState;
  matchNear(address: Address, forward: boolean): { readonly number: number; readonly place: Place };
  filter(on: boolean): number;
  edit(edit: Edit): Edited;
  undo(): Edited;
  redo(): Edited;
  copy(address: Address, form: CopyForm): string;
  save(): Product;
  convert(to: DialectName): Product;
  exported(form: ExportForm, address: Address): Product;
  compare(request: OpenRequest): Differences;
}

export type CallName = keyof Calls;

/** How far long work is. */
export interface Progress {
  readonly stage: string;
  /** 0 to 1; absent where it is not known. */
  readonly done?: number | undefined;
  readonly count?: number | undefined;
}

export type Request = {
  [Name in CallName]: { id: number; name: Name; args: Parameters<Calls[Name]> };
}[CallName];

export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly progress: Progress };
