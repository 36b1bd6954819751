// Paths below `user://`.
import { UserFilesError } from "./user-files-error.js";

/** `saves/slot1.save` of `user://saves/slot1.save`; refuses paths that Godot would not store under that name. */
export function checkedPath(path: string): string {
  const below = path.replace(/^user:\/\//, "");
  if (!isStoredAs(below)) throw new UserFilesError("bad-path", path);
  return below;
}

/** Whether Godot stores a file or a folder of this path under this very name. */
export function isStoredAs(path: string): boolean {
  return (
    !/[\0\\]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/** The folders around a path, outermost first, without the database's own folder. */
export function foldersAround(database: string, path: string): string[] {
  const parts = path.slice(database.length + 1).split("/");
  return parts.slice(0, -1).map((_, i) => `${database}/${parts.slice(0, i + 1).join("/")}`);
}
