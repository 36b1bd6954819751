// Many short texts are written at once, as the bytes that C++ makes from entries.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decode, encode, type Options, PackedStringArray } from "../../../js/index.js";
import { byEncode, byEntries } from "./both-ways.js";

// After texts that are not ASCII, the next ones are not expected to be.
beforeEach(() => void encode(["ascii", textsOf(100)]));
afterEach(() => vi.restoreAllMocks());

const all: Options[] = [
  { dialect: "godot-4.4" },
  { dialect: "godot-4.4", mode: "exact" },
  { dialect: "godot-3" },
  { dialect: "godot-2" },
];

const letters = "abcdefghijklmnopqrstuvwxyz0123456789 _-.";
const textOf = (length: number, seed = length) =>
  Array.from({ length }, (_, i) => letters[(seed * 7 + i * 3) % letters.length]).join("");
const textsOf = (count: number, length = 11) => Array.from({ length: count }, (_, i) => textOf(length, i));

function expectEqual(texts: readonly string[], options: Options): void {
  for (const value of [[...texts], new PackedStringArray([...texts]), { a: [[...texts], 1], b: "after" }])
    expect(byEncode(value, options)).toBe(byEntries(value, options));
}

test("many texts take one call of TextEncoder for 512 of them", () => {
  const spy = vi.spyOn(TextEncoder.prototype, "encodeInto");
  encode(textsOf(1024));
  expect(spy).toHaveBeenCalledTimes(2);
  encode(new PackedStringArray(textsOf(1024)));
  expect(spy).toHaveBeenCalledTimes(4);
});

test("the first texts that are not ASCII after others take two calls, and so do the first that are", () => {
  const spy = vi.spyOn(TextEncoder.prototype, "encodeInto");
  const calls = (value: unknown) => {
    spy.mockClear();
    encode(value);
    return spy.mock.calls.map(([text]) => (text.includes("\0") ? "separated" : "joined"));
  };
  const others = textsOf(1024).map((text) => `${text}é`);
  expect(calls(others)).toEqual(["joined", "separated", "separated"]);
  expect(calls(others)).toEqual(["separated", "separated"]);
  expect(calls(textsOf(1024))).toEqual(["separated", "joined"]);
  expect(calls(new PackedStringArray(others))).toEqual(["joined", "separated", "separated"]);
});

describe.each(all)("$dialect $mode", (options) => {
  test("any number of texts", () => {
    for (const count of [1, 63, 64, 65, 511, 512, 513, 575, 576, 1500]) expectEqual(textsOf(count), options);
  });

  test("texts of any length", () => {
    for (let length = 0; length <= 140; length++) expectEqual(textsOf(70, length), options);
    for (let i = 0; i < 20; i++)
      expectEqual(
        textsOf(600).map((_, k) => textOf((i + k) % 30, k)),
        options,
      );
    expectEqual(textsOf(200, 128), options);
  });

  // The lengths of characters in UTF-8, all rests of a word, and zeros in high bytes of words.
  test.each(["é", "ж", "語", "😀", "\u0100", "\u0800", "\ufffd"])(
    "texts of any length with %s",
    (character) => {
      for (const length of [...Array(21).keys(), 61, 62, 63, 64, 65]) {
        const texts = textsOf(70, length).map(
          (text, i) => text.slice(i % 4) + character + text.slice(0, i % 4),
        );
        expectEqual(texts, options);
        expectEqual([...texts, ...textsOf(600), ...texts], options);
      }
      for (let count = 1; count <= 16; count++)
        expectEqual(
          textsOf(600).map((_, i) => character.repeat((i % count) + 3)),
          options,
        );
    },
  );

  test.each([
    ["long", textOf(129)],
    ["very long", textOf(20_000)],
    ["empty", ""],
    ["of two bytes for a character", "é"],
    ["of three bytes for a character", "ascii 語"],
    ["an emoji", "😀"],
    ["a byte order mark", "\ufeffascii"],
    ["the last of ASCII", "\x7f\x01"],
  ])("one text that is %s", (_, odd) => {
    for (const usual of ["", "ß", "語"])
      for (const at of [0, 1, 15, 16, 63, 64, 100, 511, 512, 700]) {
        const texts = textsOf(701).map((text) => text + usual);
        texts[at] = odd;
        expectEqual(texts, options);
      }
  });

  test("values of other types among the texts", () => {
    for (const odd of [null, 5, 0.5, true, ["x"], { a: 1 }, 2n ** 40n])
      for (const at of [1, 63, 64, 100, 512, 600]) {
        const values: unknown[] = textsOf(601);
        values[at] = odd;
        expect(byEncode(values, options)).toBe(byEntries(values, options));
      }
  });

  test("texts that no Variant can hold", () => {
    for (const [texts, at] of [
      [["a\0b"], 600],
      [["\0"], 70],
      [["\ud83d"], 70],
      [["\udc00"], 512],
      // Joined, the two halves would be one character.
      [["abcdef\ud83d", "\ude00abcdef"], 80],
    ] as const)
      for (const usual of ["", "ß", "語"]) {
        const values = textsOf(700).map((text) => text + usual);
        encode(values, options);
        values.splice(at, texts.length, ...texts);
        const error = expect.objectContaining({ code: "unsupported-value", keys: [at] });
        expect(() => encode(values, options)).toThrow(error);
      }
  });
});

test.each(["", "語"])("each text of a batch is read once", (usual) => {
  for (let round = 0; round < 2; round++) {
    let reads = 0;
    const texts = textsOf(100).map((text) => text + usual);
    Object.defineProperty(texts, 50, { get: () => textOf(++reads * 10), enumerable: true });
    expect(decode(encode(texts))).toEqual([...texts.slice(0, 50), textOf(10), ...texts.slice(51)]);
  }
});

test("reading a text may encode others", () => {
  const texts = textsOf(100);
  const others = Array.from({ length: 200 }, (_, i) => textOf(20, i));
  Object.defineProperty(texts, 50, {
    get() {
      expect(decode(encode(others))).toEqual(others);
      return "inside";
    },
    enumerable: true,
  });
  expect(decode(encode(texts))).toEqual([...texts.slice(0, 50), "inside", ...texts.slice(51)]);
});

test("texts too deep, or too many bytes, are refused", () => {
  const limits = { depth: 0 };
  expect(() => encode(textsOf(100), { limits })).toThrow(expect.objectContaining({ code: "too-deep" }));
  expect(() => encode(textsOf(100), { limits: { outputBytes: 1900 } })).toThrow(
    expect.objectContaining({ code: "too-large" }),
  );
});
