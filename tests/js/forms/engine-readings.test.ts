// Texts that no engine prints, but people write: Godot 4.6.3, 3.6 and 3.2.3 read them as the tables say. tests/engine asks them again.
import { describe, expect, test } from "vitest";
import { ConfigFile, type DialectName, parseText, toText } from "../../../js/index.js";
import { readResource, writeResource } from "../../../js/resources/index.js";
import { readSavedText } from "../../../js/texts/index.js";
import { errorOf } from "../expected-errors.js";
import { misreadTexts, oldEscapes } from "./misread-texts.js";
import { refusedValues } from "./refused-values.js";
import { colorTexts } from "./written-colors.js";

const exact = { mode: "exact" } as const;
const resource = (format: number, value: string) =>
  new TextEncoder().encode(`[gd_resource type="Resource" format=${format}]\n\n[resource]\na = ${value}\n`);

describe.each(colorTexts)("%s", (text, inGodot4, inGodot3) => {
  test.each([
    ["godot-4", 3, inGodot4],
    ["godot-3", 2, inGodot3],
  ] as const)("in %s", async (dialect, format, expected) => {
    expect(toText(parseText(`[${text}]`, { ...exact, dialect }), exact)).toBe(`[${expected}]`);
    expect(toText(parseText(`[${text}]`, exact), exact)).toBe(`[${inGodot4}]`);
    const config = new ConfigFile(`a=${text}\n`, { dialect });
    expect(toText(config.get("", "a", exact), exact)).toBe(expected);
    const read = await readResource(resource(format, text), exact);
    expect(toText(read.resources[0]?.properties.get("a"), exact)).toBe(expected);
  });

  test.each([
    ["godot-3", "godot-4", inGodot3],
    ["godot-4", "godot-3", inGodot4],
  ] as const)("keeps its meaning from %s to %s", (from, to, expected) => {
    const file = `[s]\na=${text}\n`;
    const converted = readSavedText(file, { dialect: from })?.convert(to as DialectName).text as string;
    const value = new ConfigFile(converted, { dialect: to }).get("s", "a", exact);
    expect(toText(value, exact)).toBe(expected);
    expect(converted === file).toBe(inGodot3 === inGodot4);
  });
});

test("the text of a color whose meaning differs is not set in a file of Godot 3", () => {
  const config = new ConfigFile("a=1\n", { dialect: "godot-3" });
  expect(errorOf(() => config.setText("", "a", "#ff8800cc")).code).toBe("unsupported-value");
  config.setText("", "a", "#ff8800");
  expect(config.toString()).toBe("a=#ff8800\n");
});

describe.each(refusedValues)("%s", (text, inGodot4, inGodot3, place) => {
  test.each([
    ["godot-4", 3, inGodot4],
    ["godot-3", 2, inGodot3],
  ] as const)("in %s", async (dialect, format, reads) => {
    const config = new ConfigFile(`[s]\na=${text}\n`, { dialect });
    const read = () => toText(config.get("s", "a", exact), exact);
    const ofResource = readResource(resource(format, text));
    if (reads) {
      expect(read()).toBe(toText(parseText(text, { ...exact, dialect }), exact));
      await ofResource;
      return;
    }
    const error = errorOf(read);
    expect([error.code, error.offset, error.hints.length]).toEqual(["bad-text", 6 + place, 2]);
    await expect(ofResource).rejects.toThrow("bad-text");
  });
});

test.each(misreadTexts)("%s is not read", (text, _, place) => {
  const error = errorOf(() => parseText(text));
  expect([error.code, error.offset]).toEqual(["bad-text", place]);
});

test.each(oldEscapes)("%s in Godot 3", (text, expected) => {
  expect(parseText(text, { dialect: "godot-3" })).toBe(expected);
  const converted = readSavedText(`{\n"a": ${text}\n}`, { dialect: "godot-3" })?.convert("godot-4").text;
  expect(parseText(converted as string)).toEqual({ a: expected });
});

test("exponents that begin with zeros are read", () => {
  expect(parseText("[1e0000000000000000000001, -1e2147483647]")).toEqual([10, -Infinity]);
  const zeros = "0".repeat(100_000);
  expect(parseText(`0.${zeros}1e100001`)).toBe(1);
});

/**
 * The text of a String, whether engines read it in a file as in a String, and where the escape is that they do not. Godot 3 reads `\U` as
 * a letter.
 */
const escapes: readonly [text: string, inGodot4: boolean, inGodot3: boolean, place: number][] = [
  ["\\u0041\\t\\u007f", true, true, 0],
  ["\\\\u00e9", true, true, 0],
  ["\\U000041", true, false, 0],
  ["\\u0080", false, false, 0],
  ["\\u00e9", false, false, 0],
  ["a\\\\\\u00c3\\u00a9", false, false, 3],
  ["\\u0141", false, false, 0],
  ["\\ud83d\\ude00", false, false, 0],
  ["\\U01F600", false, false, 0],
];

describe.each(escapes)("the escapes %s in a file", (text, inGodot4, inGodot3, place) => {
  test.each([
    ["godot-4", 3, inGodot4],
    ["godot-3", 2, inGodot3],
  ] as const)("in %s", async (dialect, format, reads) => {
    const expected = parseText(`"${text}"`);
    const file = `; "\\u00e9\n[s]\na=["${text}"]\n`;
    const config = new ConfigFile(file, { dialect });
    const read = () => config.get("s", "a");
    const set = () => config.setText("s", "a", `["${text}", 1]`);
    const bytes = resource(format, `"${text}"`);
    expect(readSavedText(`"${text}"`)?.values).toEqual([expected]);
    if (!reads) {
      const error = errorOf(read);
      expect([error.code, error.offset]).toEqual(["bad-text", file.lastIndexOf(text) + place]);
      expect(error.hints.map(({ code }) => code)).toContain("escape-in-file");
      expect(errorOf(set).code).toMatch(/^(?:bad-text|unsupported-value)$/);
      await expect(readResource(bytes)).rejects.toThrow("bad-text");
      return;
    }
    expect(read()).toEqual([expected]);
    const { resources } = await readResource(bytes);
    expect(resources[0]?.properties.get("a")).toBe(expected);
    set();
    expect(config.toString()).toBe(file.replace('"]', '", 1]'));
  });

  test("as the name of a key", () => {
    const quoted = () => new ConfigFile(`"${text}"=1\n`).keys("");
    if (inGodot4) expect(quoted()).toEqual([parseText(`"${text}"`)]);
    else expect(errorOf(quoted).code).toBe("bad-text");
  });
});

test("text resources with such an escape are not read, and others are kept", async () => {
  const bytes = resource(3, '"\\u0041"');
  const file = await readResource(bytes);
  expect(await writeResource(file)).toEqual(bytes);
});
