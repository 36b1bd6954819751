// Lists of warnings that were collected from parts.
import type { Warning } from "./errors.js";

/** As many as other functions list. */
const most = 1000;

/** The warnings of parts as those of a whole, which ends with how many are not listed. */
export function listed(all: readonly Warning[]): Warning[] {
  const known = all.filter(({ count }) => count === undefined).slice(0, most);
  const count = all.reduce((sum, one) => sum + (one.count ?? 1), -known.length);
  const { offset = 0 } = known.at(-1) ?? {};
  return count === 0 ? known : [...known, { code: "more-warnings", offset, path: "", count }];
}
