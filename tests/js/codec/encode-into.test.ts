// encodeInto, and results from the pool.
import { describe, expect, test } from "vitest";
import {
  encode,
  encodeInto,
  PackedStringArray,
  RID,
  VariantArray,
  type VariantError,
  Vector2,
  type Warning,
} from "../../../js/index.js";
import { hex } from "../fixtures.js";

const packet = { t: "mv", id: 7, pos: new Vector2(1, 2), hp: 0.1 };

function errorOf(call: () => unknown): VariantError {
  try {
    call();
  } catch (error) {
    return error as VariantError;
  }
  throw new Error("no error");
}

describe("encodeInto", () => {
  const bytes = encode(packet);

  test("writes at the beginning of the target and leaves the rest", () => {
    const target = new Uint8Array(bytes.length + 4).fill(0xab);
    expect(encodeInto(packet, target)).toBe(bytes.length);
    expect(hex(target)).toBe(`${hex(bytes)}abababab`);
  });

  test.each([
    ["an ArrayBuffer", (size: number) => new ArrayBuffer(size)],
    ["shared memory", (size: number) => new SharedArrayBuffer(size)],
    ["a DataView", (size: number) => new DataView(new ArrayBuffer(size))],
    ["a Float32Array", (size: number) => new Float32Array(size / 4)],
    ["a Buffer", (size: number) => Buffer.alloc(size)],
  ])("writes to %s", (_, make) => {
    const target = make(bytes.length);
    expect(encodeInto(packet, target)).toBe(bytes.length);
    const buffer = ArrayBuffer.isView(target) ? target.buffer : target;
    const at = ArrayBuffer.isView(target) ? target.byteOffset : 0;
    expect(hex(new Uint8Array(buffer, at, bytes.length).slice())).toBe(hex(bytes));
  });

  test("writes to a part at an odd offset of a larger buffer, and nothing beside it", () => {
    const whole = new Uint8Array(bytes.length + 8).fill(0xab);
    expect(encodeInto(packet, whole.subarray(3, 3 + bytes.length))).toBe(bytes.length);
    expect(hex(whole)).toBe(`ababab${hex(bytes)}ababababab`);
  });

  test.each([
    ["a value of one run", packet],
    ["a value with entries", [1, new RID(5n), "x"]],
    ["a large array", new Int32Array(5000)],
  ])("says by how much the target is too small for %s, and leaves it", (_, value) => {
    const needed = encode(value).length;
    const target = new Uint8Array(needed - 1).fill(0xab);
    const error = errorOf(() => encodeInto(value, target));
    expect(error).toMatchObject({
      code: "too-large",
      hints: [{ code: "target-size", args: [needed, needed - 1] }],
    });
    expect(target.every((byte) => byte === 0xab)).toBe(true);
    expect(encodeInto(value, new Uint8Array(needed))).toBe(needed);
  });

  test("leaves the target when the value cannot be encoded", () => {
    const target = new Uint8Array(100).fill(0xab);
    expect(errorOf(() => encodeInto([1, { a: Symbol("x") }], target))).toMatchObject({
      code: "unsupported-value",
      path: "[1].a",
    });
    expect(target.every((byte) => byte === 0xab)).toBe(true);
  });

  test("takes the value's own arrays from the target's buffer", () => {
    for (const offset of [0, 4, 8, 4096, 20000]) {
      const whole = new ArrayBuffer(80000);
      const numbers = new Int32Array(whole, offset, 5000).map((_, i) => i * 7);
      const own = new Int32Array(whole, offset, 5000);
      own.set(numbers);
      const value = [own, "between", own];
      const expected = encode([numbers, "between", numbers]);
      expect(encodeInto(value, whole)).toBe(expected.length);
      expect(hex(new Uint8Array(whole, 0, expected.length))).toBe(hex(expected));
    }
  });

  test("takes the value's own arrays from the target's memory, which several SharedArrayBuffers may have", () => {
    for (const offset of [0, 4, 4096]) {
      const whole = new SharedArrayBuffer(80000);
      const own = new Int32Array(structuredClone(whole), offset, 5000);
      for (let i = 0; i < own.length; i++) own[i] = i * 7;
      const value = [own, "between", own];
      const expected = encode(value);
      expect(encodeInto(value, whole)).toBe(expected.length);
      expect(hex(new Uint8Array(whole, 0, expected.length).slice())).toBe(hex(expected));
    }
  });

  test("warns with the right paths while the caller writes over the target", () => {
    const target = new Uint8Array(1000);
    const paths: string[] = [];
    const onWarning = ({ path }: Warning) => {
      paths.push(path);
      encodeInto({ type: "log", path }, target);
    };
    const declared = { kind: "builtin", type: "String" } as const;
    encodeInto({ list: new VariantArray([1, 2, 3], declared) }, target, { onWarning });
    expect(paths).toEqual(["list[0]", "list[1]", "list[2]"]);
  });

  test.each<[string, unknown, (refuse: () => never) => object]>([
    ["a loss", { speed: 0.1 }, (onLoss) => ({ dialect: "godot-2", onLoss })],
    [
      "a wrong element",
      new VariantArray(["x"], { kind: "builtin", type: "int" }),
      (onWarning) => ({ onWarning }),
    ],
    ["a change of type", { hp: "x" }, (onWarning) => ({ like: encode({ hp: 1 }), onWarning })],
  ])("leaves the target when a callback refuses %s, and writes what is accepted", (_, value, optionsWith) => {
    const target = new Uint8Array(100).fill(0xab);
    const refused = new Error("refused");
    const refuse = () => {
      throw refused;
    };
    expect(errorOf(() => encodeInto(value, target, optionsWith(refuse)))).toBe(refused);
    expect(target.every((byte) => byte === 0xab)).toBe(true);
    const accept = optionsWith((() => {}) as never);
    const expected = encode(value, accept);
    expect(encodeInto(value, target, accept)).toBe(expected.length);
    expect(hex(target)).toBe(hex(expected).padEnd(200, "ab"));
    const small = new Uint8Array(expected.length - 1).fill(0xab);
    expect(errorOf(() => encodeInto(value, small, accept))).toMatchObject({ code: "too-large" });
    expect(small.every((byte) => byte === 0xab)).toBe(true);
  });

  test("writes frames of store_var, and takes types from like", () => {
    const target = new Uint8Array(1000);
    const framing = { framing: "store_var" } as const;
    for (const value of [packet, [new RID(5n)], new Uint8Array(5000)]) {
      const expected = encode(value, framing);
      const room = new Uint8Array(expected.length);
      expect(encodeInto(value, room, framing)).toBe(expected.length);
      expect(room).toEqual(expected);
    }
    const like = encode({ hp: 1.5 }, { mode: "exact" });
    const written = encodeInto({ hp: 2 }, target, { like });
    expect(target.slice(0, written)).toEqual(encode({ hp: 2 }, { like }));
  });

  test("a getter may encode into the same target", () => {
    const target = new Uint8Array(1000);
    const value = {
      a: 1,
      get b() {
        encodeInto("another value, which is longer than the outer one so far", target);
        return 2;
      },
      c: "end",
    };
    const expected = encode({ a: 1, b: 2, c: "end" });
    for (let i = 0; i < 40; i++) {
      expect(encodeInto(value, target)).toBe(expected.length);
      expect(target.slice(0, expected.length)).toEqual(expected);
    }
  });

  test("refuses a target that is no memory", () => {
    expect(() => encodeInto(1, [] as never)).toThrow(TypeError);
    expect(() => encodeInto(1, undefined as never)).toThrow(TypeError);
  });
});

