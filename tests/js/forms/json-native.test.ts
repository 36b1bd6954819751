// The layout of JSON.from_native: equal to Godot 4.6's, and lossless for every fixture.
import { describe, expect, test } from "vitest";
import {
  Basis,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  fromNative,
  GodotObject,
  Image,
  NodePath,
  type Options,
  PackedStringArray,
  PackedVector2Array,
  PackedVector2iArray,
  RID,
  Signal,
  StringName,
  TypedArray,
  toNative,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { exactOptions, fromHex, hex, linesOf, origins } from "../fixtures.js";

const exact = { mode: "exact" } as const;
/** JSON text turns unsupported values into null, and the fixtures were read from such text. */
const throughText = (value: unknown) => JSON.parse(JSON.stringify(value));

describe.each(origins.filter(({ origin }) => origin === "engine"))("$folder", ({ folder, dialect }) => {
  const lines = linesOf(`${folder}/values.jsonl`).filter(({ surrogates }) => !surrogates);

  test.runIf(folder.startsWith("godot-4.6.3"))("equals the engine's output", () => {
    for (const line of lines) {
      if (line.native === undefined) continue;
      const options = exactOptions(line, dialect);
      const native = toNative(decode(fromHex(line.bytes), options), { ...options, engine: "4.6" });
      expect(throughText(native), line.name).toEqual(throughText(line.native));
    }
  });

  test("loses nothing", () => {
    for (const line of lines) {
      const options: Options = { ...exactOptions(line, dialect), fullObjects: true };
      const value = decode(fromHex(line.bytes), options);
      const again = fromNative(throughText(toNative(value, exact)), { ...exact, dialect });
      expect(hex(encode(again, options)), line.name).toBe(hex(encode(value, options)));
    }
  });
});

describe("values that the engine loses", () => {
  test.each([
    [0.1 + 0.2, "f:0.30000000000000004", "f:0.3"],
    [-0, "f:-0.0", "f:0.0"],
    [1e300, "f:1e+300", `f:${BigInt(1e300)}.0`],
    [1e14 + 0.3, "f:100000000000000.3", "f:100000000000000"],
    [new RID(5n), { type: "RID", id: "5" }, { type: "RID" }],
    [new Signal("a", 5n), { type: "Signal", name: "a", object_id: "5" }, { type: "Signal" }],
    [
      new Vector2(Infinity, NaN),
      { type: "Vector2", args: ["1e99999", "nan"] },
      { type: "Vector2", args: [Infinity, NaN] },
    ],
    [
      new EncodedObjectAsID(5n),
      { type: "EncodedObjectAsID", props: ["object_id", "i:5", "script", null] },
      null,
    ],
    [
      BigInt64Array.of(2n ** 62n, 1n),
      { type: "PackedInt64Array", args: ["4611686018427387904", 1] },
      { type: "PackedInt64Array", args: [2 ** 62, 1] },
    ],
    [
      new GodotObject("Node", [["script", "res://n.gd"]]),
      { type: "Node", props: ["script", "res://n.gd"] },
      null,
    ],
  ] as [Variant, unknown, unknown][])("%s", (value, lossless, engine) => {
    expect(toNative(value, exact)).toEqual(lossless);
    expect(toNative(value, { ...exact, engine: "4.6" })).toEqual(engine);
    expect(fromNative(lossless, exact)).toEqual(value);
  });

  test.each([
    ["PackedVector2iArray", new PackedVector2iArray(Int32Array.of(1, 2))],
    ["PackedInt32Array", Int32Array.of(1, 2)],
    ["PackedByteArray", Uint8Array.of(1, 2)],
    ["PackedFloat32Array", Float32Array.of(1, 2)],
    ["PackedFloat64Array", Float64Array.of(1, 2)],
    ["Vector2i", new Vector2i(1, 2)],
  ])("a %s has one width, whatever its field wide says", (type, value) => {
    expect(fromNative({ type, args: [1, 2], wide: true }, exact)).toEqual(value);
  });

  test("a basis is written as columns", () => {
    const basis = new Basis(new Vector3(1, 2, 3), new Vector3(4, 5, 6), new Vector3(7, 8, 9));
    expect(toNative(basis)).toEqual({ type: "Basis", args: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    expect(fromNative({ type: "Basis", args: [1, 2, 3, 4, 5, 6, 7, 8, 9] })).toEqual(basis);
  });

  test.each([
    [new VariantArray([1n]), new VariantArray([new Float(1)])],
    [new Dictionary([[1n, 2n]]), new Dictionary([[1n, new Float(2)]])],
  ])("keys that engines tell apart: %o and %o", (int, real) => {
    const value = new Dictionary([
      [int, 5n],
      [real, 6n],
    ]);
    const json = JSON.parse(JSON.stringify(toNative(value, exact)));
    expect(hex(encode(fromNative(json, exact), exact))).toBe(hex(encode(value, exact)));
  });

  test("in plain mode", () => {
    const json = {
      type: "Dictionary",
      args: ["s:a", "i:1", "sn:b", ["f:1.0", { type: "Vector2", args: [1, 2] }]],
    };
    expect(fromNative(json)).toEqual({ a: 1, b: [1, new Vector2(1, 2)] });
    expect(toNative({ a: 1, b: [0.5] })).toEqual({
      type: "Dictionary",
      args: ["s:a", "i:1", "s:b", ["f:0.5"]],
    });
  });
});

/** Makes an instance without its constructor, which would refuse these fields. */
const broken = (owner: { prototype: object }, fields: object) =>
  Object.assign(Object.create(owner.prototype), fields);
const typed = (elementType: unknown) => Object.assign(new VariantArray(), { elementType });
const nested = (levels: number) => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { value };
  return value;
};

describe("values that no Variant can hold are refused as by encode, at the same path", () => {
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a hole", new Array(1)],
    ["NUL", "a\0"],
    ["NUL in a key", { "a\0": 1 }],
    ["half a pair", "\ud800"],
    ["half a pair in a key", new Map([["a\udc00", 1]])],
    ["a large int", 2n ** 63n],
    ["a vector of texts", broken(Vector2, { x: "1", y: 2 })],
    ["a vector without its parts", broken(Basis, {})],
    ["an integer vector of fractions", broken(Vector2i, { x: 0.5, y: 1 })],
    ["a float of text", broken(Float, { value: "1" })],
    ["a name of numbers", broken(StringName, { text: 1 })],
    ["a path of numbers", broken(NodePath, { absolute: true, names: [1], subnames: [] })],
    ["an RID of a number", broken(RID, { id: 1 })],
    ["a large RID", new RID(2n ** 64n)],
    ["an object of a text", broken(EncodedObjectAsID, { objectId: "1" })],
    ["a signal with NUL", new Signal("\0", 1n)],
    ["an Object with a hole", new GodotObject("Node", [["a", undefined as never]])],
    ["an Object without properties", broken(GodotObject, { className: "Node", properties: {} })],
    ["an Object whose property is a number", new GodotObject("Node", [[1 as never, 1]])],
    ["packed texts with NUL", new PackedStringArray(["a", "\0"])],
    ["packed texts of a text", broken(PackedStringArray, { data: "ab" })],
    ["packed vectors of an array", broken(PackedVector2Array, { data: [1, 2] })],
    ["half a packed vector", broken(PackedVector2Array, { data: Float32Array.of(1, 2, 3) })],
    ["an unknown typed array", new Uint16Array(1)],
    ["no typed array", new DataView(new ArrayBuffer(1))],
    ["no element type", typed(null)],
    ["an unknown kind of type", typed({ kind: "other" })],
    ["an unknown type", typed({ kind: "builtin", type: "other" })],
    ["a class of a number", typed({ kind: "class", name: 1 })],
    ["a script with NUL", typed({ kind: "script", path: "\0" })],
    ["a lost class as key", new Map([[{ x: 1, y: 2 }, 1]])],
    ["a Date", new Date(0)],
    ["a symbol", Symbol("a")],
    ["nesting", nested(1100)],
  ])("%s", (_, part) => {
    for (const value of [part, { list: [1, part] }, new Dictionary([["d", part as Variant]])]) {
      const { code, path, hint } = errorOf(() => encode(value));
      const refused = errorOf(() => toNative(value));
      expect([refused.code, refused.path, refused.hint]).toEqual([code, path, hint]);
    }
  });

  test.each([5n, new Float(1.5), new StringName("n.gd"), new NodePath("n.gd")])(
    "a script that is %s, which would become a path",
    (script) => {
      const value = [new GodotObject("Node", [["script", script]])];
      expect(errorOf(() => toNative(value, { mode: "exact" })).code).toBe("bad-script");
    },
  );

  test.each([null, true, [1n], new GodotObject("GDScript", [["source", "n"]])])(
    "but a script that is %s comes back",
    (script) => {
      const value = new GodotObject("Node", [["script", script]]);
      const json = JSON.parse(JSON.stringify(toNative(value, { mode: "exact" })));
      expect(fromNative(json, { mode: "exact" })).toEqual(value);
    },
  );

  test("types of other versions", () => {
    for (const value of [new Image(), new PackedVector2iArray(Int32Array.of(1, 2)), new TypedArray()])
      expect(errorOf(() => toNative([value])).code).toBe("not-in-dialect");
  });

  test("the deepest value that encode takes", () => {
    expect(toNative(nested(1024))).toBeDefined();
    expect(errorOf(() => toNative(nested(1025))).code).toBe("too-deep");
    expect(errorOf(() => toNative(nested(1e5), { limits: { depth: 1e9 } })).code).toBe("too-deep");
  });

  test("more elements than memory can hold", () => {
    const long = new Proxy([], { get: (_, name) => (name === "length" ? 2 ** 27 : undefined) });
    expect(errorOf(() => toNative([long])).code).toBe("too-large");
  });
});

