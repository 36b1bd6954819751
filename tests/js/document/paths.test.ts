// Paths of documents, as text and as keys.
import { describe, expect, test } from "vitest";
import {
  Color,
  Dictionary,
  decode,
  encode,
  Float,
  float,
  formatPath,
  NodePath,
  open,
  parsePath,
  RID,
  StringName,
  type Variant,
  Vector2i,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

const codeOf = (run: () => unknown) => errorOf(run).code;

describe("paths", () => {
  test("half a surrogate pair is not the character that replaces it in bytes", () => {
    const document = open(encode({ "\ufffd": 1 }));
    expect(document.get(["\ufffd"])).toBe(1);
    expect(document.has(["\ud800"])).toBe(false);
    expect(codeOf(() => document.delete(["\ud800"]))).toBe("bad-path");
  });

  test.each<[string, Variant[]]>([
    ["", []],
    ["inventory[3].stats.hp", ["inventory", 3, "stats", "hp"]],
    ["grid[Vector2i(1, 2)]", ["grid", new Vector2i(1, 2)]],
    ['["strange key"].x', ["strange key", "x"]],
    ['a["]"]["\\"\\n"]', ["a", "]", '"\n']],
    ["[1.0][-0.5][9007199254740993][true][null]", [new Float(1), -0.5, 9007199254740993n, true, null]],
    ["[Color(1, 0.5, 0, 1)].größe", [new Color(1, 0.5, 0, 1), "größe"]],
    ['[[&"x", "&\\"y(1)", Vector2i(1, 2)]]', [[new StringName("x"), '&"y(1)', new Vector2i(1, 2)]]],
    ["[[nan, inf, -inf, [1, 1.0, true]]]", [[Number.NaN, 1 / 0, -1 / 0, [1, new Float(1), true]]]],
    ['[[NodePath("a(b)[0]/c"), RID(5), null]]', [[new NodePath("a(b)[0]/c"), new RID(5n), null]]],
  ])("%s", (text, keys) => {
    expect(parsePath(text)).toEqual(keys);
    expect(formatPath(keys)).toBe(text);
  });

  test("only a text is parsed", () => {
    for (const path of [5, undefined, null, ["a"]])
      expect(() => parsePath(path as never)).toThrow(new TypeError("A path must be a string."));
  });

  test("a quoted name needs no brackets", () => {
    expect(parsePath('"strange key"."another"[0]')).toEqual(["strange key", "another", 0]);
  });

  test("a float that looks like an int leads to the float", () => {
    const keys = [2 ** 53, 2n ** 53n, float(1), 1] as const;
    const document = open(encode(new Dictionary(keys.map((key, i) => [key, i]))));
    expect(document.root.children().map(({ path }) => document.get(path))).toEqual([0, 1, 2, 3]);
    expect(formatPath([2 ** 53])).toBe("[9007199254740992.0]");
  });

  test.each<[string, () => [Variant, Variant]]>([
    ["an int and a float", () => [1n, float(1)]],
    ["Arrays", () => [[1n], [float(1)]]],
    ["Arrays in Arrays", () => [[[1n]], [[float(1)]]]],
  ])("tell equal keys of different types apart in errors and warnings: %s", (_, keys) => {
    for (const [first, second] of [keys(), keys().reverse()] as [Variant, Variant][]) {
      const bytes = encode(
        new Dictionary([
          [first, "first"],
          [second, "second"],
        ]),
      );
      const damaged = bytes.map((byte, i) => (i === bytes.length - 4 ? 0 : byte));
      const path = open(bytes).root.children()[1]?.path as string;
      for (const mode of ["plain", "exact"] as const) {
        expect(errorOf(() => decode(bytes.slice(0, -4), { mode })).path).toBe(path);
        const warnings: Warning[] = [];
        decode(damaged, { mode, onWarning: (warning) => warnings.push(warning) });
        expect(warnings.map((warning) => warning.path)).toEqual([path]);
      }
      expect(open(bytes).get(path)).toBe("second");
    }
  });

  test("of a float key that encode refuses names the float", () => {
    const value = new Dictionary([[1, undefined as never]]);
    expect(errorOf(() => encode(value, { mode: "exact" })).path).toBe("[1.0]");
    expect(errorOf(() => encode(value)).path).toBe("[1]");
  });

  test("are printed as GDScript", () => {
    expect(formatPath(["items", 3, new Vector2i(1, 2)], "save")).toBe('save["items"][3][Vector2i(1, 2)]');
  });

  test.each([
    ".a",
    "a.",
    "a b",
    "a..b",
    "[",
    "[1",
    "a]",
    '["x]',
    "[Vector2i(1)]",
    "[Foo(1)]",
    "[1x]",
    "a[]",
    "1",
    "[Vector2i(1,)]",
    "[Vector2i(,)]",
    "[Vector2i(1, 0x2)]",
    "[0x10]",
    "[0b1]",
    "[--1]",
    "[[1.5inf]]",
    "[&5]",
    "[NodePath(5)]",
    "[NodePath()]",
  ])("%s is none", (text) => expect(codeOf(() => parsePath(text))).toBe("bad-path"));
});

test("a key that states a type in an Array is no key of another type", () => {
  const document = open(encode(new Dictionary([[[1n], "int"]])), { dialect: "godot-4" });
  expect(document.get("[[1]]")).toBe("int");
  expect([document.has("[[1.0]]"), document.has([[float(1)]])]).toEqual([false, false]);
  expect(codeOf(() => document.delete("[[1.0]]"))).toBe("bad-path");
  document.insert("[[1.0]]", "float");
  expect([document.get("[[1]]"), document.get("[[1.0]]")]).toEqual(["int", "float"]);
  expect(document.toBytes()).toEqual(
    encode(new Dictionary([[[1n], "int"] as const, [[float(1)], "float"] as const])),
  );
  const floats = open(encode(new Dictionary([[[float(1)], "float"]])), { dialect: "godot-4" });
  expect([floats.get("[[1]]"), floats.get([[1n]])]).toEqual(["float", undefined]);
});
