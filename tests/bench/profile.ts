// Finds the functions of our code that take the most time, with a sampling profiler.
import { Session } from "node:inspector/promises";
import type { Contender } from "./sampling.js";

/** Shares of the time, from 0 to 1, largest first. */
export interface Profile {
  readonly name: string;
  readonly milliseconds: number;
  readonly parts: readonly (readonly [place: string, part: number])[];
}

const microseconds = 100;
const shown = 16;

/** Runs a contender long enough to collect a useful profile. */
export async function profileOf(contender: Contender, duration: number): Promise<Profile> {
  let calls = repeat(contender, duration / 4, 0);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: microseconds });
  await session.post("Profiler.start");
  const start = performance.now();
  const before = calls;
  calls = repeat(contender, duration, calls);
  const milliseconds = (performance.now() - start) / (calls - before);
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return { name: contender.name, milliseconds, parts: partsOf(profile.nodes) };
}

function repeat(contender: Contender, duration: number, first: number): number {
  let call = first;
  for (const end = performance.now() + duration; performance.now() < end; ) contender.run(call++);
  return call;
}

interface Node {
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly hitCount?: number | undefined;
}

const allWasm = "all of WebAssembly, of which";

function partsOf(nodes: readonly Node[]): [string, number][] {
  const hits = new Map<string, number>();
  let total = 0;
  for (const { callFrame, hitCount = 0 } of nodes) {
    const isWasm = callFrame.url.startsWith("wasm:");
    const place = isWasm ? `WebAssembly ${callFrame.functionName}` : callFrame.functionName || "(anonymous)";
    hits.set(place, (hits.get(place) ?? 0) + hitCount);
    if (isWasm) hits.set(allWasm, (hits.get(allWasm) ?? 0) + hitCount);
    total += hitCount;
  }
  const sorted = [...hits].sort((a, b) => b[1] - a[1]).slice(0, shown);
  return sorted.map(([place, count]) => [place, count / total]);
}
