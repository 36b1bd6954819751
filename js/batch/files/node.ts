// Modules of Node that load when they are first used. An import of `node:crypto` takes 6 ms, because it asks for all of its exports.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

export const crypto = (): typeof import("node:crypto") => load("node:crypto");
export const workerThreads = (): typeof import("node:worker_threads") => load("node:worker_threads");

/** Text that no other run has: 16 hexadecimal digits. */
export const randomName = (): string => crypto().randomBytes(8).toString("hex");
