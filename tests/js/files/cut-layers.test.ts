// Files that are cut inside a compressed, encrypted or base64 layer. The expected values are those of the whole file.
import { describe, expect, test } from "vitest";
import {
  type Layer,
  type LoadOptions,
  load,
  type RecoveredFile,
  recoverFile,
  save,
  unwrap,
  type Variant,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";
import { rejection } from "../expected-errors.js";

const files: readonly (readonly [engine: string, file: string, LoadOptions])[] = [
  ...["3.6", "4.6.3"].flatMap((engine) =>
    ["deflate", "gzip", "zstd", "fastlz"].flatMap((method): [string, string, LoadOptions][] => [
      [engine, `gcpf_${method}_three_vars.bin`, {}],
      [engine, `gcpf_${method}_multi.bin`, {}],
      ...(method === "fastlz"
        ? []
        : [[engine, `compress_raw_${method}.bin`, {}] as [string, string, LoadOptions]]),
    ]),
  ),
  ["4.6.3", "gcpf_brotli_hand.bin", {}],
  ["4.6.3", "gdec_pass.bin", { password: "hunter2" }],
  ["3.6", "gdec_pass.bin", { password: "hunter2" }],
  ["4.6.3", "gdec_of_gcpf_zstd.bin", { password: "hunter2" }],
  ["4.6.3", "gdec_of_compress_raw_zstd.bin", { password: "hunter2" }],
  ["4.6.3", "variant_to_base64_all.txt", {}],
  ["3.6", "variant_to_base64_all.txt", {}],
];

/** Whether a value is the beginning of another: as it is, or a container, text or array without what follows. */
function begins(part: Variant, whole: Variant): boolean {
  if (JSON.stringify(part, printed) === JSON.stringify(whole, printed)) return true;
  const [a, b] = [entriesOf(part), entriesOf(whole)];
  if (a === undefined || b === undefined) return part === null;
  return a.length <= b.length && a.every((one, i) => begins(one as Variant, b[i] as Variant));
}

const printed = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);

function entriesOf(value: unknown): unknown[] | undefined {
  if (typeof value === "string" || value === null || typeof value !== "object") return undefined;
  if (Symbol.iterator in value) return [...(value as Iterable<unknown>)];
  return Object.entries(value);
}

const valuesOf = ({ values }: RecoveredFile) => values.map(({ document }) => document.get("") as Variant);

describe.each(files)("%s/%s", (engine, file, options) => {
  const bytes = sampleBytes(engine, file);
  test.each([0.2, 0.5, 0.9, 1])("cut at %f", async (part) => {
    const { values, dialect, framing } = await load(bytes, options);
    const { content } = await unwrap(bytes, options);
    const cut = bytes.subarray(0, part === 1 ? bytes.length - 1 : Math.floor(bytes.length * part));
    const failure = await rejection(load(cut, options));
    expect(failure.code).toMatch(/^(bad-|unexpected-end|wrong-password)/);
    const run = recoverFile(cut, { ...options, dialect, framing });
    if (content.length * part < 1024) {
      await run.catch(() => {});
      return;
    }
    const saved = await run;
    expect(saved.complete).toBe(false);
    for (const [i, value] of valuesOf(saved).entries())
      expect(begins(value, values[i] as Variant)).toBe(true);
  });
});

const rows = Array.from({ length: 8000 }, (_, id) => ({
  id,
  at: Math.sin(id),
  name: `row ${(id * 7919) % 8009}`,
}));
const password = "secret";

describe.each<readonly Layer[]>([
  [{ container: "zlib" }],
  [{ container: "gzip", sizeBytes: 4 }],
  [{ container: "zstd" }],
  [{ container: "base64" }],
  [{ container: "gdec", engine: 4 }, { container: "gzip" }],
  [{ container: "base64" }, { container: "gdec", engine: 3 }, { container: "gcpf", compression: "fastlz" }],
])("%j %j %j", (...layers) => {
  test("keep the rows before a cut", async () => {
    const given = layers.filter((layer) => typeof layer === "object");
    const file = await save([{ rows }], { layers: given }, { password });
    const steps = file.length;
    // Of Zstandard, whole blocks of up to 128 KiB can be read.
    const { content } = await unwrap(file, { password });
    const unread = given.some(({ container }) => container === "zstd") ? 131_072 / content.length : 0;
    for (const part of [0.3, 0.6, 0.9]) {
      const cut = file.subarray(0, Math.floor(steps * part));
      expect((await rejection(load(cut, { password }))).code).toMatch(/^(bad-|unexpected-end)/);
      const saved = await recoverFile(cut, { password });
      expect(saved.layers).toMatchObject(given);
      expect(saved.complete).toBe(false);
      expect(saved.lost[0]?.code).toMatch(/^(bad-|unexpected-end)/);
      const found = saved.values[0]?.document.get("rows") as typeof rows;
      expect(found.length).toBeGreaterThan(rows.length * (part - 0.15 - unread));
      expect(found.slice(0, -1)).toEqual(rows.slice(0, found.length - 1));
      expect((await load(saved.file, { password })).values.length).toBe(1);
    }
  });
});
