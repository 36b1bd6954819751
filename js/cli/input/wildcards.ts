// Patterns in the names of files, where shells leave them to programs.
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { isWindows } from "../../batch/files/windows-names.js";

/** Adds the files that an argument names: on Windows, those that match a pattern such as `saves\*.save`. Without any, it stays as it is. */
export function withFiles(argument: string, others: readonly string[] = []): readonly string[] {
  // The beginning of paths of any length.
  const start = argument.startsWith("\\\\?\\") ? 4 : 0;
  if (!isWindows() || !/[*?]/.test(argument.slice(start))) return [...others, argument];
  const found = matching(argument.slice(0, start), argument.slice(start).split(/(?<=[\\/])/));
  return [...others, ...(found.length > 0 ? new Set(found) : [argument])];
}

/** The files below a folder whose paths match the parts of a pattern. All parts but the last end with a separator. */
function matching(folder: string, [part, ...rest]: readonly string[]): string[] {
  if (part === undefined) return existsSync(folder) ? [folder] : [];
  if (!/[*?]/.test(part)) return matching(folder + part, rest);
  const name = part.replace(/[\\/]$/, "");
  const separator = part.slice(name.length);
  const below = (entries: readonly Dirent[], parts: readonly string[]) =>
    entries.flatMap((entry) => matching(folder + entry.name + separator, parts));
  const entries = entriesOf(folder);
  if (name === "**" && separator !== "") {
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
    return [...matching(folder, rest), ...below(folders, [part, ...rest])];
  }
  const pattern = patternOf(name);
  const isWanted = (entry: Dirent) => pattern.test(entry.name) && (separator !== "" || !entry.isDirectory());
  return below(entries.filter(isWanted), rest);
}

function patternOf(name: string): RegExp {
  const text = name
    .replaceAll(/[\\^$.+()[\]{}|]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  // As in other shells, no wildcard stands for a dot at the beginning.
  return new RegExp(`^${name.startsWith(".") ? "" : "(?!\\.)"}${text}$`, "isu");
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder === "" ? "." : folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
