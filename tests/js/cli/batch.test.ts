// The command batch.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { pathsIn } from "../../../js/cli/commands/batch.js";
import {
  Color,
  Dictionary,
  encode,
  float,
  load,
  StringName,
  save,
  type Variant,
  Vector2,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { cli, folder, nobody, root, whyNotNobody } from "../command-line.js";
import { game, useSaves, valuesOf } from "./batch-saves.js";

const program = join(root, "dist/cli.js");

useSaves();

test("the report may be a device, but no folder", async () => {
  const checked = (report: string) => cli(["batch", "saves", "--check", "--report", report]);
  expect(await checked("/dev/null")).toMatchObject({ code: 0 });
  expect(await checked("saves")).toMatchObject({ code: 1, stderr: expect.stringContaining("directory") });
});

test("converts a folder, says what failed, and continues", async () => {
  writeFileSync(join(folder, "saves/notes.txt"), "Not a save.");
  const args = ["batch", "saves", "--convert", "godot-4", "--out-dir", "out"];
  const { code, text, stderr } = await cli(args);
  expect([code, text]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /saves\/notes\.txt: bad-container: [\s\S]*3 files in .* 1 failed \(bad-container: 1\)/,
  );
  expect(await valuesOf("out/deep/b.save")).toEqual([{ hp: 6, bag: [{ id: "key" }] }]);
  expect(await cli(args)).toMatchObject({ code: 2, stderr: expect.stringContaining("earlier run") });
  // What failed before is still wrong.
  expect(await cli([...args, "--resume"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Before: 2 files done, 1 failed, 0 skipped\.\n.*: 0 files .*; 1 failed before and is not tried again\. The report is out\/report\.ndjson\.\n$/,
    ),
  });
  writeFileSync(join(folder, "saves/new.txt"), "Not a save.");
  expect((await cli([...args, "--resume"])).stderr).toMatch(
    /1 file .*; 1 failed \(bad-container: 1\); 1 failed before and is not tried again\. The report is/,
  );
  rmSync(join(folder, "saves/deep/b.save"));
  expect((await cli([...args, "--resume"])).stderr).toMatch(
    /No longer among the inputs: 1 file of earlier runs, whose outputs stay\.\n.*: 0 files/,
  );
  const other = ["batch", "saves", "--convert", "godot-3", "--out-dir", "out", "--resume"];
  expect(await cli(other)).toMatchObject({ code: 2, stderr: expect.stringContaining("another task") });
});

test("writes tables, and says their columns", async () => {
  const args = ["batch", "saves", "--to", "csv", "--select", "hp,bag[*].id", "--out-dir", "out"];
  const { code, stderr } = await cli(args);
  expect(code).toBe(0);
  expect(stderr).toContain("column bag[*].id: VARCHAR[]");
  expect(readFileSync(join(folder, "out/part-00000.csv"), "utf8")).toBe(
    'id,frame,hp,bag[*].id\r\nsaves/a.save,0,5,"[""key""]"\r\nsaves/deep/b.save,0,6,"[""key""]"\r\n',
  );
  expect(
    await cli(["batch", "saves", "--to", "parquet", "--select", "hp", "--out-dir", "out/p"]),
  ).toMatchObject({
    code: 0,
  });
  expect(readdirSync(join(folder, "out/p")).sort()).toEqual(["part-00000.parquet", "report.ndjson"]);
});

describe("worker threads", () => {
  const report = join(folder, "threads.txt");
  const counting = join(folder, "counting.mjs");
  beforeEach(() => {
    for (let i = 0; i < 9; i++) writeFileSync(join(folder, `saves/deep/${i}.save`), game(i));
    writeFileSync(join(folder, "list.txt"), "saves/a.save\n");
    writeFileSync(join(folder, "large.save"), encode("x".repeat(1 << 17)));
    writeFileSync(
      counting,
      `import { writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";
let count = 0;
threads.Worker = class extends threads.Worker {
  constructor(...given) {
    super(...given);
    count++;
  }
};
syncBuiltinESMExports();
process.on("exit", () => writeFileSync(${JSON.stringify(report)}, String(count)));`,
    );
  });

  test.each([
    ["a small file", ["saves/a.save"], 1, 0],
    ["two small files", ["saves/a.save", "saves/deep/b.save"], 2, 0],
    ["ten small files", ["saves/deep"], 10, 1],
    ["a large file", ["large.save"], 1, 1],
    ["a pattern", ["saves/*.save"], 1, 1],
    ["a list", ["--files-from", "list.txt"], 1, 1],
    ["a file that may decompress to more", ["saves/a.save", "--limit-decompressed-bytes", "1000"], 1, 1],
  ] as const)("for %s", async (_, args, files, threads) => {
    const { code, text } = await cli(["batch", ...args, "--check", "--workers", "1"], { first: counting });
    expect([code, text.trim().split("\n").length]).toEqual([0, files]);
    expect(Number(readFileSync(report, "utf8"))).toBe(threads);
  });
});

test("sets values beside the inputs, and prints the report", async () => {
  const { code, text } = await cli(["batch", "saves/a.save", "--set", "hp=87", "--workers", "1"]);
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    id: "saves/a.save",
    outcome: "done",
    target: "saves/a.save.edited",
  });
  expect(await valuesOf("saves/a.save.edited")).toEqual([{ hp: 87, bag: [{ id: "key" }] }]);
});

