// The page's data about each type. The records are exhaustive: if the library adds a type, the page does not compile until the
// type is listed here, so that it is never shown as another one.
import type { TypeName } from "godot-variant";
import { vectorTraits } from "./vector-traits.gen.js";

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
  /** Size of an element in bytes, if it is the same in every build of the engine. */
  readonly elementSize?: number;
  /** Values without a notation in GDScript cannot be edited. */
  readonly isFixed?: boolean;
}

const plain = (family: Family, view: View): TypeTraits => ({ family, view });
const packed = (elementSize: number): TypeTraits => ({
  family: "packed",
  view: "numbers",
  components: ["value"],
  elementSize,
});
const fixed = (view: View): TypeTraits => ({ family: "object", view, isFixed: true });

export const typeTraits: Readonly<Record<TypeName, TypeTraits>> = {
  ...vectorTraits,
  Nil: plain("nil", "nothing"),
  bool: plain("bool", "bool"),
  int: plain("number", "int"),
  float: plain("number", "float"),
  String: plain("text", "text"),
  StringName: plain("text", "text"),
  NodePath: plain("text", "text"),
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
  PackedInt32Array: packed(4),
  PackedInt64Array: packed(8),
  PackedFloat32Array: packed(4),
  PackedFloat64Array: packed(8),
  PackedStringArray: plain("packed", "texts"),
};

/** Whether a type is an array of numbers, whose elements do not count as values. */
export function isNumberArray(type: TypeName): boolean {
  const { family, view } = typeTraits[type];
  return family === "packed" && view !== "texts";
}

/** Whether a type contains values: a Dictionary, or any array except packed ones. */
export const isContainer = (type: TypeName): boolean => typeTraits[type].view === "container";

/** Whether the children of a value have keys instead of positions. */
export const isKeyed = (type: TypeName): boolean => type === "Dictionary" || type === "Object";
