// Dictionary finds keys like the engine (docs/DIALECTS.md, "Which keys are equal") and otherwise behaves like a Map.
import { describe, expect, test } from "vitest";
import {
  Callable,
  Color,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  float,
  GodotObject,
  NodePath,
  PackedStringArray,
  PackedVector2Array,
  RID,
  Signal,
  StringName,
  Transform3D,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
} from "../../../js/index.js";
import { dictionaryBytes } from "../equal-keys.js";

const exact = { mode: "exact" } as const;
const nan = (bits: bigint) => new Float(Number.NaN, bits);
const dict = (...entries: [Variant, Variant][]) => new Dictionary(entries);
const { NaN: not } = Number;
const object = new GodotObject("Node");
const typed = new VariantArray([1n], { kind: "builtin", type: "int" });

/** Each function creates two new keys, as values of `exact` mode. */
type Pair = [name: string, make: () => [Variant, Variant]];

const equal: Pair[] = [
  ["String and StringName", () => ["a", new StringName("a")]],
  ["StringName and String", () => [new StringName("a"), "a"]],
  ["0.0 and −0.0", () => [0, new Float(-0)]],
  ["0.0 and −0.0 in vectors", () => [new Vector2(0, 1), new Vector2(-0, 1)]],
  ["0.0 and −0.0 in Color", () => [new Color(0, 0, 0), new Color(-0, 0, 0)]],
  ["0.0 and −0.0 in float arrays", () => [new Float32Array([0]), new Float32Array([-0])]],
  ["0.0 and −0.0 in Arrays", () => [[0], [-0]]],
  ["NaN and NaN", () => [not, not]],
  ["NaN and NaN of other bits", () => [not, nan(0x7ff8000000000001n)]],
  ["NaN at the same place of vectors", () => [new Vector2(not, 1), new Vector2(not, 1)]],
  ["Vector2i", () => [new Vector2i(1, 2), new Vector2i(1, 2)]],
  ["Transform3D", () => [new Transform3D(), new Transform3D()]],
  [
    "Arrays",
    () => [
      [1n, ["x", 2]],
      [1n, ["x", 2]],
    ],
  ],
  ["Arrays, typed or not", () => [[1n], new VariantArray([1n], typed.elementType)]],
  ["Dictionaries in the same order", () => [dict(["a", 1n], [2n, 3]), dict(["a", 1n], [2n, 3])]],
  ["Dictionaries with String and StringName keys", () => [dict(["a", 1n]), dict([new StringName("a"), 1n])]],
  [
    "Dictionaries, typed or not",
    () => [dict(), new Dictionary([], { keyType: { kind: "builtin", type: "int" } })],
  ],
  ["NodePaths", () => [new NodePath("/a/b:c"), new NodePath("/a/b:c")]],
  ["PackedByteArrays", () => [new Uint8Array([1]), new Uint8Array([1])]],
  ["packed arrays with NaN", () => [new Float64Array([not]), new Float64Array([not])]],
  ["PackedStringArrays", () => [new PackedStringArray(["a"]), new PackedStringArray(["a"])]],
  [
    "packed vectors",
    () => [PackedVector2Array.from([new Vector2(1, 2)]), PackedVector2Array.from([new Vector2(1, 2)])],
  ],
  ["Signals", () => [new Signal("a", 1n), new Signal("a", 1n)]],
  ["Callables", () => [new Callable(), new Callable()]],
  ["RIDs", () => [new RID(1n), new RID(1n)]],
  ["null ids", () => [new EncodedObjectAsID(0n), new EncodedObjectAsID(0n)]],
  ["whole floats", () => [1, float(1)]],
];

