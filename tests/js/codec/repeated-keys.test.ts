// Equal keys. Where the warning `repeated-key` stands. Which keys are equal is a matter of the engines: mutated.test.ts. Godot 4.6.3, 3.6 and 3.2.3
// all keep the last value, in the place of the first key.
import { describe, expect, test } from "vitest";
import {
  type DecodeOptions,
  Dictionary,
  decode,
  type EncodeOptions,
  encode,
  float,
  open,
  StringName,
  toNative,
  toText,
  tryDecode,
  Vector2,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fromHex, linesOf } from "../fixtures.js";

const text = (value: string) => {
  const bytes = new TextEncoder().encode(value);
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return `04000000${word(bytes.length)}${Buffer.from(padded).toString("hex")}`;
};
const word = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString("hex");
const int = (value: number) => `02000000${word(value)}`;
const array = (...values: string[]) => `1c000000${word(values.length)}${values.join("")}`;
const dictionary = (...parts: string[]) => `1b000000${word(parts.length / 2)}${parts.join("")}`;

const forms: readonly DecodeOptions[] = [
  {},
  { mode: "exact" },
  { dictionaries: "map" },
  { dictionaries: "object" },
];

function warningsOf(bytes: string, options: DecodeOptions): [number, string][] {
  const result = tryDecode(fromHex(bytes), { dialect: "godot-4", allowObjects: true, ...options });
  if (!result.ok) throw result.error;
  return result.warnings.map(({ code, offset, path }) => {
    expect(code).toBe("repeated-key");
    return [offset, path];
  });
}

const many = (count: number) => Array.from({ length: count }, (_, i) => [text(`key${i}`), int(i)]).flat();
const twice = dictionary(text("a"), int(1), text("a"), int(2));

test.each<[name: string, bytes: string, places: [offset: number, path: string][]]>([
  ["Strings", twice, [[28, "a"]]],
  [
    "three times",
    dictionary(text("a"), int(1), text("a"), int(2), text("a"), int(3)),
    [
      [28, "a"],
      [48, "a"],
    ],
  ],
  ["ints", dictionary(int(7), int(1), int(7), int(2)), [[24, "[7]"]]],
  ["__proto__", dictionary(text("__proto__"), int(1), text("__proto__"), int(2)), [[36, "__proto__"]]],
  ["no key", dictionary(text("a"), int(1), text("b"), int(2)), []],
  ["names that look like indices", dictionary(text("1"), int(1), text("1"), int(2)), [[28, '["1"]']]],
  ["in an Array", array(int(1), twice), [[44, "[1].a"]]],
  [
    "in two Dictionaries",
    array(twice, twice),
    [
      [36, "[0].a"],
      [84, "[1].a"],
    ],
  ],
  [
    "around another",
    dictionary(text("a"), twice, text("a"), twice),
    [
      [48, "a.a"],
      [68, "a"],
      [108, "a.a"],
    ],
  ],
  ["keys beyond the shape", dictionary(...many(1100), text("key5"), int(1)), [[24970, "key5"]]],
  ["inside a key", dictionary(twice, int(1)), [[8, '[{"a"}]']]],
  [
    "properties",
    `180000000100000041000000${word(2)}${`${text("p").slice(8)}${int(1)}`.repeat(2)}`,
    [[32, "p"]],
  ],
])("%s", (name, bytes, places) => {
  for (const options of forms) {
    const found = warningsOf(bytes, options);
    if (name === "keys beyond the shape") expect(found.map(([, path]) => path)).toEqual(["key5"]);
    else expect(found).toEqual(places);
  }
});

test("the last value stays, and a Dictionary of a usual shape is no exception", () => {
  const bytes = fromHex(array(...new Array<string>(300).fill(twice)));
  for (let again = 0; again < 3; again++) {
    const warnings: Warning[] = [];
    const value = decode(bytes, { dialect: "godot-4", onWarning: (warning) => warnings.push(warning) });
    expect(value).toEqual(new Array(300).fill({ a: 2 }));
    expect(warnings.map(({ path }) => path)).toEqual(Array.from({ length: 300 }, (_, i) => `[${i}].a`));
  }
});

