import { availableParallelism } from "node:os";
import { join } from "node:path";
import { encode } from "../index.js";
import { inputsOf } from "./input/sources.js";
import { Journal } from "./journal.js";
import { type Placed, Places } from "./places.js";
import { type Finished, isTable, lineOf, Table } from "./table.js";
import type { BatchOptions, BatchResult, BatchSource, BatchTask } from "./task/api.js";
import { BatchError, refused } from "./task/failure.js";
import { largestInput, type Reply, type WorkSettings } from "./task/job.js";
import { ownThread, type Pool, Threads } from "./work/threads.js";

declare const __VERSION__: string;
const version = typeof __VERSION__ === "string" ? __VERSION__ : "source";

/** Files that go to a worker at once: as many as fit in these bytes, so that a message costs little beside the work. */
const groupBytes = 512 * 1024;
const groupFiles = 32;
/** Inputs that are read or waiting in memory; a single one may be larger. */
const mostBytes = 64 * 1024 * 1024;
const groupsOfWorker = 8;

/**
 * Does a task to many files on all cores. A file that cannot be read is a result with `outcome: "failed"` and stops nothing.
 * Results come in the order of the inputs. Memory depends on the largest file, not on their number.
 *
 * @param source - Files, folders, archives or inputs in memory, or an array of such sources.
 * @param task - What to do with each file.
 * @param options - Workers, the folder for outputs, the report, limits.
 * @returns One result for each input.
 * @throws BatchError if the report is of another task, or exists and `resume` is not set.
 * @example
 * ```ts
 * for await (const { id, outcome, code } of batch("saves", { kind: "convert", to: "godot-4" }, { outDir: "new" })) {
 *   if (outcome === "failed") console.error(id, code);
 * }
 * ```
 */
export function batch(
  source: BatchSource | readonly BatchSource[],
  task: BatchTask,
  options: BatchOptions = {},
): AsyncIterable<BatchResult> {
  return { [Symbol.asyncIterator]: () => run(sourcesOf(source), task, options) };
}

/** An array of sources, or a single one. An array of inputs is a single one. */
function sourcesOf(source: BatchSource | readonly BatchSource[]): readonly BatchSource[] {
  const isInput = (one: unknown) => typeof one === "object" && one !== null && "bytes" in one;
  return Array.isArray(source) && !source.some(isInput) ? source : [source as BatchSource];
}

async function* run(
  sources: readonly BatchSource[],
  task: BatchTask,
  options: BatchOptions,
): AsyncGenerator<BatchResult> {
  const settings = settingsFor(task, options);
  const places = new Places(task, options);
  for (const source of sources) if (typeof source === "string") places.checkRoot(source);
  const journal = await journalFor(settings, places, options);
  if (journal?.counts !== undefined) options.onResume?.(journal.counts);
  const pool = await poolFor(settings, options.workers ?? availableParallelism());
  const limit = options.limits?.inputBytes ?? largestInput;
  const walk = {
    leavesOut: places.isOutDir.bind(places),
    omits: places.isOwnOutput.bind(places),
  };
  try {
    const inputs = placedOf(inputsOf(sources, walk, limit), places, journal);
    const finished = inOrder(inputs, pool, options.signal);
    if (isTable(task)) yield* new Table(task, options, places, journal as Journal, pool).results(finished);
    else yield* results(finished, journal);
  } finally {
    await pool.close();
    journal?.close();
  }
}

async function* results(
  finished: AsyncIterable<Finished[]>,
  journal: Journal | undefined,
): AsyncGenerator<BatchResult> {
  for await (const section of finished) {
    journal?.add(section.map(lineOf));
    for (const { reply } of section) yield reply.result;
  }
}

/** What workers need, in a form that can be sent to them. */
function settingsFor(task: BatchTask, options: BatchOptions): WorkSettings {
  const { dialect, framing, badUtf8, password, key, limits = {}, fsync = false } = options;
  const sent = task.kind === "set" ? { ...task, value: encode(task.value) } : task;
  return { task: sent, read: { dialect, framing, badUtf8, password, key, limits }, fsync };
}

