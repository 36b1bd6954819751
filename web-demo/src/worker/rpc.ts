// The worker's side of the protocol.
import type { Answer, Calls, Progress, Request } from "../protocol.js";
import { failureOf } from "./describe.js";

/** What a call may do besides returning. */
export interface Work {
  progress(progress: Progress): void;
  /** Lets other messages in; long work calls it every few milliseconds. */
  breathe(): Promise<void>;
  /** Whether a later call of the same name has come. */
  readonly stale: boolean;
}

type Handlers = {
  [Name in keyof Calls]: (
    work: Work,
    ...args: Parameters<Calls[Name]>
  ) => ReturnType<Calls[Name]> | Promise<ReturnType<Calls[Name]>>;
};

const breath = new MessageChannel();
const waiting: (() => void)[] = [];
breath.port1.onmessage = () => waiting.shift()?.();

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    breath.port2.postMessage(0);
  });
}

/** Buffers that go with an answer instead of being copied. */
function buffersOf(result: unknown): Transferable[] {
  const { buffers } = (result ?? {}) as { buffers?: Transferable[] };
  if (buffers !== undefined) return buffers;
  const bytes = result instanceof Uint8Array ? result : (result as { bytes?: unknown } | undefined)?.bytes;
  return bytes instanceof Uint8Array && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}

/** Answers every message with what its handler returns. */
export function serve(handlers: Handlers): void {
  const latest = new Map<string, number>();
  const post = (answer: Answer, transfer: Transferable[] = []) => postMessage(answer, { transfer });
  addEventListener("message", async ({ data }: MessageEvent<Request>) => {
    const { id, name, args } = data;
    latest.set(name, id);
    const work: Work = {
      progress: (progress) => post({ id, progress }),
      breathe,
      get stale() {
        return latest.get(name) !== id;
      },
    };
    try {
      const handler = handlers[name] as (work: Work, ...args: unknown[]) => unknown;
      const result = await handler(work, ...args);
      post({ id, result }, buffersOf(result));
    } catch (error) {
      post({ id, failure: failureOf(error) });
    }
  });
}
