// A document compares the bytes of keys first, and `decode` the keys themselves: both must warn about the same keys. Which keys are
// equal is a matter of the engines: mutated.test.ts.
import { describe, expect, test } from "vitest";
import { type Options, open, tryDecode, type Warning } from "../../../js/index.js";
import { dialectNumbers, Type, wireTypes } from "../../../js/table/table.gen.js";
import { exactOptions, fromHex, hex, join, type Line, linesOf, origins, word } from "../fixtures.js";

type Place = [code: string, offset: number, path: string];

const placeOf = ({ code, offset, path }: Warning): Place => [code, offset, path];

function decodedPlaces(bytes: Uint8Array<ArrayBuffer>, options: Options): Place[] {
  const result = tryDecode(bytes, options);
  if (!result.ok) throw result.error;
  return result.warnings.map(placeOf);
}

function openedPlaces(bytes: Uint8Array<ArrayBuffer>, options: Options): Place[] {
  const warnings: Warning[] = [];
  open(bytes, { ...options, onWarning: (warning) => warnings.push(warning) });
  return warnings.map(placeOf);
}

/** A Dictionary with these keys, of which each value is null. */
function dictionaryOf(
  keys: readonly Uint8Array[],
  { dialect = "godot-4" }: Options,
): Uint8Array<ArrayBuffer> {
  const id = (wireTypes[dialectNumbers[dialect]] as readonly number[]).indexOf(Type.Dictionary);
  return join(word(id), word(keys.length), ...keys.flatMap((key) => [key, word(0)]));
}

function expectSamePlaces(keys: readonly Uint8Array[], options: Options): Place[] {
  const bytes = dictionaryOf(keys, options);
  const places = decodedPlaces(bytes, options);
  expect(openedPlaces(bytes, options), hex(bytes)).toEqual(places);
  return places;
}

const words = (...values: number[]) => hex(new Uint8Array(Uint32Array.from(values).buffer));
const floats = (...values: number[]) => hex(new Uint8Array(Float32Array.from(values).buffer));
const text = (digits: string, id = 4) =>
  words(id, digits.length / 2) + digits + "00".repeat(-(digits.length / 2) & 3);
const vector2 = (x: number, y: number) => words(5, x, y);
const nan = 0x7fc00000;

describe("bytes that differ in", () => {
  test.each<[name: string, first: string, second: string, equal: boolean]>([
    ["the width of an int", words(2, 7), words(0x10002, 7, 0), true],
    ["the width of a negative int", words(2, -7 >>> 0), words(0x10002, -7 >>> 0, 0xffffffff), true],
    ["the upper half of an int", words(0x10002, 7, 1), words(0x10002, 7, 0), false],
    ["the width of a float", words(3) + floats(1.5), words(0x10003, 0, 0x3ff80000), true],
    ["the sign of zero", words(3, 0), words(3, 0x80000000), true],
    ["the sign of a wide zero", words(0x10003, 0, 0), words(0x10003, 0, 0x80000000), true],
    ["the width of a negative zero", words(3, 0x80000000), words(0x10003, 0, 0), true],
    ["the bits of a NaN", words(3, nan), words(3, 0xffc12345), true],
    ["the bits of a wide NaN", words(0x10003, 1, 0x7ff80000), words(0x10003, 0, 0xfff00001), true],
    ["the last bit of a float", words(0x10003, 0, 0x3ff80000), words(0x10003, 1, 0x3ff80000), false],
    ["a float that is an int", words(2, 1), words(3) + floats(1), false],
    ["a bool that is an int", words(1, 1), words(2, 1), false],
    ["the bits of true", words(1, 1), words(1, 2), true],
    ["the bits of false", words(1, 0), words(1, 1), false],
    ["the zero of a vector", vector2(0, 5), vector2(0x80000000, 5), true],
    ["the NaN of a vector", vector2(nan, 5), vector2(0xffc00001, 5), true],
    ["the second number of a vector", vector2(1, 5), vector2(1, 6), false],
    ["the sign of an int that looks like NaN", words(6, -1 >>> 0, 5), words(6, -2 >>> 0, 5), false],
    ["an int that looks like -0.0", words(6, 0x80000000, 5), words(6, 0, 5), false],
    ["the width of a vector", words(5) + floats(1, 2), words(0x10005, 0, 0x3ff00000, 0, 0x40000000), true],
    ["ints and floats of a vector", words(5, 0, 0), words(6, 0, 0), false],
    ["what follows a NUL", text("61"), text("610062"), true],
    ["a NUL", text("61"), text("6100"), true],
    ["a byte order mark", text("61"), text("efbbbf61"), true],
    ["a text that is a StringName", text("61"), text("61", 21), true],
    ["a Japanese text that is a StringName", text("e69da5"), text("e69da5", 21), true],
    ["a digit that is an int", text("31"), words(2, 1), false],
    ["the case of a letter", text("61"), text("41"), false],
    ["nothing", words(0), words(0), true],
    ["an empty text", words(0), text(""), false],
  ])("%s", (_, first, second, equal) => {
    for (const keys of [
      [first, second],
      [second, first],
      // Among so many others that they meet in a larger table.
      [first, ...Array.from({ length: 90 }, (_, i) => words(2, 1000 + i)), second],
    ]) {
      const places = expectSamePlaces(keys.map(fromHex), { dialect: "godot-4" });
      const codes = places.map(([code]) => code);
      expect(codes.filter((code) => code === "repeated-key")).toHaveLength(equal ? 1 : 0);
    }
  });
});

