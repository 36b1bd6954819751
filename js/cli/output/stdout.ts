import { once } from "node:events";
import { exitCode } from "./failure.js";

/** Characters that are written at once. */
const chunkLength = 1 << 16;

/** Writes text to standard output, as fast as its reader takes it. */
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

/** Writes to standard output, as fast as its reader takes it. */
export async function printBytes(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
}

/** Ends quietly when the reader of standard output has enough, as `head` has. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCode.ok);
    throw error;
  });
}
