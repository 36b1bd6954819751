// Texts that games save: JSON, JSON lines, JSON.from_native, var_to_str and ConfigFile. An edit keeps all letters that it need not change.

import { sameBytes } from "../base/bytes.js";
import { withinStack } from "../base/call-stack.js";
import { hint } from "../base/hints.js";
import { isOld } from "../base/old-engines.js";
import { checkOptions } from "../base/option-names.js";
import { type Bytes, bytesOf, type Limits, limitsOf } from "../base/options.js";
import { joinedPath } from "../base/path.js";
import { endOfQuotes } from "../base/quotes.js";
import { listed } from "../base/warnings.js";
import { editText, replaceText } from "../forms/edit-text.js";
import { checkSavedText, isReadByOld, type Package } from "../forms/engine-text.js";
import { type Builder, memberPairs, type PlacedValue, parseJson, placedJson } from "../forms/json-parser.js";
import { repeatedKeys } from "../forms/repeated-keys.js";
import { storedBytes, storedText } from "../forms/stored-text.js";
import {
  ConfigFile,
  convert,
  type DialectName,
  Dictionary,
  decode,
  encode,
  formatPath,
  fromNative,
  type Loss,
  parsePath,
  parseText,
  toNative,
  type Variant,
  VariantError,
  type Warning,
} from "../index.js";
import type { LostLine, SavedText, SavedTextOptions } from "./api.js";
import { configText, type Printed, printedConfig, sectionsOf } from "./config-text.js";
import { checkJson, jsonForm, SavedBuilder, takesOf } from "./json-form.js";
import { checkLines, placesOf, writeLines } from "./json-lines.js";
import { mergedJson } from "./merged-json.js";
import { type VarForm, varFormFor, varFormOf } from "./var-text.js";

const codec: Package = { decode, encode, parsePath, parseText };

const exact = { mode: "exact" } as const;
const mark = "\uFEFF";

/**
 * Reads the text of a saved game: JSON and JSON lines as games write them with `JSON.stringify`, `to_json` and `store_line`, the JSON of
 * `JSON.from_native`, the text of `var_to_str`, and ConfigFiles. What is JSON as well as text of `var_to_str` counts as JSON, unless it is laid
 * out as that function prints it.
 *
 * @param content - The whole text, or its bytes. A decoder such as `TextDecoder` drops a byte order mark and replaces encoded surrogates, so
 * bytes are better left to this function.
 * @param options - Limits, whether to leave out damaged lines, and `onWarning`, which hears of keys that a container or a section has twice, and
 * of entries of another type than their container declares. Offsets are indices of the text, and paths begin with the number of the line in JSON lines.
 * @returns The values, and how to write them back; undefined for any other text.
 * @throws VariantError with line and column for damaged JSON and ConfigFiles, `too-large`, and `bad-utf8` for bytes that are no text.
 * @example
 * ```ts
 * const { content, layers } = await unwrap(readFileSync("user.save"));
 * const save = readSavedText(content);
 * const player = save?.values[0];
 * if (save === undefined || !(player instanceof Dictionary)) throw new Error("not a save of this game");
 * player.set("gold", 100n);
 * writeFileSync("user.save", await wrap(save.writeBytes(save.values), layers));
 * ```
 */
export function readSavedText(
  content: string | Bytes,
  options: SavedTextOptions = {},
): SavedText | undefined {
  checkOptions(options);
  const stored =
    typeof content === "string" ? { text: content, surrogates: false } : storedText(bytesOf(content));
  if (stored === undefined) throw new VariantError("bad-utf8");
  const warnings: Warning[] | undefined = options.onWarning && [];
  const read = readMarked(stored.text, { ...options, warnings });
  if (read === undefined) return undefined;
  warnings?.sort((one, other) => one.offset - other.offset);
  for (const warning of listed(warnings ?? [])) options.onWarning?.(warning);
  const write: SavedText["write"] = (...made) => withinStack(() => read.write(...made));
  return { ...read, write, writeBytes: (...made) => storedBytes(write(...made), stored.surrogates) };
}

type ReadText = Omit<SavedText, "writeBytes">;

interface Reading extends SavedTextOptions {
  /** Where warnings go; undefined if nobody hears them. */
  readonly warnings: Warning[] | undefined;
}

