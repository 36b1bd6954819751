// Calls of `batch` leave their threads to the next call. Nothing of an earlier task may reach a later one.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { BatchInput, BatchOptions, BatchSource, BatchTask } from "../../../js/batch/index.js";
import { encode, encodeFrames, float, save } from "../../../js/index.js";
import { built, living, noteWorkers, results, threads, workers } from "./runs.js";

const top = mkdtempSync(join(tmpdir(), "godot-variant-idle-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

noteWorkers();
afterEach(async () => {
  // The next test starts its own threads.
  await Promise.all(workers.map((worker) => worker.terminate()));
  vi.useRealTimers();
});

/** From then on, threads wait for work until the test says that time has passed. */
const stopTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

const all = (source: BatchSource, task: BatchTask, options: BatchOptions = {}) =>
  results(source, task, { workers: 1, ...options });

const check = { kind: "check" } as const;
const plain = { dialect: "godot-4", framing: "none" } as const;
const badText = Buffer.from(encode("aaaa"));
badText[8] = 0xff;
const secret = readFileSync(new URL("../../fixtures/containers/4.6.3/gdec_pass.bin", import.meta.url));
const inputs: BatchInput[] = [
  { id: "game.save", bytes: encode({ hp: 1, gold: float(2), name: "a", at: [1, 2, 3] }) },
  { id: "other.save", bytes: encode({ hp: 2.5, name: "b", more: { hp: 7 } }) },
  { id: "old.save", bytes: await save([{ hp: 4 }], { dialect: "godot-3", framing: "store_var" }) },
  { id: "frames.save", bytes: encodeFrames([{ hp: 5 }, [1, 2]]) },
  { id: "text.save", bytes: badText },
  { id: "secret.save", bytes: secret },
  { id: "long.save", bytes: encode(new Array(5000).fill("x")) },
  { id: "broken.save", bytes: Buffer.from("no save") },
];

const tasks: [string, BatchTask, BatchOptions?][] = [
  ["convert", { kind: "convert", to: "godot-4" }],
  ["limits", check, { limits: { memory: 20_000 } }],
  ["no limits", check],
  ["a password", check, { password: "hunter2" }],
  ["no password", check],
  ["a wrong password", check, { password: "other" }],
  ["replaced UTF-8", check, { ...plain, badUtf8: "replace" }],
  ["refused UTF-8", check, plain],
  ["other dialect", { kind: "convert", to: "godot-2" }],
  ["set", { kind: "set", path: "hp", value: 9 }],
  ["set text", { kind: "set", path: "name", text: "z" }],
  ["a dialect", check, { dialect: "godot-3", framing: "store_var" }],
  ["recover", { kind: "recover" }],
  ["columns", { kind: "columns", to: "ndjson", select: ["hp", "more.hp"] }],
  ["other columns", { kind: "columns", to: "csv", select: ["name"] }],
  ["JSON", { kind: "json", to: "parquet" }],
];

test("each task in threads that did another one is done as in none", async () => {
  let run = 0;
  const outcome = async ([, task, options]: (typeof tasks)[number], count: number) => {
    const isTable = task.kind === "columns" || task.kind === "json";
    const outDir = isTable ? join(top, String(run++)) : undefined;
    const results = await all(inputs, task, { ...options, ...(outDir && { outDir }), workers: count });
    const files = (outDir === undefined ? [] : readdirSync(outDir)).filter((name) => name.startsWith("part"));
    return {
      results: results.map(({ ms: _, target: __, ...rest }) => rest),
      files: files.map((name) => readFileSync(join(outDir as string, name), "latin1")),
    };
  };
  const expected = new Map<string, unknown>();
  for (const task of tasks) expected.set(task[0], await outcome(task, 0));
  // What is left of an earlier task would be seen: no two tasks have the same results, except for those without any.
  const distinct = new Set(Array.from(expected.values(), (value) => JSON.stringify(value)));
  expect(distinct.size).toBe(tasks.length - 1);
  // Each follows many of the others.
  for (const step of [1, 3, 7, 11])
    for (let i = 0, at = 0; i < tasks.length; i++, at = (at + step) % tasks.length) {
      const task = tasks[at] as (typeof tasks)[number];
      expect([task[0], await outcome(task, 1)]).toEqual([task[0], expected.get(task[0])]);
    }
  expect(workers.length).toBe(1);
});

test("calls at the same time have threads of their own", async () => {
  // The first that ends waits for the others, which a busy machine may hold up.
  stopTime();
  const many = Array.from({ length: 100 }, (_, i) => ({ id: `${i}.save`, bytes: encode({ hp: i }) }));
  const set = (value: number) => ({ kind: "set", path: "hp", value }) as const;
  for (const round of [1, 2]) {
    const runs = await Promise.all([1, 2, 3].map((value) => all(many, set(value))));
    runs.forEach((results, i) => {
      for (const { output } of results) expect(output).toEqual(encode({ hp: i + 1 }));
    });
    expect([round, workers.length]).toEqual([round, 3]);
  }
});

describe("a schema", () => {
  const path = join(top, "schema.mjs");
  const task = { kind: "validate", schema: path } as const;
  const write = (validate: string) =>
    writeFileSync(
      path,
      `export default { "~standard": { version: 1, vendor: "test", validate: (value) => { ${validate} } } };`,
    );
  const one = [{ id: "a.save", bytes: encode({ hp: 1 }) }];

  test("is read again, and leaves nothing to later tasks", async () => {
    await all(one, check);
    write("Object.prototype.toJSON = () => 5; Uint8Array.prototype.subarray = () => 5; return { value };");
    expect(await all(one, task)).toMatchObject([{ outcome: "done" }]);
    write(`return { issues: [{ message: "new" }] };`);
    expect(await all(one, task)).toMatchObject([{ code: "schema-mismatch" }]);
    expect(await all(one, check)).toMatchObject([{ outcome: "done" }]);
    expect(living()).toBe(1);
  });

  test("that kills its thread, or is too slow, leaves no thread", async () => {
    write("process.exit(1);");
    expect(await all(one, task)).toMatchObject([{ code: "worker-died" }]);
    write("for (;;);");
    expect(await all(one, task, { timeout: 10 })).toMatchObject([{ code: "too-slow" }]);
    expect(living()).toBe(0);
    expect(await all(one, check)).toMatchObject([{ outcome: "done" }]);
  });
});

describe("a thread is not kept", () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ id: `${i}.save`, bytes: encode({ hp: i }) }));

  test("when the caller stops or the signal aborts", async () => {
    for await (const _ of threads.batch(many, check, { workers: 2 })) break;
    expect(living()).toBe(0);
    const abort = new AbortController();
    for await (const _ of threads.batch(many, check, { workers: 2, signal: abort.signal })) abort.abort();
    expect(living()).toBe(0);
    expect((await all(many, check)).every(({ outcome }) => outcome === "done")).toBe(true);
  });

  test("when the source or the caller throws", async () => {
    async function* failing() {
      yield* many;
      throw new Error("the source");
    }
    await expect(all(failing(), check)).rejects.toThrow("the source");
    expect(living()).toBe(0);
  });

  test("after a large file", async () => {
    await all([{ id: "large.save", bytes: encode(new Uint8Array(9 * 1024 * 1024)) }], check);
    expect(living()).toBe(0);
  });

  test("after it ended by itself", async () => {
    await all(many, check);
    await workers[0]?.terminate();
    expect((await all(many, check)).every(({ outcome }) => outcome === "done")).toBe(true);
    expect(workers.length).toBe(2);
  });

  test("for longer than a few seconds", async () => {
    stopTime();
    await all(many, check, { workers: 2 });
    expect(living()).toBe(2);
    vi.advanceTimersByTime(2000);
    // Work begins the time anew.
    await all(many, check, { workers: 2 });
    vi.advanceTimersByTime(2000);
    expect([workers.length, living()]).toEqual([2, 2]);
    vi.advanceTimersByTime(2000);
    await Promise.all(
      workers.map((worker) => worker.threadId === -1 || new Promise((end) => worker.once("exit", end))),
    );
    expect(living()).toBe(0);
    await all(many, check);
    expect(workers.length).toBe(3);
  });
});

