import { Float } from "../../index.js";

/** Control characters and those that turn the direction of text: a terminal may obey them. */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A JSON string, which is a GDScript one too, without characters that a terminal obeys. */
export function quoted(text: string): string {
  return escaped(JSON.stringify(text));
}

/** The text with every character that a terminal obeys as `\uXXXX`. */
export function escaped(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Like `escaped`, for text that is not quoted yet: line ends, tabs and escapes as `\uXXXX` too. */
export function visible(text: string): string {
  return escaped(JSON.stringify(text).slice(1, -1)).replaceAll('\\"', '"');
}

/** GDScript's form of a float: `1.0`, `nan`, `-inf`. */
export function floatText(value: number): string {
  return String(new Float(value));
}
