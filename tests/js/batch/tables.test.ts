// Tables of saves, read back by another library than the one that wrote them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { type BatchOptions, type BatchResult, type BatchTask, batch } from "../../../js/batch/index.js";
import {
  encode,
  Float,
  float,
  GodotObject,
  Image,
  load,
  NodePath,
  PackedVector2iArray,
  Rect2,
  toPlainJSON,
  type Variant,
  Vector2,
  Vector3i,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";

const top = mkdtempSync(join(tmpdir(), "godot-variant-tables-"));
let count = 0;
afterAll(() => rmSync(top, { recursive: true, force: true }));

const inputsOf = (values: readonly unknown[]) =>
  values.map((value, i) => ({
    id: `${i}.save`,
    bytes: encode(value as Variant, { framing: "store_var", fullObjects: true }),
  }));

async function tableOf(
  task: BatchTask,
  values: readonly unknown[],
  options: BatchOptions = {},
): Promise<{
  folder: string;
  results: BatchResult[];
  files: string[];
  columns: { name: string; type: string }[];
}> {
  const outDir = join(top, String(count++));
  const results: BatchResult[] = [];
  for await (const result of batch(inputsOf(values), task, { workers: 0, outDir, ...options }))
    results.push(result);
  const lines = readFileSync(join(outDir, "report.ndjson"), "utf8").trim().split("\n");
  const columns = lines.map((line) => JSON.parse(line)).find((line) => "columns" in line)?.columns ?? [];
  return { folder: outDir, results, files: readdirSync(outDir).sort(), columns };
}

async function rowsOf(folder: string, file = "part-00000.parquet") {
  const bytes = readFileSync(join(folder, file));
  return parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    utf8: false,
  });
}

const columns = (select: string[], to: "ndjson" | "parquet" | "csv" = "parquet"): BatchTask => ({
  kind: "columns",
  to,
  select,
});
const typesOf = (columns: { name: string; type: string }[]) =>
  Object.fromEntries(columns.slice(2).map(({ name, type }) => [name, type]));

describe("types of columns", () => {
  const big = 2n ** 53n + 1n;
  test.each([
    ["ints", [1, 2, big], "BIGINT", [1n, 2n, big]],
    ["floats", [float(87), 0.5], "DOUBLE", [87, 0.5]],
    ["ints and floats", [1, float(87)], "DOUBLE", [1, 87]],
    [
      "ints and floats, of which an int has no double",
      [big, float(87)],
      "JSON",
      ["9007199254740993", "87.0"],
    ],
    ["the smallest ints", [-(2n ** 63n), -(2n ** 53n)], "BIGINT", [-(2n ** 63n), -(2n ** 53n)]],
    ["an int at the end of what doubles hold", [2n ** 53n - 1n, 0.5], "DOUBLE", [2 ** 53 - 1, 0.5]],
    ["texts", ["a", new NodePath("b/c"), ""], "VARCHAR", ["a", "b/c", ""]],
    ["truths", [true, false], "BOOLEAN", [true, false]],
    ["bytes", [new Uint8Array([0, 255])], "BLOB", [new Uint8Array([0, 255])]],
    ["nothing", [null, null], "VARCHAR", [null, null]],
    ["gaps", [1, null, 3], "BIGINT", [1n, null, 3n]],
    ["lists", [[1, 2], [], null, [3, null]], "BIGINT[]", [[1n, 2n], [], null, [3n, null]]],
    ["lists of lists", [[[1], []], [[2, 3]]], "BIGINT[][]", [[[1n], []], [[2n, 3n]]]],
    ["packed arrays", [new Int32Array([1, -1]), new Int32Array()], "BIGINT[]", [[1n, -1n], []]],
    ["packed floats", [new Float64Array([0.1])], "DOUBLE[]", [[0.1]]],
    ["vectors", [new Vector2(0.5, 1)], 'STRUCT("x" FLOAT, "y" FLOAT)', [{ x: 0.5, y: 1 }]],
    [
      "vectors of ints",
      [new Vector3i(1, 2, -3)],
      'STRUCT("x" BIGINT, "y" BIGINT, "z" BIGINT)',
      [{ x: 1n, y: 2n, z: -3n }],
    ],
    [
      "Dictionaries of one shape, in any order",
      [
        { a: 1, b: "x" },
        { b: null, a: 2 },
      ],
      'STRUCT("a" BIGINT, "b" VARCHAR)',
      [
        { a: 1n, b: "x" },
        { a: 2n, b: null },
      ],
    ],
    ["Dictionaries of two shapes", [{ a: 1 }, { b: 1 }], "JSON", ['{"a": 1}', '{"b": 1}']],
    ["Dictionaries with other keys than texts", [new Map([[1, 2]])], "JSON", ['{"1": 2}']],
    // DuckDB reads the second as HP_1, and Spark refuses the file.
    ["Dictionaries with keys that differ only in case", [{ hp: 1, HP: 2 }], "JSON", ['{"hp": 1, "HP": 2}']],
    ["an empty Dictionary", [{}], "JSON", ["{}"]],
    [
      "a list of Dictionaries",
      [[{ a: 1 }, { a: 2 }], []],
      'STRUCT("a" BIGINT)[]',
      [[{ a: 1n }, { a: 2n }], []],
    ],
    ["what fits nothing else", [1, "a", [true]], "JSON", ["1", '"a"', "[true]"]],
  ] as const)("%s", async (_, values, type, expected) => {
    const { folder, columns: found } = await tableOf(
      columns(["v"]),
      values.map((v) => ({ v })),
    );
    expect(typesOf(found)).toEqual({ v: type });
    const rows = await rowsOf(folder);
    const plain = (value: unknown) =>
      type === "VARCHAR" && value !== null ? Buffer.from(value as Uint8Array).toString() : value;
    const wanted = type === "JSON" ? expected.map((text) => JSON.parse(text as string)) : expected;
    if (!type.includes("STRUCT") || !type.includes("VARCHAR"))
      expect(rows.map(({ v }) => plain(v ?? null))).toEqual(wanted);
    expect(rows.map(({ frame }) => frame)).toEqual(values.map(() => 0n));
  });
});

