// JSON for people, and the way back with the types of what was there.
import { describe, expect, test } from "vitest";
import {
  Color,
  Dictionary,
  decode,
  encode,
  float,
  fromPlainJSON,
  GodotObject,
  NodePath,
  PackedVector2Array,
  Rect2,
  StringName,
  toPlainJSON,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../js/index.js";
import { exactOptions, fromHex, hex, linesOf } from "./fixtures.js";
import { errorOf } from "./thrown.js";

const exact = { mode: "exact" } as const;

test("names, texts and numbers", () => {
  const value = {
    n: new StringName("x"),
    p: new NodePath("a:b"),
    v: new Vector2(0.1, Number.NaN),
    r: new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
    b: Uint8Array.of(1, 2, 255),
    f: Float32Array.of(0.1, Infinity),
    i: BigInt64Array.of(1n, 2n ** 60n),
    m: new Map<Variant, Variant>([
      [new Vector2i(1, 2), 1],
      [5, null],
    ]),
    packed: new PackedVector2Array(Float32Array.of(1, 2)),
    object: new GodotObject("Node", [["x", 1]]),
  };
  expect(toPlainJSON(value)).toEqual({
    n: "x",
    p: "a:b",
    v: { x: 0.1, y: null },
    r: { position: { x: 1, y: 2 }, size: { x: 3, y: 4 } },
    b: "AQL/",
    f: [0.1, null],
    i: [1, "1152921504606846976"],
    m: { "Vector2i(1, 2)": 1, "5": null },
    packed: [{ x: 1, y: 2 }],
    object: { className: "Node", properties: { x: 1 } },
  });
});

test("what contains itself is too deep", () => {
  const value: unknown[] = [];
  value.push(value);
  expect(errorOf(() => toPlainJSON(value)).code).toBe("too-deep");
});

describe("with like", () => {
  test("the types of what was there come back", () => {
    const value = new Dictionary([
      ["f", 1],
      ["n", new StringName("x")],
      [new StringName("key"), new NodePath("a:b")],
      [new Vector2i(1, 2), new Color(1, 0, 0)],
      ["bytes", Uint8Array.of(1, 2)],
      ["packed", new PackedVector2Array(Float32Array.of(1, 2))],
      ["list", [1n, 2.5, Int32Array.of(7)]],
    ]);
    const bytes = encode(value, exact);
    const again = fromPlainJSON(toPlainJSON(value), bytes, exact);
    expect(hex(encode(again, exact))).toBe(hex(bytes));
    const plain = fromPlainJSON({ f: 2, other: [1] }, bytes, exact) as Dictionary;
    expect([plain.get("f"), plain.get("other")]).toEqual([2, [1n]]);
  });

  test("what does not fit is an error", () => {
    const error = errorOf(() => fromPlainJSON({ x: 1 }, encode(new Vector2(1, 2))));
    expect(error.code).toBe("unsupported-value");
  });

  test("JSON with other members, numbers and texts", () => {
    const bytes = encode({
      n: 2n ** 60n,
      big: BigInt64Array.of(2n ** 60n),
      b: Uint8Array.of(1),
      f: float(1),
    });
    const json = { n: "5", big: ["6", 7], b: "AQI=", f: null, z: [null] };
    expect(fromPlainJSON(json, bytes, exact)).toEqual(
      new Dictionary([
        ["n", 5n],
        ["big", BigInt64Array.of(6n, 7n)],
        ["b", Uint8Array.of(1, 2)],
        ["f", Number.NaN],
        ["z", new VariantArray([null])],
      ]),
    );
    expect(errorOf(() => fromPlainJSON({ b: "?" }, bytes)).code).toBe("unsupported-value");
    expect(errorOf(() => toPlainJSON({ d: new Date() })).code).toBe("unsupported-value");
    expect(fromPlainJSON({ a: [1, 0.5, "x"] })).toEqual({ a: [1, 0.5, "x"] });
  });
});

/** Whether names of two keys are the same, such as those of 1 and "1". */
const isMerged = (value: Variant): boolean =>
  value instanceof Map
    ? Object.keys(toPlainJSON(value) as object).length < value.size || [...value.values()].some(isMerged)
    : Array.isArray(value) && value.some(isMerged);

test.each([
  ["godot-4.6.3", "godot-4.4"],
  ["godot-4.6.3-double", "godot-4.4"],
  ["godot-3.6", "godot-3"],
  ["godot-3.2.3", "godot-3"],
] as const)("all values of %s come back with the types of what was there", (folder, dialect) => {
  let count = 0;
  for (const line of linesOf(`${folder}/values.jsonl`)) {
    if (line.surrogates) continue;
    const options = { ...exactOptions(line, dialect), fullObjects: true };
    const value = decode(fromHex(line.bytes), options);
    if (isMerged(value)) continue;
    const json = JSON.parse(JSON.stringify(toPlainJSON(value)));
    const again = fromPlainJSON(json, fromHex(line.bytes), { ...exact, dialect });
    expect(hex(encode(again, options)), line.name).toBe(hex(encode(value, options)));
    count++;
  }
  expect(count).toBeGreaterThan(100);
});
