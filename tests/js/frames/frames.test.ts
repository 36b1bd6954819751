// Several values in one byte array: consecutive frames, frames between other data, arguments of calls.
import { describe, expect, test } from "vitest";
import {
  convertFile,
  type DecodeFramesOptions,
  decode,
  decodeFrames,
  encode,
  encodeFrames,
  type LoadOptions,
  load,
  locateFrames,
  open,
  openFile,
  StringName,
  save,
  scanFrames,
  type Variant,
  VariantArray,
  Vector4,
  type Warning,
} from "../../../js/index.js";
import { sampleBytes } from "../container-files.js";
import { errorOf, rejection } from "../expected-errors.js";
import { fromHex, hex } from "../fixtures.js";
import { generator } from "../stream-sources.js";

describe("chains", () => {
  const values = [1, "two", { a: [1, 2] }, null];
  test.each(["store_var", "store_var_big_endian"] as const)("%s", (framing) => {
    const bytes = encodeFrames(values, { framing });
    expect(decodeFrames(bytes, { framing })).toEqual(values);
    const view = new DataView(bytes.buffer);
    expect(view.getUint32(0, framing === "store_var")).toBe(8);
  });

  test("store_var is the default, and an empty list gives no bytes", () => {
    expect(decodeFrames(encodeFrames(values))).toEqual(values);
    expect(encodeFrames([])).toHaveLength(0);
  });

  test("a hole is an error with its place, also one that a getter makes", async () => {
    const holes = (): unknown[] => Object.assign([1], { 2: 3 });
    const shrinking = () => {
      const made: unknown[] = [{ a: 1 }, 2];
      const get = () => made.pop();
      return Object.assign(made, [Object.defineProperty({}, "a", { get, enumerable: true }), 2]);
    };
    const expected = { code: "unsupported-value", path: "[1]" };
    for (const make of [holes, shrinking]) {
      expect(errorOf(() => encodeFrames(make()))).toMatchObject(expected);
      expect(await rejection(save(make()))).toMatchObject(expected);
    }
    expect(errorOf(() => encodeFrames(new Array(1))).hint).toContain("undefined");
    expect(decodeFrames(new Uint8Array(0))).toEqual([]);
  });

  test("an error has an offset in the whole input", () => {
    const bytes = encodeFrames([{ a: 1 }, { b: 2 }]);
    const second = 4 + (bytes[0] as number);
    bytes[second + 4] = 99;
    expect(errorOf(() => decodeFrames(bytes))).toMatchObject({ code: "unknown-type", offset: second + 4 });
    const cut = bytes.subarray(0, bytes.length - 4);
    expect(errorOf(() => decodeFrames(cut))).toMatchObject({ code: "unexpected-end", offset: second });
  });

  test("a warning has an offset in the whole input", () => {
    const value = encode("x");
    value[1] = 1;
    const bytes = new Uint8Array([...encodeFrames([5]), value.length, 0, 0, 0, ...value]);
    const warnings: Warning[] = [];
    decodeFrames(bytes, { onWarning: (warning) => warnings.push(warning) });
    expect(warnings.map(({ code, offset }) => [code, offset])).toEqual([["unknown-flags", 16]]);
  });

  test.each<[string, (file: Uint8Array, options: Pick<LoadOptions, "onWarning">) => Promise<unknown>]>([
    ["load", load],
    ["openFile", openFile],
    ["open", async (file, options) => open(await load(file), { frame: 1, ...options })],
    ["convertFile", (file, options) => convertFile(file, { to: "godot-3", ...options })],
  ])("so has a warning of %s", async (_, read) => {
    const frames = encodeFrames([{ ab: 1 }, { ab: 2 }]);
    const second = (frames.length / 2) | 0;
    frames[second + 5] = 1;
    const warnings: Warning[] = [];
    await read(frames, { onWarning: (warning) => warnings.push(warning) });
    expect(warnings.map(({ code, offset }) => [code, offset])).toEqual([["unknown-flags", second + 4]]);
  });
});

