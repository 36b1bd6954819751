// Backup: the files of a game as text.
import type { ByteArray } from "../base/options.js";
import { base64Parts, bytesOfBase64 } from "../table/base64.js";
import { copied, isFileMode, newFileMode } from "./database.js";
import { checkedPath } from "./paths.js";
import { UserFilesError } from "./user-files-error.js";

/** The value of `format` in the text of a backup. */
export const backupFormat = "godot-user-files 1";

/** A file of a backup. */
export interface BackupFile {
  /** The path below `user://`. */
  readonly path: string;
  /** The content. */
  readonly bytes: ByteArray;
  /** When the game wrote it. */
  readonly modified: Date;
  /** The POSIX mode that Emscripten keeps: 0o100666. */
  readonly mode: number;
}

/** The files of a game with their times and modes, which `JSON.stringify` turns into text and `Backup.parse` back. */
export class Backup {
  /** Where the game ran. */
  readonly origin: string;
  /** The name of the game's database. */
  readonly database: string;
  /** What `user://` stood for. */
  readonly folder: string;
  #files: readonly BackupFile[];

  /**
   * Makes a backup of files from anywhere; `Game.export` makes one of a game.
   *
   * @param content Everything that the backup holds; paths with or without `user://`.
   * @throws {UserFilesError} `bad-path` for a path that does not stay below `user://`; `bad-backup` for two files of one path, for
   *   a mode that is not one of a file, and for an invalid time.
   */
  constructor(content: { origin: string; database: string; folder: string; files: readonly BackupFile[] }) {
    this.origin = content.origin;
    this.database = content.database;
    this.folder = content.folder;
    const files = new Map(content.files.map((file) => [checkedPath(file.path), file]));
    if (files.size < content.files.length) throw new UserFilesError("bad-backup");
    for (const [path, { mode, modified }] of files) {
      if (!isFileMode(mode)) {
        const octal = `0o${Number(mode).toString(8)}`;
        throw new UserFilesError("bad-backup", path, new TypeError(`${octal} is not the mode of a file.`));
      }
      // No file would count as newer, so that `import` would replace any.
      if (!(modified instanceof Date) || Number.isNaN(+modified))
        throw new UserFilesError("bad-backup", path, new TypeError("The time is invalid."));
    }
    this.#files = Array.from(files, ([path, file]) => ({ ...file, path }));
  }

  /**
   * Reads the text of a backup, such as the download that `downloadSnippet` makes.
   *
   * @param text What `JSON.stringify` made of a backup.
   * @returns The backup.
   * @throws {UserFilesError} `bad-backup` for anything else; `bad-path` for a path that does not stay below `user://`.
   * @example
   * const backup = Backup.parse(await file.text());
   */
  static parse(text: string): Backup {
    try {
      const { format, origin, database, folder, files } = JSON.parse(text);
      if (format !== backupFormat) throw new TypeError(`The format is ${format}.`);
      for (const part of [origin, database, folder])
        if (typeof part !== "string") throw new TypeError("A name is missing.");
      return new Backup({ origin, database, folder, files: files.map(fileOf) });
    } catch (cause) {
      throw cause instanceof UserFilesError ? cause : new UserFilesError("bad-backup", "", cause);
    }
  }

  /** The files, sorted by path. */
  get files(): readonly BackupFile[] {
    return [...this.#files].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * Reads a file.
   *
   * @param path The path below `user://`, with or without `user://`.
   * @returns The content; changes to it do not reach the backup.
   * @throws {UserFilesError} `missing` or `bad-path`.
   * @example
   * const { values } = await load(backup.read("slot1.save"));
   */
  read(path: string): ByteArray {
    const below = checkedPath(path);
    const file = this.#files.find((one) => one.path === below);
    if (file === undefined) throw new UserFilesError("missing", below);
    return file.bytes.slice();
  }

  /**
   * Makes a backup with one file changed or added. A changed file keeps its time, by which `import` and `restoreSnippet` notice that the
   * game has written since; for an added one, any file that they find counts as newer.
   *
   * @param path The path below `user://`, with or without `user://`.
   * @param bytes The new content.
   * @returns The new backup; this one stays as it is.
   * @throws {UserFilesError} `bad-path`.
   * @example
   * const snippet = restoreSnippet(backup.with("slot1.save", bytes));
   */
  with(path: string, bytes: Uint8Array): Backup {
    const below = checkedPath(path);
    const { modified = new Date(0), mode = newFileMode } =
      this.#files.find((file) => file.path === below) ?? {};
    const others = this.#files.filter((file) => file.path !== below);
    const files = [...others, { path: below, bytes: new Uint8Array(copied(bytes).buffer), modified, mode }];
    return new Backup({ origin: this.origin, database: this.database, folder: this.folder, files });
  }

  /**
   * Called by `JSON.stringify`.
   *
   * @returns An object with contents as base64 and times as ISO 8601.
   */
  toJSON(): object {
    const { origin, database, folder } = this;
    const files = this.files.map(({ path, bytes, modified, mode }) => {
      return { path, modified: modified.toISOString(), mode, base64: [...base64Parts(bytes)].join("") };
    });
    return { format: backupFormat, origin, database, folder, files };
  }
}

function fileOf(file: { path: unknown; modified: unknown; mode: unknown; base64: unknown }): BackupFile {
  const { path, modified, mode, base64 } = file;
  const bytes = typeof base64 === "string" ? bytesOfBase64(base64) : undefined;
  const time = new Date(String(modified));
  if (typeof path !== "string" || typeof mode !== "number" || bytes === undefined || Number.isNaN(+time))
    throw new TypeError("A file is not complete.");
  return { path, bytes, modified: time, mode };
}
