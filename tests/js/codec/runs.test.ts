// Values in runs, which JavaScript writes, are the bytes that C++ makes from entries.
import { afterEach, describe, expect, test } from "vitest";
import { settingsOf } from "../../../js/base/options.js";
import { type UseRuns, withRuns } from "../../../js/codec/encode/encode-value.js";
import {
  Color,
  Dictionary,
  decode,
  encode,
  Float,
  float,
  NodePath,
  type Options,
  PackedStringArray,
  Rect2,
  RID,
  StringName,
  setCodeGeneration,
  TypedArray,
  type TypeName,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
} from "../../../js/index.js";
import { dialectDescriptions } from "../../../js/table/table.gen.js";
import { exactOptions, fromHex, linesOf, origins, plainOptions } from "../fixtures.js";
import { byEncode, byEntries } from "./both-ways.js";

afterEach(() => setCodeGeneration(true));

/** A NaN with other bits than the usual one. Engines may keep them in a plain number. */
const oddNaN = new Float64Array(BigUint64Array.of(0xfff8000000000123n).buffer)[0] as number;

/** Encodes an object so often that a function is generated for its keys, even after a dozen others. */
function learn(object: object, options: Options = {}): void {
  encode(new Array(20_000).fill(object), options);
}

function expectEqual(value: unknown, options: Options, times = 1): void {
  const expected = byEntries(value, options);
  for (let i = 0; i < times; i++) expect(byEncode(value, options)).toBe(expected);
}

describe.each(origins)("values of $folder", ({ folder, dialect }) => {
  test("are the same in runs, in both modes, again and again", () => {
    for (const line of linesOf(`${folder}/values.jsonl`)) {
      for (const options of [plainOptions(line, dialect), exactOptions(line, dialect)]) {
        const value = decode(fromHex(line.bytes), options);
        expectEqual(value, options);
        expectEqual({ value, after: [value, 1] }, options, 20);
      }
    }
  });
});

const builtin = (type: TypeName) => ({ kind: "builtin", type }) as const;
const script = { kind: "script", path: "res://a.gd" } as const;

const many = {
  declared: [
    new VariantArray([], builtin("int")),
    new VariantArray([1, 2n, 2n ** 40n, 2 ** 40, -0, 0.5], builtin("int")),
    new VariantArray([1, 0.1, Number.NaN, 5n], builtin("float")),
    new VariantArray(["a", "é", new RID(1n), 1], builtin("StringName")),
    new VariantArray(
      [{ a: 1, b: [new VariantArray([1], builtin("float"))] }, { a: 2 }],
      builtin("Dictionary"),
    ),
    new VariantArray([null], { kind: "class", name: "Node" }),
    new VariantArray([null, null], script),
    new VariantArray([1, "x"], undefined, true),
    new VariantArray(
      new Array(500).fill(new VariantArray([new Vector2(1, 2)], builtin("Vector2"))),
      builtin("Array"),
    ),
    new Dictionary([["a", 1]], { keyType: builtin("String") }),
    new Dictionary([[new Vector2(1, 2), new VariantArray(["x"], script)]], { valueType: script }),
    new Dictionary([["a", new Dictionary([[1n, 2n]], { shared: true })]], {
      keyType: builtin("String"),
      valueType: builtin("Dictionary"),
    }),
    new VariantArray([new Int32Array(2000), new Float64Array(2000)], builtin("PackedInt32Array")),
  ],
  ints: [
    0,
    1,
    -1,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 31,
    -(2 ** 53) + 1,
    2 ** 53 - 1,
    5n,
    -(2n ** 63n),
    2n ** 40n,
    -(2n ** 31n),
    2n ** 31n - 1n,
    2n ** 31n,
    -(2n ** 31n) - 1n,
    2n ** 63n - 1n,
  ],
  floats: [0.5, -0, 0.1, 1e300, -1e-320, 2 ** 53, 1e22, Number.NaN, Infinity, -Infinity, Math.fround(0.1)],
  texts: [
    "",
    "a",
    "ab",
    "abc",
    "abcd",
    "abcde",
    "é",
    "aé",
    "abcé",
    "日本語",
    "😀",
    "a😀",
    "\ufeff",
    "\ufeffa",
    "a\ufeff",
  ],
  long: [
    "x".repeat(47),
    "x".repeat(48),
    "x".repeat(49),
    "é".repeat(48),
    "日".repeat(49),
    "x".repeat(5000),
    "\ufeff日".repeat(90),
  ],
  latin: ["élan", "Übergröße", "naïve façade", "ÿ\u07ffé", "Ärztin 村長 été 😀"],
  packedTexts: [
    "",
    "a",
    "abc",
    "abcd",
    "abcde",
    "é",
    "aé",
    "日本語",
    "日",
    "\ufeff",
    "x".repeat(48),
    "x".repeat(5000),
  ].flatMap((text) => [new PackedStringArray([text]), new PackedStringArray([text, "b", text])]),
  noTexts: [new PackedStringArray()],
  edges: ["\x7f", "\x80", "\u07ff", "\u0800", "\uffff", "abc\x7f", "abc\x80", "\u{10ffff}"],
  ours: [
    float(1),
    float(0.1),
    float(-0),
    float(Number.NaN),
    new Float(Number.NaN, 0x7ff8000000000001n),
    new StringName("name"),
    new StringName("\ufeffé"),
    new Color(1, 0.5, Number.NaN),
    new Vector2i(-0, 2 ** 31 - 1),
    new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
    { weight: float(2), tag: new StringName("x"), at: new Vector2i(1, 2), tint: new Color(), on: true },
    new TypedArray([1, 2n, 2 ** 40, -0, 0.5, 2n ** 40n], builtin("int")),
    new TypedArray([1, 0.1, Number.NaN, 5n, float(3), -0], builtin("float")),
    new TypedArray(["a", new StringName("b")], builtin("StringName")),
  ],
  others: [
    null,
    true,
    false,
    new RID(5n),
    new Vector2(1, 2),
    new Vector3(1, 2, 3),
    new NodePath("/a/日本/c"),
    new NodePath("a:b"),
  ],
  "\ufeffkey": 1,
  ключ: { 日本: 1, "": 2, "with space": 3, 'quo"te\\': 4, "\u2028": 5, __proto__: 6 },
  own: JSON.parse('{"__proto__": 1, "constructor": 2, "7": 3, "1": 4}'),
  none: { a: undefined, b: 1, c: undefined },
  map: new Map<unknown, unknown>([
    [1, "x"],
    ["k", [1]],
    [new Vector2(1, 2), { a: 1 }],
    [null, new Int32Array(2000)],
  ]),
  data: [new Uint8Array([1, 2, 3]), new Float64Array(2000), new Int32Array(3)],
};

