// Large values are printed in pieces, and the text is that of the whole value.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { framePieces, rowFrom } from "../../../js/batch/columns/frame-pieces.js";
import { jsonPieces } from "../../../js/batch/columns/json-pieces.js";
import { contentOf, largeValues } from "../../../js/batch/columns/large-values.js";
import { lazyValue } from "../../../js/batch/columns/lazy-value.js";
import { bytesInPieces } from "../../../js/batch/columns/pieces.js";
import { columnsOf, type Row, typesOf } from "../../../js/batch/columns/rows.js";
import { type ColumnType, cellTypeOf } from "../../../js/batch/columns/types.js";
import { tableOf } from "../../../js/batch/columns/write.js";
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
  Vector2,
  wrap,
} from "../../../js/index.js";
import { valuesAndDocuments } from "../container-files.js";

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

const framesOfWhole = (row: Row) =>
  Buffer.from(encodeFrames([row], { ...exact, framing: "store_var", fullObjects: true }));

test.each(Object.entries(values))("a frame with %s, and its types", (_, value) => {
  const document = open(encode(value, exact), { mode: "exact" });
  const whole: Row = ["id", 7n, value];
  for (const most of [0, 40, 1 << 18]) {
    const row: Row = ["id", 7n, lazyValue(document, {}, document.root, most)];
    expect(Buffer.concat(framePieces(row)).equals(framesOfWhole(whole))).toBe(true);
    expect(typesOf([row], columnsOf(undefined))).toEqual(typesOf([whole], columnsOf(undefined)));
  }
});

test.each(["3.2.3", "3.6", "4.6.3"])("frames and types of files of %s", async (engine) => {
  for await (const [value, document] of valuesAndDocuments(engine)) {
    const whole: Row = ["id", 7n, value];
    const row: Row = ["id", 7n, lazyValue(document, {}, document.root, 0)];
    expect(Buffer.concat(framePieces(row)).equals(framesOfWhole(whole))).toBe(true);
    expect(typesOf([row], columnsOf(undefined))).toEqual(typesOf([whole], columnsOf(undefined)));
  }
});

test("a large row is read as it was written, later", () => {
  const large = new Dictionary([
    ["bytes", new Uint8Array(9 << 20)],
    ["list", Array.from({ length: 40_000 }, (_, i) => `item ${i}`)],
  ]);
  const row = rowFrom({
    bytes: framesOfWhole(["id", 7n, large]).subarray(4),
    dialect: "godot-4",
    isUnusual: false,
  });
  expect(row.slice(0, 2)).toEqual(["id", 7n]);
  expect((row[2] as Map<string, unknown>).size).toBe(0);
  const bytes = new Map(row[2] as Map<string, Uint8Array>).get("bytes") as Uint8Array;
  expect(Buffer.from(bytes).equals(large.get("bytes") as Uint8Array)).toBe(true);
});

