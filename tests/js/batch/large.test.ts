// Large values are printed in pieces, and the text is that of the whole value.
import { describe, expect, test } from "vitest";
import { jsonPieces } from "../../../js/batch/columns/json-pieces.js";
import { largeValues } from "../../../js/batch/columns/large-values.js";
import { lazyValue } from "../../../js/batch/columns/lazy-value.js";
import { bytesInPieces } from "../../../js/batch/columns/pieces.js";
import {
  compress,
  Dictionary,
  encode,
  encodeFrames,
  load,
  open,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  StringName,
  toPlainJSON,
  type Variant,
} from "../../../js/index.js";

const exact = { mode: "exact", dialect: "godot-4" } as const;
const numbers = Array.from({ length: 10_000 }, (_, i) => i * 0.7);

const values: Record<string, Variant> = {
  nothing: [],
  "an empty Dictionary": new Dictionary(),
  "an Array": Array.from({ length: 200 }, (_, i) => (i % 70 === 0 ? [BigInt(i), "x"] : BigInt(i))),
  "a Dictionary": new Dictionary(
    Array.from({ length: 200 }, (_, i) => [`"key" ${i}`, i % 70 === 0 ? [true] : null]),
  ),
  "a Dictionary of StringNames": new Dictionary([
    [new StringName("a"), [1.5]],
    [new StringName("b"), -0],
  ]),
  "a Dictionary of ints": new Dictionary([
    [1n, [1.5]],
    [-2n, new Dictionary([["x", Number.NaN]])],
  ]),
  "a Dictionary of several types": new Dictionary([
    [1n, [1.5]],
    ["1", [2.5]],
  ]),
  bytes: Uint8Array.from(numbers),
  floats: Float32Array.from(numbers),
  ints: Int32Array.from(numbers),
  "large ints": BigInt64Array.from(numbers, (number) => BigInt(Math.floor(number)) << 40n),
  texts: new PackedStringArray(numbers.map(String)),
  vectors: new PackedVector2Array(Float32Array.from(numbers)),
  colors: new PackedColorArray(Float32Array.from(numbers)),
  "arrays in arrays": [[[[Float64Array.from(numbers)], Uint8Array.from(numbers)], "x"], [[]]],
};

test.each(Object.entries(values))("%s", (_, value) => {
  const document = open(encode(value, exact), { mode: "exact" });
  const expected = toPlainJSON(value, exact);
  for (const most of [0, 40, 1 << 18])
    expect(Array.from(jsonPieces(lazyValue(document, {}, document.root, most))).join("")).toBe(expected);
});

test("bytes of pieces are those of the whole text", () => {
  const texts = ["ä".repeat(600_000), "", "b".repeat(700_000), "€"];
  const pieces = bytesInPieces(texts);
  expect(pieces.length).toBe(2);
  expect(Buffer.concat(pieces).equals(Buffer.from(texts.join("")))).toBe(true);
  expect(bytesInPieces([])).toEqual([]);
});

describe("which files are read in pieces", () => {
  const one = encode(new Uint8Array(2 << 20));
  const isLarge = async (file: Uint8Array, options = {}) =>
    (await largeValues(file, { mode: "exact", ...options })) !== undefined;

  test("large ones, also inside of compression", async () => {
    expect(await isLarge(one)).toBe(true);
    expect(await isLarge(await compress(encode(Array.from(numbers, String)), "gzip"))).toBe(false);
    const noise = encode(Uint8Array.from({ length: 2 << 20 }, (_, i) => (i * i) >> 7));
    expect(await isLarge(await compress(noise, "gzip"))).toBe(true);
    expect(await isLarge(encodeFrames([numbers, new Uint8Array(2 << 20)], { framing: "store_var" }))).toBe(
      true,
    );
  });

  test("not small ones, and not many small values", async () => {
    expect(await isLarge(encode(1))).toBe(false);
    const frames = encodeFrames(Array.from({ length: 20_000 }, (_, i) => `${i}`.repeat(20)));
    expect(frames.length).toBeGreaterThan(1 << 20);
    expect(await isLarge(frames)).toBe(false);
  });

  test("not those that cannot be read: load says why", async () => {
    expect(await isLarge(one.subarray(0, -4))).toBe(false);
    expect(await isLarge(new Uint8Array(2 << 20).fill(0x41))).toBe(false);
    await expect(load(one.subarray(0, -4))).rejects.toMatchObject({ code: "bad-container" });
  });
});
