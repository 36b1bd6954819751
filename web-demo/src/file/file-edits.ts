// The edits of a file, one after the other: one may move the values of the next, or leave a text that must be corrected first.
import type { Signal } from "@preact/signals";
import type { CallName, Calls } from "../protocol/calls.js";
import type { Edit, Edited } from "../protocol/edits.js";
import { messageOf } from "../protocol/failures.js";
import type { Draft, Drafts } from "./drafts.js";
import type { EditHistory } from "./edit-history.js";
import { announced, shifts } from "./edit-kinds.js";
import { Moments } from "./moments.js";
import { isOfOthers, type View } from "./selected-values.js";

/** The file, as its edits need it. */
interface EditedFile extends View {
  readonly drafts: Drafts;
  readonly history: EditHistory;
  readonly version: Signal<number>;
  /** How often a line has been selected, or asked for, other than by an edit. */
  readonly selections: number;
  call<Name extends CallName>(name: Name, ...args: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>>;
  /** Shows the file after an edit. */
  edited(edited: Edited, isElsewhere: boolean): Promise<void>;
}

type Typed = Omit<Draft, "problem">;

export class FileEdits {
  readonly moments = new Moments();
  readonly #file: EditedFile;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: EditedFile) {
    this.#file = file;
  }

  /** Does something after the edits that were sent, and before those that follow. */
  after<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Waits for the edits that were sent. */
  async settle(): Promise<void> {
    await this.#last;
  }

  /** As OpenFile has it. */
  edit(edit: Edit, typed: Typed | undefined): Promise<void> {
    const { selections } = this.#file;
    const isElsewhere = isOfOthers(edit, this.#file);
    const moment = "address" in edit ? this.moments.of(edit.address) : this.moments.now;
    return this.after(() => {
      const moved = this.moments.edit(edit, moment);
      const text = typed && "address" in moved ? { ...typed, address: moved.address } : undefined;
      return this.#edit(moved, text, () => isElsewhere || selections !== this.#file.selections);
    });
  }

  async #edit(edit: Edit, typed: Typed | undefined, isElsewhere: () => boolean): Promise<void> {
    const { drafts, history } = this.#file;
    const address = "address" in edit ? edit.address : undefined;
    if (shifts.has(edit.kind)) drafts.requireNone(address);
    try {
      const edited = await this.#file.call("edit", edit);
      history.add(edited);
      if (typed !== undefined && edit.kind === "components") drafts.drop(typed);
      else if (address !== undefined) drafts.dropAt(address);
      await this.#file.edited(edited, isElsewhere());
      history.tell(announced.has(edit.kind) ? "" : "Changed");
    } catch (error) {
      if (typed !== undefined) drafts.put({ ...typed, problem: messageOf(error) });
      throw error;
    }
  }

  /** Undo first discards the last text that was not possible. */
  step(which: "undo" | "redo"): Promise<void> {
    const { selections } = this.#file;
    return this.after(async () => {
      const { drafts, history, version } = this.#file;
      const draft = drafts.all.at(-1);
      if (draft !== undefined && which === "undo") {
        drafts.drop(draft);
        version.value++;
        return;
      }
      drafts.requireNone();
      if (history[which].value === 0) return;
      const edited = await this.#file.call(which);
      await this.#file.edited(edited, selections !== this.#file.selections);
      history.tell(which === "undo" ? "Undone" : "Redone");
    });
  }
}