test.each<[name: string, old: unknown, typed: string, value: unknown]>([
  ["an int", 5n, "87", 87n],
  ["a float", float(5), "87", 87],
  ["a float, by GDScript", float(5), "1_000", 1000],
  ["a text that looks like a number", "5", "87", "87"],
  ["a text that looks like a value", "x", "Vector2(1, 2)", "Vector2(1, 2)"],
  ["a text in quotes", "x", '"a b"', "a b"],
  ["a StringName", new StringName("x"), "run", new StringName("run")],
  ["a Color, by GDScript", new Color(), "Color.RED", new Color(1, 0, 0, 1)],
  ["a vector, by JSON", new Vector2(1, 2), "[3, 4]", undefined],
])("`--set` reads a value as `set` does: %s", async (_, old, typed, value) => {
  const exact = { mode: "exact" } as const;
  writeFileSync(join(folder, "one.save"), await save([new Dictionary([["at", old as Variant]])], {}, exact));
  const one = await cli(["set", "at", typed, "one.save", "-o", "one.set"]);
  const many = await cli(["batch", "one.save", "--set", `at=${typed}`, "--workers", "1"]);
  expect([one.code === 0, many.code === 0]).toEqual([value !== undefined, value !== undefined]);
  if (value === undefined) return;
  const written = readFileSync(join(folder, "one.save.edited"));
  expect(written).toEqual(readFileSync(join(folder, "one.set")));
  expect((await load(written, exact)).values).toEqual([new Dictionary([["at", value as Variant]])]);
});

test("reads patterns, lists, and lines of JSON", async () => {
  const check = async (args: string[], input = "") =>
    (await cli(["batch", "--check", ...args], { input })).text;
  const ids = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
  expect(ids(await check(["saves/**/b.*"]))).toEqual(["saves/deep/b.save"]);
  expect(ids(await check(["--files-from", "-"], "saves/a.save\n"))).toEqual(["saves/a.save"]);
  const line = JSON.stringify({ id: "x", base64: Buffer.from(game(1)).toString("base64") });
  expect(ids(await check(["-"], `${line}\n`))).toEqual(["x"]);
});

test.each([[["-"]], [["--files-from", "-", "--report", "out/report.ndjson"]]])(
  "stops at a signal while its source %j is silent",
  async (source) => {
    mkdirSync(join(folder, "out"));
    const child = spawn(process.execPath, [program, "batch", "--check", ...source], { cwd: folder });
    const isList = source.length > 1;
    child.stdin.write(isList ? "saves/a.save\n" : `${JSON.stringify({ id: "x", base64: "AAAAAA==" })}\n`);
    // Until the first result, the program may not listen to the signal yet.
    if (isList) await expect.poll(() => existsSync(join(folder, "out/report.ndjson"))).toBe(true);
    else await once(child.stdout, "data");
    let stderr = "";
    child.stderr.on("data", (part) => {
      stderr += part;
    });
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(130);
    expect(stderr).toContain(isList ? "Stopped. Use --resume to continue.\n" : "Stopped.\n");
  },
);

const longName = "x".repeat(300);

