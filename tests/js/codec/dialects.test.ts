// Values that a dialect cannot hold are rejected with their path. The fixtures cover the bytes of each dialect.
import { describe, expect, test } from "vitest";
import {
  Callable,
  type DialectName,
  decode,
  encode,
  GodotObject,
  Image,
  InputEvent,
  PackedVector4Array,
  RID,
  Signal,
  StringName,
  type Variant,
  VariantArray,
  Vector2i,
  Vector4,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;

describe("a type that the dialect lacks throws not-in-dialect", () => {
  test.each<[Variant, DialectName]>([
    [new StringName("x"), "godot-3"],
    [new Vector2i(1, 2), "godot-3"],
    [new Vector4(), "rebel"],
    [new Callable(), "godot-3.0"],
    [new Signal("x", 1n), "godot-2"],
    [new BigInt64Array(1), "godot-3"],
    [new Float64Array(1), "godot-3"],
    [new PackedVector4Array(), "godot-4.0"],
    [new Image(), "godot-4"],
    [new InputEvent(), "godot-3"],
    [new GodotObject("A"), "godot-2"],
  ])("%s in %s", (value, dialect) => {
    const error = errorOf(() => encode({ a: [value] }, { ...exact, dialect, fullObjects: true }));
    expect(error).toMatchObject({ code: "not-in-dialect", path: "a[0]", keys: ["a", 0], dialect });
    expect(error.offset).toBeUndefined();
  });
});

test.each(["docs-000", "docs-001", "docs-002", "docs-004"] as const)(
  "RID cannot be written in %s",
  (dialect) => {
    expect(errorOf(() => encode([new RID(1n)], { dialect }))).toMatchObject({
      code: "not-in-dialect",
      path: "[0]",
    });
  },
);

test("a dialect without typed Arrays writes them untyped, like the engine", () => {
  const typed = new VariantArray([1n], { kind: "builtin", type: "int" });
  for (const dialect of ["godot-4.0", "godot-3", "godot-2"] as const) {
    const options = { ...exact, dialect };
    expect(encode(typed, options)).toEqual(encode([1n], options));
  }
});

test("Godot 2 has 32-bit ints and rounds floats", () => {
  const dialect = "godot-2";
  expect(errorOf(() => encode([2 ** 31], { dialect }))).toMatchObject({
    code: "int-out-of-range",
    path: "[0]",
  });
  expect(decode(encode(-(2 ** 31), { dialect }), { dialect })).toBe(-(2 ** 31));
  expect(decode(encode(0.1, { dialect }), { dialect })).toBe(Math.fround(0.1));
});

test("Godot 3.0 writes 64-bit ints", () => {
  expect(hex(encode(5, { dialect: "godot-3.0" }))).toBe("020001000500000000000000");
});

test("Image and InputEvent round-trip in Godot 2", () => {
  const values = [
    new Image(3, 0, 1, 1, new Uint8Array([1, 2, 3])),
    new InputEvent(1, 0, new Int32Array([0, 65])),
  ];
  for (const mode of ["plain", "exact"] as const) {
    const options = { mode, dialect: "godot-2" } as const;
    expect(Array.from(decode(encode(values, options), options) as Variant[])).toStrictEqual(values);
  }
});

test("an Image with an unknown format throws bad-image", () => {
  expect(errorOf(() => encode([new Image(23)], { dialect: "godot-2" }))).toMatchObject({
    code: "bad-image",
    path: "[0]",
  });
});
