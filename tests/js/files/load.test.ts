// load and save with all files of engines.
import { describe, expect, test } from "vitest";
import {
  convertFile,
  Dictionary,
  type Document,
  encode,
  encodeFrames,
  type Loaded,
  load,
  openFile,
  save,
  unwrap,
  Vector2,
  type Warning,
  wrap,
} from "../../../js/index.js";
import {
  bytesOfSample,
  dialectOf,
  type Sample,
  sampleBytes,
  samples,
  secretsOf,
  textsOf,
} from "../container-files.js";
import { comparedTokens } from "../engine-text.js";
import { rejection } from "../expected-errors.js";
import { canonical } from "../fixture-notation.js";
import { fromHex } from "../fixtures.js";

const named = (list: readonly Sample[]) =>
  list.map((sample) => [`${sample.engine}/${sample.file}`, sample] as const);

/** Files of other kinds, and bytes that hold no value. */
const isOther =
  /^(GDSC|GDPC|RSRC|RSCC|tres|tscn|translation|project text|config|ConfigFile|Variant text|JSON|text|base64 of utf8|uid)|of (JSON|ConfigFile)|payload length|scene|uid_cache|json|encode_var|containing a GDEC|websocket/i;
const readable = samples.filter(
  ({ kind, file }) =>
    !isOther.test(kind) && !/level2|uid_cache|var_to_str|websocket|resource|\.(pck|gdc|res|tres)$/.test(file),
);

/** The engine prints object ids that differ from run to run. */
const printsIds = /object|signal|typed|all|debugger/;

describe("every file with values", () => {
  test("there are such files", () => expect(readable.length).toBeGreaterThan(120));

  test.each(named(readable))("%s loads as the engine read it", async (_, sample) => {
    const loaded = await load(bytesOfSample(sample), { ...secretsOf(sample), mode: "exact" });
    const anyGeneration = /^project\.binary/.test(sample.file) && sample.engine !== "4.6.3";
    if (!anyGeneration) expect(loaded.dialect).toBe(dialectOf(sample));
    const texts = textsOf(sample).filter((text) => !/same value as|^<|see /.test(text));
    if (texts.length === 0 || printsIds.test(sample.file)) return;
    expect(loaded.values).toHaveLength(texts.length);
    for (const [i, value] of loaded.values.entries()) {
      const [ours, engine] = comparedTokens(canonical(value), texts[i] as string, sample.engine !== "4.6.3");
      expect(ours).toEqual(engine);
    }
  });

  test.each(named(readable))("%s round-trips", async (_, sample) => {
    const secrets = secretsOf(sample);
    for (const mode of ["exact", "plain"] as const) {
      const bytes = bytesOfSample(sample);
      const loaded = await load(bytes, { ...secrets, mode });
      const written = await save(loaded.values, loaded, secrets);
      const again = await load(written, { ...secrets, mode });
      expect(again).toEqual({ ...loaded, content: again.content });
      if (isDeterministic(loaded)) expect(written.length).toBe(bytes.length);
      if (isDeterministic(loaded) && !hasStalePadding(sample)) expect(written).toEqual(bytes);
    }
  });
});

const isDeterministic = ({ layers }: Loaded) =>
  layers.every((layer) => {
    if (layer.container === "gdec") return layer.engine === 3;
    return (
      layer.container === "base64" ||
      layer.container === "fastlz" ||
      (layer.container === "gcpf" && layer.compression === "fastlz")
    );
  });

/** Godot 3 leaves uninitialized memory in the padding inside a NodePath. */
const hasStalePadding = ({ engine, file }: Sample) => engine !== "4.6.3" && /all|gdec_key\.bin/.test(file);

