// Writes files so that the old file or the new one is there, whole, after a crash, a kill, a full disk or a power failure.
import { closeSync, linkSync, openSync, rmSync, type Stats } from "node:fs";
import { access, type FileHandle, constants as modes, open, readdir, readFile, rm } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { renameOver } from "../../batch/files/rename.js";
import { isWindows } from "../../batch/files/windows-names.js";
import { say } from "./report.js";

/** A file to write. */
export interface WholeFile {
  /** The file itself, not a link to it. */
  readonly file: string;
  /** The name that the user gave. */
  readonly name: string;
  /** The file that it replaces; undefined if there is none. */
  readonly old: Stats | undefined;
}

/** Bytes, at once or in slices as they are made. `length` is the number of all. */
export type Sliced = Uint8Array | (Iterable<Uint8Array> & { readonly length: number });

/** What to write: bytes, or pieces of text as they are made. */
export type Contents = Sliced | AsyncIterable<string>;

/** Bytes that are made, or compared, at a time. */
export const sliceBytes = 4 << 20;

/** Whether a file holds these bytes. */
export async function holds(file: string, bytes: Sliced): Promise<boolean> {
  const handle = await open(file);
  try {
    for (const slice of slicesOf(bytes)) {
      const old = Buffer.allocUnsafe(slice.length);
      const { bytesRead } = await handle.read(old);
      if (bytesRead !== slice.length || !old.equals(slice)) return false;
    }
    return true;
  } finally {
    await handle.close();
  }
}

function* slicesOf(bytes: Sliced): Iterable<Uint8Array> {
  if (!(bytes instanceof Uint8Array)) yield* bytes;
  else for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}

/** Creates or replaces a file. `before` runs when the new contents are on the disk, but not yet in place. */
export async function writeWhole(
  { file, name, old }: WholeFile,
  contents: Contents,
  before = async () => {},
): Promise<void> {
  const folder = dirname(file);
  // Renaming would replace even a file that is protected.
  if (old !== undefined) await access(file, modes.W_OK);
  await removeStale(folder);
  await withTemporary(folder, async (temporary) => {
    const { uid } = await writeSynced(temporary, contents, old);
    await before();
    renameOver(temporary, file);
    await syncFolder(folder);
    if (old === undefined) return;
    if (old.uid !== uid) say(`${name}: The file now belongs to you, because only root can keep its owner.`);
    if (old.nlink > 1) say(`${name}: Its other names (hard links) keep the old contents.`);
  });
}

/** Gives the present contents of a file a second name, which may exist: a hard link, or a copy if there can be none. */
export async function keepAs(backup: string, file: string, old: Stats): Promise<void> {
  await withTemporary(dirname(backup), async (temporary) => {
    // Otherwise a program that writes to one of the other names would change the backup.
    if (old.nlink > 1 || !isLinked(file, temporary)) await writeSynced(temporary, await readFile(file), old);
    renameOver(temporary, backup);
  });
}

function isLinked(file: string, temporary: string): boolean {
  try {
    linkSync(file, temporary);
    return true;
  } catch {
    return false;
  }
}

const temporaryName = /^\.godot-variant-(\d+)-[0-9a-f]{12}\.tmp$/;

/**
 * Calls `use` with a name for a temporary file, and removes the file afterwards, or before a signal ends the program. `use`
 * must create it synchronously, so that no signal comes between.
 */
async function withTemporary(folder: string, use: (temporary: string) => Promise<void>): Promise<void> {
  // An import of node:crypto would take 6 ms in each command.
  const name = `.godot-variant-${process.pid}-${crypto.randomUUID().slice(-12)}.tmp`;
  const temporary = join(folder, name);
  const end = (signal: NodeJS.Signals) => {
    rmSync(temporary, { force: true });
    // On Windows, a process cannot send each of them to itself, and those that it can lose the exit code.
    if (isWindows()) process.exit(128 + constants.signals[signal]);
    process.kill(process.pid, signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    await use(temporary);
  } finally {
    rmSync(temporary, { force: true });
    for (const signal of signals) process.removeListener(signal, end);
  }
}

/** Removes the temporary files of programs that were killed. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(temporaryName.exec(name)?.[1] ?? Number.NaN);
    if (pid === process.pid || (pid > 0 && !isRunning(pid)))
      await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Writes a new file to the disk, with the owner and the rights of `old` as far as possible. */
async function writeSynced(file: string, contents: Contents, old: Stats | undefined): Promise<Stats> {
  closeSync(openSync(file, "wx", old === undefined ? 0o666 : 0o600));
  const handle = await open(file, "r+");
  try {
    if (old !== undefined) await keepRights(handle, old);
    if (contents instanceof Uint8Array) await handle.writeFile(contents);
    else for await (const piece of contents) await handle.writeFile(piece);
    await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}

async function keepRights(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const made = await handle.stat();
  if (made.uid !== uid || made.gid !== gid) {
    await handle.chown(uid, gid).catch(() => handle.chown(made.uid, gid).catch(() => {}));
  }
  const hasGroup = (await handle.stat()).gid === gid;
  // A group other than the old one gets only what others had.
  const rights = hasGroup ? mode & 0o777 : (mode & 0o707) | ((mode & 0o007) << 3);
  if ((made.mode & 0o777) !== rights) await handle.chmod(rights);
}

/** Flushes a renaming to the disk. Not every system supports this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
