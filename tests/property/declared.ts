// What an edit makes of a value at a place with a type: some values fit several types. In the notation of the fixtures.
import { f32Text, parse, table } from "../fixtures/make/reference-table.mjs";
import type { Canonical } from "../js/fixture-notation.js";

type Fields = { [type: string]: Canonical | undefined };

const view = new DataView(new ArrayBuffer(4));
const usualNaN = "nan:7ff8000000000000";

/** A float that JavaScript holds as a number, which may then be a number of any type; undefined for other values. */
function numberOf(value: Canonical): number | undefined {
  const { float } = Object(value) as { float?: string };
  if (float === undefined || (float.startsWith("nan:") && float !== usualNaN)) return undefined;
  return float === usualNaN ? Number.NaN : parse(float);
}

const isWhole = (value: number) => Number.isSafeInteger(value) && !Object.is(value, -0);

/** The element of a packed array that a value becomes; undefined if it does not fit. */
function packedElement(type: string, value: Canonical): string[] | undefined {
  const number = numberOf(value);
  const { int, String: text, [table.types[type]?.holds ?? ""]: parts } = Object(value) as Fields;
  switch (type) {
    case "PackedByteArray":
      return number === undefined || (number & 255) !== number
        ? undefined
        : [number.toString(16).padStart(2, "0")];
    case "PackedInt32Array":
      return number === undefined || (number | 0) !== number ? undefined : [String(number | 0)];
    case "PackedInt64Array":
      if (int !== undefined) return [int as string];
      return number === undefined || !Number.isSafeInteger(number) ? undefined : [String(BigInt(number))];
    case "PackedFloat32Array":
      if (number === undefined) return undefined;
      view.setFloat32(0, number);
      return [f32Text(view.getInt32(0))];
    case "PackedFloat64Array":
      return number === undefined ? undefined : [(value as { float: string }).float];
    case "PackedStringArray":
      return text === undefined ? undefined : [text as string];
    default:
      return parts as string[] | undefined;
  }
}

/** An untyped Array as a packed array; undefined if it is none or an element does not fit. */
function packedForm(type: string, value: Canonical): Canonical | undefined {
  const { Array: elements, type: own, shared } = Object(value) as Fields;
  if (elements === undefined || own !== undefined || shared === true) return undefined;
  const parts = (elements as Canonical[]).map((element) => packedElement(type, element));
  if (parts.includes(undefined)) return undefined;
  const numbers = parts.flat() as string[];
  if (type === "PackedByteArray") return { [type]: numbers.join("") };
  const wide = (elements as Fields[]).some((element) => element?.wide === true);
  if (!wide) return { [type]: numbers };
  // 32-bit NaNs among 64-bit numbers do not keep their bits.
  return { [type]: numbers.map((text) => (/^nan:.{8}$/.test(text) ? usualNaN : text)), wide };
}

/** The value as an edit stores it under a declared type, or in place of a value of this type. */
export function asType(value: Canonical, type: Canonical | undefined): Canonical {
  const { builtin } = Object(type) as { builtin?: string };
  const number = numberOf(value);
  if (builtin === "int" && number !== undefined && isWhole(number)) return { int: String(number) };
  const { String: text } = Object(value) as Fields;
  if (builtin === "StringName" && text !== undefined) return { StringName: text };
  return builtin !== undefined && table.types[builtin]?.layout?.startsWith("packed")
    ? (packedForm(builtin, value) ?? value)
    : value;
}
