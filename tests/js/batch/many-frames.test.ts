// Large files of many small values: their rows are those of all values read at once.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { cellsOfMany } from "../../../js/batch/columns/many-frames.js";
import { columnsOf } from "../../../js/batch/columns/rows.js";
import { type BatchOptions, type BatchResult, type BatchTask, batch } from "../../../js/batch/index.js";
import {
  compress,
  encodeFrames,
  float,
  load,
  openFile,
  StringName,
  toPlainJSON,
  type Variant,
  Vector2,
  wrap,
} from "../../../js/index.js";

const top = mkdtempSync(join(tmpdir(), "godot-variant-many-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let count = 0;

const saveOf = (i: number) => ({
  n: i,
  text: `${i}`.padEnd(200, "ä"),
  at: new Vector2(i, -i),
  bag: [{ id: new StringName(`item ${i}`), worn: float(i) }, { id: "x".repeat(i % 50) }],
});
const values = Array.from({ length: 20_000 }, (_, i) => saveOf(i));
const bytes = encodeFrames(values, { framing: "store_var" });
/** The type of a column changes after the first megabytes. */
const mixed = encodeFrames([...values, { n: float(0.5), text: null, at: 5 }, [], null, saveOf(1)]);

async function rowsOf(file: Uint8Array, task: BatchTask & { to: string }, options: BatchOptions = {}) {
  const outDir = join(top, String(count++));
  let result: BatchResult | undefined;
  for await (const one of batch([{ id: "a", bytes: file }], task, { workers: 0, outDir, ...options }))
    result = one;
  return { result, file: readFileSync(join(outDir, `part-00000.${task.to}`)) };
}

const exact = { mode: "exact" } as const;
const all = async (file: Uint8Array) => (await load(file, exact)).values;
const json = (value: unknown) => toPlainJSON(value as Variant, exact);

test.each([
  ["plain", bytes],
  ["with other types at the end", mixed],
  ["compressed", await compress(bytes, "zstd")],
  ["before a length that is cut", Buffer.concat([bytes, Buffer.from([1, 2])])],
  ["in another layer", await wrap(bytes, [{ container: "base64" }])],
])("have the rows of all values: %s", async (_, file) => {
  const expected = (await all(file)).map(
    (value, i) => `{"id": "a", "frame": ${i}, "value": ${json(value)}}\n`,
  );
  const { result, file: table } = await rowsOf(file, { kind: "json", to: "ndjson" });
  expect(result).toMatchObject({ outcome: "done", rows: expected.length });
  expect(table.toString() === expected.join("")).toBe(true);
});

test("have the rows of all selected values", async () => {
  const select = ["n", "bag[*].id", "at.x", "gone"];
  const { documents } = await openFile(mixed);
  const expected = documents.map((document, i) => {
    const ids =
      document.node(["bag"]) && [0, 1].map((k) => document.get(["bag", k, "id"], "exact") as Variant);
    const at = document.get(["at"], "exact");
    const x = at instanceof Vector2 ? at.x : null;
    const cells = [document.get(["n"], "exact") ?? null, ids ?? null, x === null ? null : float(x), null];
    return `{"id": "a", "frame": ${i}, ${cells.map((cell, c) => `"${select[c]}": ${json(cell)}`).join(", ")}}\n`;
  });
  const { file: table } = await rowsOf(mixed, { kind: "columns", to: "ndjson", select });
  expect(table.toString().split("\n").slice(-4)).toEqual(expected.join("").split("\n").slice(-4));
  expect(table.toString() === expected.join("")).toBe(true);
});

test("have the types of all values in Parquet and CSV", async () => {
  const select = ["n", "text"];
  const expected = values.map(({ n, text }, frame) => ({ id: "a", frame: BigInt(frame), n, text }));
  const { file } = await rowsOf(mixed, { kind: "columns", to: "parquet", select });
  const read = await parquetReadObjects({ file: new Uint8Array(file).buffer });
  expect(read.length).toBe(values.length + 4);
  expect(JSON.stringify(read.slice(0, 20_000), print)).toBe(JSON.stringify(expected, print));
  expect(read.slice(20_000).map(({ n }) => n)).toEqual([0.5, null, null, 1]);
  const csv = (await rowsOf(mixed, { kind: "columns", to: "csv", select })).file.toString().split("\r\n");
  expect(csv[1]).toBe(`a,0,0.0,${saveOf(0).text}`);
  expect(csv.slice(20_001)).toEqual([
    "a,20000,0.5,",
    "a,20001,,",
    "a,20002,,",
    `a,20003,1.0,${saveOf(1).text}`,
    "",
  ]);
});
const print = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

describe("fail as a whole", () => {
  const broken = Buffer.from(bytes);
  // The type of a value near the end.
  broken.writeUInt32LE(200, broken.lastIndexOf("text") - 8);

  test.each([
    ["cut", bytes.subarray(0, -5)],
    ["with a damaged value", broken],
  ])("%s", async (_, file) => {
    const expected = await load(file, exact).catch((error: { code: string; offset?: number }) => error);
    const { code, offset } = expected as { code: string; offset?: number };
    for (const task of [
      { kind: "json", to: "ndjson" },
      { kind: "columns", to: "csv", select: ["n"] },
    ] as const) {
      const { result, file: table } = await rowsOf(file, task);
      expect(result).toMatchObject({ outcome: "failed", code });
      if (task.kind === "json") expect(result?.offset).toBe(offset);
      expect(table.toString().split("\n").length).toBeLessThan(3);
    }
  });
});

test("are read in groups, other files are not", async () => {
  const columns = columnsOf(undefined);
  const groups = Array.from((await cellsOfMany(bytes, columns, {})) ?? []);
  expect(groups.length).toBeGreaterThan(5);
  expect(groups.flat().length).toBe(values.length);
  const isInGroups = async (file: Uint8Array, options = {}) =>
    (await cellsOfMany(new Uint8Array(file), columns, options)) !== undefined;
  expect(await isInGroups(bytes, { framing: "mixed" })).toBe(false);
  expect(await isInGroups(bytes.subarray(0, 500_000))).toBe(false);
  expect(await isInGroups(encodeFrames([new Uint8Array(9 << 20)]))).toBe(false);
  expect(await isInGroups(new Uint8Array(9 << 20))).toBe(false);
});
