// Resources in texts, where Godot 4.6.3 prints the uid before the path; it prints these for resources and scripts that have one. Godot 3 refuses them.
import { describe, expect, test } from "vitest";
import { ConfigFile, type Dictionary, parseText, toText } from "../../../js/index.js";
import { readSavedText } from "../../../js/texts/index.js";
import { errorOf } from "../expected-errors.js";

const exact = { mode: "exact" } as const;
const uid = '"uid://dabcabd", "res://item.gd"';
const path = '"res://item.gd"';

describe.each([
  `Resource(${uid})`,
  `[Resource(${uid}), 5]`,
  `Array[Resource(${uid})]([])`,
  `Dictionary[Resource(${uid}), Resource(${uid})]({})`,
  `Object(Resource,"resource_name":"","script":Resource(${uid}),"count":0)`,
  `Resource( ${uid.replace(",", " ,")} )`,
])("%s", (text) => {
  test("is read with its path", () => {
    const expected = parseText(text.replaceAll(/"uid:.*?(?="res:)/g, ""), exact);
    expect(parseText(text, exact)).toEqual(expected);
    expect(toText(parseText(text, exact), exact)).toContain(`Resource(${path})`);
    expect(new ConfigFile(`a=${text}\n`).get("", "a", exact)).toEqual(expected);
  });

  test("stays as it is beside an edit", () => {
    for (const file of [`{\n"a": ${text},\n"b": 1\n}`, `[s]\na=${text}\nb=1\n`]) {
      const saved = readSavedText(file);
      if (saved === undefined) throw new Error("not a saved text");
      const [value] = saved.values as [Dictionary];
      ((value.get("s") ?? value) as Dictionary).set("b", 2n);
      expect(saved.write([value])).toBe(file.replace(/(?<="?b"?[:=] ?)1/, "2"));
    }
  });

  test("is refused in a file of Godot 3, and converted for it without its uid", () => {
    const config = new ConfigFile(`a=${text}\n`, { dialect: "godot-3" });
    expect(errorOf(() => config.get("", "a")).hints).toContainEqual(
      expect.objectContaining({ code: "not-in-old-text" }),
    );
    const converted = readSavedText(`[s]\na=${text}\n`)?.convert("godot-3").text;
    expect(converted).not.toContain("uid:");
    expect(new ConfigFile(converted, { dialect: "godot-3" }).keys("s")).toEqual(["a"]);
  });
});

/** Godot 4.6.3 refuses these, and reads the next. */
test.each([
  ['Resource("res://a", "res://b")', 18],
  ['Resource("uid://a", 5)', 20],
  ['Resource("uid://a", &"res://b")', 20],
  ['Resource("uid://a",)', 19],
  ['Resource("uid://a", "res://b", "c")', 29],
])("%s is an error", (text, offset) => {
  expect(errorOf(() => parseText(text))).toMatchObject({ code: "bad-text", offset });
});

test("a uid may stand alone", () => {
  expect(toText(parseText('Resource("uid://a")', exact), exact)).toBe('Resource("uid://a")');
});
