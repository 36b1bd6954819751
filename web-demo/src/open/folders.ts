// The files in dropped folders.
import { openHandle } from "../file/handles.js";
import { attempt } from "../file/state.js";
import { openFiles } from "./pick.js";

interface FileEntry extends FileSystemFileEntry {
  readonly isDirectory: false;
}

/** Returns how many files there were. */
export async function openAny(handle: FileSystemHandle): Promise<number> {
  if (handle.kind === "file") {
    await attempt(() => openHandle(handle as FileSystemFileHandle));
    return 1;
  }
  const folder = handle as FileSystemDirectoryHandle & AsyncIterable<[string, FileSystemHandle]>;
  let count = 0;
  for await (const [, entry] of folder) count += await openAny(entry);
  return count;
}

/** The same in browsers without handles. */
export async function openEntry(entry: FileSystemEntry): Promise<number> {
  if (isFile(entry)) {
    await openFiles([await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]);
    return 1;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  let count = 0;
  for (;;) {
    // Browsers return a folder in parts, and nothing at its end.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return count;
    for (const inner of part) count += await openEntry(inner);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileEntry => entry.isFile;
