// Few and small files, which the calling thread does sooner than a worker starts.
import { statSync } from "node:fs";
import type { Reply, WorkSettings } from "../task/job.js";
import { little } from "./first-worker.js";
import { type AnyJob, ownThread, type Pool } from "./threads.js";

/**
 * Whether a small file takes little memory: by default it decompresses to a few MiB at most. A schema is a program, which may
 * end its thread.
 */
export const areBounded = ({ task, read, timeout }: WorkSettings): boolean =>
  task.kind !== "validate" && timeout === undefined && read.limits.decompressedBytes === undefined;

/** Does the first jobs itself while they are few and small, and gives all others to a pool of threads. */
export class FewFirst implements Pool {
  readonly size: number;
  readonly #threads: Pool;
  readonly #own: Promise<Pool>;
  #files = little.files;
  #bytes = little.bytes;

  constructor(settings: WorkSettings, threads: Pool) {
    this.size = threads.size;
    this.#threads = threads;
    this.#own = ownThread(settings);
    // Whoever runs a job hears of it.
    this.#own.catch(() => {});
  }

  async run(jobs: readonly AnyJob[]): Promise<Reply[]> {
    this.#files -= jobs.length;
    for (const job of jobs) this.#bytes -= sizeOf(job);
    const isFew = this.#files >= 0 && this.#bytes >= 0;
    return (isFew ? await this.#own : this.#threads).run(jobs);
  }

  close(isDone: boolean): Promise<void> {
    return this.#threads.close(isDone);
  }
}

function sizeOf(job: AnyJob): number {
  if (!("columns" in job) && !job.isFile) return job.from.length;
  const path = "columns" in job ? job.rows : (job.from as string);
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
