// The JSON of large values in pieces, so that neither the value nor its text is ever whole in memory.
import { tooLarge } from "../../base/limit-errors.js";
import { Dictionary, PackedStringArray, toPlainJSON, type Variant } from "../../index.js";
import { defaultLimits } from "../../table/table.gen.js";
import { isPackedType, kindOf, typeOfBrand } from "../../table/type-kinds.js";
import { contentsOf, groupsOf } from "./lazy-value.js";

/** Elements of a packed array that are printed at a time: a multiple of 3, because base64 takes three bytes at a time. */
const mostElements = 3 * 1024;

const json = (value: Variant): string => toPlainJSON(value, { mode: "exact" });

/**
 * Yields the JSON that `toPlainJSON` makes of a value from `lazyValue`. Like it, throws `too-large` for more than the usual number of
 * characters.
 */
export function* jsonPieces(value: Variant): Generator<string> {
  let room = defaultLimits.outputBytes;
  for (const piece of piecesOf(value)) {
    room -= piece.length;
    if (room < 0) throw tooLarge("outputBytes");
    yield piece;
  }
}

/** Whether a value is printed in parts: it is decoded while it is printed, or may be long. */
export function isLong(value: Variant): value is Variant & object {
  if (typeof value !== "object" || value === null) return false;
  if (contentsOf(value) !== undefined) return true;
  return isPackedType(typeOfBrand(kindOf(value))) && (value as { length: number }).length > mostElements;
}

function piecesOf(value: Variant): Iterable<string> {
  if (!isLong(value)) return [json(value)];
  return contentsOf(value) !== undefined
    ? containerPieces(value as Dictionary | Variant[])
    : packedPieces(value);
}

/** The pieces of a stand-in. `toPlainJSON` prints small values, many at a time: `print` would take half as long again. */
function* containerPieces(container: Dictionary | Variant[]): Generator<string> {
  const isKeyed = container instanceof Dictionary;
  const entries: Iterable<[Variant, Variant]> = isKeyed ? container : withoutKeys(container as Variant[]);
  const inside = (some: readonly [Variant, Variant][]) =>
    json(isKeyed ? new Dictionary(some) : some.map(([, value]) => value)).slice(1, -1);
  let before = isKeyed ? "{" : "[";
  for (const group of groupsOf(entries, ([, value]) => isLong(value))) {
    const [key, value] = group[0] as [Variant, Variant];
    if (isLong(value)) {
      yield isKeyed ? before + inside([[key, null]]).slice(0, -"null".length) : before;
      yield* piecesOf(value);
    } else {
      yield before + inside(group);
    }
    before = ", ";
  }
  if (before.length === 1) yield before;
  yield isKeyed ? "}" : "]";
}

function* withoutKeys(values: Iterable<Variant>): Generator<[Variant, Variant]> {
  for (const value of values) yield [null, value];
}

/** The pieces of a packed array: the JSON of its parts, without the brackets or quotes in between. */
function* packedPieces(value: Variant & object): Generator<string> {
  const { length, stride = 1 } = value as { length: number; stride?: number };
  const separator = value instanceof Uint8Array ? "" : ", ";
  for (let start = 0; start < length; start += mostElements) {
    const text = json(partOf(value, start * stride, (start + mostElements) * stride));
    const isLast = start + mostElements >= length;
    yield (start === 0 ? (text[0] as string) : separator) + text.slice(1, isLast ? undefined : -1);
  }
}

function partOf(value: Variant & object, start: number, end: number): Variant {
  if (ArrayBuffer.isView(value)) return (value as Float32Array).subarray(start, end);
  if (value instanceof PackedStringArray) return new PackedStringArray(value.data.slice(start, end));
  const Class = value.constructor as new (data: Float32Array) => Variant;
  return new Class((value as unknown as { data: Float32Array }).data.subarray(start, end));
}
