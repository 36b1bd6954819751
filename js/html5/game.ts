// Game: the `user://` files of an HTML5 game.

import { sameBytes } from "../base/bytes.js";
import { checkChoice } from "../base/choices.js";
import type { ByteArray } from "../base/options.js";
import { Backup, type BackupFile } from "./backup.js";
import {
  bytesIn,
  copied,
  type Entry,
  eachEntry,
  isFolder,
  isVisible,
  newFileMode,
  newFolderMode,
  settled,
  sizeOf,
  transact,
} from "./database.js";
import { questionsEnded } from "./locks.js";
import { checkedPath, foldersAround } from "./paths.js";
import { type IfRunning, mayWrite, runsNow } from "./running.js";
import { UserFilesError } from "./user-files-error.js";
import { type UserFileChange, type WatchOptions, watchFiles } from "./watch.js";

/** A file below `user://`. */
export interface UserFile {
  /** The path below `user://`: `saves/slot1.save`. */
  readonly path: string;
  /** How many bytes it has. */
  readonly size: number;
  /** When it was written; a game that writes it again changes this. */
  readonly modified: Date;
}

/** A file below `user://` with its content. */
export interface StoredFile extends UserFile {
  /** A copy of the content. */
  readonly bytes: ByteArray;
}

/** Options of `Game.write` and `Game.remove`. */
export interface UserFileWriteOptions {
  /**
   * What the write replaces: the file as `read`, `list` or an earlier `write` returned it, which must still be the same (its time and
   * its size are compared, after `read` and `write` also its content); or `"any"`. Without it, `write` makes only new files.
   */
  readonly replaces?: UserFile | "any" | undefined;
  /**
   * What happens while a page has the game's storage open, because a game that runs overwrites the change sooner or later.
   * `"refuse"`, the default, raises `running`; `"wait"` waits until the game is closed. Both ask the browser, which from then until
   * the game is closed holds back everybody who opens the storage; other calls of this package raise `running` in the meantime. `"warn"` does not ask and writes;
   * `running` of the result then tells only what pages announce through `announceGame`.
   */
  readonly ifRunning?: IfRunning | undefined;
}

/** What `Game.write` and `Game.remove` did. */
export interface UserFileWritten extends UserFile {
  /** True if a game had the storage open while the change was written, so that it may overwrite the change. */
  readonly running: boolean;
  /** A sentence for the player: how the game takes notice of the change. */
  readonly advice: string;
}

const advice =
  "The game reads its files only when it starts: reload its page. A game that has run all along overwrites the change.";

/** Throws a TypeError for an option of another name or value: `remove` with a mistyped `replaces` would remove any file. */
function checkOptions(options: UserFileWriteOptions): void {
  for (const name of Object.keys(options))
    if (name !== "replaces" && name !== "ifRunning") throw new TypeError(`There is no option ${name}.`);
  const { ifRunning = "refuse" } = options;
  checkChoice("The option ifRunning", ifRunning, choices);
}

const choices: readonly IfRunning[] = ["refuse", "wait", "warn"];

/** The `user://` files of one HTML5 game on this origin. `listGames` finds games; the constructor names one directly. */
export class Game {
  /** The name of the IndexedDB database; `/userfs`, unless the page of the game sets other `persistentPaths`. */
  readonly database: string;
  /** What `user://` stands for in the database: `/userfs/godot/app_userdata/My Game`, or `/userfs` for Godot 3. */
  readonly folder: string;
  /** The name of the project or of its folder; empty for Godot 3, where all games of an origin share one folder. */
  readonly name: string;
  /** The engine, as far as the folder tells. */
  readonly engine: 3 | 4 | undefined;

  /**
   * Names a game directly; nothing is opened yet.
   *
   * @param folder What `user://` stands for: `/userfs` for Godot 3, `/userfs/godot/app_userdata/<project>` or `/userfs/<custom
   *   folder>` for Godot 4.
   * @param database The name of the database, by default the first part of the folder.
   * @throws {UserFilesError} `bad-path` if the folder is not inside the database's.
   * @example
   * const game = new Game("/userfs/godot/app_userdata/My Game");
   * console.log((await game.list()).map(({ path }) => path));
   */
  constructor(folder: string, database: string = `/${folder.split("/")[1]}`) {
    if (folder !== database && !folder.startsWith(`${database}/`))
      throw new UserFilesError("bad-path", folder);
    if (folder !== database) checkedPath(folder.slice(database.length + 1));
    this.database = database;
    this.folder = folder;
    const projects = projectsOf(database);
    this.engine = folder === database ? 3 : folder.startsWith(projects) ? 4 : undefined;
    this.name = folder.slice(this.engine === 4 ? projects.length : database.length + 1);
  }

