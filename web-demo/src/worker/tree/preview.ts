// The text for a value in a line of the tree.
import {
  type Color,
  type Dictionary,
  float,
  formatPath,
  type GodotObject,
  type NodePath,
  type StringName,
  type TypeName,
  type Variant,
} from "godot-variant";
import { counted } from "../../../../js/describe/amounts.js";
import type { Row } from "../../protocol/rows.js";
import { numberText } from "../../values/number-text.js";
import { isContainer, isKeyed, typeTraits } from "../../values/types.js";
import type { TreeNode } from "./tree-node.js";

const longest = 160;
/** The preview of a larger value shows only its size, so that the value need not be decoded. */
const largestDecoded = 1 << 16;
const mostElements = 12;
/** The preview of a container shows so many entries, each with so many letters; larger values and keys are not decoded for it. */
const mostEntries = 8;
const longestEntry = 40;
const largestEntry = 1024;

/** The name of a child in the tree. */
export function labelOf(
  parent: TreeNode,
  { key }: TreeNode,
  position: number,
): Pick<Row, "label" | "labelKind"> {
  if (parent.inDocument === undefined)
    return { label: parent.count === 1 ? "value" : `value ${position + 1}`, labelKind: "root" };
  if ((isContainer(parent.type) && !isKeyed(parent.type)) || key === undefined)
    return { label: String(position), labelKind: "index" };
  const text = keyText(key);
  const isName = typeof key === "string" || (typeof key === "object" && key !== null && "text" in key);
  return { label: text === "" ? '""' : text, labelKind: isName ? "name" : "key" };
}

