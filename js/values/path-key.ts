// Keys in the form that paths use.
import { Float, StringName } from "./small-values.js";
import { Dictionary, GodotObject, type Variant, VariantArray } from "./variant.js";

/** An `exact` key in the form that paths use: safe ints as numbers, whole floats as Float, names as strings. */
export function pathForm(key: Variant): Variant {
  if (typeof key === "bigint") return Number.isSafeInteger(Number(key)) ? Number(key) : key;
  return key instanceof StringName ? key.text : withFloats(key);
}

/** Makes whole floats state their type, because a number in a path is an int, also inside an Array. */
export function withFloats(value: Variant): Variant {
  if (typeof value === "number") return Number.isSafeInteger(value) ? new Float(value) : value;
  if (value instanceof VariantArray) {
    const owner = value.constructor as typeof VariantArray;
    return new owner(value.map(withFloats), value.elementType, value.shared);
  }
  if (value instanceof Dictionary) {
    const entries = Array.from(value, ([key, one]) => [withFloats(key), withFloats(one)] as const);
    const made = new Dictionary(entries, value);
    // Keys that Godot 3 tells apart are equal here.
    return made.size === value.size ? made : value;
  }
  if (!(value instanceof GodotObject)) return value;
  const properties = Array.from(value.properties, ([name, one]) => [name, withFloats(one)] as const);
  return new GodotObject(value.className, properties);
}
