// Dictionaries of `exact` mode that have not made their Map are the same bytes, or the same error, by generated functions and by entries.
import { afterEach, describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  float,
  NodePath,
  type Options,
  StringName,
  setCodeGeneration,
  type Variant,
  Vector2,
} from "../../../js/index.js";
import { isUnread } from "../../../js/values/lazy-dictionary.js";
import { byEncode, byEntries } from "./both-ways.js";

afterEach(() => setCodeGeneration(true));

const exact = { mode: "exact" } as const;

function read(entries: readonly (readonly [string, Variant])[], traits = {}): Dictionary {
  const bytes = encode(new Dictionary(entries, traits), exact);
  // A list of keys is shared from the second time on.
  decode(bytes, exact);
  const dictionary = decode(bytes, exact) as Dictionary;
  expect(isUnread(dictionary)).toBe(true);
  return dictionary;
}

function expectSame(value: unknown, options: Options = exact): void {
  expect(byEncode(value, options)).toBe(byEntries(value, options));
}

/** Encodes Dictionaries with these entries until they have a function, which takes more of them with each function. */
function learn(entries: readonly (readonly [string, Variant])[], options: Options = exact): void {
  const value = Array.from({ length: 600 }, () => read(entries));
  const expected = byEntries(value, options);
  for (let i = 0; i < 20; i++) expect(byEncode(value, options)).toBe(expected);
}

const values: Variant[] = [
  1n,
  -1n,
  2n ** 40n,
  float(0),
  0.1,
  -0,
  Number.NaN,
  "x",
  "é",
  new StringName("name"),
  null,
  true,
  [1n, "x"],
  new Dictionary([["a", 1n]]),
  new Vector2(1, 2),
  new NodePath("a/b"),
  new Uint8Array([1, 2, 3]),
];
const keys = values.map((_, i) => `key${i}`);
const rotated = (by: number) =>
  keys.map((key, i) => [key, values[(i + by) % values.length] as Variant] as const);

test.each<Options>([exact, { ...exact, dialect: "godot-3" }, {}])(
  "values of other types than before: %j",
  (options) => {
    learn(rotated(0), options);
    for (let by = 0; by < values.length; by++) expectSame(read(rotated(by)), options);
  },
);

test("without generated functions", () => {
  learn(rotated(1));
  setCodeGeneration(false);
  expectSame(read(rotated(1)));
});

test("keys that are not ASCII, and many keys", () => {
  const named = (names: string[]) => names.map((name) => [name, 1n] as const);
  learn(named(["é", "a"]));
  learn(named(Array.from({ length: 80 }, (_, i) => `k${i}`)));
});

test("declared types", () => {
  learn([["a", 1n]]);
  const keyType = { kind: "builtin", type: "String" } as const;
  expectSame([read([["a", 1n]], { keyType }), read([["a", 2n]])]);
});

test("at the limit of depth", () => {
  const inner: [string, Variant][] = [
    ["a", 1n],
    ["b", "x"],
  ];
  const outer: [string, Variant][] = [["c", read(inner)]];
  learn(inner);
  learn(outer);
  for (let depth = 0; depth < 5; depth++)
    for (const value of [read(inner), read(outer)]) expectSame([value], { ...exact, limits: { depth } });
});

describe("values that a program has put where they do not belong", () => {
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["a symbol", Symbol("s")],
    ["an int of more than 64 bits", 2n ** 70n],
    ["half a surrogate pair", "\ud800"],
    ["a text with NUL", "abc\0"],
    ["a clone", structuredClone(read([["a", 1n]]))],
  ])("%s", (_, fault) => {
    for (const sample of [1n, "x", 0.5]) {
      const entries: [string, Variant][] = [
        ["ok", 1n],
        [`value ${typeof sample}`, sample],
      ];
      learn(entries);
      const changed = read(entries) as unknown as { content: unknown[] };
      changed.content[1] = fault;
      expectSame([changed]);
    }
  });
});
