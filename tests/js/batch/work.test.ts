// What is done to files, and to those that cannot be read, change, take too long or kill a thread.
import { spawnSync } from "node:child_process";
import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { BatchTask } from "../../../js/batch/index.js";
import { encode, float, load, save, VariantError } from "../../../js/index.js";
import {
  built,
  folder,
  game,
  gameRead,
  living,
  noteWorkers,
  old,
  results,
  short,
  threads,
  toGodot4,
  useFolders,
  workers,
  write,
} from "./runs.js";

useFolders();

test("checks, validates and recovers", async () => {
  const bytes = await write("a.save", 1);
  writeFileSync(join(folder, "in/b.save"), bytes.subarray(0, bytes.length - 6));
  expect(short(await results(join(folder, "in"), { kind: "check" }))).toEqual([
    ["/a.save", "done"],
    ["/b.save", "bad-container"],
  ]);
  const schema = join(folder, "schema.mjs");
  writeFileSync(
    schema,
    `export default { "~standard": { version: 1, vendor: "test", validate: (value) =>
      value.hp === 1 ? { value } : { issues: [{ message: "hp", path: ["hp"] }] } } };`,
  );
  await write("c.save", 2);
  for (const workers of [0, 1])
    expect(short(await results(join(folder, "in"), { kind: "validate", schema }, { workers }))).toEqual([
      ["/a.save", "done"],
      ["/b.save", "bad-container"],
      ["/c.save", "schema-mismatch"],
    ]);
  const [, recovered] = await results(
    join(folder, "in"),
    { kind: "recover" },
    { outDir: join(folder, "out") },
  );
  expect(recovered).toMatchObject({ outcome: "done", losses: expect.any(Number) });
  expect(recovered?.losses).toBeGreaterThan(0);
});

test("counts what a dialect does not keep of a value that is set", async () => {
  const bytes = encode({ hp: float(1) }, { dialect: "godot-2", framing: "store_var" });
  writeFileSync(join(folder, "in/old.save"), bytes);
  const set = (text: string) =>
    results(
      join(folder, "in"),
      { kind: "set", path: "hp", text },
      { outDir: join(folder, `out ${text}`), dialect: "godot-2" },
    );
  expect(await set("0.1")).toMatchObject([{ outcome: "done", losses: 1 }]);
  expect(await set("0.5")).toMatchObject([{ outcome: "done", losses: 0 }]);
});

test("refuses inputs beyond the limit before it reads them", async () => {
  await write("a.save", 1);
  const limits = { inputBytes: 10 };
  expect(await results(join(folder, "in"), { kind: "check" }, { limits })).toMatchObject([
    { code: "too-large", bytesIn: 0 },
  ]);
});

test.each([
  ["for (;;);", { timeout: 10 }],
  ["return new Promise(() => {});", { timeout: 10 }],
])("ends a schema that does not: %s", async (endless, options) => {
  for (let i = 0; i < 5; i++) await write(`${i}.save`, i);
  const schema = join(folder, "schema.mjs");
  const validate = `(value) => { if (value.hp === 3) { ${endless} } return { value }; }`;
  writeFileSync(
    schema,
    `export default { "~standard": { version: 1, vendor: "test", validate: ${validate} } };`,
  );
  const all = await results(join(folder, "in"), { kind: "validate", schema }, { workers: 1, ...options });
  // On a busy machine, others may take as long.
  expect(all.length).toBe(5);
  expect(all[3]).toMatchObject({ outcome: "failed", code: "too-slow" });
});

test("names the file that kills a worker, and does the others", async () => {
  for (let i = 0; i < 20; i++) await write(`${String(i).padStart(2, "0")}.save`, i);
  const schema = join(folder, "schema.mjs");
  // In a worker, this ends the thread only, as too little memory does.
  writeFileSync(
    schema,
    `export default { "~standard": { version: 1, vendor: "test", validate: (value) =>
      value.hp === 5 ? process.exit(1) : { value } } };`,
  );
  const all = await results(join(folder, "in"), { kind: "validate", schema }, { workers: 2 });
  expect(all.length).toBe(20);
  expect(short(all).filter(([, outcome]) => outcome !== "done")).toEqual([["/05.save", "worker-died"]]);
});

