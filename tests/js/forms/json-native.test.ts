// The layout of JSON.from_native: equal to Godot 4.6's, and lossless for every fixture.
import { describe, expect, test } from "vitest";
import {
  Basis,
  decode,
  EncodedObjectAsID,
  encode,
  fromNative,
  GodotObject,
  type Options,
  RID,
  Signal,
  toNative,
  type Variant,
  Vector2,
  Vector3,
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

  test("a basis is written as columns", () => {
    const basis = new Basis(new Vector3(1, 2, 3), new Vector3(4, 5, 6), new Vector3(7, 8, 9));
    expect(toNative(basis)).toEqual({ type: "Basis", args: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    expect(fromNative({ type: "Basis", args: [1, 2, 3, 4, 5, 6, 7, 8, 9] })).toEqual(basis);
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
    [{ type: "Node", props: ["x"] }, "bad-length", ""],
    [{ type: "Node", props: [1, null] }, "unsupported-value", ""],
    [{ type: "RID", id: "x" }, "unsupported-value", "args"],
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
