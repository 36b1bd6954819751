// Does jobs, one at a time: start one such process for each core. Prometheus reads its figures at /metrics of METRICS_PORT or the next free port.
import { createServer } from "node:http";
import { Worker } from "bullmq";
import { Counter, Registry } from "prom-client";
import { doPartition } from "./partition.js";
import { connection, lockMs, mostStalls, queueName, storeURL } from "./settings.js";
import { openStore } from "./store.js";

const registry = new Registry();
const counter = (name, help, ...labelNames) => new Counter({ name, help, labelNames, registers: [registry] });
const saves = counter("fleet_saves_total", "Saves that were read, by outcome", "outcome");
const bytes = counter("fleet_bytes_total", "Bytes of saves, in and out", "direction");
const errors = counter("fleet_errors_total", "Saves that failed, by code", "code");
const jobs = counter("fleet_jobs_total", "Jobs, by outcome", "outcome");

function count({ outcome, code, bytesIn, bytesOut }) {
  saves.inc({ outcome });
  bytes.inc({ direction: "in" }, bytesIn);
  bytes.inc({ direction: "out" }, bytesOut);
  if (code !== undefined) errors.inc({ code });
}

const store = await openStore(storeURL);
const worker = new Worker(queueName, ({ data }) => doPartition(store, data.part, count), {
  connection,
  lockDuration: lockMs,
  stalledInterval: lockMs / 2,
  maxStalledCount: mostStalls,
});
worker.on("completed", () => jobs.inc({ outcome: "done" }));
worker.on("failed", (job, error) => {
  jobs.inc({ outcome: "failed" });
  console.error(`${job?.id}: ${error.message}`);
});
// Redis is away: the worker connects again by itself.
worker.on("error", () => {});
// But a worker that never can, because a package is missing, ends with the reason.
await worker.waitUntilReady();

let port = Number(process.env.METRICS_PORT ?? 9464);
const metrics = createServer(async (_request, response) => {
  response.setHeader("content-type", registry.contentType).end(await registry.metrics());
});
metrics.on("listening", () => {
  console.log(`metrics: http://127.0.0.1:${metrics.address().port}/metrics`);
  process.send?.({ port: metrics.address().port });
});
// Each worker of a machine takes the next port.
metrics.on("error", (error) => {
  if (error.code !== "EADDRINUSE") throw error;
  metrics.listen(++port, "127.0.0.1");
});
metrics.listen(port, "127.0.0.1");

// A polite end: the job is finished first.
process.once("SIGTERM", async () => {
  metrics.close();
  await worker.close();
  process.exit();
});

// The test that started this process has died.
process.once("disconnect", () => process.exit());