describe("a natural edit", () => {
  const cases = [
    ["4.6.3", "gcpf_fastlz_small.bin", {}],
    ["3.6", "gdec_pass.bin", { password: "hunter2" }],
    ["4.6.3", "store_var_big_endian.bin", {}],
    ["4.6.3", "variant_to_base64_small.txt", {}],
  ] as const;
  test.each(cases)("%s/%s changes one number", async (engine, file, secrets) => {
    const loaded = await load(sampleBytes(engine, file), secrets);
    (loaded.values[0] as { hp: number }).hp = 99;
    const again = await load(await save(loaded.values, loaded, secrets), { ...secrets, mode: "exact" });
    expect(again.values[0]).toEqual(
      new Dictionary([
        ["hp", 99n],
        ["name", "Ann"],
      ]),
    );
    expect(again.layers).toEqual(loaded.layers);
  });

  test("a Loaded survives a structured clone", async () => {
    const bytes = sampleBytes("4.6.3", "mixed.bin");
    const loaded = structuredClone(await load(bytes));
    expect(await save(loaded.values, loaded)).toEqual(bytes);
  });
});

describe("a file of an engine without edits", () => {
  test.each([
    "gcpf_zstd_multi",
    "gcpf_gzip_small",
    "gcpf_deflate_small",
    "compress_raw_zstd",
    "compress_raw_gzip",
  ])("%s comes back from openFile byte for byte", async (name) => {
    const bytes = sampleBytes("4.6.3", `${name}.bin`);
    const given = bytes.slice();
    const document = (await openFile(given)).documents[0] as Document;
    given.fill(0);
    expect(await document.save()).toEqual(bytes);
    document.replaceType([], "int", 7);
    expect((await load(await document.save())).values[0]).toBe(7);
    document.undo();
    expect(await document.save()).toEqual(bytes);
  });
});

describe("blanks after base64", () => {
  // What `store_line(Marshalls.variant_to_base64(value))` writes ends with a line break.
  const text = sampleBytes("4.6.3", "variant_to_base64_small.txt");
  test.each(["\n", "\r\n", " \n\n", "\0"])("%j is kept", async (ending) => {
    const file = new Uint8Array([...text, ...Buffer.from(ending)]);
    const loaded = await load(file);
    expect(loaded.layers).toEqual([{ container: "base64", ending }]);
    expect(await save(loaded.values, loaded)).toEqual(file);
    const document = (await openFile(file)).documents[0] as Document;
    expect(await document.save()).toEqual(file);
    const { file: converted } = await convertFile(file, { to: "godot-3" });
    expect(Buffer.from(converted).toString().endsWith(ending)).toBe(true);
  });

  test("many of them take linear time", async () => {
    const { layers } = await unwrap(new Uint8Array(text.length + (1 << 22)).map((_, i) => text[i] ?? 32));
    expect(layers).toMatchObject([{ ending: " ".repeat(1 << 22) }]);
  });

  test("nothing else may be the ending", async () => {
    const error = new TypeError("The ending of a base64 layer must be blank.");
    await expect(wrap(text, [{ container: "base64", ending: "x" }])).rejects.toEqual(error);
  });
});

describe("save without a loaded file", () => {
  const value = { name: "Ann", at: new Vector2(1, 2) };
  const layers = [
    [],
    [{ container: "gdec", engine: 3 }],
    [
      { container: "gdec", engine: 4 },
      { container: "gcpf", compression: "zstd" },
    ],
    [{ container: "gcpf", compression: "gzip", blockSize: 16 }],
    [{ container: "zlib" }],
    [{ container: "zstd", sizeBytes: 8 }],
    [{ container: "fastlz", sizeBytes: 4 }],
    [{ container: "base64" }, { container: "gcpf", compression: "deflate" }],
  ] as const;
  test.each(layers.map((list) => [JSON.stringify(list), list] as const))("%s", async (_, list) => {
    const options = { password: "secret" };
    for (const dialect of ["godot-4", "godot-3"] as const) {
      const bytes = await save([value, 5], { layers: list, dialect }, options);
      const loaded = await load(bytes, { ...options, dialect });
      expect(loaded.values).toEqual([value, 5]);
      expect(loaded.layers).toMatchObject(list);
    }
  });

  test("framing none accepts one value", async () => {
    expect((await load(await save([value], { framing: "none" }))).framing).toBe("none");
    expect((await rejection(save([1, 2], { framing: "none" }))).code).toBe("unsupported-value");
  });

  test("an error contains the number of the value", async () => {
    expect((await rejection(save([1, { a: [() => 1] }]))).path).toBe("[1].a[0]");
  });
});

