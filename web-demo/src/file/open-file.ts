import { batch, computed, type Signal, signal } from "@preact/signals";
import type { CallName, Calls, Progress } from "../protocol/calls.js";
import type { Edit, Edited } from "../protocol/edits.js";
import { failureOf } from "../protocol/failures.js";
import type { Failure, Opened, OpenRequest } from "../protocol/opening.js";
import { type Address, isSameAddress, type Range, type RowPlace, type Siblings } from "../protocol/places.js";
import type { Detail } from "../protocol/rows.js";
import { Bookmarks } from "./bookmarks.js";
import { type Draft, Drafts } from "./drafts.js";
import { type Earlier, repeated } from "./earlier.js";
import { EditHistory } from "./edit-history.js";
import { FileEdits } from "./file-edits.js";
import { FileSearch } from "./file-search.js";
import { type Change, FileWorker } from "./file-worker.js";
import { followed } from "./follow.js";
import type { Moments } from "./moments.js";
import { copyOf, type Origin, type Source } from "./origin.js";
import { Remarks } from "./remarks.js";
import { RowCache } from "./row-cache.js";
import type { ShownDifferences } from "./shown-differences.js";

export type How = Pick<OpenRequest, "password" | "key" | "dialect" | "framing">;

let count = 0;

/** A file of the page: the latest answers of its worker, and the state of the view. */
export class OpenFile {
  readonly id = ++count;
  readonly #source: Signal<Source>;
  readonly info = signal<Opened | undefined>(undefined);
  readonly failure = signal<Failure | undefined>(undefined);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly total = signal(0);
  readonly contentSize = signal(0);
  readonly selected = signal<RowPlace | undefined>(undefined);
  readonly detail = signal<Detail | undefined>(undefined);
  /** Settles when `detail` is of the last edit. */
  detailed: Promise<void> | undefined;
  readonly hovered = signal<Range | undefined>(undefined);
  readonly history = new EditHistory();
  /** Grows with every edit, so that panes read the bytes again. */
  readonly version = signal(0);
  readonly drafts = new Drafts();
  readonly search: FileSearch;
  readonly bookmarks: Bookmarks;
  readonly remarks = new Remarks(this);
  readonly differences = signal<ShownDifferences<OpenFile> | undefined>(undefined);
  /** Index of the unreadable range to show, or -1 for none; undefined while the list is closed. */
  readonly damage = signal<number | undefined>(undefined);
  /** The container that is shown as a table in place of the panes. */
  readonly table = signal<Address | undefined>(undefined);
  /** The byte that is being edited, and the first of its digits if that was typed. */
  readonly cursor = signal<{ readonly at: number; readonly high: string } | undefined>(undefined);
  /** Whether to show the bytes of the original content. */
  readonly isOriginal = signal(false);
  /** The selected values, where these are several; `selected` is the one with the focus. */
  readonly several = signal<Siblings | undefined>(undefined);
  /** Whether a click adds to the selection, for hands without a keyboard. */
  readonly isPicking = signal(false);
  /** The line where dragged values would go. */
  readonly dropAt = signal<
    { readonly row: number; readonly where: "before" | "after" | "inside" } | undefined
  >(undefined);
  /** Where the menu of the selected values is open, in the window. */
  readonly menuAt = signal<readonly [x: number, y: number] | undefined>(undefined);
  /** The part of the selected line that is being edited. */
  readonly editing = signal<"value" | "key" | undefined>(undefined);
  readonly changed = computed(() => !this.history.isSaved.value || this.drafts.all.length > 0);
  readonly rows: RowCache;
  readonly edits = new FileEdits(this);
  how: How;
  /** What was typed into the form for a password or key. Nowhere but here, and gone once the file is open. */
  typedSecret: { readonly kind: "password" | "key"; readonly text: string } | undefined;
  /** Whether the person looks at it; then it has its worker at hand. */
  isShown = false;
  /** What the page wrote last where the file was read. */
  written: Blob | undefined;
  /** What an earlier visit left, until it is repeated. */
  earlier: Earlier | undefined;
  /** Whether what the page overwrites has been downloaded. */
  hasBackup = false;
  readonly #hear = (progress: Progress) => {
    this.progress.value = progress;
  };
  #worker: FileWorker | undefined;
  /** Whether the worker has read the file as `how` says, with all edits of an earlier visit; `info` is of the last time. */
  #isRead = false;
  /** How the file was read for `info`. */
  #readAs: How = {};
  #blob: Blob;
  #original: Promise<Blob> | undefined;
  /** What was saved last, by a download too. */
  #saved: Blob | undefined;
  /** How often a line has been selected, or asked for, other than by an edit. */
  selections = 0;
  /** How many calls the page shows its progress for. */
  #works = 0;
  #begun: Promise<void> | undefined;

  constructor(source: Source, how: How = {}) {
    this.how = { password: source.password, ...how };
    this.#source = signal(source);
    this.#blob = source.blob;
    this.search = new FileSearch(this);
    this.bookmarks = new Bookmarks(this);
    this.rows = new RowCache(
      (first, count) => this.call("rows", first, count),
      () => this.moments.now,
    );
  }

  get moments(): Moments {
    return this.edits.moments;
  }

  get source(): Source {
    return this.#source.value;
  }

  /** All changes since the file was opened. */
  get changes(): readonly Change[] {
    return this.#worker?.changes ?? [];
  }

  /** After the file was saved under another name. */
  movedTo(name: string, origin: Origin): void {
    this.#source.value = { ...this.source, name, origin };
    this.hasBackup = true;
  }

  /** After a content was saved. */
  noteSaved(content: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.history.noteSaved(content);
    this.#saved = new Blob([bytes]);
  }

  /** Opens the file unless that has happened; of many files, most wait until somebody looks at them. */
  begin(): Promise<void> {
    this.#begun ??= this.open();
    return this.#begun;
  }

  async open(how: How = this.how): Promise<void> {
    this.how = how;
    this.close();
    // Read in another way, the file is what it was saved as: otherwise the next save would take these edits back.
    const saved = this.info.value === undefined ? undefined : (this.#saved ?? this.written);
    if (saved !== undefined) {
      this.#blob = saved;
      this.#original = Promise.resolve(saved);
    }
    const worker = this.#newWorker(how);
    this.#worker = worker;
    this.#isRead = false;
    batch(() => {
      // The edits went with their worker, whether or not the file can be read this time.
      this.history.clear();
      this.drafts.clear();
      this.failure.value = undefined;
      this.progress.value = { stage: "Reading" };
    });
    try {
      const info = await worker.opened;
      this.#blob = info.copy;
      this.#original = Promise.resolve(info.copy);
      this.typedSecret = undefined;
      batch(() => {
        this.info.value = info;
        this.#readAs = how;
        this.remarks.open(info.remarks);
        this.failure.value = undefined;
        this.damage.value = info.lost.length > 0 ? -1 : undefined;
        this.differences.value = this.table.value = undefined;
        this.moments.clear();
        this.search.filtered.value = false;
        this.#resized(info.rows, info.contentSize);
      });
      this.search.again();
      if (info.lost.length > 0) await this.goToDamage(0);
      else await this.select([0]);
      await this.edits.after(() => this.#repeatEarlier());
      this.#isRead = true;
      await this.bookmarks.restore();
    } catch (error) {
      // Read in another way meanwhile, it has another worker.
      if (this.#worker === worker) this.failure.value = failureOf(error);
    } finally {
      if (this.#worker === worker) this.progress.value = undefined;
    }
  }

  #newWorker(how: How): FileWorker {
    const file = this;
    return new FileWorker({
      request: () => ({ ...how, blob: file.#blob, name: file.source.name }),
      hear: file.#hear,
      restarted: (ready) => void file.#restarted(ready),
      get isShown() {
        return file.isShown;
      },
      keepReadable: () => file.original(),
    });
  }

  async #repeatEarlier(): Promise<void> {
    const { earlier } = this;
    if (earlier === undefined) return;
    let last: Edited | undefined;
    const isWhole = await repeated(this.#worker as FileWorker, earlier, (name, result) => {
      if (name === "expand") return;
      if (last !== undefined) this.moments.add(last.shifts);
      last = result as Edited;
      if (name === "edit") this.history.add(last);
    });
    if (isWhole) for (const draft of earlier.drafts) this.drafts.put(draft);
    this.earlier = undefined;
    if (last !== undefined) await this.edited(last, false);
    else this.version.value++;
  }

  call<Name extends CallName>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    return (this.#worker as FileWorker).call(name, args);
  }

  /** A call that reports its progress to someone. */
  report<Name extends CallName>(
    hear: (progress: Progress) => void,
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    return (this.#worker as FileWorker).call(name, args, hear);
  }

  /** A call that may take long, during which the page shows its progress. */
  async work<Name extends CallName>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<ReturnType<Calls[Name]>> {
    this.#works++;
    this.progress.value = { stage: "Processing" };
    try {
      return await this.report(this.#hear, name, ...args);
    } finally {
      if (--this.#works === 0) this.progress.value = undefined;
    }
  }

  /** Ends the work that the page waits for. All edits stay. A file that is being read in another way is read as before. */
  cancel(): void {
    const { value: info } = this.info;
    if (this.#isRead || info === undefined) this.#worker?.restart();
    else void this.open(this.#readAs);
  }

  /** Reads the file again with all edits, after that failed. */
  retry(): void {
    if (this.#isRead) this.#worker?.restart();
    else void this.open();
  }

  /** What is asked of a closed file rejects as cancelled. */
  close(): void {
    this.#worker?.end();
  }

  /** The bytes that were opened, in memory of their own: the file on the disk may change. */
  original(): Promise<Blob> {
    // Before it was opened, as a file whose password nobody has entered yet.
    this.#original ??= copyOf(this.source.blob).then((copy) => {
      this.#blob = copy;
      return copy;
    });
    return this.#original;
  }

  /** Shows the file that another worker holds now; its tree is collapsed but for the lines that were expanded by hand. */
  async #restarted(ready: Promise<void>): Promise<void> {
    // Of a file that could not be opened, a worker only says how it may be read.
    if (this.info.value === undefined) return;
    this.failure.value = undefined;
    this.progress.value = { stage: "Reading" };
    try {
      await ready;
      this.search.filtered.value = false;
      this.#resized((await this.call("rows", 0, 0)).total);
      if (this.selected.value !== undefined) await this.select(this.selected.value.address);
      this.search.again();
    } catch (error) {
      if (failureOf(error).code !== "cancelled") this.failure.value = failureOf(error);
    } finally {
      this.progress.value = undefined;
    }
  }

  #resized(total: number, contentSize = this.contentSize.value): void {
    this.total.value = total;
    this.contentSize.value = contentSize;
    this.version.value++;
    this.rows.outdate();
  }

  /** Selects a value and expands its parents. */
  async select(address: Address, moment = this.moments.now): Promise<void> {
    await this.selectFound(() => this.call("reveal", this.moments.address(address, moment)));
  }

  /** Selects what a call finds after all edits that were sent, unless something else is selected meanwhile. */
  async selectFound(find: () => Promise<RowPlace | undefined>): Promise<void> {
    const selections = ++this.selections;
    await this.settle();
    const place = await find();
    if (place === undefined) return;
    if (selections === this.selections) this.selectRevealed(place);
    else this.#takeLines(place);
  }

  /** Selects a value that the worker revealed. */
  selectRevealed(place: RowPlace): void {
    this.table.value = undefined;
    this.selectRow(place);
  }

  /** Takes over how many lines the tree has, and whether it is filtered: showing a value may change both. */
  #takeLines({ total, isFiltered = this.search.filtered.value }: RowPlace): void {
    if (total === this.total.value && isFiltered === this.search.filtered.value) return;
    this.total.value = total;
    this.search.filtered.value = isFiltered;
    this.rows.outdate();
  }

  /** @param several Other values that are selected with it. */
  selectRow(place: RowPlace, several?: Siblings): void {
    this.selections++;
    batch(() => {
      this.#takeLines(place);
      this.selected.value = place;
      this.several.value = several;
      this.isOriginal.value = false;
      this.editing.value = undefined;
      this.cursor.value = place.byte === undefined ? undefined : { at: place.byte, high: "" };
      this.menuAt.value = undefined;
    });
    void this.refreshDetail();
  }

  refreshDetail(): Promise<void> {
    this.detailed = this.#refreshDetail();
    return this.detailed;
  }

  async #refreshDetail(): Promise<void> {
    const place = this.selected.value;
    if (place === undefined) return;
    const detail = await this.call("detail", place.address).catch(() => undefined);
    if (detail === undefined || this.selected.value !== place) return;
    this.moments.note(detail.address);
    this.detail.value = detail;
  }

  /** Starts editing the selected value or its key in the tree, once the worker has said whether it can be edited. */
  async editInPlace(what: "value" | "key"): Promise<void> {
    await this.detailed;
    const { value: detail } = this.detail;
    const isCurrent = detail !== undefined && isSameAddress(detail.address, this.selected.value?.address);
    const text = what === "key" ? detail?.key : detail?.canEdit && detail.text;
    if (!isCurrent) return;
    if (typeof text === "string") this.editing.value = what;
    else if (what === "value" && detail.canEdit) (await import("./long-value.js")).editElsewhere(detail);
  }

  async expand(address: Address, isExpanded: boolean, deep = false): Promise<void> {
    const place = await this.call("expand", address, isExpanded, deep);
    this.#takeLines(place);
    this.rows.outdate();
    this.several.value = undefined;
    this.selections++;
    this.selected.value = place;
    void this.refreshDetail();
  }

  /**
   * Rejects with the reason why the edit is not possible.
   * @param typed The field and its text: they become a draft if the edit is not possible.
   */
  edit(edit: Edit, typed?: Omit<Draft, "problem">): Promise<void> {
    return this.edits.edit(edit, typed);
  }

  /** Waits for the edits that were sent. */
  settle(): Promise<void> {
    return this.edits.settle();
  }

  /** Selects what was edited, unless another line has been selected since the person asked for the edit. */
  async edited(edited: Edited, isElsewhere: boolean): Promise<void> {
    const { total, contentSize, at, selection } = edited;
    const before = this.moments.now;
    this.moments.add(edited.shifts);
    batch(() => {
      if (this.table.value !== undefined) this.table.value = followed(this.table.value, edited.shifts);
      this.bookmarks.follow(edited);
      this.drafts.follow((address) => this.moments.find(address, before));
      this.remarks.update();
      this.history.moveTo(edited);
      this.search.filtered.value = false;
      this.#resized(total, contentSize);
      if (isElsewhere) return;
      this.editing.value = undefined;
      this.several.value = selection;
      if (at !== undefined) this.selected.value = at;
    });
    this.search.again();
    if (isElsewhere) await this.#followSelected(edited, before).catch(() => {});
    else void this.refreshDetail();
  }

  /** The selected values may be in other lines after an edit elsewhere, or gone with it. */
  async #followSelected({ at }: Edited, moment: number): Promise<void> {
    const { selected, several, moments } = this;
    const address = selected.value && moments.find(selected.value.address, moment);
    batch(() => {
      several.value = several.value && moments.findSiblings(several.value, moment);
      if (selected.value && address) selected.value = { ...selected.value, address };
    });
    const { value: before } = selected;
    const now = address === undefined ? at : await this.call("reveal", address);
    if (selected.value !== before || now === undefined) return;
    selected.value = now;
    await this.refreshDetail();
  }

  /** Shows an unreadable range, and selects the value around it. */
  async goToDamage(at: number): Promise<void> {
    const lost = this.info.value?.lost[at];
    if (lost === undefined) return;
    await this.select(lost.address, 0);
    batch(() => {
      this.damage.value = at;
      this.isOriginal.value = true;
    });
  }
}
