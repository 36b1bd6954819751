// The calling side of the protocol: the page, or a worker that passes work on to another one.
import type { Answer, CallName, Calls, Progress } from "./calls.js";
import { CallError, missingPartText } from "./failures.js";

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  progress: ((progress: Progress) => void) | undefined;
}

/** Each open file has a worker of its own, so ending the worker cancels all its work. */
export class Client {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended = new AbortController();
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#receive(data);
    // Without a message, the browser could not load the scripts of the worker.
    worker.onerror = ({ message }) => this.#stopped(message ?? missingPartText);
    void this.#notice().catch(() => {});
  }

  /** A worker that runs out of memory ends without an event, but then the browser frees its locks. */
  async #notice(): Promise<void> {
    // Pages without HTTPS have no locks.
    if (navigator.locks === undefined) return;
    const lock = `godot-variant worker ${crypto.randomUUID()}`;
    await this.call("hold", [lock]);
    await navigator.locks.request(lock, { signal: this.#ended.signal }, () => this.#stopped());
  }

  #stopped(why = "The browser ended the worker that reads this file, perhaps because memory ran out."): void {
    this.#end(why, "worker-ended");
  }

  /** Calls the worker; `progress` receives its reports while it works. */
  call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    progress?: (progress: Progress) => void,
  ): Promise<ReturnType<Calls[Name]>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#ended.signal.aborted) return reject(this.#ended.signal.reason);
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject, progress });
      this.#worker.postMessage({ id, name, args });
    });
  }

  /** Ends the worker and rejects the calls that it has not answered. */
  end(): void {
    this.#end("cancelled", "cancelled");
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if ("progress" in answer) {
      waiting.progress?.(answer.progress);
      return;
    }
    this.#waiting.delete(answer.id);
    if ("failure" in answer) waiting.reject(new CallError(answer.failure));
    else waiting.resolve(answer.result);
  }

  #end(text: string, code: string): void {
    if (this.#ended.signal.aborted) return;
    const error = new CallError({ code, text, hint: "", path: "", offset: undefined });
    this.#ended.abort(error);
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
