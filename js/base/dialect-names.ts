// Which dialect a name means that no dialect has.
import { similar } from "./similar.js";

const version = /^(?:godot)?[- ]?v?(\d+)(?:\.(\d+))?/i;

/** The dialect that a version (`4.6`, `godot-4.6`) or a mistyped name means; undefined if no dialect is similar. */
export function dialectMeant(given: string, names: readonly string[]): string | undefined {
  return version.test(given) ? dialectOfVersion(given, names) : similar(given, names)[0];
}

/** The dialect of a version: a version between two dialects has the older one, and a dialect without a minor version all others. */
function dialectOfVersion(given: string, names: readonly string[]): string | undefined {
  const [, major, minor] = version.exec(given) ?? [];
  if (major === undefined) return undefined;
  const minorOf = (name: string) => {
    const [, ofMajor, ofMinor] = version.exec(name) ?? [];
    return ofMajor === major ? Number(ofMinor ?? -1) : Number.NaN;
  };
  const older = names.filter((name) => minorOf(name) <= Number(minor ?? Number.POSITIVE_INFINITY));
  const general = older.find((name) => minorOf(name) < 0);
  return general ?? older.sort((a, b) => minorOf(b) - minorOf(a))[0];
}
