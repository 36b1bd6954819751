// Input types and the options of decode: framing, trailing bytes, bad UTF-8, views; and misuse.
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { convert, decode, encode, type Options, PackedVector2Array, tryDecode } from "../../../js/index.js";
import { dialectDescriptions } from "../../../js/table/table.gen.js";
import { errorOf } from "../expected-errors.js";
import { fromHex, hex } from "../fixtures.js";

const value = { text: "é".repeat(20), list: [1, 0.5, new Uint8Array([1, 2, 3])] };
const bytes = encode(value);

/** The bytes at an offset inside a larger buffer of noise. */
function within(offset: number, buffer: ArrayBufferLike = new ArrayBuffer(bytes.length + 16)): Uint8Array {
  const all = new Uint8Array(buffer).fill(0xa5);
  all.set(bytes, offset);
  return all.subarray(offset, offset + bytes.length);
}

describe("bytes may come as", () => {
  test.each([0, 1, 2, 3, 4, 7, 9])("a part of a buffer, from byte %i", (offset) => {
    expect(decode(within(offset))).toEqual(value);
    expect(tryDecode(within(offset))).toMatchObject({ ok: true, bytesRead: bytes.length });
    expect(convert(within(offset), { to: "godot-4" }).bytes).toEqual(bytes);
  });

  test.each<[string, unknown]>([
    ["Buffer", Buffer.from(bytes)],
    ["ArrayBuffer", bytes.slice().buffer],
    ["DataView", new DataView(within(4).buffer, 4, bytes.length)],
    ["Int8Array", new Int8Array(bytes)],
    ["SharedArrayBuffer", within(0, new SharedArrayBuffer(bytes.length)).buffer],
    ["a part of a SharedArrayBuffer", within(3, new SharedArrayBuffer(bytes.length + 9))],
    ["a Uint8Array of another realm", runInNewContext("Uint8Array.from(bytes)", { bytes })],
    ["an ArrayBuffer of another realm", runInNewContext("Uint8Array.from(bytes).buffer", { bytes })],
  ])("%s", (_, source) => {
    expect(decode(source as Uint8Array)).toEqual(value);
    expect(decode(source as Uint8Array, { views: true })).toEqual(value);
  });

  test.each([undefined, null, "text", 5, [1, 2], {}, new Blob([])])("but not as %o", (source) => {
    const wrong = source as unknown as Uint8Array;
    expect(() => decode(wrong)).toThrow(TypeError);
    expect(() => tryDecode(wrong)).toThrow(TypeError);
    expect(() => convert(wrong, { to: "godot-3" })).toThrow(TypeError);
  });

  test("decoding neither changes the input nor keeps a reference to it", () => {
    const input = bytes.slice();
    const result = decode(input);
    expect(input).toEqual(bytes);
    input.fill(0);
    expect(result).toEqual(value);
  });
});

describe("misuse throws a TypeError", () => {
  test.each<[string, unknown]>([
    ["mode", "Exact"],
    ["real", "float"],
    ["dictionaries", "maps"],
    ["badUtf8", true],
    ["framing", "u32"],
    ["allowTrailing", 1],
    ["allowObjects", "yes"],
    ["fullObjects", 0],
    ["views", null],
    ["base64", "yes"],
    ["onWarning", {}],
  ])("option %s: %o", (name, wrong) => {
    const options = { [name]: wrong } as Options;
    expect(() => decode(bytes, options)).toThrow(TypeError);
    expect(() => tryDecode(bytes, options)).toThrow(new RegExp(name));
    expect(() => encode(value, options)).toThrow(TypeError);
  });

  test.each([null, "exact", 5])("options that are %o", (options) => {
    expect(() => decode(bytes, options as never)).toThrow(TypeError);
  });

  test("undefined means absent", () => {
    const options: Options = {
      mode: undefined,
      dialect: undefined,
      limits: undefined,
      like: undefined,
      views: undefined,
    };
    expect(decode(bytes, options)).toEqual(value);
    expect(encode(value, options)).toEqual(bytes);
    expect(decode(bytes, undefined)).toEqual(value);
  });

  test.each(["godot-5", "", "toString", "__proto__", 4])(
    "dialect %o throws unknown-dialect and lists the names",
    (name) => {
      for (const run of [
        () => decode(bytes, { dialect: name as never }),
        () => encode(1, { dialect: name as never }),
      ]) {
        const error = errorOf(run);
        expect(error.code).toBe("unknown-dialect");
        for (const dialect of dialectDescriptions) expect(error.hint).toContain(dialect.name);
      }
    },
  );

  // docs/DIALECTS.md says which versions write which dialect.
  test.each([
    ["godot-4.2", "godot-4.0"],
    ["godot-4.1.3", "godot-4.0"],
    ["godot-4.6", "godot-4.4"],
    ["godot4", "godot-4.4"],
    ["Godot-3", "godot-3"],
    ["godot-3.6", "godot-3"],
    ["godot-2.1", "godot-2"],
    ["4.6", "godot-4.4"],
    ["v4.2.1", "godot-4.0"],
    ["Godot 3.5", "godot-3"],
    ["3", "godot-3"],
    ["rebell", "rebel"],
    ["godot-5", undefined],
    ["", undefined],
  ])("dialect %o is taken for %o", (name, meant) => {
    const { hint } = errorOf(() => decode(bytes, { dialect: name as never }));
    expect(/ The nearest is (.*)\.$/.exec(hint ?? "")?.[1]).toBe(meant);
  });
});

