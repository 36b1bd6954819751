// The printer reads the values that JavaScript wrote in runs as it reads those in entries of the tape.
import { expect, test } from "vitest";
import {
  Dictionary,
  decode,
  NodePath,
  PackedVector3Array,
  RID,
  StringName,
  type TextOptions,
  type TypeName,
  toText,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { exactOptions, fromHex, linesOf, origins, plainOptions } from "../fixtures.js";

const engines = [undefined, "4.6", "3.6", "3.2"] as const;

function textOrError(value: unknown, options: TextOptions): string {
  try {
    return toText(value, options);
  } catch (error) {
    return String(error);
  }
}

/** The text by entries alone, which are all that is written where Object.prototype has enumerable properties. */
function byEntries(value: unknown, options: TextOptions): string {
  Object.assign(Object.prototype, { polluted: true });
  try {
    return textOrError(value, options);
  } finally {
    Reflect.deleteProperty(Object.prototype, "polluted");
  }
}

function expectEqual(value: unknown, options: TextOptions, times = 1): void {
  const expected = byEntries(value, options);
  for (let i = 0; i < times; i++) expect(textOrError(value, options)).toBe(expected);
}

test.each(origins)("values of $folder print equally", ({ folder, dialect }) => {
  const values: unknown[] = [];
  for (const line of linesOf(`${folder}/values.jsonl`)) {
    for (const options of [plainOptions(line, dialect), exactOptions(line, dialect)]) {
      const value = decode(fromHex(line.bytes), options);
      values.push(value);
      expectEqual(value, options);
      expectEqual(
        { value, after: [value, 1] },
        { ...options, engine: dialect === "godot-3" ? "3.6" : "4.6" },
      );
    }
  }
  // Often enough that a function is generated for the objects of the value.
  expectEqual(
    values.map((value) => ({ value, after: 1 })),
    {},
    2,
  );
});

const builtin = (type: TypeName) => ({ kind: "builtin", type }) as const;

const unusual: Record<string, unknown> = {
  "declared types": [
    new VariantArray([], builtin("int")),
    new VariantArray([1, 2n, 2n ** 40n], builtin("int")),
    new VariantArray([{ a: [new VariantArray([1], builtin("float"))] }, {}], builtin("Dictionary")),
    new VariantArray([new StringName("x")], builtin("StringName"), true),
    new Dictionary([["a", new Dictionary([[1n, 2n]])]], {
      keyType: builtin("String"),
      valueType: builtin("Dictionary"),
    }),
    new Dictionary([], { valueType: { kind: "script", path: "res://a.gd" } }),
    "after",
  ],
  numbers: [
    0,
    -0,
    2 ** 31,
    -(2 ** 53) + 1,
    2n ** 62n,
    0.1,
    1e300,
    Number.NaN,
    -Infinity,
    Math.fround(0.1),
    31.36,
  ],
  components: [new Vector2(0.1, 1e-9), new Vector2i(-1, 2), Vector2.fromArray([0.1, 2], 0, true)],
  "byte order marks": ["\ufeff", "\ufeffa", "a\ufeff", { "\ufeffkey": "\ufeff\ufeff" }],
  escapes: [
    '"',
    "\\",
    `${"x".repeat(1023)}"${"y".repeat(2000)}\\`,
    { 'a"b\\': "\t'?\u0001" },
    '1234567"',
    "12345678\\",
  ],
  paths: [new NodePath("/a/日本/c"), new NodePath("a:b"), new NodePath(""), new NodePath("/")],
  "other scripts": ["é", "日本語", "😀", "ж".repeat(5000), `${"a".repeat(70_000)}é`],
  "packed arrays": [
    new Float64Array(2000),
    new Int32Array(2000),
    new PackedVector3Array(new Float32Array(6000)),
  ],
  maps: new Map<unknown, unknown>([
    [1, "x"],
    [new Vector2(1, 2), { a: 1 }],
    [null, new RID(5n)],
    [[1, [2]], 3],
  ]),
  "keys to sort": { b: 1, a: { d: 1, c: 2 }, "": 3 },
  "absent values": { a: undefined, b: null, c: undefined },
  "a deep value": Array.from({ length: 150 }).reduce<unknown>((inner) => [{ inner }], 1),
  "a value too deep": Array.from({ length: 1200 }).reduce<unknown>((inner) => [inner], 1),
  "no value": [1, [undefined]],
};

test.each(Object.keys(unusual))("%s print equally", (name) => {
  for (const engine of engines) {
    for (const mode of ["plain", "exact"] as const) expectEqual(unusual[name], { engine, mode });
    expectEqual(unusual[name], { engine, real: "double" });
    expectEqual(unusual[name], { engine, dialect: "godot-2" });
    expectEqual(unusual[name], { engine, limits: { outputBytes: 20 } });
    expectEqual(unusual[name], { engine, limits: { depth: 2 } });
  }
});

test("a getter may print, and prints nothing into the outer text", () => {
  const value = {
    a: 1,
    get b() {
      return toText([1, "é"]);
    },
    c: new VariantArray([1], builtin("int")),
  };
  expect(toText(value)).toBe('{\n"a": 1,\n"b": "[1, \\"é\\"]",\n"c": Array[int]([1])\n}');
});
