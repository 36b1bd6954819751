// Byte order marks at the beginning of texts in files. Godot 4.6.3, 3.6 and 3.2.3 read a ConfigFile and a `.tres` as the tables say.
import { describe, expect, test } from "vitest";
import {
  ConfigFile,
  Dictionary,
  NodePath,
  PackedStringArray,
  parseText,
  StringName,
  toText,
  type Variant,
  VariantArray,
} from "../../../js/index.js";
import { readResource, writeResource } from "../../../js/resources/index.js";
import { readSavedText } from "../../../js/texts/index.js";
import { errorOf } from "../expected-errors.js";

const mark = "\ufeff";
const exact = { mode: "exact" } as const;
const list = (...values: Variant[]) => new VariantArray(values);
const keyed = (key: string, value: Variant) => new Dictionary([[key, value]]);

/** The text of a value in a file, and what engines read. Only Godot 4 reads a StringName and the name PackedStringArray. */
const texts: readonly [text: string, read: Variant][] = [
  [`"${mark}abc"`, "abc"],
  [`"${mark}${mark}abc"`, `${mark}abc`],
  [`"a${mark}b"`, `a${mark}b`],
  [`"${mark}"`, ""],
  [`"${mark}é"`, "é"],
  [`"a\\"${mark}b"`, `a"${mark}b`],
  [`&"${mark}abc"`, new StringName("abc")],
  [`NodePath("${mark}abc")`, new NodePath("abc")],
  [`["${mark}x", "${mark}${mark}y"]`, list("x", `${mark}y`)],
  [`{\n"${mark}k": "${mark}v"\n}`, keyed("k", "v")],
  [`PackedStringArray("${mark}x", "y")`, new PackedStringArray(["x", "y"])],
];
const shown = (value: Variant | undefined) => toText(value, exact);

describe.each(texts)("%s", (text, read) => {
  test("loses a mark in a ConfigFile, as engines read it, and not in var_to_str", () => {
    const file = `; "${mark}c"\n[s]\nk=${text}\n`;
    const config = new ConfigFile(file);
    expect(shown(config.get("s", "k", exact))).toBe(shown(read));
    expect(config.toString()).toBe(file);
    expect(shown(parseText(toText(read, exact), exact))).toBe(shown(read));
    expect(toText(parseText(text, exact), exact)).toBe(text);
  });

  test("is written so that engines read it, or stays", async () => {
    const config = new ConfigFile("[s]\n");
    config.set("s", "k", read, exact);
    expect(shown(new ConfigFile(config.toString()).get("s", "k", exact))).toBe(shown(read));
    const saved = readSavedText(`[s]\nk=${text}\nn=1\n`);
    const sections = saved?.values[0] as Dictionary;
    expect(shown((sections.get("s") as Dictionary).get("k"))).toBe(shown(read));
    (sections.get("s") as Dictionary).set("n", 2n);
    (sections.get("s") as Dictionary).set("more", read);
    const written = saved?.write([sections]) as string;
    expect(written.startsWith(`[s]\nk=${text}\nn=2\nmore=`)).toBe(true);
    expect(shown(new ConfigFile(written).get("s", "more", exact))).toBe(shown(read));
  });

  test("is the same in a text resource", async () => {
    const head = '[gd_resource type="Resource" format=3]\n\n[resource]\n';
    const bytes = new TextEncoder().encode(`${head}k = ${text}\nn = 1\n`);
    const file = await readResource(bytes, exact);
    const properties = file.resources[0]?.properties as Map<string, Variant>;
    expect(shown(properties.get("k"))).toBe(shown(read));
    expect(await writeResource(file)).toEqual(bytes);
    properties.set("n", 2n);
    properties.set("more", read);
    const written = await writeResource(file);
    expect(new TextDecoder().decode(written)).toContain(`${head}k = ${text}\nn = 2\nmore = `);
    expect(shown((await readResource(written, exact)).resources[0]?.properties.get("more"))).toBe(
      shown(read),
    );
  });
});

