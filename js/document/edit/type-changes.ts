// Which types a place in a document takes, and how `replaceType` converts values.
import { type Hint, hint } from "../../base/hints.js";
import { emptyPacked, packedLike } from "../../codec/encode/keep-packed-types.js";
import type { Components } from "../../table/components.js";
import { Type, type TypeName } from "../../table/table.gen.js";
import { isContainerType, isMap, kindOf, typedArrayName } from "../../table/type-kinds.js";
import { fromArrays } from "../../values/make-value.js";
import type { Floats } from "../../values/packed.js";
import { storeFloat } from "../../values/packed-floats.js";
import { Float, NodePath, StringName } from "../../values/small-values.js";
import {
  type ContainerType,
  type Dictionary,
  GodotObject,
  PackedTypedArray,
  TypedArray,
  type Variant,
  type VariantArray,
} from "../../values/variant.js";
import { typeName } from "../read/source.js";

/** The types that a container declares. */
interface Declared {
  readonly key: ContainerType | undefined;
  readonly value: ContainerType | undefined;
  /** The types as text, for messages and comparisons: `int`, or `String: int` for a Dictionary. */
  readonly text: string;
}

export function declaredOf(sample: Variant): Declared {
  const { keyType, valueType } = sample as Dictionary;
  const value = valueType ?? (sample as VariantArray).elementType;
  const text = Array.isArray(sample) ? nameOf(value) : `${nameOf(keyType)}: ${nameOf(value)}`;
  return { key: keyType, value, text };
}

function nameOf(type: ContainerType | undefined): string {
  if (type === undefined) return "any";
  if (type.kind === "builtin") return type.type;
  // Quoted, because a class may be called like a type, or like two.
  return `${type.kind} ${JSON.stringify(type.kind === "class" ? type.name : type.path)}`;
}

/** A packed array of the type of `sample` with one element; undefined if the element does not fit. */
export function elementOf(value: unknown, sample: Variant): Variant | undefined {
  const name = typedArrayName(sample as object);
  const small = typeof value === "bigint" && name !== "BigInt64Array";
  const element = value instanceof Float ? value.value : small ? Number(value) : value;
  const array = packedLike([element], sample);
  if (small && array !== undefined && !isExact(value, array)) return undefined;
  if (array !== undefined && value instanceof Float && Number.isNaN(element))
    storeFloat(array as Floats, 0, value);
  return array;
}

/** Whether a number is the int exactly, or the only element of a packed array is. */
function isExact(int: bigint, number: unknown): boolean {
  const kept = typeof number === "number" ? number : (number as ArrayLike<number>)[0];
  return Number.isFinite(kept) && BigInt(kept as number) === int;
}

/** A hint at the values that a place of this type accepts. */
export function placeTakes(old: Variant, type: number): Hint {
  if (!isContainerType(type)) return hint("place-takes", typeName(type), "");
  const { key, value, text } = declaredOf(old);
  return hint("place-takes", typeName(type), (key ?? value) === undefined ? "" : text);
}

/** Converts a value to another type; returns it unchanged if it has this type already, or if there is no obvious way. */
export function converted(value: unknown, type: TypeName): unknown {
  if (typeof value === "object" && kindOf(value) === type) return value;
  const packed = emptyPacked(type);
  const list = Array.isArray(value) ? value : iterable(value) ? Array.from(value) : undefined;
  if (packed !== undefined) return list === undefined ? value : (packedLike(list, packed) ?? value);
  const make = fromArrays[Type[type]];
  if (make !== undefined) return componentsAs(value, type);
  const text =
    typeof value === "string"
      ? value
      : value instanceof StringName || value instanceof NodePath
        ? value.text
        : undefined;
  const number = Number(value);
  switch (type) {
    case "Nil":
      return null;
    case "bool":
      return typeof value === "number" || typeof value === "bigint" ? Number(value) !== 0 : value;
    case "int":
      return intOf(value) ?? value;
    case "float":
      if (typeof value === "bigint" && !isExact(value, number)) return value;
      return typeof value === "string" || Number.isNaN(number) ? value : new Float(number);
    case "String":
      return text ?? String(value);
    case "StringName":
      return text === undefined ? value : new StringName(text);
    case "NodePath":
      return text === undefined ? value : new NodePath(text);
    case "Array":
      return list ?? value;
    case "TypedArray":
      return list === undefined ? value : new TypedArray(list as Variant[]);
    case "PackedTypedArray":
      return list === undefined ? value : new PackedTypedArray(list as Variant[]);
    case "Dictionary":
      return value instanceof GodotObject ? value.properties : value;
    default:
      return value;
  }
}

const wholeNumber = /^\s*(?:-?\d+|0x[\da-f]+)\s*$/i;

/** The int that a value is; undefined if it is none, or a text of which a number would not hold all digits. */
function intOf(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  const isText = typeof value === "string";
  if (isText && wholeNumber.test(value)) return BigInt(value);
  if (typeof value === "object" || (isText && value.trim() === "")) return undefined;
  const number = Number(value);
  return (isText ? Number.isSafeInteger(number) : Number.isInteger(number)) ? BigInt(number) : undefined;
}

function iterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value && !isMap(value);
}

function componentsAs(value: unknown, type: TypeName): unknown {
  const numbers = (value as Partial<Components> | null)?.toArray?.();
  const made = fromArrays[Type[type]]?.(numbers ?? [], 0, false);
  return numbers?.length === made?.toArray().length ? made : value;
}
