// Keys that the parser of the text form has read before: it compares them without reading their escapes.
import { describe, expect, test } from "vitest";
import { type Dictionary, decode, encode, parseText, toText } from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fromHex, hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;
const read = (text: string) => parseText(text, exact);

/** The parser compares a key with the one that came next last time, and shares these keys with `decode`. */
describe("keys that came before", () => {
  const again = (text: string, times = 3) => {
    for (let i = 1; i < times; i++) read(text);
    return read(text);
  };

  test.each([
    ["an escaped quote", '{ "a\\"b": 1, "next": 2 }', 'a"b'],
    ["a backslash", '{ "a\\\\b": 1, "next": 2 }', "a\\b"],
    ["a control character", '{ "a\tb": 1, "next": 2 }', "a\tb"],
    ["Japanese", '{ "話し手": 1, "next": 2 }', "話し手"],
  ])("with %s stay what they are", (_, text, key) => {
    expect([...(again(text) as Dictionary).keys()]).toEqual([key, "next"]);
  });

  test("are not taken for others with the same characters", () => {
    again('{ "a\\\\tb": 1 }');
    expect([...(read('{ "a\\tb": 1 }') as Dictionary).keys()]).toEqual(["a\tb"]);
    again('{ "a\\"b": 1 }');
    expect(errorOf(() => read('{ "a"b": 1 }'))).toMatchObject({ code: "bad-text", offset: 5 });
    again('{ "ab": 1 }');
    expect([...(read('{ "abc": 1 }') as Dictionary).keys()]).toEqual(["abc"]);
    expect(errorOf(() => read('{ "ab'))).toMatchObject({ code: "unexpected-end" });
  });

  test("leave a first byte order mark to decode, which reads keys without it", () => {
    const marked = { ...exact, dialect: "godot-4" } as const;
    again('{ "﻿hp": 1 }');
    expect([...(read('{ "﻿hp": 1 }') as Dictionary).keys()]).toEqual(["﻿hp"]);
    const bytes = encode(new Map([["﻿hp", 1n]]), exact);
    // The mark is written twice, because engines drop the first one.
    const single = fromHex(
      hex(bytes).replace("efbbbfefbbbf6870", "efbbbf6870000000").replace("08000000efbbbf", "05000000efbbbf"),
    );
    const warnings: string[] = [];
    const value = decode(single, { ...marked, onWarning: ({ code }) => warnings.push(code) });
    expect([[...(value as Dictionary).keys()], warnings]).toEqual([["hp"], ["byte-order-mark"]]);
  });

  test("in Dictionaries of more than 1024 entries, and inside of others", () => {
    const entries = Array.from({ length: 3000 }, (_, i) => `"k${i}": { "x": ${i}, "y": [{ "z": ${i} }] }`);
    const value = again(`{ ${entries.join(", ")}, "x": { "k1": 5 } }`) as Dictionary;
    expect(value.size).toBe(3001);
    expect(toText(value.get("k2999"), exact)).toBe(
      toText(read('{ "x": 2999, "y": [{ "z": 2999 }] }'), exact),
    );
    expect((value.get("x") as Dictionary).get("k1")).toBe(5n);
  });
});
