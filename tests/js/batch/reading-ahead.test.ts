// Sources that are slow, endless, silent or broken, and callers that stop.
import { expect, test } from "vitest";
import { inOrder } from "../../../js/batch/in-order.js";
import { type BatchInput, type BatchOptions, batch } from "../../../js/batch/index.js";
import type { Placed } from "../../../js/batch/output-places.js";
import { refused } from "../../../js/batch/task/failure.js";
import type { Job } from "../../../js/batch/task/job.js";
import type { Pool } from "../../../js/batch/work/threads.js";
import { encode } from "../../../js/index.js";

const toGodot4 = { kind: "convert", to: "godot-4" } as const;
const input = (number: number): BatchInput => ({
  id: `${number}.save`,
  bytes: encode([number], { framing: "store_var", dialect: "godot-3" }),
});

const run = (source: Iterable<BatchInput> | AsyncIterable<BatchInput>, options: BatchOptions = {}) =>
  batch(source, toGodot4, { workers: 0, ...options })[Symbol.asyncIterator]();

/** Inputs without end; counts those that were taken, and notes when it is closed. */
class Endless {
  taken = 0;
  isClosed = false;

  *inputs() {
    try {
      for (;;) yield input(this.taken++);
    } finally {
      this.isClosed = true;
    }
  }

  async *inputsLater() {
    yield* this.inputs();
  }
}

test.each(["inputs", "inputsLater"] as const)(
  "closes the source (%s) when the caller breaks",
  async (kind) => {
    const source = new Endless();
    for await (const { outcome } of batch(source[kind](), toGodot4, { workers: 0 })) {
      expect(outcome).toBe("done");
      break;
    }
    expect(source.isClosed).toBe(true);
  },
);

test("takes no more inputs than fit while the caller is slow", async () => {
  const source = new Endless();
  const results = run(source.inputsLater());
  await results.next();
  for (let i = 0; i < 100; i++) await new Promise(setImmediate);
  const { taken } = source;
  for (let i = 0; i < 100; i++) await new Promise(setImmediate);
  expect(source.taken).toBe(taken);
  expect(taken).toBeLessThan(1000);
  await results.return?.();
});

test("begins no large file of a folder while others fill the memory", async () => {
  const mebibyte = 1 << 20;
  const sizes = [1, 40, 40, 200, 1, 1, 200].map((size) => size * mebibyte);
  const waiting: (() => void)[] = [];
  let working = 0;
  let most = 0;
  const pool: Pool = {
    size: 2,
    run: async (given) => {
      const jobs = given as readonly Job[];
      const bytes = jobs.reduce((sum, { id }) => sum + Number(id), 0);
      working += bytes;
      most = Math.max(most, working);
      await new Promise<void>((resolve) => waiting.push(resolve));
      working -= bytes;
      return jobs.map(({ id }) => ({ result: refused(id, new Error("none")) }));
    },
    close: async () => {},
  };
  async function* folder() {
    yield sizes.map((size): Placed => {
      const found = { id: `${size}`, from: `${size}`, isFile: true, size, name: `${size}` };
      return { found, key: found.id, again: undefined, job: found, problem: undefined };
    });
  }
  const ids: string[] = [];
  const all = (async () => {
    for await (const section of inOrder(folder(), pool, undefined))
      for (const { reply } of section) ids.push(reply.result.id);
  })();
  while (ids.length < sizes.length) {
    await new Promise(setImmediate);
    waiting.shift()?.();
  }
  await all;
  expect(ids).toEqual(sizes.map(String));
  // The largest, and what may be in work beside it.
  expect(most).toBeLessThanOrEqual((200 + 64) * mebibyte);
});

test("begins no other file of a folder after a signal", async () => {
  const stop = new AbortController();
  const size = 200 << 20;
  const begun: string[] = [];
  let finish = () => {};
  const pool: Pool = {
    size: 2,
    run: async (jobs) => {
      begun.push(...(jobs as readonly Job[]).map(({ id }) => id));
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return (jobs as readonly Job[]).map(({ id }) => ({ result: refused(id, new Error("none")) }));
    },
    close: async () => {},
  };
  async function* folder() {
    yield ["a", "b", "c"].map((id): Placed => {
      const found = { id, from: id, isFile: true, size, name: id };
      return { found, key: id, again: undefined, job: found, problem: undefined };
    });
  }
  const all = inOrder(folder(), pool, stop.signal);
  const first = all.next();
  await new Promise(setImmediate);
  stop.abort();
  finish();
  expect((await first).value).toHaveLength(1);
  expect(await all.next()).toEqual({ value: undefined, done: true });
  expect(begun).toEqual(["a"]);
});

test("ends without an error of a source that the signal breaks", async () => {
  const stop = new AbortController();
  async function* source() {
    yield input(0);
    await new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason)));
  }
  const results = run(source(), { signal: stop.signal });
  expect((await results.next()).value).toMatchObject({ id: "0.save" });
  stop.abort();
  await new Promise(setImmediate);
  expect((await results.next()).done).toBe(true);
});

test("gives results while the source has not given all", async () => {
  let giveMore = () => {};
  async function* source() {
    yield input(0);
    yield input(1);
    await new Promise<void>((resolve) => {
      giveMore = resolve;
    });
    yield input(2);
  }
  const results = run(source());
  for (const id of ["0.save", "1.save"]) expect((await results.next()).value).toMatchObject({ id });
  giveMore();
  expect((await results.next()).value).toMatchObject({ id: "2.save" });
  expect((await results.next()).done).toBe(true);
});

test("throws the error of a source after all that came before it", async () => {
  async function* source() {
    for (let i = 0; i < 100; i++) yield input(i);
    throw new Error("The connection is lost.");
  }
  const ids: string[] = [];
  const all = async () => {
    for await (const { id } of batch(source(), toGodot4, { workers: 0 })) ids.push(id);
  };
  await expect(all()).rejects.toThrow("The connection is lost.");
  expect(ids).toEqual(Array.from({ length: 100 }, (_, i) => `${i}.save`));
});

test("stops at a signal although the source is silent", async () => {
  const stop = new AbortController();
  async function* source() {
    yield input(0);
    stop.abort();
    await new Promise(() => {});
  }
  const ids: string[] = [];
  for await (const { id } of batch(source(), toGodot4, { workers: 0, signal: stop.signal })) ids.push(id);
  expect(ids.length).toBeLessThanOrEqual(1);
});

test("does nothing after a signal that came before", async () => {
  const source = new Endless();
  const signal = AbortSignal.abort();
  for await (const _ of batch(source.inputs(), toGodot4, { workers: 0, signal })) expect.unreachable();
  expect(source.taken).toBe(0);
});
