// Lengths and characters of strings of any kind. V8 has a dozen kinds (of one or two bytes for each character, cut, joined, internalized
// …). A property of a string is looked up by its kind, and a place in the code that has met more than four takes the slow way for
// good: writing texts took three times as long in programs with texts of several kinds. These functions are compiled without a look-up.

/** The string itself, which V8 then knows to be one: otherwise each `unitAt` checks it again, which takes a sixth of the time of writing a text. */
export const asString = (text: string): string => `${text}`;

/** The length of a string. */
export const lengthOf = (text: string): number => `${text}`.length;

/** The code unit at an index; NaN behind the end. */
export const unitAt = (text: string, index: number): number => String.prototype.charCodeAt.call(text, index);

/** A part of a string. */
export const partOf = (text: string, start: number, end: number): string =>
  String.prototype.slice.call(text, start, end);