const different: Pair[] = [
  ["1 and 1.0", () => [1n, 1]],
  ["1 and true", () => [1n, true]],
  ["Vector2 and Vector2i", () => [new Vector2(1, 2), new Vector2i(1, 2)]],
  ["empty packed arrays of other types", () => [new Float32Array(0), new Float64Array(0)]],
  ["String and NodePath", () => ["a", new NodePath("a")]],
  ["an absolute NodePath and another", () => [new NodePath("/a"), new NodePath("a")]],
  ["floats that differ in the last bit", () => [0.1, 0.10000000000000002]],
  [
    "colors that differ in the last bit",
    () => [new Color(Math.fround(0.1)), new Color(Math.fround(0.1) + 2 ** -27)],
  ],
  ["Arrays of 1 and of 1.0", () => [[1n], [1]]],
  ["Arrays of String and of StringName", () => [["a"], [new StringName("a")]]],
  ["Arrays of NaN", () => [[not], [not]]],
  [
    "Arrays of StringNames, one of which looks like the text of two",
    () => [[new StringName("a,name b")], [new StringName("a"), new StringName("b")]],
  ],
  [
    "Arrays of Signals, one of which looks like a Signal and an RID",
    () => [[new Signal("a,RID 1", 5n)], [new Signal("a", 5n), new RID(1n)]],
  ],
  ["Dictionaries in another order", () => [dict([1n, null], [2n, null]), dict([2n, null], [1n, null])]],
  ["Dictionaries with values 2 and 2.0", () => [dict([1n, 2n]), dict([1n, 2])]],
  [
    "Dictionaries with values String and StringName",
    () => [dict([1n, "a"]), dict([1n, new StringName("a")])],
  ],
  ["Dictionaries with NaN", () => [dict([1n, not]), dict([1n, not])]],
  ["the same object id", () => [new EncodedObjectAsID(5n), new EncodedObjectAsID(5n)]],
  ["Nil and a null id", () => [null, new EncodedObjectAsID(0n)]],
  ["full objects", () => [new GodotObject("Node"), new GodotObject("Node")]],
  ["Signals of other objects", () => [new Signal("a", 1n), new Signal("a", 2n)]],
  ["vectors", () => [new Vector3(1, 2, 3), new Vector3(1, 2, 4)]],
];

/** Decodes an `exact` Dictionary with these keys, in order. */
function read(keys: Variant[]): Dictionary {
  const entries = keys.map((key, at) => [key, BigInt(at)] as const);
  const bytes = dictionaryBytes(entries, { ...exact, fullObjects: true });
  return decode(bytes, { ...exact, allowObjects: true }) as Dictionary;
}

describe("equal keys share one entry: the first key at its place, with the last value", () => {
  test.each(equal)("%s", (_, make) => {
    const [first, second] = make();
    const dictionary = read([first, "between", second]);
    expect(Array.from(dictionary.values())).toEqual([2n, 1n]);
    expect(dictionary.get(second)).toBe(2n);
    expect(dictionary.has(first)).toBe(true);
    expect(Array.from(dictionary.keys())[0]).toEqual(first);
  });
});

describe("different keys have two entries", () => {
  test.each(different)("%s", (_, make) => {
    const [first, second] = make();
    expect(Array.from(read([first, "between", second]).values())).toEqual([0n, 1n, 2n]);
  });
});

describe("in Godot 3 Dictionaries as keys are never equal", () => {
  const bytes = (dialect: "godot-3" | "godot-4") =>
    dictionaryBytes(
      [
        [dict([1n, 2n]), 1n],
        [dict([1n, 2n]), 2n],
      ],
      { ...exact, dialect },
    );

  test.each(["plain", "exact"] as const)("%s", (mode) => {
    expect((decode(bytes("godot-3"), { mode, dialect: "godot-3" }) as Dictionary).size).toBe(2);
    expect((decode(bytes("godot-4"), { mode, dialect: "godot-4" }) as Dictionary).size).toBe(1);
  });
});

