// What a schema leaves out of a value, and how `save` puts it back.
import { isStackOverflow } from "../base/call-stack.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { formatPath } from "../base/path.js";
import { brandOf, isMap, isObject, isPlainObject } from "../table/type-kinds.js";
import { clonedEntries } from "../values/key-list.js";
import { setOwn } from "../values/plain-containers.js";
import type { Variant } from "../values/variant.js";

/** What a schema left out of an object, and out of the values in it. Plain data, so that it can be cloned. */
export interface LeftOut {
  /** Keys, as `formatPath` writes them. */
  readonly keys: ReadonlySet<string>;
  readonly inside: ReadonlyMap<string, LeftOut>;
}

interface Origin {
  readonly original: object;
  readonly left: LeftOut;
}

/**
 * Where the objects that schemas made come from, because a program may move them. Undefined for an object that a schema returned several
 * times, as a default.
 */
const origins = new WeakMap<object, Origin | undefined>();

const textOf = (key: unknown): string => formatPath([key as Variant]);

type Entry = readonly [key: unknown, value: unknown];

/** Entries by the texts of their keys. Where several keys have the same text, as long ones may, all but the first get a number. */
interface NamedEntries extends ReadonlyMap<string, Entry> {
  /** The names of all keys that share their text with others. */
  readonly alike: ReadonlySet<string>;
}

function named(entries: readonly Entry[]): NamedEntries {
  const counts = new Map<string, number>();
  const alike = new Set<string>();
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const text = textOf(entry[0]);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    const name = count === 1 ? text : `${text} (${count})`;
    if (count > 1) alike.add(text).add(name);
    found.set(name, entry);
  }
  return Object.assign(found, { alike });
}

/** Compares a value with what a schema made of it. Undefined if the schema left nothing out and kept the order of all keys. */
export function leftOutOf(original: unknown, output: unknown): LeftOut | undefined {
  if (original === output || !isObject(original) || !isObject(output)) return undefined;
  const [before, after] = [entriesOf(original), entriesOf(output)];
  if (before === undefined || after === undefined) return undefined;
  if (Array.isArray(original) !== Array.isArray(output)) return undefined;
  const old = named(before);
  const made = named(after.filter(([, value]) => value !== undefined));
  const keys = new Set<string>();
  const inside = new Map<string, LeftOut>();
  for (const [text, [, value]] of old) {
    const left = leftOutOf(value, made.get(text)?.[1]);
    if (left !== undefined) inside.set(text, left);
    if (!made.has(text)) keys.add(text);
  }
  const kept = [...old.keys()].filter((text) => made.has(text));
  const inOrder = kept.join() === [...made.keys()].slice(0, kept.length).join();
  if (keys.size === 0 && inside.size === 0 && inOrder) return undefined;
  const left = { keys, inside };
  origins.set(output, origins.has(output) ? undefined : { original, left });
  return left;
}

/**
 * Puts back what a schema left out of a value, in the old order. Objects that the program moved keep what was left out of
 * them. Throws `unsupported-value` where it is not clear to which element something belongs.
 */
export function putBack(
  value: unknown,
  original: unknown,
  left: LeftOut | undefined,
  first: Variant[],
): unknown {
  try {
    return merged(value, original, left, first);
  } catch (error) {
    // `encode` reports a value that contains itself, with its path.
    if (isStackOverflow(error)) return value;
    throw error;
  }
}

function merged(value: unknown, given: unknown, expected: LeftOut | undefined, path: Variant[]): unknown {
  if (!isObject(value)) return value;
  const { original, left } = origins.get(value) ?? { original: given, left: expected };
  const entries = entriesOf(value);
  if (entries === undefined || (brandOf(value) !== undefined && left === undefined)) return value;
  if (Array.isArray(value)) return mergedArray(value, original, left, path);
  const before = named(isObject(original) && left !== undefined ? (entriesOf(original) ?? []) : []);
  const now = named(entries);
  const lost = [...(left?.keys ?? []), ...(left?.inside.keys() ?? [])];
  const doubtful = lost.filter((text) => before.alike.has(text) || now.alike.has(text));
  if (doubtful.length > 0) throw unclear(doubtful, path);
  const result: [unknown, unknown][] = [];
  for (const [text, [key, old]] of before) {
    const entry = now.get(text);
    if (entry !== undefined && entry[1] !== undefined)
      result.push([entry[0], merged(entry[1], old, left?.inside.get(text), [...path, key as Variant])]);
    else if (left?.keys.has(text)) result.push([key, old]);
  }
  for (const [text, [key, part]] of now)
    if (!before.has(text)) result.push([key, merged(part, undefined, undefined, [...path, key as Variant])]);
  if (mapOf(value) !== undefined) return new Map(result);
  const object = {};
  for (const [key, part] of result) setOwn(object, key as string, part);
  return object;
}

function mergedArray(
  array: readonly unknown[],
  original: unknown,
  left: LeftOut | undefined,
  path: Variant[],
): unknown[] {
  if (left !== undefined && left.keys.size > 0) throw unclear([...left.keys], path);
  const old = Array.isArray(original) ? (original as unknown[]) : [];
  const places = new Map(old.map((element, place) => [element, place]));
  const found = array.map((element) =>
    isObject(element) ? places.get(origins.get(element)?.original) : undefined,
  );
  const inPlace =
    array.length === old.length && found.every((place, i) => place === undefined || place === i);
  const there = new Set(found.map((place) => `[${place}]`));
  const missing = [...(left?.inside ?? [])].filter(([text]) => !there.has(text));
  return array.map((element, i) => {
    const inner = [...path, i];
    if (inPlace) return merged(element, old[i], left?.inside.get(textOf(i)), inner);
    const isNew = isObject(element) && origins.get(element) === undefined && isPlainObject(element);
    if (isNew && missing.length > 0) {
      const keys = missing.flatMap(([, { keys }]) => [...keys]);
      throw unclear(keys, inner);
    }
    return merged(element, undefined, undefined, inner);
  });
}

function unclear(keys: readonly string[], path: readonly Variant[]): VariantError {
  const hints = [hint("left-out", ...new Set(keys))];
  return new VariantError("unsupported-value", { hints, keys: path, path: formatPath(path) });
}

/** A Map, or the entries of a clone that was a Dictionary. */
const mapOf = (value: object) => (isMap(value) ? value : clonedEntries(value));

/** The entries of a container, or the properties of an instance. Undefined for values without any, such as typed arrays. */
function entriesOf(value: object): [unknown, unknown][] | undefined {
  if (Array.isArray(value)) return [...value.entries()];
  const map = mapOf(value);
  if (map !== undefined) return [...map];
  return isPlainObject(value) || brandOf(value) !== undefined ? Object.entries(value) : undefined;
}
