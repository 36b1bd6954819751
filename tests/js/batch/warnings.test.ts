// What `batch` reports of files that it can read, but an engine reads otherwise, or only in part.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BatchTask } from "../../../js/batch/index.js";
import { compress, encode, encodeFrames, load, type Variant, type Warning } from "../../../js/index.js";
import { cli } from "../command-line.js";
import { folder, results, useFolders } from "./runs.js";

useFolders();

const toTable = { kind: "json", to: "ndjson" } as const;
const columns = { kind: "columns", to: "csv", select: ["name"] } as const;
const check = { kind: "check" } as const;
const schema = {
  "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
} as const;

/** Frames of texts, of which some begin with a byte order mark. An engine drops it. */
const frames = (values: readonly unknown[]) => encodeFrames(values, { framing: "store_var" });
const marked = "\ufeffHeld";
const few = frames([{ name: "Held" }, { name: marked }]);
/** Where nobody names the framing, a damaged value is data of the game. */
const first = frames([{ name: "Held" }]);
const damaged = Buffer.concat([first, Uint8Array.of(8, 0, 0, 0, 2, 0, 0, 0), first]);

/** What `load` says. */
async function loaded(bytes: Uint8Array): Promise<Warning[]> {
  const heard: Warning[] = [];
  await load(bytes, { mode: "exact", onWarning: (one) => heard.push({ ...one, path: one.path }) });
  return heard;
}

let runs = 0;

const warningsOf = async (bytes: Uint8Array, task: BatchTask, workers: number) => {
  const outDir = join(folder, `out ${runs++}`);
  const all = await results([{ id: "a", bytes }], task, { workers, outDir });
  const [line] = readFileSync(join(outDir, "report.ndjson"), "utf8")
    .split("\n")
    .flatMap((text) => (text.startsWith('{"id":"a"') ? [JSON.parse(text)] : []));
  expect(all).toMatchObject([{ id: "a" }]);
  expect(line.warnings).toEqual(all[0]?.warnings);
  return all[0]?.warnings;
};

const tasks: BatchTask[] = [
  toTable,
  columns,
  { kind: "convert", to: "godot-3" },
  { kind: "set", path: "[0].name", value: "Holz" },
  check,
  { kind: "recover" },
];

test.each(tasks)("$kind names bytes between values", async (task) => {
  const between = [{ code: "bytes-between", offset: first.length, path: "" }];
  for (const workers of [0, 1]) expect(await warningsOf(damaged, task, workers)).toEqual(between);
  expect(await warningsOf(first, { ...task, path: "name" } as BatchTask, 0)).toBe(undefined);
});

test("validate names bytes between values", async () => {
  const [result] = await results([{ id: "a", bytes: damaged }], { kind: "validate", schema });
  expect(result).toMatchObject({ outcome: "done", warnings: [{ code: "bytes-between" }] });
});

test("nobody is warned of bytes between values whose framing is named", async () => {
  for (const task of [check, { kind: "recover" }] as const) {
    const all = await results([{ id: "a", bytes: damaged }], task, { framing: "mixed" });
    expect(all).toMatchObject([{ outcome: "done" }]);
    expect(all[0]?.warnings).toBe(undefined);
  }
});

test.each(tasks.filter(({ kind }) => kind !== "recover"))(
  "$kind says what an engine reads otherwise",
  async (task) => {
    const expected = await loaded(few);
    expect(expected).toMatchObject([{ code: "byte-order-mark", path: "name" }]);
    expect(await warningsOf(few, task, 0)).toEqual(expected);
  },
);

const large = frames([{ all: Array.from({ length: 90_000 }, (_, i) => `${i}`.padEnd(100)), name: marked }]);
const many = frames(
  Array.from({ length: 20_000 }, (_, i) => ({
    name: i % 9_000 === 7 ? marked : "Held",
    text: "x".repeat(430),
  })),
);

test.each<[string, Uint8Array, readonly BatchTask[]]>([
  ["one large value", large, [toTable, check]],
  ["many small values", many, [toTable, columns]],
  ["a large file in a layer", await compress(large, "gzip"), [check]],
  ["many small values before other bytes", Buffer.concat([many, Uint8Array.of(1, 2)]), [toTable]],
])("of %s, each is reported once", async (_, bytes, tasks) => {
  const expected = await loaded(bytes);
  expect(expected.length).toBeGreaterThan(0);
  for (const task of tasks) expect(await warningsOf(bytes, task, 0), task.kind).toEqual(expected);
});

test("the first ten are listed, and the others are counted", async () => {
  const bytes = encode(Array.from({ length: 1500 }, (_, i) => (i % 2 === 0 ? marked : "Held")) as Variant);
  const expected = await loaded(bytes);
  const listed = await warningsOf(bytes, check, 1);
  expect(listed?.slice(0, 10)).toEqual(expected.slice(0, 10));
  expect(listed?.slice(10)).toEqual([
    { code: "more-warnings", offset: expected[10]?.offset, path: "", count: 740 },
  ]);
});

test("one file has no warnings of another", async () => {
  const inputs = [few, first, few, damaged, encode(5)].map((bytes, i) => ({ id: `${i}`, bytes }));
  const all = await results(inputs, check);
  expect(all.map(({ warnings = [] }) => warnings.map(({ code }) => code))).toEqual([
    ["byte-order-mark"],
    [],
    ["byte-order-mark"],
    ["bytes-between"],
    [],
  ]);
});

test("the command names a file with warnings, and counts such files", async () => {
  const bytes = Buffer.concat([first, Uint8Array.of(1, 2), first]);
  const files = { "a.save": first, "deep/b.save": first, "odd.save": bytes };
  for (const [name, file] of Object.entries(files)) writeFileSync(join(folder, "in", name), file);
  const { code, text, stderr } = await cli(["batch", "in", "--check"], { folder });
  expect(code).toBe(0);
  expect(stderr).toContain("odd.save: warning: bytes-between: ");
  expect(stderr).toContain(`(at byte ${first.length} = `);
  expect(stderr).toMatch(/3 files in .*; all done; 1 with warnings\.\n$/);
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ warnings }) => warnings)).toEqual([
    undefined,
    undefined,
    [{ code: "bytes-between", offset: first.length, path: "" }],
  ]);
});
