// Runs that stop and go on.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type BatchOptions, type BatchTask, batch, type EarlierCounts } from "../../../js/batch/index.js";
import { encode } from "../../../js/index.js";

const top = mkdtempSync(join(tmpdir(), "godot-variant-resume-"));
const saves = 60;
let folder = "";
let count = 0;
beforeEach(() => {
  folder = join(top, String(count++));
  mkdirSync(join(folder, "in"), { recursive: true });
  for (let i = 0; i < saves; i++)
    writeFileSync(
      join(folder, "in", `${String(i).padStart(3, "0")}.save`),
      i % 7 === 6 ? "broken" : encode({ n: i }, { framing: "store_var", dialect: "godot-3" }),
    );
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const convert: BatchTask = { kind: "convert", to: "godot-4" };
const tables: BatchTask[] = (["ndjson", "csv", "parquet"] as const).map((to) => ({
  kind: "columns",
  to,
  select: ["n"],
}));

async function run(
  task: BatchTask,
  out: string,
  options: BatchOptions = {},
  stopAfter = Number.POSITIVE_INFINITY,
) {
  const ids: string[] = [];
  const outDir = join(folder, out);
  for await (const { id } of batch(join(folder, "in"), task, { workers: 0, outDir, ...options })) {
    ids.push(id);
    if (ids.length >= stopAfter) break;
  }
  return ids;
}

/** All files below a folder with their contents; of the report, the lines without what depends on time. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [name, contentOf(join(folder, name))]));
}

function contentOf(path: string): string {
  const text = readFileSync(path, "latin1");
  if (!path.endsWith("report.ndjson")) return text;
  return text.replaceAll(/"ms":[\d.]+/g, "").replaceAll(/"target":"[^"]*"/g, "");
}

describe.each([convert, ...tables])("%j", (task) => {
  test("goes on after any line of the report, torn or whole", async () => {
    const options = { partitionBytes: 200 };
    await run(task, "whole", options);
    const expected = contentsOf(join(folder, "whole"));
    const isLate = task.kind === "columns" && task.to !== "ndjson";
    for (let at = 1; at <= 12; at++) {
      const out = `cut${at}`;
      // When all is written, the rows that wait for it are gone, and the report is whole.
      await run(task, out, options, isLate ? 3 * at + 15 : undefined);
      const report = join(folder, out, "report.ndjson");
      truncateSync(report, Math.floor((statSync(report).size * at) / 13));
      await run(task, out, { ...options, resume: true });
      expect(contentsOf(join(folder, out))).toEqual(expected);
    }
  });

  test("goes on after the caller stops", async () => {
    const options = { partitionBytes: 200 };
    await run(task, "whole", options);
    const first = await run(task, "out", options, 20);
    const rest = await run(task, "out", { ...options, resume: true });
    expect(contentsOf(join(folder, "out"))).toEqual(contentsOf(join(folder, "whole")));
    expect(first.length).toBe(20);
    expect(rest.length).toBeGreaterThanOrEqual(saves - 32);
    expect(await run(task, "out", { ...options, resume: true })).toEqual([]);
  });
});

test("refuses reports of other tasks, damaged ones, and other files", async () => {
  const report = join(folder, "out/report.ndjson");
  await run(convert, "out");
  await expect(run(convert, "out")).rejects.toThrow(/earlier run/);
  const other: BatchTask = { kind: "convert", to: "godot-3" };
  await expect(run(other, "out", { resume: true })).rejects.toThrow(/another task/);
  const text = readFileSync(report, "utf8");
  writeFileSync(report, text.replace('{"id"', '["id"'));
  await expect(run(convert, "out", { resume: true })).rejects.toThrow(/damaged/);
  for (const foreign of [`Dear diary\n${text}`, "Dear diary"]) {
    writeFileSync(report, foreign);
    await expect(run(convert, "out", { resume: true })).rejects.toThrow(/no report/);
    expect(readFileSync(report, "utf8")).toBe(foreign);
  }
});

test("does again what is gone or has another size", async () => {
  await run(convert, "out");
  rmSync(join(folder, "out/003.save"));
  truncateSync(join(folder, "out/004.save"), 3);
  const again = await run(convert, "out", { resume: true });
  expect(again.map((id) => id.slice(-8))).toEqual(["003.save", "004.save"]);
});

test("says that the rows of a table are gone", async () => {
  const [, csv] = tables as [BatchTask, BatchTask];
  await run(csv, "out", { partitionBytes: 200 }, 30);
  rmSync(join(folder, "out/.part-rows"), { recursive: true });
  await expect(run(csv, "out", { partitionBytes: 200, resume: true })).rejects.toThrow(/gone/);
});

describe.each([convert, ...tables])("two runs with one report, %j", (task) => {
  test("the first stops when it notices the second, which gives what a single run gives", async () => {
    const options = { partitionBytes: 200 };
    await run(task, "whole", options);
    const source = join(folder, "in");
    const both = { ...options, workers: 0, outDir: join(folder, "both") };
    const first = batch(source, task, both)[Symbol.asyncIterator]();
    await first.next();
    await run(task, "both", { ...options, resume: true });
    const rest = async () => {
      while (!(await first.next()).done);
    };
    await expect(rest()).rejects.toThrow("Another run writes");
    expect(contentsOf(both.outDir)).toEqual(contentsOf(join(folder, "whole")));
  });
});

test("a run that resumes says what the earlier one made of its inputs", async () => {
  await run(convert, "out", {}, 10);
  const earlier: EarlierCounts[] = [];
  const rest = await run(convert, "out", { resume: true, onResume: (counts) => earlier.push(counts) });
  const failed = Math.floor((saves - rest.length) / 7);
  expect(earlier).toEqual([{ done: saves - rest.length - failed, failed, skipped: 0 }]);
});