describe.each(dialectDescriptions.map(({ name }) => name))("%s", (dialect) => {
  test.each([
    {},
    { mode: "exact" },
    { real: "double" },
    { real: "single" },
    { framing: "store_var" },
    { limits: { depth: 2 } },
    { limits: { outputBytes: 100 } },
  ] as Options[])("%j", (options) => {
    for (const value of Object.values(many)) expectEqual(value, { dialect, ...options }, 20);
    expectEqual(many, { dialect, ...options }, 20);
  });
});

test("without generated functions", () => {
  setCodeGeneration(false);
  expectEqual(many, {}, 20);
});

describe("objects with the same keys", () => {
  test.each([{}, { mode: "exact" }, { dialect: "godot-3" }, { dialect: "docs-004" }] as Options[])(
    "and values of other types than before: %j",
    (options) => {
      const values = [
        1,
        -0,
        0,
        1.5,
        0.1,
        -1.1e300,
        2 ** -149,
        Number.POSITIVE_INFINITY,
        2 ** 40,
        "x",
        "é",
        null,
        undefined,
        true,
        [1],
        { a: 1 },
        new Vector2(1, 2),
        5n,
        Number.NaN,
        oddNaN,
      ];
      // One object, because each function takes more objects than the one before.
      const keys = values.map((value, i) => `k${i} ${String(value)}`);
      const objectOf = (valueAt: (index: number) => unknown) =>
        Object.fromEntries(keys.map((key, i) => [key, valueAt(i)]));
      learn(
        objectOf((i) => values[i]),
        options,
      );
      for (const other of values)
        expectEqual(
          objectOf(() => other),
          options,
        );
      for (let by = 0; by < values.length; by++)
        expectEqual(
          objectOf((i) => values[(i + by) % values.length]),
          options,
        );
    },
  );

  test("and the same errors", () => {
    const faults = [
      "\0",
      "\ud800",
      "abc\0",
      Symbol("s"),
      () => 1,
      2n ** 70n,
      new Date(0),
      new Vector2("x" as never, 1),
      new VariantArray([1], builtin("no such type" as never)),
      new VariantArray([1], { kind: "script", path: "a.gd" }),
      new VariantArray([1], {} as never),
      new VariantArray(2 ** 31 + 1, builtin("int")),
      new VariantArray(["a\0"], builtin("String")),
      new PackedStringArray(["a", "abc\0"]),
      new PackedStringArray(["a", 5 as never]),
      new PackedStringArray("abc" as never),
      new Dictionary([[1, 2n ** 70n]], { keyType: builtin("int") }),
    ];
    const sample = (value: unknown) => [{ ok: 1, value, text: "x" }];
    learn(sample("x"));
    for (const fault of faults) expectEqual(sample(fault), {});
    for (const key of ["\0", "\ud800", "a\0"]) expectEqual({ a: { [key]: 1 } }, {});
  });

  test("at the limit of depth", () => {
    let nested: unknown = { a: 1, b: "x" };
    for (let i = 0; i < 5; i++) nested = { a: nested, b: 1 };
    learn(nested as object);
    for (let depth = 0; depth < 9; depth++) expectEqual(nested, { limits: { depth } });
  });

  test.each([0, 1, 2])("elements of each kind at the limit of depth %i", (depth) => {
    const kinds: unknown[] = [
      {},
      [],
      { a: 1 },
      new Vector2(1, 2),
      new NodePath("a"),
      new Uint8Array(4),
      new Dictionary(),
    ];
    kinds.push(
      1,
      0.5,
      1n,
      "x",
      null,
      true,
      new StringName("x"),
      new PackedStringArray(["x"]),
      Object.create(null),
    );
    const options = { limits: { depth } };
    for (const kind of kinds) {
      for (const value of [[kind], [[kind]], [{ a: [kind] }], [[[kind, kind]]]]) expectEqual(value, options);
      expectEqual(Array(70).fill(kind), options);
    }
    expect(() => encode([new Vector2(1, 2)], { limits: { depth: 0 } })).toThrow(/too-deep/);
  });

  test("but without some of them, or in another order", () => {
    const keys = Array.from({ length: 14 }, (_, i) => `key${i}`.repeat((i % 5) + 1));
    // Bit i of the number says whether key i is there.
    const some = (bits: number) => keys.filter((_, i) => (bits >> i) & 1).map((key, i) => [key, i] as const);
    const objects = Array.from({ length: 4000 }, (_, i) => some((i * 2654435761) >>> 18));
    expectEqual(
      objects.map((entries) => Object.fromEntries(entries)),
      {},
      2,
    );
    expectEqual(
      objects.map((entries, i) => Object.fromEntries([...entries.slice(i % 9), ...entries.slice(0, i % 9)])),
      {},
      2,
    );
  });

  test("around more keys than are remembered", () => {
    const crowd = (from: number) => Array.from({ length: 9000 }, (_, i) => ({ [`new${from + i}`]: i }));
    const around = (inner: unknown) => ({ first: 1, second: inner, third: [2], fourth: "x" });
    const objects = [0, 9000, 18000].map((from) => around([around(1), crowd(from), around(2)]));
    expectEqual(objects, {}, 3);
    setCodeGeneration(false);
    expectEqual(objects, {}, 3);
  });

  test("each in turn, and more keys than are remembered", () => {
    const objects = Array.from({ length: 300 }, (_, i) => ({
      [`key${i % 97}`]: i,
      [`other${i % 89}`]: { x: i },
      ...Object.fromEntries(Array.from({ length: i }, (_, j) => [`n${j}`, j])),
    }));
    expectEqual(objects, {}, 3);
    const different = Array.from({ length: 20000 }, (_, i) => ({ a: i, [`k${i}`]: { [`l${i}`]: i } }));
    expectEqual(different, {}, 2);
    // After many objects with keys of their own, few are looked for among those that came before.
    const usual = Array.from({ length: 6000 }, (_, i) => ({ usual: i, "same keys": `${i}` }));
    expectEqual([different, usual, different.slice(9000), usual], {}, 2);
    expectEqual({ ["k".repeat(64)]: 1, ["k".repeat(65)]: 2, ["é".repeat(64)]: 3 }, {}, 20);
  });
});

