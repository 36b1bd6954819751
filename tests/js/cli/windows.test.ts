// The command line on Windows, which Linux imitates.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { encode } from "../../../js/index.js";
import { cli as anyCli, file, folder, type Given, read } from "../command-line.js";

const first = fileURLToPath(new URL("../as-windows.mjs", import.meta.url));
const cli = (args: string[], given: Given = {}) => anyCli(args, { first, ...given });
const value = (hp: number) => Buffer.from(encode({ hp }));
const leftovers = () => readdirSync(folder).filter((name) => name.includes("godot-variant"));

beforeEach(() => {
  for (const name of ["deep", ".deep"]) mkdirSync(join(folder, "saves", name), { recursive: true });
  for (const [i, name] of [
    "b.save",
    "a.save",
    ".c.save",
    "deep/d.save",
    "deep/e.txt",
    ".deep/d.save",
  ].entries())
    file(`saves/${name}`, value(i));
  file("one.bin", value(10));
  file("two.bin", value(20));
});

describe("a pattern, which the shell leaves to the program,", () => {
  const filesOf = async (pattern: string) => {
    // Of a single file, the result has no name.
    const { text, stderr } = await cli(["get", "hp", "one.bin", pattern]);
    expect(stderr).toBe("");
    const lines = text.trim().split("\n");
    return lines.slice(1).map((line) => (JSON.parse(line) as { file: string }).file);
  };

  test.each([
    ["saves/*.save", ["saves/a.save", "saves/b.save"]],
    ["saves/?.SAVE", ["saves/a.save", "saves/b.save"]],
    ["saves/*", ["saves/a.save", "saves/b.save"]],
    ["saves/.*", ["saves/.c.save"]],
    ["*/b.save", ["saves/b.save"]],
    ["saves/**/**/d.save", ["saves/deep/d.save"]],
    ["s*/**/*.save", ["saves/a.save", "saves/b.save", "saves/deep/d.save"]],
    [`${folder}/saves/*/d.save`, [`${folder}/saves/deep/d.save`]],
  ])("%s names files", async (pattern, expected) => {
    expect(await filesOf(pattern)).toEqual(expected);
  });

  test("that matches nothing is an error", async () => {
    const { code, stderr } = await cli(["info", "saves/*.nothing"]);
    expect(code).toBe(1);
    expect(stderr).toContain("saves/*.nothing: Cannot read the file: there is no such file.");
  });

  test("may stand beside other names, and is a name elsewhere", async () => {
    const { text } = await cli(["get", "hp", "one.bin", "saves/*.save"]);
    expect(text.trim().split("\n").length).toBe(3);
    const { stderr } = await anyCli(["get", "hp", "saves/*.save"]);
    expect(stderr).toContain("there is no such file");
  });
});

describe("an output", () => {
  const set = ["set", "hp", "5", "one.bin"];

  test.each(["nul.bin", "CON", "a?b", "a.", "one.bin:other", "deep/COM1"])(
    "has not the name %s",
    async (name) => {
      const { code, stderr } = await cli([...set, "-o", name]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `godot-variant: ${name}: On Windows, no file can have this name.\n`,
      });
    },
  );

  test("to the device NUL leaves no file of this name", async () => {
    mkdirSync(join(folder, "device"));
    file("device/one.bin", value(10));
    for (const name of ["nul", "saves/NUL", "saves\\NUL"])
      expect(await cli([...set, "-o", name], { folder: join(folder, "device") })).toMatchObject({ code: 0 });
    // On Linux, the paths of devices are names.
    expect(readdirSync(join(folder, "device")).sort()).toEqual(["\\\\.\\NUL", "one.bin"]);
  });

  test("replaces no other file, although the numbers of both are the same as numbers of JavaScript", async () => {
    expect(await cli([...set, "-o", "two.bin"])).toMatchObject({ code: 0, stderr: "" });
    expect([read("one.bin"), read("two.bin")]).toEqual([value(10), value(5)]);
    const { code, stdout } = await cli(["decode", "two.bin"]);
    expect([code, stdout.length > 0]).toEqual([0, true]);
  });

  test("does not replace that of another file whose name differs only in case", async () => {
    mkdirSync(join(folder, "other"), { recursive: true });
    file("other/ONE.bin", value(11));
    const args = ["set", "hp", "5", "one.bin", "other/ONE.bin", "--out-dir", "out"];
    const { code, stderr } = await anyCli(args);
    expect([code, stderr]).toEqual([
      2,
      "godot-variant: one.bin and other/ONE.bin would both be written to out/ONE.bin.\n",
    ]);
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])("%s removes the temporary file, and tells its number", async (SIGNAL, code) => {
  const outcome = await cli(["set", "hp", "5", "one.bin", "-o", "new.bin"], { env: { SIGNAL } });
  expect(outcome).toMatchObject({ code, stderr: "" });
  expect(leftovers()).toEqual([]);
});

test("a reader of a pipe may have enough", async () => {
  file("large.bin", encode(Array.from({ length: 200_000 }, (_, i) => `line ${i}`)));
  expect(await cli(["flat", "large.bin"], { closeEarly: true })).toMatchObject({ code: 0, stderr: "" });
});
