// `like` for Arrays that have become longer or shorter, or have holes: each element takes the types of its own old one.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  Float,
  float,
  GodotObject,
  open,
  PackedStringArray,
  PackedVector2Array,
  StringName,
  type Variant,
  Vector2,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";
import { writtenLike } from "./written-like.js";

const exact = { mode: "exact" } as const;

test("elements of a longer Array, beside a NaN that keeps its bits or a float that states its type", () => {
  const nan = new Float(Number.NaN, 0xfff8_0000_0000_0000n);
  expect(writtenLike([2, 3, 4], [nan, 7n])).toEqual([2, 3n, 4n]);
  expect(writtenLike([5], [nan, 7n])).toEqual([5]);
  expect(writtenLike([float(9), 3, 4], [1.5, 7n])).toEqual([9, 3n, 4n]);
});

test("elements of a longer Array, in order, where they have the plain form of the old ones", () => {
  const names = [new StringName("x"), new StringName("y")];
  expect(writtenLike(["p", "q", "r"], names)).toEqual([new StringName("p"), new StringName("q"), "r"]);
  expect(writtenLike(["x", "q", "r"], names)).toEqual([new StringName("x"), new StringName("q"), "r"]);
  expect(writtenLike([[1], "r"], [new Int32Array(1), 7n, 7n])).toEqual([new Int32Array([1]), "r"]);
  expect(writtenLike([{ x: 1, y: 2 }], [new Vector2(5, 6), 7n])).toEqual([new Vector2(1, 2)]);
  expect(writtenLike([new Dictionary([["x", 1]])], [new Vector2(5, 6), new Dictionary([["x", 2n]])])).toEqual(
    [new Dictionary([["x", 1n]])],
  );
  expect(writtenLike([5, "q", "r"], ["x", new StringName("y")])).toEqual([5n, "q", new StringName("r")]);
});

test("null among vectors, in Arrays that have become longer or shorter", () => {
  const at = new Vector2(5, 6);
  expect(writtenLike([null, null], [at])).toEqual([null, null]);
  expect(writtenLike([null], [at, at])).toEqual([null]);
  expect(writtenLike([null, { x: 1, y: 2 }], [at])).toEqual([null, new Vector2(1, 2)]);
  expect(writtenLike([{ x: 1, y: 2 }, null], [at, at, at])).toEqual([new Vector2(1, 2), null]);
});

test("of equal elements with different types, the one at the same place among its neighbours", () => {
  expect(writtenLike([2, "x", 1, 0, 12.5], [1n, "x", 1, 0n])).toEqual([2n, "x", 1, 0n, 12.5]);
  expect(writtenLike([1, "x", 7], [1n, "x", 1, 7n])).toEqual([1n, "x", 7n]);
  expect(writtenLike(["x", 1, 1, 3, 4], [1n, "x", 1, 3n])).toEqual(["x", 1, 1n, 3n, 4n]);
});

test("an element that was changed to the old value of a later one takes the type that stood at its own place", () => {
  expect(writtenLike([2.5, 9, 2, 2.5], [2, 2n, 2.5])).toEqual([2.5, 9n, 2n, 2.5]);
  expect(writtenLike([2.5, 1], [2n, 1, 1n])).toEqual([2.5, 1n]);
});

test("an int and a float that state their type belong to old ones of that type", () => {
  const warnings: unknown[] = [];
  const options = { onWarning: (warning: unknown) => warnings.push(warning), strict: true };
  const like = encode([1.5, 1n, 2.5], exact);
  expect(decode(encode([1, 1n], { ...exact, ...options, like }), exact)).toEqual([1, 1n]);
  expect(decode(encode([5n], { ...exact, ...options, like }), exact)).toEqual([5n]);
  expect(decode(encode([7.5], { ...options, like: encode([1n, 2.5], exact) }), exact)).toEqual([7.5]);
  expect(warnings).toEqual([]);
});

test("Strings in exact mode that were StringNames, behind a removed element", () => {
  const old = [new Dictionary([["n", 1n]]), new Dictionary([["s", new StringName("x")]]), 2.5];
  const values = [new Dictionary([["s", "x"]]), 2.5];
  expect(hex(encode(values, { ...exact, like: encode(old, exact) }))).toBe(hex(encode(old.slice(1), exact)));
});

test("unchanged elements behind a removed one, with Objects and NaNs in them", () => {
  const old = [[1.5], [new GodotObject("Item", [["n", 1.5]]), 2n], [Number.NaN, 3n, 4n]];
  const like = encode(old, { ...exact, fullObjects: true });
  const values = decode(like, { allowObjects: true }) as Variant[];
  const bytes = encode(values.slice(1), { like, fullObjects: true });
  expect(hex(bytes)).toBe(hex(encode(old.slice(1), { ...exact, fullObjects: true })));
});

test("elements are compared once, even where every Array around them has become shorter", () => {
  const around = (inner: unknown, ...rest: unknown[]) => {
    let value = inner;
    for (let level = 0; level < 60; level++) value = [value, ...rest];
    return value;
  };
  let reads = 0;
  const leaf = {
    get hp() {
      reads++;
      return 5;
    },
  };
  const like = encode(around([{ hp: 5 }, new StringName("x")], 1, 2));
  expect(encode(around([leaf], 1), { like })).toEqual(encode(around([{ hp: 5 }], 1)));
  expect(reads).toBeLessThan(10);
});

describe("a hole does not become an element of a packed array", () => {
  test.each<[string, unknown, Variant]>([
    ["PackedByteArray", 1, new Uint8Array(2)],
    ["PackedInt32Array", 1, new Int32Array(2)],
    ["PackedInt64Array", 1n, new BigInt64Array(2)],
    ["PackedFloat32Array", 1, new Float32Array(2)],
    ["PackedFloat64Array", 1, new Float64Array(2)],
    ["PackedStringArray", "a", new PackedStringArray(["a"])],
    ["PackedVector2Array", new Vector2(1, 2), new PackedVector2Array(new Float32Array(2))],
  ])("%s", (_, element, old) => {
    for (const at of [0, 1]) {
      const holed = [element, element];
      delete holed[at];
      const error = errorOf(() => encode({ at: holed }, { like: encode({ at: old }) }));
      expect(error).toMatchObject({ code: "unsupported-value", path: `at[${at}]` });
      const document = open(encode({ at: old }));
      expect(errorOf(() => document.set("at", holed)).code).toBe("unsupported-value");
      expect(document.toBytes()).toEqual(encode({ at: old }));
    }
  });
});
