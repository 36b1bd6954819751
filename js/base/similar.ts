// Names that a mistyped one probably means.

/** The given names that a mistyped one probably means, closest first. */
export function similar(mistyped: string, names: Iterable<string>): string[] {
  const most = Math.max(1, Math.floor(mistyped.length / 3));
  return Array.from(names, (name) => ({ name, distance: distance(mistyped, name, most) }))
    .filter(({ name, distance }) => distance <= most && distance < name.length)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Longer names are not compared, because that takes time with the square of their length. */
const longest = 100;

/** Letters to insert, delete, replace or swap with their neighbor (Damerau–Levenshtein), without regard to case; infinite beyond `most`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || Math.max(one.length, other.length) > longest)
    return Number.POSITIVE_INFINITY;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost, swapped));
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;

/** ` Did you mean "hp" or "mp"?`; empty if nothing is similar. */
export function suggestion(
  mistyped: string,
  names: Iterable<string>,
  quote = (name: string) => name,
): string {
  const found = similar(mistyped, names).map(quote);
  return found.length === 0 ? "" : ` Did you mean ${found.join(" or ")}?`;
}
