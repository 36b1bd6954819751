// Dictionaries of `exact` mode keep their values in an array until a question needs a Map. Nobody may see a difference.
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import * as api from "../../../js/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

const { Dictionary, decode, encode, StringName } = api;
const exact = { mode: "exact" } as const;

type Entries = [api.Variant, api.Variant][];
const ofEntries = (entries: Entries) => encode(new Map(entries), exact);
/** Decodes twice, because a list of keys is shared from the second time on. */
function decodedAgain(bytes: Uint8Array): api.Dictionary {
  decode(bytes, exact);
  return decode(bytes, exact) as api.Dictionary;
}
const read = (entries: Entries) => decodedAgain(ofEntries(entries));
const isLazy = (value: api.Dictionary) => Array.isArray((value as unknown as { content?: unknown }).content);

const entries: Entries = [
  ["name", "Mira"],
  ["hp", 87n],
  ["stats", read([["armor", 3n]])],
];

/** The question, and whether it needs a Map. */
const questions: Record<string, [(value: api.Dictionary) => unknown, boolean]> = {
  size: [(value) => value.size, false],
  "get of a String": [(value) => [value.get("hp"), value.get("HP"), value.get("toString")], false],
  "get of a StringName": [(value) => value.get(new StringName("hp")), true],
  "get of a number": [(value) => [value.get(0), value.get("0"), value.get(null)], true],
  has: [(value) => [value.has("hp"), value.has(new StringName("hp")), value.has("keyList")], true],
  set: [(value) => [value.set("hp", 1n) === value, [...value]], true],
  "set of a StringName": [(value) => [...value.set(new StringName("hp"), 1n).entries()], true],
  delete: [(value) => [value.delete("hp"), value.delete("hp"), value.size, [...value]], true],
  clear: [(value) => [value.clear(), value.size, [...value]], true],
  keys: [(value) => [...value.keys()], true],
  values: [(value) => [...value.values()], true],
  entries: [(value) => [...value.entries()], true],
  iteration: [(value) => [...value], true],
  "new Map": [(value) => [...new Map(value)], true],
  "new Dictionary": [(value) => [...new Dictionary(value, value)], true],
  forEach: [
    (value) => {
      const seen: unknown[] = [];
      value.forEach(function (this: unknown, item, key, all) {
        seen.push(this, item, key, all === value);
      }, "this");
      return seen;
    },
    true,
  ],
  encode: [(value) => encode(value, exact), false],
  toText: [(value) => api.toText(value), false],
  toNative: [(value) => api.toNative(value), false],
  inspect: [(value) => inspect(value), true],
  class: [
    (value) => [
      value instanceof Dictionary,
      value instanceof Map,
      value.constructor,
      Object.prototype.toString.call(value),
    ],
    false,
  ],
};

describe("the first question is answered like any other", () => {
  test.each(Object.keys(questions))("%s", (name) => {
    const [ask, needsMap] = questions[name] as (typeof questions)[string];
    const value = read(entries);
    expect(isLazy(value)).toBe(true);
    const answer = ask(value);
    expect(isLazy(value)).toBe(!needsMap);
    expect(answer).toEqual(ask(new Dictionary(entries)));
  });
});

test("equals a Dictionary with the same entries", () => {
  expect(read(entries)).toStrictEqual(new Dictionary(entries));
  expect(new Dictionary(entries)).toStrictEqual(read(entries));
  expect(read(entries)).not.toEqual(new Dictionary(entries.slice(1)));
});

test("any sequence of calls has the results of a Dictionary that was made in JavaScript", () => {
  const random = new Random(13);
  for (let round = 0; round < 300; round++) {
    const names = random.picks(["a", "b", "c", "0", "", "size", "__proto__"], random.between(1, 6));
    const start: Entries = names.map((name, i) => [name, BigInt(i)]);
    const [lazy, made] = [read(start), decode(ofEntries([...start, [null, 0n]]), exact) as api.Dictionary];
    made.delete(null);
    expect([isLazy(lazy), isLazy(made)]).toEqual([true, false]);
    for (let call = 0; call < 8; call++) {
      const name = random.pick(["a", "b", "0", "", "__proto__", "new"]);
      const key = random.between(0, 2) === 0 ? new StringName(name) : random.between(0, 5) === 0 ? 1n : name;
      const act = random.pick<(value: api.Dictionary) => unknown>([
        (value) => value.get(key),
        (value) => value.has(key),
        (value) => value.set(key, BigInt(call)).size,
        (value) => value.delete(key),
        (value) => value.size,
        (value) => [...value],
      ]);
      expect(act(lazy)).toEqual(act(made));
    }
    expect([...lazy]).toEqual([...made]);
    expect(encode(lazy, exact)).toEqual(encode(made, exact));
  }
});

