// Writes to the standard output, as fast as its reader takes it.
import { once } from "node:events";
import { type BigIntStats, fstatSync, writeSync } from "node:fs";
import { identityIn } from "../../batch/files/same-file.js";
import { codeOf, exitCode, Failure, reasonOf } from "./failure.js";
import { say } from "./report.js";
import { visibleLines } from "./text.js";

/** Text is collected up to this length before it is written. */
const chunkLength = 1 << 16;

/** Joins parts of text to pieces that are worth a write each. */
export function* pieces(parts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const part of parts) {
    piece += part;
    if (piece.length < chunkLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Writes text to standard output, and waits whenever its reader is slower. */
export async function printText(parts: Iterable<string>): Promise<void> {
  for (const piece of pieces(parts)) await printBytes(piece);
}

/** Text whose every character counts; for a terminal, without the characters that it would obey. */
export function exactText(text: string, isForFile: boolean): string {
  return process.stdout.isTTY && !isForFile ? visibleLines(text) : text;
}

/** Writes to standard output, and waits if its reader is slower. */
export async function printBytes(chunk: string | Uint8Array): Promise<void> {
  if (hasReader()) {
    if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
    return;
  }
  try {
    let rest = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    throw new Failure(failureText(error));
  }
}

/**
 * Whether standard output is a terminal, a pipe or a socket, which Windows does not tell apart. To a file or a device Node's stream
 * writes once, and does not notice that a full disk took only a part.
 */
function hasReader(): boolean {
  const about = aboutStandardOutput();
  const isStored = about?.isFile() || about?.isCharacterDevice() || about?.isBlockDevice();
  return process.stdout.isTTY || !isStored;
}

function aboutStandardOutput(): BigIntStats | undefined {
  try {
    return fstatSync(1, { bigint: true });
  } catch {
    return undefined;
  }
}

/** Whether standard output writes into this file, device or pipe. */
export function isStandardOutput(about: BigIntStats): boolean {
  const output = aboutStandardOutput();
  const identity = output && identityIn(output);
  return identity !== undefined && identity === identityIn(about);
}

const failureText = (error: unknown) => `standard output: Cannot write to it: ${reasonOf(error)}.`;

/** Exits quietly when the reader of standard output stops reading, as `head` does. Ignores that nobody reads the notes. */
export function endWithReader(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error) => {
    if (codeOf(error) === "EPIPE") process.exit();
    say(failureText(error));
    process.exit(exitCode.input);
  });
}