describe("arguments of a call", () => {
  test("a warning and an error have an offset in the arguments as they were sent", () => {
    const bytes = encodeFrames([true, 300, [[1]]], { framing: "rpc" });
    // A count, a byte for the bool, three for the int.
    const list = 5;
    bytes[list + 1] = 1;
    const warnings: Warning[] = [];
    decodeFrames(bytes, { framing: "rpc", onWarning: (warning) => warnings.push(warning) });
    expect(warnings.map(({ code, offset }) => [code, offset])).toEqual([["unknown-flags", list]]);
    const error = errorOf(() => decodeFrames(bytes, { framing: "rpc", limits: { depth: 1 } }));
    expect(error).toMatchObject({ code: "too-deep", offset: list + 16 });
  });

  const damaged: [what: string, bytes: string, error: object][] = [
    // Two arguments: 300, and an Array of a text of two bytes.
    [
      "a text",
      "02 422c01 1c000000 01000000 04000000 02000000 ff690000",
      { code: "bad-utf8", offset: 12, path: "[1][0]", keys: [1, 0] },
    ],
    // True, and a Dictionary whose key is "a".
    [
      "a value",
      "02 81 1b000000 01000000 04000000 01000000 61000000 63000000",
      { code: "unknown-type", offset: 22, path: "[1].a", keys: [1, "a"] },
    ],
    [
      "the first of two texts",
      "02 04000000 01000000 ff000000 63000000",
      { code: "bad-utf8", offset: 1, path: "[0]" },
    ],
    ["an int that is cut", "02 81 822c0101", { code: "unexpected-end", offset: 2, path: "[1]", keys: [1] }],
    ["an argument that is missing", "02 81", { code: "unexpected-end", offset: 2, path: "[1]" }],
    ["the only argument", "01 1c000000 01000000 63000000", { code: "unknown-type", offset: 9, path: "[0]" }],
  ];
  test.each(damaged)("an error in %s has the path of the argument", async (_, text, expected) => {
    const bytes = fromHex(text);
    expect(errorOf(() => decodeFrames(bytes, { framing: "rpc" }))).toMatchObject(expected);
    for (const read of [load, openFile])
      expect((await rejection(read(bytes, { framing: "rpc", dialect: "godot-4" }))).cause).toMatchObject(
        expected,
      );
    const converted = convertFile(bytes, { framing: "rpc", from: "godot-4", to: "godot-3" });
    expect((await rejection(converted)).cause).toMatchObject(expected);
  });

  test("a warning has the path of one of several arguments", () => {
    const warnings: Warning[] = [];
    const bytes = fromHex("02 81 1c000000 01000000 00010000");
    decodeFrames(bytes, { framing: "rpc", onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toEqual([{ code: "unknown-flags", offset: 10, path: "[1][0]" }]);
  });

  test("options for values hold for arguments", async () => {
    const framing = "rpc" as const;
    const broken = fromHex("02 04000000 02000000 ff690000 81");
    expect(decodeFrames(broken, { framing, badUtf8: "replace" })).toEqual(["\ufffdi", true]);
    // A Vector4 of a double-precision build of Godot 4.0 does not say how wide it is.
    const double = fromHex(`02 0c000000 ${"000000000000f03f".repeat(4)} 81`);
    const read = { framing, dialect: "godot-4.0", real: "double" } as const;
    const values = [new Vector4(1, 1, 1, 1), true];
    expect(decodeFrames(double, read).map(String)).toEqual(values.map(String));
    const { documents } = await openFile(double, read);
    expect(documents.map((document) => String(document.get([])))).toEqual(values.map(String));
    const deep = fromHex(`02 ${"1c00000001000000".repeat(1030)} 00000000 81`);
    expect(errorOf(() => decodeFrames(deep, { framing }))).toMatchObject({ code: "too-deep" });
    expect(decodeFrames(deep, { framing, limits: { depth: 1100 } })).toHaveLength(2);
  });

  const options: DecodeFramesOptions = { framing: "rpc", mode: "exact" };
  /** Bytes that Godot 4.6.3 wrote into RPC packets. */
  const captured = [
    [true, "81"],
    [false, "01"],
    [5n, "0205"],
    [-1n, "02ff"],
    [-128n, "0280"],
    [128n, "428000"],
    [300n, "422c01"],
    [-129n, "427fff"],
    [70000n, "8270110100"],
    [-32769n, "82ff7fffff"],
    [2n ** 31n, "c20000008000000000"],
    [-(2n ** 63n), "c20000000000000080"],
    ["hi", "040000000200000068690000"],
    [new StringName("hi"), "150000000200000068690000"],
    [null, "00000000"],
  ] as const;
  test.each(captured)("%s", (value, bytes) => {
    expect(hex(encodeFrames([value], options))).toBe(`01${bytes}`);
    expect(decodeFrames(fromHex(`01${bytes}`), options)).toEqual([value]);
  });

  test("several arguments, and none", () => {
    const values = captured.map(([value]) => value);
    const bytes = encodeFrames(values, options);
    expect(hex(bytes)).toBe(`0f${captured.map(([, text]) => text).join("")}`);
    expect(decodeFrames(bytes, options)).toEqual(values);
    expect(encodeFrames([], options)).toHaveLength(0);
    expect(decodeFrames(new Uint8Array(0), options)).toEqual([]);
  });

  test("rejects truncated and trailing bytes", () => {
    const bytes = encodeFrames([1, "text", 100_000, [1]], options);
    for (let size = 1; size < bytes.length; size++) {
      expect(errorOf(() => decodeFrames(bytes.subarray(0, size), options)).code).toBe("unexpected-end");
    }
    const more = new Uint8Array([...bytes, 0]);
    expect(errorOf(() => decodeFrames(more, options))).toMatchObject({
      code: "trailing-bytes",
      offset: bytes.length,
    });
  });

  test("rejects a freed object as Godot sends it", () => {
    expect(errorOf(() => decodeFrames(fromHex("0118000000"), options)).code).toBe("object-not-allowed");
  });

  test("rejects more than 255 arguments", () => {
    expect(errorOf(() => encodeFrames(new Array(256).fill(1), options)).code).toBe("too-large");
  });
});

describe("scanFrames", () => {
  test.each(["4.6.3", "3.6", "3.2.3"])("finds the two values of mixed files of %s", (engine) => {
    for (const file of ["mixed.bin", "mixed_big_endian.bin"]) {
      const bytes = sampleBytes(engine, file);
      const { frames, gaps } = scanFrames(bytes);
      const bigEndian = file !== "mixed.bin";
      expect(frames.map(({ offset, certain, bigEndian }) => [offset, certain, bigEndian])).toEqual([
        [12, true, bigEndian],
        [engine === "4.6.3" ? 115 : 113, true, bigEndian],
      ]);
      const parts = [...frames, ...gaps].sort((a, b) => a.offset - b.offset);
      expect(parts.reduce((end, { offset, length }) => (offset === end ? end + length : NaN), 0)).toBe(
        bytes.length,
      );
      for (const { offset, length, dialect } of frames) {
        expect(decode(bytes.subarray(offset + 4, offset + length), { dialect })).toBeTypeOf("object");
      }
    }
  });

  test("finds small values next to others, as less certain", () => {
    const bytes = new Uint8Array([...encodeFrames([7, { a: 1 }, "x"]), 9, 9, 9]);
    const { frames, gaps } = scanFrames(bytes);
    expect(frames.map(({ certain }) => certain)).toEqual([false, true, false]);
    expect(gaps).toEqual([{ offset: bytes.length - 3, length: 3 }]);
  });

  // The numbers read as a frame, an int or a bool, that covers the length of the next one.
  const numbers = [
    "0800000002000000",
    "0800000001000000",
    "0c00000006000000",
    "100000001c0000000100000002000000",
  ];
  test.each(numbers)("finds the frame whose length another reading of %s covers", async (text) => {
    const file = sampleBytes("4.6.3", "mixed.bin");
    const [one, two] = scanFrames(file).frames.map(({ offset, length }) =>
      file.subarray(offset, offset + length),
    ) as [Uint8Array, Uint8Array];
    const bytes = new Uint8Array([...one, ...fromHex(text), ...two]);
    const gap = { offset: one.length, length: text.length / 2 };
    expect(scanFrames(bytes).gaps).toEqual([gap]);
    const loaded = await load(bytes, { framing: "mixed", dialect: "godot-4" });
    expect(loaded.values).toEqual((await load(file)).values);
  });

  test("finds nothing in noise", () => {
    const random = generator(7);
    const noise = Uint8Array.from({ length: 1_000_000 }, () => random(256));
    expect(scanFrames(noise)).toEqual({ frames: [], gaps: [{ offset: 0, length: noise.length }] });
  });

  test("handles bytes like many long frames quickly", () => {
    const hostile = new Uint8Array(1_000_000);
    const view = new DataView(hostile.buffer);
    for (let at = 0; at + 12 < hostile.length; at += 12) {
      view.setUint32(at, (hostile.length - at - 4) & ~3, true);
      view.setUint32(at + 4, 28, true);
      view.setUint32(at + 8, 1_000_000, true);
    }
    scanFrames(hostile);
  });
});

describe("values between other data", () => {
  test("may change their size without other changes", async () => {
    const bytes = sampleBytes("4.6.3", "mixed.bin");
    const loaded = await load(bytes);
    (loaded.values[0] as { name: string }).name = "a much longer name";
    const written = await save(loaded.values, loaded);
    const again = await load(written);
    expect(again.values).toEqual(loaded.values);
    expect(written.subarray(0, 12)).toEqual(bytes.subarray(0, 12));
    expect(written.subarray(-4)).toEqual(bytes.subarray(-4));
  });

  test("cannot increase in number", async () => {
    const loaded = await load(sampleBytes("4.6.3", "mixed.bin"));
    await expect(save([...loaded.values, 1], loaded)).rejects.toMatchObject({ code: "unsupported-value" });
  });
});

describe("a warning of what is written", () => {
  const of = (element: Variant) =>
    Object.assign(new VariantArray(1, { kind: "builtin", type: "int" }), { 0: element });

  test.each(["store_var", "store_var_big_endian", "rpc", "ecfg"] as const)(
    "has an offset in the bytes of %s",
    (framing) => {
      const values = [true, 300, "before", { x: of("text") }];
      const given = framing === "ecfg" ? [{ "a/b": 300, ä: "x", c: of("text") }] : values;
      const offsets: number[] = [];
      const bytes = encodeFrames(given, { framing, onWarning: ({ offset }) => offsets.push(offset) });
      const at = Buffer.from(bytes).indexOf(hex(encode("text")), "hex");
      expect(offsets).toEqual([at]);
    },
  );

  test.each([
    ["a frame", encodeFrames([{ x: of(1n) }])],
    ["frames", encodeFrames(["long", { x: of(1n) }])],
    ["other data", new Uint8Array([1, 2, 3, ...encodeFrames([["long"], { x: of(1n) }]), 9, 9])],
    ["settings", encodeFrames([{ a: "long", b: { x: of(1n) } }], { framing: "ecfg" })],
  ])("has an offset in the new bytes of %s that were loaded", async (_, file) => {
    const loaded = await load(file, { mode: "exact" });
    const holder = loaded.values.at(-1) as Map<string, Map<string, unknown>>;
    const last = (holder.get("b") ?? holder) as Map<string, unknown>;
    last.set("new", of("text"));
    if (loaded.values.length > 1)
      loaded.values[0] = loaded.framing === "mixed" ? ["much longer"] : "much longer";
    if (holder.has("a")) (holder as Map<string, unknown>).set("a", "much longer");
    const warnings: Warning[] = [];
    const written = await save(loaded.values, loaded, { onWarning: (warning) => warnings.push(warning) });
    const at = Buffer.from(written).indexOf(hex(encode("text")), "hex");
    const found = warnings.filter(({ code }) => code === "wrong-element-type");
    expect(found.map(({ offset }) => offset)).toEqual([at]);
  });
});

describe("locateFrames", () => {
  const values = [1, "two", { a: [1, 2] }];

  test.each(["none", "store_var", "store_var_big_endian", "mixed"] as const)("%s", (framing) => {
    const one = encode({ entry: "long enough to be certain" });
    const bytes =
      framing === "none"
        ? one
        : framing === "mixed"
          ? new Uint8Array([1, 2, 3, ...encodeFrames([{ entry: "long enough to be certain" }]), 9, 9])
          : encodeFrames(values, { framing });
    const found = locateFrames(bytes, { framing });
    const decoded = found.map(({ offset, length }) => decode(bytes.subarray(offset, offset + length)));
    expect(decoded).toEqual(framing === "none" || framing === "mixed" ? [decode(one)] : values);
    for (const { missing, bigEndian } of found) {
      expect(missing).toBe(0);
      expect(bigEndian).toBe(framing === "store_var_big_endian");
    }
  });

  test("the last frame of truncated content says how many bytes are missing", () => {
    const bytes = encodeFrames(["a", "b"]);
    const all = { length: 12, bigEndian: false, missing: 0 };
    expect(locateFrames(bytes.subarray(0, -5))).toEqual([
      { ...all, offset: 4 },
      { ...all, offset: 20, length: 7, missing: 5 },
    ]);
    expect(locateFrames(bytes.subarray(0, 18))).toEqual([
      { ...all, offset: 4 },
      { ...all, offset: 18, length: 0, missing: 2 },
    ]);
  });

  test("returns nothing for contents with other data", () => {
    expect(locateFrames(encodeFrames([{ a: 1 }], { framing: "ecfg" }), { framing: "ecfg" })).toEqual([]);
    expect(locateFrames(encodeFrames([1], { framing: "rpc" }), { framing: "rpc" })).toEqual([]);
  });
});
