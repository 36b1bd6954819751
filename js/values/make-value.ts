import type { Components } from "../table/components.js";
import { type ComponentTypeName, type TypeName, typeNames } from "../table/table.gen.js";
import { AABB, Basis, Plane, Projection, Rect2, Rect2i, Transform2D, Transform3D } from "./geometry.js";
import { Color, Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i } from "./vectors.js";

export type FromArray = (source: ArrayLike<number>, at: number, wide: boolean) => Components;

// Each by its name: `import *` would cost bundlers a file of their own.
const classes: Record<ComponentTypeName, { fromArray: FromArray }> = {
  AABB,
  Basis,
  Color,
  Plane,
  Projection,
  Quaternion,
  Rect2,
  Rect2i,
  Transform2D,
  Transform3D,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
  Vector4,
  Vector4i,
};

/** Functions that make a value of a type from numbers in the engines' wire order, by tape number of the type. */
export const fromArrays: readonly (FromArray | undefined)[] = typeNames.map(
  (name) => (classes as Partial<Record<TypeName, { fromArray: FromArray }>>)[name]?.fromArray,
);
