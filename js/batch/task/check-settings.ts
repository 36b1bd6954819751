// Refuses tasks and options that mean nothing, before anything is read or written.
import { checkFraming, checkNames } from "../../base/option-names.js";
import { settingsOf } from "../../base/options.js";
import type { StandardSchema } from "../../index.js";
import type { BatchOptions, BatchTask, TableFormat } from "./api.js";

/** The names of all options; a new one that is missing here does not compile. */
const optionNames: Readonly<Record<keyof BatchOptions, true>> = {
  workers: true,
  outDir: true,
  report: true,
  resume: true,
  signal: true,
  timeout: true,
  limits: true,
  dialect: true,
  framing: true,
  badUtf8: true,
  password: true,
  key: true,
  partitionBytes: true,
  partitionName: true,
  onColumns: true,
  onResume: true,
  onGone: true,
  fsync: true,
};
const names: ReadonlySet<string> = new Set(Object.keys(optionNames));

const kinds: Readonly<Record<BatchTask["kind"], true>> = {
  columns: true,
  json: true,
  convert: true,
  set: true,
  validate: true,
  check: true,
  recover: true,
};
const formats: Readonly<Record<TableFormat, true>> = { ndjson: true, parquet: true, csv: true };

/** Throws a TypeError for a task that `batch` does not know, or for a format or a dialect that nobody does. */
export function checkKind(task: BatchTask): void {
  const kind = task?.kind;
  if (!Object.hasOwn(kinds, kind)) throw new TypeError(`batch does not know the task ${String(kind)}`);
  if (task.kind === "convert") {
    if (task.to === undefined) throw new TypeError("The task convert needs to: a dialect.");
    settingsOf({ dialect: task.to });
  }
  if (task.kind === "set" && task.text === undefined && task.value === undefined)
    throw new TypeError("The task set needs text or value.");
  if (task.kind === "set" && typeof task.path !== "string")
    throw new TypeError("The task set needs path: a text.");
  if (task.kind === "validate" && !isSchema(task.schema))
    throw new TypeError(
      "The task validate needs schema: a Standard Schema, or the path of a module with one.",
    );
  if (task.kind === "columns" && !isListOfTexts(task.select))
    throw new TypeError("The task columns needs select: an array of paths.");
  if ((task.kind === "json" || task.kind === "columns") && !Object.hasOwn(formats, task.to))
    throw new TypeError(
      `The table must be one of ${Object.keys(formats).join(", ")}, not ${String(task.to)}.`,
    );
}

const isListOfTexts = (given: unknown): boolean =>
  Array.isArray(given) && given.every((one) => typeof one === "string");

/** Without this, a schema that is undefined would find each file valid. */
const isSchema = (given: unknown): boolean =>
  typeof given === "string" ||
  typeof (given as Partial<StandardSchema> | undefined | null)?.["~standard"]?.validate === "function";

/** Throws a TypeError for options that `batch` does not have, and for values that they cannot have. */
export function checkSettings(options: BatchOptions): void {
  checkNames(options, names, "option");
  const { workers = 0, timeout = 1, partitionBytes = 0, partitionName = "part" } = options;
  const { limits: { inputBytes = 0, ...limits } = {}, dialect, badUtf8, framing } = options;
  settingsOf({ dialect, badUtf8, limits });
  checkFraming(framing, {});
  check("workers", Number.isInteger(workers) && workers >= 0, "a whole number");
  check("timeout", timeout > 0, "more than 0");
  check("partitionBytes", partitionBytes >= 0, "a number of bytes");
  check("limits.inputBytes", inputBytes >= 0, "a number of bytes");
  check("partitionName", !/[\\/\0]/.test(partitionName), "the beginning of a file name");
}

function check(name: string, isGood: boolean, what: string): void {
  if (!isGood) throw new TypeError(`The option ${name} must be ${what}.`);
}
