// The program of the worker threads, and a thread that may start before anybody knows its task.
import { Worker } from "node:worker_threads";

let first: Worker | undefined;

/** Starts a thread for the first that asks for one: it loads while the caller loads, too. */
export function startWorker(): void {
  first ??= newWorker();
}

/** A thread that waits for its task. */
export function takeWorker(): Worker {
  const taken = first;
  first = undefined;
  // A thread that has ended has no number.
  return taken === undefined || taken.threadId < 0 ? newWorker() : taken;
}

function newWorker(): Worker {
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  // The work of a job keeps the program alive, an idle thread does not.
  worker.unref();
  // Until it is taken, nobody else hears why it ended.
  worker.on("error", () => {});
  return worker;
}
