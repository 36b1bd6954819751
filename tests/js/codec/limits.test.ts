// Deep, cyclic, large and hostile values: always an error, never a crash, and no memory leak.
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  GodotObject,
  parseText,
  tryDecode,
  type Variant,
} from "../../../js/index.js";
import { typeNames } from "../../../js/table/table.gen.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { errorOf } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

const memory = () => withCodec((codec) => codec.memory);

/** Collects all garbage. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  await setImmediate();
  runInNewContext("gc")();
}

/** `levels` nested arrays. */
function nested(levels: number): unknown[] {
  let value: unknown[] = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}

/** The bytes of `levels` nested arrays. */
function nestedBytes(levels: number): Uint8Array {
  const words = new Uint32Array(levels * 2);
  for (let level = 0; level < levels; level++) words.set([28, level === levels - 1 ? 0 : 1], level * 2);
  return new Uint8Array(words.buffer);
}

describe("depth", () => {
  test("counts references to resources in a text", () => {
    const text = (levels: number) => `${"Resource(".repeat(levels)}1${")".repeat(levels)}`;
    expect(parseText(text(1024))).toBeInstanceOf(GodotObject);
    expect(errorOf(() => parseText(text(1025)))).toMatchObject({ code: "too-deep", offset: 1025 * 9 });
    expect(errorOf(() => parseText(text(3), { limits: { depth: 2 } }))).toMatchObject({ code: "too-deep" });
    expect(errorOf(() => parseText(text(5000)))).toMatchObject({ code: "too-deep" });
  });

  test("allows 1024 levels below the top; one more throws too-deep", () => {
    expect(encode(nested(1025))).toEqual(nestedBytes(1025));
    expect(decode(nestedBytes(1025))).toEqual(nested(1025));
    const path = "[0]".repeat(1025);
    expect(errorOf(() => encode(nested(1026)))).toMatchObject({ code: "too-deep", path });
    expect(errorOf(() => decode(nestedBytes(1026)))).toMatchObject({
      code: "too-deep",
      offset: 1025 * 8,
      path,
    });
  });

  test("allows as many levels in a key", () => {
    const bytes = new Uint8Array([
      ...fromHex("1b000000 01000000"),
      ...nestedBytes(1024),
      ...fromHex("02000000 05000000"),
    ]);
    const value = decode(bytes);
    expect(value).toEqual(new Dictionary([[nested(1024) as Variant, 5]]));
    expect(encode(value)).toEqual(bytes);
    // A Dictionary takes more of the call stack, in some engines too much for all levels.
    let inner = new Dictionary();
    for (let level = 1; level < 512; level++) inner = new Dictionary([[inner, 5]]);
    const deep = new Dictionary([[inner, 5]]);
    expect(encode(decode(encode(deep)))).toEqual(encode(deep));
  });

  test("is an option", () => {
    const limits = { depth: 2 };
    expect(encode([[[]]], { limits })).toEqual(nestedBytes(3));
    expect(errorOf(() => encode([[[[]]]], { limits }))).toMatchObject({
      code: "too-deep",
      path: "[0][0][0]",
    });
    expect(errorOf(() => encode({ a: [[1]] }, { limits }))).toMatchObject({
      code: "too-deep",
      path: "a[0][0]",
    });
    expect(errorOf(() => decode(encode({ a: [[1]] }), { limits }))).toMatchObject({
      code: "too-deep",
      path: "a[0][0]",
    });
    expect(decode(nestedBytes(3), { limits })).toEqual([[[]]]);
    expect(errorOf(() => decode(encode([1]), { limits: { depth: 0 } })).code).toBe("too-deep");
  });

  test.each([1e5, 1e6])("far beyond the stack of JavaScript: %i levels", (levels) => {
    const limits = { depth: 1e9 };
    expect(errorOf(() => encode(nested(levels), { limits })).code).toBe("too-deep");
    const result = tryDecode(nestedBytes(levels), { limits });
    expect(result).toMatchObject({ ok: false, error: { code: "too-deep" } });
    expect(decode(encode([[1]]))).toEqual([[1]]);
  });

  test("counts dictionaries and objects alike", () => {
    let dictionary: Variant = null;
    let object: Variant = null;
    for (let level = 0; level < 1025; level++) {
      dictionary = { a: dictionary };
      object = new GodotObject("A", [["a", object]]);
    }
    expect(errorOf(() => encode(dictionary)).code).toBe("too-deep");
    expect(errorOf(() => encode(object, { fullObjects: true })).code).toBe("too-deep");
    const key = new Map([[nested(1025), 1]]);
    expect(errorOf(() => encode(key)).code).toBe("too-deep");
  });
});

