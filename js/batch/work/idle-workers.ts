// Worker threads that wait for work. A thread takes 80 ms to load and is slow until its code is compiled, so a call of `batch`
// leaves its threads to the next one, which many short calls need more than anything else.
import type { Worker, WorkerOptions } from "node:worker_threads";
import { workerThreads } from "../files/node.js";

/** After so many milliseconds without work, a thread ends. */
const patience = 3000;

interface Idle {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

const idle: Idle[] = [];

/** A thread that waits for a task. The last one that worked comes first. */
export function takeWorker(): Worker {
  for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
    clearTimeout(last.timer);
    // A thread that has ended has no number.
    if (last.worker.threadId >= 0) return last.worker;
  }
  return newWorker();
}

/** Leaves a thread to whoever takes the next one. It must have nothing to do, and have run nothing but the code of this package. */
export function keepWorker(worker: Worker): void {
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.worker === worker),
      1,
    );
    void worker.terminate();
  }, patience);
  timer.unref();
  idle.push({ worker, timer });
}

/** A thread has the options of its program, and with `--input-type` it does not start, because its program is a file. */
function optionsOfThread(): WorkerOptions {
  const given = process.env.NODE_OPTIONS ?? "";
  const others = given.replace(/(?<!\S)--input-type[=\s]\S+/g, "");
  return {
    ...(process.execArgv.some((option) => option.startsWith("--input-type")) && { execArgv: [] }),
    ...(others !== given && { env: { ...process.env, NODE_OPTIONS: others } }),
  };
}

export function newWorker(): Worker {
  const { Worker } = workerThreads();
  const worker = new Worker(new URL("./worker.js", import.meta.url), optionsOfThread());
  // The work of a job keeps the program alive, an idle thread does not.
  worker.unref();
  // While nobody has taken it, nobody else hears why it ended.
  worker.on("error", () => {});
  return worker;
}
