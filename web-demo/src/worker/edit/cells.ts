// Edits of a table: many cells at once, and CSV. Every cell keeps its type.
import { Dictionary, type Document, type DocumentNode, type TypeName, type Variant } from "godot-variant";
import { counted, grouped } from "../../../../js/describe/amounts.js";
import type { Edit } from "../../protocol/edits.js";
import { shortText } from "../../values/short-text.js";
import { isKeyed } from "../../values/types.js";
import type { TreeNode } from "../tree/tree-node.js";
import { requirePath } from "./batch.js";
import { Columns, cellsOf, columnOf } from "./columns.js";
import { csvCell, parseCsv } from "./csv.js";
import { parseKey, parseValue } from "./input.js";
import { keyInput } from "./notation.js";

/** Undo keeps a step for each. */
const mostCells = 50_000;

type Keys = readonly Variant[];
type Cells = Extract<Edit, { kind: "cells" }>;

/** The value that a text means. Without a type, the text decides it. A String has no quotes in a cell. */
const typedValue = (text: string, dialect: Document["dialect"], type: TypeName | undefined): Variant =>
  type === "String" ? text : parseValue(text, dialect, type);

interface Cell {
  readonly keys: Keys;
  readonly column: string;
  readonly text: string;
  /** The type that it has; undefined for a missing one. */
  readonly before: TypeName | undefined;
  /** The type that it gets; undefined if any will do. */
  readonly type: TypeName | undefined;
}

interface NewRow {
  /** Undefined for an element. */
  readonly key: string | undefined;
  readonly columns: readonly string[];
  readonly cells: readonly string[];
}

/** What to write into a table. First everything is read, because nodes end with the next edit. */
class Plan {
  readonly #document: Document;
  readonly #keys: Keys;
  readonly #cells: Cell[] = [];
  readonly #rows: NewRow[] = [];
  readonly columns = new Columns();

  constructor(document: Document, container: TreeNode) {
    this.#document = document;
    this.#keys = container.inDocument?.keys ?? [];
    for (const row of container.children(0, container.count)) this.columns.add(row);
  }

