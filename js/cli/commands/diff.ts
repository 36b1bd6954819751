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

/** Prints the differences between two files. The exit code is 1 if there are any, and 2 after a failure. */
export async function runDiff(one: string, other: string, given: Given & { full?: boolean }): Promise<void> {
  try {
    await printDifferences(one, other, given);
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.message, exitCode.usage) : error;
  }
}

async function printDifferences(one: string, other: string, given: Given & { full?: boolean }) {
  const files: (readonly Document[])[] = [];
  for (const file of [one, other]) {
    try {
      files.push(await openDocuments(file, given));
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
      throw new Failure(`${nameOf(file)}: ${errorText(error)}`);
    }
  }
  const lines = differenceLines(files[0] ?? [], files[1] ?? [], given.full === true);
  const first = lines.next();
  if (first.done === true) return;
  process.exitCode = exitCode.input;
  await printText(
    (function* () {
      yield first.value;
      yield* lines;
    })(),
  );
}

function* differenceLines(a: readonly Document[], b: readonly Document[], full: boolean): Generator<string> {
  const text = (value: Variant | undefined) => {
    const preview = value === undefined ? undefined : previewOf(value, full);
    const said = Array.from(preview?.text ?? "").join("");
    return said === "" ? `${preview?.type} ${preview?.note}` : said;
  };
  const count = Math.max(a.length, b.length);
  for (let frame = 0; frame < count; frame++) {
    const start = count > 1 ? `[${frame}]` : "";
    const [one, other] = [a[frame], b[frame]];
    if (one && other) for (const each of one.diff(other)) yield lineOf(each, start, text);
    else yield one ? `- ${start}: ${text(one.get(""))}\n` : `+ ${start}: ${text(other?.get(""))}\n`;
  }
}

const colors = pc.createColors(wantsColors());

function lineOf(
  { kind, path, oldValue, newValue }: Difference,
  start: string,
  text: (value: Variant | undefined) => string,
): string {
  const joint = start !== "" && /^[^[]/.test(path) ? "." : "";
  const place = visible(start + joint + path) || "the value";
  if (kind === "added") return `${colors.green(`+ ${place}: ${text(newValue)}`)}\n`;
  if (kind === "removed") return `${colors.red(`- ${place}: ${text(oldValue)}`)}\n`;
  if (kind === "moved") return `${colors.cyan(`> ${place}: moved`)}\n`;
  return `${colors.yellow(`~ ${place}`)}: ${colors.red(text(oldValue))} → ${colors.green(text(newValue))}\n`;
}
