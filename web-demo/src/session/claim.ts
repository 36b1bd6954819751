// A backup belongs to one tab at a time: a lock says to which. The browser frees the locks of a tab that ends in any way.

const lockOf = (id: string) => `godot-variant edits ${id}`;

/** Takes a backup for this tab; returns a function that gives it back, or undefined if another tab has it. */
export function claim(id: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    };
    navigator.locks.request(lockOf(id), { ifAvailable: true }, held).catch(reject);
  });
}

/** Waits until no tab has a backup. */
export const abandoned = (id: string): Promise<void> => navigator.locks.request(lockOf(id), () => {});
