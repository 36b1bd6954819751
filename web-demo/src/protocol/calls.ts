// The messages between the page and the worker of a file: calls, their arguments and their results.
import type { DialectName, TypeName } from "godot-variant";
import type { Clip, Edit, Edited, TypeChoice } from "./edits.js";
import type { Failure, Opened, OpenRequest, Reading, Remark, Unpacked } from "./opening.js";
import type { CopyForm, Differences, ExportForm, OutputFile, Side, TakenOver } from "./output.js";
import type { Address, Range, RowPlace, Siblings } from "./places.js";
import type { Detail, Rows } from "./rows.js";
import type { Replacements, ReplaceRequest, SearchRequest, SearchState } from "./search.js";
import type { TableHead, TableRow } from "./table.js";

/** Every call that the worker of a file answers. */
export interface Calls {
  /** Holds a lock as long as the worker lives; answers once it has it. */
  hold(lock: string): void;
  open(request: OpenRequest): Opened;
  /** The first step of `open`; the worker of a large file hands it to a second worker. */
  unpack(request: OpenRequest): Unpacked;
  /** Every format, for a file that could not be opened. */
  readings(): readonly Reading[];
  /** The remarks on the file as it is now. */
  remarks(): readonly Remark[];
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
  /** The next or the previous match; undefined if there is none. */
  matchNear(
    address: Address,
    forward: boolean,
  ): { readonly number: number; readonly place: RowPlace } | undefined;
  /** Shows only matches, or everything again. Reveals a value, or the container around it that is shown. */
  filter(on: boolean, address: Address): RowPlace;
  /** The values of a container that have lines, if it is expanded. */
  shownIn(container: Address): Siblings;
  table(address: Address): TableHead;
  tableRows(
    address: Address,
    columns: readonly string[],
    positions: readonly number[],
  ): { readonly version: number; readonly rows: readonly TableRow[] };
  /** The positions of the rows, sorted by a column. */
  tableOrder(address: Address, column: string, isDescending: boolean): Int32Array<ArrayBuffer>;
  /** @param wasRefused Whether it was refused before; then it is again, even if it would fit now. */
  edit(edit: Edit, wasRefused?: boolean): Edited;
  undo(): Edited;
  redo(): Edited;
  copy(address: Address, form: CopyForm): string;
  /** Copies values, so that another file or program can paste them. */
  copyValues(siblings: Siblings): Clip;
  /** The keys that values would have in common with a container that they are moved or pasted into. */
  clashes(values: Siblings | Clip | string, container: Address): readonly string[];
  /** What a container cannot keep of values that are pasted into it, in sentences. */
  losses(clip: Clip | string, container: Address): readonly string[];
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
