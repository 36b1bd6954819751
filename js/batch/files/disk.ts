// Reading and writing of single files by a worker. The calls are synchronous, because a worker has nothing else to do and they
// take a third of the time.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { VariantError } from "../../index.js";
import { BatchFailure } from "../task/failure.js";
import type { FilePath } from "../task/job.js";
import { checksumOf } from "./sha256.js";

/** Refuses an input that is larger than the limit. */
export function checkSize(size: number, limit: number): void {
  if (size > limit) throw new VariantError("too-large", { offset: limit });
}

/** Reads a whole file. Throws `too-large`, and `changed` if somebody else writes to it twice meanwhile. */
export function readWhole(path: FilePath, limit: number): Uint8Array<ArrayBuffer> {
  return readOnce(path, limit) ?? readOnce(path, limit) ?? raise(new BatchFailure("changed"));
}

function raise(error: Error): never {
  throw error;
}

function readOnce(path: FilePath, limit: number): Uint8Array<ArrayBuffer> | undefined {
  const file = openSync(path, "r");
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

const folders = new Set<string>();

/** The folder of a path, and the name in it. */
function split(path: FilePath): [folder: FilePath, name: Buffer] {
  const bytes = Buffer.from(path as string);
  const end = Math.max(bytes.lastIndexOf("/"), process.platform === "win32" ? bytes.lastIndexOf("\\") : -1);
  const folder = bytes.subarray(0, Math.max(end, 0));
  return [typeof path === "string" ? folder.toString() : folder, bytes.subarray(end + 1)];
}

/** The name under which a file is written before it is whole. It is always the same, so that nothing is left of a killed run. */
function temporaryOf(path: FilePath): FilePath {
  const [folder, name] = split(path);
  const temporary = `.godot-variant-${checksumOf(name).slice(0, 16)}.tmp`;
  if (typeof folder === "string") return folder === "" ? temporary : `${folder}/${temporary}`;
  return Buffer.concat([folder, Buffer.from(`/${temporary}`)]);
}

/** Writes a file, so that a kill leaves the old one, none, or the whole new one. Makes its folder. */
export function writeWhole(path: FilePath, bytes: Uint8Array, fsync: boolean): void {
  makeFolderOf(path);
  const temporary = temporaryOf(path);
  try {
    const file = openForOutput(temporary, path);
    try {
      writeAll(file, bytes);
      if (fsync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary as string, { force: true });
    throw error;
  }
}

function openForOutput(temporary: FilePath, path: FilePath): number {
  try {
    return openSync(temporary, "w");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // Somebody has removed the folder.
    folders.clear();
    makeFolderOf(path);
    return openSync(temporary, "w");
  }
}

/** Writes all bytes at the end of an open file. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function makeFolderOf(path: FilePath): void {
  const [folder] = split(path);
  const key = folder.toString("latin1" as never);
  if (folder.length === 0 || folders.has(key)) return;
  mkdirSync(folder as string, { recursive: true });
  // Files of a run are sorted, so few folders are in use at once.
  if (folders.size > 1000) folders.clear();
  folders.add(key);
}
