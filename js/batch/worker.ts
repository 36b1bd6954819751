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
    for (const job of jobs) replies.push(await perform(withBuffers(job)));
    send({ replies });
  } catch (failure) {
    send({ failure });
  }
});
// A task that cannot be prepared is said for each group.
performing.catch(() => {});

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
