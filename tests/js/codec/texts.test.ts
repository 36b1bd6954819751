// Encoding of texts: all well-formed UTF-16 without NUL round-trips; everything else is rejected.
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  GodotObject,
  NodePath,
  PackedStringArray,
  Signal,
  StringName,
  VariantArray,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

const exact = { mode: "exact" } as const;

describe("texts", () => {
  const places: [string, (text: string) => unknown, string][] = [
    ["a String", (text) => [text], "[0]"],
    ["a StringName", (text) => [new StringName(text)], "[0]"],
    ["a name of a NodePath", (text) => [new NodePath({ names: [text] })], "[0]"],
    ["a PackedStringArray", (text) => [new PackedStringArray(["a", text])], "[0][1]"],
    ["a Signal", (text) => [new Signal(text)], "[0]"],
    ["the name of a class", (text) => [new GodotObject(text)], "[0]"],
    ["the class of a typed Array", (text) => [new VariantArray([], { kind: "class", name: text })], "[0]"],
  ];

  test.each(places)("rejects ill-formed UTF-16 and NUL: %s", (_, holding, path) => {
    for (const text of [
      "\ud800",
      "a\udc00b",
      "\udc00\ud800",
      "\0",
      "a\0",
      `${"long ".repeat(20)}\0`,
      "é\ud83d",
    ]) {
      const error = errorOf(() => encode(holding(text), { fullObjects: true }));
      expect(error).toMatchObject({ code: "unsupported-value", path });
    }
  });

  test("rejects a key of a Dictionary at its own path", () => {
    expect(errorOf(() => encode({ "\ud800": 1 }))).toMatchObject({ code: "unsupported-value" });
    expect(errorOf(() => encode(new Map([["a\0", 1]])))).toMatchObject({ code: "unsupported-value" });
  });

  test.each([
    "",
    "a",
    "é",
    "€",
    "😀",
    "a😀b",
    "\ufeff",
    "\ufeffabc",
    "\ufeff\ufeff",
    "é".repeat(300),
    "\u0001\u007f",
  ])("%j survives", (text) => {
    const value = [text, text, { [`k${text}`]: text }];
    expect(decode(encode(value))).toEqual(value);
    expect(decode(encode(new StringName(text), exact), exact)).toEqual(new StringName(text));
    expect(decode(encode(new PackedStringArray([text])))).toEqual(new PackedStringArray([text]));
  });

  test("a byte order mark survives as a key", () => {
    expect(decode(encode({ "\ufeffa": 1, a: 2 }))).toEqual({ "\ufeffa": 1, a: 2 });
  });
});

describe("many texts are decoded together", () => {
  const letters = ["a", "é", "剣", "😀", "\u2028", "ab", "Ω"];
  const texts = Array.from({ length: 6000 }, (_, i) => {
    const letter = letters[i % 11 < 5 ? 0 : i % letters.length] as string;
    return `${letter.repeat(i % 13 === 0 ? i % 300 : i % 20)}${i % 17 === 0 ? "" : i}`;
  });

  test("with any contents, and at any pool boundary", () => {
    expect(decode(encode(texts))).toEqual(texts);
    expect([...(decode(encode(texts, exact), exact) as string[])]).toEqual(texts);
  });

  test.each([
    [1, 255],
    [3, 256],
    [40, 257],
    [40, 1024],
    [40, 1025],
    [20, 40_000],
    [2, 400_000],
  ])("%i long ones, of %i characters, between short ones", (count, length) => {
    const long = Array.from({ length: count }, (_, i) => [
      `${"剣".repeat(length - 1)}${i % 10}`,
      `é${"a".repeat(length - 1)}`,
      "a".repeat(length),
      `${"😀".repeat(length >> 1)}${i}`,
      `\ufeff${"剣".repeat(length)}`,
      `k${i}`,
    ]).flat();
    // A difference of so long texts is not worth printing.
    const areEqual = (some: string[], others: string[]) =>
      some.length === others.length && some.every((text, i) => text === others[i]);
    expect(areEqual(decode(encode(long)) as string[], long)).toBe(true);
    const keys = Object.fromEntries(long.map((text) => [text, 1]));
    expect(areEqual(Object.keys(decode(encode(keys)) as object), Object.keys(keys))).toBe(true);
  });

  // Keys that are Arrays are read twice, and so is the first key that an object could not keep in its place.
  test.each(["auto", "map"] as const)(
    "of which each occurs once, also where keys are read twice: %s",
    (dictionaries) => {
      const names = Array.from({ length: 3000 }, (_, i) => `${letters[i % 7]} ${i}`);
      const keys = new Dictionary(names.slice(0, 200).map((name, i) => [[name, i % 2], `of ${name}`]));
      const slots = new Dictionary(
        [...names.slice(200, 220), "7", ...names.slice(220, 240)].map((key) => [key, key.length]),
      );
      const value = [keys, names.slice(240, 1200), slots, "a".repeat(300), names.slice(1200)];
      const read = decode(encode(value), { dictionaries });
      expect(read).toEqual(value);
      expect(read).toEqual((decode(encode([...value, names]), { dictionaries }) as unknown[]).slice(0, -1));
    },
  );

  afterEach(() => vi.unstubAllGlobals());

  test("without Buffer", async () => {
    const long = [..."é剣😀\ufeff"].flatMap((letter) => [letter.repeat(2000), `${letter}x`]);
    const bytes = encode([texts, long]);
    vi.stubGlobal("Buffer", undefined);
    vi.resetModules();
    const fresh = await import("../../../js/index.js");
    expect(fresh.decode(bytes)).toEqual([texts, long]);
  });
});

test("few texts that differ in length, in the last byte or only in padding", () => {
  const texts = [
    "",
    "a",
    "ab",
    "abc",
    "abcd",
    "abce",
    "abcde",
    "abcdefgh",
    "abcdefghijklmnop",
    "abcdefghijklmnoq",
    "é",
    "éa",
  ];
  for (let i = 0; i < 3; i++) {
    for (const text of texts) expect(decode(encode([text, `${text}x`]))).toEqual([text, `${text}x`]);
  }
  const bytes = encode("abc");
  bytes[bytes.length - 1] = 0xff;
  expect(decode(bytes)).toBe("abc");
});
