// The command `diff`.
import pc from "picocolors";
import { type Difference, type Document, type Variant, VariantError } from "../../index.js";
import { nameOf } from "../input/files.js";
import { openDocuments } from "../input/reading.js";
import type { Given } from "../input/settings.js";
import { exitCode, Failure } from "../output/failure.js";
import { previewOf } from "../output/preview.js";
import { errorText } from "../output/report.js";
import { printText } from "../output/stdout.js";
import { visible } from "../output/text.js";
import { wantsColors } from "../output/tree.js";
import { typeOf } from "../output/types.js";

export type DiffFlags = Given & { full?: boolean };

/** Prints the differences between two files. The exit code is 1 if there are any, and 2 after a failure. */
export async function runDiff(one: string, other: string, given: DiffFlags): Promise<void> {
  try {
    await printDifferences(one, other, given);
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.message, exitCode.usage) : error;
  }
}

async function printDifferences(one: string, other: string, given: DiffFlags) {
  const files: (readonly Document[])[] = [];
  for (const file of [one, other]) {
    try {
      files.push(await openDocuments(file, given));
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
      throw new Failure(`${nameOf(file)}: ${errorText(error)}`);
    }
  }
  const lines = differenceLines(files[0] ?? [], files[1] ?? [], given);
  const first = lines.next();
  if (first.done === true) return;
  process.exitCode = exitCode.input;
  if (given.quiet === true) return;
  await printText(
    (function* () {
      yield first.value;
      yield* lines;
    })(),
  );
}

function* differenceLines(
  a: readonly Document[],
  b: readonly Document[],
  given: DiffFlags,
): Generator<string> {
  const full = given.full === true;
  const colors = pc.createColors(wantsColors(given));
  const text = (value: Variant | undefined) => textOf(value, full);
  const count = Math.max(a.length, b.length);
  for (let frame = 0; frame < count; frame++) {
    const start = count > 1 ? `[${frame}]` : "";
    const [one, other] = [a[frame], b[frame]];
    if (one && other) for (const each of one.diff(other)) yield lineOf(each, start, full, colors);
    else yield one ? `- ${start}: ${text(one.get(""))}\n` : `+ ${start}: ${text(other?.get(""))}\n`;
  }
}

function textOf(value: Variant | undefined, full: boolean, withType = false): string {
  const preview = value === undefined ? undefined : previewOf(value, full);
  const said = Array.from(preview?.text ?? "").join("");
  if (said === "") return `${preview?.type} ${preview?.note}`;
  return withType ? `${preview?.type} ${said}`.trimStart() : said;
}

/** An old value and a new one, with their types if these differ. What looks the same differs in its bits, or in what is not shown. */
function changeTexts(one: Variant | undefined, other: Variant | undefined, full: boolean): [string, string] {
  const [type, newType] = [one, other].map((value) => (value === undefined ? "" : typeOf(value)));
  const [old, made] = [one, other].map((value) => textOf(value, full, type !== newType)) as [string, string];
  return old === made ? [old, `${made} (${full ? "in other bits" : "use --full to see more"})`] : [old, made];
}

function lineOf(
  { kind, path, oldValue, newValue }: Difference,
  start: string,
  full: boolean,
  colors: ReturnType<typeof pc.createColors>,
): string {
  const joint = start !== "" && /^[^[]/.test(path) ? "." : "";
  const place = visible(start + joint + path) || "the value";
  if (kind === "added") return `${colors.green(`+ ${place}: ${textOf(newValue, full)}`)}\n`;
  if (kind === "removed") return `${colors.red(`- ${place}: ${textOf(oldValue, full)}`)}\n`;
  if (kind === "moved") return `${colors.cyan(`> ${place}: moved`)}\n`;
  const [old, made] = changeTexts(oldValue, newValue, full);
  return `${colors.yellow(`~ ${place}`)}: ${colors.red(old)} → ${colors.green(made)}\n`;
}
