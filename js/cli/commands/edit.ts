// The commands that read or edit one place: `get`, `set`, `add`, `append`, `rename`, `delete`; and `recover`.
import { existsSync } from "node:fs";
import { insideOf } from "../../base/errors-within.js";
import { lazyValue } from "../../batch/columns/lazy-value.js";
import { counted } from "../../describe/amounts.js";
import { lostText } from "../../describe/problems.js";
import { asPart } from "../../forms/text-part.js";
import { type Replaced, typedValue } from "../../forms/typed-value.js";
import {
  type Document,
  type Loss,
  parseText,
  recoverFile,
  type TypeName,
  unwrap,
  type Variant,
  VariantError,
  type Warning,
} from "../../index.js";
import { type Input, nameOf } from "../input/files.js";
import { checkPlace, containerAt, nodeAt, type Place, pathInside, placeIn } from "../input/place.js";
import { keptIfSame, openDocuments, openEditable, openInput } from "../input/reading.js";
import { type Given, isForFile, notationOf, optionsOf, textTargetOf } from "../input/settings.js";
import { textFrom, textOfEach, writeEach } from "../input/several.js";
import { openTranscribed, type Transcribed } from "../input/transcribed.js";
import { jsonLine, readJson, recordLines } from "../json/notations.js";
import { exitCode, Failure } from "../output/failure.js";
import { errorText, say, sayPlaceless, sayWarnings } from "../output/report.js";
import { exactText } from "../output/stdout.js";
import { writeText } from "../output/targets.js";
import { visible } from "../output/text.js";

/** Explains the order of arguments to users who put the file before the path. */
function checkOrder(path: string, [file = "-"]: readonly string[]): void {
  if (file === "-" || file === "" || existsSync(file) || !existsSync(path)) return;
  const order = `The path comes first, then the file ${visible(path)}.`;
  throw new Failure(`There is no file ${visible(file)}. ${order}`, exitCode.usage);
}

/** Throws a Failure for an argument to be stored that may not be what was typed, because Node reads bytes that are not UTF-8 as U+FFFD. */
function checkUtf8(...texts: readonly string[]): void {
  const text = texts.find((each) => each.includes("\uFFFD"));
  if (text !== undefined)
    throw new Failure(
      `${visible(text)} is not valid UTF-8, or it holds U+FFFD, which can be written as "\\ufffd".`,
      exitCode.usage,
    );
}

/** Prints the value at a path as JSON, or a line for each value in it. */
export async function runGet(
  path: string,
  files: readonly string[],
  given: Given & { raw?: boolean; records?: boolean },
): Promise<void> {
  checkOrder(path, files);
  if (given.raw === true && given.records === true)
    throw new Failure("--raw and --records exclude each other.", exitCode.usage);
  const notation = notationOf(given) ?? "plain";
  const textOf = (file: string, isAlone: boolean) =>
    textFrom(async () => {
      const place = placeIn(await openDocuments(file, given), path);
      if (given.records === true)
        return recordLines(containerAt(place), notation, isAlone ? undefined : file);
      const value = lazyValue(place.document, optionsOf(given), nodeAt(place));
      if (given.raw === true && typeof value === "string") return [exactText(`${value}\n`, isForFile(given))];
      return jsonLine(value, notation, "  ", isAlone || given.raw === true ? undefined : file);
    });
  await writeText(textOfEach(files, textOf, given.raw !== true), await textTargetOf(given, files));
}

/** Replaces the value at a path. The new value must have the old type, unless the user names a type. */
export async function runSet(
  path: string,
  text: string,
  files: readonly string[],
  given: Given & { type?: TypeName },
): Promise<void> {
  checkUtf8(text);
  await edit(files, given, path, (place, kind) => {
    checkPlace(place);
    const { document, keys } = place;
    const value = parsedValue(text, document, keys, given);
    // Engines read each number of JSON as a float.
    const widened = /^json/.test(kind) && typeof value === "number" && document.node(keys)?.type === "int";
    const type = given.type ?? (widened ? "float" : undefined);
    if (type === undefined) document.set(keys, value);
    else document.replaceType(keys, type, value);
  });
}

/** Adds a value under a new key, or before an index of an array. */
export async function runAdd(
  path: string,
  text: string,
  files: readonly string[],
  given: Given,
): Promise<void> {
  checkUtf8(path, text);
  await edit(files, given, path, ({ document, keys }) =>
    document.insert(keys, newValue(text, given, document)),
  );
}

/** Adds a value at the end of an array. */
export async function runAppend(
  path: string,
  text: string,
  files: readonly string[],
  given: Given,
): Promise<void> {
  checkUtf8(text);
  await edit(files, given, path, ({ document, keys }) =>
    document.append(keys, newValue(text, given, document)),
  );
}

