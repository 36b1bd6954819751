// `like`: a value edited in plain mode keeps its original types (docs/GUIDE.md).
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  float,
  GodotObject,
  Image,
  InputEvent,
  NodePath,
  PackedStringArray,
  PackedVector2Array,
  PackedVector2iArray,
  StringName,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fileOf, hex } from "../fixtures.js";
import { writtenLike } from "./written-like.js";

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
    ["bigints are packed with 32 bits", [-1n, 2], new Int32Array(1), new Int32Array([-1, 2])],
    ["bigints are packed as bytes", [255n, 0], new Uint8Array(1), new Uint8Array([255, 0])],
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
    expect(writtenLike(value, old)).toStrictEqual(expected);
  });

  test("the type of a Dictionary, its keys and its values", () => {
    const old = new Dictionary(
      [
        ["a", 1],
        ["b", 2],
      ],
      { keyType: { kind: "builtin", type: "String" }, valueType: { kind: "builtin", type: "float" } },
    );
    expect(writtenLike({ b: 3, a: 4, c: 5 }, old)).toStrictEqual(
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

  test("a value whose key is null", () => {
    const old = new Dictionary([[null, new VariantArray([1n, new StringName("x")], undefined, false)]]);
    expect(writtenLike(new Map([[null, [2, "y"]]]), old)).toStrictEqual(
      new Dictionary([[null, new VariantArray([2n, new StringName("y")])]]),
    );
  });

  test("new elements of a typed container get its type", () => {
    const old = new VariantArray([], { kind: "builtin", type: "StringName" });
    expect(writtenLike(["a"], old)).toStrictEqual(new VariantArray([new StringName("a")], old.elementType));
  });

  test("new entries of another type than a container declares are reported, because engines drop them", () => {
    const [int, string, node] = [
      { kind: "builtin", type: "int" },
      { kind: "builtin", type: "String" },
      { kind: "class", name: "Node" },
    ] as const;
    const old = {
      list: new VariantArray([1n], int),
      map: new Dictionary([["a", 1n]], { keyType: string, valueType: int }),
      nodes: new VariantArray([null], node),
    };
    const like = encode(old, exact);
    const heard = (value: unknown) => {
      const warnings: unknown[] = [];
      encode(value, {
        like,
        onWarning: ({ code, path, from, to, offset }) => warnings.push([code, path, from, to, offset]),
      });
      return warnings;
    };
    expect(heard({ list: [1, 2], map: { a: 1, b: 2 }, nodes: [null, null] })).toEqual([]);
    const list = 8 + 12;
    expect(heard({ ...old, list: [1, "x"] })).toEqual([["type-changed", "list[1]", "int", "String", list]]);
    expect(heard({ ...old, list: [1, 2.5] })).toEqual([["type-changed", "list[1]", "int", "float", list]]);
    expect(heard({ ...old, map: { a: 1, b: "x" } })).toEqual([
      ["type-changed", "map.b", "int", "String", expect.any(Number)],
    ]);
    const keyed = new Map<unknown, unknown>([
      ["a", 1],
      [5, 2],
    ]);
    expect(heard({ ...old, map: keyed })).toEqual([
      ["type-changed", "map[5]", "String", "int", expect.any(Number)],
    ]);
    expect(heard({ ...old, nodes: [5] })).toEqual([
      ["type-changed", "nodes[0]", "Object", "int", expect.any(Number)],
    ]);
    const error = errorOf(() => encode({ ...old, list: [1, "x"] }, { like, strict: true }));
    expect([error.code, error.path, error.hint]).toEqual([
      "wrong-type",
      "list[1]",
      "The container is declared as int.",
    ]);
  });

  test("a value in place of null is reported like a new one, null that stays null is not", () => {
    const [int, node] = [
      { kind: "builtin", type: "int" },
      { kind: "class", name: "Node" },
    ] as const;
    const old = [new Dictionary([["a", null]], { valueType: node }), new VariantArray([null], int)];
    const like = encode(old, exact);
    const heard: unknown[] = [];
    const write = (value: unknown, strict: boolean) =>
      encode(value, {
        like,
        strict,
        onWarning: ({ code, path, from, to }) => heard.push([code, path, from, to]),
      });
    expect(hex(write([{ a: null }, [null]], true))).toBe(hex(like));
    // The Array held what it does not declare before.
    expect(heard).toEqual([["wrong-element-type", "[1][0]", undefined, undefined]]);
    heard.length = 0;
    write([{ a: 5 }, ["x"]], false);
    expect(heard).toEqual([
      ["type-changed", "[0].a", "Object", "int"],
      ["type-changed", "[1][0]", "int", "String"],
    ]);
    const error = errorOf(() => write([{ a: 5 }, [null]], true));
    expect([error.code, error.path, error.hint]).toEqual([
      "wrong-type",
      "[0].a",
      "The container is declared as Object.",
    ]);
  });

  describe("values of keys that are objects, which equal no others", () => {
    const typed = () => new VariantArray([1n], int);
    const name = new StringName("x");
    test.each<[string, Dictionary, "godot-4" | "godot-2"]>([
      [
        "ids, one of them twice",
        new Dictionary([
          [new EncodedObjectAsID(5n), 2],
          [new EncodedObjectAsID(6n), typed()],
          [new EncodedObjectAsID(5n), name],
        ]),
        "godot-4",
      ],
      [
        "objects in full",
        new Dictionary([
          [new GodotObject("Node", [["a", name]]), 2],
          [new GodotObject("Node", [["a", typed()]]), name],
        ]),
        "godot-4",
      ],
      [
        "containers of objects",
        new Dictionary([
          [new VariantArray([new EncodedObjectAsID(5n), name]), name],
          [new Dictionary([[new EncodedObjectAsID(5n), typed()]]), 2],
        ]),
        "godot-4",
      ],
      [
        "those of Godot 2",
        new Dictionary([
          [new Image(0, 0, 1, 1, Uint8Array.of(1)), 2],
          [new Image(0, 0, 1, 1, Uint8Array.of(2)), 3n],
          [new InputEvent(3, 0, Int32Array.of(1)), 4],
        ]),
        "godot-2",
      ],
    ])("%s", (_, value, dialect) => {
      const options = { dialect, allowObjects: true, fullObjects: true } as const;
      const like = encode(value, { ...options, ...exact });
      const plain = decode<Dictionary>(like, options);
      expect(hex(encode(plain, { ...options, like }))).toBe(hex(like));
      const [first] = plain.keys();
      plain.set(first as Variant, 7);
      const [edited] = decode<Dictionary>(encode(plain, { ...options, like }), { ...options, ...exact });
      const [old] = value;
      expect(edited?.[1]).toBe(typeof old?.[1] === "number" ? 7 : 7n);
    });
  });

  test("an Array that states its type", () => {
    for (const stated of [
      new VariantArray([], { kind: "builtin", type: "int" }),
      new VariantArray([], undefined, true),
    ])
      expect(writtenLike([stated], [new Uint8Array(0)])).not.toEqual([new Uint8Array(0)]);
    expect(writtenLike([[]], [new Uint8Array(0)])).toEqual([new Uint8Array(0)]);
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
    expect((writtenLike(value, old) as GodotObject).properties).toEqual(
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
    expect(writtenLike(value, old)).toStrictEqual(expected);
  });

  test.each<[string, unknown, Variant, Variant]>([
    ["a bigint", 3n, 1.5, 3n],
    ["a Float", float(3), 1n, 3],
    ["a StringName", new StringName("x"), "y", new StringName("x")],
    ["a typed array", new Uint8Array([1]), new Int32Array(1), new Uint8Array([1])],
  ])("%s says its type itself", (_, value, old, expected) => {
    expect(writtenLike(value, old)).toStrictEqual(expected);
  });

  test.each<[string, Variant]>([
    ["bytes", new Uint8Array(3)],
    ["ints", new Int32Array(3)],
    ["wide ints", new BigInt64Array(3)],
    ["floats", new Float32Array(3)],
    ["wide floats", new Float64Array(3)],
    ["texts", new PackedStringArray(["a", "b", "c"])],
    ["vectors", new PackedVector2Array(new Float32Array(6))],
  ])("a hole in place of an element is an error: %s", (_, old) => {
    const edited: unknown[] = [...(old as Iterable<unknown>)];
    delete edited[1];
    expect(errorOf(() => encode({ a: edited }, { like: encode({ a: old }) }))).toMatchObject({
      code: "unsupported-value",
      path: "a[1]",
    });
  });

  test("so is a vector whose parts are no numbers, or no integers", () => {
    const vector = Object.assign(new Vector2(1, 2), { y: undefined });
    const points = encode([new PackedVector2Array(new Float32Array(2))]);
    expect(errorOf(() => encode([[vector]], { like: points }))).toMatchObject({
      code: "unsupported-value",
      path: "[0][0]",
    });
    const dialect = "pandemonium";
    const cells = encode([new PackedVector2iArray(new Int32Array(2))], { dialect });
    for (const y of [1.5, 2 ** 31, Number.NaN])
      expect(errorOf(() => encode([[new Vector2i(1, y)]], { like: cells, dialect }))).toMatchObject({
        code: "int-out-of-range",
        path: "[0][0]",
      });
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
    expect(Array.from(writtenLike(value, old) as Dictionary)).toStrictEqual([
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
    expect(Array.from((writtenLike(value, old) as Dictionary).keys())).toEqual(["b", "42", "a", "7", "z"]);
  });

  test("are removed when the value lacks them", () => {
    const old = new Dictionary([
      ["a", 1],
      ["b", 2],
    ]);
    expect(writtenLike({ b: 5 }, old)).toStrictEqual(new Dictionary([["b", 5]]));
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
