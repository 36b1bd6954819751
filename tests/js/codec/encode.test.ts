// Values that `encode` accepts, and values that it rejects with their path: docs/GUIDE.md, "Numbers in
// `plain` mode" and "Other values".
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  AABB,
  Basis,
  Dictionary,
  decode,
  encode,
  Float,
  float,
  GodotObject,
  Image,
  InputEvent,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  Plane,
  Rect2,
  Rect2i,
  RID,
  StringName,
  Transform2D,
  Transform3D,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

describe("numbers in plain mode", () => {
  test.each([
    [3, "0200000003000000"],
    [-7, "02000000f9ffffff"],
    [0, "0200000000000000"],
    [2 ** 31, "020001000000008000000000"],
    [2 ** 53 - 1, "02000100ffffffffffff1f00"],
    [-(2 ** 53) + 1, "02000100010000000000e0ff"],
    [3n, "0200000003000000"],
    [0.5, "030000000000003f"],
    [-0, "0300000000000080"],
    [2 ** 53, "030000000000005a"],
    [2 ** 60, "030000000000805d"],
    [0.1, "030001009a9999999999b93f"],
    [Number.POSITIVE_INFINITY, "030000000000807f"],
    [Number.NaN, "03000100000000000000f87f"],
    [float(3), "0300000000004040"],
    [new Float(2 ** 53), "030000000000005a"],
  ])("%s", (value, bytes) => {
    expect(hex(encode(value))).toBe(bytes);
  });
});

test("a bigint must fit into 64 bits", () => {
  for (const int of [2n ** 63n, -(2n ** 63n) - 1n]) {
    expect(errorOf(() => encode({ a: [int] }))).toMatchObject({ code: "int-out-of-range", path: "a[0]" });
  }
});

describe("undefined", () => {
  test("is left out as a property", () => {
    expect(encode({ a: 1, b: undefined, c: 2 })).toEqual(encode({ a: 1, c: 2 }));
    expect(encode({ a: undefined })).toEqual(encode({}));
  });

  test.each([
    ["at the top", undefined, ""],
    ["in an array", [1, undefined], "[1]"],
    ["as a hole", Object.assign(new Array(3), { 0: 1 }), "[1]"],
    ["in a Map", new Map([["a", undefined]]), "a"],
    ["as a property of an object", new GodotObject("X", [["p", undefined as never]]), "p"],
  ])("%s is unsupported", (_, value, path) => {
    expect(errorOf(() => encode(value, { fullObjects: true }))).toMatchObject({
      code: "unsupported-value",
      path,
    });
  });

  test("an object of a class without a name is named so", () => {
    const generator = (function* () {})();
    expect(errorOf(() => encode(generator)).message).toContain("a value of a class without a name");
  });
});

class List extends Array<number> {}

class Foreign {
  x = 1;
}

describe("other values are rejected with their path, never coerced", () => {
  const values: [string, unknown][] = [
    ["a function", () => 1],
    ["a class", Foreign],
    ["a symbol", Symbol("x")],
    ["a Date", new Date(0)],
    ["a RegExp", /x/],
    ["a Set", new Set([1])],
    ["a WeakMap", new WeakMap()],
    ["a Promise", Promise.resolve()],
    ["an Error", new Error("x")],
    ["a URL", new URL("http://localhost")],
    ["an instance of a foreign class", new Foreign()],
    ["an object made from another object", Object.create({ x: 1 })],
    ["a boxed number", Object(1)],
    ["a boxed string", Object("x")],
    ["a boxed bigint", Object(1n)],
    ["a DataView", new DataView(new ArrayBuffer(4))],
    ...[Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Uint32Array].map((type): [string, unknown] => [
      type.name,
      new type(2),
    ]),
    ["BigUint64Array", new BigUint64Array(1)],
  ];

  test.each(values)("%s", (_, value) => {
    for (const mode of ["plain", "exact"] as const) {
      const error = errorOf(() => encode({ list: [null, value] }, { mode }));
      expect(error).toMatchObject({ code: "unsupported-value", path: "list[1]", keys: ["list", 1] });
      expect(error.offset).toBeUndefined();
      expect(error.hint).toMatch(/\w/);
    }
  });

  test("inside a key, the path is that of the container", () => {
    const map = new Map([[[new Date(0)], 1]]);
    expect(errorOf(() => encode([map]))).toMatchObject({ code: "unsupported-value", path: "[0]" });
  });
});

