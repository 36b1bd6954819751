// Runs that stop and go on.
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  type BatchOptions,
  type BatchResult,
  type BatchTask,
  batch,
  type EarlierCounts,
} from "../../../js/batch/index.js";
import { Journal } from "../../../js/batch/journal.js";
import { encode, load } from "../../../js/index.js";

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
  return text
    .replaceAll(/\{"resumed":.*\n/g, "")
    .replaceAll(/"ms":[\d.]+/g, "")
    .replaceAll(/"target":"[^"]*"/g, "");
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

test("does again what has become again what it was before", async () => {
  const place = join(folder, "in/003.save");
  const versions = [3, 4].map((n) => encode({ n }, { framing: "store_var", dialect: "godot-3" }));
  for (const version of [0, 1, 0, 1, 1]) {
    const isThere = version === 1 && statSync(place).mtimeMs === 1000;
    writeFileSync(place, versions[version] as Uint8Array);
    utimesSync(place, version, version);
    const again = await run(convert, "out", { resume: true });
    if (isThere) expect(again).toEqual([]);
    else expect(again.map((id) => id.slice(-8))).toContain("003.save");
    const { values } = await load(readFileSync(join(folder, "out/003.save")));
    expect(values).toEqual([{ n: 3 + version }]);
  }
});

test.skipIf(process.platform !== "linux")("does again what is gone, whatever its name is", async () => {
  const place = (of: string) => Buffer.concat([Buffer.from(join(folder, of, "n")), Buffer.from([0xff])]);
  writeFileSync(place("in"), encode({ n: 1 }, { framing: "store_var", dialect: "godot-3" }));
  await run(convert, "out");
  expect(await run(convert, "out", { resume: true })).toEqual([]);
  rmSync(place("out"));
  for (const ids of [["n\\xff"], []]) {
    const again = await run(convert, "out", { resume: true });
    expect(again.map((id) => id.slice(-5))).toEqual(ids);
  }
  truncateSync(place("out"), 3);
  expect(await run(convert, "out", { resume: true })).toHaveLength(1);
  expect((await load(readFileSync(place("out")))).values).toEqual([{ n: 1 }]);
});

test.skipIf(process.platform !== "linux")(
  "tries again what failed under a name that is not UTF-8",
  async () => {
    const place = Buffer.concat([Buffer.from(join(folder, "in/n")), Buffer.from([0xff])]);
    writeFileSync(place, "broken");
    await run(convert, "out");
    writeFileSync(place, encode({ n: 1 }, { framing: "store_var", dialect: "godot-3" }));
    expect((await run(convert, "out", { resume: true })).map((id) => id.slice(-5))).toEqual(["n\\xff"]);
    expect(await run(convert, "out", { resume: true })).toEqual([]);
  },
);

test("does again what is gone or has another size", async () => {
  await run(convert, "out");
  rmSync(join(folder, "out/003.save"));
  truncateSync(join(folder, "out/004.save"), 3);
  const again = await run(convert, "out", { resume: true });
  expect(again.map((id) => id.slice(-8))).toEqual(["003.save", "004.save"]);
});

const numberIn = async (path: string) => (await load(readFileSync(path))).values;

test("does again what has changed, in size or only in time", async () => {
  await run(convert, "out");
  const [longer, other] = [join(folder, "in/003.save"), join(folder, "in/004.save")];
  writeFileSync(longer, encode({ n: "three" }, { framing: "store_var", dialect: "godot-3" }));
  writeFileSync(other, encode({ n: 400 }, { framing: "store_var", dialect: "godot-3" }));
  utimesSync(other, 5, 5);
  const again = await run(convert, "out", { resume: true });
  expect(again.map((id) => id.slice(-8))).toEqual(["003.save", "004.save"]);
  expect(await numberIn(join(folder, "out/003.save"))).toEqual([{ n: "three" }]);
  expect(await numberIn(join(folder, "out/004.save"))).toEqual([{ n: 400 }]);
  expect(await run(convert, "out", { resume: true })).toEqual([]);
});

test.each([convert, ...tables])("tries again what failed, once it is mended, %j", async (task) => {
  const outDir = join(folder, "out");
  const gone = join(folder, "gone.save");
  const both = async (resume: boolean) => {
    const found: [string, string][] = [];
    for await (const { id, code, outcome } of batch([join(folder, "in"), gone], task, {
      workers: 0,
      outDir,
      resume,
    }))
      found.push([id.slice(folder.length), code ?? outcome]);
    return found;
  };
  expect((await both(false)).filter(([, outcome]) => outcome !== "done").length).toBe(
    Math.floor(saves / 7) + 1,
  );
  const save = encode({ n: 6 }, { framing: "store_var", dialect: "godot-3" });
  writeFileSync(gone, save);
  writeFileSync(join(folder, "in/006.save"), save);
  utimesSync(join(folder, "in/006.save"), 5, 5);
  expect(await both(true)).toEqual([
    ["/in/006.save", "done"],
    ["/gone.save", "done"],
  ]);
  expect(await both(true)).toEqual([]);
});

test.each(tables)("says that an input has changed whose rows are written, %j", async (task) => {
  await run(task, "out");
  const before = contentsOf(join(folder, "out"));
  utimesSync(join(folder, "in/004.save"), 5, 5);
  const outDir = join(folder, "out");
  const found: BatchResult[] = [];
  for await (const one of batch(join(folder, "in"), task, { workers: 0, outDir, resume: true }))
    found.push(one);
  expect(found).toMatchObject([{ id: expect.stringContaining("004.save"), code: "changed" }]);
  const after = contentsOf(outDir);
  expect({ ...after, "report.ndjson": "" }).toMatchObject({ ...before, "report.ndjson": "" });
  expect(await run(task, "out", { resume: true })).toEqual([]);
});

test("writes all outputs again into another folder", async () => {
  await run(convert, "out");
  const report = join(folder, "out/report.ndjson");
  const again = await run(convert, "other", { report, resume: true });
  expect(again.length).toBe(saves - Math.floor(saves / 7));
  expect(readdirSync(join(folder, "other"))).toEqual(
    readdirSync(join(folder, "out")).filter((name) => name.endsWith(".save")),
  );
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

describe("two runs that resume at once", () => {
  const heading = { batch: 1, version: "1", task: "a" } as const;
  const open = (path: string, resume = true) =>
    Journal.open(path, heading, { resume, fsync: false, inSections: false });
  const line = (id: string) => `${JSON.stringify({ id, outcome: "done", ms: 1, bytesIn: 1, bytesOut: 0 })}\n`;

  test.each([true, false])("the first of them notices the second, with a report: %j", async (isThere) => {
    const path = join(folder, "report.ndjson");
    if (isThere) (await open(path)).close();
    const both = await Promise.allSettled([open(path), open(path)]);
    // One refuses to cut what it has not read, unless it reads so late that it continues what the other has written.
    const going = both.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    expect(going.length).toBeGreaterThanOrEqual(1);
    const third = await open(path);
    for (const one of going) expect(() => one.add([line("a")])).toThrow("Another run writes");
    // As long as what the third one has written: the size alone would not tell.
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/[0-9a-f]{16}"\}\n$/, '0123456789abcdef"}\n'));
    expect(() => third.add([line("a")])).toThrow("Another run writes");
    for (const one of [...going, third]) one.close();
  });

  test("none cuts lines that it has not read", async () => {
    const path = join(folder, "report.ndjson");
    const first = await open(path, false);
    const { createReadStream } = fs;
    // The first run adds a line just after the second one has read the report.
    fs.createReadStream = (() =>
      (async function* () {
        yield readFileSync(path);
        first.add([line("a")]);
      })()) as never;
    syncBuiltinESMExports();
    try {
      await expect(open(path)).rejects.toThrow("Another run writes");
    } finally {
      fs.createReadStream = createReadStream;
      syncBuiltinESMExports();
    }
    first.add([line("b")]);
    expect(readFileSync(path, "utf8").split("\n").length).toBe(4);
    first.close();
  });
});
