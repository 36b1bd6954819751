// Plain JSON as games save it: what JSON.stringify and to_json of an engine wrote. Numbers are ints or floats as they are written.
import { type Hint, hint } from "../base/hints.js";
import type { Limits } from "../base/options.js";
import { endOfQuotes } from "../base/quotes.js";
import type { Layout, TextForm } from "../forms/edit-text.js";
import { type Builder, type JsonMembers, memberPairs, parseJson } from "../forms/json-parser.js";
import { elements, type Item, type Notation, print } from "../forms/json-printer.js";
import { textFault } from "../forms/text-scanner.js";
import { Dictionary, formatPath, type Variant, VariantError } from "../index.js";
import { kindOf } from "../table/type-kinds.js";

/** Reads what engines write, which is not always JSON. */
export class SavedBuilder implements Builder {
  readonly lenient = true;
  /** Whether some object has a name twice. */
  repeats = false;

  array(items: Variant[]): Variant {
    return items;
  }

  object(members: JsonMembers): Variant {
    const made = new Dictionary(memberPairs(members));
    this.repeats ||= made.size < members.names.length;
    return made;
  }
}

/** JSON in which texts are edited. */
export function jsonForm(limits: Limits): TextForm {
  return {
    read: (text) => parseJson(text, new SavedBuilder(), limits),
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

/** What a JSON text holds although not every engine reads it. */
interface Takes {
  readonly nan: boolean;
  readonly anyText: boolean;
}

/** What a text may have that holds a faulty one. */
const mayBeFaulty = /\0|\p{Surrogate}|\\u(?:0000|d[89a-f])/iu;

/** What the values of a text hold, as long as nobody has changed them. */
export const takesOf = (text: string, values: readonly Variant[]): Takes => ({
  nan: text.includes("nan") && holds(values, isNaNValue),
  anyText:
    mayBeFaulty.test(text) && holds(values, (one) => typeof one === "string" && textFault(one) !== undefined),
});

/** Whether a value or a key is of a kind. Without recursion, no depth can overflow the call stack. */
function holds(values: readonly Variant[], isOfKind: (value: Variant) => boolean): boolean {
  const open = [values[Symbol.iterator]()];
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const { value, done } = inner.next();
    if (done === true) open.pop();
    else if (isOfKind(value)) return true;
    else if (Array.isArray(value)) open.push(value.values());
    else if (value instanceof Dictionary) open.push(value.keys(), value.values());
  }
  return false;
}

/**
 * Throws for a value that JSON cannot hold, with its path: another type, a key that is no String, a container with declared types. And
 * for a text that Godot 4 refuses, or reads as another one, unless there are such texts already.
 */
export function checkJson(value: Variant, takes: Takes, path: Variant[] = []): void {
  const { elementType, keyType, valueType } = (value ?? {}) as { [name: string]: unknown };
  const isTyped = (elementType ?? keyType ?? valueType) !== undefined;
  if (Array.isArray(value) && !isTyped) {
    for (const [i, item] of value.entries()) checkInside(i, item, takes, path);
  } else if (value instanceof Dictionary && !isTyped) {
    for (const [key, item] of value) {
      if (typeof key !== "string") throw unfit([...path, key]);
      const fault = faultOf(key, takes);
      if (fault !== undefined) throw unfit([...path, key], fault);
      checkInside(key, item, takes, path);
    }
  } else if (typeof value === "string") {
    const fault = faultOf(value, takes);
    if (fault !== undefined) throw unfit(path, fault);
  } else if (!scalars.has(kindOf(value)) || (isNaNValue(value) && !takes.nan)) throw unfit(path);
}

function checkInside(key: Variant, value: Variant, takes: Takes, path: Variant[]): void {
  path.push(key);
  checkJson(value, takes, path);
  path.pop();
}

const faultOf = (text: string, takes: Takes) => (takes.anyText ? undefined : textFault(text));

const unfit = (path: readonly Variant[], why = hint("json-holds") as Hint) =>
  new VariantError("unsupported-value", { hints: [why], keys: path, path: formatPath(path) });
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
