import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { batch } from "godot-variant/batch";
import tar from "tar-stream";
import { startWorker } from "./fleet.js";
import { freePort, hasRedis, startRedis } from "./redis.js";
import { writeSaves } from "./sample.js";
import { openStore } from "./store.js";

const skip = !hasRedis && "Redis is not installed (Debian: apt-get install redis-server)";
const count = Number(process.env.SAVES ?? 5000);
const folder = await mkdtemp(join(tmpdir(), "fleet-"));
const url = `file:${join(folder, "data")}`;
// Before settings.js is loaded, also by the workers. The times are short, so that the test need not wait.
Object.assign(process.env, { REDIS_PORT: String(await freePort()), STORE: url, SAVES_PER_JOB: "50" });
Object.assign(process.env, { LOCK_MS: "1500", RETRY_MS: "100", POLL_MS: "300" });
const { buildDashboard } = await import("./dashboard.js");
const { doPartition, names } = await import("./partition.js");
const { produce } = await import("./producer.js");
after(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** Numbers from 0 to 1, the same in every run. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const text = async (store, key) => Buffer.from(await store.get(key)).toString();
const keysOf = async (store, prefix) => {
  const keys = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
};

/** All files in all archives, and all lines of all reports. */
async function resultsOf(store) {
  const files = new Map();
  for (const key of await keysOf(store, "converted/")) {
    const entries = tar.extract();
    Readable.from([await store.get(key)]).pipe(entries);
    for await (const entry of entries) {
      assert.ok(!files.has(entry.header.name), `${entry.header.name} is in two archives`);
      files.set(entry.header.name, await buffer(entry));
    }
  }
  const reports = (await Promise.all((await keysOf(store, "reports/")).map((key) => text(store, key)))).join(
    "",
  );
  return {
    files,
    lines: reports
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

/** The results equal those of one machine that did all saves in one call. */
async function assertEqualsOneMachine(store, broken) {
  const alone = join(folder, "alone");
  const { files, lines } = await resultsOf(store);
  const reported = new Map(lines.map((line) => [line.id, line]));
  assert.equal(reported.size, lines.length);
  let total = 0;
  const failed = [];
  for await (const result of batch(
    join(folder, "data/saves"),
    { kind: "convert", to: "godot-4" },
    { outDir: alone },
  )) {
    const key = result.id.slice(result.id.indexOf("saves/"));
    total++;
    const { outcome, code, checksum } = reported.get(key);
    assert.deepEqual([outcome, code], [result.outcome, result.code], key);
    if (outcome === "failed") failed.push(key);
    else {
      assert.equal(checksum, result.checksum);
      assert.deepEqual(files.get(key), await readFile(result.target), key);
      files.delete(key);
    }
  }
  assert.equal(total, reported.size);
  assert.equal(files.size, 0);
  assert.deepEqual(failed.sort(), broken);
  for (const key of broken) {
    assert.deepEqual(await store.get(names.poison(key)), await store.get(key));
    assert.equal(
      JSON.parse(await text(store, names.poison(`${key}.report.json`))).code,
      reported.get(key).code,
    );
  }
  assert.equal((await keysOf(store, "poison/")).length, 2 * broken.length);
}

describe("a fleet of four workers", { skip }, () => {
  test("of one machine answers at ports of their own", async () => {
    const redis = await startRedis(process.env.REDIS_PORT);
    const METRICS_PORT = String(await freePort());
    const workers = Array.from({ length: 4 }, () => startWorker({ METRICS_PORT }));
    try {
      const ports = await Promise.all(workers.map(({ ready }) => ready));
      assert.equal(new Set(ports).size, 4);
    } finally {
      for (const worker of workers) await worker.kill();
      await redis.remove();
    }
  });

  test("whose workers and whose Redis are killed does what one machine does", async (context) => {
    const broken = await writeSaves(join(folder, "data"), count);
    const redis = await startRedis(process.env.REDIS_PORT);
    const store = await openStore(url);
    const workers = Array.from({ length: 4 }, () => startWorker({}));
    const dashboard = await buildDashboard();
    try {
      const random = dice(15);
      const killed = { workers: 0, redis: 0 };
      let isOver = false;
      const end = produce(store, "saves/").finally(() => {
        isOver = true;
      });
      // After every few jobs that were done, something dies. What and when depends only on the seed.
      const jobs = Math.ceil(count / 50);
      for (let next = 3; next < jobs - 5 && !isOver; next += 3 + Math.floor(random() * 9)) {
        while (!isOver && (await keysOf(store, "reports/")).length < next)
          await new Promise((resolve) => setTimeout(resolve, 10));
        if (random() < 0.25) {
          killed.redis++;
          await redis.kill();
          await redis.start();
        } else {
          const i = Math.floor(random() * workers.length);
          killed.workers++;
          await workers[i].kill();
          workers[i] = startWorker({});
        }
      }
      assert.deepEqual(await end, { parts: jobs, failed: 0 });
      context.diagnostic(`${count} saves; killed: ${killed.workers} workers, ${killed.redis} times Redis`);
      await assertEqualsOneMachine(store, broken);
      assert.deepEqual(
        await produce(store, "saves/"),
        { parts: jobs, failed: 0 },
        "a second producer has nothing to do",
      );
      const producer = (...args) =>
        spawnSync(process.execPath, [fileURLToPath(new URL("producer.js", import.meta.url)), ...args], {
          encoding: "utf8",
        });
      assert.equal(producer("saves").stdout, `${jobs} jobs, 0 failed\n`, "the slash may be missing");
      assert.deepEqual(
        [producer("nowhere").stdout, producer("nowhere").status],
        ["no saves below nowhere/\n", 1],
      );

      const { body } = await dashboard.inject("/metrics");
      assert.match(body, /^fleet_queue_jobs\{state="waiting"\} 0$/m);
      assert.match((await dashboard.inject("/")).body, /<title>/i);
      const metrics = await (await fetch(`http://127.0.0.1:${await workers[0].ready}/metrics`)).text();
      assert.match(metrics, /^# HELP fleet_saves_total/m);
    } finally {
      await dashboard.close();
      for (const worker of workers) await worker.kill();
      await redis.remove();
    }
  });
});

test("a job that is done twice writes the same bytes, and names what is gone", async () => {
  const data = join(folder, "twice");
  const store = await openStore(`file:${data}`);
  await writeSaves(data, 300);
  const keys = [...(await keysOf(store, "saves/")), "saves/gone.save"];
  await store.put(names.manifest("a"), JSON.stringify(keys));
  await store.put(names.manifest("b"), JSON.stringify(keys));
  const counted = [];
  await doPartition(store, "a", ({ outcome }) => counted.push(outcome));
  await doPartition(store, "b");
  assert.deepEqual(await store.get(names.archive("a")), await store.get(names.archive("b")));
  assert.equal(await text(store, names.report("a")), await text(store, names.report("b")));
  assert.equal(counted.length, 301);
  const failed = (await text(store, names.report("a")))
    .split("\n")
    .filter((line) => line.includes('"failed"'));
  assert.deepEqual(
    failed.map((line) => JSON.parse(line).id),
    ["saves/50/250.save", "saves/gone.save"],
  );
});

test("a bucket works like a folder", async () => {
  const { default: S3rver } = await import("s3rver");
  const s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "game" }],
  });
  const { port } = await s3.run();
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
  };
  Object.assign(process.env, env);
  try {
    const data = join(folder, "bucket");
    await writeSaves(data, 300, 2);
    // A save that fails is copied, whatever its name is.
    await writeFile(join(data, "saves", "a+b #1 50% ?ü.save"), "not a save");
    const local = await openStore(`file:${data}`);
    const store = await openStore("s3://game");
    const keys = await keysOf(local, "saves/");
    for (const key of keys) await store.put(key, await local.get(key));
    assert.deepEqual(await keysOf(store, "saves/"), keys);
    const rest = [];
    for await (const { key } of store.list("saves/", keys[100])) rest.push(key);
    assert.deepEqual(rest, keys.slice(101));
    assert.equal(await store.get("saves/none"), undefined);
    assert.equal(await store.has("saves/none"), false);
    for (const each of [local, store]) {
      await each.put(names.manifest("a"), JSON.stringify(keys));
      await doPartition(each, "a");
    }
    for (const prefix of ["converted/", "reports/", "poison/"]) {
      const written = await keysOf(local, prefix);
      assert.deepEqual(await keysOf(store, prefix), written);
      for (const key of written)
        assert.deepEqual(Buffer.from(await store.get(key)), await local.get(key), key);
    }
  } finally {
    await s3.close();
  }
});
