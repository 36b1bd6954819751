// Runs that go on after somebody has changed their inputs, or their outputs.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type BatchOptions, type BatchTask, batch, type EarlierCounts } from "../../../js/batch/index.js";
import { decode, encode, load } from "../../../js/index.js";

const top = mkdtempSync(join(tmpdir(), "godot-variant-inputs-"));
let folder = "";
let count = 0;
const input = (name: string) => join(folder, "in", name);
const output = (name: string) => join(folder, "out", name);
const put = (name: string, n: unknown) =>
  writeFileSync(input(name), encode({ n }, { framing: "store_var", dialect: "godot-3" }));

beforeEach(() => {
  folder = join(top, String(count++));
  mkdirSync(join(folder, "in"), { recursive: true });
  for (const [n, name] of ["a.save", "b.save", "c.save"].entries()) put(name, n);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const convert: BatchTask = { kind: "convert", to: "godot-4" };
const tableIn = (to: "ndjson" | "csv" | "parquet"): BatchTask => ({ kind: "columns", to, select: ["n"] });

/** Runs a task, or continues it; returns the outcomes by name, and what was said of earlier runs. */
async function run(task: BatchTask, options: BatchOptions = {}) {
  const outcomes: Record<string, string> = {};
  let earlier: EarlierCounts | undefined;
  const settings: BatchOptions = {
    workers: 0,
    outDir: join(folder, "out"),
    resume: true,
    onResume: (counts) => {
      earlier = counts;
    },
    ...options,
  };
  for await (const { id, outcome, code } of batch(join(folder, "in"), task, settings))
    outcomes[id.slice(input("x").length - 1)] = code ?? outcome;
  return { outcomes, earlier };
}

/** Gives a file another time of change, in seconds since 1970. */
const changeTime = (name: string, seconds: number) => utimesSync(input(name), seconds, seconds);

describe("counts what the last run made of an input", () => {
  test("that was converted once, but cannot be any more", async () => {
    await run(convert);
    writeFileSync(input("b.save"), "broken");
    changeTime("b.save", 5);
    expect((await run(convert)).outcomes).toEqual({ "b.save": "bad-container" });
    expect(await run(convert)).toEqual({ outcomes: {}, earlier: { done: 2, failed: 1, skipped: 0 } });
  });

  test.each(["ndjson", "csv", "parquet"] as const)(
    "whose rows in %s are those of an older file",
    async (to) => {
      await run(tableIn(to));
      changeTime("b.save", 5);
      expect((await run(tableIn(to))).outcomes).toEqual({ "b.save": "changed" });
      expect(await run(tableIn(to))).toEqual({ outcomes: {}, earlier: { done: 2, failed: 1, skipped: 0 } });
    },
  );
});

describe("sees that an input in memory has other bytes of the same size", () => {
  const saveOf = (n: number) => encode({ n }, { dialect: "godot-3" });
  /** Outcomes by id. */
  async function runOn(task: BatchTask, saves: Record<string, Uint8Array>) {
    const inputs = Object.entries(saves).map(([id, bytes]) => ({ id, bytes }));
    const outcomes: Record<string, string> = {};
    const settings = { workers: 0, outDir: join(folder, "out"), resume: true };
    for await (const { id, outcome, code } of batch(inputs, task, settings)) outcomes[id] = code ?? outcome;
    return outcomes;
  }

  test("and makes its output again", async () => {
    await runOn(convert, { a: saveOf(50), b: saveOf(1) });
    expect(await runOn(convert, { a: saveOf(60), b: saveOf(1) })).toEqual({ a: "done" });
    expect((await load(readFileSync(output("a")))).values).toEqual([{ n: 60 }]);
    expect(await runOn(convert, { a: saveOf(60), b: saveOf(1) })).toEqual({});
  });

  test.each(["ndjson", "csv"] as const)("whose rows in %s stay", async (to) => {
    await runOn(tableIn(to), { a: saveOf(50) });
    for (let i = 0; i < 2; i++) expect(await runOn(tableIn(to), { a: saveOf(60) })).toEqual({ a: "changed" });
    expect(await runOn(tableIn(to), { a: saveOf(50) })).toEqual({});
  });

  test("and tries again what failed", async () => {
    const task = tableIn("ndjson");
    const broken = saveOf(5).fill(0xff);
    for (let i = 0; i < 2; i++) expect(await runOn(task, { a: broken })).toEqual({ a: "bad-container" });
    expect(await runOn(task, { a: saveOf(5) })).toEqual({ a: "done" });
    expect(await runOn(task, { a: saveOf(5) })).toEqual({});
  });
});

describe("tells how many inputs are gone", () => {
  test.each([convert, tableIn("ndjson"), tableIn("parquet")])("after %o", async (task) => {
    const gone: number[] = [];
    const onGone = (inputs: number) => gone.push(inputs);
    await run(task, { onGone });
    await run(task, { onGone });
    expect(gone).toEqual([]);
    rmSync(input("b.save"));
    put("d.save", 3);
    // The table of Parquet is written, but this row has the same type.
    expect((await run(task, { onGone })).outcomes).toEqual({ "d.save": "done" });
    rmSync(input("c.save"));
    await run(task, { onGone });
    expect(gone).toEqual([1, 2]);
    const report = readFileSync(output("report.ndjson"), "utf8");
    expect(report.match(/^\{"gone":\d\}$/gm)).toEqual(['{"gone":1}', '{"gone":2}']);
    if (task.kind === "convert") expect(readdirSync(join(folder, "out"))).toContain("b.save");
    // What comes back is done.
    put("b.save", 1);
    put("c.save", 2);
    await run(task, { onGone });
    expect(gone).toEqual([1, 2]);
  });
});

describe("tries again what failed because of something else than its content", () => {
  test("a name that another input no longer has", async () => {
    put("B.SAVE", 7);
    expect((await run(convert)).outcomes).toMatchObject({ "B.SAVE": "done", "b.save": "same-name" });
    rmSync(input("B.SAVE"));
    expect((await run(convert)).outcomes).toEqual({ "b.save": "done" });
    expect((await load(readFileSync(output("b.save")))).values).toEqual([{ n: 1 }]);
  });

  test("a link to a folder that is a file now", async () => {
    symlinkSync(".", input("link"));
    expect((await run(tableIn("ndjson"))).outcomes).toMatchObject({ link: "linked-folder" });
    rmSync(input("link"));
    put("link", 8);
    expect((await run(tableIn("ndjson"))).outcomes).toEqual({ link: "done" });
  });

  test("a limit that is higher now", async () => {
    const limits = { inputBytes: 10 };
    expect((await run(convert, { limits })).outcomes).toMatchObject({ "a.save": "too-large" });
    expect(await run(convert)).toEqual({
      outcomes: { "a.save": "done", "b.save": "done", "c.save": "done" },
      earlier: { done: 0, failed: 0, skipped: 0 },
    });
  });
});

describe.each(["ndjson", "csv", "parquet"] as const)("a table in %s that goes on", (to) => {
  const files = () =>
    readdirSync(output(""))
      .filter((name) => name.startsWith("part"))
      .sort();

  test("gets no file without rows for inputs that fail again", async () => {
    symlinkSync("nowhere", input("d.save"));
    await run(tableIn(to));
    for (let i = 0; i < 2; i++) expect((await run(tableIn(to))).outcomes).toEqual({ "d.save": "ENOENT" });
    expect(files()).toEqual([`part-00000.${to}`]);
    rmSync(input("d.save"));
    put("d.save", 3);
    expect((await run(tableIn(to))).outcomes).toEqual({ "d.save": "done" });
    expect(files()).toEqual([`part-00000.${to}`, `part-00001.${to}`]);
  });

  test.each(["gone", "cut"])("does not go on without a file that is %s", async (what) => {
    await run(tableIn(to));
    const file = output(`part-00000.${to}`);
    if (what === "gone") rmSync(file);
    else truncateSync(file, 5);
    await expect(run(tableIn(to))).rejects.toThrow(`part-00000.${to} is gone or has another size`);
  });
});

test.each(["csv", "parquet"] as const)("files of a table in %s have the same columns", async (to) => {
  await run(tableIn(to));
  put("d.save", 3);
  await run(tableIn(to));
  put("e.save", "text");
  const refused = expect.objectContaining({
    name: "BatchError",
    message: expect.stringContaining("n is BIGINT there and would be JSON"),
  });
  await expect(run(tableIn(to))).rejects.toEqual(refused);
  await expect(run(tableIn(to))).rejects.toEqual(refused);
  expect(
    readdirSync(output(""))
      .filter((name) => name.endsWith(to))
      .sort(),
  ).toEqual([`part-00000.${to}`, `part-00001.${to}`]);
});

test("a table whose files were not made yet gets the columns of all inputs", async () => {
  const to = tableIn("parquet");
  const signal = AbortSignal.abort();
  await run(to, { partitionBytes: 1, signal });
  const one = batch(join(folder, "in"), to, {
    workers: 0,
    outDir: join(folder, "out"),
    partitionBytes: 1,
    resume: true,
  });
  for await (const _ of one) break;
  put("e.save", "text");
  await run(to, { partitionBytes: 1 });
  const rows = [];
  for (const name of readdirSync(output(""))
    .filter((name) => name.endsWith("parquet"))
    .sort()) {
    const { buffer, byteOffset, length } = readFileSync(output(name));
    rows.push(
      ...(await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer })),
    );
  }
  expect(rows.map(({ n }) => n)).toEqual([0, 1, 2, "text"]);
});

test("gives outputs again that were only in results", async () => {
  const inputs = [0, 1, 2].map((n) => ({ id: `${n}.save`, bytes: encode({ n }, { dialect: "godot-3" }) }));
  const report = join(folder, "report.ndjson");
  const settings = { workers: 0, report, resume: true } as const;
  const outputs: unknown[] = [];
  for await (const _ of batch(inputs, convert, settings));
  for await (const { output } of batch(inputs, convert, settings)) outputs.push(decode(output as Uint8Array));
  expect(outputs).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  rmSync(report);
  for await (const _ of batch(inputs, { kind: "check" }, settings));
  for await (const _ of batch(inputs, { kind: "check" }, settings)) expect.unreachable();
});
