// Measures the memory of one call. Requires Linux, which can reset a process's peak memory use.
import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { decode, encode, open } from "../../js/index.js";
import { Random } from "../random.js";
import type { Input } from "./rows.js";

/** Sizes in bytes. */
export interface MemoryUse {
  /** Peak memory use during the call, minus the use before it and the result. */
  readonly beyond: number;
  readonly result: number;
  /** Peak memory use during the call, minus the use before it. */
  readonly peak: number;
  /** The largest WebAssembly memory that the call used. */
  readonly wasm: number;
  /** Memory that the process and its WebAssembly memories still hold after the result is gone, minus the use before. */
  readonly left: number;
  readonly wasmLeft: number;
}

const memories = new Set<WeakRef<WebAssembly.Memory>>();

/** Records the memory of every WebAssembly instance created from now on. */
export function watchInstances(): void {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [module, imports]) {
      const instance = new target(module, imports);
      for (const part of Object.values(instance.exports)) {
        if (part instanceof WebAssembly.Memory) memories.add(new WeakRef(part));
      }
      return instance;
    },
  });
}

function largestMemory(): number {
  return Math.max(0, ...[...memories].map((memory) => memory.deref()?.buffer.byteLength ?? 0));
}

function statusBytes(field: string): number {
  const line = new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync("/proc/self/status", "utf8"));
  return Number(line?.[1]) * 1024;
}

async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await setImmediate();
  }
}

/** Memory that JavaScript holds. `external` would include WebAssembly memories. */
function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A call to measure, and a function that prepares its input. */
interface Call {
  readonly prepare: (input: Input) => unknown;
  readonly run: (prepared: never) => unknown;
}

const bytesOf = ({ bytes }: Input) => bytes;

const calls: Readonly<Record<string, Call>> = {
  decode: { prepare: bytesOf, run: (bytes: Uint8Array) => decode(bytes) },
  "decode, exact": { prepare: bytesOf, run: (bytes: Uint8Array) => decode(bytes, { mode: "exact" }) },
  "decode, views": { prepare: bytesOf, run: (bytes: Uint8Array) => decode(bytes, { views: true }) },
  encode: { prepare: ({ bytes }) => decode(bytes), run: (value: unknown) => encode(value) },
  open: { prepare: bytesOf, run: (bytes: Uint8Array) => open(bytes) },
  "JSON.parse": { prepare: ({ json }) => json, run: (text: string) => JSON.parse(text) },
  "JSON.stringify": {
    prepare: ({ json }) => JSON.parse(json),
    run: (value: unknown) => JSON.stringify(value),
  },
};

/** Exported, so that it stays alive until the end. */
export let prepared: unknown;

/** Measures one call after warming up with `small`. */
export async function memoryOf(what: string, input: Input, small: Input): Promise<MemoryUse> {
  const { prepare, run } = calls[what] as Call;
  for (let i = 0; i < 200; i++) run(prepare(small) as never);
  prepared = prepare(input);
  await settle();
  const before = { held: held(), rss: statusBytes("VmRSS") };
  writeFileSync("/proc/self/clear_refs", "5");
  let result: unknown = run(prepared as never);
  const peak = statusBytes("VmHWM") - before.rss;
  const wasm = largestMemory();
  await settle();
  const size = result === undefined ? 0 : Math.max(0, held() - before.held);
  result = undefined;
  await settle();
  const left = statusBytes("VmRSS") - before.rss;
  return { beyond: Math.max(0, peak - size), peak, result: size, wasm, left, wasmLeft: largestMemory() };
}

const length = 20;
/** Texts of 20 characters that fill 10 MB. */
const keptFrom = 350_000;

/** Memory that one short text from each of 100 decodes of 10 MB holds. */
export async function keptTexts(): Promise<Pick<MemoryUse, "result">> {
  const random = new Random(1);
  const texts = Array.from({ length: keptFrom }, () => `${random.word()}`.padStart(length, "text "));
  const bytes = encode(texts);
  texts.length = 0;
  const keep = (call: number) => (decode(bytes) as string[])[call * 3000] as string;
  keep(0);
  await settle();
  const before = held();
  prepared = Array.from({ length: 100 }, (_, call) => keep(call));
  await settle();
  return { result: held() - before };
}