describe("payloads of every length", () => {
  const payloads = samples.filter(({ payload_len }) => payload_len !== undefined);
  const expected = ({ kind, payload_len }: Sample) =>
    Uint8Array.from({ length: payload_len ?? 0 }, (_, i) => {
      if (kind.startsWith("GDEC")) return i;
      return i % 50 < 40 ? (i * 7 + Math.floor(i / 13)) & 255 : 0x41;
    });
  test.each(named(payloads))("%s", async (_, sample) => {
    const secrets = secretsOf(sample);
    const { content, layers } = await unwrap(bytesOfSample(sample), secrets);
    expect(content).toEqual(expected(sample));
    const again = await unwrap(await wrap(content, layers, secrets), secrets);
    expect(again.content).toEqual(content);
    expect(again.layers).toEqual(layers);
  });
});

describe("files that are not saves", () => {
  const others = [
    ["pack.pck", "a pack"],
    ["res_binary.res", "a binary resource"],
    ["res_compressed.res", "a binary resource"],
    ["scene.tscn", "a text scene"],
    ["res_text.tres", "a text resource"],
    ["export_main.gdc", "a compiled GDScript"],
    ["project.godot", "a project.godot"],
    ["json_save_lines.save", "text that begins like JSON"],
    ["config_plain.cfg", "a ConfigFile"],
  ] as const;
  test.each(others)("%s is identified", async (file, name) => {
    for (const engine of ["4.6.3", "3.6", "3.2.3"]) {
      const error = await rejection(load(sampleBytes(engine, file)));
      expect(error.code).toBe("bad-container");
      expect(error.message).toContain(`It is ${name}`);
    }
  });

  test("identifies the content of layers, and unwrap returns it", async () => {
    const bytes = sampleBytes("4.6.3", "config_encrypted_pass.cfg");
    const error = await rejection(load(bytes, { password: "hunter2" }));
    expect(error.hint).toBe(
      "The place is inside gdec. It is a ConfigFile, which readSavedText of godot-variant/texts opens.",
    );
    const { content } = await unwrap(bytes, { password: "hunter2" });
    expect(content).toEqual(sampleBytes("4.6.3", "config_plain.cfg"));
  });

  test("reports where a file is truncated", async () => {
    const bytes = sampleBytes("4.6.3", "store_var_all.bin");
    const error = await rejection(load(bytes.subarray(0, 2000)));
    expect(error.code).toBe("bad-container");
    expect(error.hint).toMatch(/godot-4.*unexpected-end/);
    expect(error.message.match(/at byte/g)).toHaveLength(1);
  });

  test("rejects an empty file", async () => {
    expect((await rejection(load(new Uint8Array(0)))).code).toBe("bad-container");
  });
});

describe("an ill-formed text in a value without frames", () => {
  const entries =
    "04000000 01000000 61000000 04000000 01000000 ff000000 04000000 01000000 62000000 01000000 01000000";
  const content = (id: string) => fromHex(`${id}000000 02000000 ${entries}`);
  const replace = { badUtf8: "replace" } as const;
  const value = { a: "\ufffd", b: true };

  test.each([
    ["1b", {}],
    ["1b", { dialect: "godot-4" }],
    ["12", { dialect: "godot-3" }],
  ] as const)("is read with badUtf8: %s %j", async (id, options) => {
    const file = content(id);
    const loaded = await load(file, { ...options, ...replace });
    expect(loaded).toMatchObject({ values: [value], framing: "none" });
    expect((await openFile(file, { ...options, ...replace })).documents[0]?.get("")).toEqual(value);
    expect((await convertFile(file, { ...options, to: "godot-4.0", ...replace })).losses).toEqual([]);
    const saved = await save([{ ...value, b: false }], loaded, replace);
    expect((await load(saved, options)).values).toEqual([{ ...value, b: false }]);
  });

  test("is an error without it", async () => {
    const error = await rejection(load(content("1b")));
    expect(error).toMatchObject({ code: "bad-container", hint: expect.stringContaining("bad-utf8") });
  });
});

