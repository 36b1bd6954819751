// The command `batch`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  BatchOptions,
  BatchResult,
  BatchSource,
  BatchTask,
  EarlierCounts,
  TableFormat,
} from "../../batch/index.js";
import { isArchive } from "../../batch/input/archive-names.js";
import { counted } from "../../describe/amounts.js";
import { systemText } from "../../describe/system-errors.js";
import { type DialectName, VariantError } from "../../index.js";
import type { BatchFlags } from "../input/batch-flags.js";
import { nameOf } from "../input/files.js";
import { checkOneStandardInput, secretsOf } from "../input/secrets.js";
import { optionsOf } from "../input/settings.js";
import { BatchProgress, summaryOf, Tally } from "../output/batch-progress.js";
import { codeOf, exitCode, Failure } from "../output/failure.js";
import { messageFor, say, warningLine } from "../output/report.js";
import { printBytes } from "../output/stdout.js";
import { visible } from "../output/text.js";

/** So many of the files that failed are named, and so many of those with warnings. */
const mostNamed = 10;

export { reporting } from "../input/several.js";

/** Does a task to many files. The exit code is 1 if any of them fails. */
export async function runBatch(inputs: readonly string[], given: BatchFlags): Promise<void> {
  const task = taskOf(given);
  const sources = sourcesOf(inputs, given);
  checkOutputs(task, inputs, given);
  const stop = new AbortController();
  let failedBefore = 0;
  const { batch, BatchError } = await import("../../batch/index.js");
  const report =
    given.report ?? (given.outDir === undefined ? undefined : join(given.outDir, "report.ndjson"));
  const progress = new BatchProgress(sources.filter((source) => typeof source === "string"));
  const tally = new Tally();
  const onResume = ({ done, failed, skipped }: EarlierCounts) => {
    failedBefore = failed;
    progress.leaveOut(done + failed + skipped);
    say(`Before: ${counted(done, "file")} done, ${failed} failed, ${skipped} skipped.`);
  };
  let gone = 0;
  const onGone = (inputs: number) => {
    gone = inputs;
  };
  const options = { ...(await batchOptions(given)), signal: stop.signal, onResume, onGone };
  // Whoever stops reading the report, as `head` does, ends the program before all is done.
  process.exitCode = exitCode.input;
  // A second signal ends the program at once.
  process.once("SIGINT", () => {
    stop.abort();
    // Its writer may be silent for long.
    if (inputs.includes("-") || given.filesFrom === "-") process.stdin.destroy();
  });
  try {
    for await (const result of batch(sources, task, options)) {
      tally.add(result);
      progress.tell(tally);
      if (report === undefined) await printBytes(`${JSON.stringify(reported(result))}\n`);
      for (const problem of problemsOf(result, tally)) {
        progress.clear();
        say(`${visible(result.id)}: ${problem}`);
      }
    }
  } catch (error) {
    if (stop.signal.aborted && codeOf(error) === "ERR_STREAM_PREMATURE_CLOSE") throw stopped(report);
    // Of a file, such errors are results: this one is of the task.
    if (error instanceof BatchError || error instanceof TypeError || error instanceof VariantError)
      throw new Failure(visible(error.message), exitCode.usage);
    throw failureOf(error as NodeJS.ErrnoException, report);
  } finally {
    progress.end();
  }
  if (gone > 0)
    say(`No longer among the inputs: ${counted(gone, "file")} of earlier runs, whose outputs stay.`);
  say(summaryOf(tally, failedBefore) + (report === undefined ? "" : ` The report is ${visible(report)}.`));
  if (stop.signal.aborted) throw stopped(report);
  if (tally.failed + failedBefore === 0) process.exitCode = exitCode.ok;
}

/** What to say of a file at once. Of the files with problems, only the first ones are named; the report names all. */
function* problemsOf(result: BatchResult, tally: Tally) {
  const { outcome, warnings = [] } = result;
  if (outcome === "failed" && tally.failed <= mostNamed) yield visible(messageFor(result));
  const [warning] = warnings;
  if (warning !== undefined && tally.warned <= mostNamed) yield `warning: ${warningLine(warning)}`;
}

/** The failure for an error of the system, such as a full disk; any other error itself. */
function failureOf(error: NodeJS.ErrnoException, report: string | undefined): Error {
  const text = systemText(error);
  const resume = report === undefined ? "" : " Mend that, and continue with --resume.";
  return text === undefined ? error : new Failure(`${visible(error.path ?? "")}: ${text}${resume}`);
}

