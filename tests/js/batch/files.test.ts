// Where inputs come from and outputs go, from the sources on the calling thread and from dist on worker threads.
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { writeWhole } from "../../../js/batch/files/disk.js";
import { checksumOf } from "../../../js/batch/files/sha256.js";
import { type BatchResult, batch } from "../../../js/batch/index.js";
import { convertFile, load, save } from "../../../js/index.js";
import { folder, game, gameRead, old, results, short, toGodot4, useFolders, write } from "./runs.js";

useFolders();

describe.each([0, 2])("with %i workers", (workers) => {
  test("converts a tree, and names what cannot be converted", async () => {
    const bytes = await write("b.save", 1);
    await write("deep/a.save", 2);
    writeFileSync(join(folder, "in/cut.save"), bytes.subarray(0, 30));
    writeFileSync(join(folder, "in/empty.save"), "");
    writeFileSync(join(folder, "in/notes.txt"), "Not a save.");
    symlinkSync("..", join(folder, "in/deep/loop"));
    symlinkSync("nowhere", join(folder, "in/gone"));
    const outDir = join(folder, "out");
    const all = await results(join(folder, "in"), toGodot4, { outDir, workers });
    expect(short(all)).toEqual([
      ["/b.save", "done"],
      ["/cut.save", "bad-container"],
      ["/deep/a.save", "done"],
      ["/deep/loop", "linked-folder"],
      ["/empty.save", "bad-container"],
      ["/gone", "ENOENT"],
      ["/notes.txt", "bad-container"],
    ]);
    expect(readFileSync(join(outDir, "b.save"))).toEqual(
      Buffer.from((await convertFile(bytes, { to: "godot-4" })).file),
    );
    expect((await load(readFileSync(join(outDir, "deep/a.save")))).values).toEqual(gameRead(2));
    expect(readdirSync(outDir).sort()).toEqual(["b.save", "deep", "report.ndjson"]);
    const report = readFileSync(join(outDir, "report.ndjson"), "utf8").trim().split("\n").slice(1);
    const withoutTime = ({ modified: _, ...line }: Record<string, unknown>) => line;
    // What to do about an error is in its message, too.
    const withoutHints = ({ hints: _, ...result }: (typeof all)[number]) => result;
    expect(all[1]?.hints?.map(({ code }) => code)).toContain("frame-cut");
    expect(report.map((line) => withoutTime(JSON.parse(line)))).toEqual(all.map(withoutHints));
  });

  test("sets a value, and leaves all other bytes", async () => {
    await write("a.save", 5);
    const [result] = await results(
      join(folder, "in/a.save"),
      { kind: "set", path: "hp", value: 7 },
      { workers },
    );
    expect(result).toMatchObject({ outcome: "done", target: join(folder, "in/a.save.edited") });
    const { values } = await load(readFileSync(join(folder, "in/a.save.edited")));
    expect(values).toEqual([{ hp: 7, gold: 5, name: "Held 5" }]);
  });

  test("an error in one of several values begins with its number, as the path does", async () => {
    const bytes = await save([{ hp: 1 }, { hp: 2 }], { framing: "store_var" });
    const [failed] = await results(
      [{ id: "a", bytes }],
      { kind: "set", path: "[1].hp", value: "x" },
      { workers },
    );
    expect(failed).toMatchObject({ code: "wrong-type", path: "[1].hp" });
  });

  test("a text that is no value has no place in the file", async () => {
    await write("a.save", 5);
    const task = { kind: "set", path: "hp", text: "[1, x]" } as const;
    const [result] = await results(join(folder, "in/a.save"), task, { workers });
    expect(result).toMatchObject({ outcome: "failed", code: "bad-text" });
    expect(result?.message).toMatch(/ \(at index \d\)\. .*Line 1, column \d\.$/);
    expect(result).not.toHaveProperty("offset");
  });

  test("takes inputs in memory, and returns their outputs", async () => {
    const bytes = await save(game(3), old);
    const [one, other] = await results(
      [
        { id: "a/b", bytes },
        { id: "a/b", bytes },
      ],
      toGodot4,
      { workers },
    );
    expect((await load(one?.output ?? new Uint8Array())).values).toEqual(gameRead(3));
    expect(other).toMatchObject({ outcome: "failed", code: "same-name" });
  });
});

test.each(["../a", "/etc/a", "a//b", "a/..", "..\\a", "c:\\a", "", "a\0b", ".", "a\ud800"])(
  "writes nothing for the id %j",
  async (id) => {
    const bytes = await save(game(3), old);
    const outDir = join(folder, "out/deep");
    const all = await results([{ id, bytes }], toGodot4, { outDir });
    expect(all).toMatchObject([{ outcome: "failed", code: "unsafe-name" }]);
    expect(readdirSync(folder).sort()).toEqual(["in", "out"]);
    expect(readdirSync(outDir)).toEqual(["report.ndjson"]);
  },
);

