import { computed, signal } from "@preact/signals";
import type { Edited } from "../protocol/edits.js";

/** How many edits of a file can be undone and redone, and which of its contents was saved last. */
export class EditHistory {
  readonly undo = signal(0);
  readonly redo = signal(0);
  /** The number of the content that is shown. Undo brings a number back, an edit makes a new one. */
  readonly content = signal(0);
  /** The last edit in a word, for those who cannot see it; empty if a message says more. */
  readonly told = signal("");
  readonly #saved = signal(0);
  readonly isSaved = computed(() => this.content.value === this.#saved.value);
  /** The contents that undo leads to, the oldest first, then the current one. */
  #contents = [0];
  #last = 0;

  clear(): void {
    this.undo.value = this.redo.value = 0;
    this.content.value = this.#saved.value = 0;
    this.#contents = [0];
  }

  /** After a new edit, before `moveTo`. */
  add({ undo }: Edited): void {
    this.#contents.splice(undo, Number.POSITIVE_INFINITY, ++this.#last);
  }

  /** After an edit, an undo or a redo. */
  moveTo({ undo, redo }: Edited): void {
    this.content.value = this.#contents[undo] ?? 0;
    this.undo.value = undo;
    this.redo.value = redo;
  }

  /** Screen readers say only what is not there yet. */
  tell(done: string): void {
    this.told.value = done !== "" && this.told.value === done ? `${done}\u00a0` : done;
  }

  noteSaved(content: number): void {
    this.#saved.value = content;
  }
}
