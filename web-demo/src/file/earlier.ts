// The edits of an earlier visit, which a new worker repeats.
import { failureOf } from "../protocol/failures.js";
import type { Draft } from "./drafts.js";
import { argsAgain, type Change, type FileWorker } from "./file-worker.js";

export interface Earlier {
  readonly changes: readonly Change[];
  readonly drafts: readonly Draft[];
  /** Called if an edit is refused now; it and those after it are missing then. */
  refused(number: number, error: unknown): void;
}

/**
 * Makes the same calls as in the earlier visit, so every edit has the same effect. Returns whether all were made: the calls after a
 * refused one would change other values.
 */
export async function repeated(
  worker: FileWorker,
  { changes, refused }: Earlier,
  hear: (name: Change["name"], result: unknown) => void,
): Promise<boolean> {
  let number = 0;
  for (const change of changes) {
    const { name, isRefused } = change;
    if (name === "edit" && !isRefused) number++;
    try {
      hear(name, await worker.call(name, argsAgain(change)));
    } catch (error) {
      const { code } = failureOf(error);
      if (code === "cancelled" || code === "worker-ended") throw error;
      if (isRefused) continue;
      refused(number, error);
      return false;
    }
  }
  return true;
}
