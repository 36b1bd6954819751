// Web Locks, through which pages of one origin know of each other.

/** The lock that a page with a running game may hold. */
export const gameLock = (database: string): string => `godot-variant:game:${database}`;

/** Only browsers have locks, and only in secure contexts. */
export const locks = (): LockManager | undefined => (globalThis.navigator as Navigator | undefined)?.locks;

/**
 * Does `work` while no page opens the database through this package (`exclusive`), or while none asks whether a game runs
 * (`shared`), so that pages do not take each other for the game.
 */
export async function whileLocked<Result>(
  database: string,
  mode: LockMode,
  work: () => Promise<Result>,
): Promise<Result> {
  const manager = locks();
  if (manager === undefined) return work();
  return manager.request(`godot-variant:use:${database}`, { mode }, work) as Promise<Result>;
}