describe("a Dictionary made in JavaScript", () => {
  test.each<[string, Variant, Variant]>([
    ["a vector", new Vector2i(1, 2), new Vector2i(1, 2)],
    ["a vector of 32-bit numbers", new Vector2(0.1, 0.2), new Vector2(Math.fround(0.1), Math.fround(0.2))],
    ["a String by its StringName", "a", new StringName("a")],
    ["a StringName by its String", new StringName("a"), "a"],
    ["an array", [1, "x", [new Vector2i(1, 2)]], [1, "x", [new Vector2i(1, 2)]]],
    ["an int in an array by its bigint", [1], [1n]],
    ["a plain object by a Dictionary", { a: 1 }, dict(["a", 1])],
    ["NaN", not, not],
    ["a float by its number", 0.5, float(0.5)],
    ["an object by itself", object, object],
    ["a bigint", 1n, 1n],
    ["null", null, null],
  ])("finds %s", (_, stored, key) => {
    const dictionary = new Dictionary([
      [stored, "found"],
      ["other", 1],
    ]);
    expect(dictionary.get(key)).toBe("found");
    expect(dictionary.has(key)).toBe(true);
    expect(dictionary.set(key, "changed").size).toBe(2);
    expect(Array.from(dictionary.entries())[0]).toEqual([stored, "changed"]);
    expect(dictionary.delete(key)).toBe(true);
    expect(dictionary.delete(key)).toBe(false);
    expect(dictionary.has(stored)).toBe(false);
    expect(dictionary.size).toBe(1);
  });

  test.each<[string, Variant, Variant]>([
    ["1n", 1, 1n],
    ["float(1)", 1, float(1)],
    ["1", float(1), 1],
    ["a boolean", 1, true],
    ["another vector", new Vector2i(1, 2), new Vector2i(2, 1)],
    ["another type", new Vector2i(1, 2), new Vector2(1, 2)],
    ["another object", object, new GodotObject("Node")],
  ])("does not find %s", (_, stored, key) => {
    const dictionary = new Dictionary([[stored, 1]]);
    expect(dictionary.get(key)).toBeUndefined();
    expect(dictionary.has(key)).toBe(false);
    expect(dictionary.delete(key)).toBe(false);
    expect(dictionary.set(key, 2).size).toBe(2);
  });

  test("finds keys from another decode", () => {
    const grid = decode(
      encode(
        new Map([
          [new Vector2i(1, 2), "tree"],
          [new Vector2i(3, 4), "rock"],
        ]),
      ),
    ) as Dictionary;
    expect(grid.get(new Vector2i(1, 2))).toBe("tree");
    expect(grid.get(new Vector2i(3, 4))).toBe("rock");
    expect(grid.get(new Vector2i(2, 1))).toBeUndefined();
  });
});

describe("a Dictionary behaves like a Map", () => {
  const make = () =>
    new Dictionary([
      ["a", 1],
      [new Vector2i(1, 2), 2],
      [null, 3],
    ]);

  test("with its iterators and methods", () => {
    const dictionary = make();
    expect(dictionary).toBeInstanceOf(Map);
    expect(dictionary.size).toBe(3);
    expect(Array.from(dictionary.keys())).toEqual(["a", new Vector2i(1, 2), null]);
    expect(Array.from(dictionary.values())).toEqual([1, 2, 3]);
    expect(Array.from(dictionary)).toEqual(Array.from(dictionary.entries()));
    const seen: unknown[] = [];
    dictionary.forEach((value, key) => {
      seen.push([key, value]);
    });
    expect(seen[1]).toEqual([new Vector2i(1, 2), 2]);
    expect(new Map(dictionary).size).toBe(3);
  });

  test("and forgets class keys when cleared", () => {
    const dictionary = make();
    dictionary.clear();
    expect(dictionary.size).toBe(0);
    expect(dictionary.has(new Vector2i(1, 2))).toBe(false);
    dictionary.set(new Vector2i(1, 2), 5);
    expect(dictionary.get(new Vector2i(1, 2))).toBe(5);
  });

  test("and adds a deleted key again at the end", () => {
    const dictionary = make();
    dictionary.delete(new Vector2i(1, 2));
    dictionary.set(new Vector2i(1, 2), 9);
    expect(Array.from(dictionary.values())).toEqual([1, 3, 9]);
  });

  test("and still finds a key when one of the same content is deleted, which Godot 3 takes for another", () => {
    const options = { dialect: "godot-3", mode: "exact" } as const;
    const twins = dictionaryBytes(
      [
        [dict(), 1n],
        [dict(), 2n],
      ],
      options,
    );
    const dictionary = decode(twins, options) as Dictionary;
    const [first, second] = dictionary.keys();
    expect(dictionary.delete(second as Variant)).toBe(true);
    expect(dictionary.get(dict())).toBe(1n);
    expect(dictionary.delete(first as Variant)).toBe(true);
    expect(dictionary.has(dict())).toBe(false);
  });

  test("can be copied with its type", () => {
    const keyType = { kind: "builtin", type: "int" } as const;
    const dictionary = new Dictionary([[1n, "a"]], { keyType });
    const copy = new Dictionary(dictionary, dictionary);
    expect(copy).toEqual(dictionary);
    expect(copy.keyType).toEqual(keyType);
    expect(copy.valueType).toBeUndefined();
  });
});

test("finds many class keys, including long ones", () => {
  const dictionary = new Dictionary();
  const key = (n: number): Variant => (n % 2 === 0 ? new Vector2i(n, -n) : [n, "long ".repeat(100)]);
  for (let n = 0; n < 2000; n++) dictionary.set(key(n), n);
  expect(dictionary.size).toBe(2000);
  for (let n = 0; n < 2000; n++) expect(dictionary.get(key(n))).toBe(n);
});
