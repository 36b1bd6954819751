// The answering side of the protocol.
import type { Answer, Calls, Progress, Request } from "./calls.js";
import { failureOf as plainFailure } from "./failures.js";
import type { Failure } from "./opening.js";

/** A call in progress, as its handler sees it. */
export interface Task {
  progress(progress: Progress): void;
  /** Lets the worker handle other messages; long work calls it every few milliseconds. */
  breathe(): Promise<void>;
  /** Whether a newer call of the same name has arrived. */
  readonly isStale: boolean;
}

type Handlers = {
  [Name in keyof Calls]: (
    task: Task,
    ...args: Parameters<Calls[Name]>
  ) => ReturnType<Calls[Name]> | Promise<ReturnType<Calls[Name]>>;
};

// A timer would wait at least 4 ms each time; a message does not.
const breath = new MessageChannel();
const waiting: (() => void)[] = [];
breath.port1.onmessage = () => waiting.shift()?.();

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    breath.port2.postMessage(0);
  });
}

/** The buffers to transfer with a result instead of copying them. */
function buffersOf(result: unknown): Transferable[] {
  const { buffers } = (result ?? {}) as { buffers?: Transferable[] };
  if (buffers !== undefined) return buffers;
  const bytes = result instanceof Uint8Array ? result : (result as { bytes?: unknown } | undefined)?.bytes;
  return bytes instanceof Uint8Array && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}

/** Answers each message with the result of its handler, or with a Failure if the handler throws. */
export function serve(handlers: Handlers, failureOf: (error: unknown) => Promise<Failure>): void {
  const latest = new Map<string, number>();
  const post = (answer: Answer, transfer: Transferable[] = []) => postMessage(answer, { transfer });
  addEventListener("message", async ({ data }: MessageEvent<Request>) => {
    const { id, name, args } = data;
    latest.set(name, id);
    const task: Task = {
      progress: (progress) => post({ id, progress }),
      breathe,
      get isStale() {
        return latest.get(name) !== id;
      },
    };
    try {
      const handler = handlers[name] as (task: Task, ...args: unknown[]) => unknown;
      const result = await handler(task, ...args);
      post({ id, result }, buffersOf(result));
    } catch (error) {
      // The module with better words may not load, but every call is answered.
      post({ id, failure: await failureOf(error).catch(() => plainFailure(error)) });
    }
  });
}
