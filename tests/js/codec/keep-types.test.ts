// `like`: a value edited in plain mode keeps its original types (docs/GUIDE.md).
import { describe, expect, test } from "vitest";
import {
  Callable,
  Color,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  encodeFrames,
  Float,
  float,
  GodotObject,
  load,
  NodePath,
  type Options,
  open,
  PackedStringArray,
  PackedVector2Array,
  Rect2,
  RID,
  Signal,
  StringName,
  save,
  Transform3D,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fileOf, hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;
const int = { kind: "builtin", type: "int" } as const;

describe("objects and Maps with the same entries are written alike", () => {
  const old = { b: 1n, a: new Dictionary([["name", new StringName("x")]]), "": [1n, 2n], c: new Float(2) };
  const asMap = (value: unknown): unknown =>
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
      ? new Map(
          Object.entries(value)
            .filter(([, one]) => one !== undefined)
            .map(([key, one]) => [key, asMap(one)]),
        )
      : value;

  test.each<[string, object]>([
    ["the same keys", { b: 3, a: { name: "y" }, "": [7, 8], c: 4 }],
    ["another order", { a: { name: "y" }, b: 3, "": [7, 8], c: 4 }],
    ["other types", { b: "3", a: null, "": { x: 1 }, c: [4] }],
    ["a key more", { b: 3, a: { name: "y", more: 1 }, "": [7, 8], c: 4, d: 5 }],
    ["a key less", { b: 3, a: {}, c: 4 }],
    ["another key", { b: 3, a: { title: "y" }, "": [7, 8], d: 4 }],
    ["a key of undefined", { b: 3, a: { name: undefined }, "": undefined, c: 4 }],
  ])("%s", (_, value) => {
    const like = encode(old, exact);
    for (const mode of ["plain", "exact"] as const)
      expect(hex(encode(value, { like, mode }))).toBe(hex(encode(asMap(value), { like, mode })));
  });

  test("also those of Dictionaries that declare types", () => {
    const like = encode([new Dictionary([["a", 1n]], { valueType: int })], exact);
    expect(hex(encode([{ a: 2 }], { like }))).toBe(hex(encode([new Map([["a", 2]])], { like })));
    expect(hex(encode([{ a: 1 }], { like }))).toBe(hex(like));
  });
});

/** Encodes `value` like `old`; returns the exact value. */
function written(value: unknown, old: Variant): Variant {
  const like = encode(old, { ...exact, fullObjects: true });
  return decode(encode(value, { like, fullObjects: true }), { ...exact, allowObjects: true });
}

describe("an ambiguous value gets the old type", () => {
  test.each<[string, unknown, Variant, Variant]>([
    ["a number stays float", 3, 1.5, 3],
    ["a number stays int", 3, 1n, 3n],
    ["a number that is no int becomes float", 3.5, 1n, 3.5],
    ["a whole float stays float", 2, 2, 2],
    ["−0 stays", -0, 1, -0],
    [
      "NaN keeps its bits",
      Number.NaN,
      new Float(Number.NaN, 0x7ff8000000000001n),
      new Float(Number.NaN, 0x7ff8000000000001n),
    ],
    ["NaN for a number is the usual one", Number.NaN, 1, Number.NaN],
    ["a string stays StringName", "x", new StringName("y"), new StringName("x")],
    ["a string stays String", "x", "y", "x"],
    ["an array stays typed", [1, 2, 3], new VariantArray([1n], int), new VariantArray([1n, 2n, 3n], int)],
    ["an array is packed", [1, 2], new Int32Array([9]), new Int32Array([1, 2])],
    ["bytes are packed", [1, 255], new Uint8Array(1), new Uint8Array([1, 255])],
    ["64-bit ints are packed", [1, 2n], new BigInt64Array(1), new BigInt64Array([1n, 2n])],
    ["floats are packed", [1, 2.5], new Float64Array(1), new Float64Array([1, 2.5])],
    ["strings are packed", ["a"], new PackedStringArray(), new PackedStringArray(["a"])],
    [
      "vectors are packed",
      [new Vector2(1, 2)],
      new PackedVector2Array(),
      new PackedVector2Array(new Float32Array([1, 2])),
    ],
    [
      "an object is a Dictionary",
      { a: 1 },
      new Dictionary([[new StringName("a"), 2]]),
      new Dictionary([[new StringName("a"), 1]]),
    ],
    ["an array element by element", [1, 2], [1, 2n], new VariantArray([1, 2n])],
  ])("%s", (_, value, old, expected) => {
    expect(written(value, old)).toStrictEqual(expected);
  });

  test("the type of a Dictionary, its keys and its values", () => {
    const old = new Dictionary(
      [
        ["a", 1],
        ["b", 2],
      ],
      { keyType: { kind: "builtin", type: "String" }, valueType: { kind: "builtin", type: "float" } },
    );
    expect(written({ b: 3, a: 4, c: 5 }, old)).toStrictEqual(
      new Dictionary(
        [
          ["b", 3],
          ["a", 4],
          ["c", 5],
        ],
        old,
      ),
    );
  });

  test("new elements of a typed container get its type", () => {
    const old = new VariantArray([], { kind: "builtin", type: "StringName" });
    expect(written(["a"], old)).toStrictEqual(new VariantArray([new StringName("a")], old.elementType));
  });

  test("an Array that states its type", () => {
    for (const stated of [
      new VariantArray([], { kind: "builtin", type: "int" }),
      new VariantArray([], undefined, true),
    ])
      expect(written([stated], [new Uint8Array(0)])).not.toEqual([new Uint8Array(0)]);
    expect(written([[]], [new Uint8Array(0)])).toEqual([new Uint8Array(0)]);
  });

  test("the bits of a NaN beside an edited float", () => {
    const like = encode(new Float32Array(new Uint32Array([0x7f800001, 0]).buffer));
    const bytes = encode([Number.NaN, 2], { like });
    expect(hex(bytes)).toBe("2000000002000000" + "0100807f" + "00000040");
  });

  test("the width of vectors", () => {
    const like = encode([new Vector2(0.1, 0.2)], { real: "double" });
    const again = decode(encode([new Vector2(0.3, 0.4)], { like }), exact) as Vector2[];
    expect(again[0]).toMatchObject({ x: 0.3, y: 0.4, wide: true });
    const packed = encode(new PackedVector2Array(new Float64Array(2)));
    expect(encode([new Vector2(1, 2)], { like: packed })[2]).toBe(1);
    expect(encode(new PackedVector2Array(new Float32Array(2)), { like: packed })).toEqual(packed);
  });

  test("properties of objects", () => {
    const old = new GodotObject("A", [
      ["x", 1],
      ["name", new StringName("n")],
    ]);
    const value = new GodotObject("A", [
      ["x", 2],
      ["name", "m"],
      ["new", 3],
    ]);
    expect((written(value, old) as GodotObject).properties).toEqual(
      new Map<string, unknown>([
        ["x", 2],
        ["name", new StringName("m")],
        ["new", 3n],
      ]),
    );
  });

  test("the property of a godot-2 NodePath", () => {
    const dialect = "godot-2";
    const like = encode(new NodePath({ names: ["a"], subnames: ["x"], hasProperty: true }), { dialect });
    expect(encode(new NodePath("a:x"), { like, dialect })).toEqual(like);
  });
});

describe("values that cannot have the old type follow the usual rules", () => {
  test.each<[string, unknown, Variant, Variant]>([
    ["a string where a number was", "x", 1.5, "x"],
    ["null", null, 1.5, null],
    ["a vector where a number was", new Vector2i(1, 2), 1.5, new Vector2i(1, 2)],
    ["an array of other elements", [1, "x"], new Int32Array(1), new VariantArray([1n, "x"])],
    ["a byte out of range", [256], new Uint8Array(1), new VariantArray([256n])],
    ["a number at null", 2, null, 2n],
    ["an array where an object was", [1], new Dictionary(), new VariantArray([1n])],
    ["a number where a container was", 1, new VariantArray([]), 1n],
  ])("%s", (_, value, old, expected) => {
    expect(written(value, old)).toStrictEqual(expected);
  });

  test.each<[string, unknown, Variant, Variant]>([
    ["a bigint", 3n, 1.5, 3n],
    ["a Float", float(3), 1n, 3],
    ["a StringName", new StringName("x"), "y", new StringName("x")],
    ["a typed array", new Uint8Array([1]), new Int32Array(1), new Uint8Array([1])],
  ])("%s says its type itself", (_, value, old, expected) => {
    expect(written(value, old)).toStrictEqual(expected);
  });

  test("unsupported values are rejected with their path", () => {
    const like = encode({ a: [1] });
    expect(errorOf(() => encode({ a: [new Date(0)] }, { like }))).toMatchObject({
      code: "unsupported-value",
      path: "a[0]",
    });
    expect(errorOf(() => encode({ a: [undefined] }, { like }))).toMatchObject({
      code: "unsupported-value",
      path: "a[0]",
    });
    expect(encode({ a: [1], b: undefined }, { like })).toEqual(like);
  });
});

describe("keys", () => {
  test("match across types: numbers, StringNames, vectors", () => {
    const old = new Dictionary([
      [1, "float"],
      [2n, "int"],
      [new StringName("name"), 0.5],
      [new Vector2i(1, 2), 1.5],
    ]);
    const value = new Map<unknown, unknown>([
      [1, "a"],
      [2, "b"],
      ["name", 1],
      [new Vector2i(1, 2), 2],
    ]);
    expect(Array.from(written(value, old) as Dictionary)).toStrictEqual([
      [1, "a"],
      [2n, "b"],
      [new StringName("name"), 1],
      [new Vector2i(1, 2), 2],
    ]);
  });

  test("return to their place after JavaScript moved them to the front", () => {
    const old = new Dictionary([
      ["b", 1n],
      ["42", 2n],
      ["a", 3n],
    ]);
    const value = decode(encode(old, exact), { dictionaries: "object" }) as Record<string, unknown>;
    value.z = 1;
    value["7"] = 1;
    expect(Object.keys(value)).toEqual(["7", "42", "b", "a", "z"]);
    expect(Array.from((written(value, old) as Dictionary).keys())).toEqual(["b", "42", "a", "7", "z"]);
  });

  test("are removed when the value lacks them", () => {
    const old = new Dictionary([
      ["a", 1],
      ["b", 2],
    ]);
    expect(written({ b: 5 }, old)).toStrictEqual(new Dictionary([["b", 5]]));
  });
});

describe("an edited save", () => {
  const bytes = fileOf("saves/godot-4.6.3.bin");

  test("changes one number and nothing else", () => {
    const value = decode(bytes) as { player: { hp: number } };
    const before = value.player.hp;
    value.player.hp = before + 1;
    const again = encode(value, { like: bytes });
    expect(again).toHaveLength(bytes.length);
    const differing = Array.from(bytes.keys()).filter((at) => again[at] !== bytes[at]);
    expect(differing.length).toBeGreaterThan(0);
    expect((differing.at(-1) as number) - (differing[0] as number)).toBeLessThan(8);
    expect(decode(again)).toEqual(value);
  });
});

describe("like has its own dialect and framing", () => {
  const old = [1, new StringName("x")];

  test("another dialect", () => {
    const like = { bytes: encode([1, 2n], { ...exact, dialect: "godot-3" }), dialect: "godot-3" } as const;
    expect(decode(encode([5, 6], { like }), exact)).toStrictEqual(new VariantArray([5, 6n]));
  });

  test("another framing, both ways", () => {
    const bare = encode(old, exact);
    const framed = encode(old, { ...exact, framing: "store_var" });
    const plain = decode(bare);
    expect(hex(encode(plain, { like: { bytes: framed, framing: "store_var" } }))).toBe(hex(bare));
    expect(hex(encode(plain, { like: { bytes: bare, framing: "none" }, framing: "store_var" }))).toBe(
      hex(framed),
    );
    expect(hex(encode(plain, { like: framed, framing: "store_var" }))).toBe(hex(framed));
  });

  test("accepts ArrayBuffer and Buffer", () => {
    const like = encode(1.5);
    for (const source of [like.buffer, Buffer.from(like), new DataView(like.buffer)]) {
      expect(encode(2, { like: source })).toEqual(encode(float(2)));
    }
  });

  test("invalid bytes throw their own error", () => {
    expect(errorOf(() => encode(1, { like: new Uint8Array(3) })).code).toBe("unexpected-end");
    expect(() => encode(1, { like: 5 as never })).toThrow(TypeError);
    expect(() => encode(1, { like: { bytes: "x" } as never })).toThrow(TypeError);
  });
});

test("in exact mode, like keeps container types and widths", () => {
  const like = encode(new VariantArray([1n], int), exact);
  expect(encode([2n], { ...exact, like })).toEqual(encode(new VariantArray([2n], int), exact));
});

test("accepts the result of load", async () => {
  const file = encode({ hp: 1.5, on: true }, { dialect: "godot-3", framing: "store_var" });
  const loaded = await load(file);
  const [value] = loaded.values as [{ hp: number }];
  value.hp = 2;
  const { dialect, framing } = loaded;
  const bytes = encode(value, { like: loaded, dialect, framing: framing as "store_var" });
  expect(decode(bytes, { ...exact, dialect, framing: framing as "store_var" })).toEqual(
    new Dictionary([
      ["hp", 2],
      ["on", true],
    ]),
  );
});

test.each([[null], [5], ["text"], [{}], [[1]]])("like rejects %j", (like) => {
  expect(() => encode(1, { like: like as never })).toThrow(/bytes must be/);
});

/** Encodes `value` like `old`; returns path, old type and new type of every change. */
function changes(value: unknown, old: Variant, options: Options = {}): string[] {
  const like = encode(old, { ...exact, fullObjects: true });
  const found: string[] = [];
  const onWarning = ({ code, path, from, to }: Warning) => found.push(`${code} ${path}: ${from} → ${to}`);
  encode(value, { fullObjects: true, ...options, like, onWarning });
  return found;
}

describe("a change of type", () => {
  test.each<[string, unknown, Variant, string]>([
    ["a string for an int", { hp: "12" }, { hp: 1n }, "hp: int → String"],
    ["an int for a bool", { on: 1 }, { on: true }, "on: bool → int"],
    ["a float for an int", { hp: 0.5 }, { hp: 1n }, "hp: int → float"],
    ["a stated float for an int", { hp: float(2) }, { hp: 1n }, "hp: int → float"],
    ["a stated int for a float", { hp: 2n }, { hp: 1.5 }, "hp: float → int"],
    ["null for an int", { hp: null }, { hp: 1n }, "hp: int → Nil"],
    ["an object for a vector", { at: { x: 1 } }, { at: new Vector2(1, 2) }, "at: Vector2 → Dictionary"],
    ["another vector", { at: new Vector2i(1, 2) }, { at: new Vector2(1, 2) }, "at: Vector2 → Vector2i"],
    ["an array that is no longer packed", [[300]], [new Uint8Array(1)], "[0]: PackedByteArray → Array"],
    [
      "other packed numbers",
      [new Float32Array(1)],
      [new Int32Array(1)],
      "[0]: PackedInt32Array → PackedFloat32Array",
    ],
    [
      "inside an Object",
      new GodotObject("A", [["b", 1]]),
      new GodotObject("A", [["b", "x"]]),
      "b: String → int",
    ],
    ["a number at the top", 1, "x", ": String → int"],
  ])("%s is a warning", (_, value, old, expected) => {
    expect(changes(value, old)).toEqual([`type-changed ${expected}`]);
  });

  test.each<[string, unknown, Variant]>([
    ["anything for null", { a: 1 }, { a: null }],
    ["null for an Object", { a: null }, { a: new GodotObject("Node") }],
    ["a string for a StringName", ["b"], [new StringName("a")]],
    ["a new key, a removed key", { b: "x" }, { a: 1n }],
    ["a new element", [1, "x"], [1n]],
    ["a removed element", ["x", 2], [1n, "x", 2n]],
    ["moved and edited elements", [{ a: 1 }, "y", 3], [1n, { a: 2n }, "x", 3n]],
  ])("%s is none", (_, value, old) => {
    expect(changes(value, old)).toEqual([]);
    expect(() => changes(value, old, { strict: true })).not.toThrow();
  });

  test("with strict, is an error with its path", () => {
    const error = errorOf(() => changes({ a: [1, { b: "2" }] }, { a: [1n, { b: 2n }] }, { strict: true }));
    expect([error.code, error.path, error.keys]).toEqual(["wrong-type", "a[1].b", ["a", 1, "b"]]);
    expect(error.hint).toBe("It was an int, and would become a String.");
  });

  test("has the offset of the old value", () => {
    const like = encode(["x", { hp: 5 }]);
    const offsets: number[] = [];
    encode(["y", { hp: "5" }], { like, onWarning: (warning) => offsets.push(warning.offset) });
    expect(offsets).toEqual([open(like).node("[1].hp")?.offset]);
  });

  test("in a file, has the path and the offset in its content", async () => {
    const loaded = await load(encodeFrames(["x", { hp: 5 }]));
    const warnings: Warning[] = [];
    const onWarning = (warning: Warning) => warnings.push(warning);
    await save(["x", { hp: "5" }], loaded, { onWarning });
    expect(warnings.map(({ path, from, to }) => [path, from, to])).toEqual([["[1].hp", "int", "String"]]);
    expect(warnings[0]?.offset).toBe(loaded.content.length - 8);
    await expect(save(["x", { hp: "5" }], loaded, { strict: true })).rejects.toMatchObject({
      code: "wrong-type",
      path: "[1].hp",
    });
  });
});

describe("elements keep their types when others are removed or added", () => {
  test.each<[string, unknown, Variant, Variant]>([
    ["the first is removed", ["a", 2], [1, "a", 2], new VariantArray(["a", 2])],
    [
      "two are removed",
      [1, { a: 1 }, 3],
      [1n, 9, { a: 1 }, "x", 3],
      new VariantArray([1n, new Dictionary([["a", 1]]), 3]),
    ],
    ["one is inserted", ["new", 1, 2], [1, 2n], new VariantArray(["new", 1, 2n])],
    ["one is removed and the next is edited", [5, 3], [1n, 2, 3n], new VariantArray([5n, 3n])],
  ])("%s", (_, value, old, expected) => {
    expect(written(value, old)).toStrictEqual(expected);
  });

  test("in time proportional to the array", () => {
    const old = Array.from({ length: 100_000 }, (_, i) => `old ${i}`);
    const edited = Array.from({ length: 99_999 }, (_, i) => `new ${i}`);
    expect(written(edited, old)).toHaveLength(99_999);
  });
});

describe("an object with the properties of a class is the class", () => {
  const nan = new Vector2(Number.NaN, 1);
  test.each<[string, Variant & object]>([
    ["Vector2", new Vector2(1, 2)],
    ["a 64-bit Vector2", Vector2.fromArray([0.1, 2], 0, true)],
    ["a Vector2 with NaN", nan],
    ["Rect2", new Rect2(new Vector2(1, 2), new Vector2(3, 4))],
    ["Transform3D", new Transform3D()],
    ["Color", new Color(1, 0, 0)],
    ["NodePath", new NodePath("/a/b:c")],
    ["StringName", new StringName("a")],
    ["RID", new RID(5n)],
    ["Signal", new Signal("a", 5n)],
    ["Callable", new Callable()],
    ["EncodedObjectAsID", new EncodedObjectAsID(7n)],
    ["GodotObject", new GodotObject("Node", [["a", new Vector2(1, 2)]])],
    ["PackedVector2Array", new PackedVector2Array(new Float32Array([1, 2]))],
    ["a 64-bit PackedVector2Array", new PackedVector2Array(new Float64Array([0.1, 2]))],
    ["PackedStringArray", new PackedStringArray(["a"])],
  ])("%s", (_, old) => {
    const like = encode([old], { ...exact, fullObjects: true });
    for (const copy of [{ ...old }, structuredClone(old)]) {
      for (const mode of ["plain", "exact"] as const) {
        expect(changes([copy], [old], { strict: true, mode })).toEqual([]);
        expect(hex(encode([copy], { mode, like, fullObjects: true }))).toBe(hex(like));
      }
    }
  });

  test("with some of them changed", () => {
    const position = new Vector2(1, 2);
    expect(written({ at: { ...position, x: 5 } }, { at: position })).toStrictEqual(
      new Dictionary([["at", new Vector2(5, 2)]]),
    );
  });

  test.each<[string, unknown, Variant]>([
    ["a part is missing", { x: 1 }, new Vector2(1, 2)],
    ["a part is added", { x: 1, y: 2, z: 3 }, new Vector2(1, 2)],
    ["a part has another type", { x: "1", y: 2 }, new Vector2(1, 2)],
  ])("unless %s", (_, value, old) => {
    expect(changes(value, old)).toEqual(["type-changed : Vector2 → Dictionary"]);
  });
});
