import { stepsOf } from "../../base/path-steps.js";
import { NotationError, parseJson } from "../../forms/json-parser.js";
import { escaped, lineOf } from "../../forms/json-printer.js";
import {
  Dictionary,
  float,
  formatPath,
  GodotObject,
  parseText,
  toText,
  type Variant,
  VariantArray,
  VariantError,
} from "../../index.js";
import { Failure } from "../output/failure.js";
import { exactBuilder, exactNotation } from "./exact.js";

const exact = { mode: "exact", limits: { depth: 1024 } } as const;

/** A line for every value in its order, `[0].player.hp = 10`; containers come before what is in them, and empty. */
export function* flatLines(values: readonly Variant[]): Generator<string> {
  for (const [index, value] of values.entries()) yield* linesUnder(`[${index}]`, value);
}

function* linesUnder(path: string, value: Variant): Generator<string> {
  yield `${path} = ${formOf(emptied(value))}\n`;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* linesUnder(`${path}[${i}]`, item);
  } else if (value instanceof Dictionary) {
    for (const [key, item] of value) yield* linesUnder(path + stepOf(key), item);
  } else if (value instanceof GodotObject) {
    for (const [name, item] of value.properties) yield* linesUnder(path + stepOf(name), item);
  }
}

/** A container without what is in it; any other value as it is. */
function emptied(value: Variant): Variant {
  if (Array.isArray(value)) {
    const { elementType, shared } = value as VariantArray;
    return new VariantArray([], elementType, shared);
  }
  if (value instanceof Dictionary) {
    const { keyType, valueType, shared } = value;
    return new Dictionary([], { keyType, valueType, shared });
  }
  return value instanceof GodotObject ? new GodotObject(value.className) : value;
}

/** `.hp` for a String that is a name; any other key in its form, and containers always in that of JSON. */
function stepOf(key: Variant): string {
  if (typeof key === "string" && formatPath([key]) === key) return `.${key}`;
  return `[${Array.isArray(key) || key instanceof Map ? jsonOf(key) : formOf(key)}]`;
}

/** Godot's text form on one line, where that says all; otherwise the exact notation of JSON, which is in braces. */
function formOf(value: Variant): string {
  try {
    const text = oneLine(toText(value, exact));
    return isPrimitive(value) || jsonOf(parseText(text, exact)) === jsonOf(value) ? text : jsonOf(value);
  } catch (error) {
    if (error instanceof VariantError) return jsonOf(value);
    throw error;
  }
}

const isPrimitive = (value: Variant): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "number");

const jsonOf = (value: Variant): string => lineOf(value, exactNotation);

/** What ends lines, or is obeyed by terminals, as escapes; it stands in quotes. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  const line = text.trimEnd().replace(/[\0-\x1f]/g, (control) => JSON.stringify(control).slice(1, -1));
  return escaped(line);
}

/** The values of lines that `flatLines` made. Lines may be missing: what they held is missing then, too. */
export function unflatten(text: string): Variant[] {
  const roots = new VariantArray();
  for (const [number, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      put(roots, line);
    } catch (error) {
      const known = [VariantError, NotationError].some((kind) => error instanceof kind);
      throw known ? new Failure(`line ${number + 1}: ${(error as Error).message}`) : error;
    }
  }
  closeGaps(roots);
  return [...roots];
}

function put(roots: VariantArray, line: string): void {
  const { keys, form } = splitLine(line);
  const value = readForm(form);
  let place: Variant = roots;
  for (const key of keys.slice(0, -1)) place = inside(place, key);
  const key = keys.at(-1) as Variant;
  if (entryOf(place, key) !== undefined)
    throw new NotationError("the path has a value already, or one inside it");
  setIn(place, key, value);
}

function readForm(form: string): Variant {
  const isJson = /^\s*(?:\{\s*"|\[\s*[^\]\s])/.test(form);
  return isJson ? parseJson(form, exactBuilder) : parseText(form, exact);
}

interface Line {
  readonly keys: Variant[];
  readonly form: string;
}

/** A line is a path, whose keys may have any form, and the form of the value. */
function splitLine(line: string): Line {
  const keys: Variant[] = [];
  let end = 0;
  for (const step of stepsOf(line)) {
    const key = step.isName ? step.text : readForm(step.text);
    // A Map takes -0 for 0.
    keys.push(Object.is(key, -0) ? float(-0) : key);
    end = step.end;
  }
  if (line[end] === "[") throw new NotationError("a bracket is not closed");
  if (!line.startsWith(" = ", end))
    throw new NotationError("a path and ` = ` are expected, as `flat` prints them");
  if (keys.length === 0) throw new NotationError("the path is missing");
  return { keys, form: line.slice(end + 3) };
}

/** What stands under a key; a Dictionary is made where its line is missing. */
function inside(place: Variant, key: Variant): Variant {
  const known = entryOf(place, key);
  if (known !== undefined) return known;
  const made = new Dictionary();
  setIn(place, key, made);
  return made;
}

const isIndex = (key: Variant): key is bigint => typeof key === "bigint" && key >= 0n && key < 50_000_000n;

function entryOf(place: Variant, key: Variant): Variant | undefined {
  return Array.isArray(place) ? (isIndex(key) ? place[Number(key)] : undefined) : entriesOf(place).get(key);
}

function setIn(place: Variant, key: Variant, value: Variant): void {
  if (!Array.isArray(place)) entriesOf(place).set(key, value);
  else if (isIndex(key)) place[Number(key)] = value;
  else throw new NotationError("an index is expected where the path enters an Array");
}

function entriesOf(place: Variant): Map<Variant, Variant> {
  if (place instanceof GodotObject) return place.properties as Map<Variant, Variant>;
  if (place instanceof Dictionary) return place;
  throw new NotationError("the path leads into a value that holds no others");
}

/** Closes the gaps that missing lines left in arrays. */
function closeGaps(value: Variant): void {
  if (Array.isArray(value)) {
    let count = 0;
    // Gaps may be long: only what is there is looked at, in its order.
    for (const key of Object.keys(value)) {
      const item = value[Number(key)];
      if (item === undefined) continue;
      closeGaps(item);
      value[count++] = item;
    }
    value.length = count;
  } else if (value instanceof Dictionary || value instanceof GodotObject) {
    for (const item of value instanceof Dictionary ? value.values() : value.properties.values())
      closeGaps(item);
  }
}
