import type { Dictionary } from "./dictionary.js";
import type { AABB, Basis, Plane, Projection, Rect2, Rect2i, Transform2D, Transform3D } from "./geometry.js";
import type { Image, InputEvent } from "./legacy-values.js";
import type {
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  PackedVector4Array,
} from "./packed.js";
import type {
  Callable,
  EncodedObjectAsID,
  Float,
  GodotObject,
  NodePath,
  RID,
  Signal,
  StringName,
} from "./small-values.js";
import type { VariantArray } from "./variant-array.js";
import type {
  Color,
  Quaternion,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
  Vector4,
  Vector4i,
} from "./vectors.js";

/** Values made of numbers. */
export type ComponentValue =
  | Vector2
  | Vector2i
  | Rect2
  | Rect2i
  | Vector3
  | Vector3i
  | Transform2D
  | Vector4
  | Vector4i
  | Plane
  | Quaternion
  | AABB
  | Basis
  | Transform3D
  | Projection
  | Color;

/** Values of the Packed*Array types. */
export type PackedValue =
  | Uint8Array
  | Int32Array
  | BigInt64Array
  | Float32Array
  | Float64Array
  | PackedStringArray
  | PackedVector2Array
  | PackedVector3Array
  | PackedColorArray
  | PackedVector4Array;

/** Everything that `decode` gives, in both modes. */
export type Variant =
  | null
  | boolean
  | number
  | bigint
  | Float
  | string
  | StringName
  | ComponentValue
  | NodePath
  | RID
  | GodotObject
  | EncodedObjectAsID
  | Callable
  | Signal
  | Dictionary
  | { [key: string]: Variant }
  | VariantArray
  | Variant[]
  | PackedValue
  | Image
  | InputEvent;
