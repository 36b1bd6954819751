// The notation of `toPlainJSON`.
import { VariantError } from "../base/errors.js";
import { type Components, fillNumbers } from "../table/components.js";
import { keyName as nameOf } from "../table/json-form.js";
import { componentText, floatText, isPlainInt } from "../table/numbers.js";
import { quoted } from "../table/quoted.js";
import { components } from "../table/table.gen.js";
import {
  isArrayBuffer,
  isComponentType,
  isIntegerType,
  isMap,
  isObject,
  isPackedComponentsType,
  isPackedType,
  type Kind,
  kindOf,
  typeOfBrand,
} from "../table/type-kinds.js";
import { lengthOfView } from "../table/view-fields.js";
import { isUnread, type Unread } from "../values/lazy-dictionary.js";
import type { PackedVector2Array } from "../values/packed.gen.js";
import type { PackedStringArray } from "../values/packed.js";
import type { Float, NodePath, StringName } from "../values/small-values.js";
import type { GodotObject } from "../values/variant.js";
import {
  base64,
  comesInPieces,
  elements,
  type Group,
  type Item,
  lineOf,
  listed,
  Members,
  type Notation,
  type Piece,
} from "./json-printer.js";

type MembersOf = (entries: Iterable<[unknown, unknown]>, exact: boolean) => Group["items"];

/** Writes plain JSON; docs/GUIDE.md has the rules. With `exact`, every JavaScript number is a float, as in `exact` mode. */
export function plainNotation(exact: boolean, membersOf: MembersOf = members): Notation {
  return (value): Piece => {
    switch (typeof value) {
      case "string":
        return quoted(value);
      case "number":
        return !exact && isPlainInt(value) ? String(value) : floatNumeral(value);
      case "bigint":
      case "boolean":
        return String(value);
    }
    const kind = kindOf(value);
    checkParts(value, kind);
    switch (kind) {
      case "Nil":
      case "Callable":
        return "null";
      case "float":
        return floatNumeral(Number(value as Float));
      case "StringName":
      case "NodePath":
        return quoted((value as StringName | NodePath).text);
      case "Array":
      case "TypedArray":
      case "PackedTypedArray":
        return { open: "[", items: elements(value as unknown[]), close: "]" };
      case "Dictionary": {
        const items = membersOf === members ? quickMembers(value as object) : undefined;
        return { open: "{", items: items ?? membersOf(entriesOf(value as object), exact), close: "}" };
      }
      case "GodotObject": {
        const { className, properties } = value as GodotObject;
        const open = `{"className": ${quoted(className)}, "properties": {`;
        return { open, items: membersOf(properties, exact), close: "}}" };
      }
      case undefined:
        if (isObject(value) && isArrayBuffer(value)) return { parts: base64(new Uint8Array(value)) };
        throw new VariantError("unsupported-value");
      default:
        return isPackedType(typeOfBrand(kind))
          ? { parts: packed(value as object, kind) }
          : properties(value as object, kind);
    }
  };
}

/** Throws for a value whose parts have other types than its class says. `toPlainJSON` adds the path. */
function checkParts(value: unknown, kind: Kind | undefined): void {
  if (!isSound(value, kind)) throw new VariantError("unsupported-value");
}

function isSound(value: unknown, kind: Kind | undefined): boolean {
  switch (kind) {
    case undefined:
    case "Array":
    case "Dictionary":
      return true;
    case "float":
      return typeof value === "number" || typeof (value as Float).value === "number";
    case "StringName":
      return typeof (value as StringName).text === "string";
    case "NodePath":
      return areTexts((value as NodePath).names) && areTexts((value as NodePath).subnames);
    case "GodotObject":
      return typeof (value as GodotObject).className === "string";
    case "PackedStringArray":
      return areTexts((value as PackedStringArray).data);
  }
  const type = typeOfBrand(kind);
  if (type === undefined) return true;
  const count = components[type] as number;
  if (isComponentType(type)) return areNumbers(value as Components, count);
  if (!isPackedComponentsType(type)) return true;
  const { data } = value as PackedVector2Array;
  return ArrayBuffer.isView(data) && lengthOfView(data) % count === 0;
}

/** The components of the last value that was checked. */
const checked: unknown[] = [];

function areNumbers(value: Components, count: number): boolean {
  fillNumbers(value, checked as number[], 0);
  for (let i = 0; i < count; i++) if (typeof checked[i] !== "number") return false;
  return true;
}

function areTexts(names: readonly unknown[]): boolean {
  if (!Array.isArray(names)) return false;
  for (const name of names) if (typeof name !== "string") return false;
  return true;
}

/** A JSON number with a point or an exponent. NaN becomes null, and infinity a number that overflows, because JSON lacks both. */
function floatNumeral(value: number): string {
  if (Number.isFinite(value)) return floatText(value);
  if (Number.isNaN(value)) return "null";
  return value > 0 ? "1e99999" : "-1e99999";
}

