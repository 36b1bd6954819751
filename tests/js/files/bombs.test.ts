// Files that grow when they are decompressed: docs/SECURITY.md, "Limits".
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Layer } from "../../../js/index.js";
import {
  compress,
  decompress,
  encode,
  encodeFrames,
  load,
  openFile,
  unwrap,
  wrap,
} from "../../../js/index.js";
import { keep, takeCodec } from "../../../js/wasm/codec-instance.js";
import { rejection } from "../expected-errors.js";

/** A GCPF file of Brotli; 994 bytes hold 512 MB. */
async function brotliBomb(): Promise<Uint8Array<ArrayBuffer>> {
  const block = await compress(new Uint8Array(1 << 24), "brotli");
  const last = await compress(new Uint8Array(0), "brotli");
  const words = new Uint32Array([
    0x46504347,
    4,
    1 << 24,
    2 ** 29,
    ...new Array(32).fill(block.length),
    last.length,
  ]);
  const blocks = Array.from({ length: 32 }, () => [...block]).flat();
  return Uint8Array.of(...new Uint8Array(words.buffer), ...blocks, ...last);
}

/** Memory that the codec needed so far; it starts anew when an instance is dropped. */
function codecMemory(): number {
  const codec = takeCodec();
  keep(codec);
  return codec.memory;
}

describe("the limit", () => {
  test("grows with the file, and its error says what to set", async () => {
    const bomb = await brotliBomb();
    for (const read of [load, openFile, unwrap]) {
      const error = await rejection(read(bomb));
      expect(error.code).toBe("too-large");
      expect(error.hints).toMatchObject([
        { code: "raise-limit-to", args: ["decompressedBytes", 8 << 20, 2 ** 29] },
      ]);
    }
  });

  test("holds for a match of more bytes than 32 bits count", async () => {
    // A literal, and a match of 2^32 + 7 bytes.
    const stream = new Uint8Array(16_843_008 + 5).fill(255);
    stream.set([0x20, 0x41, 0xe0]);
    stream.set([254, 0], stream.length - 2);
    await expect(decompress(stream, "fastlz")).rejects.toThrow("bad-container");
  });

  test("counts all layers", async () => {
    const twice = await wrap(new Uint8Array(5 << 20), [{ container: "gzip" }, { container: "zlib" }]);
    const inner = await decompress(twice, "gzip");
    const [hint] = (await rejection(unwrap(twice, { limits: { decompressedBytes: inner.length + 100 } })))
      .hints;
    expect(hint?.args[1]).toBe(inner.length + 100);
  });

  test.each<Layer>([
    { container: "gcpf", compression: "deflate" },
    { container: "gcpf", compression: "gzip" },
    { container: "gcpf", compression: "fastlz" },
  ])("does not refuse the map of an empty world: $compression", async (layer) => {
    const map = { tiles: new Int32Array(5_000_000), name: "empty" };
    const file = await wrap(encodeFrames([map]), [layer]);
    const [value] = (await load(file)).values as (typeof map)[];
    expect([value?.tiles.length, value?.name]).toEqual([5_000_000, "empty"]);
  });

  test("that the caller gives always counts", async () => {
    const zeros = new Uint8Array(40 << 20);
    const file = gzipSync(zeros);
    expect((await rejection(unwrap(file))).code).toBe("too-large");
    const limits = { decompressedBytes: zeros.length };
    expect((await unwrap(file, { limits })).content).toHaveLength(zeros.length);
  });
});

describe("content that cannot be a value is not decompressed to the end", () => {
  const zeros = new Uint8Array(100 << 20);
  const limits = { decompressedBytes: zeros.length };

  test.each<Layer>([
    { container: "gzip" },
    { container: "zlib" },
    { container: "gcpf", compression: "deflate" },
    { container: "gcpf", compression: "deflate", blockSize: 1 << 20 },
  ])("%j", async (layer) => {
    const file = await wrap(zeros, [layer]);
    const before = codecMemory();
    for (const read of [load, openFile]) {
      const error = await rejection(read(file, { limits }));
      expect(error.code).toBe("bad-container");
      expect(error.hints[0]).toMatchObject({ code: "inside-layers", args: [layer.container] });
    }
    expect(codecMemory() - before).toBeLessThan(30 << 20);
  });

  test("values of every framing are read to the end", async () => {
    const value = { text: "x".repeat(3 << 20), rest: [1, 2, 3] };
    for (const dialect of ["godot-4", "godot-3", "godot-2"] as const) {
      for (const framing of ["none", "store_var", "store_var_big_endian"] as const) {
        const content =
          framing === "none" ? encode(value, { dialect }) : encodeFrames([1, value], { dialect, framing });
        const file = await wrap(content, [{ container: "gzip" }]);
        expect((await load(file)).values.at(-1)).toEqual(value);
      }
    }
  });

  test("a known kind of file is named", async () => {
    const file = await wrap(new TextEncoder().encode(`{"a": "${"x".repeat(2 << 20)}"}`), [
      { container: "gzip" },
    ]);
    expect((await rejection(load(file))).hint).toContain("JSON");
  });
});
