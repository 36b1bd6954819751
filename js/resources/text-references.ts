// References in a text resource. Engines read it from top to bottom, and refuse all of it for one that leads nowhere.
import { endOfQuotes } from "../base/quotes.js";
import { parseText } from "../index.js";
import { externalClass, internalClass } from "./stored-format.js";
import { formatOf, oldFormat, type TextSection } from "./text-reader.js";

const classes = new Map([
  ["ext_resource", externalClass],
  ["sub_resource", internalClass],
]);

/** The first reference to a resource that no section lists up to there, and where it is; undefined if there is none. */
export function unlistedReference(
  text: string,
  sections: readonly TextSection[],
): { readonly at: number; readonly reference: string } | undefined {
  const isOld = formatOf(sections) === oldFormat;
  const listed = new Set<string>();
  let begun = 0;
  const token =
    /"|;[^\n]*|\b((?:Ext|Sub)Resource)(?:[\0-\x20]|;[^\n]*\n)*\((?:[\0-\x20]|;[^\n]*\n)*(?:"|(\d+))/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { index: at, 0: part, 1: className, 2: number } = found;
    const quotes = at + part.length - 1;
    const isQuoted = number === undefined && !part.startsWith(";");
    if (isQuoted) token.lastIndex = endOfQuotes(text, quotes);
    if (className === undefined) continue;
    for (; (sections[begun]?.at ?? text.length) < at; begun++) {
      const { tag, attributes } = sections[begun] as TextSection;
      if (classes.has(tag)) listed.add(`${classes.get(tag)} ${attributes.get("id")}`);
    }
    // Godot 3 reads only numbers.
    const id = isQuoted ? parseText(text.slice(quotes, token.lastIndex)) : Number(number);
    if (!listed.has(`${className} ${id}`) || (isOld && isQuoted))
      return { at, reference: `${className}(${JSON.stringify(id)})` };
  }
  return undefined;
}
