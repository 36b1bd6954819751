// The program of the worker threads, and a thread that may start before anybody knows its task.
import { readdirSync, statSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import { workerThreads } from "../files/node.js";

let first: Worker | undefined;
let isLittle = false;

/** So many files, and bytes in all of them, are done before a thread has started. */
export const little = { files: 8, bytes: 64 * 1024 };

/** Prepares for the arguments of a command: unless they name few and small files, a thread loads while the command loads, too. */
export function prepareFor(args: readonly string[]): void {
  isLittle = nameLittle(args);
  if (!isLittle) first ??= newWorker();
}

/** Whether the program has found few and small files, and does nothing else while they are worked on. */
export const needsNoThread = (): boolean => isLittle;

function nameLittle(args: readonly string[]): boolean {
  let files = 0;
  let bytes = 0;
  const add = (path: string): boolean => {
    const about = statSync(path, { throwIfNoEntry: false });
    if (about?.isFile() !== true) return false;
    bytes += about.size;
    return ++files <= little.files && bytes <= little.bytes;
  };
  const addAll = (path: string): boolean => {
    const about = statSync(path, { throwIfNoEntry: false });
    // It is the value of an option, or a pattern.
    if (about === undefined) return !/[*?[{]/.test(path);
    if (!about.isDirectory()) return add(path);
    const names = readdirSync(path);
    return names.length <= little.files && names.every((name) => add(`${path}/${name}`));
  };
  try {
    return args.every((arg) => {
      if (arg === "-" || arg.startsWith("--files-from")) return false;
      return arg.startsWith("-") || addAll(arg);
    });
  } catch {
    return false;
  }
}

/** A thread that waits for its task. */
export function takeWorker(): Worker {
  const taken = first;
  first = undefined;
  // A thread that has ended has no number.
  return taken === undefined || taken.threadId < 0 ? newWorker() : taken;
}

function newWorker(): Worker {
  const { Worker } = workerThreads();
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  // The work of a job keeps the program alive, an idle thread does not.
  worker.unref();
  // Until it is taken, nobody else hears why it ended.
  worker.on("error", () => {});
  return worker;
}
