import { signal } from "@preact/signals";
import type { Row, Rows } from "../protocol/rows.js";

const pageSize = 64;
const mostPages = 64;

/** The lines of the tree that were shown lately; others are fetched on demand. */
export class RowCache {
  /** Grows whenever lines arrive or expire. */
  readonly revision = signal(0);
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #asked = new Set<number>();
  readonly #fetch: (first: number, count: number) => Promise<Rows>;
  readonly #moment: () => number;
  /** When the lines of each page were as they are kept. */
  readonly #moments = new Map<number, number>();
  #generation = 0;
  #fresh = new Set<number>();

  constructor(fetch: (first: number, count: number) => Promise<Rows>, moment: () => number) {
    this.#fetch = fetch;
    this.#moment = moment;
  }

  /** A line to show, perhaps as it was before the last edit. */
  get(row: number): Row | undefined {
    return this.#pages.get(Math.floor(row / pageSize))?.[row % pageSize];
  }

  /** A line to act on; undefined behind the last one. */
  async now(row: number): Promise<Row | undefined> {
    return this.isFresh(row) ? this.get(row) : (await this.#fetch(row, 1)).rows[0];
  }

  /** Whether a line is shown as it is now. */
  isFresh(row: number): boolean {
    return this.#fresh.has(Math.floor(row / pageSize));
  }

  /** The moment of the line that is shown. */
  momentOf(row: number): number {
    return this.#moments.get(Math.floor(row / pageSize)) ?? this.#moment();
  }

  /** Fetches the missing and outdated lines in this range. */
  need(first: number, last: number): void {
    for (let page = Math.floor(first / pageSize); page * pageSize < last; page++) {
      if (!this.#fresh.has(page) && !this.#asked.has(page)) void this.#load(page);
    }
  }

  /** Marks all lines as outdated; they are still shown until the new ones arrive. */
  outdate(): void {
    this.#generation++;
    this.#fresh.clear();
    this.#asked.clear();
    this.revision.value++;
  }

  async #load(page: number): Promise<void> {
    const generation = this.#generation;
    this.#asked.add(page);
    const { rows } = await this.#fetch(page * pageSize, pageSize).catch(() => ({ rows: undefined }));
    if (generation !== this.#generation || rows === undefined) return;
    this.#asked.delete(page);
    this.#fresh.add(page);
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    this.#moments.set(page, this.#moment());
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= mostPages) break;
      this.#pages.delete(old);
      this.#moments.delete(old);
      this.#fresh.delete(old);
    }
    this.revision.value++;
  }
}
