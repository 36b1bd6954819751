// The files in dropped folders.
import { ask } from "../file/state.js";

interface FileEntry extends FileSystemFileEntry {
  readonly isDirectory: false;
}

export async function* handlesIn(
  handles: Iterable<FileSystemHandle> | AsyncIterable<FileSystemHandle>,
): AsyncGenerator<FileSystemFileHandle> {
  for await (const handle of handles) {
    if (handle.kind === "file") yield handle as FileSystemFileHandle;
    else yield* handlesIn((handle as Folder).values());
  }
}

type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };

/** The same in browsers without handles. */
export async function* filesIn(entries: Iterable<FileSystemEntry | undefined>): AsyncGenerator<File> {
  for (const entry of entries) {
    if (entry === undefined) continue;
    if (isFile(entry)) yield await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    else yield* filesOf((entry as FileSystemDirectoryEntry).createReader());
  }
}

/** Browsers return a folder in parts, and nothing at its end. */
async function* filesOf(folder: FileSystemDirectoryReader): AsyncGenerator<File> {
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      folder.readEntries(resolve, reject),
    );
    if (part.length === 0) return;
    yield* filesIn(part);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileEntry => entry.isFile;

const many = 50;

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