describe("values are written as they are, whatever else they contain", () => {
  test.each<[unknown, unknown]>([
    [new Vector2i(-0, 1), { type: "Vector2i", args: [0, 1] }],
    [
      { a: undefined, b: 1 },
      { type: "Dictionary", args: ["s:b", "i:1"] },
    ],
    [Object.create(null), { type: "Dictionary", args: [] }],
    [new Map([[1, "x"]]), { type: "Dictionary", args: ["i:1", "s:x"] }],
    [new ArrayBuffer(1), { type: "PackedByteArray", args: [0] }],
    [new Vector2(0.1, 1), { type: "Vector2", args: [Math.fround(0.1), 1] }],
    ["\ufeff\u{1f600}", "s:\ufeff\u{1f600}"],
    [new NodePath("/a/b:c:d"), "np:/a/b:c:d"],
    [new RID(-1n), { type: "RID", id: "18446744073709551615" }],
  ])("%j", (value, native) => expect(toNative(value)).toEqual(native));

  test("an overridden toArray writes no more than its type has", () => {
    const vector = new Vector2(1, 2);
    vector.toArray = (target: number[] = []) => Object.assign(target, [5, 6, 7]);
    expect(toNative(vector)).toEqual({ type: "Vector2", args: [5, 6] });
  });

  test("double precision widens only what needs it", () => {
    const wide = { type: "Vector2", args: [0.1, 1], wide: true };
    expect(toNative([new Vector2(0.1, 1), new Vector2(0.5, 1)], { real: "double" })).toEqual([
      wide,
      { type: "Vector2", args: [0.5, 1] },
    ]);
  });
});