test("names of a NodePath that are no strings fail as before", () => {
  for (const name of [5, undefined, null, { length: 1 }, ["a"]]) {
    const path = new NodePath("/root/a");
    (path.names as unknown[])[1] = name;
    for (const value of [path, [1, path, 2], { path }]) {
      expect(byEncode(value, {})).toContain("Expected a string");
      expect(byEncode(value, {})).toBe(byEntries(value, {}));
    }
  }
});

test("a cycle and a deep value fail as before", () => {
  const cycle: unknown[] = [1];
  cycle.push({ cycle });
  expectEqual(cycle, {});
  let deep: unknown = 1;
  for (let i = 0; i < 30000; i++) deep = i % 2 === 0 ? [deep] : { deep };
  expectEqual(deep, {});
  // How much the stack holds is not always the same.
  expect(byEncode(deep, { limits: { depth: 1e6 } })).toMatch(/too-deep/);
});

test("an empty text where a byte order mark stood in the value before", () => {
  const value = ["é", ""];
  const expected = byEntries(value, {});
  byEncode(["é", "\ufeffé"], {});
  expect(byEncode(value, {})).toBe(expected);
});

test("enumerable properties of Object.prototype are no entries", () => {
  learn({ p: 1, q: "x" });
  Object.defineProperty(Object.prototype, "polluted", {
    value: 1,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  try {
    expectEqual({ p: 1, q: "x" }, {}, 20);
    expect(encode({ p: 1, q: "x" })).toHaveLength(8 + 12 + 8 + 12 + 12);
    expectEqual(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i])), {}, 2);
  } finally {
    delete (Object.prototype as { polluted?: number }).polluted;
  }
});

test("the usual values take one run", () => {
  const wordsOf: UseRuns<undefined, number> = (_codec, _writer, _settings, words) => words;
  expect(withRuns({ a: [1, "x", 0.5] }, settingsOf(), "gaps", wordsOf, undefined)).toBe(14);
});
