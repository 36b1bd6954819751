// Where a command writes, and that it overwrites nothing by mistake.
import { type BigIntStats, fstatSync, type Stats } from "node:fs";
import { readlink, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { identityIn, realPath } from "../../batch/files/same-file.js";
import { deviceOf, isRefusedByWindows, isWindows, withSlashes } from "../../batch/files/windows-names.js";
import { codeOf, exitCode, Failure, reasonOf } from "./failure.js";
import { say } from "./report.js";
import { isStandardOutput, printBytes } from "./stdout.js";
import { type Contents, holds, keepAs, type Sliced, type WholeFile, writeWhole } from "./whole-file.js";

/** Where a command writes its bytes. */
export interface Target {
  /** Name of the file; `-` or undefined means standard output. */
  readonly output: string | undefined;
  /** Replace `original`. */
  readonly inPlace: boolean | undefined;
  /** Keep what `original` was as a file with the extension .bak. */
  readonly backup: boolean;
  /** The file that --in-place replaces; undefined when the command has none. */
  readonly original: string | undefined;
  /** Files that the command reads. Nothing may overwrite them, except that the result of an edit may replace `original`. */
  readonly inputs: readonly string[];
  /** The output is text, so a terminal may show it. */
  readonly isText?: boolean;
  /** What `original` was before it was read, if it is replaced. */
  readonly seen?: BigIntStats | undefined;
}

/**
 * Throws a Failure instead of writing bytes to a terminal or over an input. Returns the target; `original` as --output is
 * the same as --in-place.
 */
export async function checkedTarget(target: Target): Promise<Target> {
  const { output, inPlace, backup, original, inputs } = target;
  if (inPlace === true) {
    if (output !== undefined)
      throw new Failure("Use either --in-place or --output, not both.", exitCode.usage);
    if (original === undefined || original === "-")
      throw new Failure("--in-place needs a file to replace.", exitCode.usage);
    if (backup) await checkBackups([original], inputs);
    return { ...target, seen: await stat(original, { bigint: true }).catch(() => undefined) };
  }
  const isFile = original !== undefined && original !== "-";
  if (
    output !== undefined &&
    isFile &&
    (await areSame(original, output)) &&
    (await areOneName(original, output))
  )
    return checkedTarget({ ...target, output: undefined, inPlace: true });
  if (!backup) throw new Failure("--no-backup needs --in-place.", exitCode.usage);
  if (output === "") throw new Failure("The name of the output is empty.", exitCode.usage);
  if (output === undefined || output === "-") {
    if (!process.stdout.isTTY || target.isText === true) return target;
    throw new Failure(
      "The output is binary, so it is not printed to a terminal. Use --output FILE.",
      exitCode.usage,
    );
  }
  if (isWindows() && deviceOf(output) === undefined && isRefusedByWindows(basename(output)))
    throw new Failure(`${output}: On Windows, no file can have this name.`, exitCode.usage);
  for (const input of inputs) {
    if (!(await areSame(input, output))) continue;
    throw new Failure(`${output}: The output is the input itself. Choose another name.`, exitCode.usage);
  }
  return target;
}

/** The backups of files that are replaced must not replace other inputs. */
async function checkBackups(originals: readonly string[], inputs: readonly string[]): Promise<void> {
  const known = new Map<string, string>();
  for (const input of inputs) {
    const id = await idOf(input);
    if (id !== undefined) known.set(id, input);
  }
  for (const original of originals) {
    const file = realPathOr(original);
    const id = await idOf(backupOf(file));
    const input = id === undefined || id === (await idOf(file)) ? undefined : known.get(id);
    if (input === undefined) continue;
    const why = "The backup would overwrite this input. Rename it, or use --no-backup.";
    throw new Failure(`${input}: ${why}`, exitCode.usage);
  }
}

/** Checks, before anything is written, that replacing several files destroys none that another name or backup stands for. */
export async function checkReplaced(files: readonly string[], backup: boolean): Promise<void> {
  const names = new Map<string, string>();
  for (const file of files) {
    const end = realPathOr(file);
    const other = names.get(end);
    if (other !== undefined)
      throw new Failure(
        `${other} and ${file} are the same file, which can be replaced once.`,
        exitCode.usage,
      );
    names.set(end, file);
  }
  if (backup) await checkBackups(files, files);
}

/** The path of a file without links, or of one that cannot be reached as it is. */
function realPathOr(name: string): string {
  try {
    return realPath(name);
  } catch {
    return name;
  }
}

async function areSame(input: string, output: string): Promise<boolean> {
  const id = await idOf(input);
  return id !== undefined && id === (await idOf(output));
}

/** Whether replacing one of two names of a file replaces the other: not if they are hard links. */
async function areOneName(one: string, other: string): Promise<boolean> {
  return (await stat(one)).nlink === 1 || realPath(one) === realPath(other);
}

/** The same text for two names of one file; undefined for what is none. The shell may have opened a file as standard input. */
async function idOf(name: string): Promise<string | undefined> {
  try {
    const about = name === "-" ? fstatSync(0, { bigint: true }) : await stat(name, { bigint: true });
    if (!about.isFile()) return undefined;
    return identityIn(about) ?? (name === "-" ? undefined : realPath(name));
  } catch {
    return undefined;
  }
}

/** Writes the result of a command to its target. */
export async function writeBytes(bytes: Sliced, target: Target): Promise<void> {
  const { output, inPlace, original } = target;
  if (inPlace === true && original !== undefined) return replaceFile(original, bytes, target);
  return writeOutput(output, bytes);
}

/** Writes text to its target, piece by piece. If making it fails, a file is not replaced. */
export function writeText(text: AsyncIterable<string>, { output }: Target): Promise<void> {
  return writeOutput(output, text);
}

async function writeOutput(output: string | undefined, contents: Contents): Promise<void> {
  if (output === undefined || output === "-") return print(contents);
  let old: Stats | undefined;
  try {
    const device = deviceOf(output);
    if (device !== undefined) return await writeFile(device, contents);
    old = await aboutFile(output);
    if (old !== undefined && isStandardOutput(await stat(output, { bigint: true })))
      return await print(contents);
    if (isStream(output, old)) return await writeFile(output, contents);
    await writeWhole({ file: await endOfLinks(output), name: output, old }, contents);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The reader of a pipe has enough, as with standard output.
    if (codeOf(error) === "EPIPE") return;
    const reason = reasonOf(error).replace("such file", "such folder");
    throw new Failure(`${output}: Cannot write the file: ${reason}.${adviceOn(error, old)}`);
  }
}

async function print(contents: Contents): Promise<void> {
  if (contents instanceof Uint8Array) return printBytes(contents);
  for await (const piece of contents) await printBytes(piece);
}

/** Follows links to the file, which need not exist. */
async function endOfLinks(name: string): Promise<string> {
  try {
    return realPath(name);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    if (withSlashes(name).endsWith("/")) throw error;
    const folder = realPath(dirname(name));
    const next = await readlink(name).catch(() => undefined);
    return next === undefined ? join(folder, basename(name)) : endOfLinks(resolve(folder, next));
  }
}

async function aboutFile(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Whether bytes are written into the thing itself: a device, a pipe, or a file that the shell has opened. */
function isStream(name: string, about: Stats | undefined): boolean {
  return (about !== undefined && !about.isFile()) || /^\/(dev\/(std|fd\/)|proc\/)/.test(name);
}

/** What to do if the folder forbids what the file itself would allow, or on Windows another program. */
function adviceOn(error: unknown, old: Stats | undefined): string {
  if (old === undefined || !/^(EACCES|EPERM|EROFS|EBUSY)$/.test(codeOf(error) ?? "")) return "";
  if (isWindows()) return " The game or another program may have it open.";
  return " A new file replaces it, so its folder must be writable too. To write into the file itself, redirect standard output.";
}

const backupOf = (file: string) => `${file}.bak`;

/** Replaces a file, and keeps one backup beside it. */
async function replaceFile(name: string, bytes: Sliced, target: Target): Promise<void> {
  let old: Stats | undefined;
  try {
    const file = realPath(name);
    old = await stat(file);
    if (!old.isFile()) throw new Failure(`${name}: Only a file can be replaced. Use --output.`);
    if (old.size === bytes.length && (await holds(file, bytes))) return say(`${name} is the same already.`);
    await replaceKept({ file, name, old }, bytes, target);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const advice = isWindows() ? adviceOn(error, old) : "";
    throw new Failure(`${name}: Cannot replace the file, which is unchanged: ${reasonOf(error)}.${advice}`);
  }
}

async function replaceKept(
  whole: WholeFile & { old: Stats },
  bytes: Sliced,
  { backup, seen }: Target,
): Promise<void> {
  const { file, name, old } = whole;
  if (backup) await checkBackupPlace(backupOf(file));
  await writeWhole(whole, bytes, async () => {
    await checkUnchanged(name, seen);
    if (backup) await keepAs(backupOf(file), file, old);
  });
  say(`${name} was replaced.${backup ? ` The old file is ${backupOf(file)}.` : ""}`);
}

async function checkBackupPlace(path: string): Promise<void> {
  const kept = await stat(path).catch(() => undefined);
  if (!kept?.isDirectory()) return;
  const why = "The backup would have this name, which is that of a folder. Rename it, or use --no-backup.";
  throw new Failure(`${path}: ${why}`);
}

/** A game that runs may save again while a command works on its file. */
async function checkUnchanged(name: string, seen: BigIntStats | undefined): Promise<void> {
  const { ino, size, mtimeNs } = await stat(name, { bigint: true });
  if (seen === undefined || (ino === seen.ino && size === seen.size && mtimeNs === seen.mtimeNs)) return;
  throw new Failure(`${name}: The file has changed meanwhile, and was not replaced. Try again.`);
}
