// Which line each entry of an Array was, after edits of the Array as a Document.
import type { Change } from "../index.js";

/**
 * Where the entries of an Array were before some edits, which `Document.changes()` lists: for each entry its index, undefined for a new one.
 * Another value in the place of an entry keeps the index. Undefined if the whole Array is another one.
 */
export function placesAfter(changes: readonly Change[], count: number): (number | undefined)[] | undefined {
  const places: (number | undefined)[] = Array.from({ length: count }, (_, i) => i);
  for (const { kind, keys, to } of changes) {
    if (keys.length === 0) return undefined;
    const index = Number(keys[0]);
    const isEntry = keys.length === 1;
    if (isEntry && kind === "insert") places.splice(index, 0, undefined);
    let moved: number | undefined;
    if (isEntry && (kind === "delete" || kind === "move")) [moved] = places.splice(index, 1);
    const [, target] = /^\[(\d+)\]$/.exec(to ?? "") ?? [];
    if (kind === "move" && target !== undefined) places.splice(Number(target), 0, moved);
  }
  return places;
}