test("the first thousand are listed, among the other warnings", () => {
  const entries = Array.from({ length: 1002 }, () => [int(1), "00000400"]).flat();
  const result = tryDecode(fromHex(dictionary(...entries)), { dialect: "godot-4" });
  if (!result.ok) throw result.error;
  expect(Array.from(result.value as Dictionary)).toEqual([[1, null]]);
  expect(result.warnings).toHaveLength(1001);
  expect(result.warnings.slice(0, 3).map(({ code, offset }) => [code, offset])).toEqual([
    ["unknown-flags", 16],
    ["repeated-key", 20],
    ["unknown-flags", 28],
  ]);
  expect(result.warnings.at(-1)).toMatchObject({
    code: "more-warnings",
    count: 1003,
    offset: 8 + 500 * 12 + 8,
  });
});

test("a document lists them when it opens", () => {
  const warnings: Warning[] = [];
  open(fromHex(array(twice)), { dialect: "godot-4", onWarning: (warning) => warnings.push(warning) });
  expect(warnings.map(({ code, offset, path }) => [code, offset, path])).toEqual([
    ["repeated-key", 36, "[0].a"],
  ]);
});

describe("are in order among the other warnings", () => {
  for (const { name, dialect, bytes, options, notes } of linesOf("errors/warnings.jsonl")) {
    test.each(["plain", "exact"] as const)(`${name}: %s`, (mode) => {
      const result = tryDecode(fromHex(bytes), { ...options, dialect, mode });
      expect(result.ok && result.warnings.map(({ code, offset }) => [code, offset])).toEqual(notes);
    });
  }
});

describe("keys that differ in JavaScript and are equal in engines", () => {
  const vector = () => new Vector2(1, 2);
  test.each<[string, () => Map<unknown, unknown>, "plain" | "exact"]>([
    ["a number and a bigint", () => keyed(1, 1n), "plain"],
    ["a number and a bigint of a Dictionary", () => new Dictionary(keyed(1, 1n) as never), "plain"],
    ["a number and a Float", () => keyed(1, float(1)), "exact"],
    ["vectors", () => keyed(vector(), vector()), "plain"],
    ["vectors before and behind an int", () => keyed(vector(), 1n, vector()), "exact"],
    ["vectors before an int", () => keyed(vector(), vector(), 1n), "exact"],
    ["a text and a StringName", () => keyed("a", new StringName("a")), "plain"],
    ["arrays", () => keyed([1, vector()], [1, vector()]), "plain"],
    ["an array of a number and one of a bigint", () => keyed([1], [1n]), "plain"],
  ])("are an error, because engines lose an entry: %s", (_, keys, mode) => {
    for (const write of [encode, toText, toNative])
      expect(errorOf(() => write({ a: keys() }, { mode }))).toMatchObject({
        code: "unsupported-value",
        path: "a",
      });
  });

  test.each<[string, () => Map<unknown, unknown>, EncodeOptions]>([
    ["a number and a bigint in exact mode", () => keyed(1, 1n), { mode: "exact" }],
    ["a number and a Float", () => keyed(1, float(1)), {}],
    ["arrays of NaN", () => keyed([Number.NaN], [Number.NaN]), {}],
    ["a large float and a large int", () => keyed(2 ** 53, 2n ** 53n), {}],
    ["Dictionaries in Godot 3", () => keyed({ a: 1 }, { a: 1 }), { dialect: "godot-3" }],
  ])("are none: %s", (_, keys, options) => {
    const { dialect = "godot-4" } = options;
    expect(open(encode(keys(), options), { dialect }).root.children().length).toBe(2);
  });
});

const keyed = (...keys: unknown[]) => new Map(keys.map((key, i) => [key, i]));
