// Where the entries of a container are in Godot's text form, or in JSON.
import { afterBlanks, afterSpace, afterValue, type BracketEnds } from "./text-scanner.js";

/** A value in a container, and its key in a Dictionary or an Object. */
export interface Item {
  readonly start: number;
  readonly keyEnd: number;
  readonly value: number;
  readonly end: number;
}

/** The contents of a container. */
export interface Body {
  /** The index after the opening bracket. */
  readonly start: number;
  readonly isArray: boolean;
  readonly items: readonly Item[];
}

const word = /[A-Za-z]+/y;

/** The contents of the Array, Dictionary or Object at an index; undefined for any other text. */
export function bodyAt(text: string, start: number, ends: BracketEnds): Body | undefined {
  let at = start;
  word.lastIndex = at;
  const [name] = word.exec(text) ?? [];
  if (name !== undefined) {
    // Array[int]([1, 2])
    at = afterBlanks(text, at + name.length);
    if (text[at] === "[") at = afterBlanks(text, afterValue(text, at, ends));
    if (text[at] !== "(") return undefined;
    at = afterSpace(text, at + 1);
    if (name === "Object") {
      at = afterSpace(text, afterValue(text, at, ends));
      if (text[at] !== ",") return undefined;
    }
  }
  const isArray = text[at] === "[";
  if (!isArray && text[at] !== "{" && name !== "Object") return undefined;
  return { start: at + 1, isArray, items: [...itemsFrom(text, at + 1, isArray, ends)] };
}

function* itemsFrom(text: string, from: number, isArray: boolean, ends: BracketEnds): Generator<Item> {
  let at = afterSpace(text, from);
  while (!closing.includes(text[at] as string)) {
    const start = at;
    const keyEnd = isArray ? start : afterValue(text, start, ends);
    const value = isArray ? start : afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = afterValue(text, value, ends);
    yield { start, keyEnd, value, end };
    at = afterSpace(text, end);
    if (text[at] === ",") at = afterSpace(text, at + 1);
  }
}

const closing = "]})";