describe("invalid native JSON", () => {
  test.each([
    ["abc", "unsupported-value", ""],
    [5, "unsupported-value", ""],
    [["i:1", "i:x"], "unsupported-value", "[1]"],
    [{ type: "Vector2", args: [1] }, "bad-length", "args"],
    [{ type: "Nope", args: [1] }, "unknown-type", "args"],
    [{ type: "Dictionary", args: ["i:1"] }, "bad-length", "args"],
    [{ type: "PackedByteArray", args: [256] }, "int-out-of-range", "args"],
    [{ type: "Array", args: [undefined] }, "unsupported-value", "args[0]"],
    [{ type: "Array", args: "x" }, "unsupported-value", ""],
    [{ type: "Array" }, "unsupported-value", ""],
    [{ type: "Dictionary", arg: [] }, "unsupported-value", ""],
    [{ type: "PackedByteArray" }, "unsupported-value", ""],
    [{ type: "Node", props: ["x"] }, "bad-length", ""],
    [{ type: "Node", props: [1, null] }, "unsupported-value", ""],
    [{ type: "RID", id: "x" }, "unsupported-value", "args"],
    [{ type: "RID", id: "18446744073709551616" }, "int-out-of-range", "args"],
    [{ type: "Signal", name: "a", object_id: "99999999999999999999" }, "int-out-of-range", "args"],
    [{ type: "Signal", name: 5 }, "unsupported-value", "args"],
    [{ type: "toString", args: [] }, "unknown-type", "args"],
    [{ type: "PackedInt64Array", args: [2 ** 60] }, "unsupported-value", "args"],
    [{ type: "Vector2i", args: [1.5, 0] }, "unsupported-value", "args"],
    [{}, "unsupported-value", ""],
    ["i:9223372036854775808", "int-out-of-range", ""],
  ])("%j", (json, code, path) => {
    const error = errorOf(() => fromNative(json));
    expect([error.code, error.path]).toEqual([code, path]);
  });

  test("deep nesting", () => {
    let json: unknown = [];
    for (let i = 0; i < 2000; i++) json = [json];
    expect(errorOf(() => fromNative(json)).code).toBe("too-deep");
    for (let i = 0; i < 100_000; i++) json = [json];
    expect(errorOf(() => fromNative(json, { limits: { depth: 1e9 } })).code).toBe("too-deep");
  });
});

