// What tests of `batch` share: a folder with saves for each test, runs on the calling thread from the sources and on worker threads
// from dist, and the threads that were started.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeEach } from "vitest";
import type * as Batch from "../../../js/batch/index.js";
import {
  type BatchOptions,
  type BatchResult,
  type BatchSource,
  type BatchTask,
  batch,
} from "../../../js/batch/index.js";
import { float, save } from "../../../js/index.js";

export const built = new URL("../../../dist/batch/index.js", import.meta.url).href;
export const threads = (await import(built)) as typeof Batch;

/** All results of a run; without worker threads unless the options say how many. */
export async function results(
  source: BatchSource | BatchSource[],
  task: BatchTask,
  { workers = 0, ...options }: BatchOptions = {},
): Promise<BatchResult[]> {
  const run = workers === 0 ? batch : threads.batch;
  const found: BatchResult[] = [];
  for await (const result of run(source, task, { workers, ...options })) found.push(result);
  return found;
}

/** The folder of the current test. */
export let folder = "";

/** Gives each test of the file a folder, with another folder in it. */
export function useFolders(inside = "in/deep"): void {
  const top = mkdtempSync(join(tmpdir(), "godot-variant-batch-"));
  let count = 0;
  beforeEach(() => {
    folder = join(top, String(count++));
    mkdirSync(join(folder, inside), { recursive: true });
  });
  afterAll(() => rmSync(top, { recursive: true, force: true }));
}

export const old = { dialect: "godot-3", framing: "store_var" } as const;
export const game = (number: number) => [{ hp: number, gold: float(number), name: `Held ${number}` }];
/** Decoded, a float is a number. */
export const gameRead = (number: number) => [{ hp: number, gold: number, name: `Held ${number}` }];
export const toGodot4 = { kind: "convert", to: "godot-4" } as const;

/** Writes a save into the folder `in`. */
export async function write(name: string, number: number): Promise<Uint8Array> {
  const bytes = await save(game(number), old);
  writeFileSync(join(folder, "in", name), bytes);
  return bytes;
}

/** The name of each input in the folder `in`, and its code or outcome. */
export const short = (all: BatchResult[]) =>
  all.map(({ id, outcome, code }) => [id.replace(`${folder}/in`, ""), code ?? outcome]);

/** The threads that the current test has started. */
export let workers: Worker[] = [];
/** How many of them live. An ended thread has the number -1. */
export const living = () => workers.filter(({ threadId }) => threadId !== -1).length;

/** Notes the threads that each test starts. */
export function noteWorkers(): void {
  const note = (worker: Worker) => workers.push(worker);
  beforeEach(() => {
    workers = [];
    process.on("worker", note);
  });
  afterEach(() => {
    process.off("worker", note);
  });
}
