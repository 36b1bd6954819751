// Where a stream takes its chunks or values from.
import type { Bytes } from "../base/options.js";

/** A source of chunks. Node's streams are AsyncIterables. */
export type Source<Part> = AsyncIterable<Part> | Iterable<Part> | ReadableStream<Part>;

/** Nothing, since a schema may turn a value into anything. */
export const none = Symbol("none");

interface Read {
  readonly done?: boolean;
  readonly value?: unknown;
}

interface Reader {
  read(): Read | Promise<Read>;
  cancel(reason: unknown): Promise<void>;
}

/** A source that is read part by part, and that can be closed before its end, also while it is silent. */
export class OpenSource<Part> {
  private readonly reader: Reader;
  private isOpen = true;
  /** Whether it was closed before its end. */
  isCanceled = false;

  constructor(source: Source<Part>) {
    this.reader = readerOf(source);
  }

  /** The next part; `none` at the end, and when it was closed meanwhile. */
  async next(): Promise<Part | typeof none> {
    let part: Read;
    try {
      part = await this.reader.read();
    } catch (error) {
      // A stream of Node that is closed while it is asked rejects.
      if (!this.isCanceled) throw error;
      return none;
    }
    if (this.isCanceled) return none;
    if (part.done !== true) return part.value as Part;
    this.isOpen = false;
    return none;
  }

  /** Closes the source, unless it has ended. */
  async cancel(reason?: unknown): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.isCanceled = true;
    await this.reader.cancel(reason);
  }
}

/** Takes a ReadableStream's reader: not every browser can iterate over the stream, and only the reader takes a reason for `cancel`. */
function readerOf(source: Source<unknown>): Reader {
  if (isStream(source)) return source.getReader();
  const iterator: Iterator<unknown> | AsyncIterator<unknown> =
    (source as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator]?.() ??
    (source as Iterable<unknown>)[Symbol.iterator]();
  const cancel = async () => {
    // The iterator of a stream of Node leaves the stream open if it was never asked for a chunk, and while it waits for one.
    (source as { destroy?(): void }).destroy?.();
    await iterator.return?.();
  };
  return { read: () => iterator.next(), cancel };
}

/** Throws a TypeError for anything that gives no chunks, such as the bytes themselves. */
export function checkedSource(source: Source<Bytes>): Source<Bytes> {
  if (typeof source === "object" && !ArrayBuffer.isView(source) && isSource(source)) return source;
  throw new TypeError(
    "The source must be a ReadableStream, a stream of Node, or an iterable of chunks of bytes.",
  );
}

/** Whether a value is an iterable, an AsyncIterable or a ReadableStream. */
export const isSource = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (isStream(value as object) ||
    typeof (value as AsyncIterable<unknown>)[Symbol.asyncIterator] === "function" ||
    typeof (value as Iterable<unknown>)[Symbol.iterator] === "function");

const isStream = (value: object): value is ReadableStream =>
  typeof (value as ReadableStream).getReader === "function";
