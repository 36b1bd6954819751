// The command `diff`.
import pc from "picocolors";
import { joinedPath } from "../../base/path.js";
import { type Difference, type Document, type Variant, VariantError } from "../../index.js";
import { nameOf } from "../input/files.js";
import { openDocuments } from "../input/reading.js";
import { checkOneStandardInput } from "../input/secrets.js";
import type { Given } from "../input/settings.js";
import { wantsColors } from "../output/colors.js";
import { exitCode, Failure } from "../output/failure.js";
import { summaryOf } from "../output/preview.js";
import { errorText } from "../output/report.js";
import { printText } from "../output/stdout.js";
import { visible } from "../output/text.js";
import { typeOf } from "../output/types.js";

type DiffFlags = Given & { full?: boolean };

/** Prints the differences between two files. The exit code is 1 if there are any, and 2 after a failure. */
export async function runDiff(one: string, other: string, given: DiffFlags): Promise<void> {
  try {
    await printDifferences(one, other, given);
  } catch (error) {
    if (error instanceof VariantError) throw new Failure(errorText(error), exitCode.usage);
    throw error instanceof Failure ? new Failure(error.message, exitCode.usage) : error;
  }
}

async function printDifferences(one: string, other: string, given: DiffFlags) {
  checkOneStandardInput(given, one, other);
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
  const text = ({ root }: Document) => summaryOf(root.value("exact"), full);
  const count = Math.max(a.length, b.length);
  for (let frame = 0; frame < count; frame++) {
    const start = count > 1 ? `[${frame}]` : "";
    const [one, other] = [a[frame], b[frame]];
    if (one && other) for (const each of one.diff(other)) yield lineOf(each, start, full, colors);
    else yield one ? `- ${start}: ${text(one)}\n` : `+ ${start}: ${text(other as Document)}\n`;
  }
}

/** An old value and a new one, with their types if these differ. What looks the same differs in its bits, or in what is not shown. */
function changeTexts(one: Variant, other: Variant, full: boolean): [string, string] {
  const isRetyped = typeOf(one) !== typeOf(other);
  const [old, made] = [summaryOf(one, full, isRetyped), summaryOf(other, full, isRetyped)];
  return old === made ? [old, `${made} (${full ? "in other bits" : "use --full to see more"})`] : [old, made];
}

function lineOf(
  { kind, path, oldValue, newValue }: Difference,
  start: string,
  full: boolean,
  colors: ReturnType<typeof pc.createColors>,
): string {
  const place = visible(joinedPath(start, path)) || "the value";
  const [old, made] = [oldValue as Variant, newValue as Variant];
  if (kind === "added") return `${colors.green(`+ ${place}: ${summaryOf(made, full)}`)}\n`;
  if (kind === "removed") return `${colors.red(`- ${place}: ${summaryOf(old, full)}`)}\n`;
  if (kind === "moved") return `${colors.cyan(`> ${place}: moved`)}\n`;
  const [oldText, newText] = changeTexts(old, made, full);
  return `${colors.yellow(`~ ${place}`)}: ${colors.red(oldText)} → ${colors.green(newText)}\n`;
}