describe("each value that an engine wrote or a document describes, twice among others", () => {
  test.each(origins)("$folder", ({ folder, dialect }) => {
    const lines = linesOf(`${folder}/values.jsonl`).filter(
      ({ deep, bytes }) => !deep && bytes.length < 20_000,
    );
    let equal = 0;
    for (const [i, line] of lines.entries()) {
      const others = [lines.at(i - 1), lines.at(i - 2)].map((other) => other as Line);
      if (others.some(({ real }) => real !== line.real)) continue;
      const options = { ...exactOptions(line, dialect), allowObjects: true };
      const keys = [line, ...others, line].map(({ bytes }) => fromHex(bytes));
      equal += expectSamePlaces(keys, options).length;
    }
    expect(equal).toBeGreaterThan(lines.length / 3);
  });
});

test("an emoji has two spellings in Godot 3", () => {
  const keys = ["f09f9880", "eda0bdedb880"].map((digits) => fromHex(text(digits)));
  const places = expectSamePlaces(keys, { dialect: "godot-3" });
  expect(places).toContainEqual(["repeated-key", 24, '["😀"]']);
});

test("keys whose hashes were made equal differ, and the same one again does not", () => {
  const step = (hash: number, part: number) => {
    const product = Math.imul(hash ^ part, 0x9e3779b1);
    return product ^ (product >>> 15);
  };
  // The upper half undoes what the lower one did to the hash.
  const upper = (lower: number) => step(step(1, Type.int), lower) >>> 0;
  const keys = Array.from({ length: 1000 }, (_, i) => fromHex(words(0x10002, i, upper(i))));
  expect(expectSamePlaces(keys, { dialect: "godot-4" })).toEqual([]);
  const [again] = keys as [Uint8Array];
  expect(expectSamePlaces([...keys, again], { dialect: "godot-4" })).toHaveLength(1);
});

describe("cells of a grid, of which the last equals an earlier one", () => {
  const cell = (x: number, y: number) => fromHex(words(6, x >>> 0, y >>> 0)); // Vector2i
  const real = (x: number, y: number) => fromHex(words(5, x, y)); // Vector2
  const grid = (make: (x: number, y: number) => Uint8Array) =>
    Array.from({ length: 60 }, (_, i) => make(i % 6, Math.floor(i / 6)));
  test.each<[order: string, cells: Uint8Array[]]>([
    ["row by row", grid(cell)],
    ["column by column", grid((x, y) => cell(y, x))],
    ["from the end", grid((x, y) => cell(-x, -y))],
    ["rows in turn from both sides", grid((x, y) => cell(y % 2 ? 5 - x : x, y))],
    ["in no order", grid((x, y) => cell((x * 37) % 11, (y * 53) % 17))],
    ["ascending first", [...grid(cell), ...grid((x, y) => cell(-1 - x, y))]],
    ["of two types", [...grid(real), ...grid(cell), ...grid((x, y) => real(x + 6, y))]],
    ["of floats below 0", grid((x, y) => real(0xbf80_0000 + x, 0x3f80_0000 + y))],
  ])("%s", (_, cells) => {
    expect(expectSamePlaces(cells, { dialect: "godot-4" })).toEqual([]);
    for (const again of [0, 1, 29, cells.length - 1]) {
      const places = expectSamePlaces([...cells, cells[again] as Uint8Array], { dialect: "godot-4" });
      expect(places.map(([code]) => code)).toEqual(["repeated-key"]);
    }
  });
});

// A document takes the keys of a Dictionary for different if those of an earlier one are the same bytes and differ.
test.each(["godot-4", "godot-3", "godot-2"] as const)("Dictionaries with as many keys, in %s", (dialect) => {
  const types = wireTypes[dialectNumbers[dialect]] as readonly number[];
  const [a, b, c] = ["61", "62", "63"].map((letter) => fromHex(text(letter))) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const lists = [
    [a, b],
    [b, a],
    [a, a],
    [a, b],
    [a, c],
    [c, c],
    [c, c],
    [a, b, a],
    [b, a, b],
    [a, b],
  ];
  const dictionaries = lists.map((keys) => dictionaryOf(keys, { dialect }));
  const head = join(word(types.indexOf(Type.Array)), word(lists.length));
  const bytes = join(head, ...dictionaries);
  const places = decodedPlaces(bytes, { dialect });
  expect(places.map(([, , path]) => path)).toEqual(["[2].a", "[5].c", "[6].c", "[7].a", "[8].b"]);
  expect(openedPlaces(bytes, { dialect })).toEqual(places);
});