describe("says why the system refuses a file, as other commands do", () => {
  test.each([
    [["gone"], "gone: Cannot read the file: there is no such file."],
    [["gone.zip"], "gone.zip: Cannot read the file: there is no such file."],
    [["saves/a.save/x"], "saves/a.save/x: Cannot read the file: a part of its path is not a directory."],
    [[longName], `${longName}: Cannot read the file: its name is too long.`],
    [["--files-from", "gone.txt"], "gone.txt: Cannot read the file: there is no such file."],
    [["saves/a.save", "--report", "no/x"], "no/x: Cannot write the file: there is no such folder."],
  ])("%j", async (args, problem) => {
    const { code, stderr } = await cli(["batch", "--check", ...args]);
    expect(code).toBe(1);
    expect(stderr.split("\n")[0]).toContain(`godot-variant: ${problem}`);
  });

  test("in the report, and without stopping at it", async () => {
    const { text } = await cli(["batch", "--check", "saves/a.save/x", "saves/a.save"]);
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const message = "Cannot read the file: a part of its path is not a directory.";
    expect(lines).toMatchObject([{ outcome: "failed", code: "ENOTDIR", message }, { outcome: "done" }]);
  });

  test("where folders cannot be made", async () => {
    const refused = async (outDir: string) =>
      (await cli(["batch", "saves/a.save", "--convert", "godot-4", "--out-dir", outDir])).stderr;
    expect(await refused("saves/a.save")).toMatch(/Cannot create the folder: there is a file of this name\./);
    expect(await refused("saves/a.save/x")).toMatch(
      /Cannot create the folder: a part of its path is not a dir/,
    );
  });

  const cannotBeNobody = whyNotNobody();
  test.skipIf(cannotBeNobody !== undefined)(
    `without permission (${cannotBeNobody ?? "as nobody"})`,
    async () => {
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, "locked"));
      writeFileSync(join(folder, "locked.save"), game(1), { mode: 0o600 });
      chmodSync(join(folder, "locked"), 0o700);
      const { stderr } = await cli(["batch", "--check", "locked", "locked.save"], { uid: nobody });
      expect(stderr).toContain("locked: Cannot read the folder: permission denied.\n");
      expect(stderr).toContain("locked.save: Cannot read the file: permission denied.\n");
    },
  );
});

/** Runs `batch` where no file can grow beyond so many blocks of 1024 bytes, as on a full disk. Node gets EFBIG. */
const limited = (blocks: number, args: readonly string[]) =>
  spawnSync("bash", ["-c", `ulimit -f ${blocks}; exec "$@"`, "bash", process.execPath, program, ...args], {
    cwd: folder,
    encoding: "utf8",
  });

test("a schema may print, and an earlier version of it is another task", async () => {
  const schema = (message: string) =>
    `export default { "~standard": { version: 1, vendor: "test", validate(value) {
      console.log("printed");
      return value.hp === 5 ? { value } : { issues: [{ message: ${JSON.stringify(message)} }] };
    } } };`;
  writeFileSync(join(folder, "schema.mjs"), schema("one"));
  const args = ["batch", "saves", "--validate", "schema.mjs"];
  const { code, text, stderr } = await cli(args);
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { outcome: string });
  expect([code, ...lines.map(({ outcome }) => outcome)]).toEqual([1, "done", "failed"]);
  expect(stderr).toContain("printed");
  const again = [...args, "--report", "schema.ndjson", "--resume"];
  expect(await cli(again)).toMatchObject({ code: 1 });
  expect(await cli(again)).toMatchObject({ code: 1, stderr: expect.stringContaining(" 1 failed before") });
  writeFileSync(join(folder, "schema.mjs"), schema("two"));
  expect(await cli(again)).toMatchObject({ code: 2, stderr: expect.stringContaining("another task") });
});

describe.skipIf(process.platform === "win32")("without room", () => {
  const names = Array.from({ length: 50 }, (_, i) => `${i + 10}.save`);
  const args = ["batch", "saves", "--convert", "godot-4", "--out-dir", "out"];
  beforeEach(() => {
    for (const name of names) writeFileSync(join(folder, "saves", name), game(1));
  });

  test("an output that does not fit fails alone, and nothing is left of it", async () => {
    const large = encode({ hp: new Uint8Array(20_000) }, { framing: "store_var", dialect: "godot-3" });
    writeFileSync(join(folder, "saves/large.save"), large);
    const { status, stderr } = limited(16, args);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /large\.save: Cannot write the file: the system does not allow a file of this size\.\n/,
    );
    const expected = [...names, "a.save", "deep", "report.ndjson"].sort();
    expect(readdirSync(join(folder, "out")).sort()).toEqual(expected);
    expect(await valuesOf("out/10.save")).toEqual([{ hp: 1, bag: [{ id: "key" }] }]);
    // With room, it is no failure any more.
    expect(await cli([...args, "--resume"])).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, "out"))).toContain("large.save");
  });

  test.each(["ndjson", "parquet", "csv"])(
    "a table of %s that does not fit ends the run, which resumes",
    async (to) => {
      const random = new Random(15);
      for (const name of names) {
        const text = Array.from({ length: 300 }, () => random.below(10)).join("");
        writeFileSync(join(folder, "saves", name), encode({ text }, { framing: "store_var" }));
      }
      const table = ["batch", "saves", "--to", to, "--select", "text", "--out-dir", "out"];
      const { status, stderr } = limited(8, table);
      expect(status).toBe(1);
      expect(stderr).toMatch(/out\/.*: the system does not allow .* continue with --resume/);
      const left = readdirSync(join(folder, "out"), { recursive: true }) as string[];
      expect(left.filter((name) => name.endsWith(".tmp"))).toEqual([]);
      expect(await cli([...table, "--resume"])).toMatchObject({ code: 0 });
      const lines = readFileSync(join(folder, "out/report.ndjson"), "utf8").trim().split("\n");
      const done = lines.slice(1).filter((line) => line.includes('"outcome":"done"'));
      expect(done.length).toBe(names.length + 2);
      expect(readdirSync(join(folder, "out")).sort()).toEqual([`part-00000.${to}`, "report.ndjson"]);
    },
  );

  test("a report that does not fit ends the run, which resumes", async () => {
    const { status, stderr } = limited(4, args);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /out\/report\.ndjson: Cannot write the file: the system does not allow .* continue with --resume/,
    );
    expect(await cli([...args, "--resume"])).toMatchObject({ code: 0 });
    const lines = readFileSync(join(folder, "out/report.ndjson"), "utf8").trim().split("\n");
    // The others say what the run is and where it went on.
    const ids = lines.flatMap((line) => JSON.parse(line).id ?? []);
    expect(ids.sort()).toEqual([...names, "a.save", "deep/b.save"].map((name) => `saves/${name}`).sort());
  });
});

