// Paths as text and as arrays of keys: `formatPath`, `parsePath`.
import { floatText } from "../table/numbers.js";
import { components, Type, type TypeName } from "../table/table.gen.js";
import { brandOf } from "../table/type-kinds.js";
import { fromArrays } from "../values/make-value.js";
import { Float, NodePath, RID, StringName } from "../values/small-values.js";
import type { Variant } from "../values/variant.js";
import { VariantError } from "./errors.js";
import { excerpt } from "./excerpt.js";
import { pathSentence } from "./path-sentence.js";
import { stepsOf } from "./path-steps.js";

const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const longestList = 8;
/** A key of a path shows at most this many values, because containers of JavaScript may hold each other often, or themselves. */
const mostShown = 64;

/**
 * Formats keys as a path: `inventory[3].stats.hp`, `grid[Vector2i(1, 2)]`, `["strange key"].x`. With the name of a
 * variable, formats a GDScript expression instead: `save["inventory"][3]["stats"]["hp"]`.
 *
 * @param keys - Keys and indices from the root to a value, as `VariantError.keys` and `DocumentNode.keys` have them.
 * @param variable - The name of a GDScript variable.
 * @returns The path; empty for the root.
 * @throws Nothing: keys of any kind have a form.
 * @example
 * ```ts
 * formatPath(["inventory", 3, "hp"]); // inventory[3].hp
 * ```
 */
export function formatPath(keys: readonly unknown[], variable?: string): string {
  if (variable !== undefined) return variable + keys.map((key) => `[${expressionOf(key)}]`).join("");
  let path = "";
  for (const key of keys) path += segment(key, path === "");
  return path;
}

/** A key as a GDScript expression: unlike a path, GDScript writes infinity and NaN as constants. */
function expressionOf(key: unknown): string {
  const form = keyForm(key);
  return form.includes('"') ? form : form.replace(/inf(?:inity)?\b/gi, "INF").replace(/\bnan\b/gi, "NAN");
}

/**
 * Parses a path that `formatPath` wrote. A leading `"strange key"` needs no brackets. Whole numbers are ints (a `bigint`
 * beyond 2^53), and `1.0` becomes a Float. Throws `bad-path`.
 *
 * @param path - A path such as `inventory[3].stats.hp`.
 * @returns The keys and indices.
 * @throws VariantError `bad-path` for a text that is not a path.
 * @throws TypeError for anything but a string.
 * @example
 * ```ts
 * parsePath("inventory[3].hp"); // ["inventory", 3, "hp"]
 * ```
 */
export function parsePath(path: string): Variant[] {
  if (typeof path !== "string") throw new TypeError("A path must be a string.");
  const keys: Variant[] = [];
  let end = 0;
  for (const step of stepsOf(path)) {
    keys.push(step.isName ? step.text : parseKey(step.text, path, step.start));
    end = step.end;
  }
  if (end < path.length) throw badPath(path, end);
  return keys;
}

function badPath(path: string, at: number): VariantError {
  const shown = JSON.stringify(excerpt(path));
  return new VariantError("bad-path", {
    hints: [{ code: "path-syntax", args: [JSON.stringify(path), at], text: pathSentence(shown, at) }],
  });
}

/** A key in brackets, as `keyForm` writes it. */
function parseKey(form: string, path: string, at: number): Variant {
  try {
    return keyOf(form.trim());
  } catch {
    throw badPath(path, at);
  }
}

function keyOf(text: string): Variant {
  const [, type = "", list = ""] = /^(\w*)\((.*)\)$/s.exec(text) ?? [];
  if (/^-?(?:\d|inf)|^nan$/i.test(text)) return parseNumberKey(text);
  if (text.startsWith("&")) return new StringName(parseQuoted(text.slice(1)));
  if (type === "NodePath") return new NodePath(parseQuoted(list));
  if (type === "RID") return new RID(BigInt(list));
  if (type !== "") return componentsOf(type, list);
  return parseListKey(text);
}

function parseQuoted(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "string") throw new SyntaxError();
  return value;
}

