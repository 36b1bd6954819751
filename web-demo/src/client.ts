// The page's side of the protocol: one worker for each open file, so that closing or cancelling one just ends it.
import type { Answer, CallName, Calls, Failure, Progress } from "./protocol.js";

/** What a call of the worker failed with. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  progress: ((progress: Progress) => void) | undefined;
}

export class Client {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker = new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#receive(data);
    this.#worker.onerror = (event) => this.#failAll(event.message || "the worker stopped");
  }

  /** Calls the worker; `progress` hears how far it is. */
  call<Name extends CallName>(
    name: Name,
    args: Parameters<Calls[Name]>,
    progress?: (progress: Progress) => void,
  ): Promise<ReturnType<Calls[Name]>> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject, progress });
      this.#worker.postMessage({ id, name, args });
    });
  }

  /** Ends the worker; what was asked and not answered yet is rejected. */
  end(): void {
    this.#worker.terminate();
    this.#failAll("cancelled", "cancelled");
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

  #failAll(text: string, code = "unexpected"): void {
    const failure: Failure = { code, text, hint: "", path: "", offset: undefined };
    for (const { reject } of this.#waiting.values()) reject(new CallError(failure));
    this.#waiting.clear();
  }
}
