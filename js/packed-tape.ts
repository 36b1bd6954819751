import { PackedColorArray, PackedVector2Array, PackedVector3Array, PackedVector4Array } from "./packed.js";
import { components, Type } from "./table.gen.js";
import type { PackedValue } from "./values.js";

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
  const size = elementSize(type, wide);
  const length = count * (components[type] as number);
  const start = bytes.byteOffset + offset;
  const shared = views && start % size === 0;
  const buffer = shared ? bytes.buffer : bytes.buffer.slice(start, start + length * size);
  return arrayOf(type, wide, buffer, shared ? start : 0, length);
}

function elementSize(type: number, wide: boolean): number {
  if (type === Type.PackedByteArray) return 1;
  return wide || type === Type.PackedInt64Array || type === Type.PackedFloat64Array ? 8 : 4;
}

function arrayOf(type: number, wide: boolean, buffer: ArrayBuffer, at: number, length: number): PackedValue {
  switch (type) {
    case Type.PackedByteArray:
      return new Uint8Array(buffer, at, length);
    case Type.PackedInt32Array:
      return new Int32Array(buffer, at, length);
    case Type.PackedInt64Array:
      return new BigInt64Array(buffer, at, length);
    case Type.PackedFloat32Array:
      return new Float32Array(buffer, at, length);
    case Type.PackedFloat64Array:
      return new Float64Array(buffer, at, length);
    case Type.PackedVector2Array:
      return new PackedVector2Array(floats(wide, buffer, at, length));
    case Type.PackedVector3Array:
      return new PackedVector3Array(floats(wide, buffer, at, length));
    case Type.PackedVector4Array:
      return new PackedVector4Array(floats(wide, buffer, at, length));
    default:
      return new PackedColorArray(floats(wide, buffer, at, length));
  }
}

function floats(wide: boolean, buffer: ArrayBuffer, at: number, length: number): Float32Array | Float64Array {
  return wide ? new Float64Array(buffer, at, length) : new Float32Array(buffer, at, length);
}
