// Plain JSON as games save it: what JSON.stringify and to_json of an engine wrote. Numbers are ints or floats as they are written.
import { hint } from "../base/hints.js";
import type { Limits } from "../base/options.js";
import { endOfQuotes } from "../base/quotes.js";
import type { Layout, TextForm } from "../forms/edit-text.js";
import { type Builder, parseJson } from "../forms/json-parser.js";
import { elements, type Item, type Notation, print } from "../forms/json-printer.js";
import { Dictionary, formatPath, type Variant, VariantError } from "../index.js";
import { kindOf } from "../table/type-kinds.js";

/** Reads what engines write, which is not always JSON. */
export const savedBuilder: Builder = {
  array: (items) => items,
  object: (members) => new Dictionary(members),
  lenient: true,
};

/** JSON in which texts are edited. */
export function jsonForm(limits: Limits): TextForm {
  return {
    read: (text) => parseJson(text, savedBuilder, limits),
    print: (value) => printed(value, "", ",", ":"),
    layoutOf,
  };
}

function printed(value: Variant, indentation: string, comma: string, colon: string): string {
  return Array.from(print(value, notationWith(colon), indentation, undefined, comma)).join("");
}

const notationWith = (colon: string): Notation => {
  const members = function* (dictionary: ReadonlyMap<Variant, Variant>): Generator<Item> {
    for (const [key, value] of dictionary) yield { before: textOf(key) + colon, value, after: "" };
  };
  return (value) => {
    if (Array.isArray(value)) return { open: "[", items: elements(value), close: "]" };
    if (value instanceof Dictionary) return { open: "{", items: members(value), close: "}" };
    return scalar(value as Variant);
  };
};

/** A number, text, bool or null. NaN is what Godot 3 writes, and compares equal to itself. */
function scalar(value: Variant): string {
  if (value === null || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (kindOf(value) === "float") return numeral(Number(value));
  return textOf(value);
}

function textOf(value: Variant): string {
  if (typeof value !== "string") throw new VariantError("unsupported-value", { hints: [hint("json-holds")] });
  return JSON.stringify(value);
}

/** A float with all its digits, which no reader takes for an int. Infinity is what Godot 4 writes for it. */
function numeral(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "1e99999" : "-1e99999";
  if (Object.is(value, -0)) return "-0.0";
  const digits = String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** Throws for a value that JSON cannot hold, with its path: another type, a key that is no String, a container with declared types. */
export function checkJson(value: Variant, takesNaN: boolean, path: Variant[] = []): void {
  const { elementType, keyType, valueType } = (value ?? {}) as { [name: string]: unknown };
  const isTyped = (elementType ?? keyType ?? valueType) !== undefined;
  if (Array.isArray(value) && !isTyped) {
    for (const [i, item] of value.entries()) checkInside(i, item, takesNaN, path);
  } else if (value instanceof Dictionary && !isTyped) {
    for (const [key, item] of value) {
      if (typeof key !== "string") throw unfit([...path, key]);
      checkInside(key, item, takesNaN, path);
    }
  } else if (!scalars.has(kindOf(value)) || (isNaNValue(value) && !takesNaN)) throw unfit(path);
}

function checkInside(key: Variant, value: Variant, takesNaN: boolean, path: Variant[]): void {
  path.push(key);
  checkJson(value, takesNaN, path);
  path.pop();
}

const unfit = (path: readonly Variant[]) =>
  new VariantError("unsupported-value", { hints: [hint("json-holds")], keys: path, path: formatPath(path) });
const scalars = new Set<string | undefined>(["Nil", "bool", "int", "float", "String"]);
const isNaNValue = (value: Variant) => kindOf(value) === "float" && Number.isNaN(Number(value));

/** Lays out new parts as the rest of the text is. */
function layoutOf(text: string): Layout {
  const [, newLine = "", unit = ""] = /^[[{]\s*?(\r?\n)([ \t]+)/.exec(text) ?? [];
  const isIndented = unit !== "";
  const colon = `:${spaceAfter(text, ":") ?? (isIndented ? " " : "")}`;
  const comma = `,${spaceAfter(text, ",") ?? ""}`;
  const line = (margin: string) => newLine + margin;
  return {
    colon,
    unit,
    around: (margin) =>
      isIndented
        ? { open: line(margin + unit), comma: `,${line(margin + unit)}`, close: line(margin) }
        : { open: "", comma, close: "" },
    print: (value, margin) => printed(value, unit, comma, colon).replaceAll("\n", line(margin)),
  };
}

/** The spaces after the first such character outside of quotes; undefined without one. */
function spaceAfter(text: string, character: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === character) return /[ \t]*/y.exec(text.slice(at + 1, at + 9))?.[0];
    if (text[at] !== '"') continue;
    const end = endOfQuotes(text, at);
    if (end < 0) return undefined;
    at = end - 1;
  }
  return undefined;
}
