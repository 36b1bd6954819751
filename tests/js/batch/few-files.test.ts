// Few and small files are done by the calling thread.
import { expect, test } from "vitest";
import { areBounded, FewFirst } from "../../../js/batch/work/few-files.js";
import type { AnyJob, Pool } from "../../../js/batch/work/threads.js";
import { encode } from "../../../js/index.js";

const settings = { task: { kind: "check" }, read: { limits: {} }, fsync: false } as const;
const job = (id: string, from = encode(1)): AnyJob => ({ id, from, isFile: false });

/** A pool whose threads are given jobs, and the ids of these jobs. */
function counted() {
  const given: string[] = [];
  const threads: Pool = {
    size: 3,
    run: async (jobs) => {
      for (const one of jobs) given.push((one as { id: string }).id);
      return [];
    },
    close: async () => {},
  };
  return { given, pool: new FewFirst(settings, threads) };
}

test("until they are many, in whatever groups they come", async () => {
  const { given, pool } = counted();
  const done: string[] = [];
  for (let i = 0; i < 6; i++)
    for (const { result } of await pool.run([job(`${i}a`), job(`${i}b`)])) done.push(result.id);
  expect(done).toEqual(["0a", "0b", "1a", "1b", "2a", "2b", "3a", "3b"]);
  expect(given).toEqual(["4a", "4b", "5a", "5b"]);
  expect(pool.size).toBe(3);
});

test("until they are large together", async () => {
  const { given, pool } = counted();
  const large = encode("x".repeat(40_000));
  for (const id of ["a", "b", "c"]) await pool.run([job(id, large)]);
  expect(given).toEqual(["b", "c"]);
});

test("unless one may decompress to much, run a program, or take too long", () => {
  expect(areBounded(settings)).toBe(true);
  expect(areBounded({ ...settings, read: { limits: { decompressedBytes: 1e9 } } })).toBe(false);
  expect(areBounded({ ...settings, timeout: 1000 })).toBe(false);
  expect(areBounded({ ...settings, task: { kind: "validate", schema: "schema.mjs" } })).toBe(false);
});