test("entries may be deleted and added while they are visited", () => {
  const value = read(entries);
  const seen: unknown[] = [];
  for (const [key] of value) {
    seen.push(key);
    if (key === "name") value.delete("hp");
    if (key === "stats") value.set("last", 1n);
  }
  expect(seen).toEqual(["name", "stats", "last"]);
});

test("declared types and the shared bit stay", () => {
  const traits = {
    keyType: { kind: "builtin", type: "String" },
    valueType: { kind: "builtin", type: "int" },
  } as const;
  const typed = decodedAgain(encode(new Dictionary([["a", 1n]], traits), exact));
  expect(isLazy(typed)).toBe(true);
  expect(inspect(typed)).toBe(inspect(new Dictionary([["a", 1n]], traits)));
  expect({ keyType: typed.keyType, valueType: typed.valueType, shared: typed.shared }).toEqual({
    ...traits,
    shared: false,
  });
  const shared = new Dictionary([["a", 1n]], { shared: true });
  const old = { ...exact, dialect: "godot-2" } as const;
  for (let i = 0; i < 3; i++) {
    const read = decode(encode(shared, old), old) as api.Dictionary;
    expect(read.shared).toBe(true);
    expect(inspect(read)).toBe(inspect(shared));
  }
});

test("equal keys share one entry, even when their padding differs", () => {
  const pair = (key: string, value: string) => `04000000 01000000 ${key} 02000000 ${value}000000`;
  for (const second of ["61000000", "61ffffff"]) {
    const bytes = fromHex(`1b000000 02000000 ${pair("61000000", "01")} ${pair(second, "02")}`);
    for (let i = 0; i < 3; i++) expect([...(decode(bytes, exact) as api.Dictionary)]).toEqual([["a", 2n]]);
  }
});

test("keys of the other mode that would become equal are refused, as in a Dictionary of other keys", () => {
  for (const value of [read(entries), read([[0.5, 1n]])]) {
    value.set([1], "float");
    value.set([1n], "int");
    expect(errorOf(() => encode(value))).toMatchObject({
      code: "unsupported-value",
      hint: "Several keys are written as [[1]].",
    });
  }
});

test("many keys are found by a Map", () => {
  const many = Array.from({ length: 1000 }, (_, i): [string, bigint] => [`k${i}`, BigInt(i)]);
  const value = read(many);
  expect(isLazy(value)).toBe(true);
  expect(value.get("k999")).toBe(999n);
  expect(isLazy(value)).toBe(false);
});

test("two Dictionaries of one shape do not share values", () => {
  const [one, other] = decode(
    encode(
      [entries, entries].map((list) => new Map(list)),
      exact,
    ),
    exact,
  ) as api.Dictionary[];
  one?.set("hp", 1n);
  one?.delete("name");
  expect(other?.get("hp")).toBe(87n);
  expect(other?.size).toBe(3);
});

describe("what bypasses the methods is never silently wrong", () => {
  test("methods of Map called from outside throw", () => {
    const value = read(entries);
    expect(() => Map.prototype.get.call(value, "hp")).toThrow(TypeError);
    expect(() => Map.prototype.set.call(value, "hp", 1n)).toThrow(TypeError);
    expect(() => Map.prototype.entries.call(value)).toThrow(TypeError);
  });

  const ask = (value: api.Dictionary) => {
    value.set("hp", 5n);
    return value;
  };
  test.each<[string, (value: api.Dictionary) => object]>([
    ["a clone", (value) => structuredClone(value)],
    ["a clone of what was asked", (value) => structuredClone(ask(value))],
    ["a spread", (value) => ({ ...value })],
    ["a spread of what was asked", (value) => ({ ...ask(value) })],
  ])("%s is refused by encode, and restored", (_, copy) => {
    const value = read(entries);
    const copied = copy(value);
    for (const write of [encode, api.toText, api.toNative] as ((
      value: unknown,
      options: object,
    ) => unknown)[]) {
      expect(errorOf(() => write([copied], exact)).code).toBe("unsupported-value");
      expect(errorOf(() => write([copied], {})).code).toBe("unsupported-value");
    }
    expect(api.restore(copied, undefined, exact)).toStrictEqual(value);
    expect(encode(copied, { ...exact, like: ofEntries(entries) })).toEqual(encode(value, exact));
  });
});
