import { batch, computed, signal } from "@preact/signals";
import type { Field } from "../../file/drafts.js";
import type { OpenFile } from "../../file/open-file.js";
import { sendEdit } from "../../file/turns.js";
import { isLost } from "../../file/use-draft.js";
import { messageOf } from "../../protocol/failures.js";
import type { Address } from "../../protocol/places.js";
import type { TableHead, TableRow } from "../../protocol/table.js";

interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** A container as a table. Its lines may be sorted; what is edited is named by the positions of the rows in the file. */
export class TableView {
  readonly head = signal<TableHead | undefined>(undefined);
  readonly sort = signal<Sort | undefined>(undefined);
  /** The rows that were fetched, by line. */
  readonly rows = signal<ReadonlyMap<number, TableRow>>(new Map());
  /** The current cell, and the line where the selection began. */
  readonly at = signal({ line: 0, column: 0 });
  readonly anchor = signal(0);
  readonly isEditing = signal(false);
  /** The text that the cells could not take. */
  readonly draft = computed(() => this.#file.drafts.of(this.#field));
  readonly #file: OpenFile;
  readonly #address: Address;
  readonly #field: Field;
  /** The position of the row in each line; undefined while they are in the order of the file. */
  #order: Int32Array | undefined;
  /** The version of the file that the fetched rows are of. */
  #version = -1;
  #window: readonly [first: number, last: number] = [0, 0];
  #fetches = 0;
  #sending: Promise<unknown> | undefined;

  constructor(file: OpenFile, address: Address) {
    this.#file = file;
    this.#address = address;
    file.moments.note(address);
    this.#field = { address, kind: "cells", part: 0 };
  }

  get columns(): readonly string[] {
    return this.head.value?.columns.map(({ key }) => key) ?? [];
  }

  /** The lines that an edit changes. */
  get selected(): readonly [first: number, last: number] {
    const { line } = this.at.value;
    return [Math.min(line, this.anchor.value), Math.max(line, this.anchor.value)];
  }

  /** Reads the table again, after any edit of the file. Rejects if the container is gone. */
  async refresh(): Promise<void> {
    const fetched = this.head.peek() === undefined ? undefined : this.#fetch();
    const before = this.head.peek()?.rows;
    const head = await this.#file.call("table", this.#address);
    await fetched;
    batch(() => {
      this.head.value = head;
      // Other rows may be at the positions of the order.
      if (this.#order?.length !== head.rows) this.sort.value = this.#order = undefined;
      const { line, column } = this.at.value;
      // Other rows may be in these lines. Otherwise those that were selected meanwhile stay.
      this.select(line, column, head.rows === before);
    });
    await this.#fetch();
  }

  /** Fetches the rows of these lines, unless they are there. */
  show(first: number, last: number): void {
    if (first === this.#window[0] && last === this.#window[1]) return;
    this.#window = [first, last];
    void this.#fetch().catch(() => {});
  }

  async #fetch(): Promise<void> {
    const fetch = ++this.#fetches;
    const positions = this.#positions(...this.#window);
    const { version, rows } = await this.#file.call("tableRows", this.#address, this.columns, positions);
    if (fetch !== this.#fetches) return;
    this.#version = version;
    const [first] = this.#window;
    this.rows.value = new Map(rows.map((row) => [first + positions.indexOf(row.position), row]));
  }

  #positions(first: number, last: number): number[] {
    const end = Math.min(last, this.head.peek()?.rows ?? 0);
    return Array.from({ length: Math.max(0, end - first) }, (_, i) => this.#order?.[first + i] ?? first + i);
  }

  /** Sorts by a column, then the other way, then not at all. */
  async sortBy(column: string): Promise<void> {
    const now = this.sort.value;
    const isSame = now?.column === column;
    const next = isSame && now.isDescending ? undefined : { column, isDescending: isSame };
    const order = next && (await this.#orderBy(next));
    if (!(await this.isFree())) return;
    batch(() => {
      this.sort.value = next;
      this.#order = order;
      // Until the others are here, nobody edits a row that is in another line.
      this.rows.value = new Map();
      this.select(0, this.at.value.column);
    });
    await this.#fetch();
  }

  async #orderBy({ column, isDescending }: Sort): Promise<Int32Array> {
    const version = this.#file.version.peek();
    const order = await this.#file.call("tableOrder", this.#address, column, isDescending);
    // After an edit, other rows may be at these positions.
    return version === this.#file.version.peek() ? order : this.#orderBy({ column, isDescending });
  }

  select(line: number, column: number, extend = false): void {
    const rows = this.head.value?.rows ?? 0;
    const to = Math.max(0, Math.min(rows - 1, line));
    this.at.value = { line: to, column: Math.max(0, Math.min(this.columns.length - 1, column)) };
    if (!extend) this.anchor.value = to;
  }

  /** The text to edit in the current cell: that of a value, nothing for a missing one. Undefined if it cannot be edited here. */
  get text(): string | undefined {
    const row = this.rows.value.get(this.at.value.line);
    if (row === undefined || row.preview !== undefined) return undefined;
    const cell = row.cells[this.at.value.column];
    return cell === undefined ? "" : cell.canEdit ? cell.text : undefined;
  }

  /** Starts editing the current cell, if it can be edited. */
  edit(): void {
    this.isEditing.value = this.text !== undefined;
  }

  /**
   * Writes a text into the selected cells. It stays in the field if they cannot take it.
   * @param isLeaving Whether the field only loses the focus: then a text that was not changed changes no other cells.
   */
  async keep(text: string, isLeaving = false): Promise<void> {
    // Leaving the field sends its text, too.
    if (!this.isEditing.value || this.#sending !== undefined) return;
    const [first, last] = this.selected;
    const column = this.columns[this.at.value.column];
    const isOld = text === this.text && (isLeaving || first === last);
    if (column === undefined || isOld) return this.discard();
    const positions = this.#positions(first, last + 1);
    const edit = {
      kind: "cells",
      address: this.#address,
      version: this.#version,
      column,
      positions,
      text,
    } as const;
    this.#sending = sendEdit(this.#file, edit, { ...this.#field, text })
      .then<unknown>(() => {
        this.discard();
        this.anchor.value = this.at.value.line;
      })
      // The draft has the problem.
      .catch((error) => isLost(this.#file, text, error));
    await this.#sending;
    this.#sending = undefined;
  }

  /** Waits for what was typed. Resolves to false if it stays in the field: then the field stays in its cell. */
  async isFree(): Promise<boolean> {
    await this.#sending;
    return !this.isEditing.value;
  }

  discard(): void {
    this.isEditing.value = false;
    this.#file.drafts.drop(this.#field);
  }

  /** Takes over the cells of a CSV. */
  async takeCsv(text: string): Promise<void> {
    const edit = { kind: "csv", address: this.#address, version: this.#version, text } as const;
    await sendEdit(this.#file, edit).catch((error) => {
      throw new Error(`Nothing was imported. ${messageOf(error)}`);
    });
  }
}