describe("secrets", () => {
  const encrypted = samples.filter(({ kind }) => kind.startsWith("GDEC"));
  test.each(named(encrypted))("%s needs its own secret", async (_, sample) => {
    const bytes = bytesOfSample(sample);
    expect((await rejection(unwrap(bytes))).code).toBe("password-required");
    if (sample.payload_len !== 0) {
      expect((await rejection(unwrap(bytes, { password: "wrong" }))).code).toBe("wrong-password");
    }
  });

  test("layers contain no secrets", async () => {
    const loaded = await load(sampleBytes("4.6.3", "gdec_pass.bin"), { password: "hunter2" });
    expect(JSON.stringify({ ...loaded, content: undefined })).not.toMatch(/hunter2|2ab96390/);
    expect((await rejection(save(loaded.values, loaded))).code).toBe("password-required");
  });

  test("reports damaged content under the right password as damage", async () => {
    const value = Array.from({ length: 100 }, (_, i) => ({ name: "Ann", hp: i }));
    for (const engine of [3, 4] as const) {
      const bytes = await save([value], { layers: [{ container: "gdec", engine }] }, { password: "a" });
      bytes[200] = (bytes[200] as number) ^ 1;
      expect((await rejection(load(bytes, { password: "a" }))).code).toBe("bad-checksum");
      expect((await rejection(load(bytes, { password: "b" }))).code).toBe("wrong-password");
    }
  });

  test("a file has the checksum of what was encrypted, even if its content changes meanwhile", async () => {
    await wrap(new Uint8Array(), []);
    for (const engine of [3, 4] as const) {
      const content = new Uint8Array(100);
      const wrapped = wrap(content, [{ container: "gdec", engine }], { password: "a" });
      for (let turn = 1; turn < 20; turn++) {
        await Promise.resolve();
        content.fill(turn);
      }
      expect(new Set((await unwrap(await wrapped, { password: "a" })).content).size).toBe(1);
    }
  });

  test("a file is encrypted with the key that was given, even if the program erases it at once", async () => {
    const layers = [{ container: "gdec", engine: 4 }, { container: "zstd" }] as const;
    const values = [{ hp: 5 }];
    for (const dialect of ["godot-4", "godot-3"] as const) {
      const [key, iv] = [new Uint8Array(32).fill(7), new Uint8Array(16).fill(8)];
      const saved = save(values, { dialect, layers }, { key, iv });
      const wrapped = wrap(Uint8Array.of(1, 2, 3), layers, { key, iv });
      key.fill(0);
      iv.fill(0);
      const used = { key: new Uint8Array(32).fill(7) };
      expect((await load(await saved, used)).values).toEqual(values);
      expect((await unwrap(await wrapped, used)).content).toEqual(Uint8Array.of(1, 2, 3));
      const [document] = (await openFile(await saved, used)).documents as [Document];
      const own = { key: new Uint8Array(32).fill(9) };
      const again = document.save(own);
      own.key.fill(0);
      expect((await load(await again, { key: new Uint8Array(32).fill(9) })).values).toEqual(values);
    }
  });

  test("a file with layers is read as it was when its code was there, even if its bytes are transferred", async () => {
    await wrap(new Uint8Array(), []);
    const key = new Uint8Array(32).fill(7);
    for (const layer of [
      { container: "gdec", engine: 4 },
      { container: "zlib" },
      { container: "zstd" },
    ] as const) {
      const file = await save([{ hp: 5 }], { layers: [layer] }, { key });
      for (const turns of [1, 2, 5]) {
        const own = { file: file.slice(), key: key.slice() };
        const opened = openFile(own.file, { key: own.key });
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        structuredClone(own, { transfer: [own.file.buffer, own.key.buffer] });
        const [document] = (await opened).documents as [Document];
        const saved = await document.save({ key });
        expect((await load(saved, { key })).values).toEqual([{ hp: 5 }]);
      }
    }
  });

  test("the same initialization vector gives the same bytes", async () => {
    const sample = samples.find(({ iv_hex }) => iv_hex !== undefined) as Sample;
    const secrets = secretsOf(sample);
    const bytes = bytesOfSample(sample);
    const iv = bytes.slice(28, 44);
    const { content, layers } = await unwrap(bytes, secrets);
    expect(await wrap(content, layers, { ...secrets, iv })).toEqual(bytes);
  });
});