/** Keys with letters that nobody sees, or that turn round or break the line. */
const unclear = /^ | $|[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** A key as people read it: names without quotes as far as they are clear, everything else in GDScript's notation. */
export function keyText(key: Variant): string {
  if (isStringName(key)) return keyText(key.text);
  if (typeof key === "string") return unclear.test(key) ? quoted(key) : cut(key);
  return cut(formatPath([key]).slice(1, -1));
}

function isStringName(value: Variant): value is StringName {
  return typeof value === "object" && value !== null && value.constructor.name === "StringName";
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** One line about a value. */
export function previewOf(node: TreeNode): string {
  const { type, count } = node;
  if (type === "Nil") return "null";
  if (isContainer(type)) return count === 0 ? "empty" : entriesText(node);
  if (type === "Callable") return "Callable()";
  if (node.range[1] - node.range[0] > largestDecoded) return sizeText(node);
  return type === "float" ? floatText(node.value() as number, node.isSingle) : scalarText(type, node.value());
}

/** The first entries, as in `{name: "Mira", hp: 42, …}`. Reads only these, whatever their number. */
function entriesText(node: TreeNode): string {
  const isDictionary = isKeyed(node.type);
  const parts = node.children(0, mostEntries).map((child) => {
    const text = isolated(entryText(child));
    return isDictionary ? `${isolated(entryKey(child))}: ${text}` : text;
  });
  if (node.count > mostEntries) parts.push("…");
  return isDictionary ? `{${parts.join(", ")}}` : `[${parts.join(", ")}]`;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Without this, a key and its value that are written from right to left change places, as neighbors do. */
const isolated = (text: string) => (rightToLeft.test(text) ? `\u2066${text}\u2069` : text);

function entryKey(child: TreeNode): string {
  const size = child.inDocument?.ranges.key[1] ?? 0;
  return size > largestEntry ? "…" : shortened(keyText(child.key as Variant) || '""');
}

function entryText(child: TreeNode): string {
  const { type, count, range } = child;
  if (isKeyed(type) && count > 0) return "{…}";
  if (type === "Dictionary") return "{}";
  if (isContainer(type) || typeTraits[type].family === "packed") return count === 0 ? "[]" : "[…]";
  return range[1] - range[0] > largestEntry ? "…" : shortened(previewOf(child));
}

const shortened = (text: string) =>
  text.length > longestEntry ? `${text.slice(0, longestEntry - 1)}…` : text;

/** The number of elements if it follows from the size, otherwise the number of bytes. */
function sizeText(node: TreeNode): string {
  const { range } = node;
  const { elementSize } = typeTraits[node.type];
  if (elementSize === undefined) return counted(range[1] - range[0], "byte");
  const { payload, padding } = node.ranges();
  return counted(Math.floor(((padding?.[0] ?? payload[1]) - payload[0]) / elementSize), "element");
}

function countText(type: TypeName, count: number): string {
  return isKeyed(type) ? counted(count, "entry", "entries") : counted(count, "element");
}

/** One line about a value that is not in the tree. */
export function valueText(type: TypeName, value: Variant | undefined): string {
  if (value === undefined) return "";
  if (!isContainer(type)) return scalarText(type, value);
  return countText(type, isKeyed(type) ? (value as Dictionary).size : (value as Variant[]).length);
}

function scalarText(type: TypeName, value: Variant): string {
  if (typeof value === "string") return quoted(value);
  if (isStringName(value)) return `&${quoted(value.text)}`;
  if (type === "float") return floatText(value as number | { toString(): string });
  if (typeof value !== "object" || value === null) return String(value);
  if (type === "Object") return objectPreview(value);
  if (type === "NodePath") return `^${quoted((value as Variant as NodePath).text)}`;
  if (typeTraits[type].family === "packed") return packedPreview(value as PackedLike);
  return cut(withoutName(String(value)));
}

type PackedLike = ArrayLike<unknown> & { at(index: number): unknown };

/** Removes the type name, because the tree has a column for the type. */
function withoutName(text: string): string {
  return text.replace(/^[A-Z]\w*(?=\()/, "");
}

function objectPreview(value: object): string {
  if ("className" in value) {
    const { className, properties } = value as GodotObject;
    return className === "" ? "null" : `${className}, ${counted(properties.size, "property", "properties")}`;
  }
  return `id ${(value as unknown as { objectId: bigint }).objectId}`;
}

function packedPreview(value: PackedLike): string {
  if (value.length === 0) return "empty";
  const isBytes = value instanceof Uint8Array;
  const isSingle = value instanceof Float32Array;
  const elementText = (element: unknown): string => {
    if (typeof element === "string") return isolated(quoted(element));
    if (isBytes) return hex(element as number);
    return cut(typeof element === "number" ? numberText(element, isSingle) : withoutName(String(element)));
  };
  const { length } = value;
  const shown = Array.from({ length: Math.min(length, mostElements) }, (_, i) => elementText(value.at(i)));
  const list = `${shown.join(isBytes ? " " : ", ")}${length > mostElements ? " …" : ""}`;
  return `${counted(length, isBytes ? "byte" : "element")}: ${list}`;
}

const hex = (byte: number) => byte.toString(16).padStart(2, "0");

// They turn round what follows, the closing quote too, or nobody sees them.
const hidden = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

function quoted(text: string): string {
  const isCut = text.length > longest;
  const escaped = JSON.stringify(isCut ? text.slice(0, longest) : text)
    .slice(0, -1)
    .replace(hidden, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `${cut(escaped)}${isCut ? "…" : '"'}`;
}

/** `1.0`, `0.5`, `inf`, `nan`; the fewest digits that identify a float of 32 bits if `isSingle`. */
export function floatText(value: number | { toString(): string }, isSingle = false): string {
  if (typeof value !== "number") return String(value);
  return isSingle && !Number.isInteger(value) ? numberText(value, true) : String(float(value));
}

/** `#rrggbb` of a Color, limited to the range of a screen; empty for other types. */
export function colorOf(node: TreeNode): string {
  if (node.type !== "Color") return "";
  const { r, g, b } = node.value() as Color;
  const byte = (value: number) => hex(Math.round(Math.min(Math.max(value || 0, 0), 1) * 255));
  return `#${byte(r)}${byte(g)}${byte(b)}`;
}
