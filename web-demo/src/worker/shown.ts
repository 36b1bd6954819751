// A value in the form in which the detail pane shows it.
import type { GodotObject, NodePath, Signal, StringName, Variant } from "godot-variant";
import { numberText } from "../number-text.js";
import type { Fact, Shown } from "../shown.js";
import { insideOf, mediaOf } from "./media.js";
import type { Place } from "./model.js";
import { floatText } from "./preview.js";

const longestText = 100_000;
const mostNumbers = 2_000_000;
const mostTexts = 1000;
const mostListed = 200;

/** The names of a value's numbers, in the order of the wire. */
export const partNames: Readonly<Record<string, readonly string[]>> = {
  Vector2: ["x", "y"],
  Vector2i: ["x", "y"],
  Vector3: ["x", "y", "z"],
  Vector3i: ["x", "y", "z"],
  Vector4: ["x", "y", "z", "w"],
  Vector4i: ["x", "y", "z", "w"],
  Quaternion: ["x", "y", "z", "w"],
  Color: ["r", "g", "b", "a"],
  Plane: ["normal.x", "normal.y", "normal.z", "d"],
  Rect2: ["position.x", "position.y", "size.x", "size.y"],
  Rect2i: ["position.x", "position.y", "size.x", "size.y"],
  AABB: ["position.x", "position.y", "position.z", "size.x", "size.y", "size.z"],
  Transform2D: ["x.x", "x.y", "y.x", "y.y", "origin.x", "origin.y"],
  Basis: ["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"],
  Transform3D: [
    "x.x",
    "y.x",
    "z.x",
    "x.y",
    "y.y",
    "z.y",
    "x.z",
    "y.z",
    "z.z",
    "origin.x",
    "origin.y",
    "origin.z",
  ],
  Projection: ["x", "y", "z", "w"].flatMap((axis) => ["x", "y", "z", "w"].map((part) => `${axis}.${part}`)),
};

export function shownOf(place: Place): Shown {
  const { type } = place;
  if (type === "Nil") return { kind: "nothing" };
  if (type === "Array" || type === "Dictionary") {
    return { kind: "container", count: place.count, facts: [], table: isTable(place) };
  }
  const value = place.value();
  const names = partNames[type];
  if (names !== undefined) {
    const { wide = false } = value as { wide?: boolean };
    const values = (value as { toArray(): number[] }).toArray();
    return { kind: "parts", names, values, whole: type.endsWith("i"), single: !wide };
  }
  switch (type) {
    case "bool":
      return { kind: "bool", value: value as boolean };
    case "int":
      return { kind: "number", text: String(value), facts: intFacts(value as bigint) };
    case "float":
      return { kind: "number", text: floatText(value as number), facts: [] };
    case "String":
      return textShown(value as string);
    case "StringName":
    case "NodePath":
      return textShown((value as StringName | NodePath).text);
    case "PackedByteArray":
      return bytesShown(value as Uint8Array);
    case "Object":
      return { kind: "other", facts: objectFacts(value) };
    case "Signal": {
      const { name, objectId } = value as Signal;
      return {
        kind: "other",
        facts: [
          ["name", name],
          ["object id", String(objectId)],
        ],
      };
    }
    default:
      return type.startsWith("Packed")
        ? packedShown(value)
        : { kind: "other", facts: [["value", String(value)]] };
  }
}

function textShown(text: string): Shown {
  const cut = text.length > longestText;
  return { kind: "text", text: cut ? text.slice(0, longestText) : text, length: text.length, cut };
}

const firstYear = 1_000_000_000n;
const lastYear = 4_000_000_000n;

/** Other meanings of a whole number that people look for. */
function intFacts(value: bigint): Fact[] {
  const facts: Fact[] = [["hex", `${value < 0n ? "-" : ""}0x${(value < 0n ? -value : value).toString(16)}`]];
  if (value > firstYear && value < lastYear)
    facts.push([
      "as a time",
      new Date(Number(value) * 1000)
        .toISOString()
        .replace(/\.000Z$/, " UTC")
        .replace("T", " "),
    ]);
  return facts;
}

function objectFacts(value: Variant): Fact[] {
  if (value !== null && typeof value === "object" && "className" in value) {
    const { className, properties } = value as GodotObject;
    return className === ""
      ? [["value", "null"]]
      : [
          ["class", className],
          ["properties", String(properties.size)],
        ];
  }
  return [["object id", String((value as unknown as { objectId: bigint }).objectId)]];
}

function bytesShown(value: Uint8Array): Shown {
  const { media, name } = mediaOf(value) ?? insideOf(value);
  const data = media === "" && name === "" ? undefined : value.slice();
  return { kind: "bytes", length: value.length, media, name, data };
}

function packedShown(value: Variant): Shown {
  const packed = value as { data?: ArrayLike<number> | string[]; stride?: number } & ArrayLike<
    number | bigint
  >;
  const data = packed.data ?? packed;
  if (Array.isArray(data)) {
    return {
      kind: "texts",
      length: data.length,
      texts: data.slice(0, mostTexts),
      cut: data.length > mostTexts,
    };
  }
  const stride = packed.stride ?? 1;
  const count = Math.min(data.length, mostNumbers - (mostNumbers % stride));
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = Number(data[i]);
  const whole = data instanceof Int32Array || data instanceof BigInt64Array;
  return {
    kind: "numbers",
    stride,
    length: data.length / stride,
    data: numbers,
    listed: Array.from({ length: Math.min(data.length, mostListed * stride) }, (_, i) =>
      numberText(data[i] as number | bigint, data instanceof Float32Array),
    ),
    whole,
    cut: count < data.length,
  };
}

/** Whether an Array holds Dictionaries only, as far as its beginning shows: a table to export. */
export function isTable(place: Place): boolean {
  if (place.type !== "Array" || place.count === 0) return false;
  return place.children(0, 20).every(({ type }) => type === "Dictionary");
}