/** Without a report, a run cannot be continued. */
const stopped = (report: string | undefined) =>
  new Failure(report === undefined ? "Stopped." : "Stopped. Use --resume to continue.", 130);

/** What the report holds of a result. */
const reported = ({ output: _, hints: __, ...result }: BatchResult) => result;

const tasks = ["to", "convert", "set", "validate", "check", "recover"] as const;

function taskOf(given: BatchFlags): BatchTask {
  const named = tasks.filter((name) => given[name] !== undefined);
  const [name] = named;
  if (name === undefined || named.length > 1)
    throw new Failure(`Use one of ${tasks.map((task) => `--${task}`).join(", ")}.`, exitCode.usage);
  const { to, select, convert, set = "", validate = "" } = given;
  if (select !== undefined && to === undefined) throw new Failure("--select needs --to.", exitCode.usage);
  if (to !== undefined && given.outDir === undefined)
    throw new Failure("--to needs --out-dir.", exitCode.usage);
  switch (name) {
    case "to":
      return select === undefined
        ? { kind: "json", to: to as TableFormat }
        : { kind: "columns", to: to as TableFormat, select: somePathsIn(select) };
    case "convert":
      return { kind: "convert", to: convert as DialectName };
    case "set":
      return { kind: "set", ...assignmentOf(set) };
    case "validate":
      return { kind: "validate", schema: validate };
    default:
      return { kind: name };
  }
}

/** Paths between commas. A comma in brackets or quotes belongs to a path. */
export function pathsIn(text: string): string[] {
  const paths = text.match(/(?:"(?:[^"\\]|\\.)*"|\[[^\]"]*\]|[^,])+/g) ?? [];
  return paths.map((path) => path.trim());
}

function somePathsIn(text: string): string[] {
  const paths = pathsIn(text);
  if (paths.length === 0) throw new Failure("--select names no path.", exitCode.usage);
  return paths;
}

/** `path=value`. What the value means depends on the old one in each file. */
function assignmentOf(assignment: string): { path: string; text: string } {
  const [, path, text] = /^((?:"(?:[^"\\]|\\.)*"|[^="])+)=(.*)$/s.exec(assignment) ?? [];
  if (path === undefined || text === undefined) throw new Failure("--set takes path=value.", exitCode.usage);
  return { path, text };
}

function sourcesOf(inputs: readonly string[], given: BatchFlags): BatchSource[] {
  const { filesFrom, report, outDir } = given;
  checkOneStandardInput(given, filesFrom, ...inputs);
  if ([...inputs, filesFrom, report, outDir].includes(""))
    throw new Failure("The name of a file or folder is empty.", exitCode.usage);
  if (report === "-")
    throw new Failure(
      "--report needs a file. Without it and --out-dir, the report goes to standard output.",
      exitCode.usage,
    );
  const sources = inputs.map((input): BatchSource => {
    if (input === "-") return { ndjson: process.stdin };
    return /[*?[{]/.test(input) && !existsSync(input) ? { glob: input } : input;
  });
  if (filesFrom !== undefined) sources.push({ list: filesFrom === "-" ? process.stdin : filesFrom });
  if (sources.length === 0) throw new Failure("Name files, folders or archives.", exitCode.usage);
  return sources;
}

/** Refuses outputs that nobody would get: an input that is not a file has no place beside it. */
function checkOutputs({ kind }: BatchTask, inputs: readonly string[], { outDir }: BatchFlags): void {
  if (outDir !== undefined || !/^(?:convert|set|recover)$/.test(kind)) return;
  const input = inputs.find((name) => name === "-" || isArchive(name));
  if (input === undefined) return;
  throw new Failure(`${visible(nameOf(input))}: Its outputs need a folder. Use --out-dir.`, exitCode.usage);
}

async function batchOptions(given: BatchFlags): Promise<BatchOptions> {
  const { limits, dialect, badUtf8 } = optionsOf(given);
  const { framing, outDir, report, resume, workers, partitionBytes, fsync, limitInputBytes, timeout } = given;
  return {
    ...(await secretsOf(given, "the files")),
    limits: { ...limits, ...(limitInputBytes === undefined ? {} : { inputBytes: limitInputBytes }) },
    dialect,
    badUtf8,
    framing,
    outDir,
    report,
    resume,
    workers,
    partitionBytes,
    fsync,
    timeout: timeout === undefined ? undefined : timeout * 1000,
    onColumns: (columns) => {
      for (const { name, type } of columns) say(`column ${visible(name)}: ${type}`);
    },
  };
}