describe("a cycle throws cyclic-value with the path of the repetition", () => {
  test("an array in itself", () => {
    const array: unknown[] = [1];
    array.push(array);
    expect(errorOf(() => encode(array))).toMatchObject({ code: "cyclic-value", path: "[1]", keys: [1] });
  });

  test("through objects, Maps and GodotObjects", () => {
    const top: Record<string, unknown> = {};
    const object = new GodotObject("A", [["back", top as Variant]]);
    top.list = [null, new Map([["object", object]])];
    const error = errorOf(() => encode(top, { fullObjects: true }));
    expect(error).toMatchObject({ code: "cyclic-value", path: "list[1].object.back" });
  });

  test("with a limit far beyond the stack", () => {
    const top: unknown[] = [];
    top.push({ top });
    const error = errorOf(() => encode(top, { limits: { depth: 1e9 } }));
    expect(error).toMatchObject({ code: "cyclic-value", path: "[0].top" });
  });

  test("also with like, and in a Dictionary", () => {
    const dictionary = new Dictionary();
    dictionary.set("self", dictionary);
    expect(errorOf(() => encode(dictionary))).toMatchObject({ code: "cyclic-value", path: "self" });
    const array: unknown[] = [];
    array.push(array);
    expect(errorOf(() => encode(array, { like: nestedBytes(4) }))).toMatchObject({ code: "cyclic-value" });
  });

  test("the same value twice is not a cycle", () => {
    const twice = [1, 2];
    expect(decode(encode({ a: twice, b: [twice, twice] }))).toEqual({
      a: [1, 2],
      b: [
        [1, 2],
        [1, 2],
      ],
    });
  });
});

describe("limits", () => {
  test("elements counts containers, elements, keys and values", () => {
    const value = [1, [2, { a: 3 }]];
    const bytes = encode(value);
    expect(decode(bytes, { limits: { elements: 7 } })).toEqual(value);
    expect(errorOf(() => decode(bytes, { limits: { elements: 6 } })).code).toBe("too-large");
    expect(errorOf(() => decode(encode(1), { limits: { elements: 0 } })).code).toBe("too-large");
  });

  test("outputBytes", () => {
    const value = { text: "x".repeat(100) };
    // Header and count; the key; the text with its length.
    const length = 8 + (8 + 4) + (8 + 100);
    expect(encode(value, { limits: { outputBytes: length } })).toHaveLength(length);
    expect(errorOf(() => encode(value, { limits: { outputBytes: length - 1 } })).code).toBe("too-large");
  });

  test.each([-1, Number.NaN, "5", null, {}])("rejects %o as a limit", (depth) => {
    expect(() => decode(encode(1), { limits: { depth: depth as number } })).toThrow(TypeError);
  });

  test("accepts fractions and infinity", () => {
    expect(decode(encode([1]), { limits: { depth: 1.9, elements: Number.POSITIVE_INFINITY } })).toEqual([1]);
    expect(decode(encode([1]), { limits: { depth: undefined } as never })).toEqual([1]);
  });
});

describe("12 bytes that claim 2^31 elements", () => {
  const counts = ["ffffff7f", "00000080", "ffffffff", "00000040", "ffffff3f"];
  const kinds = ["0000", "0100", "0200", "0300", "0500", "0a00", "0f00"];

  test.each(Array.from({ length: 39 }, (_, id) => [typeNames[id] as string, id] as const))(
    "as %s",
    (_, id) => {
      const before = memory();
      for (const count of counts) {
        for (const kind of kinds) {
          const bytes = fromHex(`${id.toString(16).padStart(2, "0")}00${kind} ${count} ${count}`);
          const result = tryDecode(bytes, { allowObjects: true });
          if (result.ok) expect(result.bytesRead).toBe(12);
        }
      }
      expect(memory()).toBe(before);
    },
  );

  test("are rejected when the count counts elements", () => {
    for (let id = 27; id <= 38; id++) {
      const bytes = fromHex(`${id.toString(16)}000000 ffffff7f 00000000`);
      expect(["unexpected-end", "bad-length"]).toContain(errorOf(() => decode(bytes)).code);
    }
  });

  test("nested, many times", () => {
    const part = [28, 0x7fffffff];
    const bytes = new Uint8Array(new Uint32Array(Array.from({ length: 500 }, () => part).flat()).buffer);
    const before = memory();
    expect(tryDecode(bytes).ok).toBe(false);
    expect(memory()).toBe(before);
  });
});

describe("memory", () => {
  const value = { name: "x", list: [1, 2.5, new Uint8Array(100)], nested: { a: [null, "text"] } };

  test("does not grow after 10 000 decodes", () => {
    const bytes = encode(value);
    const before = memory();
    for (let i = 0; i < 10_000; i++) decode(bytes);
    expect(memory()).toBe(before);
  });

  test("does not grow after 10 000 encodes and errors", () => {
    const before = memory();
    for (let i = 0; i < 10_000; i++) encode(value);
    for (let i = 0; i < 1000; i++) tryDecode(fromHex("1c000000 01000000 ff000000"));
    expect(memory()).toBe(before);
  });

  test("reuses a grown instance until garbage is collected", async () => {
    const before = memory();
    const large = encode(new Uint8Array(80 * 1024 * 1024));
    expect(decode(large)).toHaveLength(80 * 1024 * 1024);
    const grown = memory();
    expect(grown).toBeGreaterThan(80 * 1024 * 1024);
    expect(errorOf(() => decode(large.subarray(0, -8))).code).toBe("unexpected-end");
    expect(memory()).toBe(grown);
    await collectGarbage();
    expect(memory()).toBeLessThanOrEqual(before);
  });

  test("does not grow repeatedly for inputs of a few MB", () => {
    const bytes = encode(new Uint8Array(4 * 1024 * 1024));
    decode(bytes);
    const before = memory();
    for (let i = 0; i < 20; i++) decode(bytes);
    expect(memory()).toBe(before);
  });
});
