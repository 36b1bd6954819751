// Whether another page has a database open, which means that a game is running.
import { factory, idbfsVersion } from "./database.js";
import {
  gameLock,
  isAsked,
  isHeld,
  locks,
  openQuestions,
  questionLock,
  questionsEnded,
  whileLocked,
} from "./locks.js";
import { UserFilesError } from "./user-files-error.js";

/** What a write does while a game runs, see `UserFileWriteOptions`. */
export type IfRunning = "refuse" | "wait" | "warn";

/**
 * Announces that this page runs a game, so that writes of companion pages know it without asking the browser. Call it in the page of
 * the game; `PageBridge` does not.
 *
 * @param database The name of the game's database.
 * @returns A function that takes the announcement back. The browser takes it back when the page closes.
 * @throws Nothing; without Web Locks, which insecure contexts and frames without an origin lack, nobody hears of it.
 * @example
 * const closed = announceGame();
 */
export function announceGame(database = "/userfs"): () => void {
  let close = (): void => {};
  const open = new Promise<void>((resolve) => {
    close = resolve;
  });
  locks()
    ?.request(gameLock(database), { mode: "shared" }, () => open)
    .catch(() => {});
  return close;
}

/** Returns when a write may begin; refuses with `running`. */
export async function mayWrite(database: string, ifRunning: IfRunning): Promise<void> {
  if (ifRunning === "warn") return;
  if (ifRunning === "refuse" && (await isHeld(gameLock(database))))
    throw new UserFilesError("running", database);
  if (!(await ask(database))) return;
  if (ifRunning === "refuse") throw new UserFilesError("running", database);
  await questionsEnded(database);
}

/** Whether a game runs, as far as `ifRunning` allows to ask. */
export async function runsNow(database: string, ifRunning: IfRunning): Promise<boolean> {
  return (await isHeld(gameLock(database))) || (ifRunning !== "warn" && (await ask(database)));
}

/**
 * Asks whether another page has the database open. If one has, `questionsEnded` resolves when none has any more.
 *
 * A page learns of other connections only by asking for a higher version: the browser says when they block that. If nothing
 * blocks it, the request is aborted at once, and the version stays. A blocked request cannot be taken back before the game
 * closes, and until then nobody can open the database; so this happens only before and after a write.
 */
function ask(database: string): Promise<boolean> {
  return whileLocked(database, "exclusive", () => askBrowser(database));
}

async function askBrowser(database: string): Promise<boolean> {
  // The browser would answer only when the question of the other page has ended.
  if (await isAsked(database)) return true;
  const request = factory(database).open(database, idbfsVersion + 1);
  request.onupgradeneeded = () => request.transaction?.abort();
  const closed = new Promise<void>((resolve, reject) => {
    request.onerror = (event) => {
      event.preventDefault();
      if (request.error?.name === "AbortError") resolve();
      else reject(new UserFilesError("unavailable", database, request.error));
    };
  }).finally(() => openQuestions.delete(database));
  // A refused write does not wait for it.
  closed.catch(() => {});
  const blocked = new Promise<boolean>((resolve) => {
    request.onblocked = () => {
      openQuestions.set(database, closed);
      const tell = (): Promise<void> => {
        resolve(true);
        return closed.catch(() => {});
      };
      void (locks()?.request(questionLock(database), { mode: "shared" }, tell) ?? tell());
    };
  });
  return Promise.race([blocked, closed.then(() => false)]);
}