/** Reads a text that may begin with a byte order mark. */
function readMarked(text: string, options: Reading): ReadText | undefined {
  if (!text.startsWith(mark)) return readUnmarked(text, options);
  const warnings: Warning[] | undefined = options.warnings && [];
  const read = readUnmarked(text.slice(mark.length), { ...options, warnings });
  // Engines do not drop the mark of a ConfigFile.
  if (read?.kind === "config") return readUnmarked(text, options);
  for (const warning of warnings ?? [])
    options.warnings?.push({ ...warning, offset: warning.offset + mark.length });
  return (
    read && {
      ...read,
      lost: read.lost.map((line) => ({ ...line, offset: line.offset + mark.length })),
      write: (values, places) => mark + read.write(values, places),
      convert(to) {
        const { text, losses } = read.convert(to);
        return { text: mark + text, losses };
      },
    }
  );
}

/** The header of a section, at the end of a line. Looks for blanks in one line only: beyond it from every line, that would take quadratic time. */
const header = /^[^\S\n\r\u2028\u2029]*(?:;.*)?\[[\w ]+\]\s*$/m;

function readUnmarked(text: string, options: Reading): ReadText | undefined {
  const limits = limitsOf(options.limits);
  const builder = new SavedBuilder();
  const placed = attempt(() => placedJson(text, builder, limits));
  const json = placed instanceof VariantError || !isContainer(placed[0]?.value) ? undefined : placed;
  const asJson = () => {
    if (json === undefined) return undefined;
    const native = json.length > 1 ? undefined : nativeText(text, options);
    const around = native !== undefined ? "native" : json.length > 1 ? "lines" : "value";
    if (builder.repeats) warnOfNames(text, json, options, around);
    return native ?? jsonText(text, json, options);
  };
  if (json !== undefined && json.length > 1) return asJson();
  if (json !== undefined && !isPrinted(text)) return asJson();
  const broken = placed instanceof VariantError && isBrokenJson(text, limits) ? placed : undefined;
  const printed = broken ?? attempt(() => varText(text, options));
  if (!(printed instanceof VariantError)) return printed;
  // Ints beyond 64 bits, for example.
  if (json !== undefined) return asJson();
  const config = attempt(() => configOf(text, options));
  if (!(config instanceof VariantError)) {
    if (config !== undefined) return config;
  } else if (header.test(text)) throw config;
  // Any other text: only one that begins as JSON does deserves an error of its own.
  if (!(placed instanceof VariantError) || !/^\s*[[{]/.test(text)) return undefined;
  const left = linesOf(text, options);
  if (left !== undefined && options.recover === true) return left;
  if (broken === undefined && !/^\s*(?:\{\s*"|\[\s*[[{"])/.test(text)) return undefined;
  if (left !== undefined)
    throw new VariantError(placed.code, { ...placed, hints: [...placed.hints, hint("lines-damaged")] });
  throw (placed.offset ?? 0) >= (printed.offset ?? 0) ? placed : printed;
}

/**
 * Whether a text is JSON but for escapes, as of `C:\path`: Godot 4 refuses such JSON, and `str_to_var`, which no text of this layout is
 * meant for, drops the backslash.
 */
function isBrokenJson(text: string, limits: Limits): boolean {
  if (isPrinted(text)) return false;
  const mended = text.replace(/\\(?:(["\\/bfnrtuv])|.)/gs, (found, known) =>
    known === undefined ? " " : found,
  );
  const read = attempt(() => placedJson(mended, new SavedBuilder(), limits));
  return !(read instanceof VariantError) && isContainer(read[0]?.value);
}

function attempt<Result>(read: () => Result): Result | VariantError {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof VariantError) || error.code === "too-large") throw error;
    return error;
  }
}

const isContainer = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Whether a text is laid out as `var_to_str` prints Dictionaries: each key at the start of a line. JSON indents its keys, or those inside. */
function isPrinted(text: string): boolean {
  let isFound = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{" && !isFound) {
      isFound = /^\{\r?\n[^\s}]/.test(text.slice(at, at + 4));
      if (!isFound) return false;
    } else if (text[at] === '"') at = Math.max(at, endOfQuotes(text, at) - 1);
    else if (text[at] === "\n" && /[ \t]/.test(text[at + 1] ?? "")) return false;
  }
  return isFound;
}

function jsonText(
  text: string,
  placed: readonly PlacedValue[],
  options: SavedTextOptions,
  lost: readonly LostLine[] = [],
): ReadText {
  const form = jsonForm(limitsOf(options.limits));
  const read = placed.map(({ value }) => value);
  const takes = takesOf(text, read);
  const isLines = placed.length > 1 || lost.length > 0;
  return {
    kind: isLines ? "json-lines" : "json",
    values: read,
    lost,
    convert: () => ({ text, losses: [] }),
    write(values, places) {
      if (isLines) checkLines(values, placed, places);
      else checkCount(values, placed);
      for (const [i, value] of values.entries()) checkJson(value, takes, isLines ? [i] : []);
      return writeLines(text, placed, values, places ?? placesOf(values, text, placed, form), form);
    },
  };
}

function checkCount(values: readonly Variant[], { length }: readonly unknown[]): void {
  if (values.length !== length) throw new TypeError(`The text holds ${length} values, not ${values.length}.`);
}

/** Warns of names that objects have twice. Their paths are those of the values, which `JSON.from_native` writes with names of its own. */
function warnOfNames(
  text: string,
  placed: readonly PlacedValue[],
  { limits, warnings }: Reading,
  around: "value" | "lines" | "native",
): void {
  if (warnings === undefined) return;
  const { read } = jsonForm(limitsOf(limits));
  for (const [i, { start }] of placed.entries())
    for (const one of repeatedKeys(text, start, read, around === "lines" ? [i] : []))
      warnings.push(around === "native" ? { ...one, path: "" } : one);
}

/** The lines that are JSON; undefined if there are none. */
function linesOf(text: string, options: Reading): ReadText | undefined {
  const limits = limitsOf(options.limits);
  const placed: PlacedValue[] = [];
  const lost: LostLine[] = [];
  const builder = new SavedBuilder();
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (!/\S/.test(line)) continue;
    const found = attempt(() => placedJson(line, builder, limits));
    const [one] = found instanceof VariantError ? [] : found;
    if (one !== undefined && !(found instanceof VariantError) && found.length === 1)
      placed.push({ ...one, start: index + one.start, end: index + one.end });
    else {
      const code = found instanceof VariantError ? found.code : "bad-text";
      lost.push({ offset: index, length: line.length, code, before: placed.length });
    }
  }
  const isJson = placed.some(({ value }) => value instanceof Dictionary);
  if (!isJson) return undefined;
  if (builder.repeats) warnOfNames(text, placed, options, "lines");
  return jsonText(text, placed, options, lost);
}

