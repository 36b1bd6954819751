import { existsSync } from "node:fs";
import pc from "picocolors";
import { lostText } from "../../describe/problems.js";
import {
  type Difference,
  type Document,
  parseText,
  recoverFile,
  type TypeName,
  type Variant,
  VariantError,
} from "../../index.js";
import { nameOf } from "../input/files.js";
import { type Place, placeIn, valueAt } from "../input/place.js";
import { openInput, openLoudly } from "../input/reading.js";
import { type Given, notationOf, targetOf } from "../input/settings.js";
import { jsonParts, readJson } from "../json/notations.js";
import { exitCode, Failure } from "../output/failure.js";
import { previewOf } from "../output/preview.js";
import { errorText, say } from "../output/report.js";
import { printExactText, printText } from "../output/stdout.js";
import { checkTarget, writeBytes } from "../output/targets.js";
import { visible } from "../output/text.js";
import { wantsColors } from "../output/tree.js";

async function opened(file: string, given: Given): Promise<readonly Document[]> {
  return (await openLoudly(await openInput(file, { ...given, allowObjects: true }))).documents;
}

/** Explains the order of arguments to users who put the file before the path. */
function checkOrder(path: string, file: string): void {
  if (file === "-" || existsSync(file) || !existsSync(path)) return;
  const order = `The path comes first, then the file ${visible(path)}.`;
  throw new Failure(`There is no file ${visible(file)}. ${order}`, exitCode.usage);
}

/** Prints the value at a path as JSON. */
export async function runGet(path: string, file: string, given: Given & { raw?: boolean }): Promise<void> {
  checkOrder(path, file);
  const value = valueAt(placeIn(await opened(file, given), path));
  const notation = notationOf(given) ?? "plain";
  if (given.raw === true && typeof value === "string") await printExactText([value, "\n"]);
  else await printText([...jsonParts(value, notation, "  "), "\n"]);
}

/** Replaces the value at a path. The new value must have the old type, unless the user names a type. */
export async function runSet(
  path: string,
  text: string,
  file: string,
  given: Given & { type?: TypeName },
): Promise<void> {
  await edit(file, given, path, ({ document, keys }) => {
    const value = parsedValue(text, document, keys, given);
    if (given.type === undefined) document.set(keys, value);
    else document.replaceType(keys, given.type, value);
  });
}

/** Adds a value under a new key, or before an index of an array. */
export async function runAdd(path: string, text: string, file: string, given: Given): Promise<void> {
  await edit(file, given, path, ({ document, keys }) => document.insert(keys, newValue(text, given)));
}

/** Adds a value at the end of an array. */
export async function runAppend(path: string, text: string, file: string, given: Given): Promise<void> {
  await edit(file, given, path, ({ document, keys }) => document.append(keys, newValue(text, given)));
}

/** Changes the key of an entry, which keeps its place. */
export async function runRename(path: string, key: string, file: string, given: Given): Promise<void> {
  await edit(file, given, path, ({ document, keys }) => document.rename(keys, parsedKey(key)));
}

/** A key: a text in quotes, a value in Godot's text form, or otherwise the text itself. */
function parsedKey(text: string): Variant {
  try {
    return parseText(text);
  } catch {
    return text;
  }
}

/** Removes the value at a path. */
export async function runDelete(path: string, file: string, given: Given): Promise<void> {
  await edit(file, given, path, ({ document, keys }) => document.delete(keys));
}

async function edit(file: string, given: Given, path: string, change: (place: Place) => void): Promise<void> {
  checkOrder(path, file);
  const target = targetOf(given, file);
  await checkTarget(target);
  const input = await openInput(file, { ...given, allowObjects: true });
  const place = placeIn((await openLoudly(input)).documents, path);
  change(place);
  await writeBytes(await place.document.save(input.options), target);
}

/** Parses a value that replaces another one. If that is a text, any input in neither notation is the new text itself. */
function parsedValue(
  text: string,
  document: Document,
  keys: readonly Variant[],
  given: Given & { type?: TypeName },
): Variant {
  const type = given.type ?? document.node(keys)?.type ?? "Nil";
  const isText = /^(String|StringName|NodePath)$/.test(type) && !/^[&^@]?"/.test(text);
  if (isText && notationOf(given) !== "exact") return text;
  return newValue(text, given, given.type === undefined ? document.get(keys) : undefined);
}

/** Parses a value in JSON, with the types of `like`, or in Godot's text form. */
function newValue(text: string, given: Given, like?: Variant): Variant {
  if (notationOf(given) === "exact") return readJson(text, "exact");
  try {
    return readJson(text, "plain", like);
  } catch (error) {
    if (!(error instanceof VariantError) && !(error instanceof Failure)) throw error;
    try {
      return parseText(text, { mode: "exact" });
    } catch {
      const why = `is neither JSON nor in Godot's text form. ${error.message}`;
      throw new Failure(`${visible(text)} ${why}`, exitCode.usage);
    }
  }
}

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
      files.push(await opened(file, given));
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

/** Writes the readable part of a damaged file as an intact one, and lists the losses. The exit code is 1 if there are any. */
export async function runRecover(file: string, given: Given): Promise<void> {
  const target = targetOf(given, file);
  await checkTarget(target);
  const { bytes, options, progress } = await openInput(file, { ...given, allowObjects: true });
  const saved = await recoverFile(bytes, options).finally(() => progress.end());
  if (saved.values.length === 0) throw new Failure(`${nameOf(file)}: Nothing can be recovered.`);
  await writeBytes(saved.file, target);
  for (const { offset, length, code, path } of saved.lost)
    say(`${code}: ${lostText({ offset, length, code, path: visible(path) })}`);
  if (!saved.complete) process.exitCode = exitCode.input;
}
