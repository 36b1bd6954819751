// Long work holds no more memory at its end than half-way through. The amount of work is fixed; how long it takes
// decides nothing.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("loads.mjs", import.meta.url));

/** What a text of at most 100 bytes may hold: the part of the pool that it was cut from (js/wasm/pooled-texts.ts), and itself. */
const bytesPerText = (32 + 4) * 1024;
const noise = 4 * 1024 * 1024;

test.each([
  ["10 million packets of changing shapes", "packets", 10_000_000, 0],
  ["1 million different keys", "keys", 10_000, 0],
  ["200 decodes of 10 MB, of each of which one text is kept", "texts", 200, 0],
  ["20 000 documents that are edited", "documents", 20_000, 0],
  ["16 threads with 20 000 packets each", "packets", 20_000, 16],
])("memory stays flat over %s", async (_, load, turns, threads) => {
  const node = ["--expose-gc", program, load, String(turns), String(threads)];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  const results: { sizes: number[]; kept: number }[] = JSON.parse(stdout);
  expect(results).toHaveLength(Math.max(threads, 1));
  for (const { sizes, kept } of results) {
    expect(sizes).toHaveLength(10);
    const [halfway = 0, last = 0] = [sizes[4], sizes[9]];
    expect(last - halfway, JSON.stringify(sizes)).toBeLessThanOrEqual(noise + kept * bytesPerText);
  }
});
