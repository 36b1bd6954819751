// The program of a worker thread.
import { parentPort, workerData } from "node:worker_threads";
import type { TableJob } from "./columns/table-file.js";
import type { Job, Reply, WorkSettings } from "./task/job.js";
import { performer } from "./work/perform.js";
import type { Message } from "./work/threads.js";

const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: Message, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
const performing = performer(workerData as WorkSettings);

port.on("message", async (jobs: readonly (Job | TableJob)[]) => {
  try {
    const perform = await performing;
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(withOwnBytes(await perform(withBuffers(job))));
    const moved = replies.flatMap(({ result, table }) => [result.output, table]);
    send({ replies }, moved.flatMap((bytes) => bytes?.buffer ?? []) as ArrayBuffer[]);
  } catch (failure) {
    send({ failure });
  }
});
// A task that cannot be prepared is said for each group.
performing.catch(() => {});

/** Bytes that share their buffer with others would be cloned with all of it, and cannot be moved. */
function withOwnBytes({ result, table, types }: Reply): Reply {
  const { output, ...rest } = result;
  return {
    result: output === undefined ? rest : { ...rest, output: owned(output) },
    table: table && owned(table),
    types,
  };
}

const owned = <Bytes extends Uint8Array>(bytes: Bytes) =>
  bytes.length === bytes.buffer.byteLength ? bytes : (new Uint8Array(bytes) as unknown as Bytes);

/** Names that are not UTF-8 arrive as plain arrays of bytes. */
function withBuffers(job: Job | TableJob): Job | TableJob {
  if ("columns" in job) return job;
  const buffer = (path: Job["target"]) =>
    path instanceof Uint8Array ? Buffer.from(path.buffer, path.byteOffset, path.length) : path;
  return {
    ...job,
    from: job.isFile ? (buffer(job.from as Buffer) as Buffer) : job.from,
    target: buffer(job.target),
  };
}
