// Worker threads. Written here because the two libraries for it, tinypool and piscina, would be the only packages that every
// use of `batch` needs, and what matters most is not in them: which file killed a worker.
import type { Worker } from "node:worker_threads";
import type { TableJob } from "../columns/table-file.js";
import { BatchError, BatchFailure, refused } from "../task/failure.js";
import type { Job, Reply, WorkSettings } from "../task/job.js";
import { keepWorker, takeWorker } from "./idle-workers.js";
import { performer } from "./perform.js";

export type AnyJob = Job | TableJob;

/** Does jobs, several at a time. */
export interface Pool {
  /** How many groups can be worked on at once. */
  readonly size: number;
  /** Does the jobs one after the other. Never rejects because of a file. */
  run(jobs: readonly AnyJob[]): Promise<Reply[]>;
  /** Ends the threads, or leaves them to the next call: those that have done all their work, and nothing that may outlast it. */
  close(isDone: boolean): Promise<void>;
}

/** A pool without threads. */
export async function ownThread(settings: WorkSettings): Promise<Pool> {
  const perform = await performer(settings);
  let last: Promise<unknown> = Promise.resolve();
  const all = async (jobs: readonly AnyJob[]) => {
    const replies: Reply[] = [];
    for (const job of jobs) replies.push(await perform(job));
    return replies;
  };
  return {
    size: 1,
    run: (jobs) => {
      const replies = last.then(() => all(jobs));
      last = replies.catch(() => {});
      return replies;
    },
    close: async () => {},
  };
}

interface Task {
  readonly jobs: readonly AnyJob[];
  readonly resolve: (replies: Reply[]) => void;
  readonly reject: (error: unknown) => void;
}

/** What a worker sends. */
export type Message =
  | { readonly replies: Reply[] }
  | { readonly ready: true }
  /** Why the task cannot be done to any file. */
  | { readonly failure: string };

/** A pool of threads, which start when there is work for them. */
export class Threads implements Pool {
  readonly size: number;
  readonly #settings: WorkSettings;
  readonly #idle: Thread[] = [];
  readonly #waiting: Task[] = [];
  readonly #threads = new Set<Thread>();
  #isClosed = false;

  constructor(size: number, settings: WorkSettings) {
    this.size = size;
    this.#settings = settings;
  }

  async run(jobs: readonly AnyJob[]): Promise<Reply[]> {
    try {
      return await this.#assign(jobs);
    } catch (error) {
      if (!(error instanceof ThreadDied)) throw error;
    }
    // One of the files killed the worker. Each goes to a worker of its own.
    const replies: Reply[] = [];
    for (const job of jobs) {
      const one = await this.#assign([job]).catch((error) => {
        if (!(error instanceof ThreadDied)) throw error;
        return [{ result: refused("columns" in job ? job.target : job.id, new BatchFailure(error.code)) }];
      });
      replies.push(...one);
    }
    return replies;
  }

  async close(isDone: boolean): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new Error("closed"));
    // A schema is a program: what it leaves in its thread must not meet the next task, nor its next version.
    const mayKeep = isDone && this.#settings.task.kind !== "validate";
    const closed = (thread: Thread) =>
      mayKeep && this.#idle.includes(thread) && thread.isSmall ? thread.release() : thread.end();
    await Promise.all(Array.from(this.#threads, closed));
  }

  #assign(jobs: readonly AnyJob[]): Promise<Reply[]> {
    return new Promise((resolve, reject) => {
      // The threads that `close` ends must not be replaced.
      if (this.#isClosed) return reject(new Error("closed"));
      this.#waiting.push({ jobs, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const thread = this.#idle.pop() ?? this.#started();
    if (thread === undefined) return;
    const { jobs, resolve, reject } = this.#waiting.shift() as Task;
    thread.do(jobs).then(
      (replies) => {
        this.#idle.push(thread);
        resolve(replies);
        this.#next();
      },
      async (error) => {
        reject(error);
        // A thread whose task could not be prepared has not ended by itself.
        await thread.end();
        this.#threads.delete(thread);
        this.#next();
      },
    );
  }

  #started(): Thread | undefined {
    if (this.#threads.size >= this.size) return undefined;
    const thread = new Thread(this.#settings);
    this.#threads.add(thread);
    return thread;
  }
}

class ThreadDied extends Error {
  readonly code: "worker-died" | "too-slow";

  constructor(code: ThreadDied["code"] = "worker-died") {
    super(code);
    this.code = code;
  }
}

/** A thread that has read or written a larger file may hold much memory. */
const largestOfSmall = 8 * 1024 * 1024;

/** Milliseconds beyond which `setTimeout` waits only one. */
const longestTimeout = 2 ** 31 - 1;

class Thread {
  readonly #worker: Worker;
  isSmall = true;
  #resolve: (replies: Reply[]) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #isDead = false;
  #isEnding = false;
  readonly #timeout: number | undefined;

  readonly #listeners = [
    [
      "message",
      (message: Message) => {
        if ("replies" in message) this.#settle(message.replies);
        else if ("failure" in message) this.#reject(new BatchError(message.failure));
      },
    ],
    ["error", () => this.#reject(new ThreadDied())],
    [
      "exit",
      () => {
        this.#isDead = true;
        this.#reject(new ThreadDied());
      },
    ],
  ] as const;

  constructor(settings: WorkSettings) {
    this.#timeout = settings.timeout;
    this.#worker = takeWorker();
    this.#worker.postMessage(settings);
    for (const [event, listener] of this.#listeners) this.#worker.on(event, listener);
  }

  do(jobs: readonly AnyJob[]): Promise<Reply[]> {
    let timer: NodeJS.Timeout | undefined;
    return new Promise((resolve, reject) => {
      // It may have ended while it had nothing to do.
      if (this.#isDead) return reject(new ThreadDied());
      this.#resolve = resolve;
      this.#reject = reject;
      this.#worker.ref();
      this.#worker.postMessage(jobs);
      // A group has the time of one file: when that is over, each of its files goes to a worker of its own. A table is no file of the source.
      if (this.#timeout !== undefined && !jobs.some((job) => "columns" in job))
        timer = setTimeout(() => reject(new ThreadDied("too-slow")), Math.min(this.#timeout, longestTimeout));
    }).finally(() => {
      clearTimeout(timer);
      // A reply may still come while it ends, and the program must not be over before `end` is.
      if (!this.#isEnding) this.#worker.unref();
    }) as Promise<Reply[]>;
  }

  #settle(replies: Reply[]): void {
    this.isSmall &&= replies.every(
      ({ result: { bytesIn, bytesOut } }) => bytesIn + bytesOut <= largestOfSmall,
    );
    this.#resolve(replies);
  }

  /** Gives the thread away. */
  release(): void {
    for (const [event, listener] of this.#listeners) this.#worker.off(event, listener);
    keepWorker(this.#worker);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }
}
