// The user:// files of HTML5 games on this site, which Emscripten's IDBFS stores in IndexedDB.
const store = "FILE_DATA";
/** The file type bits of a POSIX mode, and their value for a regular file. */
const kindMask = 0o170000;
const fileKind = 0o100000;

/** A file of a game. */
export interface UserFile {
  readonly database: string;
  readonly path: string;
  readonly size: number;
  readonly changed: Date;
}

interface Entry {
  readonly contents?: ArrayBufferView;
  readonly mode: number;
  readonly timestamp: Date;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function within<Result>(
  database: string,
  mode: IDBTransactionMode,
  use: (files: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  const opened = await settled(indexedDB.open(database));
  try {
    if (!opened.objectStoreNames.contains(store)) return undefined;
    return await use(opened.transaction(store, mode).objectStore(store));
  } finally {
    opened.close();
  }
}

/** All files of all games of this site, by path. */
export async function userFiles(): Promise<UserFile[]> {
  const databases = await indexedDB.databases();
  const lists = await Promise.all(databases.map(({ name }) => (name === undefined ? [] : filesOf(name))));
  return lists.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function filesOf(database: string): Promise<UserFile[]> {
  const found = await within(database, "readonly", async (files) => {
    const [keys, entries] = await Promise.all([
      settled(files.getAllKeys()),
      settled<Entry[]>(files.getAll()),
    ]);
    return entries.flatMap(({ contents, mode, timestamp }, i) => {
      if ((mode & kindMask) !== fileKind || contents === undefined) return [];
      return { database, path: String(keys[i]), size: contents.byteLength, changed: timestamp };
    });
  });
  return found ?? [];
}

export async function readUserFile({ database, path }: UserFile): Promise<Uint8Array<ArrayBuffer>> {
  const entry = await within(database, "readonly", (files) => settled<Entry | undefined>(files.get(path)));
  if (entry?.contents === undefined) throw new Error(`${path} no longer exists.`);
  const { buffer, byteOffset, byteLength } = entry.contents;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength).slice();
}

/** Overwrites a file in the form that Emscripten reads. */
export async function writeUserFile(
  { database, path }: UserFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await within(database, "readwrite", async (files) => {
    const entry = await settled<Entry | undefined>(files.get(path));
    const contents = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    await settled(files.put({ mode: fileKind | 0o666, ...entry, timestamp: new Date(), contents }, path));
  });
}
