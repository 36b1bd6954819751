// The browser code paths: streams of the platform, and libraries where the platform lacks one.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { compress, decompress, load, recoverFile, save, unwrap, wrap } from "../../../js/index.js";
import { bytesOfSample, sampleBytes, samples, secretsOf } from "../container-files.js";
import { rejection } from "../expected-errors.js";
import { hideBrotli, hideCiphers, hideModules, streamsHaveBrotli } from "../platform.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const wrapped = samples.filter(({ kind, mode }) => /GCPF|GDEC|compress/.test(kind) && mode !== 4);

describe("without Node's modules", () => {
  test.each(wrapped.map((sample) => [`${sample.engine}/${sample.file}`, sample] as const))(
    "%s has the same content",
    async (_, sample) => {
      const secrets = secretsOf(sample);
      const expected = await unwrap(bytesOfSample(sample), secrets);
      hideModules();
      expect(await unwrap(bytesOfSample(sample), secrets)).toEqual(expected);
      const written = await wrap(expected.content, expected.layers, secrets);
      vi.restoreAllMocks();
      expect(await unwrap(written, secrets)).toEqual(expected);
    },
  );

  describe("errors", () => {
    beforeEach(() => {
      hideModules();
    });

    test("a wrong password", async () => {
      for (const engine of ["4.6.3", "3.6"]) {
        const error = await rejection(unwrap(sampleBytes(engine, "gdec_pass.bin"), { password: "no" }));
        expect(error.code).toBe("wrong-password");
      }
    });

    test("brotli is unavailable", async () => {
      hideBrotli();
      const error = await rejection(load(sampleBytes("4.6.3", "gcpf_brotli_hand.bin")));
      expect(error.code).toBe("unsupported-compression");
      expect((await rejection(compress(new Uint8Array(4), "brotli"))).code).toBe("unsupported-compression");
    });

    test("there are no streams that decompress", async () => {
      vi.stubGlobal("DecompressionStream", undefined);
      for (const name of ["compress_raw_gzip.bin", "compress_raw_deflate.bin", "gcpf_deflate_small.bin"]) {
        const error = await rejection(load(sampleBytes("4.6.3", name)));
        expect([name, error.code]).toEqual([name, "unsupported-compression"]);
      }
    });

    test("the packages with ciphers are missing", async () => {
      hideCiphers();
      const layer = { container: "gdec", engine: 4 } as const;
      for (const run of [
        () => unwrap(sampleBytes("4.6.3", "gdec_pass.bin"), { password: "hunter2" }),
        () => unwrap(sampleBytes("3.6", "gdec_pass.bin"), { password: "hunter2" }),
        () => recoverFile(sampleBytes("4.6.3", "gdec_pass.bin"), { password: "hunter2" }),
        () => wrap(new Uint8Array(4), [layer], { password: "hunter2" }),
      ]) {
        const error = await rejection(run());
        expect([error.code, error.hint]).toEqual([
          "unsupported-encryption",
          expect.stringContaining("@noble/ciphers and @noble/hashes"),
        ]);
        expect(error.cause).toBeDefined();
      }
    });

    test.each(["zlib", "gzip", "zstd"] as const)("a bomb of %s", async (container) => {
      const bomb = await wrap(new Uint8Array(4_000_000), [{ container }]);
      expect((await rejection(unwrap(bomb, { limits: { decompressedBytes: 1_000_000 } }))).code).toBe(
        "too-large",
      );
    });

    test.each(["deflate", "gzip", "zstd", "brotli"])("a block of %s that is cut", async (name) => {
      if (name === "brotli" && !streamsHaveBrotli()) return;
      const bytes = sampleBytes(
        "4.6.3",
        name === "brotli" ? "gcpf_brotli_hand.bin" : `gcpf_${name}_multi.bin`,
      );
      const cut = bytes.subarray(0, Math.floor(bytes.length * 0.9));
      const here = await unwrap((await recoverFile(cut)).file);
      vi.restoreAllMocks();
      expect(here.content).toEqual((await unwrap((await recoverFile(cut)).file)).content);
    });

    test.each(["deflate", "gzip", "zstd"])("a damaged block of %s", async (name) => {
      const bytes = sampleBytes("4.6.3", `gcpf_${name}_multi.bin`);
      bytes.fill(255, 48, 60);
      expect((await rejection(load(bytes))).code).toBe("bad-container");
    });
  });
});

describe("compress and decompress", () => {
  const content = new TextEncoder().encode("what is said twice is said twice ".repeat(50));
  const compressions = ["fastlz", "deflate", "zstd", "gzip"] as const;

  test.each(compressions)("%s, on both platforms", async (compression) => {
    const here = await compress(content, compression);
    hideModules();
    const there = await compress(content, compression);
    for (const stream of [here, there]) {
      expect(await decompress(stream, compression)).toEqual(content);
      expect(await decompress(stream, compression, { size: content.length })).toEqual(content);
      expect((await rejection(decompress(stream, compression, { size: 1649 }))).code).toMatch(
        /too-large|bad-container/,
      );
    }
    vi.restoreAllMocks();
    for (const stream of [here, there]) expect(await decompress(stream, compression)).toEqual(content);
  });

  test("FastLZ pads short content, and the size removes the padding", async () => {
    const stream = await compress(content.subarray(0, 5), "fastlz");
    expect(await decompress(stream, "fastlz")).toHaveLength(16);
    expect(await decompress(stream, "fastlz", { size: 5 })).toEqual(content.slice(0, 5));
  });

  test("FastLZ of one repeated byte, the shortest possible stream, round-trips", async () => {
    const zeros = new Uint8Array(1_000_000);
    const stream = await compress(zeros, "fastlz");
    expect(zeros.length / stream.length).toBeGreaterThan(200);
    expect(Buffer.compare(await decompress(stream, "fastlz"), zeros)).toBe(0);
  });

  test.each(["deflate", "gzip", "zstd", "brotli"] as const)(
    "%s followed by other bytes is damaged, on both platforms",
    async (compression) => {
      const longer = new Uint8Array([...(await compress(content, compression)), 1, 2, 3]);
      expect((await rejection(decompress(longer, compression))).code).toBe("bad-container");
      if (compression === "brotli" && !streamsHaveBrotli()) return;
      hideModules();
      expect((await rejection(decompress(longer, compression))).code).toBe("bad-container");
    },
  );

  test.each(["3.2.3", "3.6", "4.6.3"])("streams of %s", async (engine) => {
    for (const sample of samples) {
      if (sample.engine !== engine || sample.uncompressed_len === undefined) continue;
      const compression = compressions[sample.mode ?? 0] as (typeof compressions)[number];
      const size = sample.uncompressed_len;
      const made = await decompress(bytesOfSample(sample), compression, { size });
      expect(made).toHaveLength(size);
      if (compression === "fastlz") expect(await compress(made, "fastlz")).toEqual(bytesOfSample(sample));
    }
  });
});

test("zstd files are stored uncompressed without a compressor, and compressed with one", async () => {
  const values = [{ text: "x".repeat(20_000) }];
  const bytes = await save(values, { layers: [{ container: "gcpf", compression: "zstd" }] });
  expect((await load(bytes)).values).toEqual(values);
});