describe("ends all threads", () => {
  noteWorkers();
  const ended = async () => {
    await new Promise(setImmediate);
    return workers.length > 0 && living() === 0;
  };

  test("when the caller stops, and starts no others", async () => {
    for (let i = 0; i < 200; i++) await write(`${i}.save`, i);
    for await (const _ of threads.batch(join(folder, "in"), { kind: "check" }, { workers: 2 })) break;
    expect(await ended()).toBe(true);
  });

  test("and continues the program, also if a thread replies while it ends", () => {
    const program = join(folder, "program.mjs");
    writeFileSync(
      program,
      `import { batch } from ${JSON.stringify(built)};
      process.on("worker", (worker) => {
        const { terminate } = worker;
        worker.terminate = () => {
          const ended = terminate.call(worker);
          worker.emit("message", { replies: [] });
          return ended;
        };
      });
      const inputs = Array.from({ length: 100 }, (_, i) => ({ id: String(i), bytes: Buffer.from([0, 0, 0, 0]) }));
      for await (const _ of batch(inputs, { kind: "check" }, { workers: 1 })) break;
      console.log("after");`,
    );
    expect(spawnSync(process.execPath, [program], { encoding: "utf8" }).stdout).toBe("after\n");
  });

  test("also those whose task cannot be prepared", async () => {
    for (let i = 0; i < 200; i++) await write(`${i}.save`, i);
    const schema = join(folder, "schema.mjs");
    writeFileSync(schema, "export default 5;");
    const task = { kind: "validate", schema } as const;
    await expect(results(join(folder, "in"), task, { workers: 2 })).rejects.toThrow("Standard Schema");
    expect(await ended()).toBe(true);
  });
});

test("says that an output cannot be written, and continues with the next file", async () => {
  await write("a.save", 1);
  const all = await results(join(folder, "in"), toGodot4, {
    outDir: join(folder, "out"),
    report: join(folder, "r"),
  });
  expect(short(all)).toEqual([["/a.save", "done"]]);
  rmSync(join(folder, "out/a.save"));
  mkdirSync(join(folder, "out/a.save"));
  await write("b.save", 2);
  const again = await results(join(folder, "in"), toGodot4, {
    outDir: join(folder, "out"),
    report: join(folder, "s"),
  });
  expect(short(again)).toEqual([
    ["/a.save", "EISDIR"],
    ["/b.save", "done"],
  ]);
  expect(readdirSync(join(folder, "out")).sort()).toEqual(["a.save", "b.save"]);
});

describe("a file that somebody writes while it is read", () => {
  const { readSync } = fs;
  afterEach(() => {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  });

  /** Changes the file after each of some reads of it, while it is still open. */
  function whileRead(times: number, change: (bytes: Uint8Array) => Uint8Array): void {
    const path = join(folder, "in/a.save");
    let bytes: Uint8Array = readFileSync(path);
    let done = 0;
    fs.readSync = ((...given: Parameters<typeof readSync>) => {
      const count = readSync(...given);
      const isInput = fs.fstatSync(given[0]).ino === fs.statSync(path).ino;
      if (isInput && done++ < times) {
        bytes = change(bytes);
        writeFileSync(path, bytes);
        // Two writes may fall into one tick of the file system's clock.
        fs.utimesSync(path, done, done);
      }
      return count;
    }) as typeof readSync;
    syncBuiltinESMExports();
  }

  const changes: [string, (bytes: Uint8Array) => Uint8Array][] = [
    ["grows", (bytes) => Buffer.concat([bytes, bytes])],
    ["shrinks", (bytes) => bytes.subarray(0, bytes.length - 4)],
    ["has other bytes of the same number", (bytes) => bytes.map((byte) => byte ^ 1)],
  ];

  test.each(changes)("fails if it %s twice", async (_, change) => {
    await write("a.save", 1);
    whileRead(2, change);
    const all = await results(join(folder, "in"), toGodot4, { outDir: join(folder, "out") });
    expect(short(all)).toEqual([["/a.save", "changed"]]);
    expect(readdirSync(join(folder, "out"))).toEqual(["report.ndjson"]);
  });

  test("is read again if it is replaced once", async () => {
    await write("a.save", 1);
    const other = await save(game(2), old);
    whileRead(1, () => other);
    await results(join(folder, "in"), toGodot4, { outDir: join(folder, "out") });
    expect((await load(readFileSync(join(folder, "out/a.save")))).values).toEqual(gameRead(2));
  });
});

