import {
  Dictionary,
  type Float,
  type GodotObject,
  type NodePath,
  type PackedStringArray,
  type StringName,
  type Variant,
} from "../../index.js";
import { componentText } from "../../table/numbers.js";
import { Type } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import { base64, elements, type Item, listed, type Notation, type Piece, print } from "../output/print.js";
import { floatText, quoted } from "../output/text.js";
import { asPacked, type Kind, kindOf, type Packed, type PackedNumbers } from "../output/types.js";
import { exactNotation } from "./exact.js";
import type { Builder } from "./parser.js";

/** A float as a JSON number with a point or an exponent. JSON has no NaN (null) and no infinity (a number too large). */
export function floatNumeral(value: number, text = floatText(value)): string {
  if (Number.isNaN(value)) return "null";
  if (!Number.isFinite(value)) return value > 0 ? "1e99999" : "-1e99999";
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** JSON as people want it: no types, names instead of positions. What it loses is listed in the guide. */
export const plainNotation: Notation = (value) => {
  const kind = kindOf(value);
  switch (kind) {
    case "Nil":
    case "Callable":
      return "null";
    case "bool":
    case "int":
      return String(value);
    case "float":
      return floatNumeral(Number(value as number | Float));
    case "String":
      return quoted(value as string);
    case "StringName":
    case "NodePath":
      return quoted((value as StringName | NodePath).text);
    case "Array":
      return { open: "[", items: elements(value as Variant[]), close: "]" };
    case "Dictionary":
      return { open: "{", items: members(value as Dictionary), close: "}" };
    case "GodotObject":
      return object(value as GodotObject);
    default: {
      const packed = asPacked(value);
      return packed === undefined ? properties(value as object, kind) : packedPiece(packed, kind);
    }
  }
};

function* members(entries: Iterable<[Variant, Variant]>): Generator<Item> {
  for (const [key, value] of entries) yield { before: `${keyName(key)}: `, value, after: "" };
}

/** The name that a key becomes: a text itself, or the text of its value, that of a container in the exact notation. */
export function keyName(key: Variant): string {
  if (typeof key === "number") return quoted(floatText(key));
  if (typeof key !== "object" || key === null) return quoted(String(key));
  const kind = kindOf(key);
  if (kind === "StringName" || kind === "NodePath") return quoted((key as StringName | NodePath).text);
  if (kind !== "Array" && kind !== "Dictionary" && asPacked(key) === undefined) return quoted(String(key));
  return quoted(Array.from(print(key, exactNotation, "")).join(""));
}

function object({ className, properties }: GodotObject): Piece {
  const open = `{"className": ${quoted(className)}, "properties": {`;
  return { open, items: members(properties), close: "}}" };
}

function packedPiece(value: Packed, kind: Kind): Piece {
  return { parts: value instanceof Uint8Array ? base64(value) : listed(packedTexts(value, kind)) };
}

function* packedTexts(value: Packed, kind: Kind): Generator<string> {
  if (kind === "PackedStringArray") for (const text of (value as PackedStringArray).data) yield quoted(text);
  else if (!ArrayBuffer.isView(value))
    for (const element of value as PackedNumbers) yield objectText(element, "Nil");
  else if (value instanceof Float32Array || value instanceof Float64Array)
    for (const number of value) yield componentNumeral(number, value instanceof Float64Array);
  else for (const number of value as Int32Array | BigInt64Array) yield String(number);
}

function componentNumeral(value: number, wide: boolean): string {
  return floatNumeral(value, Object.is(value, -0) ? "-0" : componentText(value, wide));
}

/** A value of one of our classes: an object of its properties. */
function properties(value: object, kind: Kind): Piece {
  if (kind !== "Image") return objectText(value, kind);
  const { data, ...numbers } = value as { data: Uint8Array };
  return { parts: [objectText(numbers, kind).slice(0, -1), ', "data": ', ...base64(data), "}"] };
}

function objectText(value: object, kind: Kind): string {
  const wide = (value as { wide?: boolean }).wide === true;
  const isInteger =
    kind === "Image" || kind === "InputEvent" || (kind in Type && isIntegerType(Type[kind as never]));
  const texts = Object.entries(value).map(([name, part]: [string, unknown]) => {
    if (typeof part === "number") return `"${name}": ${isInteger ? part : componentNumeral(part, wide)}`;
    if (typeof part === "string") return `"${name}": ${quoted(part)}`;
    if (typeof part === "bigint") return `"${name}": ${part}`;
    if (part instanceof Int32Array) return `"${name}": [${Array.from(part).join(", ")}]`;
    return `"${name}": ${objectText(part as object, kind)}`;
  });
  return `{${texts.join(", ")}}`;
}

/** Reads JSON without tags: every object is a Dictionary with String keys. */
export const plainBuilder: Builder = {
  array: (items) => items,
  object: (members) => new Dictionary(members),
};
