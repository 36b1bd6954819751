// Inputs are read ahead and worked on together; what is finished comes in the order of the inputs.
import { setImmediate } from "node:timers/promises";
import type { Placed } from "./output-places.js";
import type { Finished } from "./table.js";
import { refused } from "./task/failure.js";
import type { Reply } from "./task/job.js";
import type { Pool } from "./work/threads.js";

/** Files that go to a worker at once: as many as fit in these bytes, so that a message costs little beside the work. */
const groupBytes = 512 * 1024;
const groupFiles = 32;
/** Inputs that are read or waiting in memory; a single one may be larger. */
const mostBytes = 64 * 1024 * 1024;
const groupsOfWorker = 8;

/**
 * Works on many inputs at once, and yields what is finished in the order of the inputs. An error of the source comes after all that
 * was read before it. However the caller ends, the source is closed, too.
 */
export async function* inOrder(
  inputs: AsyncGenerator<readonly Placed[]>,
  pool: Pool,
  signal: AbortSignal | undefined,
): AsyncGenerator<Finished[]> {
  if (signal?.aborted === true) return;
  const ahead = new ReadAhead(inputs, pool);
  const stop = () => ahead.stop();
  signal?.addEventListener("abort", stop);
  try {
    for (let section = await ahead.next(); section !== undefined; section = await ahead.next()) yield section;
  } finally {
    signal?.removeEventListener("abort", stop);
    await ahead.close();
  }
}

interface Group {
  readonly done: Promise<Finished[]>;
  readonly bytes: number;
}

/** Reads inputs until enough of them are running, whether or not somebody waits for results. */
class ReadAhead {
  readonly #inputs: AsyncGenerator<readonly Placed[]>;
  readonly #pool: Pool;
  readonly #running: Group[] = [];
  readonly #reading: Promise<void>;
  #gathered: Placed[] = [];
  #gatheredBytes = 0;
  #runningBytes = 0;
  #isStopped = false;
  #isOver = false;
  /** Whether the source has not yet given the input that it was asked for. */
  #isAsking = false;
  #failure: { readonly error: unknown } | undefined;
  #arrived = () => {};
  #left = () => {};

  constructor(inputs: AsyncGenerator<readonly Placed[]>, pool: Pool) {
    this.#inputs = inputs;
    this.#pool = pool;
    this.#reading = this.#read();
  }

  /** The next group that is finished; undefined if there is none. */
  async next(): Promise<Finished[] | undefined> {
    for (;;) {
      // A slow source must not keep those waiting that are there.
      if (this.#running.length === 0 && this.#gathered.length > 0 && !this.#isStopped) this.#start();
      const first = this.#running.shift();
      if (first !== undefined) {
        const section = await first.done;
        this.#runningBytes -= first.bytes;
        this.#left();
        return section;
      }
      if (this.#isOver || this.#isStopped) break;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    // A source may fail because of the stop.
    if (this.#failure !== undefined && !this.#isStopped) throw this.#failure.error;
    return undefined;
  }

  /** Begins nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#arrived();
    this.#left();
  }

  /** Stops, and closes the source. Does not wait for a source that gives nothing now: it is closed when it answers. */
  async close(): Promise<void> {
    this.stop();
    const closed = this.#reading.then(() => this.#inputs.return(undefined));
    if (!this.#isAsking) return void (await closed);
    await Promise.race([closed.catch(() => {}), setImmediate()]);
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        if (this.#isFull()) await this.#room();
        if (this.#isStopped) break;
        this.#isAsking = true;
        const { value, done } = await this.#inputs.next();
        this.#isAsking = false;
        if (done === true || this.#isStopped) break;
        await this.#gatherAll(value);
      }
    } catch (error) {
      this.#isAsking = false;
      this.#failure = { error };
    }
    this.#isOver = true;
    this.#arrived();
  }

  /** A section may hold many large files, of which only as many as fit may be in work. */
  async #gatherAll(inputs: readonly Placed[]): Promise<void> {
    for (const input of inputs) {
      if (this.#isFull()) {
        this.#arrived();
        await this.#room();
      }
      if (this.#isStopped) return;
      this.#gather(input);
    }
    this.#arrived();
  }

  /** Waits until something has left, or the end. */
  async #room(): Promise<void> {
    while (this.#isFull() && !this.#isStopped)
      await new Promise<void>((resolve) => {
        this.#left = resolve;
      });
  }

  #isFull(): boolean {
    return this.#running.length >= this.#pool.size * groupsOfWorker || this.#runningBytes >= mostBytes;
  }

  #gather(input: Placed): void {
    this.#gathered.push(input);
    this.#gatheredBytes += input.found.size;
    if (this.#gathered.length >= groupFiles || this.#gatheredBytes >= groupBytes) this.#start();
  }

  #start(): void {
    const done = finish(this.#gathered, this.#pool);
    // It is awaited later; until then, an error must not end the program.
    done.catch(() => {});
    this.#running.push({ done, bytes: this.#gatheredBytes });
    this.#runningBytes += this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }
}

async function finish(group: readonly Placed[], pool: Pool): Promise<Finished[]> {
  const jobs = group.flatMap(({ job }) => job ?? []);
  const replies = (jobs.length === 0 ? [] : await pool.run(jobs)).values();
  return group.map((placed) => {
    const { found, job, problem } = placed;
    const reply =
      job === undefined
        ? { result: refused(found.id, problem?.error, problem?.outcome) }
        : (replies.next().value as Reply);
    return { placed, reply };
  });
}
