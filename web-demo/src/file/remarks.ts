// The remarks on a file: what engines read otherwise, and what was not read.
import { signal } from "@preact/signals";
import type { CallName, Calls } from "../protocol/calls.js";
import type { Remark } from "../protocol/opening.js";
import type { RowPlace } from "../protocol/places.js";
import type { Change } from "./file-worker.js";

/** The file, as its remarks need it. */
interface Remarked {
  readonly changes: readonly Change[];
  call<Name extends CallName>(name: Name, ...args: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>>;
  selectRevealed(place: RowPlace): void;
}

export class Remarks {
  readonly list = signal<readonly Remark[]>([]);
  readonly #file: Remarked;
  #opened: readonly Remark[] = [];
  #asking: Promise<void> | undefined;
  #isOutdated = false;

  constructor(file: Remarked) {
    this.#file = file;
  }

  /** Takes those of a file that was read. */
  open(remarks: readonly Remark[]): void {
    this.#opened = this.list.value = remarks;
    this.#isOutdated = false;
  }

  /** After an edit, an undo or a redo. Of several during a call, the last one counts. */
  update(): void {
    // Of all edits, only typed bytes may be what engines read otherwise.
    const mayHave = this.#opened.length > 0 || this.#file.changes.some(typesBytes);
    if (!mayHave) return;
    this.#isOutdated = true;
    this.#asking ??= this.#askUntilCurrent();
  }

  async #askUntilCurrent(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const opened = this.#opened;
      // What cannot be read again as it is now keeps its remarks.
      const remarks = await this.#file.call("remarks").catch(() => this.list.value);
      if (opened === this.#opened) this.list.value = remarks;
    }
    this.#asking = undefined;
  }

  async go(to: string): Promise<void> {
    this.#file.selectRevealed(await this.#file.call("goTo", to));
  }
}

const typesBytes = ({ name, args }: Change): boolean => name === "edit" && args[0].kind === "bytes";
