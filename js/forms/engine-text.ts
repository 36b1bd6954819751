// What engines read otherwise than parseText does.
import { VariantError, type Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import type { parsePath } from "../base/path.js";
import { quotesAndComments } from "../base/quotes.js";
import type { decode, encode } from "../codec/codec.js";
import type { Variant } from "../values/variant.js";
import type { parseText } from "./godot-text.js";
import { textError } from "./text-scanner.js";

/** The text with spaces in place of comments and of what stands in quotes, so that all else keeps its place. */
export function outsideOf(text: string): string {
  let result = "";
  let at = 0;
  for (const [from, end] of quotesAndComments(text)) {
    result += text.slice(at, from);
    result += text[from] === '"' ? `"${" ".repeat(Math.max(end - from - 2, 0))}"` : " ".repeat(end - from);
    at = end;
  }
  return result + text.slice(at);
}

/**
 * What only parseText reads: `-nan`, the contents of a Signal, names of classes in quotes, an Object without a comma behind its class, and
 * references by anything but a text or a number.
 */
const ours =
  /(?<read>-)nan\b|\b(?:Signal|Object)\s*\(\s*"|\bObject\s*\([^,()]*\)|\b(?:Array|Dictionary)\s*\[(?:\s*\w+\s*(?:\([^()]*\)\s*)?,)?\s*"|\bResource\s*\(\s*[^\0-\x20"]|\b(?:Ext|Sub)Resource\s*\(\s*(?!"|\d+[\0-\x20]*\))[^\0-\x20"]/;

/** Throws `unsupported-value` for a text that engines cannot read: they would refuse the whole file around it. */
export function checkEngineText(text: string): void {
  checkOutside(outsideOf(text));
}

function checkOutside(outside: string): void {
  if (ours.test(outside)) throw new VariantError("unsupported-value", { hints: [hint("engine-text")] });
}

/** Throws `unsupported-value` for a value, printed without `engine`, that leaves a gap in the texts of Godot 3, or makes it refuse them. */
export function checkOldText(text: string): void {
  if (/\bRID\s*\(/.test(outsideOf(text)))
    throw new VariantError("unsupported-value", { hints: [hint("old-rid")] });
}

/** What Godot 3 does not read, such as a resource with its uid, or reads as another type. Of `-inf` and `1E5`, it takes what stands behind `read` for the next key. */
const onlyNew =
  /[&^@]"|(?<read>-\s*(?=(?:inf|nan)\b)|(?<![#\w.])\d[\d.]*(?=E))|ByteArray\s*\(\s*"|\b(?:Packed(?:(?:Int|Float)64|Vector4)Array|Transform3D|Quaternion|Vector[23]i|Vector4i?|Rect2i|Projection|Callable|Signal|StringName|RID)\s*\(|\b(?:Array|Dictionary)\s*\[|\bResource\s*\(\s*"\s*"\s*,/;
/** Of these colors, it reads the alpha first. */
const withAlpha = /#(?:[\da-fA-F]{4}){1,2}(?![\da-fA-F])/;
/** It reads the `U` as a letter. */
const longEscape = /(?<!\\)(?:\\\\)*\\U/;

/** Whether Godot 3 reads the text of a value as Godot 4 does. */
export function isReadByOld(text: string): boolean {
  const outside = outsideOf(text);
  return !onlyNew.test(outside) && !withAlpha.test(outside) && !longEscape.test(text);
}

/**
 * Throws `bad-text` for the text of a value in a file that its engine refuses to read, with the whole file, or reads in part. Only in a
 * resource do references lead anywhere.
 */
export function checkRead(text: string, old: boolean, isResource: boolean): void {
  const outside = outsideOf(text);
  const refuse = (what: RegExp, why: "engine-text" | "not-in-old-text" | "reference-in-text") => {
    const found = what.exec(outside);
    if (found === null) return;
    const at = found.index + (found.groups?.read?.length ?? 0);
    throw textError("bad-text", text, at, [hint(why)]);
  };
  if (old) refuse(onlyNew, "not-in-old-text");
  if (!isResource) refuse(reference, "reference-in-text");
  refuse(ours, "engine-text");
}

/** Throws `unsupported-value` for the text of a value of which Godot 3 reads less or something else: often it refuses the whole file. */
export function checkReadByOld(text: string): void {
  if (!isReadByOld(text)) throw new VariantError("unsupported-value", { hints: [hint("not-in-old-text")] });
}

/** What only the loaders of resources read: others take the id for a path, and refuse the whole text. */
const reference = /\b(?:Ext|Sub)Resource\s*\(/;
/** Only these begin containers of declared types. */
const declared = /\b(?:Array|Dictionary)\s*\[/;

/** What the checks take of the package, which other entries import as a whole. */
export interface Package {
  readonly decode: typeof decode;
  readonly encode: typeof encode;
  readonly parsePath: typeof parsePath;
  readonly parseText: typeof parseText;
}

/** Throws for the text of a value, of a ConfigFile or of `var_to_str`, that engines refuse, or read without entries that `old` did not lack. */
export function checkSavedText(from: Package, text: string, old?: Variant): void {
  const outside = outsideOf(text);
  checkOutside(outside);
  if (reference.test(outside))
    throw new VariantError("unsupported-value", { hints: [hint("reference-in-text")] });
  // parseText refuses a NodePath that engines read as empty, because a name between two colons is.
  if (!declared.test(outside) && !text.includes("::")) return;
  const wireOf = (value: Variant) => from.encode(value, { mode: "exact", fullObjects: true });
  const value = from.parseText(text, { mode: "exact" });
  checkDeclared(from, wireOf(value), old === undefined ? undefined : wireOf(old));
}

/**
 * Throws `wrong-type` for an entry of another type than its container declares, unless it was so in the old value, both in Godot 4's
 * encoding. An engine that cannot convert the entry reads the container as empty.
 */
export function checkDeclared(from: Package, value: Uint8Array, old?: Uint8Array): void {
  const wrong = misfitsIn(from, value);
  if (wrong.count === 0) return;
  const before = old === undefined ? { paths: [], count: 0 } : misfitsIn(from, old);
  const known = new Set(before.paths);
  const path = wrong.paths.find((each) => !known.has(each));
  const knowsAll = known.size === before.count;
  if (wrong.count <= before.count && (path === undefined || !knowsAll)) return;
  const place = path === undefined ? {} : { keys: keysOf(from, path), path };
  throw new VariantError("wrong-type", { ...place, hints: [hint("fits-not-declared")] });
}

/** None for a path with a key that it shows in short, such as a packed array. */
function keysOf(from: Package, path: string): Variant[] {
  try {
    return from.parsePath(path);
  } catch {
    return [];
  }
}

/** Entries that engines convert or drop, because their container declares another type: how many, and the paths up to the thousandth. */
function misfitsIn(from: Package, value: Uint8Array): { readonly paths: string[]; readonly count: number } {
  const paths: string[] = [];
  let more = 0;
  const onWarning = ({ path, count }: Warning) => {
    if (count === undefined) paths.push(path);
    else more += count;
  };
  const exact = { dialect: "godot-4", mode: "exact" } as const;
  // Unlike `decode`, `encode` warns of nothing else.
  const read = from.decode(value, { ...exact, allowObjects: true });
  from.encode(read, { ...exact, fullObjects: true, onWarning });
  return { paths, count: paths.length + more };
}

/** Replaces `\a` and `\v`, which engines print, but read as the letters. They read the characters themselves. */
export const withReadEscapes = (text: string): string =>
  text.replace(/\\./gs, (found) => (found === "\\a" ? "\x07" : found === "\\v" ? "\v" : found));
