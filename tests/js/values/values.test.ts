// The value classes: Godot's parameters and property names, numbers in wire order, and printed forms.
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import * as all from "../../../js/index.js";
import {
  AABB,
  Basis,
  Callable,
  Color,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  float,
  GodotObject,
  Image,
  InputEvent,
  inputEventTypes,
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
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
  Vector3i,
  Vector4,
  Vector4i,
} from "../../../js/index.js";

const v2 = (x: number, y: number) => new Vector2(x, y);
const v3 = (x: number, y: number, z: number) => new Vector3(x, y, z);
const v4 = (x: number, y: number, z: number, w: number) => new Vector4(x, y, z, w);
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

interface Numbers {
  toArray(target?: number[], at?: number): number[];
}

describe("values that consist of numbers", () => {
  const values: [value: Numbers, numbers: number[]][] = [
    [v2(1, 2), [1, 2]],
    [new Vector2i(1, 2), [1, 2]],
    [v3(1, 2, 3), [1, 2, 3]],
    [new Vector3i(1, 2, 3), [1, 2, 3]],
    [v4(1, 2, 3, 4), [1, 2, 3, 4]],
    [new Vector4i(1, 2, 3, 4), [1, 2, 3, 4]],
    [new Quaternion(1, 2, 3, 4), [1, 2, 3, 4]],
    [new Color(1, 2, 3, 4), [1, 2, 3, 4]],
    [new Color(1, 2, 3), [1, 2, 3, 1]],
    [new Rect2(v2(1, 2), v2(3, 4)), range(4)],
    [new Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)), range(4)],
    [new AABB(v3(1, 2, 3), v3(4, 5, 6)), range(6)],
    [new Plane(v3(1, 2, 3), 4), range(4)],
    [new Transform2D(v2(1, 2), v2(3, 4), v2(5, 6)), range(6)],
    [new Basis(v3(1, 4, 7), v3(2, 5, 8), v3(3, 6, 9)), range(9)],
    [new Transform3D(new Basis(v3(1, 4, 7), v3(2, 5, 8), v3(3, 6, 9)), v3(10, 11, 12)), range(12)],
    [new Projection(v4(1, 2, 3, 4), v4(5, 6, 7, 8), v4(9, 10, 11, 12), v4(13, 14, 15, 16)), range(16)],
  ];

  test.each(values)("%s: wire order in both directions", (value, numbers) => {
    expect(value.toArray()).toEqual(numbers);
    const owner = value.constructor as unknown as { fromArray(source: number[], at?: number): Variant };
    expect(owner.fromArray(numbers)).toEqual(value);
    expect(owner.fromArray([9, ...numbers], 1)).toEqual(value);
    expect(value.toArray([0, 0], 2)).toEqual([0, 0, ...numbers]);
    expect(decode(encode(value))).toStrictEqual(value);
    expect(decode(encode(value), { mode: "exact" })).toStrictEqual(value);
    expect(String(value)).toBe(`${value.constructor.name}(${numbers.join(", ")})`);
  });

  test.each<[Numbers, number[]]>([
    [new Vector2(), [0, 0]],
    [new Vector4i(), [0, 0, 0, 0]],
    [new Quaternion(), [0, 0, 0, 1]],
    [new Color(), [0, 0, 0, 1]],
    [new Transform2D(), [1, 0, 0, 1, 0, 0]],
    [new Basis(), [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    [new Transform3D(), [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]],
    [new Projection(), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]],
    [new Plane(), [0, 0, 0, 0]],
    [new AABB(), [0, 0, 0, 0, 0, 0]],
    [new Rect2(), [0, 0, 0, 0]],
    [new Rect2i(), [0, 0, 0, 0]],
  ])("%s has Godot's defaults", (value, numbers) => {
    expect(value.toArray()).toEqual(numbers);
  });

  test("have Godot's property names", () => {
    const transform = new Transform3D();
    expect(Object.keys(transform)).toEqual(["basis", "origin"]);
    expect(Object.keys(transform.basis)).toEqual(["x", "y", "z"]);
    expect(Object.keys(new Transform2D())).toEqual(["x", "y", "origin"]);
    expect(Object.keys(new Projection())).toEqual(["x", "y", "z", "w"]);
    expect(Object.keys(new Rect2())).toEqual(["position", "size"]);
    expect(Object.keys(new AABB())).toEqual(["position", "size"]);
    expect(Object.keys(new Plane())).toEqual(["normal", "d"]);
    expect(Object.keys(new Color())).toEqual(["r", "g", "b", "a"]);
    expect(JSON.stringify(new Vector2i(1, 2))).toBe('{"x":1,"y":2}');
  });

  test("print numbers like GDScript", () => {
    expect(String(v2(0.1, Number.NaN))).toBe("Vector2(0.1, nan)");
    expect(String(decode(encode(v2(0.1, 318.25))))).toBe("Vector2(0.1, 318.25)");
    expect(String(v2(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY))).toBe("Vector2(inf, -inf)");
  });
});

