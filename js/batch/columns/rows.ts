// Rows of a table: lines of JSON, or, until the types of all columns are known, frames of exact values.

import {
  type Bytes,
  type Limits,
  type LoadOptions,
  load,
  openFile,
  toPlainJSON,
  type Variant,
} from "../../index.js";
import { quoted } from "../../table/quoted.js";
import { largeValues } from "./large-values.js";
import { isWhole, type Selection, selected, selectionOf } from "./select.js";
import { type ColumnType, merge, typeOf } from "./types.js";

/** The columns that every table begins with: the input, and the number of the value in it. */
export const keyColumns = ["id", "frame"] as const;

/** The names of a table's columns after the key columns, with what they hold. */
export function columnsOf(select: readonly string[] | undefined): Selection[] {
  if (select === undefined) return [{ text: "value", parts: [[]] }];
  const names = new Set<string>(keyColumns);
  for (const name of select) {
    if (names.has(name)) throw new TypeError(`two columns would have the name ${name}`);
    names.add(name);
  }
  return select.map(selectionOf);
}

export type Row = [id: string, frame: bigint, ...cells: Variant[]];

/** The rows of a file: one for each value. */
export async function rowsOf(
  id: string,
  file: Bytes,
  columns: readonly Selection[],
  options: Omit<LoadOptions, "mode" | "schema">,
): Promise<Row[]> {
  return rowsWith(id, await cellsOf(file, columns, { ...options, mode: "exact" }));
}

/** The rows of a large content whose values are whole cells; undefined if another one needs less memory as `rowsOf`. */
export async function largeRowsOf(
  id: string,
  content: Uint8Array,
  columns: readonly Selection[],
  options: Omit<LoadOptions, "mode" | "schema">,
): Promise<Row[] | undefined> {
  if (!columns.every(isWhole)) return undefined;
  const large = await largeValues(content, { ...options, mode: "exact" });
  return large && rowsWith(id, wholeCells(large.values, columns));
}

/** Rows of these cells. `first` is the number of the first value. */
export const rowsWith = (id: string, all: readonly Variant[][], first = 0): Row[] =>
  all.map((cells, i) => [id, BigInt(first + i), ...cells]);

/** Cells of values whose columns are all the whole value. */
export const wholeCells = (values: readonly Variant[], columns: readonly Selection[]): Variant[][] =>
  values.map((value) => columns.map(() => value));

/** Whole values are decoded at once; of others, only the parts that a path names. */
async function cellsOf(
  file: Bytes,
  columns: readonly Selection[],
  options: LoadOptions,
): Promise<Variant[][]> {
  if (columns.every(isWhole)) {
    const { values, framing } = await load(file, options);
    // The settings of a project are one Dictionary for load, and a row each.
    if (framing !== "ecfg") return wholeCells(values, columns);
  }
  const { documents } = await openFile(file, options);
  return documents.map((document) => columns.map((column) => selected(document, column)));
}

/** The text of rows as lines of JSON, in pieces. `printed` yields the JSON of a cell. */
export function* linesOf(
  rows: Iterable<Row>,
  columns: readonly Selection[],
  printed: (cell: Variant) => Iterable<string> = inOnePiece(),
): Generator<string> {
  const [id, frame] = keyColumns;
  const names = columns.map(({ text }) => `, ${quoted(text)}: `);
  for (const [of, number, ...cells] of rows) {
    yield `{"${id}": ${quoted(of)}, "${frame}": ${number}`;
    for (const [i, cell] of cells.entries()) {
      yield names[i] as string;
      yield* printed(cell);
    }
    yield "}\n";
  }
}

/** Prints cells whole. */
export const inOnePiece =
  (limits?: Partial<Limits>) =>
  (cell: Variant): string[] => [toPlainJSON(cell, { mode: "exact", limits })];

/** The types of the columns in these rows, after the key columns. */
export function typesOf(rows: readonly Row[], columns: readonly Selection[]): ColumnType[] {
  return columns.map((_, i) =>
    rows.reduce<ColumnType>((type, row) => merge(type, typeOf(row[i + keyColumns.length] as Variant)), {
      kind: "null",
    }),
  );
}