test.each([
  ["no task", ["saves"], "Use one of"],
  ["two tasks", ["saves", "--check", "--recover"], "Use one of"],
  ["no input", ["--check"], "Name files"],
  ["a table without a folder", ["saves", "--to", "csv"], "--to needs --out-dir"],
  ["columns without a table", ["saves", "--check", "--select", "a"], "--select needs --to"],
  ["a value without a path", ["saves", "--set", "5"], "path=value"],
  ["two values", ["saves", "--set", "a=1", "--set", "b=2"], 'It can be given once, and "a=1" is given, too'],
  ["two lists", ["--files-from", "a", "--files-from", "b", "--check"], "It can be given once"],
  ["two schemas", ["saves", "--validate", "a.mjs", "--validate", "b.mjs"], "It can be given once"],
  ["standard input twice", ["-", "--files-from", "-", "--check"], "standard input"],
])("refuses %s", async (_, args, message) => {
  expect(await cli(["batch", ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test("separates paths at commas outside brackets and quotes", () => {
  expect(pathsIn('a, b[*].c,["d,e"].f,[Vector2(1, 2)],"g,h"')).toEqual([
    "a",
    "b[*].c",
    '["d,e"].f',
    "[Vector2(1, 2)]",
    '"g,h"',
  ]);
});

test.skipIf(process.platform === "win32")(
  "does not wait for a pipe that has taken the place of a file",
  () => {
    spawnSync("mkfifo", [join(folder, "saves/a.pipe")]);
    // It was a file when the folder was read.
    const first = join(folder, "was-a-file.mjs");
    writeFileSync(
      first,
      `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { lstatSync } = fs;
fs.lstatSync = (path, ...rest) => lstatSync(String(path).replace("a.pipe", "a.save"), ...rest);
syncBuiltinESMExports();
`,
    );
    const args = ["--import", first, program, "batch", "saves", "--check"];
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
      timeout: 100_000,
    });
    expect(status).toBe(1);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, code }) => [id, code])).toEqual([
      ["saves/a.pipe", "not-a-file"],
      ["saves/a.save", undefined],
      ["saves/deep/b.save", undefined],
    ]);
  },
);

test("is not a success when nobody reads the report any more", async () => {
  const child = spawn(process.execPath, [program, "batch", "saves", "--check"], { cwd: folder });
  child.stdout.destroy();
  const [code] = await once(child, "exit");
  expect(code).toBe(1);
});

test("a worker starts while the commands load, and does the work", async () => {
  // Says when a thread begins, and whether the commands watch standard output by then.
  const first = join(folder, "watch.mjs");
  writeFileSync(
    first,
    `import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";
const { Worker } = threads;
const usual = process.stdout.listenerCount("error");
threads.Worker = class extends Worker {
  constructor(...given) {
    console.error("thread, commands " + (process.stdout.listenerCount("error") > usual));
    super(...given);
  }
};
syncBuiltinESMExports();
`,
  );
  const threadsOf = async (...args: string[]) => (await cli(args, { first })).stderr.match(/^thread.*/gm);
  const early = "thread, commands false";
  expect(await threadsOf("batch", "saves", "--check", "--workers", "1")).toEqual([early]);
  expect(await threadsOf("--version")).toBeNull();
});
