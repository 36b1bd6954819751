// Paths of documents, as text and as keys.
import { describe, expect, test } from "vitest";
import {
  Color,
  Dictionary,
  encode,
  Float,
  float,
  formatPath,
  open,
  parsePath,
  type Variant,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

const codeOf = (run: () => unknown) => errorOf(run).code;

describe("paths", () => {
  test.each<[string, Variant[]]>([
    ["", []],
    ["inventory[3].stats.hp", ["inventory", 3, "stats", "hp"]],
    ["grid[Vector2i(1, 2)]", ["grid", new Vector2i(1, 2)]],
    ['["strange key"].x', ["strange key", "x"]],
    ['a["]"]["\\"\\n"]', ["a", "]", '"\n']],
    ["[1.0][-0.5][9007199254740993][true][null]", [new Float(1), -0.5, 9007199254740993n, true, null]],
    ["[Color(1, 0.5, 0, 1)].größe", [new Color(1, 0.5, 0, 1), "größe"]],
  ])("%s", (text, keys) => {
    expect(parsePath(text)).toEqual(keys);
    expect(formatPath(keys)).toBe(text);
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
  ])("%s is none", (text) => expect(codeOf(() => parsePath(text))).toBe("bad-path"));
});