/** Numbers as `fromNative` takes them: those that a double does not hold are texts. */
function numberOf(value: Variant): unknown {
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

const nativeBuilder: Builder = {
  lenient: true,
  array: (items) => items.map(numberOf) as Variant[],
  object: (members) =>
    Object.fromEntries(memberPairs(members).map(([name, value]) => [name, numberOf(value)])) as never,
};

/** No Variant holds a NUL, so no engine has written it: as JSON, the text can still be edited. */
const nul = /\0|(?<!\\)(?:\\\\)*\\u0000/;

/** What only `JSON.from_native` writes: types in the texts of numbers and texts, and objects of a type. */
const tags = /"(?:(?:i|f|s|sn|np):|type"\s*:)/;

/** Undefined for JSON without types. */
function nativeText(text: string, { limits, warnings }: Reading): ReadText | undefined {
  if (!tags.test(text) || nul.test(text)) return undefined;
  const value = readNative(text, limits, warnings);
  if (value instanceof VariantError) return undefined;
  const form = jsonForm(limitsOf(limits));
  const jsonOf = (made: Variant) => form.read(JSON.stringify(toNative(made, exact)));
  return {
    kind: "native",
    values: [value],
    lost: [],
    convert: () => ({ text, losses: [] }),
    write(values) {
      checkCount(values, [value]);
      const [made] = values as [Variant];
      // The caller may have changed `value`.
      const old = readNative(text, limits) as Variant;
      const edited = editText(text, mergedJson(form.read(text), jsonOf(old), jsonOf(made)), form);
      if (isNative(edited, made, limits)) return edited;
      const indent = /^\s*.\r?\n([ \t]+)/.exec(text)?.[1];
      return replaceText(text, JSON.stringify(toNative(made, exact), null, indent));
    },
  };
}

