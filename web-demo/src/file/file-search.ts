// The search of a file: what is looked for, and what was found.
import { type Signal, signal } from "@preact/signals";
import type { CallName, Calls, Progress } from "../protocol/calls.js";
import type { Address, RowPlace } from "../protocol/places.js";
import type { SearchRequest, SearchState } from "../protocol/search.js";
import type { RowCache } from "./row-cache.js";

/** The file, as the search needs it. */
interface Searched {
  readonly rows: RowCache;
  readonly total: Signal<number>;
  readonly selected: Signal<RowPlace | undefined>;
  call<Name extends CallName>(name: Name, ...args: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>>;
  report<Name extends CallName>(
    hear: (progress: Progress) => void,
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>>;
  settle(): Promise<void>;
  select(address: Address): Promise<void>;
  selectFound(find: () => Promise<RowPlace | undefined>): Promise<void>;
  selectRevealed(place: RowPlace): void;
}

export class FileSearch {
  readonly query = signal<SearchRequest>({ text: "", keys: true, values: true, types: false });
  /** The matches, and the index of the current one; -1 for none. */
  readonly matches = signal<(SearchState & { at: number }) | undefined>(undefined);
  /** Whether the tree shows only matches. */
  readonly filtered = signal(false);
  /** Whether the fields for replacing are open. */
  readonly isReplacing = signal(false);
  readonly #file: Searched;

  constructor(file: Searched) {
    this.#file = file;
  }

  /** Rejects for an invalid expression. */
  async run(query: SearchRequest): Promise<void> {
    const isEmpty = query.text === "";
    this.query.value = query;
    if (isEmpty) this.matches.value = undefined;
    const hear = ({ count = 0 }: Progress) => {
      if (this.query.value === query) this.matches.value = { count, isDone: false, at: -1 };
    };
    const state = await this.#file.report(hear, "search", query).catch((error: unknown) => {
      if (this.query.value === query) this.matches.value = undefined;
      throw error;
    });
    if (this.query.value !== query) return;
    // An edit that was refused came between: no other search follows.
    if (!state.isDone) return this.run({ ...query });
    this.matches.value = isEmpty ? undefined : { ...state, at: -1 };
    const { total, isFiltered } = await this.#file.call("rows", 0, 0);
    if (this.query.value !== query) return;
    this.#file.total.value = total;
    this.#file.rows.outdate();
    // The selected value is in another line, whether the search ended the filter or has found more.
    if (isFiltered || this.filtered.value) await this.filter(isFiltered);
  }

  /** After an edit. */
  again(): void {
    if (this.query.value.text !== "") void this.run({ ...this.query.value }).catch(() => {});
  }

  /** Selects the next or the previous match. */
  async next(forward: boolean): Promise<void> {
    // After an edit, the page searches again.
    await this.#file.settle();
    if (this.matches.value === undefined) return;
    await this.#file.selectFound(async () => {
      const from = this.#file.selected.value?.address ?? [];
      const found = await this.#file.call("matchNear", from, forward);
      const { value: matches } = this.matches;
      if (found === undefined || matches === undefined) return undefined;
      this.matches.value = { ...matches, at: found.number };
      return found.place;
    });
  }

  async filter(on: boolean): Promise<void> {
    const { selected } = this.#file;
    const { value: before } = selected;
    const place = await this.#file.call("filter", on, before?.address ?? [0]);
    // The lines are others now, also that of what was selected meanwhile.
    if (selected.value === before) this.#file.selectRevealed(place);
    else await this.filter(on);
  }
}
