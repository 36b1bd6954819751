// Lists the saves, makes jobs of them, and waits for the reports: node producer.js saves/
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import { names } from "./partition.js";
import { bytesPerJob, connection, jobOptions, queueName, savesPerJob, storeURL, task } from "./settings.js";
import { openStore } from "./store.js";

/** Jobs that wait in Redis at most; the others wait in the store as manifests. */
const mostWaiting = 10_000;

/** How often the reports are counted. */
const pollMs = Number(process.env.POLL_MS ?? 2000);

const jobId = (part) => `part-${part}`;
/** A job is named after its manifest, `manifests/saves/00000001.json`, without the first folder and the extension. */
const partOf = (key) => /^[^/]+\/(.+)\.\w+$/.exec(key)[1];

/** Keys in groups for a job each. */
async function* groups(keys) {
  let group = [];
  let bytes = 0;
  for await (const { key, size } of keys) {
    if (group.length === savesPerJob || (group.length > 0 && bytes + size > bytesPerJob)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(key);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

/** Writes the manifests. If a producer died on the way, this goes on after the last save that its manifests name, and changes none of them. */
async function writeManifests(store, prefix) {
  let count = 0;
  let last;
  for await (const { key } of store.list(`manifests/${prefix}`)) {
    last = key;
    count++;
  }
  const after =
    last === undefined ? undefined : JSON.parse(Buffer.from(await store.get(last)).toString()).at(-1);
  for await (const group of groups(store.list(prefix, after)))
    await store.put(names.manifest(`${prefix}${String(count++).padStart(8, "0")}`), JSON.stringify(group));
}

/** An id that Redis knows is not added again, so what it knows of an earlier, finished job goes first. */
async function add(queue, parts) {
  for (const part of parts) await queue.remove(jobId(part));
  await queue.addBulk(
    parts.map((part) => ({ name: task.kind, data: { part }, opts: { ...jobOptions, jobId: jobId(part) } })),
  );
}

const partsIn = async (store, prefix) => {
  const parts = new Set();
  for await (const { key } of store.list(prefix)) parts.add(partOf(key));
  return parts;
};

/**
 * Has all saves below `prefix` converted, which ends with `/`. Producers of other prefixes may run at the same time. May be killed and started again at any time. The store alone says what is done: a job that Redis lost is added again.
 * Returns `{ parts, failed }`, the numbers of jobs and of those that failed at every attempt.
 */
export async function produce(store, prefix) {
  const queue = new Queue(queueName, { connection });
  queue.on("error", () => {});
  try {
    // Waits for Redis, and rejects if a package is missing.
    await queue.waitUntilReady();
    await writeManifests(store, prefix);
    const parts = await partsIn(store, `manifests/${prefix}`);
    for (;;) {
      const done = await partsIn(store, `reports/${prefix}`);
      const open = [...parts].filter((part) => !done.has(part));
      const states = async (...names) => new Set((await queue.getJobs(names)).map((job) => job?.data.part));
      const failed = await states("failed");
      if (open.every((part) => failed.has(part))) return { parts: parts.size, failed: open.length };
      const queued = await states("waiting", "active", "delayed");
      const missing = open.filter((part) => !queued.has(part) && !failed.has(part));
      await add(queue, missing.slice(0, Math.max(0, mostWaiting - queued.size)));
      await sleep(pollMs);
    }
  } finally {
    await queue.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // A prefix ends with one slash, as in `saves/`; without it, no manifest would be found again.
  const prefix = (process.argv[2] ?? "saves").replace(/\/*$/, "/");
  const { parts, failed } = await produce(await openStore(storeURL), prefix);
  console.log(parts === 0 ? `no saves below ${prefix}` : `${parts} jobs, ${failed} failed`);
  process.exitCode = parts > 0 && failed === 0 ? 0 : 1;
}