  /**
   * Lists all files, sorted by path.
   *
   * @returns The files, without their content; none if the database does not exist.
   * @throws {UserFilesError} `foreign`, `wrong-version` or `unavailable`.
   * @example
   * for (const { path, size } of await game.list()) console.log(path, size);
   */
  async list(): Promise<UserFile[]> {
    const files: UserFile[] = [];
    await this.#each((path, entry) => files.push(describe(path, entry))).catch(unlessMissing);
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * Reads a file. Works while the game runs, and then gives what the game has stored last.
   *
   * @param path The path below `user://`, with or without `user://`.
   * @returns The file; pass it as `replaces` to `write`.
   * @throws {UserFilesError} `missing`, `bad-path`, `foreign`, `wrong-version` or `unavailable`.
   * @example
   * const file = await game.read("slot1.save");
   * const { values } = await load(file.bytes);
   */
  async read(path: string): Promise<StoredFile> {
    const below = checkedPath(path);
    const entry = await transact(this.database, "readonly", (files) => this.#get(files, below));
    if (!isVisible(entry) || isFolder(entry)) throw new UserFilesError("missing", below);
    records.set(entry.timestamp, entry);
    return { ...describe(below, entry), bytes: bytesIn(entry) };
  }

  /**
   * Writes a file in one transaction, with the folders around it: afterwards either all of it is stored, or nothing has changed.
   *
   * @param path The path below `user://`, with or without `user://`.
   * @param bytes The new content.
   * @param options What the write replaces, and what happens while the game runs.
   * @returns The file as it is stored now, and whether a game had the storage open.
   * @throws {UserFilesError} `exists` or `changed` if the stored file is not the one to replace; `running`; `quota`; `bad-path` if a
   *   folder is in the way; `missing` if no game has ever run here; `foreign`, `wrong-version` or `unavailable`.
   * @example
   * const file = await game.read("slot1.save");
   * const { values, ...like } = await load<{ gold: number }>(file.bytes);
   * values[0].gold = 999;
   * const { advice } = await game.write("slot1.save", await save(values, like), { replaces: file });
   */
  async write(path: string, bytes: Uint8Array, options: UserFileWriteOptions = {}): Promise<UserFileWritten> {
    checkOptions(options);
    const below = checkedPath(path);
    const contents = copied(bytes);
    return this.#change(below, options, async (files, old) => {
      const modified = after(old);
      await this.#makeFolders(files, below, modified);
      const entry: Entry = { timestamp: modified, mode: old?.mode ?? newFileMode, contents };
      await settled(files.put(entry, this.#key(below)));
      records.set(modified, entry);
      return { path: below, size: contents.length, modified };
    });
  }

  /**
   * Removes a file. Folders stay.
   *
   * @param path The path below `user://`, with or without `user://`.
   * @param options `replaces` names the file to remove; by default any.
   * @returns The file that was removed.
   * @throws {UserFilesError} `missing`, or as `write`.
   * @example
   * await game.remove("slot1.save");
   */
  async remove(path: string, options: UserFileWriteOptions = {}): Promise<UserFileWritten> {
    checkOptions(options);
    const below = checkedPath(path);
    const { replaces = "any", ifRunning } = options;
    return this.#change(below, { replaces, ifRunning }, async (files, old) => {
      if (old === undefined) throw new UserFilesError("missing", below);
      await settled(files.delete(this.#key(below)));
      return describe(below, old);
    });
  }

  /**
   * Yields the changes that the game makes, from the first call of `next` on. The database is polled, because browsers report none.
   *
   * @param options How often, and a signal that ends it.
   * @returns The changes; ends when the signal aborts.
   * @throws {UserFilesError} `foreign`, `wrong-version` or `unavailable`.
   * @example
   * for await (const { kind, path } of game.watch()) console.log(kind, path);
   */
  watch(options: WatchOptions = {}): AsyncGenerator<UserFileChange, void, void> {
    return watchFiles(this, (key) => this.#below(key), options);
  }

  /**
   * Copies all files into a backup, which can be kept as text.
   *
   * @returns The backup; `import` and `restoreSnippet` write it back.
   * @throws {UserFilesError} `missing`, `foreign`, `wrong-version` or `unavailable`.
   * @example
   * const text = JSON.stringify(await game.export());
   */
  async export(): Promise<Backup> {
    const found: BackupFile[] = [];
    await this.#each((path, entry) => {
      found.push({ path, bytes: bytesIn(entry), modified: entry.timestamp, mode: entry.mode });
    });
    const { origin = "" } = (globalThis.location as Location | undefined) ?? {};
    return new Backup({ origin, database: this.database, folder: this.folder, files: found });
  }

  /**
   * Writes all files of a backup in one transaction. Files that the backup lacks stay.
   *
   * @param backup What `export`, `Backup.parse` or the download of `downloadSnippet` gave; also of another game.
   * @param options `replaces: "any"` overwrites files that changed since the backup was made, or that are not in it as they were.
   * @returns The files as they are stored now.
   * @throws {UserFilesError} As `write`; `changed` if a stored file is newer than the backup's.
   * @example
   * await game.import(Backup.parse(text), { replaces: "any" });
   */
  async import(
    backup: Backup,
    options: { replaces?: "any" | undefined; ifRunning?: IfRunning | undefined } = {},
  ): Promise<UserFileWritten[]> {
    checkOptions(options);
    const files = [...backup.files];
    const check = async (store: IDBObjectStore) => {
      for (const { path, modified } of files) {
        const old = await this.#existing(store, path);
        if (options.replaces !== "any" && old !== undefined && old.timestamp > modified)
          throw new UserFilesError("changed", path);
      }
    };
    return this.#guarded(options.ifRunning, check, async (store) => {
      const stored: UserFile[] = [];
      for (const { path, bytes, mode } of files) {
        const old = await this.#existing(store, path);
        const modified = after(old);
        await this.#makeFolders(store, path, modified);
        await settled(store.put({ timestamp: modified, mode, contents: copied(bytes) }, this.#key(path)));
        stored.push({ path, size: bytes.length, modified });
      }
      return stored;
    });
  }

  /** Changes one file if it is the one that the options name. */
  async #change(
    path: string,
    { replaces, ifRunning }: UserFileWriteOptions,
    write: (files: IDBObjectStore, old: Entry | undefined) => Promise<UserFile>,
  ): Promise<UserFileWritten> {
    const check = async (files: IDBObjectStore) => {
      const old = await this.#existing(files, path);
      if (replaces === "any") return;
      if (replaces === undefined && old !== undefined) throw new UserFilesError("exists", path);
      if (replaces !== undefined && !isSame(old, replaces)) throw new UserFilesError("changed", path);
    };
    const [written] = await this.#guarded(ifRunning, check, async (files) => [
      await write(files, await this.#existing(files, path)),
    ]);
    return written as UserFileWritten;
  }

  /** Checks before it asks whether the game runs, and again in the transaction that writes. */
  async #guarded(
    ifRunning: IfRunning = "refuse",
    check: (files: IDBObjectStore) => Promise<void>,
    write: (files: IDBObjectStore) => Promise<UserFile[]>,
  ): Promise<UserFileWritten[]> {
    if (ifRunning === "wait") await questionsEnded(this.database);
    await transact(this.database, "readonly", check);
    await mayWrite(this.database, ifRunning);
    const written = await transact(this.database, "readwrite", async (files) => {
      await check(files);
      return write(files);
    });
    // A game may have started in between and read the old file.
    const running = await runsNow(this.database, ifRunning);
    return written.map((file) => ({ ...file, running, advice }));
  }

  #key(path: string): string {
    return `${this.folder}/${path}`;
  }

  /** The path below `user://` of a key; undefined for keys of other games. */
  #below(key: string): string | undefined {
    if (!key.startsWith(`${this.folder}/`)) return undefined;
    if (this.engine === 3 && key.startsWith(projectsOf(this.database))) return undefined;
    return key.slice(this.folder.length + 1);
  }

  #get(files: IDBObjectStore, path: string): Promise<Entry | undefined> {
    return settled<Entry | undefined>(files.get(this.#key(path)));
  }

  /** The file at a path, as far as the engine sees one. */
  async #existing(files: IDBObjectStore, path: string): Promise<Entry | undefined> {
    const entry = await this.#get(files, path);
    if (!isVisible(entry)) return undefined;
    if (isFolder(entry)) throw new UserFilesError("bad-path", path);
    return entry;
  }

  /** A game whose file has no record of its folder finds its whole storage unreadable when it starts. */
  async #makeFolders(files: IDBObjectStore, path: string, timestamp: Date): Promise<void> {
    for (const folder of foldersAround(this.database, this.#key(path))) {
      const entry = await settled<Entry | undefined>(files.get(folder));
      if (!isVisible(entry)) await settled(files.put({ timestamp, mode: newFolderMode }, folder));
      else if (!isFolder(entry)) throw new UserFilesError("bad-path", path);
    }
  }

  async #each(see: (path: string, entry: Entry) => void): Promise<void> {
    await transact(this.database, "readonly", (files) =>
      eachEntry(files, (key, entry) => {
        const path = this.#below(key);
        if (path !== undefined && !isFolder(entry)) see(path, entry);
      }),
    );
  }
}

/** Where Godot 4 keeps the folders of projects that do not name a folder of their own. */
export const projectsOf = (database: string): string => `${database}/godot/app_userdata/`;

/** Ignores that no game has run here. */
export function unlessMissing(error: unknown): void {
  if (!(error instanceof UserFilesError && error.code === "missing")) throw error;
}

const describe = (path: string, entry: Entry): UserFile => ({
  path,
  size: sizeOf(entry),
  modified: entry.timestamp,
});

const isSame = (entry: Entry | undefined, { size, modified }: UserFile): boolean => {
  if (entry?.timestamp.getTime() !== modified.getTime() || sizeOf(entry) !== size) return false;
  const known = records.get(modified);
  return known === undefined || sameBytes(bytesIn(known), bytesIn(entry));
};

/** What was read and written, of which programs get copies. By their Dates, which copies of a UserFile share. */
const records = new WeakMap<Date, Entry>();

/** Now, but later than the old record: Emscripten takes equal times for equal contents. */
const after = (old: Entry | undefined): Date =>
  new Date(Math.max(Date.now(), (old?.timestamp.getTime() ?? 0) + 1));
