// Prints values as JSON in pieces, in any notation.
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { tooLarge } from "../base/limit-errors.js";
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
  readonly items: Iterable<Item> | Members;
  readonly close: string;
}

/** The usual items: nothing is after the values, and before each stands its name, if they have some. */
export class Members {
  readonly values: readonly unknown[];
  readonly names: readonly string[] | undefined;

  constructor(values: readonly unknown[], names?: readonly string[]) {
    this.values = values;
    this.names = names;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const [i, value] of this.values.entries()) yield { before: this.names?.[i] ?? "", value, after: "" };
  }
}

/** A value in some notation: its text, its text in parts, or a container of further values. */
export type Piece = string | Parts | Group;

/** A text that may be too long for a single string. */
interface Parts {
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
 * can overflow the call stack. Throws `too-deep` for a value with more than `depth` levels. `comma` stands between items on a single line.
 */
export function* print(
  root: unknown,
  notation: Notation,
  indentation: string,
  depth = Number.POSITIVE_INFINITY,
  comma = ", ",
): Generator<string> {
  const open: OpenGroup[] = [];
  const newLine = () =>
    indentation === "" ? "" : `\n${indentation.repeat(Math.min(open.length, deepestIndentation))}`;
  const separator = indentation === "" ? comma : ",";
  yield* start(root, notation, open);
  for (let group = open.at(-1); group !== undefined; group = open.at(-1)) {
    if (open.length > depth + 1) throw tooDeep();
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

/** Longer texts are flattened: until then, each part takes more memory than its characters. */
const flatLength = 1 << 16;

const tooDeep = () => new VariantError("too-deep", { hints: [hint("raise-limit", "depth")] });

/** Parts of a text that become one. Throws `too-large` for more than `most` characters: shared objects are printed at each of their places. */
class Joined {
  readonly #texts: string[] = [];
  #some = "";
  #room: number;

  constructor(most: number) {
    this.#room = most;
  }

  add(part: string): void {
    this.#some += part;
    if (this.#some.length > flatLength || this.#some.length > this.#room) this.#flatten();
  }

  #flatten(): void {
    this.#room -= this.#some.length;
    if (this.#room < 0) throw tooLarge("outputBytes");
    // V8 flattens a text to find a character in it.
    this.#some.charCodeAt(0);
    this.#texts.push(this.#some);
    this.#some = "";
  }

  get text(): string {
    return this.#texts.length === 0 ? this.#some : this.#texts.join("") + this.#some;
  }
}

/** The parts as one text. Throws `too-large` for more than `most` characters. */
export function joined(parts: Iterable<string>, most: number): string {
  const all = new Joined(most);
  for (const part of parts) all.add(part);
  return all.text;
}

/** Levels that `singleLine` prints by recursion, which takes a third of the time of `print`. */
const recursiveLevels = 100;

/** The text that `print` yields without indentation. Throws `too-deep`, and `too-large` for more than `most` characters. */
export function singleLine(root: unknown, notation: Notation, depth: number, most: number): string {
  const line = new Line(notation, depth, most);
  line.add(root, 0);
  return line.text;
}

class Line {
  readonly #notation: Notation;
  readonly #depth: number;
  readonly #all: Joined;

  constructor(notation: Notation, depth: number, most: number) {
    this.#notation = notation;
    this.#depth = depth;
    this.#all = new Joined(most);
  }

  get text(): string {
    return this.#all.text;
  }

  add(value: unknown, level: number): void {
    const piece = this.#notation(value);
    if (typeof piece === "string") this.#all.add(piece);
    else if ("parts" in piece) this.#addAll(piece.parts);
    else this.#addGroup(piece, level);
  }

  #addAll(parts: Iterable<string>): void {
    for (const part of parts) this.#all.add(part);
  }

  #addGroup({ open, items, close }: Group, level: number): void {
    if (level > this.#depth) throw tooDeep();
    this.#all.add(open);
    if (items instanceof Members) this.#addMembers(items, level);
    else this.#addItems(items, level);
    this.#all.add(close);
  }

  #addMembers({ values, names }: Members, level: number): void {
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.#all.add(", ");
      if (names !== undefined) this.#all.add(names[i] as string);
      this.#addBelow(values[i], level);
    }
  }

  #addItems(items: Iterable<Item>, level: number): void {
    let separator = "";
    for (const { before, value, after, joined } of items) {
      this.#all.add(joined === true ? before : separator + before);
      this.#addBelow(value, level);
      if (after !== "") this.#all.add(after);
      separator = ", ";
    }
  }

  #addBelow(value: unknown, level: number): void {
    if (level < recursiveLevels) this.add(value, level + 1);
    else this.#addAll(print(value, this.#notation, "", this.#depth - level - 1));
  }
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
export const elements = (values: readonly unknown[]): Group["items"] =>
  comesInPieces(values) ? laterElements(values) : new Members(values);

function* laterElements(values: Iterable<unknown>): Generator<Item> {
  for (const value of values) yield { before: "", value, after: "" };
}

/** Whether a container has an iterator of its own, for example one that decodes its contents while they are printed. */
export const comesInPieces = (values: object): boolean => Object.hasOwn(values, Symbol.iterator);

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
