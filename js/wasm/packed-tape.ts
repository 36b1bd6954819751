import { components, type Element, elements, type PackedComponentsName, Type } from "../table/table.gen.js";
import {
  PackedColorArray,
  PackedVector2Array,
  PackedVector2iArray,
  PackedVector3Array,
  PackedVector3iArray,
  PackedVector4Array,
  PackedVector4iArray,
} from "../values/packed.js";
import type { PackedValue } from "../values/variant.js";

type Numbers = Exclude<PackedValue, { readonly data: unknown }>;
type NumberArray = {
  new (numbers: Numbers): Numbers;
  new (buffer: ArrayBuffer, at: number, length: number): Numbers;
  readonly BYTES_PER_ELEMENT: number;
};

/** What holds the numbers of a packed array that are as wide as usual. */
const numberArrays: Readonly<Record<Exclude<Element, "none">, unknown>> = {
  u8: Uint8Array,
  i32: Int32Array,
  i64: BigInt64Array,
  f32: Float32Array,
  f64: Float64Array,
  real: Float32Array,
};
const classes: Readonly<Record<PackedComponentsName, new (data: never) => PackedValue>> = {
  PackedVector2Array,
  PackedVector3Array,
  PackedVector4Array,
  PackedColorArray,
  PackedVector2iArray,
  PackedVector3iArray,
  PackedVector4iArray,
};
/** By tape type number; none for packed arrays of single numbers. */
const owners: (new (data: never) => PackedValue)[] = [];
for (const name of Object.keys(classes) as PackedComponentsName[]) owners[Type[name]] = classes[name];

/**
 * The packed array of `count` elements at byte `offset`: a copy, or with `views` a view of the same memory where the
 * numbers are aligned.
 */
export function packedValue(
  type: number,
  wide: boolean,
  bytes: Uint8Array<ArrayBuffer>,
  offset: number,
  count: number,
  views: boolean,
): PackedValue {
  const element = wide ? "f64" : (elements[type] as keyof typeof numberArrays);
  const numberArray = numberArrays[element] as NumberArray;
  const length = count * (components[type] as number);
  const data = numbers(numberArray, bytes.buffer, bytes.byteOffset + offset, length, views);
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
  // A copy of a view is made faster than one of a part of a buffer: eight times as fast for a few numbers.
  return views ? view : new made(view);
}
