// `batch`: gives the files of a source to workers, and yields their results in order.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { encode, parsePath } from "../index.js";
import { isObject } from "../table/type-kinds.js";
import { imported } from "./columns/parquet.js";
import { columnsOf } from "./columns/rows.js";
import { isPipe } from "./files/disk.js";
import { checksumOf } from "./files/sha256.js";
import { inOrder } from "./in-order.js";
import type { Found } from "./input/found.js";
import { splitPattern } from "./input/globs.js";
import { pathsIn } from "./input/lines.js";
import { checkSource, inputsOf } from "./input/sources.js";
import { Journal } from "./journal.js";
import { type Placed, Places } from "./output-places.js";
import { type Finished, isTable, lineOf, Table } from "./table.js";
import type { BatchOptions, BatchResult, BatchSource, BatchTask } from "./task/api.js";
import { checkKind, checkSettings } from "./task/check-settings.js";
import { BatchError, BatchFailure } from "./task/failure.js";
import { largestInput, type WorkSettings } from "./task/job.js";
import { areBounded, FewFirst } from "./work/few-files.js";
import { needsNoThread } from "./work/first-worker.js";
import { ownThread, type Pool, Threads } from "./work/threads.js";

declare const __VERSION__: string;
const version = typeof __VERSION__ === "string" ? __VERSION__ : "source";

/**
 * Does a task to many files on all cores. A file that cannot be read is a result with `outcome: "failed"` and stops nothing.
 * Results come in the order of the inputs. Memory depends on the largest file, not on their number.
 *
 * @param source - Files, folders, archives or inputs in memory, or an array of such sources.
 * @param task - What to do with each file.
 * @param options - Workers, the folder for outputs, the report, limits.
 * @returns One result for each input.
 * @throws BatchError if the report is of another task, or exists and `resume` is not set. TypeError, or VariantError `unknown-dialect`, for a task or an option that means nothing.
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
  const isInput = (one: unknown) => isObject(one) && ("bytes" in one || "id" in one);
  return Array.isArray(source) && !source.some(isInput) ? source : [source as BatchSource];
}

async function* run(
  given: readonly BatchSource[],
  task: BatchTask,
  options: BatchOptions,
): AsyncGenerator<BatchResult> {
  given.forEach(checkSource);
  checkKind(task);
  checkSettings(options);
  await checkTask(task);
  const settings = settingsFor(task, options);
  const places = new Places(task, options);
  const sources = await checked(given, places);
  const pool = await poolFor(settings, options.workers ?? availableParallelism());
  let journal: Journal | undefined;
  let isDone = false;
  const limit = options.limits?.inputBytes ?? largestInput;
  const walk = {
    leavesOut: places.isOutDir.bind(places),
    omits: places.isOwnOutput.bind(places),
    leadsToOutputs: places.leadsToOutputs.bind(places),
  };
  try {
    // A schema that cannot be imported leaves no report.
    if (task.kind === "validate") await pool.run([]);
    journal = await journalFor(settings, places, options);
    if (journal?.counts !== undefined) options.onResume?.(journal.counts);
    const inputs = placedOf(inputsOf(sources, walk, limit), places, journal);
    const finished = inOrder(inputs, pool, options.signal);
    const sections = isTable(task)
      ? new Table(task, options, places, journal as Journal, pool).results(finished)
      : resultsOf(finished, journal);
    for await (const section of sections) for (const result of section) yield result;
    isDone = options.signal?.aborted !== true;
    if (isDone && journal !== undefined) tellGone(journal, options);
  } finally {
    await pool.close(isDone);
    journal?.close();
  }
}

/** Refuses a task that no file could fulfil, before anything is written. */
async function checkTask(task: BatchTask): Promise<void> {
  if (task.kind === "columns") {
    columnsOf(task.select);
    // Lines of JSON have an escape for it.
    if (task.to !== "ndjson" && task.select.some((name) => /\p{Surrogate}/u.test(name)))
      throw new TypeError("no column of Parquet or CSV can have half a surrogate pair in its name");
  }
  if (isTable(task) && task.to === "parquet") await imported();
  if (task.kind === "set") parsePath(task.path);
}

