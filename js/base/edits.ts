// Replaced ranges of bytes or of a text, which keep all the rest.

/** What replaces the part of the old file from `at` to `end`. */
export interface Edit<T> {
  readonly at: number;
  readonly end: number;
  readonly by: T;
}

/** The parts of the new file: old ones between the edits, and new ones. */
export function applied<T>(edits: readonly Edit<T>[], part: (from: number, to?: number) => T): T[] {
  const parts: T[] = [];
  let from = 0;
  for (const { at, end, by } of [...edits].sort((one, other) => one.at - other.at)) {
    parts.push(part(from, at), by);
    from = end;
  }
  return [...parts, part(from)];
}
