// Tests whether the cost per byte depends on the size of the input.
import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { decode, encode } from "../../js/index.js";
import { Random } from "../random.js";
import { indexer } from "./internals.js";
import { packedArrays } from "./packed.js";
import { collectYoung, quantile } from "./sampling.js";
import { item } from "./saves.js";

/** Nanoseconds per byte, without garbage collection. */
export interface Cost {
  readonly megabytes: number;
  readonly perByte: number;
}

/** `copy` copies the bytes of `packed`, which is the least that decoding them takes. */
export type Subject = "index" | "packed" | "copy" | "tree";

const megabyte = 1 << 20;
const itemsPerChunk = 2400;
/** Small inputs are read repeatedly until a sample has read this much. */
const megabytesPerSample = 16;
/** The last result; keeps the optimizer from removing calls. */
export let kept: unknown;
const pauses: { startTime: number; duration: number }[] = [];

/** One Array of about that many megabytes, joined from chunks that fit into memory. */
function treeOf(megabytes: number): Uint8Array<ArrayBuffer> {
  const random = new Random(megabytes);
  const pieces: Uint8Array[] = [];
  let count = 0;
  for (let size = 0; size < megabytes * megabyte; ) {
    const items = Array.from({ length: itemsPerChunk }, (_, i) => item(random, count + i));
    const piece = encode(items).subarray(8);
    pieces.push(piece);
    size += piece.length;
    count += items.length;
  }
  const header = Uint8Array.from([28, 0, 0, 0, count, count >> 8, count >> 16, count >> 24]);
  return Uint8Array.from(Buffer.concat([header, ...pieces]));
}

/** Milliseconds of `calls` calls, without the pauses of garbage collection. */
async function timed(run: () => unknown, calls: number): Promise<number> {
  collectYoung();
  await setTimeout(2);
  pauses.length = 0;
  const start = performance.now();
  for (let call = 0; call < calls; call++) kept = run();
  const end = performance.now();
  kept = undefined;
  await setTimeout(5);
  const inside = pauses.filter(({ startTime }) => startTime >= start && startTime < end);
  return end - start - inside.reduce((sum, { duration }) => sum + duration, 0);
}

/** Measures the sizes in turn, in several rounds. */
export async function costsOf(
  subject: Subject,
  sizes: number[],
  rounds: number,
  wasm: string,
): Promise<Cost[]> {
  new PerformanceObserver((list) => pauses.push(...list.getEntries())).observe({ entryTypes: ["gc"] });
  const index = indexer(wasm);
  const copy = (bytes: Uint8Array) => bytes.slice();
  const run = { index, copy, packed: decode, tree: decode }[subject] as (bytes: Uint8Array) => unknown;
  const isPacked = subject === "packed" || subject === "copy";
  const inputs = sizes.map((size) => (isPacked ? encode(packedArrays(new Random(1), size)) : treeOf(size)));
  const times: number[][] = inputs.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, bytes] of inputs.entries()) {
      const calls = Math.ceil((megabytesPerSample * megabyte) / bytes.length);
      // The first calls after those of another size find other memory in the caches.
      for (let call = 0; call < calls; call++) kept = run(bytes);
      times[i]?.push((await timed(() => run(bytes), calls)) / calls);
    }
  }
  return inputs.map((bytes, i) => {
    const median = quantile(
      (times[i] as number[]).sort((a, b) => a - b),
      0.5,
    );
    return { megabytes: bytes.length / megabyte, perByte: (median * 1e6) / bytes.length };
  });
}
