// What the browser keeps between visits, in IndexedDB: recent files, and unsaved edits with the file that they belong to.
import type { Draft } from "../file/drafts.js";
import type { Change } from "../file/file-worker.js";
import type { How } from "../file/open-file.js";

export interface RecentFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** When it was opened, in milliseconds since 1970. */
  readonly time: number;
  readonly handle: FileSystemFileHandle;
}

/** Unsaved edits of a file. */
export interface Backup {
  readonly id: string;
  readonly name: string;
  readonly time: number;
  /** Without secrets. */
  readonly how: How;
  readonly changes: readonly Change[];
  readonly drafts: readonly Draft[];
  /** How many edits undo takes back. */
  readonly edits: number;
  /** Where the file was read, if the page can read it there again. */
  readonly handle: FileSystemFileHandle | undefined;
}

/** The file that a backup changes. */
export interface Base {
  readonly id: string;
  /** As it was opened. */
  readonly opened: Blob;
  /** As the page wrote it last, if it did. */
  readonly written: Blob | undefined;
}

interface Stores {
  recent: RecentFile;
  backups: Backup;
  bases: Base;
}

let database: Promise<IDBDatabase> | undefined;

function connected(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("godot-variant", 1);
    request.onupgradeneeded = () => {
      for (const name of ["recent", "backups", "bases"])
        request.result.createObjectStore(name, { keyPath: "id" });
    };
    // The next call connects anew.
    const forget = () => {
      database = undefined;
    };
    request.onerror = () => {
      forget();
      reject(request.error);
    };
    request.onsuccess = () => {
      request.result.onclose = forget;
      // Another tab that deletes or upgrades the database must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
  });
  return database;
}

/** Settles when the browser has kept the result. */
async function run<Result>(
  names: readonly (keyof Stores)[],
  mode: IDBTransactionMode,
  act: (transaction: IDBTransaction) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await connected()).transaction(names, mode);
  const request = act(transaction);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

/** Does the same in several stores: in all of them, or in none. */
async function change(
  names: readonly (keyof Stores)[],
  act: (store: IDBObjectStore, name: keyof Stores) => IDBRequest,
): Promise<void> {
  await run(names, "readwrite", (transaction) => {
    const requests = names.map((name) => act(transaction.objectStore(name), name));
    return requests.at(-1) as IDBRequest;
  });
}

const put = (records: Partial<Record<keyof Stores, unknown>>): Promise<void> =>
  change(Object.keys(records) as (keyof Stores)[], (store, name) => store.put(records[name]));

/** In a private window, Safari keeps bytes, but no Blobs. */
export async function keep(records: Partial<Stores>): Promise<void> {
  const { bases } = records;
  await put(records).catch(async (error: DOMException) => {
    if (bases === undefined || error.name !== "UnknownError") throw error;
    const [opened, written] = await Promise.all([bases.opened.arrayBuffer(), bases.written?.arrayBuffer()]);
    await put({ ...records, bases: { ...bases, opened, written } });
  });
}

export const kept = <Name extends keyof Stores>(name: Name, id: string): Promise<Stores[Name] | undefined> =>
  run([name], "readonly", (transaction) => transaction.objectStore(name).get(id));

export async function keptBase(id: string): Promise<Base | undefined> {
  const base = await kept("bases", id);
  return base && { ...base, opened: blobOf(base.opened) as Blob, written: blobOf(base.written) };
}

const blobOf = (content: unknown) =>
  content instanceof ArrayBuffer ? new Blob([content]) : (content as Blob | undefined);

/** The newest first. */
export async function allKept<Name extends "recent" | "backups">(name: Name): Promise<Stores[Name][]> {
  const all: Stores[Name][] = await run([name], "readonly", (transaction) =>
    transaction.objectStore(name).getAll(),
  );
  return all.sort((a, b) => b.time - a.time);
}

export const forget = (id: string, ...names: (keyof Stores)[]): Promise<void> =>
  change(names, (store) => store.delete(id));
