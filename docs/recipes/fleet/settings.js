// What all programs of the fleet must agree on. The environment names the two servers.

/** Redis, as BullMQ takes it. It waits for a server that is away. */
export const connection = {
  host: process.env.REDIS_HOST ?? "127.0.0.1",
  port: Number(process.env.REDIS_PORT ?? 6379),
  maxRetriesPerRequest: null,
  retryStrategy: (times) => Math.min(100 * times, 5000),
};

/** Where saves are and results go (store.js). */
export const storeURL = process.env.STORE ?? "file:data";

export const queueName = "saves";

/** What is done to each save: a task of `godot-variant/batch`. */
export const task = { kind: "convert", to: "godot-4" };

/** What one save may take. */
export const limits = { inputBytes: 32_000_000, decompressedBytes: 64_000_000, memory: 512_000_000 };

/** A job has that many saves, or fewer when they are large. */
export const savesPerJob = Number(process.env.SAVES_PER_JOB ?? 500);
export const bytesPerJob = 64_000_000;

/** A failed job is tried again after 1, 2, 4, 8 … seconds. What is done is known from the reports, so finished jobs need not stay in Redis. */
export const jobOptions = {
  attempts: 8,
  backoff: { type: "exponential", delay: Number(process.env.RETRY_MS ?? 1000) },
  removeOnComplete: 1000,
};

/** After that time without a sign of life, a job goes to another worker. A worker that died is not the job's fault, so it may happen often. */
export const lockMs = Number(process.env.LOCK_MS ?? 30_000);
export const mostStalls = 20;
