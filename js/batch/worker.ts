// The program of a worker thread.
import { parentPort } from "node:worker_threads";
import { detect, encode } from "../index.js";
import type { Job, Reply, WorkSettings } from "./task/job.js";
import { performer } from "./work/perform.js";
import type { AnyJob, Message } from "./work/threads.js";

const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: Message, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
let performing: ReturnType<typeof performer>;
// Both parts of the codec compile before the first job comes.
detect(encode(null));

/** The first message is the task, all others are jobs. */
port.on("message", async (message: WorkSettings | readonly AnyJob[]) => {
  if ("task" in message) {
    // What a schema prints must not stand in a report that goes to standard output.
    if (message.task.kind === "validate") process.stdout.write = process.stderr.write.bind(process.stderr);
    performing = performer(message);
    // A task that cannot be prepared is said for each group.
    performing.catch(() => {});
  } else {
    await work(message);
  }
});

async function work(jobs: readonly AnyJob[]): Promise<void> {
  try {
    const perform = await performing;
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(await perform(withBuffers(job)));
    const whole = withOwnBytes(replies);
    const moved = whole.flatMap(({ result, table }) => [
      result.output?.buffer ?? [],
      ...(table ?? []).map(({ buffer }) => buffer),
    ]);
    send({ replies: whole }, Array.from(new Set(moved.flat())) as ArrayBuffer[]);
  } catch (error) {
    // The class of an error does not arrive.
    send({ failure: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Bytes that share their buffer with others would be cloned with all of it, and cannot be moved. So outputs have buffers of their
 * own, and all rows of small files share one, because to move a buffer costs more than to copy a few rows.
 */
function withOwnBytes(replies: readonly Reply[]): Reply[] {
  const few = (table: Reply["table"]) => (table?.length === 1 ? table : []);
  const rows = Buffer.concat(replies.flatMap(({ table }) => few(table)));
  const all = rows.length === rows.buffer.byteLength ? rows : new Uint8Array(rows);
  let at = 0;
  return replies.map(({ result: { output, ...rest }, table, types }) => {
    const start = at;
    at += few(table)[0]?.length ?? 0;
    return {
      result: output === undefined ? rest : { ...rest, output: owned(output) },
      table: table?.length === 1 ? [all.subarray(start, at)] : table?.map(owned),
      types,
    };
  });
}

const owned = <Bytes extends Uint8Array>(bytes: Bytes) =>
  bytes.length === bytes.buffer.byteLength ? bytes : (new Uint8Array(bytes) as unknown as Bytes);

/** Names that are not UTF-8 arrive as plain arrays of bytes. */
function withBuffers(job: AnyJob): AnyJob {
  if ("columns" in job) return job;
  const buffer = (path: Job["target"]) =>
    path instanceof Uint8Array ? Buffer.from(path.buffer, path.byteOffset, path.length) : path;
  return {
    ...job,
    from: job.isFile ? (buffer(job.from as Buffer) as Buffer) : job.from,
    target: buffer(job.target),
  };
}
