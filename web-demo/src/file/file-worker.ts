// The worker that holds a file. When it ends, or rests because other files need workers, a new one reads the file again and repeats
// every change, so no edit is lost.
import type { CallName, Calls, Progress } from "../protocol/calls.js";
import { Client } from "../protocol/client.js";
import { CallError, failureOf } from "../protocol/failures.js";
import type { Opened, OpenRequest } from "../protocol/opening.js";
import { endTurn, noteUse, settleTurns, type Tenant, takeTurn } from "./worker-turns.js";

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

/** Whether a name is one of a Change: another version of the page may have kept others. */
export const isChanging = (name: string): boolean => changing.has(name as CallName);

/** The arguments that repeat a change. */
export const argsAgain = ({ name, args, isRefused }: Change): Parameters<Calls[ChangingName]> =>
  name === "edit" && isRefused ? [args[0], true] : args;

/** Codes of errors that say nothing of an edit: it did not reach the file. */
const unrelated: ReadonlySet<string> = new Set(["worker-ended", "cancelled", "missing-part"]);

interface Started {
  readonly client: Promise<Client>;
  readonly opened: Promise<Opened>;
  /** Resolves when the worker holds the file with all changes. */
  readonly ready: Promise<void>;
  end(): void;
}

const cancelled = () =>
  new CallError({ code: "cancelled", text: "cancelled", hint: "", path: "", offset: undefined });

interface Owner {
  /** The file; asked again for each worker. */
  request(): OpenRequest;
  /** Receives the progress of reading. */
  hear(progress: Progress): void;
  /** Called when a new worker starts; the promise settles when it has repeated all changes. */
  restarted(ready: Promise<void>): void;
  readonly isShown: boolean;
  /** Makes sure that the file can be read again later; rejects if that is not possible. */
  keepReadable(): Promise<unknown>;
}

export class FileWorker implements Tenant {
  readonly #owner: Owner;
  readonly #changes: Change[] = [];
  /** Undefined while it rests. */
  #started: Started | undefined;
  #isEnded = false;
  /** Calls that are not answered, and reading the file. */
  #pending = 0;

  constructor(owner: Owner) {
    this.#owner = owner;
    this.#started = this.#start();
  }

  /** Rejects with the errors of reading the file. */
  get opened(): Promise<Opened> {
    return this.#awake().opened;
  }

  get isIdle(): boolean {
    return this.#pending === 0 && !this.#owner.isShown;
  }

  async rest(): Promise<boolean> {
    const canReturn = await this.#owner.keepReadable().then(
      () => true,
      () => false,
    );
    if (!this.isIdle) return false;
    if (canReturn && !this.#isEnded) {
      this.#started?.end();
      this.#started = undefined;
    }
    return true;
  }

  /** The changes so far, in order. */
  get changes(): readonly Change[] {
    return [...this.#changes];
  }

  #start(): Started {
    let own: Client | undefined;
    let end = () => {};
    const client = new Promise<Client>((resolve, reject) => {
      end = () => {
        own?.end();
        endTurn(this);
        reject(cancelled());
      };
      takeTurn(this, () => {
        own = new Client(new Worker(new URL("../worker/worker.ts", import.meta.url), { type: "module" }));
        resolve(own);
      });
    });
    const opened = client.then((client) =>
      client.call("open", [this.#owner.request()], (progress) => this.#owner.hear(progress)),
    );
    const ready = opened.then(async () => {
      for (const change of this.#changes) {
        const done = (await client).call(change.name, argsAgain(change));
        await (change.isRefused ? done.catch(() => {}) : done);
      }
    });
    // Whoever waits for them hears of their errors.
    opened.catch(() => {});
    void this.#counted(ready).catch(() => {});
    return { client, opened, ready, end };
  }

  /** Counts a call until it is answered. */
  async #counted<Result>(call: Promise<Result>): Promise<Result> {
    this.#pending++;
    try {
      return await call;
    } finally {
      this.#pending--;
      // Whoever waited for the call may call again at once.
      setTimeout(settleTurns);
    }
  }

  #awake(): Started {
    if (this.#isEnded) throw cancelled();
    if (this.#started === undefined) {
      this.#started = this.#start();
      this.#owner.restarted(this.#started.ready);
    }
    return this.#started;
  }

  /** Ends all work, and starts a worker that holds the same file with the same changes. */
  restart(): void {
    this.#started?.end();
    this.#started = undefined;
    this.#awake();
  }

  /** Calls the worker. A worker that ends meanwhile is replaced once. */
  call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    hear?: (progress: Progress) => void,
  ): Promise<ReturnType<Calls[Name]>> {
    noteUse(this);
    return this.#counted(this.#call(name, args, hear));
  }

  async #call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    hear?: (progress: Progress) => void,
  ): Promise<ReturnType<Calls[Name]>> {
    for (let isFirst = true; ; isFirst = false) {
      const started = this.#awake();
      try {
        // Asked when the file could not be opened.
        if (name !== "readings") await started.ready;
        const result = await (await started.client).call(name, args, hear);
        if (changing.has(name)) this.#changes.push({ name, args, isRefused: false } as Change);
        return result;
      } catch (error) {
        const { code } = failureOf(error);
        const isRefused = !unrelated.has(code);
        if (name === "edit" && isRefused) this.#changes.push({ name, args, isRefused } as Change);
        if (!isFirst || code !== "worker-ended") throw error;
        if (this.#started === started) this.restart();
      }
    }
  }

  /** Ends the worker for good; calls that it has not answered reject as cancelled. */
  end(): void {
    this.#isEnded = true;
    this.#started?.end();
  }
}
