// `like`: changes of type are reported; elements and objects that were edited keep their types (docs/GUIDE.md).
import { describe, expect, test } from "vitest";
import {
  Callable,
  Color,
  Dictionary,
  EncodedObjectAsID,
  encode,
  encodeFrames,
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
import { hex } from "../fixtures.js";
import { writtenLike } from "./written-like.js";

const exact = { mode: "exact" } as const;

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
    expect(writtenLike(value, old)).toStrictEqual(expected);
  });

  test("in time proportional to the array", () => {
    const old = Array.from({ length: 100_000 }, (_, i) => `old ${i}`);
    const edited = Array.from({ length: 99_999 }, (_, i) => `new ${i}`);
    expect(writtenLike(edited, old)).toHaveLength(99_999);
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
    expect(writtenLike({ at: { ...position, x: 5 } }, { at: position })).toStrictEqual(
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
