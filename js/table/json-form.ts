// What `JSON.stringify` writes for values.
import { base64Parts } from "./base64.js";
import { componentText, floatText, isPlainInt } from "./numbers.js";
import { isMap, isPlainObject, type Kind, kindOf, typedArrayName } from "./type-kinds.js";

/**
 * What `JSON.stringify` writes for a value: the form of `toPlainJSON`, as far as JavaScript's own JSON has it. An int that a
 * number cannot hold becomes a string of its digits. Values of other classes stay as they are.
 */
function jsonForm(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== "object" || value === null) return value;
  // JSON.stringify calls toJSON itself.
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return value;
  const typedArray = typedArrayName(value);
  if (typedArray === "Uint8Array") return Array.from(base64Parts(value as Uint8Array)).join("");
  if (typedArray === "Float32Array") return Array.from(value as Float32Array, singleForm);
  if (typedArray !== undefined || Array.isArray(value)) return listForm(value as Iterable<unknown>);
  if (isMap(value)) return namedForm(value, false);
  return isPlainObject(value) ? partsForm(value) : value;
}

/** The nearest number with the fewest digits that identify a 32-bit float. Infinity becomes NaN, which JSON writes as null, too. */
export function singleForm(value: number): number {
  return Number(componentText(value, false));
}

export function listForm(values: Iterable<unknown>): unknown[] {
  return Array.from(values, jsonForm);
}

/** The own properties. `numberForm` is the form of numbers among them. */
export function partsForm(value: object, numberForm: (number: number) => number = Number): object {
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    typeof part === "number" ? numberForm(part) : jsonForm(part),
  ]);
  return Object.fromEntries(parts);
}

/** The entries of a Dictionary as an object. Of entries whose keys have the same name, the last remains. */
export function namedForm(entries: Iterable<readonly [unknown, unknown]>, exact: boolean): object {
  return Object.fromEntries(
    Array.from(entries, ([key, value]) => [keyName(key, exact, lineOf), jsonForm(value)]),
  );
}

const lineOf = (key: unknown): string => JSON.stringify(jsonForm(key));

/** The JSON name for a key: a text itself, a container as `lineOf` prints it, any other key in GDScript's form. */
export function keyName(key: unknown, exact: boolean, lineOf: (container: unknown) => string): string {
  if (typeof key === "number") return !exact && isPlainInt(key) ? String(key) : floatText(key);
  const kind: Kind | undefined = kindOf(key);
  if (kind === "StringName" || kind === "NodePath") return (key as { text: string }).text;
  const holdsValues = kind === undefined || /^(?:Array|Dictionary|GodotObject|Packed|TypedArray)/.test(kind);
  return holdsValues ? lineOf(key) : String(key);
}
