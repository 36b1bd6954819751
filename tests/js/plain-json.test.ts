// JSON for people, and the way back with the types of what was there.
import { describe, expect, test } from "vitest";
import {
  Color,
  Dictionary,
  decode,
  encode,
  fromPlainJSON,
  GodotObject,
  NodePath,
  PackedVector2Array,
  Rect2,
  StringName,
  toPlainJSON,
  type Variant,
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
    v: { x: Math.fround(0.1) === 0.1 ? 0.1 : 0.1, y: null },
    r: { position: { x: 1, y: 2 }, size: { x: 3, y: 4 } },
    b: "AQL/",
    f: [0.1, null],
    i: [1, "1152921504606846976"],
    m: { "Vector2i(1, 2)": 1, "5": null },
    packed: [{ x: 1, y: 2 }],
    object: { className: "Node", properties: { x: 1 } },
  });
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

  test("values of an engine, but for what the guide lists", () => {
    const lines = linesOf("godot-4.6.3/values.jsonl").slice(0, 300);
    let kept = 0;
    for (const line of lines) {
      const options = { ...exactOptions(line, "godot-4"), fullObjects: true };
      const value = decode(fromHex(line.bytes), options);
      const json = JSON.parse(JSON.stringify(toPlainJSON(value)));
      const again = fromPlainJSON(json, fromHex(line.bytes), exact);
      if (hex(encode(again, options)) === hex(encode(value, options))) kept++;
    }
    expect(kept).toBeGreaterThan(lines.length / 2);
  });
});
