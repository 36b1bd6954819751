import { batch, computed, signal } from "@preact/signals";
import { CallError, Client } from "./client.js";
import type {
  Address,
  CallName,
  Calls,
  Detail,
  Differences,
  Edit,
  Edited,
  Failure,
  Opened,
  OpenRequest,
  Place,
  Progress,
  Range,
  SearchRequest,
} from "./protocol.js";
import { RowCache } from "./row-cache.js";

/** A file as it came in. */
export interface Source {
  readonly name: string;
  readonly blob: Blob;
  readonly password?: string | undefined;
  /** Where the browser may write it back. */
  readonly handle?: FileSystemFileHandle | undefined;
  /** Writes it back where it came from, when that is no file. */
  readonly writeBack?: ((bytes: Uint8Array<ArrayBuffer>) => Promise<void>) | undefined;
}

export type How = Pick<OpenRequest, "password" | "key" | "dialect" | "framing">;

let count = 0;

/** One file of the page: what its worker said last, and what the person looks at. */
export class OpenFile {
  readonly id = ++count;
  readonly source: Source;
  readonly info = signal<Opened | undefined>(undefined);
  readonly failure = signal<Failure | undefined>(undefined);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly total = signal(0);
  readonly contentSize = signal(0);
  readonly selected = signal<Place | undefined>(undefined);
  readonly detail = signal<Detail | undefined>(undefined);
  readonly hovered = signal<Range | undefined>(undefined);
  readonly undo = signal(0);
  readonly redo = signal(0);
  /** Grows with every edit: what shows bytes reads them again. */
  readonly version = signal(0);
  readonly savedAt = signal(0);
  readonly query = signal<SearchRequest>({ text: "", keys: true, values: true, types: false });
  readonly found = signal<{ count: number; done: boolean; at: number } | undefined>(undefined);
  readonly filtered = signal(false);
  readonly differences = signal<(Differences & { other: string; at: number }) | undefined>(undefined);
  /** Which of the places that could not be read is looked at, -1 for none; undefined when nobody looks. */
  readonly damage = signal<number | undefined>(undefined);
  /** Whether the bytes are shown as they were before anything was left out. */
  readonly isOriginal = signal(false);
  /** The line whose value is edited in its place. */
  readonly editing = signal<"value" | "key" | undefined>(undefined);
  readonly changed = computed(() => this.undo.value !== this.savedAt.value);
  readonly rows: RowCache;
  how: How = {};
  backedUp = false;
  #client: Client | undefined;
  #refreshed: Promise<void> | undefined;
  #hovering: number | undefined;

  constructor(source: Source) {
    this.source = source;
    this.rows = new RowCache((first, count) => this.call("rows", first, count));
  }

  async open(how: How = this.how): Promise<void> {
    this.how = how;
    this.close();
    this.#client = new Client();
    this.failure.value = undefined;
    this.progress.value = { stage: "Reading" };
    const { blob, name } = this.source;
    await this.#opened(() => this.#start("open", [{ ...how, blob, name }]));
  }

