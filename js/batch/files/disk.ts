// Reading and writing of single files by a worker. The calls are synchronous, because a worker has nothing else to do and they
// take a third of the time.
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { tooLarge } from "../../base/limit-errors.js";
import { BatchFailure, ofOutput } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import { joined } from "./names.js";
import { renameOver } from "./rename.js";
import { checksumOf } from "./sha256.js";

/** Refuses an input that is larger than the limit. */
export function checkSize(size: number, limit: number): void {
  if (size > limit) throw tooLarge("inputBytes", { offset: limit });
}

/** Reads a whole file. Throws `too-large`, and `changed` if somebody else writes to it twice meanwhile. */
export function readWhole(path: FilePath, limit: number): Uint8Array<ArrayBuffer> {
  return readOnce(path, limit) ?? readOnce(path, limit) ?? raise(new BatchFailure("changed"));
}

function raise(error: Error): never {
  throw error;
}

/** A file may have become a pipe since it was found; to open that would wait for a writer. Windows has neither. */
const reading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readOnce(path: FilePath, limit: number): Uint8Array<ArrayBuffer> | undefined {
  const file = openSync(path, reading);
  try {
    const before = fstatSync(file);
    if (!before.isFile()) throw new BatchFailure("not-a-file");
    checkSize(before.size, limit);
    const bytes = new Uint8Array(before.size);
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(file, bytes, done, bytes.length - done, done);
      if (count === 0) return undefined;
      done += count;
    }
    const after = fstatSync(file);
    return after.size === before.size && after.mtimeMs === before.mtimeMs ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

/** The folder of a path, up to the separator, and the name in it. */
function split(path: FilePath): [folder: FilePath, name: FilePath] {
  const end = 1 + Math.max(path.lastIndexOf("/"), process.platform === "win32" ? path.lastIndexOf("\\") : -1);
  return typeof path === "string"
    ? [path.slice(0, end), path.slice(end)]
    : [path.subarray(0, end), path.subarray(end)];
}

/** The name under which a file is written before it is whole. It is always the same, so that nothing is left of a killed run. */
function temporaryOf(folder: FilePath, name: FilePath): FilePath {
  return joined(folder, `.godot-variant-${checksumOf(name).slice(0, 16)}.tmp`);
}

/**
 * Writes a file, so that a kill leaves the old one, none, or the whole new one. Makes its folder. Of two runs that write a file at once,
 * the first fails with EBUSY.
 */
export function writeWhole(path: FilePath, pieces: readonly Uint8Array[], fsync: boolean): void {
  const [folder, name] = split(path);
  const temporary = temporaryOf(folder, name);
  try {
    makeFolder(folder);
    const file = openForOutput(temporary, folder);
    try {
      for (const bytes of pieces) writeAll(file, bytes);
      if (fsync) fsyncSync(file);
      checkOwn(temporary, file);
    } finally {
      closeSync(file);
    }
    renameOver(temporary, path);
  } catch (error) {
    if (!(error instanceof NotOwn)) remove(temporary);
    throw ofOutput(error);
  }
}

/** Another run has taken the place of a temporary file. */
class NotOwn extends Error {
  readonly code = "EBUSY";
  readonly syscall = "rename";
}

/** Throws if the file at a path is not the one that is open. */
function checkOwn(path: FilePath, file: number): void {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (there?.ino !== fstatSync(file, { bigint: true }).ino) throw new NotOwn();
}

function remove(temporary: FilePath): void {
  try {
    rmSync(temporary as string, { force: true });
  } catch {
    // What made the file fail is the error to report.
  }
}

function openForOutput(temporary: FilePath, folder: FilePath): number {
  try {
    return openSync(temporary, "wx");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") {
      // A killed run left it, or another run writes it: two that wrote into one file would mix their bytes.
      remove(temporary);
    } else if (code === "ENOENT") {
      // Somebody has removed the folder.
      lastFolder = "";
      makeFolder(folder);
    } else throw error;
    return openSync(temporary, "wx");
  }
}

/** When a file was changed, in whole milliseconds since 1970: systems tell more digits of the same time, or fewer. */
export const modifiedIn = ({ mtimeMs }: Stats): number => Math.floor(mtimeMs);

/** Whether there is a file of a size. */
export const isThere = (path: FilePath, size: number): boolean => aboutIfThere(path)?.size === size;

/** Whether a path names a folder. */
export const isFolder = (path: string): boolean => aboutIfThere(path)?.isDirectory() === true;

/** Whether a path names something else than a file, such as `/dev/stdin` or what a shell makes of `<(find saves)`. */
export const isPipe = (path: string): boolean => aboutIfThere(path)?.isFile() === false;

function aboutIfThere(path: FilePath): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Writes all bytes at the end of an open file. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** The folder of the last output: files of a run are sorted, so few folders are in use at once. */
let lastFolder: FilePath = "";

function makeFolder(folder: FilePath): void {
  if (folder === lastFolder || folder.length === 0) return;
  mkdirSync(folder as string, { recursive: true });
  lastFolder = folder;
}