function parseNumberKey(text: string): Variant {
  if (!/^-?\d+$/.test(text)) return parseFloatKey(text);
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

/** What a key has that JSON lacks, or reads in another way, and texts, in which nothing is such a token. */
const tokens = /&?"(?:[^"\\]|\\.)*"|\b\w+\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)|-?inf\b|nan\b|-?\d[\d.e+-]*/gi;

/** JSON with keys of other types inside: numbers are those of paths, so 1.0 is a Float, and an int that is no safe integer is a bigint. */
function parseListKey(text: string): Variant {
  const parsed: Variant[] = [];
  const numbered = text.replace(tokens, (token) =>
    // With a blank, no token joins what stands before it.
    token.startsWith('"') ? token : ` ${parsed.push(keyOf(token)) - 1}`,
  );
  return JSON.parse(numbered, (_, value: Variant) =>
    typeof value === "number" ? (parsed[value] as Variant) : value,
  ) as Variant;
}

function parseFloatKey(text: string): Variant {
  const value = Number(text.replace(/inf$/i, "Infinity"));
  // Number() also takes an empty text for 0, and reads hexadecimal digits.
  if (!/^(?:-?\d[\d.e+-]*|-?inf(?:inity)?|nan)$/i.test(text)) throw new SyntaxError();
  if (Number.isNaN(value) && !/^nan$/i.test(text)) throw new SyntaxError();
  return Number.isInteger(value) ? new Float(value) : value;
}

function componentsOf(type: string, list: string): Variant {
  const number = Type[type as TypeName];
  const numbers = list.split(",").map((part) => Number(parseFloatKey(part.trim())));
  const make = fromArrays[number];
  if (make === undefined || numbers.length !== components[number]) throw new SyntaxError();
  return make(numbers, 0, false) as Variant;
}

function segment(key: unknown, first: boolean): string {
  const name = brandOf(key) === "StringName" ? (key as StringName).text : key;
  if (typeof name !== "string") return `[${keyForm(name)}]`;
  if (!identifier.test(name)) return `[${JSON.stringify(name)}]`;
  return first ? name : `.${name}`;
}

function keyForm(key: unknown, left = { shown: mostShown }): string {
  if (left.shown-- <= 0) return "…";
  try {
    return soundForm(key, left);
  } catch {
    // An array whose buffer was transferred, or an instance of a class with parts of other types.
    return "…";
  }
}

function soundForm(key: unknown, left: { shown: number }): string {
  if (typeof key === "string") return JSON.stringify(key);
  // A whole number that is no safe integer is a float. Without a point, it would be read as an int.
  if (typeof key === "number" && !Number.isSafeInteger(key)) return floatText(key);
  if (Array.isArray(key)) return listForm("[", key, "]", left);
  if (ArrayBuffer.isView(key)) return `${key.constructor.name}(${key.byteLength})`;
  if (key instanceof Map)
    return listForm(
      "{",
      Array.from(key, ([name]) => name),
      "}",
      left,
    );
  if (typeof key !== "object" || key === null || brandOf(key) !== undefined) return String(key);
  return listForm("{", Object.keys(key), "}", left);
}

function listForm(open: string, values: readonly unknown[], close: string, left: { shown: number }): string {
  const shown = values.slice(0, longestList).map((value) => keyForm(value, left));
  return open + shown.join(", ") + (values.length > longestList ? ", …" : "") + close;
}

/** One step of a path as the codec reports it: docs/BOUNDARY.md, words 12 and 13 of the exchange block. */
export type Segment = readonly [kind: number, position: number];

/** Turns segments into keys; `keyAt` and `nameAt` read a Dictionary key and a property name at a byte offset. */
export function keysOf(
  segments: readonly Segment[],
  keyAt: (position: number) => Variant,
  nameAt: (position: number) => string,
): Variant[] {
  return segments.map(([kind, position]) => {
    if (kind === 0) return position;
    return kind === 1 ? keyAt(position) : nameAt(position);
  });
}

/** @internal The path of a value inside the value at another path. */
export function joinedPath(outer: string, inner: string): string {
  return outer + (outer === "" || /^(\[|$)/.test(inner) ? "" : ".") + inner;
}
