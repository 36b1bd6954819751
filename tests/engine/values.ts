// Random values of every type, as `encode` takes them in `exact` mode.
import {
  AABB,
  Basis,
  Callable,
  Color,
  type ContainerType,
  Dictionary,
  GodotObject,
  NodePath,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  PackedVector3Array,
  PackedVector4Array,
  Plane,
  Projection,
  Quaternion,
  Rect2,
  Rect2i,
  RID,
  Signal,
  StringName,
  Transform2D,
  Transform3D,
  type TypeName,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
  Vector4,
  Vector4i,
} from "../../js/index.js";
import type { typesOfOthers } from "../../js/table/table.gen.js";
import type { Random } from "../random.js";

const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.5,
  1e300,
  5e-324,
  2 ** -149,
  2 ** -150,
  16777217,
  Infinity,
  -Infinity,
  NaN,
];

export function number(random: Random): number {
  if (random.below(3) === 0) return random.pick(numbers);
  return (random.word() - 2 ** 31) / 2 ** random.below(60);
}

const int32 = (random: Random): number => (random.word() | 0) >> random.below(32);

function int64(random: Random): bigint {
  const bits = (BigInt(random.word()) << 32n) | BigInt(random.word());
  return BigInt.asIntN(64, bits) >> BigInt(random.below(64));
}

/** Ranges of code points without NUL, surrogates and the byte order mark. */
const characters = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0x01, 0x1f],
  [0x80, 0x7ff],
  [0x800, 0xd7ff],
  [0xe000, 0xfefe],
  [0x10000, 0x10ffff],
] as const;

export function text(random: Random): string {
  const length = random.below(10) === 0 ? random.below(200) : random.below(12);
  return Array.from({ length }, () => {
    const [first, last] = random.pick(characters);
    return String.fromCodePoint(first + random.below(last - first + 1));
  }).join("");
}

function nodePath(random: Random): NodePath {
  const names = random.many(() => text(random));
  const subnames = random.many(() => text(random));
  // Godot 3 drops the absolute flag of a path without names.
  return new NodePath({ absolute: names.length > 0 && random.below(2) === 0, names, subnames });
}

const floats = (random: Random, length: number) => Array.from({ length }, () => number(random));
const integers = (random: Random, length: number) => Array.from({ length }, () => int32(random));
const vector2 = (random: Random) => new Vector2(...floats(random, 2));
const vector3 = (random: Random) => new Vector3(...floats(random, 3));
const vector4 = (random: Random) => new Vector4(...floats(random, 4));
const basis = (random: Random) => new Basis(vector3(random), vector3(random), vector3(random));
const packed = (random: Random, components: number) =>
  new Float32Array(floats(random, random.below(7) * components));

type Leaf = Exclude<TypeName, "Object" | "Dictionary" | "Array" | (typeof typesOfOthers)[number]>;

type Make = (random: Random) => Variant;

const leaves: Record<Leaf, Make> = {
  Nil: () => null,
  bool: (random) => random.below(2) === 0,
  int: int64,
  float: number,
  String: text,
  Vector2: vector2,
  Vector2i: (random) => new Vector2i(...integers(random, 2)),
  Rect2: (random) => new Rect2(vector2(random), vector2(random)),
  Rect2i: (random) => new Rect2i(new Vector2i(...integers(random, 2)), new Vector2i(...integers(random, 2))),
  Vector3: vector3,
  Vector3i: (random) => new Vector3i(...integers(random, 3)),
  Transform2D: (random) => new Transform2D(vector2(random), vector2(random), vector2(random)),
  Vector4: vector4,
  Vector4i: (random) => new Vector4i(...integers(random, 4)),
  Plane: (random) => new Plane(vector3(random), number(random)),
  Quaternion: (random) => new Quaternion(...floats(random, 4)),
  AABB: (random) => new AABB(vector3(random), vector3(random)),
  Basis: basis,
  Transform3D: (random) => new Transform3D(basis(random), vector3(random)),
  Projection: (random) => new Projection(vector4(random), vector4(random), vector4(random), vector4(random)),
  Color: (random) => new Color(...floats(random, 4)),
  StringName: (random) => new StringName(text(random)),
  NodePath: nodePath,
  RID: (random) => new RID(BigInt.asUintN(64, int64(random))),
  Callable: () => new Callable(),
  Signal: (random) => new Signal(text(random), BigInt.asUintN(64, int64(random))),
  PackedByteArray: (random) => new Uint8Array(integers(random, random.below(9))),
  PackedInt32Array: (random) => new Int32Array(integers(random, random.below(7))),
  PackedInt64Array: (random) => new BigInt64Array(random.many(() => int64(random))),
  PackedFloat32Array: (random) => packed(random, 1),
  PackedFloat64Array: (random) => new Float64Array(floats(random, random.below(7))),
  PackedStringArray: (random) => new PackedStringArray(random.many(() => text(random))),
  PackedVector2Array: (random) => new PackedVector2Array(packed(random, 2)),
  PackedVector3Array: (random) => new PackedVector3Array(packed(random, 3)),
  PackedVector4Array: (random) => new PackedVector4Array(packed(random, 4)),
  PackedColorArray: (random) => new PackedColorArray(packed(random, 4)),
};

