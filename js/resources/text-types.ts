// Declared types that are references, as in `Array[ExtResource("1")]([])`: the script of the elements. `parseText` takes them as
// class names if they are in quotes.
import { endOfQuotes } from "../base/quotes.js";
import { afterBrackets } from "../forms/text-scanner.js";

const reference = /(?:Ext|Sub)Resource\(\s*(?:"[^"\\]*"|\d+)\s*\)/g;
const quotedReference = /"(?:Ext|Sub)Resource\((?:\\"[^"\\]*\\"|\d+)\)"/g;

/** Quotes references in declared types; all else stays. */
export const quotedTypes = (text: string): string =>
  withTypes(text, (types) => types.replace(reference, (name) => JSON.stringify(name.replace(/\s+/g, ""))));

/** Takes them out of quotes again. */
export const unquotedTypes = (text: string): string =>
  withTypes(text, (types) => types.replace(quotedReference, (name) => JSON.parse(name)));

/** Replaces the brackets behind each `Array` and `Dictionary` outside of quotes. */
function withTypes(text: string, replaced: (types: string) => string): string {
  const token = /"|\b(?:Array|Dictionary)(?=\[)/g;
  let result = "";
  let from = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '"') {
      const end = endOfQuotes(text, found.index);
      if (end < 0) break;
      token.lastIndex = end;
      continue;
    }
    const start = token.lastIndex;
    const end = afterBrackets(text, start);
    result += text.slice(from, start) + replaced(text.slice(start, end));
    token.lastIndex = from = end;
  }
  return result + text.slice(from);
}
