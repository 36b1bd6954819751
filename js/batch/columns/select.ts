// Paths with wildcards, such as `inventory[*].id`.

import { type Document, GodotObject, parsePath, StringName, type Variant } from "../../index.js";
import { isMap, kindOf } from "../../table/type-kinds.js";
import { isVector } from "./types.js";

/** A path in parts: between two of them, all elements of an array are taken. */
export interface Selection {
  readonly text: string;
  readonly parts: readonly (readonly Variant[])[];
}

/** Parses a path in which `[*]` means all elements. Throws `bad-path`. */
export function selectionOf(text: string): Selection {
  const parts: string[] = [""];
  // Text in quotes may contain what looks like a wildcard.
  for (const piece of text.split(/("(?:[^"\\]|\\.)*")/)) {
    const [first = "", ...rest] = piece.startsWith('"') ? [piece] : piece.split("[*]");
    parts.push(`${parts.pop()}${first}`, ...rest);
  }
  return { text, parts: parts.map((part, i) => parsePath(i === 0 ? part : part.replace(/^\./, ""))) };
}

/** Whether a selection is the whole value. */
export const isWhole = ({ parts }: Selection): boolean => parts.length === 1 && parts[0]?.length === 0;

/** The value at a selection in a document, in exact mode; a list for each wildcard; null if there is none. */
export function selected(document: Document, { parts: [first = [], ...rest] }: Selection): Variant {
  return below(valueIn(document, first), rest);
}

function valueIn(document: Document, keys: readonly Variant[]): Variant | undefined {
  const value = document.get(keys, "exact");
  if (value !== undefined || keys.length === 0) return value;
  // The index ends at vectors and elements of packed arrays, whose parts may have parts of their own.
  const around = keys.slice(0, -1);
  const type = document.node(around)?.type ?? "";
  if (/^(?:Array|Dictionary|Object|Packed)/.test(type)) return undefined;
  return childOf(valueIn(document, around), keys.at(-1) as Variant);
}

function below(value: Variant | undefined, parts: Selection["parts"]): Variant {
  const [part, ...rest] = parts;
  if (part === undefined || value === undefined || value === null) return value ?? null;
  const elements = elementsOf(value);
  if (elements === undefined) return null;
  return Array.from(elements, (element) => below(part.reduce<Variant | undefined>(childOf, element), rest));
}

/** The elements of an array. Ints are bigints, as everywhere in exact mode. */
function elementsOf(value: Variant): Iterable<Variant> | undefined {
  const kind = kindOf(value);
  if (kind === undefined || !/^(?:Array|TypedArray|Packed)/.test(kind)) return undefined;
  if (kind === "PackedInt32Array" || kind === "PackedByteArray")
    return Array.from(value as Int32Array, (element) => BigInt(element));
  return value as Iterable<Variant>;
}

function childOf(value: Variant | undefined, key: Variant): Variant | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof GodotObject) return entryOf(value.properties, key);
  if (isMap(value)) return entryOf(value, key);
  const elements = elementsOf(value);
  if (elements !== undefined) return typeof key === "number" ? Array.from(elements)[key] : undefined;
  const kind = kindOf(value);
  if (kind === undefined || !isVector(kind) || typeof key !== "string" || !Object.hasOwn(value, key))
    return undefined;
  const part = (value as unknown as Record<string, Variant>)[key];
  return typeof part === "number" && kind.endsWith("i") ? BigInt(part) : part;
}

function entryOf(value: Map<unknown, unknown>, key: Variant): Variant | undefined {
  const found = value.get(Number.isInteger(key) ? BigInt(key as number) : key);
  if (found !== undefined || typeof key !== "string") return found as Variant | undefined;
  for (const [other, child] of value)
    if (other instanceof StringName && other.text === key) return child as Variant;
  return undefined;
}
