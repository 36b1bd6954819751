// Packed arrays on a tape.
import { components, type Element, elements, Type, type TypeName } from "../table/table.gen.js";
import { packedClasses } from "../values/classes.gen.js";
import type { PackedValue } from "../values/variant.js";

type Numbers = Exclude<PackedValue, { readonly data: unknown }>;
type NumberArray = {
  new (numbers: Numbers | number): Numbers;
  new (buffer: ArrayBuffer, at: number, length: number): Numbers;
  readonly BYTES_PER_ELEMENT: number;
};

/** The typed array for the elements of a packed array; by default Float32Array. */
const ofElements: Readonly<Partial<Record<Element, unknown>>> = {
  u8: Uint8Array,
  i32: Int32Array,
  i64: BigInt64Array,
  f64: Float64Array,
};
/** By tape type number. */
const numberArrays = elements.map((element) => ofElements[element] ?? Float32Array) as NumberArray[];

/** The class of the numbers in a packed array. */
export const numberArrayOf = (type: number, wide: boolean): NumberArray =>
  wide ? (Float64Array as unknown as NumberArray) : (numberArrays[type] as NumberArray);

/** Classes by tape type number; packed arrays of single numbers have none, because they are typed arrays. */
const owners: (new (data: never) => PackedValue)[] = [];
for (const [name, owner] of Object.entries(packedClasses)) owners[Type[name as TypeName]] = owner;

/**
 * Reads the packed array of `count` elements at byte `offset`. Copies it; with `views`, returns a view of the same memory if
 * the numbers are aligned.
 */
export function packedValue(
  type: number,
  wide: boolean,
  bytes: Uint8Array<ArrayBuffer>,
  offset: number,
  count: number,
  views: boolean,
): PackedValue {
  const length = count * (components[type] as number);
  const data = numbers(numberArrayOf(type, wide), bytes.buffer, bytes.byteOffset + offset, length, views);
  return packedOf(type, data);
}

/** The packed array of these numbers, which it keeps. */
export function packedOf(type: number, data: Numbers): PackedValue {
  const owner = owners[type];
  return owner === undefined ? data : new owner(data as never);
}

function numbers(
  made: NumberArray,
  buffer: ArrayBuffer,
  at: number,
  length: number,
  views: boolean,
): Numbers {
  const size = made.BYTES_PER_ELEMENT;
  if (at % size !== 0) return new made(buffer.slice(at, at + length * size), 0, length);
  const view = new made(buffer, at, length);
  // Copying a view is up to eight times as fast as slicing the buffer, for a few numbers.
  return views ? view : new made(view);
}