/** The text of a whole number has a point or an exponent from `floatText`, that of any other number has one anyway. */
function componentNumeral(value: number, wide: boolean): string {
  const isWhole = Number.isInteger(value) || !Number.isFinite(value);
  return isWhole ? floatNumeral(value) : componentText(value, wide);
}

function entriesOf(value: object): Iterable<[unknown, unknown]> {
  return isMap(value) ? value : Object.entries(value).filter(([, part]) => part !== undefined);
}

function members(entries: Iterable<[unknown, unknown]>, exact: boolean): Group["items"] {
  if (comesInPieces(entries)) return laterMembers(entries, exact);
  const names: string[] = [];
  const values: unknown[] = [];
  for (const [key, value] of entries) {
    names.push(nameBefore(key, exact));
    values.push(value);
  }
  return new Members(values, names);
}

function* laterMembers(entries: Iterable<[unknown, unknown]>, exact: boolean): Generator<Item> {
  for (const [key, value] of entries) yield { before: nameBefore(key, exact), value, after: "" };
}

const nameBefore = (key: unknown, exact: boolean) =>
  textBefore(typeof key === "string" ? key : keyName(key, exact));

/** The members of a plain object, or of a Dictionary that came as a list: nobody has to make a lookup table of it. */
function quickMembers(value: object): Members | undefined {
  if (isMap(value)) return isUnread(value) ? unreadMembers(value as unknown as Unread) : undefined;
  const names: string[] = [];
  const values: unknown[] = [];
  for (const name of Object.keys(value)) {
    const part = (value as { readonly [name: string]: unknown })[name];
    if (part === undefined) continue;
    names.push(knownTexts.get(name) ?? newText(name));
    values.push(part);
  }
  return new Members(values, names);
}

/** The names of Dictionaries of one shape, as they stand before their values. */
const namesBefore = new WeakMap<object, readonly string[]>();

function unreadMembers({ keyList, content }: Unread): Members {
  let names = namesBefore.get(keyList);
  if (names === undefined) {
    names = keyList.names.map(textBefore);
    namesBefore.set(keyList, names);
  }
  return new Members(content, names);
}

const textBefore = (name: string) => `${quoted(name)}: `;

/** So many names are remembered, and longer ones are not: the same few come thousands of times. */
const mostKnown = 1 << 12;
const longestKnown = 64;
const knownTexts = new Map<string, string>();

function newText(name: string): string {
  const text = textBefore(name);
  if (knownTexts.size === mostKnown) knownTexts.clear();
  if (name.length <= longestKnown) knownTexts.set(name, text);
  return text;
}

/** Writes keys inside a name as values. As names, their quotes would be escaped again, which doubles the length at each level. */
function* keysAndValues(entries: Iterable<[unknown, unknown]>): Generator<Item> {
  for (const [key, value] of entries) {
    yield { before: "", value: key, after: ": " };
    yield { before: "", value, after: "", joined: true };
  }
}

/** The JSON name for a key: a text itself, a container as JSON, any other key in GDScript's form. */
export function keyName(key: unknown, exact: boolean): string {
  checkParts(key, kindOf(key));
  return nameOf(key, exact, (container) => lineOf(container, plainNotation(exact, keysAndValues)));
}

function packed(value: object, kind: Kind): Iterable<string> {
  if (kind !== "PackedByteArray") return listed(elementTexts(value, kind));
  // Only of an array whose buffer was transferred, no view can be made.
  const bytes = value as Uint8Array;
  return base64(bytes.length > 0 ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, 0));
}

function* elementTexts(value: object, kind: Kind): Generator<string> {
  const elements = value as Iterable<unknown>;
  const isFloat = kind === "PackedFloat32Array" || kind === "PackedFloat64Array";
  for (const element of elements) {
    if (typeof element === "string") yield quoted(element);
    else if (typeof element === "object") yield properties(element as object, kindOf(element) as Kind);
    else yield isFloat ? componentNumeral(element as number, kind === "PackedFloat64Array") : String(element);
  }
}

/** Writes an instance of one of our classes as an object of its properties. */
function properties(value: object, kind: Kind): string {
  const { wide } = value as Components;
  const type = typeOfBrand(kind);
  const isFloat = type !== undefined && isComponentType(type) && !isIntegerType(type);
  let text = "";
  for (const name of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[name];
    text += `${text === "" ? "{" : ", "}"${name}": `;
    if (typeof part === "number") text += isFloat ? componentNumeral(part, wide) : part;
    else if (typeof part === "string") text += quoted(part);
    else if (typeof part === "bigint") text += part;
    else if (ArrayBuffer.isView(part)) text += Array.from(packed(part, kindOf(part) as Kind)).join("");
    else text += properties(part as object, kindOf(part) as Kind);
  }
  return text === "" ? "{}" : `${text}}`;
}
