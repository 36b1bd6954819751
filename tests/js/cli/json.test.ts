// Both JSON notations of the command line, on every fixture.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exactBuilder, exactNotation } from "../../../js/cli/json/exact.js";
import { type Builder, parseJson } from "../../../js/forms/json-parser.js";
import { type Notation, print } from "../../../js/forms/json-printer.js";
import { plainBuilder } from "../../../js/forms/plain-json.js";
import { plainNotation as notationOf } from "../../../js/forms/plain-json-writer.js";
import { type DialectName, decode, encode, float, type Options, type Variant } from "../../../js/index.js";

const plainNotation = notationOf(true);

interface Line {
  name: string;
  bytes: string;
  full_objects: boolean;
  real?: "single" | "double";
  code?: string;
}

const folder = new URL("../../fixtures/", import.meta.url);
const fixtureFiles = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
  /^[^/]*[/](values|crafted|mutated)\.jsonl$/.test(path),
);

function linesOf(path: string): Line[] {
  return readFileSync(new URL(path, folder), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function dialectOf(path: string): DialectName {
  const about = new URL("about.json", new URL(path, folder));
  return (JSON.parse(readFileSync(about, "utf8")) as { dialect: DialectName }).dialect;
}

const textOf = (value: Variant, notation: Notation, indentation = "") =>
  Array.from(print(value, notation, indentation)).join("");

/** The encoding in hexadecimal, or the error message; the library rejects half a surrogate pair, for example. */
function encoded(value: Variant, options: Options): string {
  try {
    return Buffer.from(encode(value, options)).toString("hex");
  } catch (error) {
    return String(error);
  }
}

/** The text after a program without knowledge of Godot has read and written it. */
const throughJavaScript = (text: string) => JSON.stringify(JSON.parse(text));

describe.each(fixtureFiles)("%s", (path) => {
  const dialect = dialectOf(path);
  const values = linesOf(path).filter(({ code }) => code === undefined);
  const options = ({ full_objects, real }: Line): Options => ({
    mode: "exact",
    dialect,
    real,
    allowTrailing: true,
    allowObjects: full_objects,
    fullObjects: full_objects,
  });

  test("the exact notation reads back to the same bytes, even after another program rewrites it", () => {
    for (const line of values) {
      const value = decode(Buffer.from(line.bytes, "hex"), options(line));
      const text = textOf(value, exactNotation, "  ");
      for (const given of [text, throughJavaScript(text)]) {
        const again = encoded(parseJson(given, exactBuilder), options(line));
        expect(again, line.name).toBe(encoded(value, options(line)));
      }
    }
  });

  test("the plain notation is JSON with the same structure", () => {
    for (const line of values) {
      const value = decode(Buffer.from(line.bytes, "hex"), options(line));
      const text = textOf(value, plainNotation);
      expect(() => JSON.parse(text), text).not.toThrow();
      expect(textOf(parseJson(text, plainBuilder), plainNotation), line.name).toBe(
        textOf(parseJson(textOf(value, plainNotation, "  "), plainBuilder), plainNotation),
      );
    }
  });
});

describe("plain JSON", () => {
  const again = (text: string) => textOf(parseJson(text, plainBuilder), plainNotation);

  test.each([
    "null",
    "[true, false]",
    "[1, 1.0, -0.5, 1.5e-7, 9223372036854775807, -9223372036854775808]",
    "[1e99999, -1e99999]",
    '{"10": 1, "2": 2, "__proto__": 3, "": 4}',
    '"\\u009b\\n\\"\\ud83d\\ude00"',
  ])("%s stays", (text) => {
    expect(JSON.parse(again(text))).toEqual(JSON.parse(text));
    expect(again(again(text))).toBe(again(text));
  });

  test("an int keeps all its digits, a float keeps its point", () => {
    expect(again("[9007199254740993, 3.0]")).toBe("[9007199254740993, 3.0]");
    expect(Array.from(encode(parseJson("3.0", plainBuilder), { mode: "exact" }))).toEqual(
      Array.from(encode(float(3))),
    );
  });

  test("values that JSON lacks become the closest JSON value", () => {
    expect(textOf(Number.NaN, plainNotation)).toBe("null");
    expect(textOf(new Uint8Array([1, 2, 3, 4]), plainNotation)).toBe('"AQIDBA=="');
  });
});

describe("invalid JSON", () => {
  const cases: [string, Builder, RegExp][] = [
    ["", plainBuilder, /ends too early\. Line 1, column 1\./],
    ["[1,\n 2", plainBuilder, /Expected , or \]\. Line 2, column 3\./],
    ['{"a" 1}', plainBuilder, /Expected : .* column 6/],
    ["[01]", plainBuilder, /column 2/],
    ["[1] 2", plainBuilder, /left over/],
    ["tru", plainBuilder, /Expected a value/],
    ['"abc', plainBuilder, /no end/],
    ['"a\nb"', plainBuilder, /control character/],
    ['{"x": 1}', exactBuilder, /must start with the tag of a type/],
    ["{}", exactBuilder, /must start with the tag of a type/],
    ['{"toString": 1}', exactBuilder, /must start with the tag/],
    ['{"Vector2": [1]}', exactBuilder, /has 2 numbers, not 1/],
    ['{"PackedInt32Array": [1, 4294967295]}', exactBuilder, /4294967295 is not a 32-bit integer/],
    ['{"PackedInt32Array": [-2147483649]}', exactBuilder, /-2147483649 is not a 32-bit integer/],
    ['{"PackedInt64Array": ["9223372036854775808"]}', exactBuilder, /9223372036854775808 is not a 64-bit/],
    ['{"Vector2": [1, 2], "deep": true}', exactBuilder, /no attribute "deep"/],
    ['{"Dictionary": [[1]]}', exactBuilder, /pairs/],
    ['{"Array": [], "type": "Vector9"}', exactBuilder, /no type "Vector9"/],
    ['{"PackedByteArray": "ab"}', exactBuilder, /base64/],
    ['{"int": "99999999999999999999"}', exactBuilder, /64 bits/],
  ];
  test.each(cases)("%s", (text, builder, message) => {
    expect(() => parseJson(text, builder)).toThrow(message);
  });
});

test("nesting does not use the call stack", () => {
  const depth = 100_000;
  const value = parseJson("[".repeat(depth) + "]".repeat(depth), plainBuilder);
  expect(textOf(value, plainNotation)).toHaveLength(depth * 2);
});
