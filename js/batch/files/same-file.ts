// Whether two names are those of one file. Numbers of files are bigints: on Windows they have 64 bits, and as JavaScript numbers
// two files may have the same.
import { type BigIntStats, realpathSync, statSync } from "node:fs";
import type { FilePath } from "../task/job.js";

/** A text that all names of a file have in common, and no other file has; undefined if there is no file that can be reached. */
export function identityOf(path: FilePath): string | undefined {
  try {
    const about = statSync(path, { bigint: true, throwIfNoEntry: false });
    return about && (identityIn(about) ?? realPath(path));
  } catch {
    return undefined;
  }
}

/**
 * The same for what is known of a file. Undefined where that does not suffice: some network drives number no files, and Node
 * 22.12 to 22.16 and 24.0 to 24.1 do not tell the volume on Windows.
 */
export const identityIn = ({ dev, ino }: BigIntStats): string | undefined =>
  dev === 0n || ino === 0n ? undefined : `${dev} ${ino}`;

/** The path without links, with the names as they are spelled on the disk. */
export const realPath = (path: FilePath): string => realBytes(path).toString();

/** The same for names that may not be UTF-8. */
export function realBytes(path: FilePath): Buffer {
  try {
    return realpathSync.native(path, "buffer");
  } catch {
    // Windows does not tell for some virtual drives.
    return realpathSync(path, "buffer");
  }
}

/** Whether two paths lead to one file. */
export function areSameFile(one: FilePath, other: FilePath): boolean {
  const identity = identityOf(one);
  return identity !== undefined && identity === identityOf(other);
}
