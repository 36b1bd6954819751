// A value on one line, for the tree and for lists.
import { counted } from "../../describe/amounts.js";
import { listed } from "../../forms/json-printer.js";
import {
  type Color,
  type Dictionary,
  type EncodedObjectAsID,
  type Float,
  formatPath,
  type GodotObject,
  type NodePath,
  type PackedStringArray,
  type StringName,
  type Variant,
  type VariantArray,
} from "../../index.js";
import { componentText, floatText } from "../../table/numbers.js";
import { escaped, quoted } from "../../table/quoted.js";
import type { Kind } from "../../table/type-kinds.js";
import { visible } from "./text.js";
import { asPacked, childrenOf, containerTypeName, kindOf, type Packed, type PackedNumbers } from "./types.js";

interface Preview {
  readonly type: string;
  /** The value, in parts if it may be long; empty for containers. */
  readonly text: string | Iterable<string>;
  /** A count or a remark, in parentheses. */
  readonly note: string;
}

const longestString = 100;
const mostElements = 8;

/** Describes a value on one line. With `full`, nothing is shortened. */
export function previewOf(value: Variant, full: boolean): Preview {
  const kind = kindOf(value);
  const packed = asPacked(value);
  if (packed !== undefined) return packedPreview(packed, kind, full);
  if (childrenOf(value) !== undefined) return containerPreview(value, kind);
  const note = kind === "Color" ? hexOf(value as Color) : "";
  if (kind === "Nil") return { type: "", text: "null", note };
  if (kind === "String") return stringPreview(value as string, full);
  if (kind === "EncodedObjectAsID") {
    return {
      type: "Object",
      text: `id ${(value as EncodedObjectAsID).objectId}`,
      note: "(only an id, inert)",
    };
  }
  const text = atomText(value, kind, full);
  return text.startsWith(`${kind}(`)
    ? { type: kind, text: text.slice(kind.length), note }
    : { type: kind, text, note };
}

/** A value as one text: its content or, for a container, its type and size. With `withType`, the type is before any content. */
export function summaryOf(value: Variant, full: boolean, withType = false): string {
  const { type, text, note } = previewOf(value, full);
  const content = Array.from(text).join("");
  if (content === "") return `${type} ${note}`;
  return withType ? `${type} ${content}`.trimStart() : content;
}

function atomText(value: Variant, kind: Kind, full: boolean): string {
  if (kind === "StringName") return `&${shortened((value as StringName).text, full)}`;
  if (kind === "NodePath") return `^${shortened((value as NodePath).text, full)}`;
  return kind === "float" ? floatText(Number(value as number | Float)) : escaped(String(value));
}

function stringPreview(text: string, full: boolean): Preview {
  const note = full || text.length <= longestString ? "" : `(${counted(text.length, "character")})`;
  return { type: "String", text: shortened(text, full), note };
}

function shortened(text: string, full: boolean): string {
  return full || text.length <= longestString ? quoted(text) : `${quoted(text.slice(0, longestString))}…`;
}

function containerPreview(value: Variant, kind: Kind): Preview {
  const count = childrenOf(value)?.count ?? 0;
  if (kind === "GodotObject") {
    const { className } = value as GodotObject;
    return {
      type: "Object",
      text: quoted(className),
      note: `(${counted(count, "property", "properties")}, inert)`,
    };
  }
  if (kind === "Dictionary") {
    const { keyType, valueType } = value as Dictionary;
    const types = [keyType, valueType].map((type) =>
      type === undefined ? "Variant" : visible(containerTypeName(type)),
    );
    const isTyped = keyType !== undefined || valueType !== undefined;
    return {
      type: isTyped ? `Dictionary[${types.join(", ")}]` : kind,
      text: "",
      note: `(${counted(count, "entry", "entries")})`,
    };
  }
  const { elementType } = value as VariantArray;
  const type = elementType === undefined ? kind : `${kind}[${visible(containerTypeName(elementType))}]`;
  return { type, text: "", note: `(${counted(count, "element")})` };
}

function packedPreview(packed: Packed, kind: Kind, full: boolean): Preview {
  const isBytes = packed instanceof Uint8Array;
  const most = full ? packed.length : isBytes ? mostElements * 2 : mostElements;
  const separator = isBytes ? " " : ", ";
  const text = listed(
    elementTexts(packed, most, full),
    separator,
    packed.length > most ? `${separator}…]` : "]",
  );
  return { type: kind, text, note: `(${counted(packed.length, isBytes ? "byte" : "element")})` };
}

function* elementTexts(packed: Packed, most: number, full: boolean): Generator<string> {
  if (packed instanceof Uint8Array) {
    for (const byte of packed.subarray(0, most)) yield byte.toString(16).padStart(2, "0");
  } else if (packed instanceof Float32Array || packed instanceof Float64Array) {
    for (const number of packed.subarray(0, most))
      yield componentText(number, packed instanceof Float64Array);
  } else if (ArrayBuffer.isView(packed)) {
    for (let i = 0; i < Math.min(most, packed.length); i++) yield String(packed[i]);
  } else {
    for (let i = 0; i < Math.min(most, packed.length); i++)
      yield elementText((packed as PackedNumbers | PackedStringArray).at(i), full);
  }
}

/** Prints an element without its type name, which the packed array has printed already. */
function elementText(element: unknown, full: boolean): string {
  if (typeof element === "string") return shortened(element, full);
  return String(element).replace(/^\w+/, "");
}

/** `#ff8000ff`, with components clamped to 0 … 1. */
function hexOf(color: Color): string {
  const byte = (value: number) => Math.round(Math.min(Math.max(value || 0, 0), 1) * 255);
  return `#${color
    .toArray()
    .map((value) => byte(value).toString(16).padStart(2, "0"))
    .join("")}`;
}

/** A Dictionary key, an index or the name of a property. */
export function keyText(key: Variant, full: boolean): string {
  if (typeof key === "string") return shortened(key, full);
  if (typeof key === "number") return floatText(key);
  const kind = kindOf(key);
  if (kind === "StringName" || kind === "NodePath") return atomText(key, kind, full);
  return escaped(formatPath([key]).slice(1, -1));
}
