import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { exitCode, Failure, reasonOf } from "./failure.js";
import { say } from "./report.js";
import { printBytes } from "./stdout.js";

/** Where a command writes its bytes. */
export interface Target {
  /** Name of the file; `-` or undefined means standard output. */
  readonly output: string | undefined;
  /** Replace `original`, and keep a backup of it. */
  readonly inPlace: boolean | undefined;
  /** The file that --in-place replaces; undefined when the command has none. */
  readonly original: string | undefined;
  /** Files that the command reads. Only --in-place may overwrite them. */
  readonly inputs: readonly string[];
}

/** Throws a Failure instead of writing bytes to a terminal or over an input. */
export async function checkTarget({ output, inPlace, original, inputs }: Target): Promise<void> {
  if (inPlace === true) {
    if (output !== undefined)
      throw new Failure("Use either --in-place or --output, not both.", exitCode.usage);
    if (original === undefined || original === "-")
      throw new Failure("--in-place needs a file to replace.", exitCode.usage);
  } else if (output === undefined || output === "-") {
    if (process.stdout.isTTY)
      throw new Failure(
        "The output is binary, so it is not printed to a terminal. Use --output FILE.",
        exitCode.usage,
      );
  } else {
    for (const input of inputs) {
      if (!(await areSame(input, output))) continue;
      const advice =
        input === original ? "Choose another --output, or use --in-place." : "Choose another --output.";
      throw new Failure(`${output}: The output is the input itself. ${advice}`, exitCode.usage);
    }
  }
}

async function areSame(input: string, output: string): Promise<boolean> {
  if (input === "-") return false;
  const [from, to] = await Promise.all([input, output].map((file) => stat(file).catch(() => undefined)));
  return from !== undefined && to !== undefined && from.dev === to.dev && from.ino === to.ino;
}

/** Writes the result of a command to its target. */
export async function writeBytes(bytes: Uint8Array, { output, inPlace, original }: Target): Promise<void> {
  if (inPlace === true && original !== undefined) return replaceFile(original, bytes);
  if (output === undefined || output === "-") return printBytes(bytes);
  try {
    await writeFile(output, bytes);
  } catch (error) {
    throw new Failure(
      `${output}: Cannot write the file: ${reasonOf(error).replace("such file", "such folder")}.`,
    );
  }
}

/**
 * Replaces a file atomically: if the program is interrupted, the file holds either the old bytes or the new ones. A backup
 * stays beside it.
 */
async function replaceFile(name: string, bytes: Uint8Array): Promise<void> {
  let temporary: string | undefined;
  try {
    const file = await realpath(name);
    temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
    await writeSynced(temporary, bytes, (await stat(file)).mode);
    const backup = await keep(file);
    await rename(temporary, file);
    await syncFolder(dirname(file));
    say(`${name} was replaced. The old file is ${backup}.`);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true });
    throw new Failure(`${name}: Cannot replace the file, which is unchanged: ${reasonOf(error)}.`);
  }
}

async function writeSynced(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, "wx", mode & 0o777);
  try {
    await handle.writeFile(bytes);
    await handle.chmod(mode & 0o777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Backs a file up as `.bak`, `.bak2` and so on: with a hard link, or with a copy where the file system has no links. */
async function keep(file: string): Promise<string> {
  for (let number = 1; ; number++) {
    const backup = `${file}.bak${number === 1 ? "" : number}`;
    try {
      await link(file, backup).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") throw error;
        return copyFile(file, backup, constants.COPYFILE_EXCL);
      });
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Flushes a renaming to the disk. Not every system supports this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
