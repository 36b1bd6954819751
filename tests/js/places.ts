// A folder with a save for each test of writing, on the command line.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./command-line.js";
import { before } from "./faults.js";

export const isLinux = process.platform === "linux";

let folders = 0;
/** Makes a folder for one test, with `save.bin`. */
export function newFolder(): string {
  const made = join(folder, `place-${folders++}`);
  mkdirSync(made);
  writeFileSync(join(made, "save.bin"), before);
  return made;
}

/** Arguments that set a value in the files that follow. */
export const set = (...args: string[]) => ["set", "hp", "2", ...args];
/** The contents of a file in such a folder. */
export const contents = (place: string, name = "save.bin") => readFileSync(join(place, name));
export const isHidden = (name: string) => name.startsWith(".");
