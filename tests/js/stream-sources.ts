// Sources of chunks for stream tests.
import { type Bytes, decodeStream, type Options, type Source } from "../../js/index.js";

export type Chunk = Uint8Array<ArrayBuffer>;

/** Random numbers that are the same for the same seed. */
export function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Splits bytes at random places, including empty chunks. */
export function* cutAnywhere(bytes: Chunk, seed: number): Generator<Chunk> {
  const random = generator(seed);
  const longest = [2, 7, 60, 3000][seed % 4] as number;
  for (let at = 0; at < bytes.length; ) {
    const next = at + random(longest);
    yield bytes.slice(at, next);
    at = next;
  }
}

/** Chunks of one byte. */
export function* oneByOne(bytes: Chunk): Generator<Chunk> {
  for (let at = 0; at < bytes.length; at++) yield bytes.slice(at, at + 1);
}

/** A stream that produces its parts on demand. */
export function streamOf<Part>(parts: Iterable<Part>): ReadableStream<Part> {
  const iterator = parts[Symbol.iterator]();
  return new ReadableStream<Part>({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Collects all values. */
export async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** The values of a stream. */
export const decoded = (source: Source<Bytes>, options?: Options) => all(decodeStream(source, options));

/** The error that a promise rejects with, or undefined. */
export async function errorOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => undefined,
    (error: unknown) => error,
  );
}
