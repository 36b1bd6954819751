// A container of Dictionaries (or Objects) as a table: a row for each, a column for each key.
import type { TypeName, Variant } from "godot-variant";
import type { Address } from "../../protocol/places.js";
import type { Task } from "../../protocol/serve.js";
import type { TableCell, TableHead, TableRow } from "../../protocol/table.js";
import { isContainer, isKeyed, typeTraits } from "../../values/types.js";
import type { Session } from "../session/session.js";
import { crumbsOf } from "../tree/crumbs.js";
import { labelOf, previewOf } from "../tree/preview.js";
import type { TreeNode } from "../tree/tree-node.js";
import { keyInput, onOneLine, textOf } from "./notation.js";

/** Further columns are not shown. */
const mostColumns = 200;
/** Larger values are not edited in a cell. */
const largestCell = 4096;
const batch = 512;

/** The rows of a container, in order, without holding up other messages. */
async function* rowsOf(node: TreeNode, task?: Task): AsyncGenerator<TreeNode[]> {
  for (let first = 0; first < node.count; first += batch) {
    yield node.children(first, batch);
    await task?.breathe();
  }
}

export const cellsOf = (row: TreeNode): TreeNode[] => (isKeyed(row.type) ? row.children(0, row.count) : []);
export const columnOf = (cell: TreeNode): string => keyInput(cell.key as Variant);

/** The columns, and for each the type that all its values have; undefined if they have several. Null counts as any type. */
export class Columns {
  readonly types = new Map<string, TypeName | undefined>();

  add(row: TreeNode): void {
    for (const cell of cellsOf(row)) {
      const name = columnOf(cell);
      const { type } = cell;
      const before = this.types.get(name);
      if (!this.types.has(name) || before === "Nil") this.types.set(name, type);
      else if (before !== type && type !== "Nil") this.types.set(name, undefined);
    }
  }

  /** The type for a new value of a column; undefined if that is open. */
  typeOf(name: string): TypeName | undefined {
    const type = this.types.get(name);
    return type === "Nil" ? undefined : type;
  }
}

export async function tableHead(task: Task, session: Session, address: Address): Promise<TableHead> {
  const { edition } = session;
  const nodes = session.rows.nodesTo(address);
  const node = nodes.at(-1) as TreeNode;
  if (!isContainer(node.type)) throw new Error("This value is no longer a container.");
  const columns = new Columns();
  for await (const rows of rowsOf(node, task)) for (const row of rows) columns.add(row);
  const all = Array.from(columns.types, ([key, type]) => ({ key, type }));
  return {
    version: edition,
    crumbs: crumbsOf(nodes, address).map(({ label }) => label),
    rows: node.count,
    isKeyed: isKeyed(node.type),
    columns: all.slice(0, mostColumns),
    isCut: all.length > mostColumns,
  };
}

export function tableRows(
  session: Session,
  address: Address,
  columns: readonly string[],
  positions: readonly number[],
): { version: number; rows: TableRow[] } {
  const node = session.nodeAt(address);
  const rows = positions.flatMap((position) => {
    const [row] = node.children(position, 1);
    if (row === undefined) return [];
    const cells = new Map(cellsOf(row).map((cell) => [columnOf(cell), shownCell(cell)]));
    return {
      position,
      label: labelOf(node, row, position).label,
      preview: isKeyed(row.type) ? undefined : previewOf(row),
      cells: columns.map((column) => cells.get(column)),
    };
  });
  return { version: session.edition, rows };
}

function shownCell(cell: TreeNode): TableCell {
  const { type, range } = cell;
  const isFixed = typeTraits[type].isFixed ?? false;
  if (isContainer(type) || isKeyed(type) || isFixed || range[1] - range[0] > largestCell)
    return { type, text: previewOf(cell), canEdit: false };
  const value = cell.value();
  // A cell is a field of one line, and the text in it stands without quotes.
  if (typeof value === "string") return { type, text: value, canEdit: !/[\r\n]/.test(value) };
  return { type, text: onOneLine(textOf(value)), canEdit: true };
}

/** What rows are sorted by: numbers before texts, and what has neither by its text; rows without the key come last. */
type SortKey = number | bigint | string | undefined;

function sortKey(row: TreeNode, column: string): SortKey {
  const cell = cellsOf(row).find((cell) => columnOf(cell) === column);
  if (cell === undefined || cell.type === "Nil") return undefined;
  if (cell.range[1] - cell.range[0] > largestCell || isContainer(cell.type)) return previewOf(cell);
  const value = cell.value();
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "string") return value;
  if (typeof value === "boolean") return Number(value);
  return textOf(value);
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" || typeof b === "string") return typeof a === "string" ? 1 : -1;
  // nan comes after all other numbers.
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

/** The positions of the rows in the order of a column. Equal rows keep their order, and missing values come last either way. */
export async function tableOrder(
  task: Task,
  session: Session,
  address: Address,
  column: string,
  isDescending: boolean,
): Promise<Int32Array<ArrayBuffer>> {
  const keys: SortKey[] = [];
  for await (const rows of rowsOf(session.nodeAt(address), task))
    for (const row of rows) keys.push(sortKey(row, column));
  const sign = isDescending ? -1 : 1;
  return Int32Array.from(keys.keys()).sort((a, b) => {
    const [x, y] = [keys[a], keys[b]];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined) || a - b;
    return sign * compareKeys(x, y) || a - b;
  });
}
