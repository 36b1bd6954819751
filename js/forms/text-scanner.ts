// Finds the ends of values in Godot's text form, without reading them.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { endOfQuotes } from "../base/quotes.js";

/** Makes an error with line and column for an index of a text. */
export function textError(code: VariantError["code"], text: string, offset: number): VariantError {
  const lines = text.slice(0, offset).split("\n");
  const column = (lines.at(-1) as string).length + 1;
  return new VariantError(code, { offset, hints: [hint("line-column", lines.length, column)] });
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

/** The index after a text, brackets, a word, or a name before brackets. */
export function afterValue(text: string, start: number): number {
  const first = text[start];
  if (first === undefined) throw textError("unexpected-end", text, start);
  const quotes = "&^@".includes(first) ? start + 1 : start;
  if (text[quotes] === '"') return afterQuotes(text, quotes);
  if ("[{".includes(first)) return afterBrackets(text, start);
  word.lastIndex = start;
  const [name] = word.exec(text) ?? [];
  if (name === undefined) throw textError("bad-text", text, start);
  const end = start + name.length;
  if (!takesBrackets.test(name)) return end;
  const types = afterBlanks(text, end);
  const typed = isTyped.test(name) && text[types] === "[" ? afterBrackets(text, types) : end;
  const parts = afterBlanks(text, typed);
  return text[parts] === "(" ? afterBrackets(text, parts) : typed;
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

function afterBrackets(text: string, start: number): number {
  const token = /["[\](){}]|;[^\n]*/g;
  token.lastIndex = start;
  const open: string[] = [];
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [part] = found;
    const kind = "([{)]}".indexOf(part);
    if (part === '"') token.lastIndex = afterQuotes(text, found.index);
    else if (kind >= 3 && open.pop() !== "([{"[kind - 3]) throw textError("bad-text", text, found.index);
    else if (kind >= 0 && kind < 3) open.push(part);
    if (open.length === 0) return token.lastIndex;
  }
  throw textError("unexpected-end", text, text.length);
}
