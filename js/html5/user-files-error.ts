// UserFilesError: why an operation on `user://` files was refused.
/** Why an operation on `user://` files was refused; nothing has been written. */
export type UserFilesErrorCode =
  | "unavailable"
  | "missing"
  | "exists"
  | "bad-path"
  | "running"
  | "changed"
  | "foreign"
  | "wrong-version"
  | "quota"
  | "bad-backup";

/** @internal A sentence for every code. */
export const userFilesSentences: Readonly<Record<UserFilesErrorCode, string>> = {
  unavailable: "The browser does not give this page its database.",
  missing: "There is no such file.",
  exists: "The file exists already; pass what was read as `replaces` to overwrite it.",
  "bad-path": "The path is not one of a file below user://.",
  running: "A page has the game's storage open. Close the game first: it would overwrite the change.",
  changed: "The file was changed or deleted after it was read. Read it again.",
  foreign: "The database does not hold the files of a game.",
  "wrong-version": "The database has another version than the one that games open.",
  quota: "The browser has no room for the file. Nothing was written.",
  "bad-backup": "This is not a backup of user:// files.",
};

/**
 * The error of all functions for `user://` files. Whenever one throws it, the storage of the game is as it was before.
 *
 * @example
 * try {
 *   await game.write("slot1.save", bytes, { replaces: file });
 * } catch (error) {
 *   if (error instanceof UserFilesError && error.code === "running") alert("Close the game first.");
 * }
 */
export class UserFilesError extends Error {
  /** Which of the problems it is. */
  readonly code: UserFilesErrorCode;
  /** The path below `user://`, or the name of the database; empty when the problem concerns neither. */
  readonly place: string;

  /**
   * Made by this package; programs only read it.
   *
   * @param code Which problem it is.
   * @param place The path below `user://`, or the name of the database.
   * @param cause The error of the browser, if it gave one.
   */
  constructor(code: UserFilesErrorCode, place = "", cause?: unknown) {
    const where = place === "" ? "" : ` (${place})`;
    super(`${code}${where}: ${userFilesSentences[code]}`, cause === undefined ? undefined : { cause });
    this.name = "UserFilesError";
    this.code = code;
    this.place = place;
  }

  /** The problem in sentences, without the code and the place. */
  get reason(): string {
    return userFilesSentences[this.code];
  }
}
