import {
  Dictionary,
  Float,
  GodotObject,
  NodePath,
  PackedStringArray,
  StringName,
  type Variant,
  type VariantArray,
} from "../../index.js";
import { NotationError } from "../output/failure.js";
import { print } from "../output/print.js";
import { asPacked, childrenOf, kindOf } from "../output/types.js";
import { keyName, plainNotation } from "./plain.js";

/**
 * Gives what was read from plain JSON the types that `old`, an `exact` value, has at the same places. What the JSON says
 * of `old` still, is `old` itself. Throws a NotationError for an object that cannot be what was there.
 */
export function likeOld(value: Variant, old: Variant | undefined): Variant {
  if (old === undefined || old === null) return value;
  const kind = kindOf(old);
  if (kind === "Array") return Array.isArray(value) ? arrayLike(value, old as VariantArray) : value;
  if (kind === "Dictionary") return isDictionary(value) ? dictionaryLike(value, old as Dictionary) : value;
  if (kind === "GodotObject") return isDictionary(value) ? objectLike(value, old as GodotObject) : value;
  if (plainText(value) === plainText(old)) return old;
  if (typeof value === "string") return textLike(value, old);
  if (typeof value === "bigint" || typeof value === "number") return numberLike(value, old);
  if (Array.isArray(value)) return packedLike(value, old);
  return isDictionary(value) ? propertiesLike(value, old) : value;
}

const plainText = (value: Variant) => Array.from(print(value, plainNotation, "")).join("");
const isDictionary = (value: Variant): value is Dictionary => kindOf(value) === "Dictionary";

function textLike(text: string, old: Variant): Variant {
  switch (kindOf(old)) {
    case "StringName":
      return new StringName(text);
    case "NodePath":
      return new NodePath(text);
    case "PackedByteArray":
      return bytesOf(text);
    default:
      return text;
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new NotationError("the text is not base64");
  return new Uint8Array(bytes);
}

function numberLike(value: bigint | number | Float, old: Variant): Variant {
  const kind = kindOf(old);
  if (kind === "float") return Number(value);
  return kind === "int" && typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
}

function arrayLike(values: readonly Variant[], old: VariantArray): Variant[] {
  const sample = sampleOf(old.elementType);
  return values.map((value, i) => likeOld(value, i < old.length ? old[i] : sample));
}

/** What new elements of a typed container are like. */
function sampleOf(type: VariantArray["elementType"]): Variant | undefined {
  if (type?.kind !== "builtin") return undefined;
  return { int: 0n, float: 0, StringName: new StringName(""), NodePath: new NodePath("") }[
    type.type as string
  ];
}

function dictionaryLike(value: Dictionary, old: Dictionary): Dictionary {
  const keys = new Map<string, Variant>();
  for (const key of old.keys()) {
    const name = JSON.parse(keyName(key)) as string;
    if (keys.has(name))
      throw new NotationError(`several keys are written as ${name}: use the exact notation`);
    keys.set(name, key);
  }
  const newKey = sampleOf(old.keyType);
  const sample = sampleOf(old.valueType);
  return new Dictionary(
    Array.from(value, ([name, part]): [Variant, Variant] => {
      const key = keys.get(name as string);
      return key === undefined
        ? [likeOld(name, newKey), likeOld(part, sample)]
        : [key, likeOld(part, old.get(key))];
    }),
  );
}

function objectLike(value: Dictionary, old: GodotObject): GodotObject {
  const properties = value.get("properties");
  const className = value.get("className");
  if (typeof className !== "string" || properties === undefined || !isDictionary(properties))
    throw misfit(old);
  return new GodotObject(
    className,
    Array.from(properties, ([name, part]) => [
      name as string,
      likeOld(part, old.properties.get(name as string)),
    ]),
  );
}

function packedLike(values: readonly Variant[], old: Variant): Variant {
  const packed = asPacked(old);
  if (packed === undefined) return values as Variant[];
  if (packed instanceof PackedStringArray) {
    if (!values.every((value) => typeof value === "string")) throw misfit(old);
    return new PackedStringArray(values as string[]);
  }
  if (ArrayBuffer.isView(packed)) return typedArrayLike(values, packed);
  const elements = values.map((value) => {
    const element = packed.length > 0 ? packed.at(0) : undefined;
    if (element === undefined || !isDictionary(value)) throw misfit(old);
    return propertiesLike(value, element as Variant) as never;
  });
  return new (packed.constructor as new (elements: never[]) => Variant)(elements);
}

function typedArrayLike(values: readonly Variant[], old: ArrayBufferView): Variant {
  const numbers = values.map((value) => {
    if (value === null && (old instanceof Float32Array || old instanceof Float64Array)) return Number.NaN;
    if (typeof value !== "number" && typeof value !== "bigint" && !(value instanceof Float))
      throw misfit(old as never);
    return old instanceof BigInt64Array ? (value as bigint) : Number(value);
  });
  const type = old.constructor as unknown as { from(numbers: unknown[]): ArrayBufferView };
  const made = type.from(numbers) as ArrayBufferView & ArrayLike<number | bigint>;
  const isInteger = !(old instanceof Float32Array || old instanceof Float64Array);
  if (isInteger && numbers.some((number, i) => made[i] !== number)) throw misfit(old as never);
  return made as never;
}

/** A vector or something else that is made of the values of its properties in their order. */
function propertiesLike(value: Dictionary, old: Variant): Variant {
  const properties = Object.entries(old as object) as [string, unknown][];
  if (childrenOf(old) !== undefined || properties.length === 0 || value.size !== properties.length)
    throw misfit(old);
  const parts = properties.map(([name, part]) => partLike(value.get(name), part, old));
  return new ((old as object).constructor as new (...parts: unknown[]) => Variant)(...parts);
}

function partLike(value: Variant | undefined, part: unknown, old: Variant): unknown {
  if (typeof part === "object" && part !== null && value !== undefined && value !== null) {
    if (isDictionary(value)) return propertiesLike(value, part as Variant);
  } else if (typeof part === "number") {
    if (value === null) return Number.NaN;
    if (typeof value === "number" || typeof value === "bigint") return Number(value);
    if (value instanceof Float) return Number(value);
  } else if (typeof part === typeof value) {
    return value;
  }
  throw misfit(old);
}

function misfit(old: Variant): NotationError {
  return new NotationError(`this cannot become the ${kindOf(old)} that was there: use the exact notation`);
}
