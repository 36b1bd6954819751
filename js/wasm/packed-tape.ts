import { components, Type } from "../table/table.gen.js";
import {
  PackedColorArray,
  PackedVector2Array,
  PackedVector3Array,
  PackedVector4Array,
} from "../values/packed.js";
import type { PackedValue } from "../values/variant.js";

type Numbers = Exclude<PackedValue, { readonly data: unknown }>;
type NumberArray = {
  new (numbers: Numbers): Numbers;
  new (buffer: ArrayBuffer, at: number, length: number): Numbers;
  readonly BYTES_PER_ELEMENT: number;
};
type Floats = Float32Array | Float64Array;

/** What holds the numbers of a packed array; floats where nothing else is said. */
const numberArrays: { readonly [type: number]: unknown } = {
  [Type.PackedByteArray]: Uint8Array,
  [Type.PackedInt32Array]: Int32Array,
  [Type.PackedInt64Array]: BigInt64Array,
  [Type.PackedFloat64Array]: Float64Array,
};
const classes: { readonly [type: number]: new (data: Floats) => PackedValue } = {
  [Type.PackedVector2Array]: PackedVector2Array,
  [Type.PackedVector3Array]: PackedVector3Array,
  [Type.PackedVector4Array]: PackedVector4Array,
  [Type.PackedColorArray]: PackedColorArray,
};

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
  const numberArray = (numberArrays[type] ?? (wide ? Float64Array : Float32Array)) as NumberArray;
  const length = count * (components[type] as number);
  const data = numbers(numberArray, bytes.buffer, bytes.byteOffset + offset, length, views);
  const owner = classes[type];
  return owner === undefined ? data : new owner(data as Floats);
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
