// The IndexedDB databases in which Emscripten's IDBFS keeps files. Games name the database after the folder that it holds.
import { isAsked, whileLocked } from "./locks.js";
import { UserFilesError } from "./user-files-error.js";

const storeName = "FILE_DATA";
const indexName = "timestamp";
/** The version that every IDBFS asks for; a game cannot open a database of a higher one. */
export const idbfsVersion = 21;

/** The file type bits of a POSIX mode, and their values for a folder and for a regular file. */
const kindMask = 0o170000;
const folderKind = 0o040000;
const fileKind = 0o100000;
/** The modes that Emscripten gives to new folders and files. */
export const newFolderMode = 0o040777;
export const newFileMode = 0o100666;

/** A record of the store. Its key, the absolute path, is not part of it. */
export interface Entry {
  readonly timestamp: Date;
  readonly mode: number;
  /** Absent for folders. Emscripten before 2 wrote plain arrays. */
  readonly contents?: ArrayBufferView | readonly number[];
}

export const isFolder = ({ mode }: Entry): boolean => (mode & kindMask) === folderKind;

/** Whether a number is the mode of a file. Emscripten makes a folder of what has the mode of one, and with any other opens no file at all. */
export const isFileMode = (mode: number): boolean =>
  Number.isInteger(mode) && mode >= fileKind && mode <= fileKind + 0o7777;

/** The engine finds records through an index of their timestamps, which has no place for those without, or with an invalid one. */
export const isVisible = (entry: Entry | undefined): entry is Entry =>
  entry?.timestamp instanceof Date && !Number.isNaN(+entry.timestamp);

export const sizeOf = ({ contents }: Entry): number =>
  (contents as ArrayBufferView | undefined)?.byteLength ?? (contents as readonly number[])?.length ?? 0;

/** A copy, because `contents` may be a view of a larger buffer. */
export function bytesIn({ contents }: Entry): Uint8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(contents)) return Uint8Array.from(contents ?? []);
  return new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength).slice();
}

/** The bytes alone, because IndexedDB stores the whole buffer of a view. */
export function copied(bytes: Uint8Array): Int8Array<ArrayBuffer> {
  if (!ArrayBuffer.isView(bytes)) throw new TypeError("The content of a file must be a Uint8Array.");
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
}

export function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export function factory(database: string): IDBFactory {
  // Reading the property throws where the browser forbids storage.
  try {
    const found = globalThis.indexedDB as IDBFactory | undefined;
    if (found !== undefined) return found;
  } catch (cause) {
    throw new UserFilesError("unavailable", database, cause);
  }
  throw new UserFilesError("unavailable", database);
}

/** Whether the database exists; undefined where the browser does not list databases. */
async function isListed(indexedDB: IDBFactory, database: string): Promise<boolean | undefined> {
  if (indexedDB.databases === undefined) return undefined;
  return (await indexedDB.databases()).some(({ name }) => name === database);
}

/** Opens a database that exists. Opening another would create it, which the abort takes back. */
function openExisting(indexedDB: IDBFactory, database: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    request.onerror = (event) => {
      event.preventDefault();
      reject(
        isNew
          ? new UserFilesError("missing", database)
          : new UserFilesError("unavailable", database, request.error),
      );
    };
    request.onsuccess = () => resolve(request.result);
  });
}

function checkShape(opened: IDBDatabase): void {
  if (!opened.objectStoreNames.contains(storeName)) throw new UserFilesError("foreign", opened.name);
  if (opened.version !== idbfsVersion) throw new UserFilesError("wrong-version", opened.name);
  const { keyPath, autoIncrement, indexNames } = opened.transaction(storeName).objectStore(storeName);
  if (keyPath !== null || autoIncrement || !indexNames.contains(indexName))
    throw new UserFilesError("foreign", opened.name);
}

async function open(database: string): Promise<IDBDatabase> {
  // Opening would wait until the game is closed.
  if (await isAsked(database)) throw new UserFilesError("running", database);
  const indexedDB = factory(database);
  if ((await isListed(indexedDB, database)) === false) throw new UserFilesError("missing", database);
  const opened = await openExisting(indexedDB, database);
  // Nobody else should have to wait for this page.
  opened.onversionchange = () => opened.close();
  try {
    checkShape(opened);
  } catch (error) {
    opened.close();
    throw error;
  }
  return opened;
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException("The browser ended it.", "AbortError"));
  });
}

/**
 * Does `work` in one transaction: all of it is stored, or nothing. `work` may await requests of this transaction only,
 * because a transaction ends as soon as it has none.
 */
export function transact<Result>(
  database: string,
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  return whileLocked(database, "shared", () => transactNow(database, mode, work));
}

async function transactNow<Result>(
  database: string,
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opened = await open(database);
  try {
    const transaction = opened.transaction(storeName, mode, { durability: "strict" });
    const end = ended(transaction);
    // It may end before anybody awaits it.
    end.catch(() => {});
    try {
      const result = await work(transaction.objectStore(storeName));
      await end;
      return result;
    } catch (error) {
      // It may have ended by itself, which abort() complains of.
      try {
        transaction.abort();
      } catch {}
      await end.catch(() => {});
      throw error;
    }
  } finally {
    opened.close();
  }
}

/** Calls `see` with every record that the engine knows, one at a time, so that the contents need not fit into memory together. */
export function eachEntry(files: IDBObjectStore, see: (path: string, entry: Entry) => void): Promise<void> {
  return eachRecord(files.index(indexName).openCursor(), (cursor) =>
    see(String(cursor.primaryKey), cursor.value as Entry),
  );
}

/** Calls `see` with the path and the time of every record that the engine knows, without reading contents. */
export function eachTime(files: IDBObjectStore, see: (path: string, time: number) => void): Promise<void> {
  return eachRecord(files.index(indexName).openKeyCursor(), (cursor) =>
    see(String(cursor.primaryKey), (cursor.key as Date).getTime()),
  );
}

function eachRecord<Cursor extends IDBCursor>(
  request: IDBRequest<Cursor | null>,
  see: (cursor: Cursor) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return resolve();
      // The index also has keys that are not dates, which the engine cannot read.
      if (cursor.key instanceof Date && typeof cursor.primaryKey === "string") see(cursor);
      cursor.continue();
    };
  });
}