describe("the small classes", () => {
  test.each<[object, string]>([
    [float(1), "1.0"],
    [new Float(-0), "-0.0"],
    [new Float(1e300), "1e+300"],
    [new Float(Number.NaN), "nan"],
    [new Float(Number.NEGATIVE_INFINITY), "-inf"],
    [new StringName('a"b'), '&"a\\"b"'],
    [new NodePath("/root/a:b:c"), 'NodePath("/root/a:b:c")'],
    [new RID(13n), "RID(13)"],
    [new Signal("pressed", 42n), 'Signal("pressed", 42)'],
    [new Callable(), "Callable()"],
    [new EncodedObjectAsID(42n), "EncodedObjectAsID(42)"],
    [new GodotObject("Node2D"), "Object(Node2D)"],
    [new PackedStringArray(["a", "b"]), "PackedStringArray(2)"],
    [new PackedVector3Array(new Float32Array(6)), "PackedVector3Array(2)"],
    [new Image(4, 0, 16, 16), "Image(4, 0, 16, 16)"],
    [new InputEvent(1, 0), "InputEvent(1, 0)"],
  ])("%o prints %s", (value, text) => {
    expect(String(value)).toBe(text);
  });

  test("Float converts to a number, and keeps its bits", () => {
    expect(Number(float(3)) + 1).toBe(4);
    expect(float(1).bits).toBe(0x3ff0000000000000n);
    expect(new Float(Number.NaN).bits).toBe(0x7ff8000000000000n);
    expect(new Float(Number.NaN, 0x7ff8000000000001n).bits).toBe(0x7ff8000000000001n);
    expect(new Float(1, 0x7ff8000000000001n)).toEqual(float(1));
  });

  test.each<[string, object]>([
    ["", { absolute: false, names: [], subnames: [] }],
    ["/root/a", { absolute: true, names: ["root", "a"], subnames: [] }],
    ["a/b:x:y", { absolute: false, names: ["a", "b"], subnames: ["x", "y"] }],
    [":x", { absolute: false, names: [], subnames: ["x"] }],
    ["/", { absolute: true, names: [], subnames: [] }],
    ["..//a/", { absolute: false, names: ["..", "a"], subnames: [] }],
  ])("NodePath reads %j", (text, parts) => {
    expect({ ...new NodePath(text) }).toEqual(parts);
    expect(new NodePath(new NodePath(text).text)).toEqual(new NodePath(text));
  });

  test.each([
    [5, "A NodePath is made from a text or from parts."],
    [null, "A NodePath is made from a text or from parts."],
    [{ name: ["root"] }, "A NodePath has no part name."],
    [{ absolute: true, names: ["root"], subname: ["x"] }, "A NodePath has no part subname."],
  ])("a NodePath is not made from %j", (given, message) => {
    expect(() => new NodePath(given as never)).toThrow(new TypeError(message));
  });

  test("a NodePath is made from parts, and from another one", () => {
    const path = new NodePath({ absolute: true, names: ["root"], subnames: ["x"], hasProperty: true });
    expect(new NodePath(path)).toEqual(path);
  });

  test("GodotObject accepts entries", () => {
    const entries: [string, Variant][] = [
      ["a", 1],
      ["b", null],
    ];
    expect(Array.from(new GodotObject("X", entries).properties)).toEqual(entries);
  });

  test("InputEvent shows the fields of its type", () => {
    const key = new InputEvent(inputEventTypes.key, 1, new Int32Array([1 << 25, 65]));
    expect([key.modifiers, key.scancode, key.index, key.axis, key.axisValue]).toEqual([
      1 << 25,
      65,
      undefined,
      undefined,
      undefined,
    ]);
    const button = new InputEvent(inputEventTypes.mouseButton, 0, new Int32Array([3]));
    expect([button.index, button.scancode]).toEqual([3, undefined]);
    const motion = new InputEvent(inputEventTypes.joystickMotion, 0, new Int32Array([1, 0x3f000000]));
    expect([motion.axis, motion.axisValue]).toEqual([1, 0.5]);
    expect(new InputEvent(inputEventTypes.joystickMotion, 0, new Int32Array([1])).axisValue).toBeUndefined();
  });
});

