/**
 * A second click, or Enter pressed twice, asks for the same thing again before it is done. The returned function does a thing for an
 * object unless it is being done already.
 */
export function oneAtATime(): (what: object, action: () => Promise<unknown>) => Promise<void> {
  const busy = new WeakSet<object>();
  return async (what, action) => {
    if (busy.has(what)) return;
    busy.add(what);
    try {
      await action();
    } finally {
      busy.delete(what);
    }
  };
}
