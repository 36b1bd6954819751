// Converts files between engines.
import { describe, expect, test } from "vitest";
import {
  convertFile,
  EncodedObjectAsID,
  float,
  load,
  StringName,
  save,
  type Variant,
  Vector2i,
} from "../../../js/index.js";
import { bytesOfSample, dialectOf, sampleBytes, samples, secretsOf } from "../container-files.js";
import { rejection } from "../expected-errors.js";

const files = samples.filter(
  ({ file }) =>
    /^(store_var_(small|big_endian)|several|mixed|gcpf_(fastlz|deflate|zstd|gzip)_(small|three_vars)|gdec_(pass|of_gcpf)|variant_to_base64_small|export_project)/.test(
      file,
    ) && !/json/.test(file),
);

test.each(files.map((sample) => [`${sample.engine}/${sample.file}`, sample] as const))(
  "%s converts to the other engine and back",
  async (_, sample) => {
    const secrets = secretsOf(sample);
    const from = dialectOf(sample);
    const to = from === "godot-3" ? "godot-4" : "godot-3";
    const before = await load(bytesOfSample(sample), secrets);
    const { file } = await convertFile(bytesOfSample(sample), { to, ...secrets });
    const other = await load(file, { ...secrets, dialect: to });
    expect(other.framing).toBe(before.framing);
    expect(other.layers.map(({ container }) => container)).toEqual(
      before.layers.map(({ container }) => container),
    );
    for (const layer of other.layers) {
      if (layer.container === "gdec") expect(layer.engine).toBe(to === "godot-3" ? 3 : 4);
    }
    if (!/export_project/.test(sample.file)) expect(other.values).toEqual(before.values);
    const back = await convertFile(file, { from: to, to: from, ...secrets });
    const again = await load(back.file, { ...secrets, dialect: from });
    if (!/export_project/.test(sample.file)) expect(again.values).toEqual(before.values);
  },
);

describe("losses", () => {
  const value = {
    name: new StringName("x"),
    at: new Vector2i(1, 2),
    list: new BigInt64Array([1n]),
    x: float(0.1),
  };
  const paths = (losses: readonly { path: string; from: string; to: string }[]) =>
    losses.map(({ path, from, to }) => `${path} ${from} ${to}`);

  test("have a path", async () => {
    const bytes = await save([value], {});
    const { file, losses } = await convertFile(bytes, { to: "godot-3" });
    expect(paths(losses)).toEqual([
      "name StringName String",
      "at Vector2i Vector2",
      "list PackedInt64Array Array",
    ]);
    expect((await load(file)).values).toMatchObject([{ name: "x", list: [1] }]);
  });

  test("have the number of the value in files with several values", async () => {
    const bytes = await save([1, value, [new Vector2i(3, 4)]], {});
    const { losses } = await convertFile(bytes, { to: "godot-3" });
    expect(paths(losses)).toContain("[1].at Vector2i Vector2");
    expect(paths(losses)).toContain("[2][0] Vector2i Vector2");
  });
});

test("brotli, which Godot 3 lacks, becomes zstd", async () => {
  const { file } = await convertFile(sampleBytes("4.6.3", "gcpf_brotli_hand.bin"), { to: "godot-3" });
  expect((await load(file)).layers).toMatchObject([{ compression: "zstd" }]);
});

test("rejects files that are not saves", async () => {
  const error = await rejection(convertFile(sampleBytes("3.6", "pack.pck"), { to: "godot-4" }));
  expect(error.code).toBe("bad-container");
});

test("an ambiguous file is read in the given dialect", async () => {
  const value: Variant = { hp: 10, name: "Ann" };
  const bytes = await save([value], { dialect: "godot-3" });
  const { file } = await convertFile(bytes, { from: "godot-3", to: "godot-4" });
  expect((await load(file)).values).toEqual([value]);
});

test("a value that the other dialect cannot hold is named, not taken for damage", async () => {
  const bytes = await save([{ id: new EncodedObjectAsID(7n) }], {});
  const error = await rejection(convertFile(bytes, { from: "godot-4", to: "godot-2" }));
  expect(error).toMatchObject({ code: "not-in-dialect", path: "id" });
});
