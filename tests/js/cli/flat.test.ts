// The output of `godot-variant flat`: one line per value, reversible without loss.
import { describe, expect, test } from "vitest";
import { flatLines, unflatten } from "../../../js/cli/json/flat.js";
import {
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  float,
  GodotObject,
  type Variant,
  VariantArray,
} from "../../../js/index.js";
import { exactOptions, fromHex, hex, linesOf, origins } from "../fixtures.js";

const listing = (...values: Variant[]) => [...flatLines(values)].join("");
const exact = { mode: "exact" } as const;

describe.each(origins)("$folder", ({ folder, dialect }) => {
  const lines = ["values", "crafted"].flatMap((file) => linesOf(`${folder}/${file}.jsonl`));
  // Excluded: values that `encode` rejects, and keys with equal paths, which Godot 3 distinguishes by identity.
  const isOut = /equal (empty )?Dict/;
  const usable = lines.filter(
    ({ ok, differs, deep, surrogates, name }) =>
      ok !== false && !differs && !deep && !surrogates && !isOut.test(name),
  );

  test("every value round-trips byte for byte", () => {
    for (const line of usable) {
      const options = { ...exactOptions(line, line.dialect ?? dialect), allowTrailing: true };
      const value = decode(fromHex(line.bytes), options);
      const text = listing(value);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that no line contains one
      expect(text, line.name).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]/);
      const [again, ...rest] = unflatten(text);
      expect(rest).toEqual([]);
      expect(hex(encode(again, options)), line.name).toBe(hex(encode(value, options)));
    }
    expect(usable.length).toBeGreaterThan(10);
  });
});

describe("hostile keys and texts", () => {
  const texts = [
    "",
    " = ",
    "a.b",
    "a[0]",
    "]",
    '"',
    "\\",
    "\n",
    "\r\n",
    "\0x".slice(1),
    "\u001b[31m",
    "\u202e",
    "é",
    "__proto__",
    "😀",
    "x = 1\n[0].y = 2",
  ];
  test.each(texts)("%j", (text) => {
    const value = new Dictionary([
      [text, text],
      [new VariantArray([text, new Dictionary([[text, float(1)]])]), 1n],
      [new Dictionary([[text, text]]), new GodotObject(`A ${text}`, [[text, null]])],
    ]);
    const all = listing(value);
    expect(all.trimEnd().split("\n")).toHaveLength(5);
    expect(hex(encode(unflatten(all)[0], { ...exact, fullObjects: true }))).toBe(
      hex(encode(value, { ...exact, fullObjects: true })),
    );
  });

  test("objects as keys keep what is below them", () => {
    const key = new EncodedObjectAsID(5n);
    const value = new Dictionary([
      [key, new VariantArray([1n])],
      [new GodotObject("A"), new Dictionary([["x", key]])],
      [new EncodedObjectAsID(5n), new VariantArray([2n])],
    ]);
    const all = listing(value);
    expect(hex(encode(unflatten(all)[0], { ...exact, fullObjects: true }))).toBe(
      hex(encode(value, { ...exact, fullObjects: true })),
    );
  });

  test("the lines that grep selects keep their values", () => {
    const value = new Dictionary([
      ["list", new VariantArray([1n, new Dictionary([["hp", 5n]]), 2n])],
      ["b", 1n],
    ]);
    const found = listing(value)
      .split("\n")
      .filter((line) => /list( =|\[[12]\])/.test(line));
    expect(unflatten(found.join("\r\n"))).toEqual([
      new Dictionary([["list", new VariantArray([new Dictionary([["hp", 5n]]), 2n])]]),
    ]);
    expect(unflatten("[0].list[1].hp = 5")).toEqual([
      new Dictionary([["list", new Dictionary([[1n, new Dictionary([["hp", 5n]])]])]]),
    ]);
  });

  test.each([
    ["x", 'Line 1: Expected a path and " = "'],
    [" = 1", "Line 1: The path is missing"],
    ["[0] = 1\n[0].a = 2", "Line 2: The path leads into a value that holds no others"],
    ["[0].a.b = 1\n[0].a = {}", "Line 2: The path already has a value"],
    ["[0] = []\n[0].a = 2", "Line 2: The path enters an Array, so an index is needed"],
    ['[0] = []\n[0]["0"] = 2', "Line 2: The path enters an Array, so an index is needed"],
    ["[0] = [1,,2]", "Line 1: "],
    ["[0] = Vector2(1)", "Line 1: bad-length: The length or count cannot be right"],
    ['[0][{"a" = 1', "Line 1: A bracket is not closed"],
    ["[99999999999] = 1", "Line 1: The path enters an Array, so an index is needed"],
  ])("%j is an error", (text, message) => {
    expect(() => unflatten(text)).toThrow(message);
  });

  test("long gaps and long lines are cheap", () => {
    const far = Array.from({ length: 2000 }, (_, i) => `[0].a${i} = []\n[0].a${i}[49999999] = ${i}`);
    const [value] = unflatten(`[0] = {}\n${far.join("\n")}`) as [Dictionary];
    expect(value.get("a1999")).toEqual(new VariantArray([1999n]));
    const long = '\n"\\'.repeat(1e6);
    expect(unflatten(listing(new Dictionary([[long, long]])))).toEqual([new Dictionary([[long, long]])]);
    expect(() => unflatten("[".repeat(1e6))).toThrow("not closed");
    expect(() => unflatten(`[0]${".a".repeat(1e5)}`)).toThrow("Expected a path");
  });
});

test("a whole number in place of a float is a float", () => {
  const old = [
    new Dictionary([
      ["hp", 5],
      ["n", 5n],
      ["list", new VariantArray([1n, 2.5, 3])],
    ]),
  ];
  const text = listing(...old)
    .replace("5.0", "6")
    .replace("n = 5", "n = 7")
    .replace("[0].list[0] = 1\n", "");
  expect(unflatten(text.replace("3.0", "4"), old)).toEqual([
    new Dictionary([
      ["hp", 6],
      ["n", 7n],
      ["list", new VariantArray([2.5, 4])],
    ]),
  ]);
});
