// What the page knows of each type. The records are exhaustive: a type that the library adds does not compile until it is
// listed here, so that it is never shown as another one.
import type { TypeName } from "godot-variant";

/** Types of one family have one color; the style sheet has a class of each name. */
type Family = "nil" | "bool" | "number" | "text" | "container" | "packed" | "object" | "math";

/** How the pane beside the tree shows a value; see `Shown`. */
type View =
  | "nothing"
  | "bool"
  | "int"
  | "float"
  | "text"
  | "components"
  | "numbers"
  | "texts"
  | "bytes"
  | "container"
  | "object"
  | "facts";

interface TypeTraits {
  readonly family: Family;
  readonly view: View;
  /** Names of the numbers of a value, or of an element of a packed array, in the order of the wire. */
  readonly components?: readonly string[];
  /** Whether these numbers are ints. */
  readonly areInts?: boolean;
  /** Bytes of an element, where every build of the engine writes the same number. */
  readonly elementSize?: number;
  /** Values without a notation in GDScript cannot be edited. */
  readonly isFixed?: boolean;
}

const plain = (family: Family, view: View): TypeTraits => ({ family, view });
const math = (...components: readonly string[]): TypeTraits => ({
  family: "math",
  view: "components",
  components,
});
const ints = (...components: readonly string[]): TypeTraits => ({ ...math(...components), areInts: true });
const packed = (components: readonly string[], elementSize?: number): TypeTraits => ({
  family: "packed",
  view: "numbers",
  components,
  ...(elementSize !== undefined && { elementSize }),
});
const fixed = (view: View): TypeTraits => ({ family: "object", view, isFixed: true });

const xy = ["x", "y"];
const xyz = [...xy, "z"];
const xyzw = [...xyz, "w"];
const rgba = ["r", "g", "b", "a"];
const one = ["value"];
const rows = ["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"];
const within = (names: readonly string[], parts: readonly string[]) =>
  names.flatMap((name) => parts.map((part) => `${name}.${part}`));

export const typeTraits: Readonly<Record<TypeName, TypeTraits>> = {
  Nil: plain("nil", "nothing"),
  bool: plain("bool", "bool"),
  int: plain("number", "int"),
  float: plain("number", "float"),
  String: plain("text", "text"),
  StringName: plain("text", "text"),
  NodePath: plain("text", "text"),
  Vector2: math(...xy),
  Vector2i: ints(...xy),
  Vector3: math(...xyz),
  Vector3i: ints(...xyz),
  Vector4: math(...xyzw),
  Vector4i: ints(...xyzw),
  Rect2: math(...within(["position", "size"], xy)),
  Rect2i: ints(...within(["position", "size"], xy)),
  AABB: math(...within(["position", "size"], xyz)),
  Plane: math(...within(["normal"], xyz), "d"),
  Quaternion: math(...xyzw),
  Basis: math(...rows),
  Transform2D: math(...within(["x", "y", "origin"], xy)),
  Transform3D: math(...rows, ...within(["origin"], xyz)),
  Projection: math(...within(xyzw, xyzw)),
  Color: math(...rgba),
  RID: plain("object", "facts"),
  Object: plain("object", "object"),
  Callable: fixed("facts"),
  Signal: plain("object", "facts"),
  Image: fixed("facts"),
  InputEvent: fixed("facts"),
  Array: plain("container", "container"),
  TypedArray: plain("container", "container"),
  PackedTypedArray: plain("container", "container"),
  Dictionary: plain("container", "container"),
  PackedByteArray: { family: "packed", view: "bytes", elementSize: 1 },
  PackedInt32Array: packed(one, 4),
  PackedInt64Array: packed(one, 8),
  PackedFloat32Array: packed(one, 4),
  PackedFloat64Array: packed(one, 8),
  PackedVector2Array: packed(xy),
  PackedVector2iArray: packed(xy),
  PackedVector3Array: packed(xyz),
  PackedVector3iArray: packed(xyz),
  PackedVector4Array: packed(xyzw),
  PackedVector4iArray: packed(xyzw),
  PackedColorArray: packed(rgba),
  PackedStringArray: plain("packed", "texts"),
};

/** Whether a value is an array of numbers, whose elements are no values of their own. */
export function isNumberArray(type: TypeName): boolean {
  const { family, view } = typeTraits[type];
  return family === "packed" && view !== "texts";
}

/** Whether a value has other values in it: a Dictionary, or an array of any kind but for the packed ones. */
export const isContainer = (type: TypeName): boolean => typeTraits[type].view === "container";

/** Whether the children of a value have keys instead of positions. */
export const isKeyed = (type: TypeName): boolean => type === "Dictionary" || type === "Object";
