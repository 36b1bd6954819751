// What is done to one file. Runs in a worker, or on the calling thread.
import { pathToFileURL } from "node:url";
import { totalLength } from "../../base/bytes.js";
import { insideOf } from "../../base/errors-within.js";
import { typedValue } from "../../forms/typed-value.js";
import {
  type ByteArray,
  convertFile,
  type Document,
  decode,
  type Loss,
  load,
  openFile,
  parsePath,
  recoverFile,
  type StandardSchema,
  type Variant,
  VariantError,
} from "../../index.js";
import { framePieces } from "../columns/frame-pieces.js";
import { jsonPieces } from "../columns/json-pieces.js";
import { contentOf, orUndefined, readContent } from "../columns/large-values.js";
import { cellsOfMany } from "../columns/many-frames.js";
import { bytesInPieces } from "../columns/pieces.js";
import { framesOf } from "../columns/row-frames.js";
import {
  columnsOf,
  inOnePiece,
  largeRowsOf,
  linesOf,
  type Row,
  rowsOf,
  rowsWith,
  typesOf,
} from "../columns/rows.js";
import type { Selection } from "../columns/select.js";
import type { TableJob } from "../columns/table-file.js";
import { type ColumnType, mergeAll } from "../columns/types.js";
import { tableOf } from "../columns/write.js";
import { checkSize, readWhole, writeWhole } from "../files/disk.js";
import { writtenPlace } from "../files/names.js";
import { checksumOfAll } from "../files/sha256.js";
import type { BatchResult, BatchTask, ColumnsTask, JSONTask, TableFormat } from "../task/api.js";
import { BatchError, reasonOf, refused } from "../task/failure.js";
import { type Job, largestInput, type ReadSettings, type Reply, type WorkSettings } from "../task/job.js";
import { check } from "./check.js";
import { FirstWarnings } from "./first-warnings.js";

/** What a task makes of a file. */
interface Made {
  /** Rows of a table in pieces, their number, and the types of their columns, unless nobody needs them. */
  table?: readonly Uint8Array[];
  rows?: number;
  types?: readonly ColumnType[];
  /** The bytes of the new file. */
  output?: ByteArray;
  losses?: number;
}

type Perform = (bytes: Uint8Array, id: string) => Promise<Made>;

/** Prepares a task once, and returns the function that does it to one job after the other. */
export async function performer({
  task,
  read,
  fsync,
}: WorkSettings): Promise<(job: Job | TableJob) => Promise<Reply>> {
  const warnings = new FirstWarnings();
  const perform = await performOf(task, optionsOf(read, warnings), warnings);
  const limit = read.limits.inputBytes ?? largestInput;
  return async (job) => {
    if ("columns" in job) return finishTable(job, fsync);
    const start = performance.now();
    let bytesIn = 0;
    warnings.restart();
    const common = () => {
      const { listed } = warnings;
      const ms = Math.round((performance.now() - start) * 1000) / 1000;
      return { ...(listed === undefined ? {} : { warnings: listed }), ms, bytesIn };
    };
    try {
      const bytes = job.isFile ? readWhole(job.from as string, limit) : (job.from as Uint8Array);
      bytesIn = bytes.length;
      checkSize(bytesIn, limit);
      const { output, losses, table, rows, types } = await perform(bytes, job.id);
      const checksum = checksumOfAll(table ?? [output ?? bytes]);
      if (output !== undefined && job.target !== undefined) writeWhole(job.target, [output], fsync);
      const result: BatchResult = {
        id: job.id,
        outcome: "done",
        ...(losses === undefined ? {} : { losses }),
        ...(rows === undefined ? {} : { rows }),
        ...common(),
        bytesOut: totalLength(table ?? [output ?? new Uint8Array()]),
        ...(output === undefined || job.target === undefined ? {} : writtenPlace(job.target)),
        checksum,
        ...(output !== undefined && job.target === undefined ? { output } : {}),
      };
      return { result, table, types: types && JSON.stringify(types) };
    } catch (error) {
      return { result: { id: job.id, outcome: "failed", ...reasonOf(error), ...common(), bytesOut: 0 } };
    }
  };
}

/** The options of the library for these settings. */
function optionsOf({ limits, ...read }: ReadSettings, { hear }: FirstWarnings) {
  const { inputBytes: _, ...ofCalls } = limits;
  // The codec remembers the options of its last calls, but not those with limits.
  return { ...read, limits: Object.keys(ofCalls).length === 0 ? undefined : ofCalls, onWarning: hear };
}

type ReadOptions = ReturnType<typeof optionsOf>;

async function performOf(task: BatchTask, options: ReadOptions, warnings: FirstWarnings): Promise<Perform> {
  switch (task.kind) {
    case "columns":
    case "json":
      return tableRows(task, options, warnings);
    case "convert":
      return async (bytes) => {
        const { file, losses } = await convertFile(bytes, { ...options, to: task.to });
        return { output: file, losses: losses.reduce((sum, { count = 1 }) => sum + count, 0) };
      };
    case "check":
      return async (bytes) => {
        await check(bytes, options, warnings);
        return {};
      };
    case "recover":
      return async (bytes) => {
        const { file, lost, values } = await recoverFile(bytes, options);
        if (values.length === 0) throw new VariantError("bad-container");
        return { output: file, losses: lost.length };
      };
    case "set": {
      const { path, text } = task;
      if (text !== undefined) {
        const exact = { ...options, mode: "exact" } as const;
        return (bytes) => withValue(bytes, exact, path, typedIn(text));
      }
      const value = decode(task.value as Uint8Array, { allowObjects: true });
      return (bytes) => withValue(bytes, options, path, () => value);
    }
    case "validate": {
      const schema = typeof task.schema === "string" ? await importSchema(task.schema) : task.schema;
      return async (bytes) => {
        await load(bytes, { ...options, schema });
        return {};
      };
    }
    default:
      throw new TypeError(`batch does not know the task ${String((task as { kind: unknown }).kind)}`);
  }
}

