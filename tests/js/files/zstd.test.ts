// Zstandard where the platform has none: the sizes and checksums of a stream are verified, whatever it claims.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decompress, unwrap } from "../../../js/index.js";
import { rejection } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";
import { hideModules } from "../platform.js";

beforeEach(hideModules);
afterEach(() => vi.restoreAllMocks());

/** "what is said twice is said twice " × 20, by the command line tool zstd 1.5.4: with a checksum. */
const checked = fromHex(
  "28b52ffd649401e500009077686174206973207361696420747769636502007088aa80e86618c52c0d7a",
);
const content = new TextEncoder().encode("what is said twice is said twice ".repeat(20));

/** The same from a pipe, so that the frame does not give its size: `zstd -c < FILE`. */
const piped = fromHex("28b52ffd0458e500009077686174206973207361696420747769636502007088aa80e86618c52c0d7a");

test("a stream with a checksum", async () => {
  expect(await decompress(checked, "zstd")).toEqual(content);
});

// Godot 4.6.3 reads these streams, too, if it is told the size of the content.
describe.each([true, false])("a frame without a size, without modules: %s", (isHidden) => {
  beforeEach(() => void (isHidden || vi.restoreAllMocks()));

  test("the content is read", async () => {
    expect(await decompress(piped, "zstd")).toEqual(content);
    expect(await decompress(piped, "zstd", { size: content.length })).toEqual(content);
    const { layers, content: unwrapped } = await unwrap(piped);
    expect({ layers, unwrapped }).toEqual({
      layers: [{ container: "zstd", sizeBytes: 0 }],
      unwrapped: content,
    });
  });

  test("the limit is exact", async () => {
    const limits = { decompressedBytes: content.length };
    expect(await decompress(piped, "zstd", { limits })).toEqual(content);
    limits.decompressedBytes--;
    expect((await rejection(decompress(piped, "zstd", { limits }))).code).toBe("too-large");
  });

  test("a cut is noticed at every byte", async () => {
    for (let end = 0; end < piped.length; end++)
      expect((await rejection(decompress(piped.subarray(0, end), "zstd"))).code).toBe("bad-container");
  });
});

test.each([
  ["without a size", piped, true],
  ["with a size", checked, true],
  ["without a size", piped, false],
])("a frame %s and another one behind it are both read and verified", async (_, first, isHidden) => {
  if (!isHidden) vi.restoreAllMocks();
  const frames = Uint8Array.of(...first, ...checked);
  expect(await decompress(frames, "zstd")).toEqual(Uint8Array.of(...content, ...content));
  for (let end = first.length + 1; end < frames.length; end++)
    expect((await rejection(decompress(frames.subarray(0, end), "zstd"))).code).toBe("bad-container");
});

test("no flipped bit gives another content", async () => {
  for (let bit = 0; bit < checked.length * 8; bit++) {
    const flipped = checked.slice();
    (flipped[bit >> 3] as number) ^= 1 << (bit & 7);
    const result = await decompress(flipped, "zstd").catch((error) => error.code);
    if (typeof result !== "string") expect(result).toEqual(content);
    else expect(result).toMatch(/bad-container|too-large/);
  }
});

test("a stream that is cut anywhere is damaged", async () => {
  for (let size = 0; size < checked.length; size++) {
    expect((await rejection(decompress(checked.subarray(0, size), "zstd"))).code).toBe("bad-container");
  }
});

test("streams that were damaged, or too large to keep the decoder, leave nothing behind", async () => {
  const half = checked.subarray(0, checked.length >> 1);
  const zeros = 30_000_000;
  for (let turn = 0; turn < 3; turn++) {
    expect((await rejection(decompress(half, "zstd"))).code).toBe("bad-container");
    expect((await rejection(decompress(checked, "zstd", { limits: { decompressedBytes: 5 } }))).code).toBe(
      "too-large",
    );
    expect(await decompress(checked, "zstd", { limits: { decompressedBytes: zeros } })).toEqual(content);
  }
});

test("bytes after the stream", async () => {
  const error = await rejection(decompress(new Uint8Array([...checked, 0]), "zstd"));
  expect(error.code).toBe("bad-container");
});

describe("a declared size", () => {
  /** A frame of one block that holds 16 zeros, with a size of four bytes. */
  const frame = (size: number, block: string) => {
    const bytes = fromHex(`28b52ffda0${"00000000"}${block}`);
    new DataView(bytes.buffer).setUint32(5, size, true);
    return bytes;
  };
  const sixteenZeros = "83000000"; // the last block, of one byte repeated 16 times

  test("that is right", async () => {
    expect(await decompress(frame(16, sixteenZeros), "zstd")).toEqual(new Uint8Array(16));
  });

  test.each([0, 1, 15, 17, 100_000, 250_000_000, 2 ** 32 - 2])("that is wrong: %d", async (size) => {
    const error = await rejection(decompress(frame(size, sixteenZeros), "zstd"));
    expect(error.code).toMatch(/bad-container|too-large/);
  });
});

test.each([true, false])("300 MB, without modules: %s", async (isHidden) => {
  if (!isHidden) vi.restoreAllMocks();
  const blocks = 2400;
  const bytes = new Uint8Array(9 + blocks * 4);
  const view = new DataView(bytes.buffer);
  bytes.set(fromHex("28b52ffda0"));
  view.setUint32(5, blocks << 17, true);
  for (let i = 0; i < blocks; i++) {
    view.setUint32(9 + i * 4, ((1 << 17) << 3) | 2 | (i === blocks - 1 ? 1 : 0), true);
    bytes[12 + i * 4] = 7;
  }
  const made = await decompress(bytes, "zstd", { limits: { decompressedBytes: 2 ** 31 - 1 } });
  expect([made.length, made[0], made.at(-1)]).toEqual([blocks << 17, 7, 7]);
});