describe("limits", () => {
  const big = sampleBytes("4.6.3", "gcpf_zstd_multi.bin");
  test("apply to all layers together", async () => {
    const options = { limits: { decompressedBytes: 30_000 } };
    expect((await rejection(load(big, options))).code).toBe("too-large");
    const twice = await wrap(big, [{ container: "gcpf", compression: "deflate" }]);
    const both = { limits: { decompressedBytes: 30_064 + big.length - 1 } };
    expect((await rejection(load(twice, both))).code).toBe("too-large");
    expect((await load(twice, { limits: { decompressedBytes: 30_064 + big.length } })).values).toHaveLength(
      1,
    );
  });

  test("apply to nested layers", async () => {
    const layers = Array.from({ length: 9 }, () => ({ container: "gcpf", compression: "fastlz" }) as const);
    const most = await save([{ a: 1 }], { layers: layers.slice(1) });
    expect((await load(most)).layers).toHaveLength(8);
    expect((await rejection(load(await wrap(most, layers.slice(8))))).code).toBe("too-large");
    // No file is written that is not read again.
    expect((await rejection(save([{ a: 1 }], { layers }))).code).toBe("too-large");
  });

  test("apply to a block table that the file cannot hold", async () => {
    const bytes = sampleBytes("4.6.3", "gcpf_zstd_small.bin");
    const view = new DataView(bytes.buffer);
    view.setUint32(8, 1, true);
    view.setUint32(12, 16_700_000, true);
    const error = await rejection(load(bytes));
    expect([error.code, error.offset]).toEqual(["bad-container", 12]);
  });

  test.each(["zlib", "gzip", "zstd"] as const)("stop a decompression bomb in %s", async (container) => {
    const bomb = await wrap(new Uint8Array(4_000_000), [{ container }]);
    const error = await rejection(unwrap(bomb, { limits: { decompressedBytes: 1_000_000 } }));
    expect(error.code).toBe("too-large");
  });
});

test("load reports all errors asynchronously", async () => {
  await expect(load(5 as never)).rejects.toThrow(TypeError);
  // A key that no layer needs is not validated.
  expect((await load(new Uint8Array(4), { key: new Uint8Array(3) })).values).toEqual([null]);
  await expect(load(sampleBytes("3.6", "gdec_key.bin"), { key: new Uint8Array(3) })).rejects.toThrow(
    TypeError,
  );
});

test("warnings of a reading that was tried and abandoned are not passed on", async () => {
  const text = encode("abc", { framing: "store_var" });
  text[13] = 0;
  // Detection looks at fewer values, which Godot 4 reads, too.
  const ints = encodeFrames(new Array(100_001).fill(1));
  const file = Buffer.concat([text, ints, encode([1], { dialect: "godot-3", framing: "store_var" })]);
  const heard: string[] = [];
  const onWarning = ({ code }: Warning) => heard.push(code);
  expect((await load(file, { onWarning })).dialect).toBe("godot-3");
  expect((await openFile(file, { onWarning })).dialect).toBe("godot-3");
  await convertFile(file, { to: "godot-4", onWarning });
  expect(heard).toEqual(["text-after-nul", "text-after-nul", "text-after-nul"]);
});