describe("trailing bytes", () => {
  const two = fromHex("0100000001000000 00000000");

  test("throw an error at the first of them", () => {
    expect(errorOf(() => decode(two))).toMatchObject({ code: "trailing-bytes", offset: 8, path: "" });
  });

  test("are accepted with allowTrailing; bytesRead is where they start", () => {
    expect(decode(two, { allowTrailing: true })).toBe(true);
    expect(tryDecode(two, { allowTrailing: true })).toMatchObject({ ok: true, value: true, bytesRead: 8 });
  });

  test("bytesRead counts padding that is missing at the end", () => {
    const short = fromHex("1d000000 01000000 ff");
    expect(tryDecode(short)).toMatchObject({ ok: true, value: new Uint8Array([255]), bytesRead: 12 });
    expect(tryDecode(short, { allowTrailing: true })).toMatchObject({ bytesRead: 12 });
  });
});

describe("framing store_var", () => {
  const options = { framing: "store_var" } as const;
  const framed = encode(value, options);

  test("writes and reads a length before the value", () => {
    expect(new DataView(framed.buffer).getUint32(0, true)).toBe(bytes.length);
    expect(hex(framed.subarray(4))).toBe(hex(bytes));
    expect(decode(framed, options)).toEqual(value);
    expect(tryDecode(framed, options)).toMatchObject({ bytesRead: framed.length });
  });

  test("is off by default", () => {
    expect(encode(value, { framing: "none" })).toEqual(bytes);
    expect(tryDecode(bytes, options).ok).toBe(false);
  });

  test("reads a file of several values one by one", () => {
    const file = Buffer.concat([encode(1, options), encode("x", options), encode(null, options)]);
    const values: unknown[] = [];
    for (let at = 0; at < file.length; ) {
      const part = tryDecode(file.subarray(at), { ...options, allowTrailing: true });
      if (!part.ok) throw part.error;
      values.push(part.value);
      at += part.bytesRead;
    }
    expect(values).toEqual([1, "x", null]);
  });

  test("rejects a length that is too large or too small", () => {
    expect(errorOf(() => decode(fromHex("08000000 00000000"), options)).code).toMatch(
      /unexpected-end|bad-length/,
    );
    expect(tryDecode(fromHex("040000"), options)).toMatchObject({
      ok: false,
      error: { code: "unexpected-end" },
    });
    expect(tryDecode(fromHex("04000000 01000000 01000000"), options).ok).toBe(false);
  });

  test("includes the length in error offsets", () => {
    const error = errorOf(() => decode(fromHex("0c000000 1c000000 01000000 ff000000"), options));
    expect(error).toMatchObject({ code: "unknown-type", offset: 12, path: "[0]" });
  });
});