/** Makes rows of files. */
function tableRows(task: ColumnsTask | JSONTask, options: ReadOptions, warnings: FirstWarnings): Perform {
  const columns = columnsOf(task.kind === "columns" ? task.select : undefined);
  return async (bytes, id) => {
    const content = await contentOf(bytes, options);
    const large = await largeRowsOf(id, content, columns, options);
    const table = large && readLater(large, columns, task.to);
    if (table !== undefined) return table;
    const many = await cellsOfMany(content as ByteArray, columns, options);
    const joined = many && readInGroups(id, many);
    if (joined !== undefined) return joined;
    const read = (whole: Uint8Array) => rowsOf(id, whole, columns, options);
    return made(await readContent(content, bytes, warnings.restart, read));
  };

  function made(rows: readonly Row[]): Made {
    const printed = inOnePiece(options.limits);
    if (task.to === "ndjson")
      return { table: bytesInPieces(linesOf(rows, columns, printed)), rows: rows.length };
    return {
      table: [framesOf(rows, columns)],
      rows: rows.length,
      types: typesOf(rows, columns),
    };
  }
  /** What all groups make together; undefined if one cannot be read, which `rowsOf` then says in its words. */
  function readInGroups(id: string, groups: Iterable<Variant[][]>): Made | undefined {
    const all: Uint8Array[] = [];
    let count = 0;
    let merged: readonly ColumnType[] | undefined;
    try {
      for (const group of groups) {
        const { table = [], rows = 0, types } = made(rowsWith(id, group, count));
        all.push(...table);
        count += rows;
        if (types !== undefined) merged = mergeAll(merged, types);
      }
    } catch (error) {
      return orUndefined(error);
    }
    return { table: all, rows: count, ...(merged === undefined ? {} : { types: merged }) };
  }
}

/** The rows of large values; undefined if these cannot be read, which `rowsOf` then says in its words. */
function readLater(rows: readonly Row[], columns: readonly Selection[], to: TableFormat): Made | undefined {
  try {
    if (to === "ndjson")
      return { table: bytesInPieces(linesOf(rows, columns, jsonPieces)), rows: rows.length };
    return { table: rows.flatMap(framePieces), rows: rows.length, types: typesOf(rows, columns) };
  } catch (error) {
    if (error instanceof VariantError && error.code !== "too-large") return undefined;
    throw error;
  }
}

/** Makes a file of a table. */
async function finishTable(job: TableJob, fsync: boolean): Promise<Reply> {
  const start = performance.now();
  const { target } = job;
  try {
    const output = await tableOf(job);
    writeWhole(target, output, fsync);
    const ms = performance.now() - start;
    const sizes = { bytesIn: 0, bytesOut: totalLength(output) };
    return { result: { id: target, outcome: "done", ms, ...sizes, target, checksum: checksumOfAll(output) } };
  } catch (error) {
    // A BatchError, such as that of a package that is missing, is no matter of this file.
    if (error instanceof BatchError) throw error;
    return { result: refused(target, error) };
  }
}

async function withValue(
  bytes: Uint8Array,
  options: ReadOptions,
  path: string,
  valueFor: (document: Document, keys: readonly Variant[]) => unknown,
): Promise<Made> {
  let losses = 0;
  const onLoss = ({ count = 1 }: Loss) => {
    losses += count;
  };
  const { documents } = await openFile(bytes, { ...options, onLoss });
  const keys = parsePath(path);
  const [frame, ...rest] = keys;
  const isOne = documents.length === 1;
  const document = isOne ? documents[0] : documents[typeof frame === "number" ? frame : -1];
  if (document === undefined) throw new VariantError("bad-path", { path });
  const place = isOne ? keys : rest;
  const value = valueFor(document, place);
  insideOf(isOne ? [] : [frame as number], () => document.set(place, value));
  const { password, key } = options;
  return { output: await document.save({ password, key }), losses };
}

/** The value that a text means in a place. Where there is none, any value: that is then the error. */
const typedIn = (text: string) => (document: Document, keys: readonly Variant[]) => {
  const type = document.node(keys)?.type;
  return type && typedValue(text, document.dialect, { type, value: document.get(keys) });
};

/** Imports the schema that a module exports. */
async function importSchema(path: string): Promise<StandardSchema> {
  const module = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new BatchError(`Cannot import ${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  const schema = (module.default ?? module.schema) as Partial<StandardSchema> | undefined;
  if (typeof schema?.["~standard"]?.validate === "function") return schema as StandardSchema;
  throw new BatchError(`${path} must export a Standard Schema, as default or as schema.`);
}