  set(row: TreeNode, column: string, cell: TreeNode | undefined, text: string): void {
    const rowKeys: Keys = row.inDocument?.keys ?? [];
    requirePath(this.#document, (cell ?? row).inDocument as DocumentNode);
    const keys = [...rowKeys, cell?.key ?? parseKey(column, this.#document.dialect)];
    const type = cell === undefined || cell.type === "Nil" ? this.columns.typeOf(column) : cell.type;
    this.#cells.push({ keys, column, text, before: cell?.type, type });
    if (this.#cells.length > mostCells)
      throw new Error(`At most ${grouped(mostCells)} cells change at once.`);
  }

  append(row: NewRow): void {
    this.#rows.push(row);
  }

  /** Throws where a text does not fit. */
  write(): void {
    for (const cell of this.#cells) {
      try {
        this.#write(cell);
      } catch (cause) {
        throw cannot(cell.text, cell.column, cell.type, cause);
      }
    }
    for (const row of this.#rows) this.#append(row);
  }

  #write({ keys, text, before, type }: Cell): void {
    const document = this.#document;
    const value = typedValue(text, document.dialect, type);
    if (before === undefined) document.insert(keys, value);
    else if (before === "Nil" && value !== null) document.replaceType(keys, type ?? typeOf(value), value);
    else document.set(keys, value);
    requireType(document.node(keys), type);
  }

  #append({ key, columns, cells }: NewRow): void {
    const { dialect } = this.#document;
    const types = columns.map((column) => this.columns.typeOf(column));
    const entries: [Variant, Variant][] = [];
    for (const [i, column] of columns.entries()) {
      const text = cells[i] as string;
      // An empty cell is an empty text where texts belong, and otherwise no value.
      if (text === "" && types[i] !== "String") continue;
      try {
        entries.push([parseKey(column, dialect), typedValue(text, dialect, types[i])]);
      } catch (cause) {
        throw cannot(text, column, types[i], cause);
      }
    }
    const last = key === undefined ? this.#document.node(this.#keys)?.childCount : parseKey(key, dialect);
    const keys = [...this.#keys, last as Variant];
    this.#document.insert(keys, new Dictionary(entries));
    for (const [name] of entries) {
      const i = columns.indexOf(keyInput(name));
      try {
        requireType(this.#document.node([...keys, name]), types[i]);
      } catch (cause) {
        throw cannot(cells[i] as string, columns[i] as string, types[i], cause);
      }
    }
  }
}

function requireType(node: DocumentNode | undefined, type: TypeName | undefined): void {
  if (type !== undefined && node?.type !== type) throw new Error(`It has the type ${node?.type}.`);
}

function cannot(text: string, column: string, type: TypeName | undefined, cause?: unknown): Error {
  const wanted = type === undefined ? "a value" : `a value of type ${type}`;
  return new Error(`“${shortText(text)}” is not ${wanted}, which ${column} takes here.`, { cause });
}

/** The type of a value that takes the place of null where nothing says a type. */
function typeOf(value: Variant): TypeName {
  const types: Readonly<Record<string, TypeName>> = {
    string: "String",
    bigint: "int",
    number: "float",
    boolean: "bool",
  };
  const type = types[typeof value];
  if (type === undefined) throw new Error("Change the type of this value in the tree.");
  return type;
}

/** Sets one column of rows. Throws where the text does not fit; then some cells may be written. */
export function setCells(document: Document, container: TreeNode, { positions, column, text }: Cells): void {
  const plan = new Plan(document, container);
  for (const position of positions) {
    const [row] = container.children(position, 1);
    if (row === undefined || !isKeyed(row.type)) throw new Error(`Row ${position} has no columns.`);
    const cell = cellsOf(row).find((cell) => columnOf(cell) === column);
    plan.set(row, column, cell, text);
  }
  plan.write();
}

/** The name of a column as the table has it; anything else than a key in GDScript's notation is a text. */
function nameOf(text: string, dialect: Document["dialect"]): string {
  try {
    return keyInput(parseKey(text, dialect));
  } catch {
    return keyInput(text);
  }
}

/**
 * Takes over the cells of a CSV that differ from the table: lines beyond the last row, and lines with new keys, become new rows. The
 * values of new columns are texts. Throws where the CSV does not fit; then some cells may be written.
 */
export function takeCsv(document: Document, container: TreeNode, text: string): void {
  const [head, ...lines] = parseCsv(text);
  if (head === undefined) throw new Error("The CSV is empty.");
  const hasKeys = isKeyed(container.type);
  const unnamed = head.indexOf("", hasKeys ? 1 : 0);
  if (unnamed >= 0) throw new Error(`Column ${unnamed + 1} of the CSV has no name.`);
  const columns = (hasKeys ? head.slice(1) : head).map((name) => nameOf(name, document.dialect));
  if (new Set(columns).size < columns.length) throw new Error("Two columns of the CSV have the same name.");
  const rows = container.children(0, container.count);
  if (!hasKeys && lines.length < rows.length)
    throw new Error(
      `The CSV has ${counted(lines.length, "row")}, and the table ${rows.length}. Delete rows in the tree.`,
    );
  const places = new Map(hasKeys ? rows.map((row) => [columnOf(row), row]) : []);
  const plan = new Plan(document, container);
  const known = plan.columns.types;
  if (hasKeys && head[0] !== "" && known.has(nameOf(head[0] as string, document.dialect)))
    throw new Error("The first column of the CSV must have the keys of the rows.");
  // Without a line of names, the first row would be taken for one.
  if (known.size > 0 && columns.length > 0 && !columns.some((column) => known.has(column)))
    throw new Error("The first line of the CSV names no column of the table.");
  for (const column of columns) if (!plan.columns.types.has(column)) plan.columns.types.set(column, "String");
  const keys = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const where = `Line ${i + 2} of the CSV`;
    if (line.length !== head.length)
      throw new Error(`${where} has ${counted(line.length, "cell")}, and the first line ${head.length}.`);
    const key = hasKeys ? nameOf(line[0] as string, document.dialect) : undefined;
    if (key !== undefined && keys.size === keys.add(key).size)
      throw new Error(`${where} has the same key as one before: ${key}.`);
    const cells = hasKeys ? line.slice(1) : line;
    const row = key === undefined ? rows[i] : places.get(key);
    if (row === undefined) plan.append({ key, columns, cells });
    else takeLine(plan, row, columns, cells, where);
  }
  plan.write();
}

function takeLine(
  plan: Plan,
  row: TreeNode,
  columns: readonly string[],
  cells: readonly string[],
  where: string,
): void {
  const old = new Map(cellsOf(row).map((cell) => [columnOf(cell), cell]));
  for (const [i, column] of columns.entries()) {
    const text = cells[i] as string;
    const cell = old.get(column);
    // What is written as before is the same value, whatever it looks like.
    if (text === (cell === undefined ? "" : csvCell(cell))) continue;
    if (!isKeyed(row.type)) throw new Error(`${where} has cells, but that row has no columns.`);
    plan.set(row, column, cell, text);
  }
}
