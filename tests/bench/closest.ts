import { Dictionary, Float, NodePath } from "../../js/index.js";

/** 32-bit floats in the shortest form that JSON can hold. */
const shortest = (value: number) => Number(Math.fround(value).toPrecision(7));

/** The closest value in JSON: vectors and colors become objects, paths strings, and packed arrays arrays. */
export function closestJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Float) return value.value;
  if (value instanceof NodePath) return value.text;
  if (Array.isArray(value)) return value.map(closestJson);
  if (value instanceof Float32Array) return Array.from(value, shortest);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (value instanceof Map) return fromEntries(value);
  if ("data" in value) return closestJson(value.data);
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return fromEntries(Object.entries(value), isPlain ? closestJson : component);
}

const component = (value: unknown) => (typeof value === "number" ? shortest(value) : closestJson(value));

function fromEntries(entries: Iterable<[unknown, unknown]>, convert = closestJson): object {
  return Object.fromEntries([...entries].map(([key, value]) => [String(key), convert(value)]));
}

/** True when two decoded values are equal, comparing only plain objects, arrays and primitives. */
export function agree(a: unknown, b: unknown): boolean {
  if (typeof a === "bigint" || typeof b === "bigint") return Number(a) === Number(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) return sameNumbers(a, b);
  if (!isPlain(a) || !isPlain(b)) return true;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (keys.length !== others.length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => agree(a[key as keyof object], b[key as keyof object]));
}

function sameNumbers(a: object, b: object): boolean {
  const [one, other] = [a as Uint8Array, b as Uint8Array];
  return (
    one.length === other.length && one.BYTES_PER_ELEMENT === other.BYTES_PER_ELEMENT && one[1] === other[1]
  );
}

function isPlain(value: object): boolean {
  if (value instanceof Dictionary) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