test.each(["csv", "parquet"] as const)("a table in %s has the same cells", async (to) => {
  const folder = mkdtempSync(join(tmpdir(), "godot-variant-large-"));
  const item = (i: number) =>
    new Dictionary([
      ["name", `"${i}", x`],
      ["at", new Vector2(i, 1)],
      ["tags", [`${i}`]],
    ]);
  const value = new Dictionary([
    ["player", new Dictionary([["hp", 5n]])],
    ["bag", Array.from({ length: 15_000 }, (_, i) => item(i))],
    ["floats", Float32Array.from(numbers)],
    ["bytes", new Uint8Array(9 << 20)],
  ]);
  try {
    const write = (name: string, row: Row) => {
      const rows = join(folder, name);
      writeFileSync(rows, framesOfWhole(row));
      const columns = [
        { name: "id", type: "text" as const },
        { name: "frame", type: "int64" as const },
        { name: "value", type: cellTypeOf(typesOf([row], columnsOf(undefined))[0] as ColumnType) },
      ];
      return tableOf({ rows, format: to, columns, target: "" });
    };
    const large = Buffer.concat(await write("a.rows", ["id", 7n, value]));
    const { length } = framesOfWhole(["id", 7n, value]);
    expect(length).toBeGreaterThan(1 << 23);
    if (to === "csv") {
      const json = toPlainJSON(value, exact);
      expect(large.toString()).toBe(`id,frame,value\r\nid,7,"${json.replaceAll('"', '""')}"\r\n`);
    } else {
      const bytes = new Uint8Array(large);
      const [row] = (await parquetReadObjects({ file: bytes.buffer })) as { value: { bag: unknown[] } }[];
      expect(row?.value.bag.length).toBe(15_000);
      expect(row?.value).toMatchObject({
        player: { hp: 5n },
        floats: Array.from(Float32Array.from(numbers)),
      });
      expect(row?.value.bag[14_999]).toEqual({
        name: '"14999", x',
        at: { x: 14_999, y: 1 },
        tags: ["14999"],
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a list of many different floats gets no large dictionary in Parquet", async () => {
  const floats = Float32Array.from({ length: 3_000_000 }, (_, i) => (i % 5 === 0 ? 0 : i));
  const folder = mkdtempSync(join(tmpdir(), "godot-variant-large-"));
  const { set } = Map.prototype;
  let most = 0;
  try {
    const rows = join(folder, "rows");
    writeFileSync(rows, framesOfWhole(["id", 7n, floats]));
    const columns = [
      { name: "id", type: "text" },
      { name: "frame", type: "int64" },
      { name: "value", type: { list: "float" } },
    ] as const;
    Map.prototype.set = function (...entry) {
      most = Math.max(most, this.size);
      return set.apply(this, entry);
    };
    const pieces = await tableOf({ rows, format: "parquet", columns, target: "" });
    Map.prototype.set = set;
    const [row] = await parquetReadObjects({ file: new Uint8Array(Buffer.concat(pieces)).buffer });
    expect(Float32Array.from(row?.value).every((value, i) => value === floats[i])).toBe(true);
    // A Map cannot have 2^24 entries, so larger lists could not be written.
    expect(most).toBeLessThan(2_200_000);
  } finally {
    Map.prototype.set = set;
    rmSync(folder, { recursive: true });
  }
});

test("bytes of pieces are those of the whole text", () => {
  const texts = ["ä".repeat(600_000), "", "b".repeat(700_000), "€"];
  const pieces = bytesInPieces(texts);
  expect(pieces.length).toBe(2);
  expect(Buffer.concat(pieces).equals(Buffer.from(texts.join("")))).toBe(true);
  expect(bytesInPieces([])).toEqual([]);
});

describe("which files are read in pieces", () => {
  const size = 9 << 20;
  const one = encode(new Uint8Array(size));
  const options = { mode: "exact" } as const;
  const noise = encode(new Uint8Array(createHash("shake256", { outputLength: 1 << 17 }).digest()));
  const isLarge = async (file: Uint8Array) => (await largeValues(file, options)) !== undefined;

  test("large ones, also of several values and inside of other layers", async () => {
    expect(await isLarge(one)).toBe(true);
    expect(await isLarge(encodeFrames([numbers, new Uint8Array(size)]))).toBe(true);
    expect(await isLarge(await wrap(one, [{ container: "base64" }]))).toBe(true);
  });

  test("not small ones, and not many small values", async () => {
    expect(await isLarge(encode(1))).toBe(false);
    const frames = encodeFrames(Array.from({ length: 10_000 }, (_, i) => `${i}`.repeat(250)));
    expect(frames.length).toBeGreaterThan(1 << 23);
    expect(await isLarge(frames)).toBe(false);
    expect(await isLarge(await wrap(frames, [{ container: "base64" }]))).toBe(false);
  });

  test("not those that cannot be read: load says why", async () => {
    expect(await isLarge(one.subarray(0, -4))).toBe(false);
    expect(await isLarge(new Uint8Array(size).fill(0x41))).toBe(false);
    await expect(load(one.subarray(0, -4))).rejects.toMatchObject({ code: "bad-container" });
  });

  test.each(["gzip", "deflate", "zstd", "fastlz"] as const)(
    "%s is undone once, if anything",
    async (method) => {
      const stream = await compress(noise, method);
      const content = Buffer.from(await contentOf(stream, options));
      expect(content.equals(method === "fastlz" ? stream : noise)).toBe(true);
      const file = await wrap(noise, [{ container: "gcpf", compression: method, blockSize: 4096 }]);
      expect(Buffer.from(await contentOf(file, options)).equals(noise)).toBe(true);
      expect(await contentOf(file.subarray(0, -100), options)).toHaveLength(file.length - 100);
    },
  );

  test("of an encrypted file, nothing is undone", async () => {
    const password = "hunter2";
    const inside = await wrap(noise, [{ container: "gdec", engine: 4 }], { password });
    const file = await wrap(inside, [{ container: "gzip" }]);
    expect(await contentOf(file, { ...options, password })).toBe(file);
    expect(await contentOf(file, options)).toBe(file);
  });
});
