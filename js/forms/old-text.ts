// Texts of files of Godot 3.
import { VariantError } from "../base/errors.js";
import { outsideQuotes } from "../base/quotes.js";
import { oldNames } from "../table/old-names.gen.js";
import type { TypeName } from "../table/table.gen.js";
import { checkOldText, outsideOf, withReadEscapes } from "./engine-text.js";
import type { parseText, TextOptions, toText } from "./godot-text.js";
import { asPart } from "./text-part.js";

/** Names of types in Godot 3, which does not read the names of Godot 4, and the format of its projects. */
const ofGodot3 = /\b(?:Pool\w+Array|Transform|Quat)\s*\(|^config_version=4\s*$/m;

/** Whether a text has values that Godot 3 printed. */
export const isOldText = (text: string): boolean => ofGodot3.test(outsideOf(text));

interface TextFunctions {
  readonly toText: typeof toText;
  readonly parseText: typeof parseText;
}

/** The text of Godot 3, unless that loses digits; then one with all digits. Throws `not-in-dialect` for types that Godot 3 lacks. */
export function oldText(value: unknown, options: TextOptions, from: TextFunctions): string {
  const print = (style: TextOptions) => from.toText(value, style).trimEnd();
  const full = withOldNames(print(options));
  checkOldText(full);
  const text = withReadEscapes(print({ ...options, dialect: "godot-3", engine: "3.6" }));
  return readAgain(text, from) === full ? text : full;
}

/** All digits of the values in a text; undefined for one that no engine reads. */
function readAgain(text: string, { parseText, toText }: TextFunctions): string | undefined {
  try {
    const read = parseText(asPart(text), { mode: "exact", dialect: "godot-3", allowTrailing: false });
    return withOldNames(toText(read, { mode: "exact" }).trimEnd());
  } catch (error) {
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

/** Types that have another name in Godot 3, in the text form of Godot 4. */
const newName = new RegExp(`\\b(?:${Object.keys(oldNames).join("|")})(?=\\()`, "g");

/** The text with the names of types that Godot 3 reads. */
export const withOldNames = (text: string): string =>
  outsideQuotes(text, (part) => part.replace(newName, (name) => oldNames[name as TypeName] as string));
