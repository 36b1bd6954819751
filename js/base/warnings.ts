// Lists of warnings and losses.
import type { Loss, Warning } from "./errors.js";

/** How many are listed, as in the codec. */
export const mostNotes = 1000;

/** Adds notes to a list by their offsets. Those that are too many are counted by its last note, which is like `more`. */
export function addNotes<Note extends Warning | Loss>(
  list: Note[],
  found: readonly Note[],
  more: Omit<Note, "offset" | "path">,
): void {
  if (found.length === 0) return;
  const rest = list.at(-1)?.code === more.code ? list.pop() : undefined;
  list.push(...found);
  list.sort((a, b) => a.offset - b.offset);
  const others = list.splice(mostNotes);
  const count = others.length + (rest?.count ?? 0);
  const offset = Math.min(others[0]?.offset ?? Infinity, rest?.offset ?? Infinity);
  if (count > 0) list.push({ ...more, offset, path: "", count } as Note);
}

/** The warnings of parts as those of a whole, which ends with how many are not listed. */
export function listed(all: readonly Warning[]): Warning[] {
  const known = all.filter(({ count }) => count === undefined).slice(0, mostNotes);
  const count = all.reduce((sum, one) => sum + (one.count ?? 1), -known.length);
  const { offset = 0 } = known.at(-1) ?? {};
  return count === 0 ? known : [...known, { code: "more-warnings", offset, path: "", count }];
}
