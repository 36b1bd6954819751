// Byte order marks in the texts of files. Engines read the texts in quotes of a ConfigFile and of a text resource from UTF-8, which drops a mark
// at the beginning of each, though they write it once. They keep it in what they read from a String, with str_to_var.
import { VariantError, type Warning } from "../base/errors.js";
import { endOfQuotes } from "../base/quotes.js";
import type { Variant } from "../values/variant.js";
import type { TextForm } from "./edit-text.js";
import { isOld } from "./engine-text.js";
import type { ParseOptions, parseText } from "./godot-text.js";
import { errorInText, textError } from "./text-scanner.js";

const mark = "\ufeff";

/** The indices of marks at the beginning of texts in quotes. */
function marksIn(text: string): number[] {
  const found: number[] = [];
  if (!text.includes(mark)) return found;
  const token = /"|;[^\n]*/g;
  for (let next = token.exec(text); next !== null; next = token.exec(text)) {
    if (next[0] !== '"') continue;
    if (text.startsWith(mark, token.lastIndex)) found.push(token.lastIndex);
    const end = endOfQuotes(text, next.index);
    token.lastIndex = end < 0 ? text.length : end;
  }
  return found;
}

/** The parts of a text between marks, which begin each part but the first. */
const partsOf = (text: string, marks: readonly number[]): string[] =>
  [0, ...marks].map((from, i) => text.slice(from, marks[i]));

/** Up to where Godot 3 reads a value such as `-inf` or `1E5`. It reads the rest as the beginning of the next key. */
const oldEnd = /^(?:-(?=inf)|-?\d[\d.]*(?=E))/;

/** Reads the text of a value in a file with a function like `parseText`. */
export function parseInFile(parse: typeof parseText, text: string, options?: ParseOptions): Variant {
  const [part] = (options?.dialect !== undefined && isOld(options.dialect) && oldEnd.exec(text)) || [];
  if (part !== undefined) throw textError("bad-text", text, part.length);
  const marks = marksIn(text);
  if (marks.length === 0) return parse(text, options);
  const [first, ...others] = partsOf(text, marks);
  const placed = (offset: number) => {
    let place = offset;
    for (const at of marks) if (at <= place) place++;
    return place;
  };
  const heard = options?.onWarning;
  const onWarning = (warning: Warning) => heard?.({ ...warning, offset: placed(warning.offset) });
  try {
    const read = [first, ...others.map((part) => part.slice(mark.length))].join("");
    return parse(read, heard === undefined ? options : { ...options, onWarning });
  } catch (error) {
    if (!(error instanceof VariantError) || error.offset === undefined) throw error;
    throw errorInText(error, text, placed(error.offset));
  }
}

/** The text of a value for a file: engines drop the first of two marks. */
export const printedInFile = (text: string): string => partsOf(text, marksIn(text)).join(mark);

/** How values of a file are read and printed. */
export const inFile = <Form extends TextForm>(form: Form): Form => ({
  ...form,
  read: (text) => parseInFile(form.read, text),
  print: (value) => printedInFile(form.print(value)),
});

/** The name of a section as engines read it. */
export const nameInFile = (name: string): string => name.replace(/^\ufeff/, "");