test("refuses names that differ only in case, and outputs that replace inputs", async () => {
  const bytes = await save(game(3), old);
  const outDir = join(folder, "out");
  const inputs = ["A.save", "a.SAVE", "ä", "a\u0308"].map((id) => ({ id, bytes }));
  expect(short(await results(inputs, toGodot4, { outDir }))).toEqual([
    ["A.save", "done"],
    ["a.SAVE", "same-name"],
    ["ä", "done"],
    ["a\u0308", "same-name"],
  ]);
  await write("x.save", 1);
  await expect(results(join(folder, "in"), toGodot4, { outDir: join(folder, "in") })).rejects.toThrow(
    /folder for outputs/,
  );
  const here = process.cwd();
  try {
    process.chdir(join(folder, "in"));
    await expect(results({ glob: "*.save" }, toGodot4, { outDir: "." })).rejects.toThrow(
      /folder for outputs/,
    );
  } finally {
    process.chdir(here);
  }
  expect(short(await results(join(folder, "in/x.save"), toGodot4, { outDir: join(folder, "in") }))).toEqual([
    ["/x.save", "own-input"],
  ]);
});

test("never replaces an input that it has not read yet", async () => {
  mkdirSync(join(folder, "in/in"));
  await write("in/z.save", 1);
  const bytes = await write("z.save", 2);
  // The output of in/in/z.save would be in/z.save.
  expect(short(await results(join(folder, "in"), toGodot4, { outDir: folder }))).toEqual([
    ["/in/z.save", "own-input"],
    ["/z.save", "done"],
  ]);
  expect(readFileSync(join(folder, "in/z.save"))).toEqual(Buffer.from(bytes));
  rmSync(join(folder, "report.ndjson"));
  const glob = { glob: join(folder, "in/**/*.save") };
  expect(short(await results(glob, toGodot4, { outDir: folder }))).toEqual([
    ["/in/z.save", "own-input"],
    ["/z.save", "done"],
  ]);
});

test("refuses links that lead into the folder for outputs, by either of its names", async () => {
  mkdirSync(join(folder, "out"));
  symlinkSync("out", join(folder, "other"));
  await write("a.save", 1);
  await write("z.save", 2);
  writeFileSync(join(folder, "out/y.save"), await save(game(3), old));
  symlinkSync("../out/y.save", join(folder, "in/b.save"));
  symlinkSync("../other/y.save", join(folder, "in/c.save"));
  symlinkSync("a.save", join(folder, "in/d.save"));
  expect(short(await results(join(folder, "in"), toGodot4, { outDir: join(folder, "other") }))).toEqual([
    ["/a.save", "done"],
    ["/b.save", "own-input"],
    ["/c.save", "own-input"],
    ["/d.save", "done"],
    ["/z.save", "done"],
  ]);
});

test.each(["file", "stream", "pipe"])("never replaces an input that a list names, a %s", async (kind) => {
  mkdirSync(join(folder, "out"));
  await write("z.save", 1);
  const bytes = await save(game(2), old);
  writeFileSync(join(folder, "out/z.save"), bytes);
  const text = [`${folder}/in/z.save`, `${folder}/out/z.save`, `${folder}/out`, ""].join("\n");
  writeFileSync(join(folder, "list"), text);
  // As a shell makes of `<(cat list)`.
  if (kind === "pipe") spawn("sh", ["-c", "mkfifo pipe; cat list > pipe"], { cwd: folder });
  if (kind === "pipe") await expect.poll(() => existsSync(join(folder, "pipe"))).toBe(true);
  const list = kind === "stream" ? Readable.from([text]) : join(folder, kind === "file" ? "list" : "pipe");
  const all = await results({ list }, toGodot4, { outDir: join(folder, "out") });
  expect(all.map(({ code, outcome }) => code ?? outcome)).toEqual(["own-input", "same-name", "own-input"]);
  expect(readFileSync(join(folder, "out/z.save"))).toEqual(Buffer.from(bytes));
});

test("keeps the report apart from inputs and outputs", async () => {
  await write("a.save", 1);
  await write("report.ndjson", 2);
  expect(short(await results(join(folder, "in"), toGodot4, { outDir: join(folder, "out") }))).toEqual([
    ["/a.save", "done"],
    ["/report.ndjson", "same-name"],
  ]);
  const lines = readFileSync(join(folder, "out/report.ndjson"), "utf8").trim().split("\n");
  expect(lines.length).toBe(3);
  const report = join(folder, "in/own.ndjson");
  const outDir = join(folder, "other");
  expect(short(await results(join(folder, "in"), toGodot4, { outDir, report }))).toEqual([
    ["/a.save", "done"],
    ["/report.ndjson", "done"],
  ]);
});