/** Changes the key of an entry, which keeps its place. */
export async function runRename(
  path: string,
  key: string,
  files: readonly string[],
  given: Given,
): Promise<void> {
  checkUtf8(key);
  await edit(files, given, path, (place) => {
    checkPlace(place);
    place.document.rename(place.keys, parsedKey(key));
  });
}

/** A key: a text in quotes, a value in Godot's text form, or otherwise the text itself. */
function parsedKey(text: string): Variant {
  try {
    return parseText(asPart(text));
  } catch {
    return text;
  }
}

/** Removes the value at a path. */
export async function runDelete(path: string, files: readonly string[], given: Given): Promise<void> {
  await edit(files, given, path, (place) => {
    checkPlace(place);
    place.document.delete(place.keys);
  });
}

async function edit(
  files: readonly string[],
  given: Given,
  path: string,
  change: (place: Place, kind: string) => void,
): Promise<void> {
  checkOrder(path, files);
  // Wrong usage is an error before anything is read.
  notationOf(given);
  await writeEach(files, given, async (file) => {
    const input = await openInput(file, { ...given, allowObjects: true });
    const losses: Loss[] = [];
    const options: Input["options"] = { ...input.options, onLoss: (loss) => losses.push(loss) };
    const { documents, lines, save, kind } = await openEditable({ ...input, options });
    const place = placeIn(documents, path, lines);
    insideOf(place.start, () => change(place, kind));
    sayPlaceless(losses.map((loss) => ({ ...loss, path: pathInside(place, loss.path) })));
    return save(place.document);
  });
}

/** Parses a value that replaces another one. */
function parsedValue(
  text: string,
  document: Document,
  keys: readonly Variant[],
  given: Given & { type?: TypeName },
): Variant {
  const type = given.type ?? document.node(keys)?.type ?? "Nil";
  return newValue(text, given, document, {
    type,
    value: given.type === undefined ? document.get(keys) : undefined,
  });
}

function newValue(text: string, given: Given, { dialect }: Document, old?: Replaced): Variant {
  try {
    if (notationOf(given) === "exact") return readJson(text, "exact");
    return typedValue(text, dialect, old);
  } catch (error) {
    if (error instanceof Failure) throw new Failure(`${visible(text)}: ${error.message}`, exitCode.usage);
    if (!(error instanceof VariantError) || error.code === "wrong-type") throw error;
    const why = error.code === "bad-text" ? `The JSON cannot be read. ${error.hint}` : error.message;
    throw new Failure(
      `${visible(text)} is neither JSON nor a value as Godot writes it. ${why}`,
      exitCode.usage,
    );
  }
}

/** Writes the readable part of damaged files as intact ones, and lists the losses. The exit code is 1 if there are any. */
export async function runRecover(files: readonly string[], given: Given): Promise<void> {
  await writeEach(files, given, (file) => recovered(file, given));
}

async function recovered(file: string, given: Given): Promise<Uint8Array> {
  const input = await openInput(file, { ...given, allowObjects: true });
  const { bytes, options, progress } = input;
  const transcribed = await openTranscribed(input, true).catch((error: unknown) => {
    if (!(error instanceof VariantError) || !/^(?:bad-text|unexpected-end)$/.test(error.code)) throw error;
    const others = "Only files of Variants and JSON lines can be recovered.";
    throw new Failure(`${nameOf(file)}: ${errorText(error)} ${others}`);
  });
  if (transcribed !== undefined) return transcribed.saveContent(readableLines(transcribed));
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning) => warnings.push(warning);
  const saved = await recoverFile(bytes, { ...options, onWarning }).finally(() => progress.end());
  sayWarnings(warnings);
  if (saved.values.length === 0) throw new Failure(`${nameOf(file)}: Nothing can be recovered.`);
  for (const { offset, length, code, path } of saved.lost)
    say(`${code}: ${lostText({ offset, length, code, path: visible(path) })}`);
  if (saved.complete) return keptIfSame(saved.file, input, await unwrap(bytes, options));
  process.exitCode = exitCode.input;
  return saved.file;
}

/** The content of a text without the lines that cannot be read, which it lists. */
function readableLines({ content, text }: Transcribed): Uint8Array {
  const { lost = [], values = [] } = text ?? {};
  if (text === undefined || lost.length === 0) return content;
  const written = text.write(values);
  let [kept, at, line] = ["", 0, 1];
  for (const { offset, length, code } of lost) {
    const before = written.slice(at, offset);
    line += before.split("\n").length - 1;
    say(`${code}: Line ${line} was lost, which has ${counted(length, "character")}. It is no JSON.`);
    line++;
    kept += before;
    at =
      offset +
      length +
      (/^\r?\n?/.exec(written.slice(offset + length, offset + length + 2))?.[0].length ?? 0);
  }
  process.exitCode = exitCode.input;
  return Buffer.from(kept + written.slice(at));
}
