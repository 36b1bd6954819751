// Finds the ends of keys and values in Godot's text form, without reading them.
import { VariantError } from "../base/errors.js";
import { type Hint, hint } from "../base/hints.js";
import type { MemoryBudget } from "../base/memory-budget.js";
import { endOfQuotes } from "../base/quotes.js";
import { TextEncoder } from "../base/text-coders.js";

/** Makes an error with line and column for an index of a text, and with more advice. */
export function textError(
  code: VariantError["code"],
  text: string,
  offset: number,
  advice: readonly Hint[] = [],
): VariantError {
  return new VariantError(code, { offset, hints: [hint("line-column", ...lineAt(text, offset)), ...advice] });
}

/** Takes memory for what begins at an index of a text. Throws `too-large` if less is left. */
export function takeMemory(budget: MemoryBudget, bytes: number, text: string, at: number): void {
  if (!budget.takes(bytes)) throw textError("too-large", text, at, [hint("raise-limit", "memory")]);
}

/** The line and the column of an index of a text. */
export function lineAt(text: string, offset: number): [line: number, column: number] {
  const lines = text.slice(0, offset).split("\n");
  return [lines.length, (lines.at(-1) as string).length + 1];
}

/** The error of a part of a text, with its place in the whole text; `offset` is that place. */
export function errorInText(error: VariantError, text: string, offset: number): VariantError {
  const advice = error.hints.filter(({ code }) => code !== "line-column");
  return textError(error.code, text, offset, advice);
}

/** The index after spaces and comments. */
export function afterSpace(text: string, start: number): number {
  const other = /[^\0-\x20;]|;|$/g;
  for (let at = start; ; ) {
    other.lastIndex = at;
    at = (other.exec(text) as RegExpExecArray).index;
    if (text[at] !== ";") return at;
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end;
  }
}

/** The ends of brackets by their beginnings, which whoever looks at values inside values keeps for the whole text. */
export type BracketEnds = Map<number, number>;

/** The index after a text, brackets, a word, or a name before brackets. */
export function afterValue(text: string, start: number, ends?: BracketEnds): number {
  const first = text[start];
  if (first === undefined) throw textError("unexpected-end", text, start);
  const quotes = "&^@".includes(first) ? start + 1 : start;
  if (text[quotes] === '"') return afterQuotes(text, quotes);
  if ("[{".includes(first)) return afterBrackets(text, start, ends);
  word.lastIndex = start;
  const [name] = word.exec(text) ?? [];
  if (name === undefined) throw textError("bad-text", text, start);
  const end = start + name.length;
  if (!takesBrackets.test(name)) return end;
  const types = afterBlanks(text, end);
  const typed = isTyped.test(name) && text[types] === "[" ? afterBrackets(text, types, ends) : end;
  const parts = afterBlanks(text, typed);
  return text[parts] === "(" ? afterBrackets(text, parts, ends) : typed;
}

const word = /[^\0-\x20"[\](){};,:=]+/y;
const takesBrackets = /^(?!(?:true|false|null|nil|inf|inf_neg|nan)$)[a-z_]/i;
const isTyped = /^(?:Array|Dictionary)$/;

/** The index after spaces, but not after the end of the line. */
export function afterBlanks(text: string, start: number): number {
  const blanks = /[\0-\t\v-\x20]*/y;
  blanks.lastIndex = start;
  blanks.test(text);
  return blanks.lastIndex;
}

function afterQuotes(text: string, start: number): number {
  const end = endOfQuotes(text, start);
  if (end < 0) throw textError("unexpected-end", text, text.length);
  return end;
}

export function afterBrackets(text: string, start: number, ends?: BracketEnds): number {
  const known = ends?.get(start);
  if (known !== undefined) return known;
  const token = /["[\](){}]|;[^\n]*/g;
  token.lastIndex = start;
  const open: number[] = [];
  let innermost = start;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [part] = found;
    const kind = "([{)]}".indexOf(part);
    if (part === '"') token.lastIndex = afterQuotes(text, found.index);
    else if (kind >= 3) {
      const begin = open.pop();
      if (begin === undefined || text[begin] !== "([{"[kind - 3])
        throw textError("bad-text", text, found.index);
      // Brackets without others in them are soon passed over again.
      if (begin !== innermost) ends?.set(begin, token.lastIndex);
    } else if (kind >= 0) {
      innermost = found.index;
      open.push(innermost);
    }
    if (open.length === 0) return token.lastIndex;
  }
  throw textError("unexpected-end", text, text.length);
}

/** Keys that the engine writes without quotes. */
const plainKey = /^[!#-:<>-Z^-~]+$/;

/** What is wrong with a text that no engine holds; undefined for any other. */
export function textFault(text: string): Hint | undefined {
  if (text.includes("\0")) return hint("nul-in-text");
  return /\p{Surrogate}/u.test(text) ? hint("half-surrogate") : undefined;
}

/**
 * The name of a section, a key or a property that engines read as this one: they drop the first of two byte order marks. Throws
 * `unsupported-value` if there is none.
 */
export function markedName(name: string): string {
  const fault = textFault(name);
  if (fault !== undefined) throw new VariantError("unsupported-value", { hints: [fault] });
  return name.replace(/^\ufeff/, "$&$&");
}

/** A key as the file names it: in quotes, if it has characters that need them. */
export const nameOf = (key: string): string => (plainKey.test(key) ? key : JSON.stringify(markedName(key)));

/** Engines count every character up to the space as one. */
export const stripped = (text: string): string => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "");

export function endOfKey(text: string, start: number): number {
  const token = /["=\n;]/g;
  token.lastIndex = start;
  let found = token.exec(text);
  for (; found?.[0] === '"'; found = token.exec(text)) {
    const end = endOfQuotes(text, found.index);
    if (end < 0) break;
    token.lastIndex = end;
  }
  if (found?.[0] !== "=")
    throw textError("bad-text", text, start, [
      hint(text[start] === "\ufeff" ? "mark-in-key" : "part-of-key"),
    ]);
  return found.index;
}

/** The text of which each character is a byte of another text's UTF-8. */
const asBytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** A key, whose quotes `parse` removes. The engine drops spaces from a key without quotes, and reads each byte of it as a character. */
export function keyOf(text: string, start: number, end: number, parse: (quoted: string) => unknown): string {
  const name = stripped(text.slice(start, end));
  if (!name.includes('"')) return name.replace(/[\0-\x20]+/g, "").replace(/[^\0-\x7f]+/g, asBytes);
  if (endOfQuotes(name, 0) !== name.length || !name.startsWith('"')) throw textError("bad-text", text, start);
  return String(parse(name));
}

const numberOrColor = /-?\d+(?:\.\d*)?(?:e[+-]?\d*)?|#[\da-f]*/iy;

/** The end of a word, or of the number or color that it begins with: engines read the rest of `0b101` and `#f8x` as what follows. */
export function endOfToken(text: string, start: number, end: number): number {
  numberOrColor.lastIndex = start;
  return numberOrColor.test(text) ? Math.min(numberOrColor.lastIndex, end) : end;
}

/**
 * Finds the end of a value. As for engines, the next key may follow in its line, but only behind a blank: without one, another value could
 * become a part of it.
 */
export function endOfValue(text: string, start: number): number {
  const end = afterValue(text, start);
  const token = endOfToken(text, start, end);
  const isApart = end === text.length || text[end] === ";" || (text[end] as string) <= " ";
  if (token < end || !isApart) throw textError("bad-text", text, token);
  return end;
}