test("leaves out own outputs, but no other file whose name ends like theirs", async () => {
  await write("a.save", 1);
  await write("b.converted", 2);
  expect(short(await results(join(folder, "in"), toGodot4))).toEqual([
    ["/a.save", "done"],
    ["/b.converted", "done"],
  ]);
  expect(readdirSync(join(folder, "in")).sort()).toEqual([
    "a.save",
    "a.save.converted",
    "b.converted",
    "b.converted.converted",
    "deep",
  ]);
  expect(short(await results(join(folder, "in"), toGodot4))).toEqual([
    ["/a.save", "done"],
    ["/b.converted", "done"],
  ]);
});

describe("a folder that goes away during a run", () => {
  beforeEach(async () => {
    for (let i = 0; i < 100; i++) await write(`deep/${i + 100}.save`, i);
  });

  test.each([
    ["is removed", () => rmSync(join(folder, "out"), { recursive: true })],
    ["is renamed", () => renameSync(join(folder, "out"), join(folder, "other"))],
  ])("ends it if the report is there and %s", async (_, change) => {
    const outDir = join(folder, "out");
    const running = batch(join(folder, "in"), toGodot4, { outDir, workers: 0 })[Symbol.asyncIterator]();
    await running.next();
    change();
    const rest = async () => {
      while (!(await running.next()).done);
    };
    await expect(rest()).rejects.toThrow("moved or removed");
  });

  test("is made again if only outputs were there", async () => {
    const outDir = join(folder, "out");
    const found: BatchResult[] = [];
    for await (const result of batch(join(folder, "in"), toGodot4, { outDir, workers: 0 })) {
      if (found.length === 0) rmSync(join(outDir, "deep"), { recursive: true });
      found.push(result);
    }
    expect(found.filter(({ outcome }) => outcome !== "done")).toEqual([]);
    expect(readdirSync(join(outDir, "deep"))).toContain("199.save");
  });
});

test("leaves out the folder for outputs inside the folder of inputs", async () => {
  await write("a.save", 1);
  const outDir = join(folder, "in/out");
  for (const name of ["report.ndjson", "second.ndjson"])
    expect(
      short(await results(join(folder, "in"), toGodot4, { outDir, report: join(folder, name) })),
    ).toEqual([["/a.save", "done"]]);
});

test("reads and writes names that are not UTF-8", async () => {
  const name = Buffer.from([0x6e, 0xff]);
  const place = (folder: string) => Buffer.concat([Buffer.from(`${folder}/`), name]);
  const bytes = await save(game(3), old);
  writeFileSync(place(join(folder, "in")), bytes);
  const outDir = join(folder, "out");
  expect(short(await results(join(folder, "in"), toGodot4, { outDir, workers: 1 }))).toEqual([
    ["/n\\xff", "done"],
  ]);
  expect((await load(readFileSync(place(outDir)))).values).toEqual(gameRead(3));
});

test.skipIf(process.getuid?.() === 0)("names folders that cannot be read", async () => {
  await write("a.save", 1);
  chmodSync(join(folder, "in/deep"), 0);
  expect(short(await results(join(folder, "in"), { kind: "check" }))).toEqual([
    ["/a.save", "done"],
    ["/deep", "EACCES"],
  ]);
});

test("two runs that write a file at once do not mix their bytes", () => {
  const path = join(folder, "in/a.save.converted");
  const [first, second] = ["first".repeat(1000), "second"].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
  ];
  const whileOther = {
    *[Symbol.iterator]() {
      yield first;
      writeWhole(path, [second], false);
      yield first;
    },
  } as unknown as readonly Uint8Array[];
  expect(() => writeWhole(path, whileOther, false)).toThrow(expect.objectContaining({ code: "EBUSY" }));
  expect(readFileSync(path)).toEqual(second);
  // What a killed run leaves is in nobody's way.
  const temporary = join(folder, `in/.godot-variant-${checksumOf("a.save.converted").slice(0, 16)}.tmp`);
  writeFileSync(temporary, first);
  writeWhole(path, [first], false);
  expect(readFileSync(path)).toEqual(first);
  expect(readdirSync(join(folder, "in"))).toEqual(["a.save.converted", "deep"]);
});

test("refuses inputs with names of files that are being written", async () => {
  const bytes = await save(game(1), old);
  const name = `.godot-variant-${checksumOf("a.save").slice(0, 16)}.tmp`;
  const inputs = [name, name.toUpperCase(), "a.save"].map((id) => ({ id, bytes }));
  const outDir = join(folder, "out");
  expect(short(await results(inputs, toGodot4, { outDir }))).toEqual([
    [name, "unsafe-name"],
    [name.toUpperCase(), "unsafe-name"],
    ["a.save", "done"],
  ]);
  expect(readdirSync(outDir)).toEqual(["a.save", "report.ndjson"]);
});
