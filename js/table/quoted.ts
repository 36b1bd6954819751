/** Control characters, and characters that change the direction of text: a terminal may obey them. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Visible ASCII and spaces, without quotes and backslashes: most texts, of which nothing is escaped. */
const plain = /^[ !#-[\]-~]*$/;

/** A JSON string, which GDScript reads too, without characters that a terminal obeys. */
export function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : escaped(JSON.stringify(text));
}

/** The text with `\uXXXX` for every character that a terminal obeys. */
export function escaped(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