describe("bad UTF-8", () => {
  const bad = fromHex("1c000000 01000000 04000000 03000000 61ff6200");

  test("throws", () => {
    expect(errorOf(() => decode(bad))).toMatchObject({ code: "bad-utf8", offset: 8, path: "[0]" });
    expect(errorOf(() => decode(bad, { badUtf8: "error" })).code).toBe("bad-utf8");
  });

  test.each(["plain", "exact"] as const)("is replaced on request, in %s mode", (mode) => {
    expect(Array.from(decode(bad, { badUtf8: "replace", mode }) as string[])).toEqual(["a\ufffdb"]);
  });

  test.each([
    ["ff", "\ufffd"],
    ["80", "\ufffd"],
    ["c3", "\ufffd"],
    ["c080", "\ufffd\ufffd"],
    ["e28261", "\ufffd\ufffda"],
    ["f4908080", "\ufffd".repeat(4)],
    ["f0808080", "\ufffd".repeat(4)],
    ["c3a9ff", "é\ufffd"],
    ["eda080ff", "\ufffd".repeat(4)],
    ["f09f9880ff", "😀\ufffd"],
    ["ff".repeat(5000), "\ufffd".repeat(5000)],
  ])("each byte of no valid sequence is one U+FFFD: %s", (digits, text) => {
    const length = digits.length / 2;
    const input = new Uint8Array(8 + Math.ceil(length / 4) * 4);
    input.set([4, 0, 0, 0, length & 255, length >> 8]);
    input.set(fromHex(digits), 8);
    for (const dialect of ["godot-4", "godot-3"] as const) {
      expect(decode(input, { dialect, badUtf8: "replace" })).toBe(text);
    }
  });

  test("surrogates are broken where the dialect refuses them, and kept where it accepts them", () => {
    const input = fromHex("04000000 09000000 eda0bd edb880 eda080 000000");
    expect(decode(input, { badUtf8: "replace" })).toBe("\ufffd".repeat(9));
    expect(decode(input, { dialect: "godot-3", badUtf8: "replace" })).toBe("😀\ud800");
    const { bytes } = convert(input, { from: "godot-4", to: "godot-4", badUtf8: "replace" });
    expect(decode(bytes)).toBe("\ufffd".repeat(9));
  });

  test("encodes as its replacement", () => {
    expect(decode(encode(decode(bad, { badUtf8: "replace" })))).toEqual(["a\ufffdb"]);
    const { bytes: converted } = convert(bad, { to: "godot-4", badUtf8: "replace" });
    expect(decode(converted)).toEqual(["a\ufffdb"]);
  });
});

describe("views", () => {
  const floats = encode([new Float32Array([1, 2]), new PackedVector2Array(new Float32Array([3, 4]))]);

  test("share memory when the numbers are aligned", () => {
    const input = floats.slice();
    const [array, vectors] = decode(input, { views: true }) as [Float32Array, PackedVector2Array];
    expect(array.buffer).toBe(input.buffer);
    expect(vectors.data.buffer).toBe(input.buffer);
    new DataView(input.buffer).setFloat32(array.byteOffset, 9, true);
    expect(array[0]).toBe(9);
    vectors.data[0] = 7;
    expect(decode(input)).toEqual([
      new Float32Array([9, 2]),
      new PackedVector2Array(new Float32Array([7, 4])),
    ]);
  });

  test("are copies otherwise, and without the option", () => {
    const odd = new Uint8Array(floats.length + 1);
    odd.set(floats, 1);
    const [array] = decode(odd.subarray(1), { views: true }) as [Float32Array];
    expect(array).toEqual(new Float32Array([1, 2]));
    expect(array.buffer).not.toBe(odd.buffer);
    const [copy] = decode(floats) as [Float32Array];
    expect(copy.buffer).not.toBe(floats.buffer);
    expect(copy.buffer.byteLength).toBe(8);
  });

  test("need alignment to 8 for 64-bit numbers, and none for bytes", () => {
    const mixed = encode([new Uint8Array([1, 2, 3]), new Float64Array([0.1]), null, new Float64Array([0.2])]);
    const [first, second, , third] = decode(mixed, { views: true }) as [
      Uint8Array,
      Float64Array,
      null,
      Float64Array,
    ];
    expect(first.buffer).toBe(mixed.buffer);
    const shared = [second, third].map(({ buffer }) => buffer === mixed.buffer);
    expect(shared.filter(Boolean)).toHaveLength(1);
    expect([second[0], third[0]]).toEqual([0.1, 0.2]);
  });

  afterEach(() => vi.unstubAllGlobals());

  test.each<[string, () => SharedArrayBuffer]>([
    ["of this realm", () => new SharedArrayBuffer(floats.length)],
    ["of another realm", () => runInNewContext("new SharedArrayBuffer(size)", { size: floats.length })],
    [
      "where the name is missing",
      () => {
        vi.stubGlobal("SharedArrayBuffer", undefined);
        return new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
          .buffer as object as SharedArrayBuffer;
      },
    ],
  ])("never refer to shared memory %s", (_, memory) => {
    const shared = new Uint8Array(memory(), 0, floats.length);
    shared.set(floats);
    const [array] = decode(shared, { views: true }) as [Float32Array];
    shared.fill(0);
    expect(array).toEqual(new Float32Array([1, 2]));
  });
});
