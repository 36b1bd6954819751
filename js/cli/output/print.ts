import type { Variant } from "../../index.js";

/** A value inside a container, and the text around it. */
export interface Item {
  readonly before: string;
  readonly value: Variant;
  readonly after: string;
  /** Follows the item before it on the same line, without a comma. */
  readonly joined?: boolean;
}

/** A container in some notation. */
export interface Group {
  readonly open: string;
  readonly items: Iterable<Item>;
  readonly close: string;
}

/** What a notation makes of a value: its text, its text in parts, or a container of further values. */
export type Piece = string | Parts | Group;

/** A text that may be too long for one string. */
export interface Parts {
  readonly parts: Iterable<string>;
}

/** Writes one value, without those inside it. */
export type Notation = (value: Variant) => Piece;

interface OpenGroup {
  readonly items: Iterator<Item>;
  readonly close: string;
  after: string;
  isEmpty: boolean;
}

/** Levels beyond this are not indented further, so that the output stays linear in the input. */
const deepestIndentation = 32;

/** The text of a value, part by part; no call stack grows with the depth. `indentation` is empty for a single line. */
export function* print(root: Variant, notation: Notation, indentation: string): Generator<string> {
  const open: OpenGroup[] = [];
  const newLine = () =>
    indentation === "" ? "" : `\n${indentation.repeat(Math.min(open.length, deepestIndentation))}`;
  const separator = indentation === "" ? ", " : ",";
  yield* start(root, notation, open);
  for (let group = open.at(-1); group !== undefined; group = open.at(-1)) {
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

function start(value: Variant, notation: Notation, open: OpenGroup[]): Iterable<string> {
  const piece = notation(value);
  if (typeof piece === "string") return [piece];
  if ("parts" in piece) return piece.parts;
  open.push({ items: piece.items[Symbol.iterator](), close: piece.close, after: "", isEmpty: true });
  return [piece.open];
}

/** The items of a container that writes nothing but its values. */
export function* elements(values: Iterable<Variant>): Generator<Item> {
  for (const value of values) yield { before: "", value, after: "" };
}

/** The texts with a separator between them, inside brackets. */
export function* listed(texts: Iterable<string>, separator = ", ", close = "]"): Generator<string> {
  let before = "[";
  for (const text of texts) {
    yield before + text;
    before = separator;
  }
  yield before === "[" ? `[${close}` : close;
}

/** Bytes that become one part of base64: a multiple of three, so that parts simply follow each other. */
const base64Part = 3 << 14;

/** Bytes as a JSON string of base64. */
export function* base64(bytes: Uint8Array): Generator<string> {
  yield '"';
  for (let at = 0; at < bytes.length; at += base64Part) {
    const part = bytes.subarray(at, at + base64Part);
    yield Buffer.from(part.buffer, part.byteOffset, part.length).toString("base64");
  }
  yield '"';
}
