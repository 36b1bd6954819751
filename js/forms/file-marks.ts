// What engines read in the texts of files otherwise than in a String, with str_to_var. They take each character of a text in quotes of a
// ConfigFile or a text resource for a byte of UTF-8. That drops a byte order mark at its beginning, though they write it once, and makes
// other characters of escapes beyond ASCII.
import { VariantError, type Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { isOld } from "../base/old-engines.js";
import { quotesAndComments } from "../base/quotes.js";
import type { Variant } from "../values/variant.js";
import type { TextForm } from "./edit-text.js";
import type { ParseOptions, parseText } from "./godot-text.js";
import { errorInText, textError } from "./text-scanner.js";

const mark = "\ufeff";

/** Where each text in quotes begins and ends, quotes included. */
const quotesIn = (text: string) => [...quotesAndComments(text)].filter(([from]) => text[from] === '"');

/** The indices of marks at the beginning of texts in quotes. */
function marksIn(text: string): number[] {
  if (!text.includes(mark)) return [];
  const begins = quotesIn(text).map(([from]) => from + 1);
  return begins.filter((at) => text.startsWith(mark, at));
}

/** Escapes, with those of characters beyond ASCII in a group. Godot 3 reads `\U` as the letter. */
const escapes = /\\(?:(u(?!00[0-7])|U(?!0000[0-7]))|.)/gs;
const oldEscapes = /\\(?:(u(?!00[0-7])|U)|.)/gs;

/** Throws `bad-text` for an escape of a character beyond ASCII, which engines take for one byte of UTF-8. */
function checkEscapes(text: string, old: boolean): void {
  if (!/\\u/i.test(text)) return;
  for (const [from, end] of quotesIn(text)) {
    for (const { 1: wide, index } of text.slice(from, end).matchAll(old ? oldEscapes : escapes))
      if (wide !== undefined) throw textError("bad-text", text, from + index, [hint("escape-in-file")]);
  }
}

/** The parts of a text between marks, which begin each part but the first. */
const partsOf = (text: string, marks: readonly number[]): string[] =>
  [0, ...marks].map((from, i) => text.slice(from, marks[i]));

/** Reads the text of a value in a file with a function like `parseText`. */
export function parseInFile(parse: typeof parseText, text: string, options?: ParseOptions): Variant {
  const old = isOld(options?.dialect);
  checkEscapes(text, old);
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

/** The name of a section, or of a property in a binary resource, as engines read it. */
export const nameInFile = (name: string): string => name.replace(/^\ufeff/, "");
