// Web Locks, through which pages of one origin know of each other.
import { UserFilesError } from "./user-files-error.js";

/** The lock that a page with a running game may hold. */
export const gameLock = (database: string): string => `godot-variant:game:${database}`;

/** The lock of a page whose question in running.ts waits for the game: the browser lets nobody open the database until then. */
export const questionLock = (database: string): string => `godot-variant:question:${database}`;

/** By database: what resolves when the question of this page has ended. Without secure contexts, there are no locks. */
export const openQuestions = new Map<string, Promise<void>>();

/** Only browsers have locks, and only in secure contexts. */
export const locks = (): LockManager | undefined => (globalThis.navigator as Navigator | undefined)?.locks;

/** Whether a page of this origin holds a lock, in this mode or any. */
export async function isHeld(name: string, mode?: LockMode): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some((lock) => lock.name === name && (mode ?? lock.mode) === lock.mode);
}

/** Whether opening the database would wait until the game is closed. `questionsEnded` holds the lock for a moment, but not as `shared`. */
export const isAsked = async (database: string): Promise<boolean> =>
  openQuestions.has(database) || isHeld(questionLock(database), "shared");

/** Resolves when no page has an open question. */
export async function questionsEnded(database: string): Promise<void> {
  await openQuestions.get(database);
  await locks()?.request(questionLock(database), () => {});
}

/**
 * Does `work` while no page opens the database through this package (`exclusive`), or while none asks whether a game runs
 * (`shared`), so that pages do not take each other for the game.
 */
export async function whileLocked<Result>(
  database: string,
  mode: LockMode,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const manager = locks();
    if (manager === undefined) return await work();
    return (await manager.request(`godot-variant:use:${database}`, { mode }, work)) as Result;
  } catch (error) {
    // Frames without an origin have neither locks nor databases, and people can clear the storage in the middle of a write.
    if (!(error instanceof DOMException)) throw error;
    const code = error.name === "QuotaExceededError" ? "quota" : "unavailable";
    throw new UserFilesError(code, database, error);
  }
}