test("waiting threads do not keep a program alive", () => {
  const program = join(top, "program.mjs");
  // Without time, the threads never end by themselves.
  writeFileSync(
    program,
    `import { batch } from ${JSON.stringify(built)};
    globalThis.setTimeout = () => ({ unref() {} });
    process.on("worker", () => console.log("started"));
    const inputs = [{ id: "a", bytes: Buffer.from([0, 0, 0, 0]) }];
    for (let i = 0; i < 3; i++)
      for await (const { outcome } of batch(inputs, { kind: "check" }, { workers: 1 })) console.log(outcome);`,
  );
  mkdirSync(top, { recursive: true });
  const printed = execFileSync(process.execPath, [program], { encoding: "utf8", timeout: 60_000 });
  expect(printed.trim().split("\n")).toEqual(["started", "done", "done", "done"]);
});

test("a program that node takes from a text has threads, too", () => {
  const source = JSON.stringify([{ id: "a.save", bytes: [...encode({ hp: 1 })] }]);
  const program = `import { batch } from ${JSON.stringify(built)};
    const inputs = ${source}.map(({ id, bytes }) => ({ id, bytes: Uint8Array.from(bytes) }));
    for await (const { outcome, code } of batch(inputs, { kind: "check" }, { workers: 1 })) console.log(code ?? outcome);`;
  const run = (NODE_OPTIONS: string, ...args: string[]) => {
    const env = { ...process.env, NODE_OPTIONS };
    return execFileSync(process.execPath, args, { input: program, encoding: "utf8", env });
  };
  expect(run("", "--input-type=module", "-")).toBe("done\n");
  expect(run("", "--input-type", "module", "--eval", program)).toBe("done\n");
  expect(run("--input-type=module --no-warnings", "-")).toBe("done\n");
  expect(run("--no-warnings --input-type module", "--eval", program)).toBe("done\n");
});