test.each<[object, object, RegExp]>([
  [{ kind: "checks" }, {}, /does not know the task checks/],
  [{ kind: "convert", to: "godot-9" }, {}, /unknown-dialect/],
  [{ kind: "convert" }, {}, /convert needs to/],
  [{ kind: "columns", to: "csv" }, {}, /columns needs select/],
  [{ kind: "columns", to: "ndjson", select: "hp" }, {}, /columns needs select/],
  [{ kind: "columns", to: "ndjson", select: [5] }, {}, /columns needs select/],
  [{ kind: "set", path: "hp" }, {}, /set needs text or value/],
  [{ kind: "set", text: "5" }, {}, /set needs path/],
  [{ kind: "validate" }, {}, /validate needs schema/],
  [{ kind: "validate", schema: {} }, {}, /validate needs schema/],
  [{ kind: "check" }, { dialect: "godot-9" }, /unknown-dialect/],
  [{ kind: "json", to: "xml" }, {}, /one of ndjson, parquet, csv, not xml/],
  [{ kind: "check" }, { outdir: "out" }, /no option outdir\. Did you mean outDir/],
  [{ kind: "check" }, { workers: -1 }, /workers must be a whole number/],
  [{ kind: "check" }, { workers: 1.5 }, /workers must be a whole number/],
  [{ kind: "check" }, { timeout: Number.NaN }, /timeout must be more than 0/],
  [{ kind: "check" }, { limits: { inputByte: 1 } }, /no limit inputByte/],
  [{ kind: "check" }, { limits: { inputBytes: -1 } }, /inputBytes must be/],
  [{ kind: "check" }, { framing: "frames" }, /framing must be one of/],
  [{ kind: "json", to: "csv" }, { partitionBytes: Number.NaN }, /partitionBytes must be/],
  [{ kind: "json", to: "csv" }, { partitionName: "../part" }, /partitionName must be/],
])("refuses %j with %o before it begins", async (task, options, message) => {
  await write("a.save", 1);
  const outDir = join(folder, "out");
  const run = results(join(folder, "in"), task as BatchTask, { outDir, ...options });
  await expect(run).rejects.toThrow(message);
  await expect(run).rejects.toThrow(message.source === "unknown-dialect" ? VariantError : TypeError);
  expect(readdirSync(folder)).toEqual(["in"]);
});

test("limits the time of files, not that of the table", async () => {
  await write("a.save", 1);
  const outDir = join(folder, "out");
  // No thread starts in a millisecond. One that runs already may be done with the file.
  const options = { outDir, workers: 1, timeout: 1 };
  const all = await results(join(folder, "in"), { kind: "json", to: "csv" }, options);
  expect(all.map(({ code }) => code ?? "too-slow")).toEqual(["too-slow"]);
  expect(readFileSync(join(outDir, "part-00000.csv"), "utf8")).toMatch(/^id,frame,value\r\n/);
});

test("gives files all the time that a long timeout allows", async () => {
  await write("a.save", 1);
  for (const timeout of [2 ** 31, Number.POSITIVE_INFINITY])
    expect(short(await results(join(folder, "in"), { kind: "check" }, { workers: 1, timeout }))).toEqual([
      ["/a.save", "done"],
    ]);
});