// Of these, 4.6.3 drops the key 3 and the first "a", and keeps the other values as they are.
test.each<[string, unknown, [code: string, path: string][]]>([
  [
    "a Dictionary",
    {
      type: "Dictionary",
      key_type: "String",
      value_type: "int",
      args: ["s:a", "i:1", "s:b", "s:2", "i:3", "i:4"],
    },
    [
      ["wrong-element-type", "b"],
      ["wrong-element-type", ""],
    ],
  ],
  [
    "an Array in an Array",
    ["i:1", { type: "Array", elem_type: "int", args: ["i:1", "s:2", "f:3.5"] }],
    [
      ["wrong-element-type", "[1][1]"],
      ["wrong-element-type", "[1][2]"],
    ],
  ],
  ["keys", { type: "Dictionary", args: ["s:a", "i:1", "s:a", "i:2"] }, [["repeated-key", ""]]],
])("onWarning hears of what engines read otherwise in %s", (_, json, expected) => {
  for (const mode of ["exact", "plain"] as const) {
    const warnings: Warning[] = [];
    const value = fromNative(json, { mode, onWarning: (warning) => warnings.push(warning) });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual(expected);
    expect(warnings.every(({ offset }) => offset === 0)).toBe(true);
    expect(value).toEqual(fromNative(json, { mode }));
  }
});

// Equal keys as Godot 3.6 and Godot 4.6.3 count them; merged-keys.test.ts asks the engines.
test.each([
  ["godot-3", 2],
  ["godot-4", 1],
  [undefined, 1],
] as const)("equal Dictionaries as keys with the dialect %s", (dialect, size) => {
  const key = { type: "Dictionary", args: ["s:a", "i:1"] };
  const json = {
    type: "Dictionary",
    args: [key, "i:1", key, "i:2", "s:x", { type: "Vector2", args: [1, 2] }],
  };
  for (const mode of ["exact", "plain"] as const) {
    const value = fromNative(json, { dialect, mode }) as Dictionary;
    expect(value.size).toBe(size + 1);
    expect([...value.values()].slice(0, size).map(Number)).toEqual(size === 2 ? [1, 2] : [2]);
    expect(value.get("x")).toEqual(new Vector2(1, 2));
  }
});

// The guide lists these.
test.each<[string, Variant, Variant | undefined]>([
  ["an empty name", new NodePath({ names: ["a", "", "b"] }), new NodePath("a/b")],
  ["a name with a colon", new NodePath({ names: ["a"], subnames: ["b:c"] }), new NodePath("a:b:c")],
  ["an Object without a class", new GodotObject("", []), null],
  [
    "an id as an Object",
    new GodotObject("EncodedObjectAsID", [["object_id", 5n]]),
    new EncodedObjectAsID(5n),
  ],
  [
    "the class Object",
    new VariantArray([], { kind: "class", name: "Object" }),
    new VariantArray([], { kind: "builtin", type: "Object" }),
  ],
])("what does not come back: %s", (_, value, read) => {
  expect(fromNative(throughText(toNative(value, exact)), exact)).toEqual(read);
});
