// `plain` mode, from bytes to ordinary JavaScript values: docs/GUIDE.md, "Decode and encode" and "Dictionaries".
import { describe, expect, test } from "vitest";
import {
  Callable,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  float,
  NodePath,
  type Options,
  RID,
  Signal,
  StringName,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { dictionaryBytes } from "../equal-keys.js";
import { fromHex, hex } from "../fixtures.js";

/** Encodes a value of either mode and decodes it in `plain` mode. */
const plain = (value: unknown, options: object = {}) => decode(encode(value), options);

/** The bytes of a Dictionary with these entries, in this order. */
const dictionary = (...entries: [Variant, Variant][]) => encode(new Map(entries), { mode: "exact" });

describe("every type has its plain form", () => {
  test.each([
    ["Nil", "00000000", null],
    ["bool false", "01000000 00000000", false],
    ["bool true", "01000000 01000000", true],
    ["int", "02000000 ffffffff", -1],
    ["int of 64 bits", "02000100 0000000001000000", 4294967296],
    ["float", "03000000 0000003f", 0.5],
    ["whole float", "03000000 00000040", 2],
    ["String", "04000000 02000000 c3a90000", "é"],
    ["StringName", "15000000 01000000 78000000", "x"],
    ["NodePath", "16000000 00000080 00000000 00000000", new NodePath()],
    ["RID", "17000000 0d00000000000000", new RID(13n)],
    ["Object by id", "18000100 0500000000000000", new EncodedObjectAsID(5n)],
    ["Callable", "19000000", new Callable()],
    ["Signal", "1a000000 01000000 78000000 0500000000000000", new Signal("x", 5n)],
    ["Dictionary", "1b000000 00000000", {}],
    ["Array", "1c000000 01000000 00000000", [null]],
    ["PackedByteArray", "1d000000 01000000 ff000000", new Uint8Array([255])],
    ["PackedInt32Array", "1e000000 01000000 ffffffff", new Int32Array([-1])],
    ["PackedInt64Array", "1f000000 01000000 ffffffffffffffff", new BigInt64Array([-1n])],
    ["PackedFloat32Array", "20000000 01000000 0000003f", new Float32Array([0.5])],
    ["PackedFloat64Array", "21000000 01000000 000000000000e03f", new Float64Array([0.5])],
  ])("%s", (_, bytes, value) => {
    expect(decode(fromHex(bytes))).toStrictEqual(value);
  });
});

/** The reader looks at the word behind the count to see which keys a Dictionary has. */
test("an empty Dictionary is a plain object, whatever follows it", () => {
  const slots = plain(new Map<number, unknown>([1, 2, 3].map((slot) => [slot, {}]))) as Map<number, object>;
  expect([...slots.values()].map((slot) => Object.getPrototypeOf(slot) === Object.prototype)).toEqual([
    true,
    true,
    true,
  ]);
});

describe("int is a number within ±(2^53 − 1), a bigint outside", () => {
  test.each([
    [2n ** 53n - 1n, 9007199254740991],
    [-(2n ** 53n) + 1n, -9007199254740991],
    [2n ** 53n, 2n ** 53n],
    [-(2n ** 53n), -(2n ** 53n)],
    [2n ** 63n - 1n, 2n ** 63n - 1n],
    [-(2n ** 63n), -(2n ** 63n)],
    [0n, 0],
    [-(2n ** 31n) - 1n, -2147483649],
  ])("%s", (int, value) => {
    expect(plain(int)).toBe(value);
    expect(hex(encode(value))).toBe(hex(encode(int, { mode: "exact" })));
  });
});

describe("float is a number, whatever its bits", () => {
  test.each([
    ["whole", float(3), 3],
    ["−0", -0, -0],
    ["infinite", Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ["NaN", Number.NaN, Number.NaN],
    ["NaN with a payload", new Float(Number.NaN, 0x7ff8000000000001n), Number.NaN],
    ["denormal", 5e-324, 5e-324],
    ["32-bit", Math.fround(0.1), Math.fround(0.1)],
  ])("%s", (_, value, expected) => {
    expect(plain(value)).toBe(expected);
  });
});

test("typed containers are ordinary ones", () => {
  const array = new VariantArray([1n], { kind: "builtin", type: "int" });
  expect(plain(array)).toStrictEqual([1]);
  expect(Object.getPrototypeOf(plain(array))).toBe(Array.prototype);
  const typed = new Dictionary([["a", 1n]], { keyType: { kind: "builtin", type: "String" } });
  expect(plain(typed)).toStrictEqual({ a: 1 });
});

describe("a Dictionary is a plain object when every key is a String or StringName", () => {
  test("with Object.prototype and own enumerable properties", () => {
    const value = decode(dictionary(["a", 1n], [new StringName("b"), 2n])) as object;
    expect(value).toStrictEqual({ a: 1, b: 2 });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.each(["__proto__", "constructor", "hasOwnProperty", "toString", "__defineGetter__", ""])(
    "with %j as a key",
    (key) => {
      const bytes = dictionary([key, { x: 1n } as never], ["last", 2n]);
      const value = decode(bytes) as Record<string, unknown>;
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(value)).toEqual([key, "last"]);
      expect(Object.getOwnPropertyDescriptor(value, key)).toEqual({
        value: { x: 1 },
        writable: true,
        enumerable: true,
        configurable: true,
      });
      expect("x" in value).toBe(false);
      expect(hex(encode(value))).toBe(hex(bytes));
    },
  );

  test.each([
    ["an int key", 1n, 1],
    ["a float key", 0.5, 0.5],
    ["null", null, null],
    ["a vector", new Vector2i(1, 2), new Vector2i(1, 2)],
  ])("otherwise a Dictionary: %s", (_, key, expected) => {
    const value = decode(dictionary(["a", 1n], [key, 2n], ["b", 3n])) as Dictionary;
    expect(value).toBeInstanceOf(Dictionary);
    expect(Array.from(value)).toEqual([
      ["a", 1],
      [expected, 2],
      ["b", 3],
    ]);
  });
});

describe("objects of very many keys", () => {
  const many = [
    "toString",
    "__proto__",
    "",
    "constructor",
    ...Array.from({ length: 3000 }, (_, i) => `k${i}`),
  ];
  const entries = (keys: readonly string[]): [Variant, Variant][] => keys.map((key, i) => [key, BigInt(i)]);

  test("are ordinary objects", () => {
    const value = decode(dictionary(...entries(many))) as Record<string, Variant>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual(many.map((key, i) => [key, i]));
    expect(Object.getOwnPropertyDescriptor(value, "__proto__")).toEqual({
      value: 1,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  });

  test.each<[string, Variant, Options, string[]]>([
    ["become a Dictionary at a key that is no name", 7n, {}, many],
    ["become a Dictionary at an index", "7", {}, many],
    ["take an index first if they must be objects", "7", { dictionaries: "object" }, ["7", ...many]],
  ])("%s", (_, key, options, names) => {
    const value = decode(dictionary(...entries(many), [key, true]), options);
    const isObject = options.dictionaries === "object";
    expect(Array.from(isObject ? Object.keys(value as object) : (value as Dictionary).keys())).toEqual(
      isObject ? names : [...names, typeof key === "bigint" ? Number(key) : key],
    );
  });
});

describe("keys that look like an index keep their order, in a Dictionary", () => {
  test.each(["0", "42", "4294967294"])("%s", (key) => {
    const bytes = dictionary(["b", 1n], [key, 2n]);
    const value = decode(bytes);
    expect(value).toBeInstanceOf(Dictionary);
    expect(Array.from((value as Dictionary).keys())).toEqual(["b", key]);
    expect(hex(encode(value))).toBe(hex(bytes));
  });

  test.each(["042", "-1", "1.5", "4294967295", "99999999999", "1e3", " 1", "４"])(
    "%j does not look like an index",
    (key) => {
      const value = decode(dictionary(["b", 1n], [key, 2n]));
      expect(value).not.toBeInstanceOf(Dictionary);
      expect(Object.keys(value as object)).toEqual(["b", key]);
    },
  );
});

describe("option dictionaries", () => {
  const strings = dictionary(["b", 1n], ["42", 2n]);

  test("auto is the default", () => {
    expect(decode(strings, { dictionaries: "auto" })).toEqual(decode(strings));
  });

  test("map never creates objects", () => {
    const value = decode(dictionary(["a", new Dictionary()]), { dictionaries: "map" }) as Dictionary;
    expect(value).toBeInstanceOf(Dictionary);
    expect(value.get("a")).toBeInstanceOf(Dictionary);
  });

  test("object creates them for all string keys, in JavaScript's order", () => {
    const value = decode(strings, { dictionaries: "object" });
    expect(value).toStrictEqual({ 42: 2, b: 1 });
    expect(Object.keys(value as object)).toEqual(["42", "b"]);
    expect(decode(dictionary([1n, 2n]), { dictionaries: "object" })).toBeInstanceOf(Dictionary);
  });

  test("has no effect in exact mode", () => {
    expect(decode(strings, { dictionaries: "object", mode: "exact" })).toBeInstanceOf(Dictionary);
  });
});

describe("keys that plain mode would merge stay separate", () => {
  test("a float key equal to an int key is a Float", () => {
    const bytes = dictionary([1, "float"], [1n, "int"], [2, "alone"]);
    const value = decode(bytes) as Dictionary;
    expect(Array.from(value)).toEqual([
      [new Float(1), "float"],
      [1, "int"],
      [2, "alone"],
    ]);
    expect(value.get(1)).toBe("int");
    expect(value.get(float(1))).toBe("float");
  });

  test("float keys alone are numbers", () => {
    expect(Array.from((decode(dictionary([1, "a"], [2, "b"])) as Dictionary).keys())).toEqual([1, 2]);
  });

  test("arrays of 1 and of 1.0", () => {
    const bytes = dictionary([[1n] as never, "int"], [[1] as never, "float"]);
    const value = decode(bytes) as Dictionary;
    expect(Array.from(value.values())).toEqual(["int", "float"]);
    expect(hex(encode(value))).toBe(hex(bytes));
  });
});

test("Dictionaries with 1 and 1.0 are keys apart, also after many with the same keys became objects", () => {
  const keyOf = (value: Variant) => new Dictionary([["sole", value]], {});
  // Too large for the reader of messages.
  const text = "float".repeat(5000);
  const bytes = dictionary([keyOf(1n), "int"], [keyOf(1), text]);
  for (let i = 0; i < 3; i++) {
    const value = decode(bytes) as Dictionary;
    expect(Array.from(value.values())).toEqual(["int", text]);
    expect(hex(encode(value))).toBe(hex(bytes));
    plain(Array.from({ length: 300 }, (_, i) => ({ sole: i + 0.5 })));
  }
});

describe("containers as keys, nested as deep as the limit allows", () => {
  // Comparing a key again at every level would take weeks.
  const levels = 1000;
  const exact = { mode: "exact" } as const;
  const nested = (others: unknown[]) => {
    const count = (1 + others.length).toString(16).padStart(2, "0");
    const heads = fromHex(`1b000000 01000000 ${`1b000000 ${count}000000 `.repeat(levels)} 1b000000 00000000`);
    const rest = others.flatMap((other, n) => [encode(other, exact), encode(BigInt(-n), exact)]);
    const levelParts = Array.from({ length: levels }, (_, i) => [encode(BigInt(i), exact), ...rest]);
    return Buffer.concat([heads, ...levelParts.flat(), encode("deep")]);
  };
  const levelsOf = (value: unknown): Dictionary[] => {
    const found: Dictionary[] = [];
    for (let next = value; next instanceof Dictionary && next.size > 0; next = next.keys().next().value)
      found.push(next);
    return found;
  };

  test("equal keys are merged at every level", () => {
    const found = levelsOf(decode(nested([[], [], []])));
    expect(found).toHaveLength(levels + 1);
    for (const level of found.slice(1)) expect(level.size).toBe(2);
    expect(found[1]?.get([])).toBe(-2);
  });

  test("keys that differ only in the type of a number stay separate at every level", () => {
    const bytes = nested([[1n], [1]]);
    const found = levelsOf(decode(bytes));
    expect(found).toHaveLength(levels + 1);
    for (const level of found.slice(1)) expect(level.size).toBe(3);
    expect(Buffer.compare(encode(decode(bytes)), bytes)).toBe(0);
  });
});

test("duplicate keys keep the last value at the first key's place", () => {
  const twice = "1b000000 03000000 04000000 01000000 61000000 02000000 01000000";
  const rest = "04000000 01000000 62000000 00000000 04000000 01000000 61000000 02000000 02000000";
  expect(Object.entries(decode(fromHex(twice + rest)) as object)).toEqual([
    ["a", 2],
    ["b", null],
  ]);
});

describe("keys that are numbers", () => {
  const keysOf = (value: unknown) => [...(value as Dictionary).keys()].map(String);

  /** The bytes of a Dictionary with these keys, the last of which occurs twice. */
  function twice(keys: Variant[], options: Options): Uint8Array {
    const other = new Vector2i(77, 77);
    const bytes = encode(new Map([...keys, other].map((key, i) => [key, i])), options);
    const last = encode(keys.at(-1), options);
    bytes.set(last, bytes.length - 8 - last.length);
    return bytes;
  }

  test.each(["plain", "exact"] as const)("are found by value and distinguished: %s", (mode) => {
    const options = { mode };
    const keys = Array.from({ length: 3000 }, (_, i) => new Vector2i(i % 50, Math.floor(i / 50)));
    const grid = decode(
      encode(new Map(keys.map((key, i) => [key, i % 7 === 0])), options),
      options,
    ) as Dictionary;
    expect(grid.size).toBe(3000);
    expect(grid.get(new Vector2i(49, 59))).toBe(2999 % 7 === 0);
    expect(grid.has(new Vector2i(50, 0))).toBe(false);
    expect(grid.set(new Vector2i(0, 0), null).size).toBe(3000);
    expect(grid.delete(new Vector2i(1, 0))).toBe(true);
    expect(grid.has(new Vector2i(1, 0))).toBe(false);
  });

  test.each(["plain", "exact"] as const)("are merged when they are equal: %s", (mode) => {
    const options = { mode };
    const vectors = [new Vector2i(1, 2), new Vector2i(2, 1)];
    expect(keysOf(decode(twice(vectors, options), options))).toEqual(["Vector2i(1, 2)", "Vector2i(2, 1)"]);
    const zeros = [new Vector2(1, 0), new Vector2(1, -0), "a"];
    const bytes = dictionaryBytes(
      zeros.map((key) => [key, 1]),
      options,
    );
    expect((decode(bytes, options) as Dictionary).size).toBe(2);
    const mixed = ["a", new Vector2i(1, 2), new StringName("b"), new Vector2i(3, 4)];
    const value = decode(twice(mixed, options), options) as Dictionary;
    expect(value.size).toBe(4);
    expect(value.get("b")).toBe(2);
    expect(value.get(new Vector2i(3, 4))).toBe(4);
  });
});