test("takes elements with wildcards, parts of vectors, and keys in quotes", async () => {
  const values = [
    { bag: [{ id: "sword", at: new Vector2(1, 2) }, { id: "key" }], "a[*].b": 5, at: new Vector3i(7, 8, 9) },
    { bag: [] },
    {},
  ];
  const { folder } = await tableOf(
    columns(["bag[*].id", '["a[*].b"]', "at.y", "bag[0].id", "bag[*].at.x"], "ndjson"),
    values,
  );
  const lines = readFileSync(join(folder, "part-00000.ndjson"), "utf8").trim().split("\n");
  expect(lines.map((line) => Object.values(JSON.parse(line)).slice(2))).toEqual([
    [["sword", "key"], 5, 8, "sword", [1, null]],
    [[], null, null, null, []],
    [null, null, null, null, null],
  ]);
});

test("takes the same part of a value with an index and with a wildcard", async () => {
  const value = {
    rects: [new Rect2(new Vector2(1, 2), new Vector2(3, 4))],
    objects: [new GodotObject("Item", [["hp", 5]])],
    keyed: [new Map([[0.5, "half"]])],
  };
  const parts: [list: string, part: string, found: unknown][] = [
    ["rects", ".position", { x: 1, y: 2 }],
    ["rects", ".position.x", 1],
    ["rects", ".position.z", null],
    ["rects", ".gone.x", null],
    ["objects", ".hp", 5],
    ["objects", ".gone.hp", null],
    ["keyed", "[0.5]", "half"],
    ["keyed", "[1.5]", null],
  ];
  for (const [list, part, found] of parts) {
    const [indexed, all] = [`${list}[0]${part}`, `${list}[*]${part}`];
    const { folder } = await tableOf(columns([indexed, all], "ndjson"), [value]);
    const row = JSON.parse(readFileSync(join(folder, "part-00000.ndjson"), "utf8"));
    expect([row[indexed], row[all]], indexed).toEqual([found, [found]]);
  }
});

test("writes whole saves as JSON", async () => {
  const { folder } = await tableOf({ kind: "json", to: "ndjson" }, [{ hp: float(87), gold: 2n ** 60n }]);
  expect(readFileSync(join(folder, "part-00000.ndjson"), "utf8")).toBe(
    '{"id": "0.save", "frame": 0, "value": {"hp": 87.0, "gold": 1152921504606846976}}\n',
  );
});

test("writes CSV with quotes where RFC 4180 wants them", async () => {
  const values = [
    { t: 'say "a, b"\r\n', f: float(87), l: [1, "x"] },
    { t: "", f: null, l: null, b: new Uint8Array() },
    { t: "ö", f: Number.NaN, l: [] },
  ];
  const { folder, files } = await tableOf(columns(["t", "f", "l", "b"], "csv"), values);
  expect(files).toEqual(["part-00000.csv", "report.ndjson"]);
  expect(readFileSync(join(folder, "part-00000.csv"), "utf8")).toBe(
    'id,frame,t,f,l,b\r\n0.save,0,"say ""a, b""\r\n",87.0,"[1, ""x""]",\r\n1.save,0,"",,,""\r\n2.save,0,ö,NaN,[],\r\n',
  );
});

