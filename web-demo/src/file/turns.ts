// What a person asks of a file may come faster than it is done: each thing waits for the one before.
import type { OpenFile } from "./open-file.js";

type Action<Result> = () => Result | Promise<Result>;

/** A queue for each file. */
export class Turns {
  readonly #last = new WeakMap<OpenFile, Promise<unknown>>();

  isFree(file: OpenFile): boolean {
    return !this.#last.has(file);
  }

  take<Result>(file: OpenFile, action: Action<Result>): Promise<Result> {
    const done = (this.#last.get(file) ?? Promise.resolve()).then(action);
    const ended = done
      .catch(() => {})
      .then(() => {
        if (this.#last.get(file) === ended) this.#last.delete(file);
      });
    this.#last.set(file, ended);
    return done;
  }
}

/** Keys and clicks in the tree, digits of bytes, paste, undo and redo. */
const asked = new Turns();

/** Does something after all that was asked for before it, and after the edits of fields. */
export const inTurn = <Result>(file: OpenFile, action: Action<Result>): Promise<Result> =>
  asked.take(file, async () => {
    await file.settle();
    return action();
  });

/** Whether everything that was asked for is done. */
export const isFree = (file: OpenFile): boolean => asked.isFree(file);

/** Sends the edit of a field after what was asked for before. Otherwise undo could take its text for an earlier one. */
export const sendEdit = (file: OpenFile, ...edit: Parameters<OpenFile["edit"]>): Promise<void> =>
  isFree(file) ? file.edit(...edit) : inTurn(file, () => file.edit(...edit));

/** Undoes or repeats an edit. Undo first discards the first digit of a byte, as any text that is no value yet. */
export const step = (file: OpenFile, which: "undo" | "redo"): Promise<void> =>
  inTurn(file, async () => {
    const { value: cursor } = file.cursor;
    if (which === "undo" && cursor !== undefined && cursor.high !== "")
      file.cursor.value = { at: cursor.at, high: "" };
    else await file.edits.step(which);
  });
