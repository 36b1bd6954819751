// Files that match a pattern. Node has globs of its own only from version 22 on, so picomatch, which most tools use, says what
// matches, and the walk is that of folders.

import { isFolder } from "../files/disk.js";
import { joined, textOf } from "../files/names.js";
import { isWindows } from "../files/windows-names.js";
import { BatchError } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import { type Walk, walkFrom } from "./folders.js";
import type { Found, Section } from "./found.js";

export async function* matching(pattern: string, walk: Walk): AsyncGenerator<Section> {
  const { default: picomatch } = await import("picomatch").catch(() => {
    throw new BatchError("Patterns need the package picomatch: npm install picomatch");
  });
  const [folder, rest] = splitPattern(pattern);
  const scanned = picomatch.scan(rest);
  // What `!` excludes is not where the others are.
  const { base: below, glob } = scanned.negated ? { base: "", glob: rest } : scanned;
  const base = below === "" ? folder : joined(folder, below);
  if (glob === "") return yield* walkFrom(base, walk);
  const matches = picomatch(glob, { nocase: isWindows() });
  const omits = (name: string, path: FilePath) => walk.omits(name, path) || !matches(name);
  const root = base === "" ? "." : base;
  const isWanted = ({ problem, name, from }: Found): boolean => {
    if (from === root) return problem !== undefined;
    return problem === undefined || matches(textOf(name)) || (isUnread(problem) && mayHold(glob, name));
  };
  for await (const section of walkFrom(root, { ...walk, omits })) yield section.filter(isWanted);
}

/** Whether the system refuses to tell what a place holds. */
const isUnread = ({ error }: NonNullable<Found["problem"]>): boolean =>
  error instanceof Error && "syscall" in error;

/** Whether paths below a folder can match a pattern, as far as the number of their parts tells. */
function mayHold(glob: string, folder: FilePath): boolean {
  const separators = (text: string) => text.split("/").length - 1;
  return /\*\*|\(/.test(glob) || separators(glob) > separators(textOf(folder));
}

/**
 * The folder that a pattern begins with, and what follows. A folder may have signs of patterns in its name, such as `Program Files
 * (x86)`. A backslash separates folders, as on Windows.
 */
export function splitPattern(given: string): [folder: string, rest: string] {
  const pattern = given.replaceAll("\\", "/").replace(/^(?:\.\/+)+/, "");
  let end = 0;
  for (let at = pattern.indexOf("/"); at >= 0; at = pattern.indexOf("/", at + 1))
    if (isFolder(pattern.slice(0, at + 1))) end = at + 1;
  // The slash belongs to the name of a root, such as `C:/`.
  return [pattern.slice(0, end).replace(/(?<=[^/:])\/+$/, ""), pattern.slice(end)];
}
