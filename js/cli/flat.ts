import {
  Dictionary,
  formatPath,
  GodotObject,
  parseText,
  toText,
  type Variant,
  VariantArray,
} from "../index.js";
import { Failure } from "./failure.js";

const exact = { mode: "exact" } as const;

/** One line of a value: every character that ends a line is an escape. */
function lineOf(value: Variant): string {
  return toText(value, exact).trimEnd().replace(/\r/g, "\\r").replace(/\n/g, "\\n");
}

/** A line for every value in its order, `[0].player.hp = 10`; containers come before what is in them, and empty. */
export function* flatLines(values: readonly Variant[]): Generator<string> {
  for (const [index, value] of values.entries()) yield* linesOf(`[${index}]`, value);
}

function* linesOf(path: string, value: Variant): Generator<string> {
  if (Array.isArray(value)) {
    yield `${path} = ${lineOf(new VariantArray([], (value as VariantArray).elementType))}\n`;
    for (const [i, item] of value.entries()) yield* linesOf(`${path}[${i}]`, item);
  } else if (value instanceof Dictionary) {
    const { keyType, valueType } = value;
    yield `${path} = ${lineOf(new Dictionary([], { keyType, valueType })).replace("\\n", "")}\n`;
    for (const [key, item] of value) yield* linesOf(path + stepOf(key), item);
  } else if (value instanceof GodotObject && value.className !== "") {
    yield `${path} = Object(${value.className})\n`;
    for (const [name, item] of value.properties) yield* linesOf(path + stepOf(name), item);
  } else {
    yield `${path} = ${lineOf(value)}\n`;
  }
}

/** `.hp` for a String that is a name; any other key in its text form. */
function stepOf(key: Variant): string {
  if (typeof key === "string" && formatPath([key]) === key) return `.${key}`;
  return `[${lineOf(key)}]`;
}

/** The values of lines that `flatLines` made. Lines may be missing: what they held is missing then, too. */
export function unflatten(text: string): Variant[] {
  const roots = new VariantArray();
  for (const [number, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      put(roots, line);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure(`line ${number + 1}: ${reason}`);
    }
  }
  closeGaps(roots);
  return [...roots];
}

function put(roots: VariantArray, line: string): void {
  const { keys, rest } = pathOf(line);
  const value = parseText(rest, exact);
  let place: Variant = roots;
  for (const key of keys.slice(0, -1)) place = inside(place, key);
  setIn(place, keys.at(-1) as Variant, value);
}

interface Line {
  readonly keys: Variant[];
  readonly rest: string;
}

/** Names after a point, and texts in brackets up to the one that closes them. */
function pathOf(line: string): Line {
  const keys: Variant[] = [];
  let at = 0;
  while (!line.startsWith(" = ", at)) {
    const name = /\.([\p{L}_][\p{L}\p{N}_]*)/uy;
    name.lastIndex = at;
    const [found, key] = name.exec(line) ?? [];
    if (found !== undefined) {
      keys.push(key as string);
      at += found.length;
    } else {
      const end = closing(line, at);
      keys.push(parseText(line.slice(at + 1, end), exact));
      at = end + 1;
    }
  }
  return { keys, rest: line.slice(at + 3) };
}

function closing(line: string, start: number): number {
  if (line[start] !== "[") throw new Error("a path and ` = ` are expected");
  const token = /"(?:[^"\\]|\\.)*"|[[\]]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(line); found !== null; found = token.exec(line)) {
    if (found[0] === "[") depth++;
    else if (found[0] === "]" && --depth === 0) return found.index;
  }
  throw new Error("a bracket is not closed");
}

/** What stands under a key; a Dictionary is made where its line is missing. */
function inside(place: Variant, key: Variant): Variant {
  const known = Array.isArray(place) ? place[Number(key)] : entriesOf(place).get(key);
  if (known !== undefined) return known;
  const made = new Dictionary();
  setIn(place, key, made);
  return made;
}

function setIn(place: Variant, key: Variant, value: Variant): void {
  if (!Array.isArray(place)) entriesOf(place).set(key, value);
  else if (Number.isInteger(Number(key)) && Number(key) < largestIndex) place[Number(key)] = value;
  else throw new Error(`${String(key)} is no index`);
}

const largestIndex = 50_000_000;

function entriesOf(place: Variant): Map<Variant, Variant> {
  if (place instanceof GodotObject) return place.properties as Map<Variant, Variant>;
  if (place instanceof Dictionary) return place;
  throw new Error("the path leads into a value that holds no others");
}

/** Closes the gaps that missing lines left in arrays. */
function closeGaps(value: Variant): void {
  if (Array.isArray(value)) {
    const items = value.filter(() => true);
    for (const item of items) closeGaps(item);
    if (items.length === value.length) return;
    value.length = 0;
    for (const item of items) value.push(item);
  } else if (value instanceof Dictionary || value instanceof GodotObject) {
    for (const item of entriesOf(value).values()) closeGaps(item);
  }
}
