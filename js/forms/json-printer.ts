import { VariantError } from "../base/errors.js";
import { base64Parts } from "../table/base64.js";

/** A value in a container, and the text before and after it. */
export interface Item {
  readonly before: string;
  readonly value: unknown;
  readonly after: string;
  /** Whether the item continues the line of the one before it, without a comma. */
  readonly joined?: boolean;
}

/** A container in some notation. */
export interface Group {
  readonly open: string;
  readonly items: Iterable<Item>;
  readonly close: string;
}

/** A value in some notation: its text, its text in parts, or a container of further values. */
export type Piece = string | Parts | Group;

/** A text that may be too long for a single string. */
export interface Parts {
  readonly parts: Iterable<string>;
}

/** Writes one value. The printer calls it again for each value inside. */
export type Notation = (value: unknown) => Piece;

interface OpenGroup {
  readonly items: Iterator<Item>;
  readonly close: string;
  after: string;
  isEmpty: boolean;
}

/** Deeper levels are not indented further: otherwise the length of the text would grow with the square of the depth. */
const deepestIndentation = 32;

/**
 * Yields the text of a value in parts, on a single line if `indentation` is empty. Works without recursion, so that no depth
 * can overflow the call stack. Throws `too-deep` for a value with more than `depth` levels.
 */
export function* print(
  root: unknown,
  notation: Notation,
  indentation: string,
  depth = Number.POSITIVE_INFINITY,
): Generator<string> {
  const open: OpenGroup[] = [];
  const newLine = () =>
    indentation === "" ? "" : `\n${indentation.repeat(Math.min(open.length, deepestIndentation))}`;
  const separator = indentation === "" ? ", " : ",";
  yield* start(root, notation, open);
  for (let group = open.at(-1); group !== undefined; group = open.at(-1)) {
    if (open.length > depth + 1) throw new VariantError("too-deep");
    yield group.after;
    const { value: item, done } = group.items.next();
    if (done === true) {
      open.pop();
      yield group.isEmpty ? group.close : newLine() + group.close;
      continue;
    }
    yield item.joined === true ? item.before : (group.isEmpty ? "" : separator) + newLine() + item.before;
    group.isEmpty = false;
    group.after = item.after;
    yield* start(item.value, notation, open);
  }
}

/** Parts are joined by so many, because each costs more memory than its text. */
const joinedParts = 4096;

/** The parts as one text. Throws `too-large` for more than `most` characters: shared objects are printed at each of their places. */
export function joined(parts: Iterable<string>, most: number): string {
  const texts: string[] = [];
  let some: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > most) throw new VariantError("too-large");
    if (some.push(part) < joinedParts) continue;
    texts.push(some.join(""));
    some = [];
  }
  return texts.join("") + some.join("");
}

/** Far more levels than a decoded value can have, so a deeper value contains itself. */
const deepest = 100_000;

/** The text of a value on a single line. Throws `too-deep` for a value that contains itself. */
export function lineOf(value: unknown, notation: Notation): string {
  return Array.from(print(value, notation, "", deepest)).join("");
}

function start(value: unknown, notation: Notation, open: OpenGroup[]): Iterable<string> {
  const piece = notation(value);
  if (typeof piece === "string") return [piece];
  if ("parts" in piece) return piece.parts;
  open.push({ items: piece.items[Symbol.iterator](), close: piece.close, after: "", isEmpty: true });
  return [piece.open];
}

/** Items without text around their values. */
export function* elements(values: Iterable<unknown>): Generator<Item> {
  for (const value of values) yield { before: "", value, after: "" };
}

/** Yields texts in brackets, with a separator between them. */
export function* listed(texts: Iterable<string>, separator = ", ", close = "]"): Generator<string> {
  let before = "[";
  for (const text of texts) {
    yield before + text;
    before = separator;
  }
  yield before === "[" ? `[${close}` : close;
}

/** Bytes as a JSON string of base64. */
export function* base64(bytes: Uint8Array): Generator<string> {
  yield '"';
  yield* base64Parts(bytes);
  yield '"';
}