/** An output outlives its input: nobody else may know that it belongs to nothing. */
function tellGone(journal: Journal, { onGone }: BatchOptions): void {
  const { gone } = journal;
  if (gone === 0) return;
  journal.add([], { gone });
  onGone?.(gone);
}

async function* resultsOf(
  finished: AsyncIterable<Finished[]>,
  journal: Journal | undefined,
): AsyncGenerator<BatchResult[]> {
  for await (const section of finished) {
    journal?.add(section.map(lineOf));
    yield section.map(({ reply }) => reply.result);
  }
}

/** The sources, when all inputs are known that stand in the folder for outputs. */
async function checked(sources: readonly BatchSource[], places: Places): Promise<readonly BatchSource[]> {
  const known: BatchSource[] = [];
  for (const source of sources) {
    if (typeof source === "object" && "list" in source && places.mayHoldInputs) {
      const { list } = source;
      const isFile = typeof list === "string" && !isPipe(list);
      // A stream can be read only once.
      const kept: Buffer[] = [];
      for await (const path of pathsIn(list)) {
        places.noteRoot(path);
        if (!isFile) kept.push(Buffer.concat([Buffer.from(path as string), newline]));
      }
      known.push(isFile ? source : { list: oneByOne(kept) });
    } else {
      places.checkRoot(rootOf(source));
      known.push(source);
    }
  }
  return known;
}

const newline = Buffer.from("\n");

async function* oneByOne(lines: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* lines;
}

/** Milliseconds that a schema may take for a file. */
const usualTimeout = 60_000;

/** What workers need, in a form that can be sent to them. */
function settingsFor(task: BatchTask, options: BatchOptions): WorkSettings {
  const { dialect, framing, badUtf8, password, key, limits = {}, fsync = false } = options;
  const { timeout = task.kind === "validate" ? usualTimeout : undefined } = options;
  const sent = task.kind === "set" && task.text === undefined ? { ...task, value: encode(task.value) } : task;
  return { task: sent, read: { dialect, framing, badUtf8, password, key, limits }, fsync, timeout };
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

/** A task as JSON. The checksum of a module tells it from an earlier version of it. */
function printed(task: BatchTask): object {
  if (task.kind === "set" && task.text === undefined)
    return { ...task, value: Buffer.from(task.value as Uint8Array).toString("base64") };
  if (task.kind !== "validate") return task;
  const { schema } = task;
  return typeof schema === "string"
    ? { ...task, checksum: checksumOf(readFileSync(schema)) }
    : { ...task, schema: "(given)" };
}

async function poolFor(settings: WorkSettings, workers: number): Promise<Pool> {
  const { task } = settings;
  const isBound = task.kind === "validate" && typeof task.schema !== "string";
  if (workers === 0 || isBound) return ownThread(settings);
  const threads = new Threads(workers, settings);
  return needsNoThread() && areBounded(settings) ? new FewFirst(settings, threads) : threads;
}

async function* placedOf(
  inputs: ReturnType<typeof inputsOf>,
  places: Places,
  journal: Journal | undefined,
): AsyncGenerator<Placed[]> {
  const placedOr = (found: Found): Placed | [] => {
    const placed = places.place(found);
    const earlier = journal?.stateOf(placed);
    // The rows that are in a table cannot be taken back.
    if (earlier === "changed" && journal?.inSections === true) return changed(placed);
    return earlier === "done" ? [] : placed;
  };
  for await (const section of inputs) yield section.flatMap(placedOr);
}

const changed = (placed: Placed): Placed => {
  const error = new BatchFailure("changed", undefined, "The file changed after its rows were written.");
  return { ...placed, job: undefined, problem: { error, outcome: "failed" } };
};

/** The file or folder that a source names, if it is one. */
function rootOf(source: BatchSource): string | undefined {
  if (typeof source === "string") return source;
  return "glob" in source ? splitPattern(source.glob)[0] || "." : undefined;
}
