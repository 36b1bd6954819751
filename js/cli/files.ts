import { once } from "node:events";
import { readFile, stat, writeFile } from "node:fs/promises";
import { exitCode, Failure } from "./failure.js";

/** How a message calls a file. */
export function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** All bytes of a file, or of standard input for `-`. */
export async function readBytes(file: string): Promise<Uint8Array> {
  if (file === "-") return readStandardInput();
  try {
    return await readFile(file);
  } catch (error) {
    throw new Failure(`cannot read ${file}: ${reasonOf(error)}`);
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY) throw new Failure("name a FILE, or pipe one to standard input", exitCode.usage);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  } catch (error) {
    throw new Failure(`cannot read standard input: ${reasonOf(error)}`);
  }
  return Buffer.concat(chunks);
}

/** The text of UTF-8 bytes, without a byte order mark. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failure("the text is not UTF-8");
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is no directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left",
  ERR_FS_FILE_TOO_LARGE: "it is larger than 2 GiB",
};

/** Why the system refused, in words. Anything that is not from the system is thrown again. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined) throw error;
  return reasons[code] ?? code;
}

/** Characters that are written at once. */
const chunkLength = 1 << 16;

/** Writes text to standard output, as fast as its reader takes it. */
export async function printText(parts: Iterable<string>): Promise<void> {
  let chunk = "";
  for (const part of parts) {
    chunk += part;
    if (chunk.length < chunkLength) continue;
    await print(chunk);
    chunk = "";
  }
  await print(chunk);
}

async function print(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
}

/** Where bytes go. */
export interface Target {
  /** A file, or standard output when absent or `-`. */
  readonly output: string | undefined;
  /** The file that was read, which is never overwritten. */
  readonly input: string;
}

/** Refuses targets that the user cannot want: a terminal, and the input itself. */
export async function checkTarget({ output, input }: Target): Promise<void> {
  if (output === undefined || output === "-") {
    if (process.stdout.isTTY)
      throw new Failure("bytes do not belong on a terminal: use --output FILE", exitCode.usage);
  } else if (await areSame(input, output)) {
    throw new Failure(`${output} is the input itself: choose another --output`, exitCode.usage);
  }
}

async function areSame(input: string, output: string): Promise<boolean> {
  if (input === "-") return false;
  const [from, to] = await Promise.all([input, output].map((file) => stat(file).catch(() => undefined)));
  return from !== undefined && to !== undefined && from.dev === to.dev && from.ino === to.ino;
}

/** Writes the bytes that a command made. */
export async function writeBytes(bytes: Uint8Array, { output }: Target): Promise<void> {
  if (output === undefined || output === "-") return print(bytes);
  try {
    await writeFile(output, bytes);
  } catch (error) {
    throw new Failure(`cannot write ${output}: ${reasonOf(error).replace("such file", "such folder")}`);
  }
}

/** Ends quietly when the reader of standard output has enough, as `head` has. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCode.ok);
    throw error;
  });
}
