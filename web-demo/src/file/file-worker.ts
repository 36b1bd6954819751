// The worker that holds a file. When it ends, a new one reads the file again and repeats every change, so no edit is lost.
import type { CallName, Calls, Opened, OpenRequest, Progress } from "../protocol/calls.js";
import { Client, failureOf } from "../protocol/client.js";

type ChangingName = "edit" | "undo" | "redo" | "expand";

/** A call that changes what the worker holds. */
export type Change = {
  [Name in ChangingName]: {
    readonly name: Name;
    readonly args: Parameters<Calls[Name]>;
    /** A refused edit is repeated, too: it may have ended what redo brings back. */
    readonly isRefused: boolean;
  };
}[ChangingName];

const changing: ReadonlySet<CallName> = new Set<ChangingName>(["edit", "undo", "redo", "expand"]);

interface Started {
  readonly client: Client;
  readonly opened: Promise<Opened>;
  /** Resolves when the worker holds the file with all changes. */
  readonly ready: Promise<void>;
}

export class FileWorker {
  readonly #request: () => OpenRequest;
  readonly #hear: (progress: Progress) => void;
  readonly #restarted: (ready: Promise<void>) => void;
  readonly #changes: Change[] = [];
  #started: Started;

  /**
   * @param request The file; asked again for each worker.
   * @param hear Receives the progress of reading.
   * @param restarted Called when a new worker starts; the promise settles when it has repeated all changes.
   */
  constructor(
    request: () => OpenRequest,
    hear: (progress: Progress) => void,
    restarted: (ready: Promise<void>) => void,
  ) {
    this.#request = request;
    this.#hear = hear;
    this.#restarted = restarted;
    this.#started = this.#start();
  }

  /** Rejects with the errors of reading the file. */
  get opened(): Promise<Opened> {
    return this.#started.opened;
  }

  /** The changes so far, in order. */
  get changes(): readonly Change[] {
    return [...this.#changes];
  }

  #start(): Started {
    const worker = new Worker(new URL("../worker/worker.ts", import.meta.url), { type: "module" });
    const client = new Client(worker);
    const opened = client.call("open", [this.#request()], this.#hear);
    const ready = opened.then(async () => {
      for (const { name, args, isRefused } of this.#changes) {
        const done = client.call(name, args);
        await (isRefused ? done.catch(() => {}) : done);
      }
    });
    // Whoever waits for them hears of their errors.
    for (const one of [opened, ready]) one.catch(() => {});
    return { client, opened, ready };
  }

  /** Ends all work, and starts a worker that holds the same file with the same changes. */
  restart(): void {
    this.end();
    this.#started = this.#start();
    this.#restarted(this.#started.ready);
  }

  /** Calls the worker. A worker that ends meanwhile is replaced once. */
  async call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    hear?: (progress: Progress) => void,
  ): Promise<ReturnType<Calls[Name]>> {
    for (let isFirst = true; ; isFirst = false) {
      const started = this.#started;
      try {
        // Asked when the file could not be opened.
        if (name !== "readings") await started.ready;
        const result = await started.client.call(name, args, hear);
        if (changing.has(name)) this.#changes.push({ name, args, isRefused: false } as Change);
        return result;
      } catch (error) {
        const { code } = failureOf(error);
        const isRefused = code !== "worker-ended" && code !== "cancelled";
        if (name === "edit" && isRefused) this.#changes.push({ name, args, isRefused } as Change);
        if (!isFirst || code !== "worker-ended") throw error;
        if (this.#started === started) this.restart();
      }
    }
  }

  /** Ends the worker; calls that it has not answered reject as cancelled. */
  end(): void {
    this.#started.client.end();
  }
}
