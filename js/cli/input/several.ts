// Commands that take several files: one that fails does not stop the others.
import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { folded } from "../../batch/files/names.js";
import { VariantError } from "../../index.js";
import { exitCode, Failure, reasonOf } from "../output/failure.js";
import { errorText, labelNotes, say } from "../output/report.js";
import { pieces } from "../output/stdout.js";
import { checkReplaced, writeBytes } from "../output/targets.js";
import { visible } from "../output/text.js";
import type { Sliced } from "../output/whole-file.js";
import { nameOf } from "./files.js";
import { checkOneStandardInput } from "./secrets.js";
import { type Given, targetOf } from "./settings.js";

/** Calls a function for each file, or for standard input if there are none. Only wrong usage stops the others. */
export async function forEachFile(
  files: readonly string[],
  run: (file: string) => Promise<void>,
): Promise<void> {
  for (const file of inputs(files)) {
    labelNotes(files.length > 1 ? file : undefined);
    await run(file).catch((error: unknown) => reportUnlessUsage(error, file, files));
  }
  labelNotes(undefined);
}

/** How a command writes what it makes of a file, if that does not replace the file. */
interface Writing {
  /** What --in-place replaces; undefined if there is nothing. */
  readonly original: string | undefined;
  /** The name of the output in the folder of --out-dir. */
  readonly outputName?: (name: string) => string;
}

/** Writes the result of a command for each file to its target; of several files, in place or to a folder. */
export async function writeEach(
  files: readonly string[],
  given: Given,
  make: (file: string) => Promise<Sliced>,
  writing?: Writing,
): Promise<void> {
  const { inPlace, outDir } = given;
  if (outDir !== undefined) await prepareFolder(outDir, files, given, writing);
  else if (writing !== undefined) checkOne(files, "Without --out-dir, this command");
  else if (inPlace !== true) checkOne(files, "Without --in-place or --out-dir, this command");
  else await checkReplaced(files, given.backup ?? true);
  await forEachFile(files, async (file) => {
    const target =
      outDir === undefined
        ? await (writing === undefined ? targetOf(given, file) : targetOf(given, writing.original, file))
        : await targetOf({ ...given, output: outputIn(outDir, file, writing) }, undefined, ...files);
    await writeBytes(await make(file), target);
  });
}

const outputIn = (
  folder: string,
  file: string,
  { outputName = (name: string) => name }: Partial<Writing> = {},
) => join(folder, outputName(basename(file)));

/** Creates the folder of --out-dir. Throws a Failure, before anything is written, if two files would get one name there. */
async function prepareFolder(folder: string, files: readonly string[], given: Given, writing?: Writing) {
  if (given.output !== undefined || given.inPlace === true)
    throw new Failure("Use only one of --output, --in-place and --out-dir.", exitCode.usage);
  if (folder === "") throw new Failure("The name of the folder is empty.", exitCode.usage);
  if (inputs(files).includes("-"))
    throw new Failure("--out-dir needs the names of files. Standard input has none.", exitCode.usage);
  const outputs = new Map<string, string>();
  for (const file of files) {
    const output = outputIn(folder, file, writing);
    const name = folded(output);
    const other = outputs.get(name);
    if (other !== undefined)
      throw new Failure(`${other} and ${file} would both be written to ${output}.`, exitCode.usage);
    outputs.set(name, file);
  }
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Failure(`${folder}: Cannot create the folder: ${reasonOf(error)}.`);
  });
}

/**
 * Yields the text of each file, or of standard input if there are none. Of several files, each text follows a line with
 * the name, as `head` prints it, unless `labelled` says that the texts name their files themselves.
 */
export async function* textOfEach(
  files: readonly string[],
  textOf: (file: string, isAlone: boolean) => AsyncIterable<string> | Iterable<string>,
  labelled = false,
): AsyncGenerator<string> {
  const isAlone = files.length < 2;
  let before = "";
  let isEmpty = true;
  for (const file of inputs(files)) {
    labelNotes(isAlone ? undefined : file);
    let label = isAlone || labelled ? "" : `==> ${visible(nameOf(file))} <==\n`;
    try {
      for await (const piece of textOf(file, isAlone)) {
        yield (label && before + label) + piece;
        if (label !== "") before = "\n";
        label = "";
        isEmpty = false;
      }
    } catch (error) {
      // When there is nothing to write, the output must stay as it is.
      if (isEmpty && !isAlone && file === files.at(-1)) throw named(error, file);
      reportUnlessUsage(error, file, files);
    }
  }
  labelNotes(undefined);
}

/** Throws a Failure for several files. */
function checkOne(files: readonly string[], why: string): void {
  if (files.length > 1) throw new Failure(`${why} takes one file.`, exitCode.usage);
}

function inputs(files: readonly string[]): readonly string[] {
  checkOneStandardInput({}, ...files);
  return files.length === 0 ? ["-"] : files;
}

/** The text of one value or line of a file, ready to be written. `read` may throw what concerns the file. */
export async function* textFrom(read: () => Promise<Iterable<string>>): AsyncGenerator<string> {
  yield* pieces(await read());
}

/** Reports why one of several files failed. Rethrows the error of a single file, and wrong usage. */
function reportUnlessUsage(error: unknown, file: string, files: readonly string[]): void {
  if (files.length < 2) throw error instanceof VariantError ? named(error, file) : error;
  const failure = named(error, file);
  if (failure.code === exitCode.usage) throw failure;
  labelNotes(undefined);
  say(failure.message);
  process.exitCode = failure.code;
}

/** The error with the name of its file. Rethrows an error that the user cannot act on. */
function named(error: unknown, file: string): Failure {
  if (!(error instanceof Failure) && !(error instanceof VariantError)) throw error;
  const name = `${nameOf(file)}: `;
  if (error instanceof VariantError) return new Failure(name + errorText(error));
  return error.message.startsWith(name) ? error : new Failure(name + error.message, error.code);
}

/** Wraps a command so that it prints errors about its input to standard error and sets the exit code. */
export function reporting<Given extends unknown[]>(
  run: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    try {
      await run(...given);
    } catch (error) {
      if (!(error instanceof Failure) && !(error instanceof VariantError)) throw error;
      labelNotes(undefined);
      say(error instanceof Failure ? error.message : errorText(error));
      process.exitCode = error instanceof Failure ? error.code : exitCode.input;
    }
  };
}
