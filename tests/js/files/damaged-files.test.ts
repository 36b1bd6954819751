// Damaged files give their value or a clear error, quickly and with little memory.
import { describe, expect, test } from "vitest";
import {
  convertFile,
  encodeFrames,
  type LoadOptions,
  load,
  openFile,
  scanFrames,
  VariantError,
  type Warning,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";
import { generator } from "../stream-sources.js";

/** Files of every kind, and the options to open them. */
const kinds: readonly (readonly [string, string, LoadOptions])[] = [
  ["4.6.3", "gcpf_fastlz_multi.bin", {}],
  ["4.6.3", "gcpf_deflate_multi.bin", {}],
  ["4.6.3", "gcpf_zstd_multi.bin", {}],
  ["4.6.3", "gcpf_gzip_multi.bin", {}],
  ["4.6.3", "gcpf_brotli_hand.bin", {}],
  ["4.6.3", "compress_raw_fastlz.bin", {}],
  ["4.6.3", "compress_raw_deflate.bin", {}],
  ["4.6.3", "compress_raw_zstd.bin", {}],
  ["4.6.3", "compress_raw_gzip.bin", {}],
  ["4.6.3", "gdec_pass.bin", { password: "hunter2" }],
  ["3.6", "gdec_pass.bin", { password: "hunter2" }],
  ["4.6.3", "gdec_of_gcpf_zstd.bin", { password: "hunter2" }],
  ["4.6.3", "gdec_of_compress_raw_zstd.bin", { password: "hunter2" }],
  ["4.6.3", "variant_to_base64_all.txt", {}],
  ["4.6.3", "export_project.binary", {}],
  ["4.6.3", "several_vars.bin", {}],
  ["4.6.3", "mixed.bin", {}],
  ["3.6", "store_var_big_endian.bin", {}],
  ["3.6", "debugger_stream.bin", {}],
];

function changed(bytes: Uint8Array, at: number, byte: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  copy[at] = byte;
  return copy;
}

const mutations: readonly ((
  bytes: Uint8Array<ArrayBuffer>,
  random: (below: number) => number,
) => Uint8Array<ArrayBuffer>)[] = [
  (bytes, random) => changed(bytes, random(bytes.length), random(256)),
  (bytes, random) => changed(bytes, random(Math.min(bytes.length, 64)), random(256)),
  (bytes, random) => bytes.slice(0, random(bytes.length)),
  (bytes, random) => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(
      random(Math.min(16, copy.length / 4)) * 4,
      [0, 1, 0x7fffffff, 0xffffffff][random(4)] as number,
      true,
    );
    return copy;
  },
  (bytes, random) => new Uint8Array([...bytes, ...Array.from({ length: 1 + random(9) }, () => random(256))]),
];

const clear =
  /^(bad-|unexpected-end|unknown-type|trailing|too-|wrong-password|password-required|unsupported-|object|not-in)/;

describe.each(kinds)("%s/%s", (engine, file, options) => {
  test("reads or rejects a hundred damaged copies", async () => {
    const bytes = sampleBytes(engine, file);
    const random = generator(file.length * 7919 + engine.length);
    const limits = { decompressedBytes: 1 << 20 };
    for (let i = 0; i < 100; i++) {
      const mutate = mutations[i % mutations.length] as (typeof mutations)[number];
      const mutated = mutate(bytes, random);
      try {
        const { values } = await load(mutated, { ...options, limits });
        expect(Array.isArray(values)).toBe(true);
      } catch (error) {
        if (!(error instanceof VariantError)) throw error;
        expect(error.code).toMatch(clear);
      }
    }
  });
});

/** Where a checksum covers the content, a changed byte never changes a value. */
const checked = kinds.filter(([, file]) => /gcpf_(deflate|gzip)|raw_(deflate|gzip)|gdec_pass/.test(file));
test.each(checked)("%s/%s: detects every changed byte of the content", async (engine, file, options) => {
  const bytes = sampleBytes(engine, file);
  const values = JSON.stringify((await load(bytes, options)).values);
  const random = generator(file.length);
  for (let i = 0; i < 100; i++) {
    const at = 48 + random(bytes.length - 52);
    const mutated = changed(bytes, at, (bytes[at] as number) ^ (1 << random(8)));
    try {
      const loaded = await load(mutated, options);
      expect(JSON.stringify(loaded.values)).toBe(values);
    } catch (error) {
      if (!(error instanceof VariantError)) throw error;
      expect(error.code).toMatch(clear);
    }
  }
});

test("errors of all functions on files count from the beginning of the content", async () => {
  const damaged = encodeFrames([5, [true, true]], { framing: "store_var" });
  // The first frame has 4 + 8 bytes. In the second, a length of 4 bytes, the header and the size of the array, and an element come first.
  const element = 12 + 4 + 8 + 8;
  damaged[element] = 0x7e;
  const framing = "store_var" as const;
  const calls = [
    load(damaged, { framing }),
    openFile(damaged, { framing }),
    convertFile(damaged, { framing, to: "godot-3" }),
  ];
  const errors = await Promise.all(
    calls.map((call) => call.catch(({ cause }) => [cause.code, cause.offset])),
  );
  expect(errors).toEqual(Array(3).fill(["unknown-type", element]));
});

describe("a damaged value between others", () => {
  const values = [
    [1, { a: 1 }, "ok"],
    [{ hp: 3 }, 0.5, { n: [] }],
    [7, ["x", "y"], { b: 2 }, null],
  ];

  /** The codes of the warnings, or of the error. */
  async function heardFrom(file: Uint8Array, options: LoadOptions) {
    const heard: string[] = [];
    const onWarning = ({ code, offset }: Warning) => heard.push(`${code} ${offset}`);
    const found = await load(file, { ...options, onWarning }).catch(({ code }) => code as string);
    return { found, heard };
  }

  test("is never left out without a warning", async () => {
    let hidden = 0;
    for (const given of values) {
      const file = encodeFrames(given);
      for (let at = 0; at < file.length; at++) {
        for (const bit of [1, 16, 128]) {
          const { found, heard } = await heardFrom(changed(file, at, (file[at] as number) ^ bit), {});
          if (typeof found === "string" || found.framing !== "mixed") continue;
          expect(found.values.length).toBeLessThan(given.length);
          expect(heard.map((text) => text.split(" ")[0])).toContain("bytes-between");
          hidden++;
        }
      }
    }
    expect(hidden).toBeGreaterThan(0);
  });

  test.each([
    ["4.6.3", undefined],
    ["3.6", undefined],
    ["3.6", "godot-3"],
  ] as const)("is what data between frames may be, in the file of %s in %s", async (engine, dialect) => {
    const file = sampleBytes(engine, "mixed.bin");
    const first = scanFrames(file).gaps[0]?.offset;
    const expected = [`bytes-between ${first}`];
    expect((await heardFrom(file, { dialect })).heard).toEqual(expected);
    expect((await heardFrom(file, { dialect, framing: "mixed" })).heard).toEqual([]);
    const codes: string[] = [];
    const onWarning = ({ code, offset }: Warning) => codes.push(`${code} ${offset}`);
    await openFile(file, { dialect, onWarning });
    expect(codes.splice(0)).toEqual(expected);
    await convertFile(file, { dialect, to: "godot-4", onWarning });
    expect(codes).toEqual(expected);
  });
});
