/** Control characters, and characters that change the direction of text: a terminal may obey them. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A JSON string, which GDScript reads too, without characters that a terminal obeys. */
export function quoted(text: string): string {
  return escaped(JSON.stringify(text));
}

/** The text with `\uXXXX` for every character that a terminal obeys. */
export function escaped(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
