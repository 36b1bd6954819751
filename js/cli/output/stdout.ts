import { once } from "node:events";
import { exitCode } from "./failure.js";

/** Text is collected up to this length before it is written. */
const chunkLength = 1 << 16;

/** Writes text to standard output, and waits whenever its reader is slower. */
export async function printText(parts: Iterable<string>): Promise<void> {
  let chunk = "";
  for (const part of parts) {
    chunk += part;
    if (chunk.length < chunkLength) continue;
    await printBytes(chunk);
    chunk = "";
  }
  await printBytes(chunk);
}

/** Writes to standard output, and waits if its reader is slower. */
export async function printBytes(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
}

/** Exits quietly when the reader of standard output stops reading, as `head` does. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCode.ok);
    throw error;
  });
}