function readNative(
  text: string,
  limits: SavedTextOptions["limits"],
  warnings?: Warning[],
): Variant | VariantError {
  const json = parseJson(text, nativeBuilder, limitsOf(limits));
  const how = warnings === undefined ? exact : { ...exact, onWarning: (one: Warning) => warnings.push(one) };
  return attempt(() => fromNative(json, how));
}

/** Whether a text holds this value. */
function isNative(text: string, value: Variant, limits: SavedTextOptions["limits"]): boolean {
  const read = readNative(text, limits);
  if (read instanceof VariantError) return false;
  const [one, other] = [read, value].map((each) => attempt(() => encode(each, allObjects)));
  return one instanceof Uint8Array && other instanceof Uint8Array && sameBytes(one, other);
}

/** Prints each value for another engine, unless it is printed alike there. */
function converted(
  old: VarForm,
  to: DialectName,
  printed: (print: Printed) => string,
): ReturnType<SavedText["convert"]> {
  const from = old.dialect;
  const [made, losses]: [VarForm, Loss[]] = [varFormOf(to), []];
  const text = printed((value, before, keys = []) => {
    const result = convert(encode(value, { ...allObjects, dialect: from }), { from, to, allowObjects: true });
    const around = formatPath(keys);
    for (const loss of result.losses) losses.push({ ...loss, path: joinedPath(around, loss.path) });
    const print = made.print(decode(result.bytes, { ...allObjects, dialect: to }));
    const isRead = isReadByOld(before) || !(isOld(from) || isOld(to));
    return isRead && print === old.print(value) ? undefined : print;
  });
  return { text, losses };
}

const allObjects = { mode: "exact", fullObjects: true, allowObjects: true } as const;

function varText(text: string, { dialect, warnings }: Reading): ReadText {
  const form = varFormFor(text, dialect);
  const value = form.read(text, warnings && { onWarning: (one) => warnings.push(one) });
  return {
    kind: "var_to_str",
    values: [value],
    lost: [],
    // The caller may have changed `value`.
    convert: (to) => converted(form, to, (print) => replaceText(text, print(form.read(text), text))),
    write(values) {
      checkCount(values, [value]);
      const made = edited(text, values[0] as Variant, form);
      if (made !== text) checkSavedText(codec, made, form.read(text));
      return made;
    },
  };
}

/** Edits the text part by part. Printed as a whole, a value that no text holds has its whole path. */
function edited(text: string, value: Variant, form: VarForm): string {
  try {
    return editText(text, value, form);
  } catch (error) {
    form.print(value);
    throw error;
  }
}

/** A header that no damaged JSON looks like, or a comment, on a line of its own. */
const bareLine = /^[^\S\n\r\u2028\u2029]*(?:(\[[\p{L}_][\p{L}\w ./-]*\])[^\S\n\r\u2028\u2029]*|;.*)$/gmu;

/** Whether a text is what a ConfigFile becomes when its keys are deleted: headers, and maybe comments. */
function isEmptied(text: string): boolean {
  let hasHeader = false;
  const rest = text.replace(bareLine, (_line, found) => {
    hasHeader ||= found !== undefined;
    return "";
  });
  return hasHeader && !/\S/.test(rest);
}

/** Undefined for a text that has neither keys nor only headers. */
function configOf(text: string, { dialect, limits, warnings }: Reading): ReadText | undefined {
  const form = varFormFor(text, dialect);
  const onWarning = warnings && ((one: Warning) => warnings.push(one));
  const config = new ConfigFile(text, { limits, dialect: form.dialect, onWarning });
  if (config.sections().length === 0 && !isEmptied(text)) return undefined;
  const value = sectionsOf(config, warnings);
  return {
    kind: "config",
    values: [value],
    lost: [],
    convert: (to) => converted(form, to, (print) => printedConfig(text, form.dialect, to, print)),
    write(values) {
      checkCount(values, [value]);
      return configText(text, values[0] as Variant, form);
    },
  };
}