describe("accepted values", () => {
  test.each<[string, unknown, unknown]>([
    ["Buffer", Buffer.from([1, 2]), new Uint8Array([1, 2])],
    ["a subclass of Uint8Array", new (class extends Uint8Array {})([1, 2]), new Uint8Array([1, 2])],
    ["ArrayBuffer", new Uint8Array([1, 2]).buffer, new Uint8Array([1, 2])],
    ["SharedArrayBuffer", new SharedArrayBuffer(2), new Uint8Array(2)],
    ["a view of a part", new Uint8Array([9, 1, 2, 9]).subarray(1, 3), new Uint8Array([1, 2])],
    ["an unaligned Float32Array's bytes", new Float32Array(new ArrayBuffer(12), 4, 1), new Float32Array([0])],
    ["a native Map", new Map([["a", 1]]), { a: 1 }],
    ["a Map with other keys", new Map([[1, 2]]), new Dictionary([[1, 2]])],
    ["an object without prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      "an object of another realm",
      runInNewContext("({ a: [1, new Map([['b', 2]])] })"),
      { a: [1, { b: 2 }] },
    ],
    ["an ArrayBuffer of another realm", runInNewContext("new ArrayBuffer(2)"), new Uint8Array(2)],
    ["a Uint8Array of another realm", runInNewContext("new Uint8Array([1, 2])"), new Uint8Array([1, 2])],
    ["a subclass of Array", List.from([1, 2]), [1, 2]],
    ["a frozen object", Object.freeze({ a: Object.freeze([1]) }), { a: [1] }],
  ])("%s", (_, value, same) => {
    expect(hex(encode(value))).toBe(hex(encode(same)));
  });
});

describe("properties", () => {
  test("getters are read once, in order", () => {
    const calls: string[] = [];
    const value = {
      get a() {
        calls.push("a");
        return calls.length;
      },
      b: 7,
      get c() {
        calls.push("c");
        return { d: calls.length };
      },
    };
    expect(decode(encode(value))).toEqual({ a: 1, b: 7, c: { d: 2 } });
    expect(calls).toEqual(["a", "c"]);
  });

  test("only own enumerable properties with string keys are written", () => {
    const value = Object.defineProperty({ a: 1, [Symbol("s")]: 2 }, "hidden", {
      value: 3,
      enumerable: false,
    });
    expect(encode(value)).toEqual(encode({ a: 1 }));
  });

  test("toJSON is not called", () => {
    const toJSON = () => expect.fail("called");
    expect(errorOf(() => encode({ toJSON }))).toMatchObject({ code: "unsupported-value", path: "toJSON" });
    const hidden = Object.defineProperty({ a: 1 }, "toJSON", { value: toJSON, enumerable: false });
    expect(encode(hidden)).toEqual(encode({ a: 1 }));
  });

  test("an error in a getter reaches the caller", () => {
    const mine = new RangeError("mine");
    const value = {
      get a(): never {
        throw mine;
      },
    };
    expect(() => encode(value)).toThrow(mine);
    expect(encode([1])).toEqual(encode([1]));
  });

  test("a getter may encode and decode", () => {
    const inner = { text: "inner", list: [1, 2, 3] };
    const value = {
      before: "x",
      get middle() {
        return decode(encode([inner, encode({ deep: encode("deeper") })]));
      },
      after: ["x", "y"],
    };
    const expected = { before: "x", middle: [inner, encode({ deep: encode("deeper") })], after: ["x", "y"] };
    expect(decode(encode(value))).toEqual(expected);
  });

  test("a Proxy is treated like any other object", () => {
    expect(encode(new Proxy({ a: 1 }, {}))).toEqual(encode({ a: 1 }));
    expect(encode(new Proxy([1, 2], {}))).toEqual(encode([1, 2]));
  });
});

