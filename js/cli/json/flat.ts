// The lines of `flat`, and how `unflat` reads them.
import { stepsOf } from "../../base/path-steps.js";
import { NotationError, parseJson } from "../../forms/json-parser.js";
import { lineOf } from "../../forms/json-printer.js";
import { asPart } from "../../forms/text-part.js";
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
import { visible } from "../output/text.js";
import { childrenOf, kindOf } from "../output/types.js";
import { exactBuilder, exactNotation } from "./exact.js";

const exact = { mode: "exact", limits: { depth: 1024 } } as const;

/** Yields one line per value, such as `[0].player.hp = 10`. An empty container of the right type precedes its values. */
export function* flatLines(values: Iterable<Variant>): Generator<string> {
  let index = 0;
  for (const value of values) yield* linesUnder(`[${index++}]`, value);
}

function* linesUnder(path: string, value: Variant): Generator<string> {
  yield `${path} = ${formOf(emptied(value))}\n`;
  const step = Array.isArray(value) ? (index: Variant) => `[${index}]` : stepOf;
  for (const [key, item] of childrenOf(value)?.entries ?? []) yield* linesUnder(path + step(key), item);
}

/** An empty container of the same type; any other value unchanged. */
function emptied(value: Variant): Variant {
  if (Array.isArray(value)) {
    const { elementType, shared } = value as VariantArray;
    const owner = kindOf(value) === "Array" ? VariantArray : (value.constructor as typeof VariantArray);
    return new owner([], elementType, shared);
  }
  if (value instanceof Dictionary) {
    const { keyType, valueType, shared } = value;
    return new Dictionary([], { keyType, valueType, shared });
  }
  return value instanceof GodotObject ? new GodotObject(value.className) : value;
}

/** `.hp` for a String that is an identifier, otherwise the key in brackets. Containers are always written as JSON. */
function stepOf(key: Variant): string {
  if (typeof key === "string" && formatPath([key]) === key) return `.${key}`;
  return `[${Array.isArray(key) || key instanceof Map ? jsonOf(key) : formOf(key)}]`;
}

/** Godot's text form on one line, or, if that would lose something, exact JSON, which begins with a brace. */
function formOf(value: Variant): string {
  try {
    // The characters that `visible` escapes occur only in quotes.
    const text = visible(toText(value, exact).trimEnd());
    return isPrimitive(value) || jsonOf(parseText(text, exact)) === jsonOf(value) ? text : jsonOf(value);
  } catch (error) {
    if (error instanceof VariantError) return jsonOf(value);
    throw error;
  }
}

const isPrimitive = (value: Variant): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "number");

const jsonOf = (value: Variant): string => lineOf(value, exactNotation);

/** Reads the lines that `flatLines` wrote. A missing line means a missing value. */
export function unflatten(text: string, old: readonly Variant[] = []): Variant[] {
  const roots = new VariantArray();
  const known: KnownKeys = new Map();
  for (const [number, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      put(roots, line, known, old);
    } catch (error) {
      const expected = [VariantError, NotationError].some((kind) => error instanceof kind);
      throw expected ? new Failure(`Line ${number + 1}: ${(error as Error).message}`) : error;
    }
  }
  closeGaps(roots);
  return [...roots];
}

/**
 * The last key of each text. A line inside a value follows the value's own line, so its path means that key, even where equal
 * keys are different ones: objects compare by identity.
 */
type KnownKeys = Map<string, Variant>;

function put(roots: VariantArray, line: string, known: KnownKeys, old: readonly Variant[]): void {
  const { keys, form } = splitLine(line, known);
  const read = readForm(form);
  // People edit 5.0 to 6.
  const value = typeof read === "bigint" && isFloat(oldValue(old, keys)) ? Number(read) : read;
  let place: Variant = roots;
  for (const key of keys.slice(0, -1)) place = inside(place, key);
  const key = keys.at(-1) as Variant;
  if (entryOf(place, key) !== undefined)
    throw new NotationError("The path already has a value, or one inside it.");
  setIn(place, key, value);
}

const isFloat = (value: Variant | undefined): boolean => value !== undefined && kindOf(value) === "float";

/** The value at a path of the old values. */
function oldValue(old: readonly Variant[], keys: readonly Variant[]): Variant | undefined {
  let place: Variant | undefined = old as Variant[];
  for (const key of keys) {
    const isContainer: boolean =
      Array.isArray(place) || place instanceof Dictionary || place instanceof GodotObject;
    place = isContainer ? entryOf(place as Variant, key) : undefined;
  }
  return place;
}

function readForm(form: string): Variant {
  const isJson = /^\s*(?:\{\s*"|\[\s*[^\]\s])/.test(form);
  return isJson ? parseJson(form, exactBuilder) : parseText(asPart(form), exact);
}

interface Line {
  readonly keys: Variant[];
  readonly form: string;
}

/** Splits a line into the keys of its path and the text of its value. */
function splitLine(line: string, known: KnownKeys): Line {
  const steps = [...stepsOf(line)];
  const end = steps.at(-1)?.end ?? 0;
  if (line[end] === "[") throw new NotationError("A bracket is not closed.");
  if (!line.startsWith(" = ", end))
    throw new NotationError('Expected a path and " = ", as flat prints them.');
  if (steps.length === 0) throw new NotationError("The path is missing.");
  const last = steps.length - 1;
  const keys = steps.map(({ isName, text }, i) => (isName ? text : keyOf(text, known, i < last)));
  return { keys, form: line.slice(end + 3) };
}

function keyOf(text: string, known: KnownKeys, isInside: boolean): Variant {
  const key = (isInside ? known.get(text) : undefined) ?? readForm(text);
  if (typeof key === "object" && key !== null) known.set(text, key);
  // A Map would store -0 as 0.
  return Object.is(key, -0) ? float(-0) : key;
}

/** The value under a key. Creates a Dictionary if its line is missing. */
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
  else throw new NotationError("The path enters an Array, so an index is needed.");
}

function entriesOf(place: Variant): Map<Variant, Variant> {
  if (place instanceof GodotObject) return place.properties as Map<Variant, Variant>;
  if (place instanceof Dictionary) return place;
  throw new NotationError("The path leads into a value that holds no others.");
}

/** Removes the gaps that missing lines left in arrays. */
function closeGaps(value: Variant): void {
  if (Array.isArray(value)) {
    let count = 0;
    // Gaps may be long, so only existing elements are visited.
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