  async #opened(start: () => Promise<Opened>): Promise<void> {
    try {
      const info = await start();
      batch(() => {
        this.info.value = info;
        this.failure.value = undefined;
        this.undo.value = this.redo.value = this.savedAt.value = 0;
        this.damage.value = info.lost.length > 0 ? -1 : undefined;
        this.differences.value = undefined;
        this.#resized(info.rows, info.contentSize);
      });
      if (info.lost.length > 0) await this.goToDamage(0);
      else await this.select([0]);
    } catch (error) {
      this.failure.value = failureOf(error);
    } finally {
      this.progress.value = undefined;
    }
  }

  #start<Name extends CallName>(name: Name, args: Parameters<Calls[Name]>) {
    const hear = (progress: Progress) => {
      this.progress.value = progress;
    };
    return (this.#client as Client).call(name, args, hear);
  }

  call<Name extends CallName>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    return (this.#client as Client).call(name, args);
  }

  /** A call that may take long: the page shows how far it is. */
  async work<Name extends CallName>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    this.progress.value = { stage: "Working" };
    try {
      return await this.#start(name, args);
    } finally {
      this.progress.value = undefined;
    }
  }

  close(): void {
    this.#client?.end();
    this.#client = undefined;
  }

  #resized(total: number, contentSize = this.contentSize.value): void {
    this.total.value = total;
    this.contentSize.value = contentSize;
    this.version.value++;
    this.rows.outdate();
  }

  /** Looks at a value; its parents are opened. */
  async select(address: Address): Promise<void> {
    this.arrive(await this.call("find", address));
  }

  /** Looks at what the worker found. */
  arrive(place: Place): void {
    if (place.total !== this.total.value) {
      this.total.value = place.total;
      this.rows.outdate();
    }
    this.look(place);
  }

  look(place: Place): void {
    this.selected.value = place;
    this.isOriginal.value = false;
    this.editing.value = undefined;
    void this.refreshDetail();
  }

  refreshDetail(): Promise<void> {
    this.#refreshed = this.#refreshDetail();
    return this.#refreshed;
  }

  async #refreshDetail(): Promise<void> {
    const place = this.selected.value;
    if (place === undefined) return;
    const detail = await this.call("detail", place.address).catch(() => undefined);
    if (detail !== undefined && this.selected.value === place) this.detail.value = detail;
  }

  /** Begins to edit the selected value or its key in the tree, once it is known what can be edited. */
  async editInPlace(what: "value" | "key"): Promise<void> {
    await this.#refreshed;
    const { value: detail } = this.detail;
    const isOf = detail !== undefined && String(detail.address) === String(this.selected.value?.address);
    const can = what === "key" ? detail?.key?.editable : detail?.canEdit && detail.text !== undefined;
    if (isOf && can) this.editing.value = what;
  }

  /** Marks the value around a byte, or none. */
  async hover(offset: number | undefined): Promise<void> {
    this.#hovering = offset;
    const range =
      offset === undefined ? undefined : await this.call("rangeAt", offset).catch(() => undefined);
    if (this.#hovering === offset) this.hovered.value = range;
  }

  async toggle(address: Address, open: boolean, deep = false): Promise<void> {
    const place = await this.call("toggle", address, open, deep);
    this.total.value = place.total;
    this.rows.outdate();
    this.selected.value = place;
    void this.refreshDetail();
  }

  async edit(edit: Edit): Promise<void> {
    this.#edited(await this.call("edit", edit));
  }

  async step(which: "undo" | "redo"): Promise<void> {
    if (this[which].value > 0) this.#edited(await this.call(which));
  }

  #edited({ total, contentSize, undo, redo, at }: Edited): void {
    batch(() => {
      this.undo.value = undo;
      this.redo.value = redo;
      this.editing.value = undefined;
      this.#resized(total, contentSize);
      if (at !== undefined) this.selected.value = at;
    });
    void this.refreshDetail();
    if (this.query.value.text !== "") void this.search(this.query.value);
  }

  async search(query: SearchRequest): Promise<void> {
    this.query.value = query;
    this.filtered.value = false;
    if (query.text === "") this.found.value = undefined;
    const hear = ({ count = 0 }: Progress) => {
      if (this.query.value === query) this.found.value = { count, done: false, at: -1 };
    };
    const state = await (this.#client as Client).call("search", [query], hear).catch(() => undefined);
    if (state === undefined || this.query.value !== query) return;
    this.found.value = query.text === "" ? undefined : { ...state, at: -1 };
    this.rows.outdate();
    this.total.value = (await this.call("rows", 0, 0)).total;
  }

  /** Goes to the next or the previous match. */
  async nextMatch(forward: boolean): Promise<void> {
    const found = this.found.value;
    if (found === undefined || found.count === 0) return;
    const from = this.selected.value?.address ?? [];
    const { number, place } = await this.call("matchNear", from, forward);
    this.found.value = { ...found, at: number };
    this.arrive(place);
  }

  /** Compares with another file, from which this one differs. */
  async compare(other: Source, password: string | undefined): Promise<void> {
    const result = await this.work("compare", { blob: other.blob, name: other.name, password });
    this.differences.value = { ...result, other: other.name, at: -1 };
  }

  async goToDifference(at: number): Promise<void> {
    const { differences } = this;
    if (differences.value === undefined) return;
    differences.value = { ...differences.value, at };
    const address = differences.value.list[at]?.address;
    if (address !== undefined) await this.select(address);
  }

  /** Shows bytes that could not be read, and the value around them. */
  async goToDamage(at: number): Promise<void> {
    const lost = this.info.value?.lost[at];
    if (lost === undefined) return;
    await this.select(lost.address);
    batch(() => {
      this.damage.value = at;
      this.isOriginal.value = true;
    });
  }

  async filter(on: boolean): Promise<void> {
    this.filtered.value = on;
    this.total.value = await this.call("filter", on);
    this.rows.outdate();
    if (this.selected.value !== undefined) await this.select(this.selected.value.address);
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  const text = error instanceof Error ? error.message : String(error);
  return { code: "unexpected", text, hint: "", path: "", offset: undefined };
}

/** What to tell people about a failure. */
export function sentenceOf({ text, hint }: Failure): string {
  const sentence = hint === "" ? text : hint;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
