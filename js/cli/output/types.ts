// What the output of commands knows of types: names, elements, children.
import { type Contents, contentsOf } from "../../batch/columns/lazy-value.js";
import {
  type ContainerType,
  type Dictionary,
  type GodotObject,
  PackedStringArray,
  type Variant,
} from "../../index.js";
import type { TypeName } from "../../table/table.gen.js";
import { isPackedType, type Kind, kindOf as kindOfAny, typeOfBrand } from "../../table/type-kinds.js";

/** The kind of a value from `exact` mode. */
export const kindOf = (value: Variant): Kind => kindOfAny(value) as Kind;

/** Godot's name of a value's type. */
export function typeOf(value: Variant): TypeName {
  const kind = kindOf(value);
  return kind === "GodotObject" || kind === "EncodedObjectAsID" ? "Object" : kind;
}

/** Any packed array. */
export type Packed = Extract<Variant, ArrayBufferView> | PackedStringArray | PackedNumbers;

/** The packed arrays of vectors and colors. */
export type PackedNumbers = Extract<Variant, { readonly stride: number }>;

/** The value if it is a packed array, otherwise undefined. */
export function asPacked(value: Variant): Packed | undefined {
  return isPackedType(typeOfBrand(kindOf(value))) ? (value as Packed) : undefined;
}

/** The size of a packed array's elements in bytes. */
export function packedBytes(value: Packed): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (!(value instanceof PackedStringArray)) return value.data.byteLength;
  return value.data.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Whether a value stands in for a container that is not decoded. */
export const isStandIn = (value: Variant): boolean => contentsOf(value) !== undefined;

/** The children of a container; undefined for any other value. */
export function childrenOf(value: Variant): Contents | undefined {
  const known = contentsOf(value);
  if (known !== undefined) return known;
  switch (kindOf(value)) {
    case "Array":
    case "TypedArray":
    case "PackedTypedArray":
      return { count: (value as Variant[]).length, entries: (value as Variant[]).entries() };
    case "Dictionary":
      return { count: (value as Dictionary).size, entries: value as Dictionary };
    case "GodotObject":
      return { count: (value as GodotObject).properties.size, entries: (value as GodotObject).properties };
    default:
      return undefined;
  }
}

/** GDScript's name of a container type: `int`, `Node2D`, `res://item.gd`. */
export function containerTypeName(type: ContainerType): string {
  if (type.kind === "builtin") return type.type;
  return type.kind === "class" ? type.name : type.path;
}