test("continues in another file, with the same types in all", async () => {
  const values = Array.from({ length: 40 }, (_, i) => ({ n: i < 39 ? i : 0.5, name: "x".repeat(100) }));
  const { folder, files, results } = await tableOf(columns(["n", "name"]), values, { partitionBytes: 1000 });
  const parts = files.filter((name) => name.endsWith(".parquet"));
  expect(parts.length).toBeGreaterThan(3);
  const rows = (await Promise.all(parts.map((name) => rowsOf(folder, name)))).flat();
  expect(rows.map(({ n }) => n)).toEqual(values.map(({ n }) => n));
  expect(results.map(({ id, rows }) => [id, rows])).toEqual(values.map((_, i) => [`${i}.save`, 1]));
});

test("keeps NaN and infinity in Parquet", async () => {
  const numbers = [Number.NaN, Number.POSITIVE_INFINITY, -0, 1e308];
  const { folder } = await tableOf(
    columns(["n"]),
    numbers.map((n) => ({ n })),
  );
  expect((await rowsOf(folder)).map(({ n }) => n)).toEqual(numbers);
});

test("keeps numbers beside the NaN that x86 makes of 0.0 / 0.0", async () => {
  const nan = new Float(Number.NaN, 0xfff8_0000_0000_0000n);
  const values = [
    { n: float(87), l: [0.5] },
    { n: nan, l: [nan, 0.5] },
  ];
  const { folder, columns: found } = await tableOf(columns(["n", "l"]), values);
  expect(typesOf(found)).toEqual({ n: "DOUBLE", l: "DOUBLE[]" });
  expect((await rowsOf(folder)).map(({ n, l }) => [n, l])).toEqual([
    [87, [0.5]],
    [Number.NaN, [Number.NaN, 0.5]],
  ]);
  const { folder: csv } = await tableOf(columns(["n"], "csv"), values);
  expect(readFileSync(join(csv, "part-00000.csv"), "utf8")).toContain("0.save,0,87.0\r\n1.save,0,NaN\r\n");
});

test.each([
  ["floats", [0, -0, 0, -0, 0.5, 0.5].map((n) => float(n)), (v: unknown) => [v]],
  ["lists", [[float(-0), float(0)], [float(0)], [float(-0)]], (v: unknown) => v as number[]],
  [
    "vectors",
    [new Vector2(0, -0), new Vector2(-0, 0), new Vector2(0, 0)],
    (v: unknown) => Object.values(v as object),
  ],
])("keeps the sign of zeros in %s, however often they repeat", async (_, values, numbersOf) => {
  const many = Array.from({ length: 20 }, () => values as readonly unknown[]).flat();
  const { folder } = await tableOf(
    columns(["v"]),
    many.map((v) => ({ v })),
  );
  const found = (await rowsOf(folder)).flatMap(({ v }) => numbersOf(v));
  const wanted = many.flatMap((v) => (Array.isArray(v) ? v : v instanceof Vector2 ? [v.x, v.y] : [v]));
  expect(found).toEqual(wanted.map(Number));
});

test("refuses two columns of one name, and tables without a folder", async () => {
  await expect(tableOf(columns(["a", "a"]), [{}])).rejects.toThrow(TypeError);
  await expect(tableOf(columns(["id"]), [{}])).rejects.toThrow(TypeError);
  await expect(tableOf(columns(["a"]), [{}], { outDir: undefined })).rejects.toThrow(/outDir/);
});

test("a file of settings has a row for each of them", async () => {
  const bytes = sampleBytes("4.6.3", "export_project.binary");
  const outDir = join(top, String(count++));
  const input = [{ id: "project.binary", bytes }];
  for await (const { outcome } of batch(input, { kind: "json", to: "ndjson" }, { workers: 0, outDir }))
    expect(outcome).toBe("done");
  const [settings] = (await load(bytes)).values;
  const lines = readFileSync(join(outDir, "part-00000.ndjson"), "utf8").trimEnd().split("\n");
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows.map(({ frame }) => frame)).toEqual([...rows.keys()]);
  expect(rows.map(({ value }) => value)).toEqual(Object.values(JSON.parse(toPlainJSON(settings))));
});

const exact = { mode: "exact" } as const;

