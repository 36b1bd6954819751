// What a line of the tree says about a value.
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
import { numberText } from "../number-text.js";
import type { Row } from "../protocol.js";
import type { Place } from "./model.js";

const longest = 160;
/** Larger values are not made just to show their beginning. */
const largestShown = 1 << 16;
const mostElements = 12;

/** The name of a child in the tree. */
export function labelOf(parent: Place, place: Place, position: number): Pick<Row, "label" | "labelKind"> {
  const { key } = place;
  if (parent.range[1] < 0)
    return { label: parent.count === 1 ? "value" : `value ${position + 1}`, labelKind: "frame" };
  if (parent.type === "Array" || key === undefined) return { label: String(position), labelKind: "index" };
  const text = keyText(key);
  const isName = typeof key === "string" || (typeof key === "object" && key !== null && "text" in key);
  return { label: text === "" ? '""' : text, labelKind: isName ? "name" : "key" };
}

/** A key as people read it: names without quotes, everything else in GDScript's form. */
export function keyText(key: Variant): string {
  if (typeof key === "string") return cut(key);
  if (isStringName(key)) return cut(key.text);
  return cut(formatPath([key]).slice(1, -1));
}

function isStringName(value: Variant): value is StringName {
  return typeof value === "object" && value !== null && value.constructor.name === "StringName";
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** One line about a value. */
export function previewOf(place: Place): string {
  switch (place.type) {
    case "Nil":
      return "null";
    case "Dictionary":
      return place.count === 0 ? "empty" : containerPreview(place);
    case "Array":
      return place.count === 0 ? "empty" : containerPreview(place);
    case "Callable":
      return "Callable()";
    default:
      if (place.range[1] - place.range[0] > largestShown) return sizeText(place);
      return valuePreview(place);
  }
}

function sizeText(place: Place): string {
  const elements = elementCount(place);
  if (elements !== undefined) return counted(elements, "element");
  return counted(place.range[1] - place.range[0], "byte");
}

const elementSizes: Readonly<Record<string, number>> = {
  PackedByteArray: 1,
  PackedInt32Array: 4,
  PackedInt64Array: 8,
  PackedFloat32Array: 4,
  PackedFloat64Array: 8,
};

/** The length of a packed array of numbers, from its size. */
function elementCount(place: Place): number | undefined {
  const size = elementSizes[place.type];
  if (size === undefined) return undefined;
  const { value, padding } = place.parts();
  return Math.floor(((padding?.[0] ?? value[1]) - value[0]) / size);
}

export function counted(count: number, unit: string, units = `${unit}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? unit : units}`;
}

function containerPreview(place: Place): string {
  const unit =
    place.type === "Array" ? counted(place.count, "element") : counted(place.count, "entry", "entries");
  return unit;
}

function valuePreview(place: Place): string {
  return scalarText(place.type, place.value());
}

/** Short text of any value. */
export function valueText(type: TypeName, value: Variant | undefined): string {
  if (value === undefined) return "";
  if (type === "Array") return counted((value as Variant[]).length, "element");
  if (type === "Dictionary") return counted((value as Dictionary).size, "entry", "entries");
  return scalarText(type, value);
}

function scalarText(type: TypeName, value: Variant): string {
  if (typeof value === "string") return quoted(value);
  if (isStringName(value)) return `&${quoted(value.text)}`;
  if (type === "float") return floatText(value as number | { toString(): string });
  if (typeof value !== "object" || value === null) return String(value);
  if (type === "Object") return objectPreview(value);
  if (type === "NodePath") return `^${quoted((value as NodePath).text)}`;
  if (type.startsWith("Packed")) return packedPreview(value as PackedLike);
  return cut(withoutName(String(value)));
}

type PackedLike = ArrayLike<unknown> & { at(index: number): unknown };

/** The type has a column of its own. */
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
  const shown: string[] = [];
  for (let i = 0; i < Math.min(value.length, mostElements); i++) {
    const element = value.at(i);
    if (typeof element === "string") shown.push(quoted(element));
    else
      shown.push(
        value instanceof Uint8Array
          ? hex(element as number)
          : cut(
              typeof element === "number"
                ? numberText(element, value instanceof Float32Array)
                : withoutName(String(element)),
            ),
      );
  }
  if (value.length === 0) return "empty";
  const separator = value instanceof Uint8Array ? " " : ", ";
  return `${counted(value.length, value instanceof Uint8Array ? "byte" : "element")}: ${shown.join(separator)}${value.length > mostElements ? " …" : ""}`;
}

const hex = (byte: number) => byte.toString(16).padStart(2, "0");

export function quoted(text: string): string {
  return (
    cut(JSON.stringify(text.length > longest ? text.slice(0, longest) : text).slice(0, -1)) +
    (text.length > longest ? "…" : '"')
  );
}

/** `1.0`, `0.5`, `inf`, `nan`. */
export function floatText(value: number | { toString(): string }): string {
  return String(typeof value === "number" ? float(value) : value);
}

/** `#rrggbb` of a Color, cut to what a screen shows; empty for other values. */
export function colorOf(place: Place): string {
  return place.type === "Color" ? hexOfColor(place.value() as Color) : "";
}

export function hexOfColor({ r, g, b }: { r: number; g: number; b: number }): string {
  const byte = (value: number) => hex(Math.round(Math.min(Math.max(value || 0, 0), 1) * 255));
  return `#${byte(r)}${byte(g)}${byte(b)}`;
}
