// Entries that a conversion loses because their keys become equal. The counts are those of the engines: tests/engine/merged-keys.test.ts.
import { expect, test } from "vitest";
import {
  convert,
  convertFile,
  type DialectName,
  Dictionary,
  decode,
  encode,
  encodeFrames,
  encodeInto,
  float,
  GodotObject,
  NodePath,
  RID,
  type Variant,
  Vector2,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

const word = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString("hex");
const floats = (...values: number[]) => Buffer.from(new Float32Array(values).buffer).toString("hex");
const list = (id: number, values: string[], count = values.length) =>
  word(id) + word(count) + values.join("");
const int = (value: number) => word(2) + word(value);
const letter = (text: string) => `${word(4)}${word(1)}${Buffer.from(text).toString("hex")}000000`;

const dictionary3 = (...parts: string[]) => list(18, parts, parts.length / 2);
const array3 = (...values: string[]) => list(19, values);
const dictionary4 = (...parts: string[]) => list(27, parts, parts.length / 2);
const array4 = (...values: string[]) => list(28, values);
const whole = word(6) + word(1) + word(2);
const real = (x: number) => word(5) + floats(x, 2);
const one = dictionary3(letter("a"), int(1));

type Place = [offset: number, path: string, from: string, to: string];

function mergedIn(bytes: string, from: DialectName, to: DialectName): { size: number; places: Place[] } {
  const result = convert(fromHex(bytes), { from, to });
  const merged = result.losses.filter(({ code }) => code === "key-merged");
  const { size } = decode<Dictionary>(result.bytes, { dialect: to, mode: "exact" });
  return { size, places: merged.map(({ offset, path, from, to }) => [offset, path, from, to]) };
}

test.each<[name: string, bytes: string, size: number, places: Place[]]>([
  ["Dictionaries", dictionary3(one, int(1), one, int(2)), 1, [[44, '[{"a"}]', "Dictionary", "Dictionary"]]],
  [
    "Arrays of Dictionaries, three times",
    dictionary3(array3(one), int(1), array3(one), int(2), array3(one), int(3)),
    1,
    [
      [52, '[[{"a"}]]', "Array", "Array"],
      [96, '[[{"a"}]]', "Array", "Array"],
    ],
  ],
  ["Dictionaries that differ", dictionary3(one, int(1), dictionary3(letter("b"), int(1)), int(2)), 2, []],
  ["keys that were equal before", dictionary3(int(1), int(1), int(1), int(2), one, int(3)), 2, []],
  [
    "in a key",
    dictionary3(dictionary3(one, int(1), one, int(2)), int(1)),
    1,
    [[8, '[{{"a"}, {"a"}}]', "Dictionary", "Dictionary"]],
  ],
])("godot-3 to godot-4: %s", (_, bytes, size, places) => {
  expect(mergedIn(bytes, "godot-3", "godot-4")).toEqual({ size, places });
  expect(mergedIn(bytes, "godot-3", "godot-3.0").places).toEqual([]);
});

test.each<[name: string, bytes: string, size: number, places: Place[]]>([
  [
    "a Vector2i",
    dictionary4(real(1), int(1), whole, int(2)),
    1,
    [[28, "[Vector2i(1, 2)]", "Vector2i", "Vector2"]],
  ],
  [
    "a Vector2",
    dictionary4(whole, int(1), real(1), int(2)),
    1,
    [[28, "[Vector2(1, 2)]", "Vector2", "Vector2"]],
  ],
  ["another Vector2", dictionary4(whole, int(1), real(3), int(2)), 2, []],
  [
    "in an Array",
    dictionary4(array4(whole), int(1), array4(real(1)), int(2)),
    1,
    [[36, "[[Vector2(1, 2)]]", "Array", "Array"]],
  ],
  [
    "below other values",
    dictionary4(letter("x"), array4(whole, dictionary4(whole, int(1), real(1), int(2)))),
    1,
    [[68, "x[1][Vector2(1, 2)]", "Vector2", "Vector2"]],
  ],
])("godot-4 to godot-3: %s", (_, bytes, size, places) => {
  expect(mergedIn(bytes, "godot-4", "godot-3")).toEqual({ size, places });
});

const nan = array4(`${word(3)}0000c07f`);
const path = (id: number, absolute: number) => word(id) + word(0x80000000) + word(0) + word(absolute);
const placesIn = (bytes: string, from: DialectName, to: DialectName) => mergedIn(bytes, from, to).places;

test.each<[name: string, bytes: string, offsets: number[]]>([
  ["Arrays of NaN", dictionary4(nan, int(1), nan, int(2)), [32]],
  ["Arrays of Arrays of NaN", dictionary4(array4(nan), int(1), array4(nan), int(2)), [40]],
  ["Arrays of NaN in a key", dictionary4(dictionary4(nan, int(1), nan, int(2)), int(1)), [8]],
  [
    "Arrays of NaN in an Array in a key",
    dictionary4(array4(dictionary4(nan, int(1), nan, int(2))), int(1)),
    [8],
  ],
  ["the NodePath /", dictionary4(path(22, 1), int(1), path(22, 0), int(2)), [32]],
  ["the NodePath / in an Array", dictionary4(array4(path(22, 0)), int(1), array4(path(22, 1)), int(2)), [40]],
  ["other zeros", dictionary4(list(32, [word(0)]), int(1), list(32, [word(0x80000000)]), int(2)), []],
])("godot-4 to godot-3, by the keys of Godot 3: %s", (_, bytes, offsets) => {
  expect(placesIn(bytes, "godot-4", "godot-3").map(([offset]) => offset)).toEqual(offsets);
  expect(placesIn(bytes, "godot-4", "godot-4.0")).toEqual([]);
});

test("godot-3 to godot-4: float arrays of other zeros", () => {
  const bytes = dictionary3(list(22, [word(0)]), int(1), list(22, [word(0x80000000)]), int(2));
  expect(placesIn(bytes, "godot-3", "godot-4").map(([offset]) => offset)).toEqual([28]);
});

test("numbers that are rounded to the same one", () => {
  const wide = (low: number) => word(0x10003) + word(low) + word(0x3fb99999);
  const bytes = dictionary4(wide(0x9999999a), int(1), wide(0x9999999b), int(2));
  expect(mergedIn(bytes, "godot-4", "godot-2")).toEqual({
    size: 1,
    places: [[28, "[0.10000000000000002]", "float", "float"]],
  });
});

test("the first thousand losses are listed, and others counted, in a file too", async () => {
  const entries = Array.from({ length: 1200 }, () => [one, int(1)]).flat();
  const { losses } = convert(fromHex(dictionary3(...entries)), { from: "godot-3", to: "godot-4" });
  expect(losses).toHaveLength(1001);
  expect(losses.at(-1)).toMatchObject({ code: "more-losses", count: 199, offset: 8 + 1001 * 36 });
  const file = fromHex(dictionary3(one, int(1), one, int(2)));
  const converted = await convertFile(file, { from: "godot-3", to: "godot-4" });
  expect(converted.losses.map(({ code, offset }) => [code, offset])).toEqual([["key-merged", 44]]);
});

test("beside an Object, and deeper than the usual limit", () => {
  const merged = (bytes: Uint8Array<ArrayBuffer>, limits = {}) => {
    const { losses } = convert(bytes, { to: "godot-3", allowObjects: true, limits });
    return losses.filter(({ code }) => code === "key-merged").map(({ path }) => path.slice(-16));
  };
  const rids = new Dictionary([1n, 2n].map((id) => [new RID(id), id]));
  const object = new GodotObject("Item", [["n", 1]]);
  for (const value of [
    [object, rids],
    [rids, object],
  ]) {
    const path = `[${value.indexOf(rids)}][RID(2)]`;
    expect(merged(encode(value, { fullObjects: true }))).toEqual([path]);
  }
  const depth = 2000;
  const deep = Array.from({ length: depth - 1 }, () => list(28, [], 1)).join("");
  const bytes = fromHex(deep + Buffer.from(encode(rids)).toString("hex"));
  expect(merged(bytes, { depth })).toEqual([expect.stringContaining("[RID(2)]")]);
});

const wide = (x: number) => Vector2.fromArray([x, 2], 0, true);

test.each<[name: string, keys: unknown[], dialect: DialectName, path: string]>([
  ["RIDs", [new RID(1n), new RID(2n)], "godot-3", "[RID(0)]"],
  ["RIDs in Arrays", [[new RID(1n)], [new RID(2n)]], "godot-2", "[[RID(0)]]"],
  ["wide vectors", [wide(0.1), wide(0.1 + 1e-12)], "godot-3", "[Vector2(0.1, 2)]"],
  ["floats", [0.5, 0.1, Math.fround(0.1)], "godot-2", "[0.10000000149011612]"],
  [
    "NodePaths that Godot 3 reads as empty",
    [new NodePath("/"), new NodePath("")],
    "godot-3",
    '[NodePath("")]',
  ],
  ["these in Arrays", [[new NodePath("")], [new NodePath("/")]], "godot-3.0", '[[NodePath("/")]]'],
])("encode refuses keys that a dialect writes alike: %s", (_, keys, dialect, path) => {
  const value = { save: new Dictionary(keys.map((key, i) => [key, i] as never)) };
  const expected = {
    code: "unsupported-value",
    path: `save${path}`,
    hint: `Several keys are written as ${path}.`,
  };
  const target = new Uint8Array(1000);
  for (const run of [
    () => encode(value, { dialect }),
    () => encode(value, { dialect, framing: "store_var" }),
    () => encode({ ...value, big: new Uint8Array(100_000) }, { dialect }),
    () => encodeInto(value, target, { dialect }),
  ])
    expect(errorOf(run)).toMatchObject(expected);
  expect(target.every((byte) => byte === 0)).toBe(true);
  expect(errorOf(() => encodeFrames([1, value], { dialect })).path).toBe(`[1].save${path}`);
  expect(decode<Dictionary>(encode(value.save), { mode: "exact" }).size).toBe(keys.length);
});

test("encode writes a NodePath that is emptied beside others, and any in the dialects of engines that keep it", () => {
  const keys = (...texts: string[]) => new Dictionary(texts.map((text, i) => [new NodePath(text), i]));
  const written = encode(keys("/", "a", "/a"), { dialect: "godot-3" });
  expect(decode<Dictionary>(written, { dialect: "godot-3", mode: "exact" }).size).toBe(3);
  for (const dialect of ["godot-4", "godot-4.0", "docs-002"] as const)
    expect(decode<Dictionary>(encode(keys("/", ""), { dialect }), { dialect, mode: "exact" }).size).toBe(2);
});

test("encode writes keys that are rounded and stay apart", () => {
  const value = new Dictionary([0.1, 0.3, new RID(5n)].map((key, i) => [key, i] as never));
  expect(decode<Dictionary>(encode(value, { dialect: "godot-2" }), { dialect: "godot-2" }).size).toBe(3);
});

test.each<[name: string, keys: readonly [Variant, Variant]]>([
  ["numbers", [1, float(1)]],
  ["numbers in Arrays", [[1], [float(1)]]],
  ["numbers in Dictionaries", [new Dictionary([["a", 1]]), new Dictionary([["a", float(1)]])]],
  ["numbers in objects", [{ a: 1 }, { a: float(1) }]],
])(
  "encode refuses keys that are apart in plain mode and equal in exact mode, and the other way round: %s",
  (_, [key, other]) => {
    const plain = new Dictionary([[key, 1] as const, [other, 2] as const]);
    const bytes = encode(plain);
    const refused = (value: Variant, mode: "plain" | "exact") => errorOf(() => encode({ value }, { mode }));
    expect(refused(plain, "exact")).toMatchObject({
      code: "unsupported-value",
      path: expect.stringMatching(/^value/),
    });
    expect(decode<Dictionary>(encode(decode(bytes)), { mode: "exact" }).size).toBe(2);
    const exact = decode(bytes, { mode: "exact" });
    expect(encode(exact, { mode: "exact" })).toEqual(bytes);
    expect(refused(exact, "plain").code).toBe("unsupported-value");
  },
);