describe("values of engines whose types Godot 4 lacks", () => {
  const inputs = [
    { dialect: "godot-2", value: new Image(4, 0, 1, 1, Uint8Array.of(1, 2, 3, 4)) },
    { dialect: "pandemonium", value: [new PackedVector2iArray(Int32Array.of(1, -2, 3, 4))] },
    { dialect: "godot-4", value: new Vector2(1, 2) },
  ] as const;
  const saves = inputs.map(({ dialect, value }, i) => ({
    id: `${i}.save`,
    bytes: encode({ n: value, large: "" }, { dialect, framing: "store_var" }),
  }));

  test.each(["csv", "parquet"] as const)("are in tables of %s", async (to) => {
    const outDir = join(top, String(count++));
    for await (const { outcome } of batch(saves, columns(["n"], to), { workers: 0, outDir }))
      expect(outcome).toBe("done");
    const values = await Promise.all(saves.map(async ({ bytes }) => (await load(bytes, exact)).values[0]));
    const expected = values.map((value) => toPlainJSON((value as Map<string, Variant>).get("n"), exact));
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    if (to === "parquet")
      expect((await rowsOf(outDir)).map(({ n }) => n)).toEqual(expected.map((text) => JSON.parse(text)));
    else
      expect(readFileSync(join(outDir, "part-00000.csv"), "utf8").split("\r\n").slice(1, -1)).toEqual(
        expected.map((text, i) => `${i}.save,0,${cell(text)}`),
      );
  });

  // Godot 3 on Windows wrote halves of surrogate pairs.
  describe("half a surrogate pair", () => {
    const half = (value: unknown) => {
      const bytes = Buffer.from(encode(value, { dialect: "godot-3", framing: "store_var" }));
      for (let at = bytes.indexOf("\u0800"); at >= 0; at = bytes.indexOf("\u0800"))
        Buffer.from("eda080", "hex").copy(bytes, at);
      return bytes;
    };
    const long = Array.from({ length: 100_000 }, (_, i) => `${i}`.padStart(100));
    const run = async (bytes: Uint8Array, task: BatchTask) => {
      const outDir = join(top, String(count++));
      const found: unknown[] = [];
      const inputs = [{ id: "a", bytes }];
      for await (const { code, path } of batch(inputs, task, { workers: 0, outDir })) found.push(code, path);
      return {
        found,
        text: readFileSync(join(outDir, `part-00000.${(task as { to: string }).to}`), "latin1"),
      };
    };

    const places: [string, Uint8Array, string[] | undefined, string][] = [
      ["a text", half({ n: "x\u0800y" }), ["m", "n"], "n"],
      ["a key, which is named by its Dictionary,", half({ n: { "\u0800": 1 } }), ["n"], "n"],
      ["an element", half({ n: [{ a: "" }, { a: ["\u0800"] }] }), ["n[*].a"], "n[1].a[0]"],
      ["a value", half({ n: ["\u0800"] }), undefined, "n[0]"],
      ["a whole text", half("\u0800"), undefined, ""],
      ["the second value", Buffer.concat([half(1), half({ n: "\u0800" })]), ["n"], "[1].n"],
      ["a large value", half({ n: ["\u0800", ...long] }), undefined, "n[0]"],
      ["a large value with a key", half({ m: long, n: { "\u0800": 1 } }), undefined, "n"],
    ];
    test.each(places)(
      "in %s is an error with its place in Parquet and CSV, and an escape in JSON",
      async (_, bytes, select, path) => {
        const task =
          select === undefined ? ({ kind: "json" } as const) : ({ kind: "columns", select } as const);
        for (const to of ["parquet", "csv"] as const)
          expect((await run(bytes, { ...task, to })).found).toEqual(["unsupported-value", path || undefined]);
        const { found, text } = await run(bytes, { ...task, to: "ndjson" });
        expect(found).toEqual([undefined, undefined]);
        expect(text).toContain("\\ud800");
        expect(text).not.toContain(Buffer.from("\ufffd").toString("latin1"));
      },
    );

    test("in the name of a column is refused in Parquet and CSV, and an escape in JSON", async () => {
      const select = ['n["\ud800"]'];
      for (const to of ["parquet", "csv"] as const)
        await expect(run(half({}), { kind: "columns", to, select })).rejects.toThrow("half a surrogate pair");
      const { text } = await run(half({ n: { "\u0800": 5 } }), { kind: "columns", to: "ndjson", select });
      expect(text).toBe(`{"id": "a", "frame": 0, "n[\\"\\ud800\\"]": 5}\n`);
    });
  });
});

test.each(["ndjson", "csv"] as const)("values as deep as the limit are in tables of %s", async (to) => {
  const nested = (levels: number) => {
    let value: Variant = [];
    for (let i = 0; i < levels; i++) value = [value];
    return value;
  };
  // The usual limit, and one that the caller has raised.
  for (const depth of [1024, 1500]) {
    const limits = { depth };
    const bytes = encode(nested(depth), { framing: "store_var", limits });
    const [value] = (await load(bytes, { ...exact, limits })).values;
    const outDir = join(top, String(count++));
    const options = { workers: 0, outDir, ...(depth > 1024 ? { limits } : {}) };
    for await (const { outcome } of batch([{ id: "a", bytes }], { kind: "json", to }, options))
      expect(outcome).toBe("done");
    const text = readFileSync(join(outDir, `part-00000.${to}`), "utf8");
    expect(text).toContain(toPlainJSON(value as Variant, { ...exact, limits }));
  }
});