describe("pooled", () => {
  const pooled = { pooled: true } as const;

  test("results have the bytes of encode, and never share one", () => {
    const results: [string, Uint8Array<ArrayBuffer>][] = [];
    for (let i = 0; i < 3000; i++) {
      const value = i % 7 === 0 ? [new RID(BigInt(i))] : { i, text: "x".repeat((i * 37) % 900) };
      results.push([hex(encode(value)), encode(value, pooled)]);
    }
    const ends = new Map<ArrayBuffer, number>();
    for (const [expected, result] of results) {
      expect(hex(result)).toBe(expected);
      expect(result.byteOffset).toBeGreaterThanOrEqual(ends.get(result.buffer) ?? 0);
      ends.set(result.buffer, result.byteOffset + result.length);
    }
    expect(ends.size).toBeGreaterThan(100);
  });

  test("a small result keeps at most 8 KB, and a large one only itself", () => {
    for (let size = 4; size < 20000; size += 212) {
      const result = encode("x".repeat(size), pooled);
      expect(result.buffer.byteLength).toBeLessThanOrEqual(Math.max(8192, result.length));
    }
  });

  test("goes on after a chunk was transferred", () => {
    const result = encode([1, 2], pooled);
    structuredClone(result, { transfer: [result.buffer] });
    for (let i = 0; i < 100; i++) expect(encode([1, 2], pooled)).toEqual(encode([1, 2]));
  });

  test("a getter may encode to the pool, too", () => {
    const value = {
      get inner() {
        return encode([1], pooled);
      },
      end: 5,
    };
    const expected = encode({ inner: encode([1]), end: 5 });
    for (let i = 0; i < 40; i++) expect(encode(value, pooled)).toEqual(expected);
  });
});

test("what a huge value took is given back", () => {
  const huge = Array.from({ length: 200000 }, (_, i) => ({ i, text: `text number ${i}` }));
  const small = encode(packet);
  expect(encode(huge).length).toBeGreaterThan(1e7);
  expect(encode(packet)).toEqual(small);
  expect(encode(new VariantArray([1], { kind: "builtin", type: "int" }))).toHaveLength(20);
  expect(encode(new PackedStringArray(["a"]))).toHaveLength(16);
});
