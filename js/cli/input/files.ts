// Reads files and the standard input, whole or in chunks.
import { type BigIntStats, fstatSync, readdirSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { suggestion } from "../../base/similar.js";
import type { LoadOptions, Options } from "../../index.js";
import { codeOf, exitCode, Failure, reasonOf } from "../output/failure.js";
import { Progress } from "../output/progress.js";
import { isStandardOutput } from "../output/stdout.js";
import { visible } from "../output/text.js";

/** The bytes of a file, and the options to read them with. */
export interface Input {
  readonly bytes: Uint8Array;
  readonly options: LoadOptions & Pick<Options, "onLoss">;
  readonly progress: Progress;
}

/** The name of a file in messages. */
export function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** Reads a file, or standard input when its name is `-`. */
export async function readBytes(file: string, progress = new Progress(nameOf(file))): Promise<Uint8Array> {
  if (file === "-") return readStandardInput(progress);
  try {
    const about = await stat(file, { bigint: true });
    checkNotOutput(about, file);
    const size = Number(about.size);
    if (about.isFile() && progress.isFor(size)) return await readLarge(file, size, progress);
    return await readFile(file);
  } catch (error) {
    throw error instanceof Failure ? error : notRead(file, error);
  }
}

/** Why a file cannot be read. If there is none, its folder may hold one of a similar name. */
function notRead(file: string, error: unknown): Failure {
  if (file === "") return new Failure("The name of a file is empty.", exitCode.usage);
  const problem = `${file}: Cannot read the file: ${reasonOf(error)}.`;
  if (codeOf(error) !== "ENOENT") return new Failure(problem);
  if (file.includes("\uFFFD"))
    return new Failure(`${problem} Names that are not UTF-8 do not reach this program. Pipe the file to it.`);
  const inFolder = (name: string) => visible(join(dirname(file), name));
  return new Failure(problem + suggestion(basename(file), namesIn(dirname(file)), inFolder));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Refuses a file that standard output overwrites, before more of it is lost. */
function checkNotOutput(about: BigIntStats, file: string): void {
  if (!about.isFile() || !isStandardOutput(about)) return;
  const emptied = about.size === 0n ? ", and the shell emptied it before this program began" : "";
  throw new Failure(
    `${nameOf(file)}: The output is the input itself${emptied}. Redirect to another file.`,
    exitCode.usage,
  );
}

/** Reads a file like `readBytes`, but throws a Failure if it is empty. */
export async function readInput(file: string, progress?: Progress): Promise<Uint8Array> {
  const bytes = await readBytes(file, progress);
  if (bytes.length === 0)
    throw new Failure(`${nameOf(file)}: The input is empty. A Variant has at least 4 bytes.`);
  return bytes;
}

/** Bytes read between two reports of progress. */
const partBytes = 4 << 20;

async function readLarge(file: string, size: number, progress: Progress): Promise<Uint8Array> {
  if (size > 2 ** 31 - 1) throw Object.assign(new Error(), { code: "ERR_FS_FILE_TOO_LARGE" });
  const bytes = Buffer.allocUnsafe(size);
  const handle = await open(file);
  let at = 0;
  try {
    while (at < size) {
      progress.tell("reading", at, size);
      const { bytesRead } = await handle.read(bytes, at, Math.min(partBytes, size - at));
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    progress.tell("reading", at, size);
  } finally {
    await handle.close();
  }
  return bytes.subarray(0, at);
}

/** Yields the chunks of a file or of standard input as they arrive. */
export async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  if (file === "-") {
    yield* standardInput();
    return;
  }
  try {
    const handle = await open(file);
    checkNotOutput(await handle.stat({ bigint: true }), file);
    yield* handle.createReadStream({ highWaterMark: 1 << 18 });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw notRead(file, error);
  }
}

async function* standardInput(): AsyncGenerator<Uint8Array> {
  if (process.stdin.isTTY) throw new Failure("Name a FILE, or pipe one to standard input.", exitCode.usage);
  const about = fstatSync(0, { bigint: true });
  checkNotOutput(about, "-");
  // Node reads a folder as nothing.
  if (about.isDirectory()) throw new Failure("standard input: Cannot read it: it is a directory.");
  try {
    for await (const chunk of process.stdin) yield chunk as Uint8Array;
  } catch (error) {
    throw new Failure(`standard input: Cannot read it: ${reasonOf(error)}.`);
  }
}

async function readStandardInput(progress: Progress): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of standardInput()) {
    chunks.push(chunk);
    size += chunk.length;
    if (progress.isFor(size)) progress.tell("reading", size);
  }
  return Buffer.concat(chunks);
}
