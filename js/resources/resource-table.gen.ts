// Generated from cpp/spec/resource.json by cpp/spec/generate.mjs; do not edit.

import type { Element, Layout, TypeName } from "../table/table.gen.js";

/** How binary resources store the values of a type. */
export interface StoredType {
  /** The number before such a value in a resource. */
  readonly id: number;
  readonly type: TypeName;
  /** The type's number in Godot 4's own encoding. */
  readonly wire: number;
  readonly layout: Layout;
  readonly element: Element;
  readonly components: number;
  /** The first version of the format that has it. */
  readonly since: number;
}

export const storedTypes: readonly StoredType[] = [
  { id: 1, type: "Nil", wire: 0, layout: "empty", element: "none", components: 0, since: 3 },
  { id: 2, type: "bool", wire: 1, layout: "boolean", element: "none", components: 0, since: 3 },
  { id: 3, type: "int", wire: 2, layout: "integer", element: "i32", components: 0, since: 3 },
  { id: 4, type: "float", wire: 3, layout: "real", element: "real", components: 0, since: 3 },
  { id: 5, type: "String", wire: 4, layout: "text", element: "none", components: 0, since: 3 },
  { id: 10, type: "Vector2", wire: 5, layout: "numbers", element: "real", components: 2, since: 3 },
  { id: 11, type: "Rect2", wire: 7, layout: "numbers", element: "real", components: 4, since: 3 },
  { id: 12, type: "Vector3", wire: 9, layout: "numbers", element: "real", components: 3, since: 3 },
  { id: 13, type: "Plane", wire: 14, layout: "numbers", element: "real", components: 4, since: 3 },
  { id: 14, type: "Quaternion", wire: 15, layout: "numbers", element: "real", components: 4, since: 3 },
  { id: 15, type: "AABB", wire: 16, layout: "numbers", element: "real", components: 6, since: 3 },
  { id: 16, type: "Basis", wire: 17, layout: "numbers", element: "real", components: 9, since: 3 },
  { id: 17, type: "Transform3D", wire: 18, layout: "numbers", element: "real", components: 12, since: 3 },
  { id: 18, type: "Transform2D", wire: 11, layout: "numbers", element: "real", components: 6, since: 3 },
  { id: 20, type: "Color", wire: 20, layout: "numbers", element: "f32", components: 4, since: 3 },
  { id: 22, type: "NodePath", wire: 22, layout: "node_path", element: "none", components: 0, since: 3 },
  { id: 23, type: "RID", wire: 23, layout: "id", element: "none", components: 0, since: 3 },
  { id: 24, type: "Object", wire: 24, layout: "object", element: "none", components: 0, since: 3 },
  { id: 26, type: "Dictionary", wire: 27, layout: "dictionary", element: "none", components: 0, since: 3 },
  { id: 30, type: "Array", wire: 28, layout: "array", element: "none", components: 0, since: 3 },
  { id: 31, type: "PackedByteArray", wire: 29, layout: "packed", element: "u8", components: 1, since: 3 },
  { id: 32, type: "PackedInt32Array", wire: 30, layout: "packed", element: "i32", components: 1, since: 3 },
  { id: 33, type: "PackedFloat32Array", wire: 32, layout: "packed", element: "f32", components: 1, since: 3 },
  { id: 34, type: "PackedStringArray", wire: 34, layout: "packed_texts", element: "none", components: 0, since: 3 },
  { id: 35, type: "PackedVector3Array", wire: 36, layout: "packed", element: "real", components: 3, since: 3 },
  { id: 36, type: "PackedColorArray", wire: 37, layout: "packed", element: "f32", components: 4, since: 3 },
  { id: 37, type: "PackedVector2Array", wire: 35, layout: "packed", element: "real", components: 2, since: 3 },
  { id: 40, type: "int", wire: 2, layout: "integer", element: "i64", components: 0, since: 3 },
  { id: 41, type: "float", wire: 3, layout: "real", element: "f64", components: 0, since: 3 },
  { id: 42, type: "Callable", wire: 25, layout: "empty", element: "none", components: 0, since: 4 },
  { id: 43, type: "Signal", wire: 26, layout: "signal", element: "none", components: 0, since: 4 },
  { id: 44, type: "StringName", wire: 21, layout: "text", element: "none", components: 0, since: 4 },
  { id: 45, type: "Vector2i", wire: 6, layout: "numbers", element: "i32", components: 2, since: 4 },
  { id: 46, type: "Rect2i", wire: 8, layout: "numbers", element: "i32", components: 4, since: 4 },
  { id: 47, type: "Vector3i", wire: 10, layout: "numbers", element: "i32", components: 3, since: 4 },
  { id: 48, type: "PackedInt64Array", wire: 31, layout: "packed", element: "i64", components: 1, since: 4 },
  { id: 49, type: "PackedFloat64Array", wire: 33, layout: "packed", element: "f64", components: 1, since: 4 },
  { id: 50, type: "Vector4", wire: 12, layout: "numbers", element: "real", components: 4, since: 4 },
  { id: 51, type: "Vector4i", wire: 13, layout: "numbers", element: "i32", components: 4, since: 4 },
  { id: 52, type: "Projection", wire: 19, layout: "numbers", element: "real", components: 16, since: 4 },
  { id: 53, type: "PackedVector4Array", wire: 38, layout: "packed", element: "real", components: 4, since: 6 },
];

/** The major version of the engines that write each version of the format. */
export const engineOf: Readonly<Record<number, number>> = { 3: 3, 4: 4, 5: 4, 6: 4 };

/** Bits of the header's flags, from Godot 4 on. */
export const headerFlag = { namedIds: 1, uids: 2, doubleReals: 4, scriptClass: 8 } as const;

/** What an Object of a resource is. */
export const objectKind = { null: 0, path: 1, internal: 2, external: 3 } as const;
