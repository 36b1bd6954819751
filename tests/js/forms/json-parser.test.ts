// Numbers, texts and names of JSON, as JSON.parse reads them.
import { describe, expect, test } from "vitest";
import { Dictionary, Float, fromPlainJSON, type Variant } from "../../../js/index.js";

const exact = { mode: "exact" } as const;
const read = (text: string): Variant => fromPlainJSON(text, exact);

/** What JSON.parse makes of the same text: it has no Dictionaries, and no ints. */
function plain(value: Variant): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Dictionary)
    return Object.fromEntries(Array.from(value, ([key, part]) => [key, plain(part)]));
  return typeof value === "bigint" || value instanceof Float ? Number(value) : value;
}

const ints = ["0", "7", "-7", "255", "256", "4294967296", "999999999999999", "-999999999999999"];
const longInts = ["1000000000000000", "9007199254740993", "9223372036854775807", "-9223372036854775808"];
const floats = [
  ...["0.0", "-0.0", "0.1", "-0.1", "1.5", "100.25", "0.30000000000000004", "123456789.123456"],
  ...["12345678901234.5", "123456789012345.6", "0.00000000000001", "0.000000000000001", "9.99999999999999"],
  ...["1e5", "1E5", "1.5e-7", "1.5E+300", "1e400", "-1e-400", "0e1"],
];

describe("numbers", () => {
  test.each([...ints, ...longInts])("%s is an int with all its digits", (text) => {
    expect(read(text)).toBe(BigInt(text));
    expect(read(`[${text}]`)).toEqual([BigInt(text)]);
  });

  test.each(floats)("%s is the nearest float", (text) => {
    const value = read(text);
    expect(typeof value).not.toBe("bigint");
    expect(Number(value)).toBe(JSON.parse(text));
  });

  test("-0 is a float, because no int can hold it", () => {
    expect(Number(read("-0"))).toBe(-0);
  });

  test("decimals of up to 17 digits are the nearest floats", () => {
    for (let digits = 1; digits <= 17; digits++)
      for (let places = 1; places <= digits; places++) {
        const all = "71828182845904523".slice(0, digits);
        const text = `${all.slice(0, digits - places) || "0"}.${all.slice(digits - places)}`;
        expect(Number(read(text)), text).toBe(JSON.parse(text));
      }
  });

  test.each(["00", "01", "-01", "1.", ".5", "-", "--1", "+1", "1e", "1e+", "1.e5", "0x1", "1_0", "1.5.5"])(
    "%s is refused",
    (text) => {
      expect(() => JSON.parse(text)).toThrow();
      expect(() => read(text)).toThrow(expect.objectContaining({ code: "bad-text" }));
      expect(() => read(`[${text}]`)).toThrow(expect.objectContaining({ code: "bad-text" }));
    },
  );
});

describe("texts", () => {
  const letters = "abcdefghijklmnop";

  test.each(["", "é", "😀", "\\n", '\\"', "\\\\", "\\u00e9", "\\ud83d\\ude00", "\x7f"])(
    "of any length, with %j at the end",
    (end) => {
      for (let length = 0; length <= letters.length; length++) {
        const text = `"${letters.slice(0, length)}${end}"`;
        expect(read(text)).toBe(JSON.parse(text));
      }
    },
  );
});

describe("names", () => {
  test.each([
    ["in the same order", '[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}]'],
    ["that end earlier or later", '[{"a":1,"b":2},{"a":3,"b":4},{"a":5},{"a":6,"b":7,"c":8},{}]'],
    ["that begin alike", '[{"ab":1},{"ab":2},{"a":3},{"abc":4},{"ab":5}]'],
    ["with escapes", '[{"a":1},{"a":2},{"\\u0061":3},{"a\\u0000":4},{"a\\"":5},{"a\\"":6},{"a\\"":7}]'],
    ["with a backslash", '[{"a\\\\n":1},{"a\\\\n":2},{"a\\n":3},{"a\\\\n":4}]'],
    ["that are indices", '[{"b":1,"a":2},{"b":1,"a":2},{"b":1,"a":2,"x":3}]'],
    [
      "of nested objects",
      '[{"a":{"a":{"a":1}}},{"a":{"a":{"a":2}}},{"a":{"b":{"a":3}}},{"b":{"a":{"a":4}}}]',
    ],
    ["of objects in arrays", '{"a":[{"x":1},{"x":2},{"y":3}],"b":[{"y":4},{"y":5},{"x":6}]}'],
    ["that stand twice", '[{"a":1,"a":2},{"a":3,"a":4},{"a":5,"a":6},{"a":7,"b":8,"a":9}]'],
  ])("%s", (_, text) => {
    // The second time, all names are known.
    for (let times = 0; times < 3; times++) expect(plain(read(text))).toEqual(JSON.parse(text));
  });

  test("keep their order", () => {
    for (let times = 0; times < 3; times++)
      expect([...(read('{"b":1,"2":2,"a":3,"1":4,"b":5}') as Dictionary).keys()]).toEqual([
        "b",
        "2",
        "a",
        "1",
      ]);
  });

  test("of more members than are remembered", () => {
    const members = Array.from({ length: 200 }, (_, i) => `"name ${i}":${i}`);
    for (let times = 0; times < 3; times++) {
      const value = read(`[{${members.join()}},{${members.reverse().join()}}]`);
      expect(plain(value)).toEqual(JSON.parse(`[{${members.join()}},{${members.join()}}]`));
    }
  });

  test("must be quoted", () => {
    expect(() => read('{"a":1,b:2}')).toThrow(expect.objectContaining({ code: "bad-text", offset: 7 }));
    expect(() => read('{"a":1,"b" 2}')).toThrow(expect.objectContaining({ code: "bad-text", offset: 11 }));
  });
});
