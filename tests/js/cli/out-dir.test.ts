// Commands that write a file for each input into a folder: --out-dir.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encode, load } from "../../../js/index.js";
import { cli, file, folder, read } from "../command-line.js";

const valuesOf = async (name: string) => (await load(read(name))).values;

test("encode writes each file under its name, without .json or with .bin in its place", async () => {
  file("one.json", '{"hp": 1}');
  file("two.save.json", '{"hp": 2}');
  const { code, stderr } = await cli(["encode", "one.json", "two.save.json", "--out-dir", "made/here"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(readdirSync(join(folder, "made/here")).sort()).toEqual(["one.bin", "two.save"]);
  expect(await valuesOf("made/here/one.bin")).toEqual([{ hp: 1 }]);
  expect(await valuesOf("made/here/two.save")).toEqual([{ hp: 2 }]);
});

test("extract, unflat, text --read and edits write each file", async () => {
  for (const [name, hp] of [
    ["a.save", 1],
    ["b.save", 2],
  ] as const)
    file(name, encode({ hp, name }));
  for (const [args, results] of [
    [
      ["extract", "--path", "hp"],
      [1, 2],
    ],
    [
      ["set", "hp", "7"],
      [
        { hp: 7, name: "a.save" },
        { hp: 7, name: "b.save" },
      ],
    ],
    [
      ["delete", "hp"],
      [{ name: "a.save" }, { name: "b.save" }],
    ],
  ] as const) {
    const { code, stderr } = await cli([...args, "a.save", "b.save", "--out-dir", args[0]]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const made = [...(await valuesOf(`${args[0]}/a.save`)), ...(await valuesOf(`${args[0]}/b.save`))];
    expect(made).toEqual(results);
  }
  expect(await valuesOf("a.save")).toEqual([{ hp: 1, name: "a.save" }]);
  for (const name of ["a.save", "b.save"]) {
    writeFileSync(join(folder, `${name}.txt`), (await cli(["flat", name])).stdout);
    writeFileSync(join(folder, `${name}.text.txt`), (await cli(["text", name])).stdout);
  }
  expect((await cli(["unflat", "a.save.txt", "b.save.txt", "--out-dir", "flat"])).code).toBe(0);
  expect(read("flat/b.save")).toEqual(read("b.save"));
  expect((await cli(["text", "--read", "a.save.text.txt", "--out-dir", "text"])).code).toBe(0);
  expect(read("text/a.save.text")).toEqual(read("a.save"));
});

test("a bad file does not stop the others", async () => {
  file("cut.save", read("a.save").subarray(0, 20));
  const { code, stderr } = await cli(["set", "hp", "7", "cut.save", "b.save", "--out-dir", "rest"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/cut\.save: unexpected-end/);
  expect(readdirSync(join(folder, "rest"))).toEqual(["b.save"]);
});

test("nothing is written over an input, nor two files under one name", async () => {
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "other/a.save"), read("b.save"));
  const before = read("a.save");
  for (const [args, message] of [
    [["a.save", "other/a.save", "--out-dir", "twice"], /a\.save and other\/a\.save would both be written/],
    [["a.save", "--out-dir", "."], /the input itself/],
    [["a.save", "--out-dir", "x", "-o", "y"], /only one of/],
    [["a.save", "--out-dir", "x", "--in-place"], /only one of/],
    [["--out-dir", "x"], /Standard input has none/],
    [["a.save", "b.save"], /Without --in-place or --out-dir, this command takes one file/],
  ] as const) {
    const { code, stderr } = await cli(["set", "hp", "9", ...args]);
    expect([args, code]).toEqual([args, 2]);
    expect(stderr).toMatch(message);
  }
  for (const name of ["twice", "x", "y"]) expect(existsSync(join(folder, name))).toBe(false);
  expect(read("a.save")).toEqual(before);
  const { code, stderr } = await cli(["set", "hp", "9", "a.save", "--out-dir", "b.save"]);
  expect(code).toBe(1);
  expect(stderr).toBe("godot-variant: b.save: Cannot create the folder: there is a file of this name.\n");
});