describe("packed arrays of vectors", () => {
  test.each([
    [PackedVector2Array, Vector2, 2],
    [PackedVector3Array, Vector3, 3],
    [PackedVector4Array, Vector4, 4],
    [PackedColorArray, Color, 4],
  ] as const)("%o: data, length, at and iteration", (owner, element, stride) => {
    const packed = new owner(new Float32Array(range(stride * 2)));
    const first = element.fromArray(range(stride));
    const second = element.fromArray(range(stride * 2), stride);
    expect(packed).toHaveLength(2);
    expect(packed.stride).toBe(stride);
    expect([packed.at(0), packed.at(1), packed.at(-1), packed.at(-2)]).toEqual([
      first,
      second,
      second,
      first,
    ]);
    expect([packed.at(2), packed.at(-3)]).toEqual([undefined, undefined]);
    expect([packed.at(0.5), packed.at(1.5), packed.at(-1.5)]).toEqual([0, 1, -1].map((i) => packed.at(i)));
    expect(Array.from(packed as Iterable<unknown>)).toEqual([first, second]);
    expect((owner.from as (elements: unknown) => unknown)([first, second])).toEqual(packed);
    expect(new owner()).toHaveLength(0);
    expect(decode(encode(packed))).toEqual(packed);
  });

  test("elements keep the bits of a NaN", () => {
    const colors = new PackedColorArray(
      new Float32Array(new Uint32Array([0, 0x7f800001, 0, 0xffc00002]).buffer),
    );
    expect(encode(PackedColorArray.from(colors))).toEqual(encode(colors));
    expect(encode(PackedColorArray.from([colors.at(0) as Color]))).toEqual(encode(colors));
    const [color] = colors;
    expect(encode(color as Color).subarray(4)).toEqual(encode(colors).subarray(8));
  });

  test("PackedStringArray too", () => {
    const packed = new PackedStringArray(["a", "b"]);
    expect([packed.length, packed.at(0), packed.at(-1), packed.at(2)]).toEqual([2, "a", "b", undefined]);
    expect([...packed]).toEqual(["a", "b"]);
  });
});

describe("VariantArray is an Array", () => {
  const int = { kind: "builtin", type: "int" } as const;
  const make = () => new VariantArray([1n, 2n, 3n], int);

  test("with a type and elements", () => {
    expect(make()).toHaveLength(3);
    expect(Array.isArray(make())).toBe(true);
    expect(make().elementType).toEqual(int);
    expect([...make()]).toEqual([1n, 2n, 3n]);
    expect(new VariantArray(2)).toHaveLength(2);
    expect(new VariantArray([7n])).toHaveLength(1);
  });

  test.each([
    ["map", (array: VariantArray) => array.map((x) => x)],
    ["filter", (array: VariantArray) => array.filter(() => true)],
    ["slice", (array: VariantArray) => array.slice()],
    ["concat", (array: VariantArray) => array.concat([])],
    ["flat", (array: VariantArray) => array.flat()],
    ["splice", (array: VariantArray) => array.splice(0)],
  ])("%s gives a plain array", (_, run) => {
    const result = run(make());
    expect(Object.getPrototypeOf(result)).toBe(Array.prototype);
    expect(result).toEqual([1n, 2n, 3n]);
    expect("elementType" in result).toBe(false);
  });

  test("push and index keep the type", () => {
    const array = make();
    array.push(4n);
    array[0] = 9n;
    expect(decode(encode(array, { mode: "exact" }), { mode: "exact" })).toEqual(
      new VariantArray([9n, 2n, 3n, 4n], int),
    );
  });
});

test("every class has its name, even when printed", () => {
  const classes = Object.entries(all).filter(([, value]) => /^class\b/.test(String(value)));
  expect(classes.length).toBeGreaterThan(30);
  for (const [name, owner] of classes) expect((owner as { name: string }).name).toBe(name);
  expect(inspect(new Vector2(1, 2))).toBe("Vector2(1, 2)");
});

test("instanceof distinguishes our classes, and users' subclasses", () => {
  class Mine extends Vector2 {}
  expect(new Mine()).toBeInstanceOf(Vector2);
  expect(new Vector2()).not.toBeInstanceOf(Mine);
  expect(new Vector2i()).not.toBeInstanceOf(Vector2);
  expect(encode(new Mine(1, 2))).toEqual(encode(new Vector2(1, 2)));
  for (const value of [null, undefined, 1, {}, [], new Map()])
    expect((value as unknown) instanceof Vector2).toBe(false);
  expect([]).not.toBeInstanceOf(VariantArray);
});
