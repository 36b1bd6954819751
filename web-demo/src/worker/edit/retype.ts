// Other types for a value, and what a change to them loses.
import {
  type DialectName,
  Dictionary,
  GodotObject,
  NodePath,
  StringName,
  type TypeName,
  type Variant,
} from "godot-variant";
import { emptyPacked, packedLike } from "../../../../js/codec/encode/keep-packed-types.js";
import { typeNames } from "../../../../js/table/table.gen.js";
import { fromArrays } from "../../../../js/values/make-value.js";
import type { TypeChoice } from "../../protocol/edits.js";
import type { Address } from "../../protocol/places.js";
import { isContainer, typeTraits } from "../../values/types.js";
import type { Batch } from "./batch.js";
import { hasType, typeOf } from "./entries.js";
import { parseValue, textValue } from "./input.js";
import { textOf } from "./notation.js";

/** Larger values are not converted for trial. */
const largest = 1 << 20;

const isText = (type: TypeName) => type === "String" || type === "StringName" || type === "NodePath";
const isVector = /^Vector/;
const allTypes = typeNames.filter((type) => type in typeTraits);

/** The types that a value can be changed to. */
export function choicesFor(batch: Batch, address: Address): TypeChoice[] {
  const { dialect } = batch.document(address);
  const node = batch.node(address);
  if (isDeclared(node.parent)) return [];
  if (node.byteLength > largest) return [{ type: "Nil", lost: "the value is lost" }];
  const value = node.value("exact");
  return allTypes.flatMap((type) => {
    const made = type === node.type ? undefined : retyped(value, type, dialect);
    return made === undefined || !hasType(dialect, made)
      ? []
      : [{ type, lost: lossOf(value, made, dialect) }];
  });
}

type Parent = { readonly type: TypeName; readonly empty: Variant | undefined } | undefined;

/** Whether a container takes values of one type only. */
function isDeclared(parent: Parent): boolean {
  if (parent === undefined) return false;
  const { elementType, valueType } = (parent.empty ?? {}) as { elementType?: object; valueType?: object };
  return parent.type.startsWith("Packed") || (elementType ?? valueType) !== undefined;
}

function lossOf(value: Variant, made: Variant, dialect: DialectName): string {
  const [type, to] = [typeOf(value), typeOf(made)];
  if (made === null) return "the value is lost";
  const back = retyped(made, type, dialect);
  if (back !== undefined && textOf(back) === textOf(value)) return "";
  if (to === "Array" && type === "Dictionary") return "the keys are lost";
  if (type === "Object") return "the class is lost";
  if (isContainer(type) || type.startsWith("Packed"))
    return "declared types, or digits of some elements, are lost";
  return `becomes ${textOf(made)}`;
}

/** The value in another type; undefined if that type cannot hold it. */
export function retyped(value: Variant, to: TypeName, dialect: DialectName): Variant | undefined {
  const made = to === "Nil" ? null : convert(value, to, dialect);
  return made !== undefined && typeOf(made) === to ? made : undefined;
}

function convert(value: Variant, to: TypeName, dialect: DialectName): Variant | undefined {
  const type = typeOf(value);
  const text = textIn(value);
  if (text !== undefined) return isText(to) ? textValue(text, to) : parsed(text, to, dialect);
  if (to === "String") return type === "Nil" ? "" : printed(value);
  if (to === "bool" || to === "int" || to === "float") return number(value, to);
  if (typeTraits[to].view === "components") return components(value, to);
  if (to === "Dictionary") return dictionary(value);
  const list = listOf(value);
  if (list === undefined) return undefined;
  return to === "Array" ? (list as unknown as Variant) : packed(list, to);
}

function textIn(value: Variant): string | undefined {
  return value instanceof StringName || value instanceof NodePath
    ? value.text
    : typeof value === "string"
      ? value
      : undefined;
}

function printed(value: Variant): string | undefined {
  try {
    return textOf(value);
  } catch {
    return undefined;
  }
}

function parsed(text: string, to: TypeName, dialect: DialectName): Variant | undefined {
  try {
    return parseValue(text, dialect, to);
  } catch {
    return undefined;
  }
}

const leastInt = -(2 ** 63);

function number(value: Variant, to: "bool" | "int" | "float"): Variant | undefined {
  if (typeof value !== "bigint" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  if (to === "bool") return Number(value) !== 0;
  if (to === "float") return Number(value);
  if (typeof value === "bigint") return value;
  const whole = Math.trunc(Number(value));
  return whole >= leastInt && whole < -leastInt ? BigInt(whole) : undefined;
}

/** The same numbers; between vectors, missing ones become 0. */
function components(value: Variant, to: TypeName): Variant | undefined {
  const numbers = (value as { toArray?: () => number[] } | null)?.toArray?.();
  const { components: names = [], areInts = false } = typeTraits[to];
  if (numbers === undefined || typeTraits[typeOf(value)].view !== "components") return undefined;
  const fits = numbers.length === names.length || (isVector.test(to) && isVector.test(typeOf(value)));
  if (!fits || (areInts && !numbers.every((one) => Math.abs(one) < 2 ** 31))) return undefined;
  const all = names.map((_, i) => (areInts ? Math.trunc(numbers[i] ?? 0) : (numbers[i] ?? 0)));
  return fromArrays[typeNames.indexOf(to)]?.(all, 0, (value as { wide?: boolean }).wide === true) as
    | Variant
    | undefined;
}

function dictionary(value: Variant): Variant | undefined {
  if (value instanceof GodotObject) return new Dictionary(value.properties);
  const list = listOf(value);
  return list && new Dictionary(list.map((one, i) => [BigInt(i), one] as const));
}

/** The elements as values in `exact` mode. */
function listOf(value: Variant): Variant[] | undefined {
  if (value instanceof Dictionary) return [...value.values()];
  const isList = Array.isArray(value) || typeOf(value).startsWith("Packed");
  if (!isList) return undefined;
  const areInts = /^Packed(Byte|Int32)Array$/.test(typeOf(value));
  return Array.from(value as unknown as Iterable<Variant>, (one) => (areInts ? BigInt(one as number) : one));
}

function packed(list: readonly Variant[], to: TypeName): Variant | undefined {
  const empty = emptyPacked(to);
  if (empty === undefined) return undefined;
  const areLong = to === "PackedInt64Array";
  const areFloats = to.startsWith("PackedFloat");
  const fits = (one: Variant) => (areFloats ? typeof one === "number" || typeof one === "bigint" : true);
  if (!list.every(fits)) return undefined;
  const plain = list.map((one) => (typeof one === "bigint" && !areLong ? Number(one) : one));
  return packedLike(plain, empty) as Variant | undefined;
}

const simple: Readonly<Partial<Record<TypeName, string>>> = {
  Nil: "null",
  bool: "false",
  int: "0",
  float: "0.0",
  String: "",
  StringName: "",
  NodePath: "",
  Array: "[]",
  Dictionary: "{}",
};

/** The types of a dialect that can be typed, each with a value to begin with. */
export function defaultsOf(dialect: DialectName): (readonly [TypeName, string])[] {
  return allTypes.flatMap((type) => {
    const { isFixed = false, family } = typeTraits[type];
    if (isFixed || family === "object") return [];
    const value = parsed(simple[type] ?? `${type}()`, type, dialect);
    if (value === undefined || typeOf(value) !== type || !hasType(dialect, value)) return [];
    return [[type, simple[type] ?? textOf(value)]];
  });
}
