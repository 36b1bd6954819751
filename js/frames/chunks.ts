// Where a stream takes its chunks from.
import type { Bytes } from "../base/options.js";

/** A source of chunks. Node's streams are AsyncIterables. */
export type Source<Part> = AsyncIterable<Part> | Iterable<Part> | ReadableStream<Part>;

/** Chunks, read one by one. */
export interface Chunks {
  read(): Promise<{ readonly done?: boolean; readonly value: Bytes }>;
  cancel(reason: unknown): Promise<void>;
}

/** Takes a ReadableStream's reader: not every browser can iterate over the stream, and only the reader takes a reason for `cancel`. */
export function chunksOf(source: Source<unknown>): Chunks {
  if ("getReader" in source) return source.getReader() as Chunks;
  const iterator: Iterator<unknown> | AsyncIterator<unknown> =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const cancel = async () => {
    // The iterator of a stream of Node leaves the stream open if it was never asked for a chunk, and while it waits for one.
    (source as { destroy?(): void }).destroy?.();
    await iterator.return?.();
  };
  return { read: async () => iterator.next() as ReturnType<Chunks["read"]>, cancel };
}

/** Throws a TypeError for anything that gives no chunks, such as the bytes themselves. */
export function checkedSource(source: Source<Bytes>): Source<Bytes> {
  const isObject = typeof source === "object" && source !== null && !ArrayBuffer.isView(source);
  if (isObject && ("getReader" in source || isIterable(source))) return source;
  throw new TypeError(
    "The source must be a ReadableStream, a stream of Node, or an iterable of chunks of bytes.",
  );
}

/** Whether a value is an iterable or an AsyncIterable. */
export const isIterable = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (typeof (value as AsyncIterable<unknown>)[Symbol.asyncIterator] === "function" ||
    typeof (value as Iterable<unknown>)[Symbol.iterator] === "function");
