// Text resources that are cut, changed, very long, or that no engine could read.
import { describe, expect, test } from "vitest";
import { Dictionary, type Variant, VariantArray, VariantError } from "../../../js/index.js";
import {
  type ResourceFile,
  readResource,
  referenceTo,
  referredBy,
  type StoredResource,
  writeResource,
} from "../../../js/resources/index.js";
import { Random } from "../../random.js";
import { describeFile, fixture, versions } from "./described.js";
import { readTexts, refusedByGodot3, refusedByGodot4, refusedTexts } from "./refused-texts.js";
import { bytesOf, codeOf, main, textOf } from "./resource-text.js";

describe("damage", () => {
  const bytes = fixture("4.6.3", "save.tres");
  const whole = textOf(bytes);

  test("a cut file is an error, or has fewer values", async () => {
    const all = await describeFile(bytes);
    for (let size = 0; size < whole.length; size += 13) {
      const file = await readResource(bytesOf(whole.slice(0, size))).catch((error) => {
        expect(error).toBeInstanceOf(VariantError);
      });
      if (file === undefined) continue;
      expect(file.resources).toHaveLength(all.size);
      for (const [name] of file.resources.at(-1)?.properties ?? [])
        expect(all.get("")).toHaveProperty([name]);
    }
  });

  test.each([
    ["an unknown version", "format=4", "format=5", "bad-container"],
    ["an unknown section", "[sub_resource", "[sup_resource", "bad-text"],
    ["a value that is none", "level = 14", "level = fourteen", "unknown-type"],
    ["a missing end", 'hero = "Mira', "hero = [", "unexpected-end"],
    ["text behind a value", "level = 14", "level = 14 15", "bad-text"],
    ["an id that occurs twice", "Resource_d1hw3", "Resource_v37re", "bad-container"],
  ])("%s", async (_, from, to, code) => {
    expect(whole).toContain(from);
    expect(await codeOf(readResource(bytesOf(whole.replaceAll(from, to))))).toBe(code);
  });

  test("the second section with an id is named, with its place", async () => {
    const twice = whole.replaceAll("Resource_d1hw3", "Resource_v37re");
    const offset = twice.lastIndexOf("\n[sub_resource", twice.lastIndexOf('id="Resource_v37re"]')) + 1;
    const line = twice.slice(0, offset).split("\n").length;
    const error = {
      code: "bad-container",
      offset,
      hint: expect.stringMatching(`^Line ${line}, column 1. Two sections .*v37re`),
    };
    await expect(readResource(bytesOf(twice))).rejects.toMatchObject(error);
  });

  // Godot 4.6.3 reads the key `#notehero` there.
  test.each(["# note", "<<<<<<< HEAD"])(
    "a line that engines take for a part of the next key: %s",
    async (line) => {
      const error = { code: "bad-text", hint: expect.stringContaining("Comments begin with a semicolon.") };
      const text = whole.replace(/^hero = /m, `${line}\nhero = `);
      await expect(readResource(bytesOf(text))).rejects.toMatchObject(error);
    },
  );

  // Godot 4.6.3, 3.6 and 3.2.3 read none of these.
  test.each([
    [
      "a resource that is cut before its own section",
      '[gd_resource type="Resource" format=2]\n',
      "",
      "unexpected-end",
    ],
    [
      "a resource with other resources that is cut there",
      '[gd_resource type="Resource" load_steps=2 format=2]\n',
      '[sub_resource type="Curve" id=1]\nmin_value = 2.0\n',
      "unexpected-end",
    ],
    [
      "a section after that of the resource",
      '[gd_resource type="Resource" load_steps=2 format=2]\n[resource]\n',
      '[sub_resource type="Curve" id=1]\n',
      "bad-text",
    ],
    [
      "two sections of the resource",
      '[gd_resource type="Resource" format=2]\n[resource]\n',
      "[resource]\n",
      "bad-text",
    ],
    [
      "a scene without nodes",
      "[gd_scene load_steps=2 format=2]\n",
      '[sub_resource type="Curve" id=1]\n',
      "unexpected-end",
    ],
  ])("%s", async (_, text, more, code) => {
    const error = await readResource(bytesOf(text + more)).catch((error) => error);
    expect([error.code, error.offset]).toEqual([code, text.length + (code === "bad-text" ? 0 : more.length)]);
  });

  test.each(Object.entries({ ...refusedTexts, ...refusedByGodot4, ...refusedByGodot3 }))(
    "what engines refuse: %s",
    async (_, marked) => {
      const error = await readResource(bytesOf(marked.replace("§", ""))).catch((error) => error);
      const code = marked.endsWith("#f80") ? "unexpected-end" : "bad-text";
      expect([error.code, error.offset]).toEqual([code, marked.indexOf("§")]);
      const lines = marked.slice(0, marked.indexOf("§")).split("\n");
      expect(error.hint).toContain(`Line ${lines.length}, column ${(lines.at(-1) as string).length + 1}.`);
    },
  );

  test.each(Object.entries(readTexts))("what engines read: %s", async (_, text) => {
    const file = await readResource(bytesOf(text));
    expect(textOf(await writeResource(file))).toBe(text);
    expect(referredBy(file, main(file).get("a") ?? file.resources[0]?.properties.get("a"))?.id).toBe("1");
  });

  test("the hints name what is missing", async () => {
    const hintOf = (marked = "") =>
      readResource(bytesOf(marked.replace("§", ""))).catch((error: VariantError) => error.hint);
    expect(await hintOf(refusedTexts["a resource without an id"])).toContain(
      "Engines need id in this header.",
    );
    expect(await hintOf(refusedByGodot4["a declared type that is not listed"])).toContain(
      'No section before this one lists ExtResource("7_a").',
    );
  });

  test("-inf in a text of Godot 3, which reads 0 there and the rest as the beginning of the next name", async () => {
    const textWith = (format: number) =>
      `[gd_resource type="Curve" format=${format}]\n[resource]\nx = -inf\n`;
    expect(await codeOf(readResource(bytesOf(textWith(2))))).toBe("bad-text");
    expect(await codeOf(readResource(bytesOf(textWith(3))))).toBe("ok");
  });

  test.each(versions)(
    "changed letters of %s give errors, or values that are written back",
    async (version) => {
      const random = new Random(2);
      for (const name of ["save.tres", "scene.tscn"]) {
        const text = textOf(fixture(version, name));
        for (let i = 0; i < 60; i++) {
          const letters = [...text];
          for (let n = 0; n < 1 + (i % 3); n++)
            letters[random.below(letters.length)] = '"[](){}=;\\,1a\n'[random.below(14)] as string;
          const changed = bytesOf(letters.join(""));
          const file = await readResource(changed).catch((error) => {
            expect(error).toBeInstanceOf(VariantError);
          });
          if (file) expect(await writeResource(file)).toEqual(changed);
        }
      }
    },
  );

  test("refuses entries of other types than their container declares, which empty it in Godot 4.6.3", async () => {
    const source =
      '[gd_resource type="Resource" format=3]\n\n[sub_resource type="Resource" id="1"]\n\n[resource]\n' +
      'list = Array[int]([1])\nmap = Dictionary[String, int]({\n"a": 1\n})\nrefs = Array[Resource]([])\n';
    const int = { kind: "builtin", type: "int" } as const;
    const edits: [string, string, (at: Map<string, Variant>, file: ResourceFile) => void][] = [
      ["wrong-type", "list[1]", (at) => (at.get("list") as Variant[]).push("x")],
      ["wrong-type", "list[0]", (at) => at.set("list", [null])],
      ["wrong-type", "map.a", (at) => at.set("map", { a: "x" })],
      ["wrong-type", "map", (at) => at.set("map", new Dictionary([[5, 1]]))],
      ["wrong-type", "new[0][0]", (at) => at.set("new", [new VariantArray([true], int)])],
      ["wrong-type", "refs[0]", (at) => at.set("refs", [5])],
      ["ok", "", (at) => (at.get("list") as Variant[]).push(2)],
      [
        "ok",
        "",
        (at, file) => at.set("refs", [null, referenceTo(file, file.resources[0] as StoredResource)]),
      ],
    ];
    for (const mode of ["plain", "exact"] as const) {
      for (const [code, path, edit] of edits) {
        const file = await readResource(bytesOf(source), { mode });
        if (mode === "exact" && code === "ok") continue;
        edit(main(file), file);
        const result = await writeResource(file).then(
          () => ["ok", ""],
          (error) => [error.code, error.path],
        );
        expect([mode, ...result]).toEqual([mode, code, path]);
      }
    }
    const old = source.replace("[1]", '["x"]');
    const file = await readResource(bytesOf(old));
    main(file).set("list", ["y"]);
    expect(textOf(await writeResource(file))).toBe(old.replace('"x"', '"y"'));
  });

  test("long texts and many sections take linear time", async () => {
    const long = 'x"'.repeat(1_000_000);
    const file = await readResource(
      bytesOf(`[gd_resource type="Resource" format=3]\n[resource]\na = "${'x\\"'.repeat(300_000)}"\n`),
    );
    main(file).set("b", long);
    expect((await writeResource(file)).length).toBeGreaterThan(2_000_000);
    const many = Array.from(
      { length: 20_000 },
      (_, i) => `[sub_resource type="Resource" id="${i}"]\nx = ${i}\n`,
    );
    const all = await readResource(
      bytesOf(`[gd_resource type="Resource" format=3]\n${many.join("")}[resource]\nx = 1\n`),
    );
    expect(all.resources.length).toBe(20_001);
  });
});