describe("a part of another type is named, with the type that it must have", () => {
  const wrong = (part: unknown) => part as never;
  class Box extends Rect2 {
    constructor(size: { width: number }) {
      super(new Vector2(), wrong(size.width));
    }
  }
  test.each<[string, unknown, string]>([
    ["numbers", new Rect2i(wrong(2), wrong(5)), '"position" must be a Vector2i.'],
    ["a plain object", new Rect2(new Vector2(), wrong({ x: 1, y: 2 })), '"size" must be a Vector2.'],
    ["null", new AABB(wrong(null)), '"position" must be a Vector3.'],
    ["nothing", Object.assign(new Plane(), { normal: undefined }), '"normal" must be a Vector3.'],
    ["a list", new Transform2D(new Vector2(), wrong([0, 1])), '"y" must be a Vector2.'],
    ["a part of a part", new Transform3D(new Basis(wrong(1))), '"basis.x" must be a Vector3.'],
    ["in a class that needs an argument", new Box({ width: 5 }), "A part of the value is missing."],
  ])("%s", (_, value, hint) => {
    const error = errorOf(() => encode({ at: [value] }));
    expect(error).toMatchObject({ code: "unsupported-value", path: "at[0]", hint });
    expect(error.message).toBe(`unsupported-value: No Variant can hold this value (at path at[0]). ${hint}`);
  });
});

describe("corrupted instances of our classes throw unsupported-value instead of crashing", () => {
  const spoilt: [string, unknown][] = [
    ["a vector of texts", new Vector2("1" as never, 2)],
    ["a vector without y", Object.assign(new Vector2(1, 2), { y: undefined })],
    ["a RID of a number", new RID(1 as never)],
    ["a Float of a text", new Float("x" as never)],
    ["a StringName of a number", new StringName(1 as never)],
    ["a GodotObject whose properties are an object", Object.assign(new GodotObject("X"), { properties: {} })],
    ["a null object with properties", new GodotObject("", [["a", 1]])],
    ["packed vectors of a wrong length", new PackedVector2Array(new Float32Array(3))],
    ["packed colors of integers", new PackedColorArray(new Int32Array(4) as never)],
    ["packed strings of a text", new PackedStringArray("abc" as never)],
    ["an Image without bytes", new Image(0, 0, 1, 1, [1] as never)],
    ["an InputEvent of other words", new InputEvent(1, 0, new Uint8Array(1) as never)],
    [
      "a container type that does not exist",
      new VariantArray([], { kind: "builtin", type: "Nope" as never }),
    ],
    ["a kind that does not exist", new VariantArray([], { kind: "nope" } as never)],
    ["a container type that is no object", new VariantArray([], null as never)],
  ];
  test.each(spoilt)("%s", (_, value) => {
    const error = errorOf(() => encode([value], { dialect: "godot-4", fullObjects: true }));
    expect(error).toMatchObject({ code: "unsupported-value", path: "[0]" });
  });

  test.each([1.5, 2 ** 31, Number.NaN, -(2 ** 31) - 1])(
    "an integer vector with %s throws int-out-of-range",
    (x) => {
      expect(errorOf(() => encode([new Vector2i(x, 0)]))).toMatchObject({
        code: "int-out-of-range",
        path: "[0]",
      });
    },
  );

  test("an id of more than 64 bits throws int-out-of-range", () => {
    expect(errorOf(() => encode(new RID(2n ** 64n))).code).toBe("int-out-of-range");
    expect(decode(encode(new RID(2n ** 64n - 1n)))).toEqual(new RID(2n ** 64n - 1n));
  });
});

test("an error in one call does not affect the next", () => {
  const before = encode({ a: [1, "x", "y"] });
  expect(() => encode({ a: ["z", new Date(0)] })).toThrow();
  expect(encode({ a: [1, "x", "y"] })).toEqual(before);
});
