// The files in dropped folders. Each is a function that reads it; of a folder that cannot be read, one that says so, so that the
// other files are opened.
import { readHandle } from "../file/handles.js";
import type { Source } from "../file/origin.js";
import { ask, many } from "../file/state.js";

type Read = () => Promise<Source>;

interface FileEntry extends FileSystemFileEntry {
  readonly isDirectory: false;
}

export async function* handlesIn(
  handles: Iterable<FileSystemHandle> | AsyncIterable<FileSystemHandle>,
): AsyncGenerator<Read> {
  for await (const handle of handles) {
    if (handle.kind === "file") yield () => readHandle(handle as FileSystemFileHandle);
    else yield* inFolder(handle.name, handlesIn((handle as Folder).values()));
  }
}

type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };

/** The same in browsers without handles. */
export async function* filesIn(entries: Iterable<FileSystemEntry | undefined>): AsyncGenerator<Read> {
  for (const entry of entries) {
    if (entry === undefined) continue;
    if (isFile(entry)) yield () => readEntry(entry);
    else yield* inFolder(entry.name, filesOf((entry as FileSystemDirectoryEntry).createReader()));
  }
}

async function readEntry(entry: FileEntry): Promise<Source> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(
    (error: Error) => {
      throw new Error(`${entry.name} cannot be opened. ${error.message}`);
    },
  );
  return { name: file.name, blob: file };
}

async function* inFolder(name: string, all: AsyncIterable<Read>): AsyncGenerator<Read> {
  try {
    yield* all;
  } catch (error) {
    yield () => Promise.reject(new Error(`The folder ${name} cannot be read. ${(error as Error).message}`));
  }
}

/** Browsers return a folder in parts, and nothing at its end. */
async function* filesOf(folder: FileSystemDirectoryReader): AsyncGenerator<Read> {
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      folder.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    yield* filesIn(part);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileEntry => entry.isFile;

/** Asks before it goes on with very many files: it may be another folder than was meant. */
export async function* agreed<One>(all: AsyncIterable<One>): AsyncGenerator<One> {
  let count = 0;
  const isToGoOn = async () =>
    (await ask({
      title: `This folder has more than ${many} files`,
      text: `The first ${many} are open. Each file has a tab of its own.`,
      answers: ["Open all", "Stop"],
    })) === "Open all";
  for await (const one of all) {
    if (count++ === many && !(await isToGoOn())) return;
    yield one;
  }
}
