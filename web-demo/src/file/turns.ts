// What a person asks of a file may come faster than it is done: each thing waits for the one before.
import type { OpenFile } from "./open-file.js";

type Turns = <Result>(file: OpenFile, action: () => Result | Promise<Result>) => Promise<Result>;

/** A queue for each file. */
export function turns(): Turns {
  const last = new WeakMap<OpenFile, Promise<unknown>>();
  return (file, action) => {
    const done = (last.get(file) ?? Promise.resolve()).then(action);
    last.set(
      file,
      done.catch(() => {}),
    );
    return done;
  };
}

/** Keys of the tree, digits of bytes, paste, undo and redo. */
export const inTurn = turns();

/** Undoes or repeats an edit. Undo first discards the first digit of a byte, as any text that is no value yet. */
export const step = (file: OpenFile, which: "undo" | "redo"): Promise<void> =>
  inTurn(file, async () => {
    const { value: cursor } = file.cursor;
    if (which === "undo" && cursor !== undefined && cursor.high !== "")
      file.cursor.value = { at: cursor.at, high: "" };
    else await file.step(which);
  });