test("what is written has two marks, of which engines drop the first", async () => {
  const config = new ConfigFile();
  config.set("s", "k", list(`${mark}a`, keyed(`${mark}b`, 1n)), exact);
  expect(config.toString()).toBe(`[s]\n\nk=["${mark}${mark}a", {\n"${mark}${mark}b": 1\n}]\n`);
});

test("names of keys and sections", () => {
  const config = new ConfigFile(`[${mark}s]\n"${mark}k"=1\n`);
  expect([config.sections(), config.keys("s")]).toEqual([["s"], ["k"]]);
  config.set(`${mark}t`, `${mark}l`, 2);
  config.rename("s", "k", `${mark}m`);
  expect(config.toString()).toBe(
    `[${mark}s]\n"${mark}${mark}m"=1\n\n[${mark}${mark}t]\n\n"${mark}${mark}l"=2\n`,
  );
  const again = new ConfigFile(config.toString());
  expect([again.sections(), again.keys("s"), again.keys(`${mark}t`)]).toEqual([
    ["s", `${mark}t`],
    [`${mark}m`],
    [`${mark}l`],
  ]);
});

test("errors and warnings have their places in the file", () => {
  const file = `[s]\nk=["${mark}a", "${mark}b", oops]\nt=Array[int](["${mark}a", "b"])\n`;
  const config = new ConfigFile(file);
  const error = errorOf(() => config.get("s", "k"));
  expect([error.code, error.offset]).toEqual(["unknown-type", file.indexOf("oops")]);
  expect(error.hint).toContain(`Line 2, column ${file.indexOf("oops") - 4 + 1}.`);
  const offsets: number[] = [];
  config.get("s", "t", { onWarning: ({ offset }) => offsets.push(offset) });
  expect(offsets).toEqual([file.indexOf(`"${mark}a", "b"`), file.indexOf('"b"])')]);
});

describe("keys without quotes, of which engines read each byte as a character", () => {
  test("in a ConfigFile", () => {
    const text = 'é=1\n[ü]\nö=2\n"ä"=3\n';
    const config = new ConfigFile(text);
    expect(config.sections().map((name) => [name, ...config.keys(name)])).toEqual([
      ["", "Ã©"],
      ["ü", "Ã¶", "ä"],
    ]);
    config.set("", "Ã©", 4);
    config.rename("ü", "Ã¶", "ö");
    expect(config.toString()).toBe('é=4\n[ü]\n"ö"=2\n"ä"=3\n');
  });

  test("with the byte order mark of the file, which is a part of the first one", () => {
    const text = `${mark}x=1\n[a]\ny=2\n`;
    expect(new ConfigFile(text).keys("")).toEqual(["ï»¿x"]);
    for (const content of [text, new TextEncoder().encode(text)]) {
      const read = readSavedText(content);
      expect(read?.values[0]).toEqual(
        new Dictionary([
          ["", new Dictionary([["ï»¿x", 1n]])],
          ["a", new Dictionary([["y", 2n]])],
        ]),
      );
      expect(read?.write(read.values)).toBe(text);
    }
    for (const header of [`${mark}[a]\nx=1\n`, `${mark}; note\n[a]\nx=1\n`]) {
      const errors = [() => new ConfigFile(header), () => readSavedText(header)].map((run) => errorOf(run));
      for (const error of errors) expect(error.hints.map(({ code }) => code)).toContain("mark-in-key");
    }
  });

  // As other editors save a project.godot. Godot 4.6.3 and 3.6 read these keys.
  test("with the byte order mark of the file and the comments behind it", () => {
    const text = `${mark}; note\n; more\n\nx=1\ny=2\n[a]\nz=3\n`;
    const config = new ConfigFile(text);
    expect([config.keys(""), config.get("", "ï»¿x")]).toEqual([["ï»¿x", "y"], 1]);
    expect(config.toString()).toBe(text);
    config.set("", "ï»¿x", 5);
    expect(config.toString()).toBe(text.replace("x=1", "x=5"));
    config.rename("", "ï»¿x", "w");
    expect(config.toString()).toBe("w=5\ny=2\n[a]\nz=3\n");
    const other = new ConfigFile(text);
    other.delete("", "ï»¿x");
    expect(other.toString()).toBe("y=2\n[a]\nz=3\n");
  });
});