async function journalFor(
  { task, read }: WorkSettings,
  { outDir }: Places,
  options: BatchOptions,
): Promise<Journal | undefined> {
  const { report, resume = false, fsync = false } = options;
  const path = report ?? (outDir === undefined ? undefined : join(outDir, "report.ndjson"));
  if (isTable(task) && outDir === undefined)
    throw new TypeError("A table needs a folder for outputs: outDir.");
  if (path === undefined) {
    if (resume) throw new BatchError("To resume, a run needs a report or a folder for outputs.");
    return undefined;
  }
  const { dialect, framing, badUtf8 } = read;
  const { partitionBytes, partitionName } = options;
  const table = isTable(task) ? { partitionBytes, partitionName } : {};
  const heading = {
    batch: 1,
    version,
    task: { ...printed(task), dialect, framing, badUtf8, ...table },
  } as const;
  return Journal.open(path, heading, { resume, fsync, inSections: isTable(task) });
}

/** A task as JSON. */
function printed(task: BatchTask): object {
  if (task.kind === "set")
    return { ...task, value: Buffer.from(task.value as Uint8Array).toString("base64") };
  return task.kind === "validate" && typeof task.schema !== "string" ? { ...task, schema: "(given)" } : task;
}

async function poolFor(settings: WorkSettings, workers: number): Promise<Pool> {
  const { task } = settings;
  const isBound = task.kind === "validate" && typeof task.schema !== "string";
  return workers === 0 || isBound ? ownThread(settings) : new Threads(workers, settings);
}

async function* placedOf(
  inputs: ReturnType<typeof inputsOf>,
  places: Places,
  journal: Journal | undefined,
): AsyncGenerator<Placed> {
  for await (const found of inputs) {
    const placed = places.place(found);
    if (journal?.isDone(placed.key) !== true) yield placed;
  }
}

/** Works on many inputs at once, and yields what is finished in the order of the inputs. */
async function* inOrder(
  inputs: AsyncGenerator<Placed>,
  pool: Pool,
  signal: AbortSignal | undefined,
): AsyncGenerator<Finished[]> {
  const groups = groupsOf(inputs);
  const running: { readonly done: Promise<Finished[]>; readonly bytes: number }[] = [];
  let bytes = 0;
  let isOver = false;
  for (;;) {
    while (
      !isOver &&
      signal?.aborted !== true &&
      running.length < pool.size * groupsOfWorker &&
      bytes < mostBytes
    ) {
      const { value: group, done } = await groups.next();
      if (done) {
        isOver = true;
        break;
      }
      const size = group.reduce((sum, { found }) => sum + found.size, 0);
      bytes += size;
      const finished = finish(group, pool);
      // It is awaited later; until then, an error must not end the program.
      finished.catch(() => {});
      running.push({ done: finished, bytes: size });
    }
    const first = running.shift();
    if (first === undefined) break;
    yield await first.done;
    bytes -= first.bytes;
  }
  await groups.return(undefined);
}

async function finish(group: readonly Placed[], pool: Pool): Promise<Finished[]> {
  const jobs = group.flatMap(({ job }) => job ?? []);
  const replies = (jobs.length === 0 ? [] : await pool.run(jobs)).values();
  return group.map((placed) => {
    const { found, job, problem } = placed;
    const reply =
      job === undefined
        ? { result: refused(found.id, problem?.error, problem?.outcome) }
        : (replies.next().value as Reply);
    return { placed, reply };
  });
}

async function* groupsOf(inputs: AsyncGenerator<Placed>): AsyncGenerator<Placed[]> {
  let group: Placed[] = [];
  let bytes = 0;
  for await (const input of inputs) {
    group.push(input);
    bytes += input.found.size;
    if (group.length < groupFiles && bytes < groupBytes) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}
