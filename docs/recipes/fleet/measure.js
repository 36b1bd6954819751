// How many saves a second 1, 2 and 4 workers convert, and one call of `batch` with a thread for each core: node measure.js [SAVES]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batch } from "godot-variant/batch";
import { startWorker } from "./fleet.js";
import { freePort, startRedis } from "./redis.js";
import { writeSaves } from "./sample.js";

const count = Number(process.argv[2] ?? 5000);
const folder = await mkdtemp(join(tmpdir(), "fleet-"));
Object.assign(process.env, { REDIS_PORT: String(await freePort()), STORE: `file:${folder}`, POLL_MS: "50" });
const { produce } = await import("./producer.js");
const { openStore } = await import("./store.js");
const { limits, task } = await import("./settings.js");

async function timed(name, work) {
  const begin = performance.now();
  await work();
  const seconds = (performance.now() - begin) / 1000;
  console.log(`| ${name} | ${Math.round(count / seconds)} | ${seconds.toFixed(1)} |`);
}

try {
  // About 9 KB each.
  await writeSaves(folder, count, 105);
  for (const number of [1, 2, 4]) {
    for (const results of ["manifests", "reports", "converted", "poison"])
      await rm(join(folder, results), { recursive: true, force: true });
    const redis = await startRedis(process.env.REDIS_PORT);
    const workers = Array.from({ length: number }, () => startWorker({}));
    try {
      await Promise.all(workers.map(({ ready }) => ready));
      await timed(number, async () => produce(await openStore(process.env.STORE), "saves/"));
    } finally {
      for (const worker of workers) await worker.kill();
      await redis.remove();
    }
  }
  await timed("none: one call of `batch`", async () => {
    for await (const _ of batch(join(folder, "saves"), task, { limits, outDir: join(folder, "converted") }));
  });
} finally {
  await rm(folder, { recursive: true });
}
