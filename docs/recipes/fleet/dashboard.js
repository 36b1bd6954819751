// The queue in a browser (Bull Board) at http://127.0.0.1:8085/, and its depth for Prometheus at /metrics. For those who may see and retry jobs: it has no login.
import { fileURLToPath } from "node:url";
import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { FastifyAdapter } from "@bull-board/fastify";
import { Queue } from "bullmq";
import Fastify from "fastify";
import { Gauge, Registry } from "prom-client";
import { connection, queueName } from "./settings.js";

export async function buildDashboard() {
  const queue = new Queue(queueName, { connection });
  queue.on("error", () => {});
  const registry = new Registry();
  new Gauge({
    name: "fleet_queue_jobs",
    help: "Jobs in the queue, by state",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries(await queue.getJobCounts())) this.set({ state }, count);
    },
  });
  const server = Fastify();
  const board = new FastifyAdapter();
  createBullBoard({ queues: [new BullMQAdapter(queue)], serverAdapter: board });
  await server.register(board.registerPlugin());
  server.get("/metrics", async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  server.addHook("onClose", () => queue.close());
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await (await buildDashboard()).listen({ port: Number(process.env.PORT ?? 8085), host: "127.0.0.1" });