/** The values that a dialect can hold. */
export interface Range {
  leaves: readonly (readonly [Leaf, Make])[];
  typedContainers: boolean;
}

const newInGodot4 =
  /^(Vector\di|Rect2i|Vector4|Projection|StringName|Callable|Signal|Packed(Int64|Float64|Vector4)Array)$/;
const all = Object.entries(leaves) as [Leaf, Make][];
export const godot4: Range = { leaves: all, typedContainers: true };
export const godot3: Range = {
  // Godot 3 does not write the id of a RID.
  leaves: all.flatMap(([type, make]) =>
    newInGodot4.test(type) ? [] : [[type, type === "RID" ? () => new RID() : make]],
  ),
  typedContainers: false,
};

const anyLeaf = (random: Random, range: Range) => random.pick(range.leaves)[1](random);

/** A random value with up to `depth` levels of nesting. */
export function randomValue(random: Random, range: Range, depth = 4): Variant {
  if (depth <= 0) return anyLeaf(random, range);
  const child = () => randomValue(random, range, depth - 1);
  const typed = range.typedContainers && random.below(2) === 0;
  switch (random.below(6)) {
    case 4:
      return typed ? typedArray(random, range) : new VariantArray(random.many(child));
    case 5:
      return typed
        ? typedDictionary(random, range)
        : new Dictionary(random.many(() => [child(), child()] as const));
    default:
      return anyLeaf(random, range);
  }
}

/** A declared type, and a function that makes values of it. Nil declares nothing. */
function declaration(random: Random, range: Range): [ContainerType | undefined, () => Variant] {
  const [type, make] = random.pick(range.leaves);
  if (type !== "Nil") return [{ kind: "builtin", type }, () => make(random)];
  return random.below(2) === 0
    ? [undefined, () => anyLeaf(random, range)]
    : [{ kind: "class", name: "EncodedObjectAsID" }, () => null];
}

function typedArray(random: Random, range: Range): VariantArray {
  const [type, make] = declaration(random, range);
  return new VariantArray(random.many(make), type);
}

function typedDictionary(random: Random, range: Range): Dictionary {
  const [keyType, key] = declaration(random, range);
  const [valueType, value] = declaration(random, range);
  return new Dictionary(
    random.many(() => [key(), value()] as const),
    { keyType, valueType },
  );
}

/** True when `test` is true of the value or of any nested value. */
export function holds(value: Variant, test: (value: Variant) => boolean): boolean {
  if (test(value)) return true;
  if (value instanceof GodotObject)
    return [...value.properties.values()].some((property) => holds(property, test));
  if (value instanceof Map) return [...value].flat().some((part) => holds(part as Variant, test));
  return Array.isArray(value) && value.some((part) => holds(part, test));
}

/** Paths with empty names; their text has an extra slash, which readers ignore. */
export const isAmbiguous = (value: Variant): boolean =>
  value instanceof NodePath && String(new NodePath(String(value))) !== String(value);
