// Whether another page has a database open, which means that a game is running.
import { factory, idbfsVersion, openQuestions } from "./database.js";
import { gameLock, locks, whileLocked } from "./locks.js";
import { UserFilesError } from "./user-files-error.js";

/** What a write does while a game runs, see `UserFileWriteOptions`. */
export type IfRunning = "refuse" | "wait" | "warn";

/**
 * Announces that this page runs a game, so that writes of companion pages know it without asking the browser. Call it in the page of
 * the game; `PageBridge` does not.
 *
 * @param database The name of the game's database.
 * @returns A function that takes the announcement back. The browser takes it back when the page closes.
 * @throws Nothing; without Web Locks, which insecure contexts lack, nobody hears of it.
 * @example
 * const closed = announceGame();
 */
export function announceGame(database = "/userfs"): () => void {
  let close = (): void => {};
  const open = new Promise<void>((resolve) => {
    close = resolve;
  });
  void locks()?.request(gameLock(database), { mode: "shared" }, () => open);
  return close;
}

/** Whether a page says through a lock that a game is running. */
async function isAnnounced(database: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === gameLock(database));
}

/** Returns when a write may begin; refuses with `running`. */
export async function mayWrite(database: string, ifRunning: IfRunning): Promise<void> {
  if (ifRunning === "warn") return;
  if (ifRunning === "refuse" && (await isAnnounced(database))) throw new UserFilesError("running", database);
  const { running, closed } = await ask(database);
  if (!running) return;
  if (ifRunning === "refuse") throw new UserFilesError("running", database);
  await closed;
}

/** Whether a game runs, as far as `ifRunning` allows to ask. */
export async function runsNow(database: string, ifRunning: IfRunning): Promise<boolean> {
  return (await isAnnounced(database)) || (ifRunning !== "warn" && (await ask(database)).running);
}

/**
 * Asks whether another page has the database open; also returns a promise that resolves when none has any more.
 *
 * A page learns of other connections only by asking for a higher version: the browser says when they block that. If nothing
 * blocks it, the request is aborted at once, and the version stays. A blocked request cannot be taken back before the game
 * closes, and until then nobody can open the database; so this happens only before and after a write.
 */
function ask(database: string): Promise<{ running: boolean; closed: Promise<void> }> {
  return whileLocked(database, "exclusive", () => askBrowser(database));
}

async function askBrowser(database: string): Promise<{ running: boolean; closed: Promise<void> }> {
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
      resolve(true);
    };
  });
  const running = await Promise.race([blocked, closed.then(() => false)]);
  return { running, closed };
}
