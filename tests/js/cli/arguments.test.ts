// Arguments that are not what was typed, and paths that all commands share.
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decode, encode, encodeFrames, VariantArray, Vector2 } from "../../../js/index.js";
import { cli, file, folder, read } from "../command-line.js";

const isWindows = process.platform === "win32";

/** What Node makes of bytes that are not UTF-8. */
const broken = "a\uFFFDb";

describe("text that may not be UTF-8", () => {
  test.each([
    ["set", "name", broken],
    ["set", "name", `"${broken}"`],
    ["add", `["${broken}"]`, "1"],
    ["add", "new", broken],
    ["append", "list", broken],
    ["rename", "name", broken],
  ])("%s %s %s does not store it", async (...args) => {
    file("utf8.bin", encode({ name: "Ann", list: ["x"] }));
    const { code, stderr } = await cli([...args, "utf8.bin", "--in-place"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("not valid UTF-8") });
    expect(decode(read("utf8.bin"))).toEqual({ name: "Ann", list: ["x"] });
  });

  test("can be written as an escape", async () => {
    file("escaped.bin", encode({ name: "Ann" }));
    await cli(["set", "name", '"a\\ufffd"', "escaped.bin", "--in-place"]);
    await cli(["add", '["b\\ufffd"]', "1", "escaped.bin", "--in-place"]);
    await cli(["rename", "name", '"c\\ufffd"', "escaped.bin", "--in-place"]);
    expect(decode(read("escaped.bin"))).toEqual({ "c\uFFFD": "a\uFFFD", "b\uFFFD": 1 });
  });
});

test("a value that begins like the option for the version is refused, or taken after --", async () => {
  file("vector.bin", encode({ at: new Vector2(1, 2) }));
  expect(await cli(["set", "at", "-Vector2(3, 4)", "vector.bin", "--in-place"])).toMatchObject({
    code: 2,
    text: "",
  });
  expect((await cli(["set", "--in-place", "--", "at", "-Vector2(3, 4)", "vector.bin"])).code).toBe(0);
  expect(decode(read("vector.bin"))).toEqual({ at: new Vector2(-3, -4) });
  expect((await cli(["--version"])).text).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("extract takes the paths of a project.binary that get takes", async () => {
  file(
    "settings.bin",
    encodeFrames([{ "a/b": { hp: 7, icon: new Uint8Array([1, 2]) }, c: { c: 1 } }], { framing: "ecfg" }),
  );
  const extracted = async (...args: string[]) => (await cli(["extract", "settings.bin", ...args])).stdout;
  expect(decode(await extracted("--path", '["a/b"].hp'))).toBe(7);
  expect(await extracted("--path", '["a/b"].icon', "--raw")).toEqual(Buffer.from([1, 2]));
  expect(decode(await extracted("--frame", "1"))).toEqual({ c: 1 });
  file("setting.bin", encodeFrames([{ c: { c: 1 } }], { framing: "ecfg" }));
  expect(decode((await cli(["extract", "setting.bin", "--path", "c"])).stdout)).toEqual({ c: 1 });
});

describe("names that are used up, or are none", () => {
  test("standard input is one file at most", async () => {
    const { code, stderr } = await cli(["diff", "-", "-"], { input: encode(1) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Only one input") });
  });

  test.skipIf(isWindows)("a folder as standard input is not called an empty input", async () => {
    const descriptor = openSync(folder, "r");
    const { code, stderr } = await cli(["decode"], { input: descriptor });
    closeSync(descriptor);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("it is a directory") });
  });

  test("an output that ends with a separator is a folder, which must be there", async () => {
    file("one.bin", encode(1));
    const { code, stderr } = await cli(["decode", "one.bin", "-o", "none/"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("no such folder") });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  test("a folder for outputs has a name", async () => {
    file("one.bin", encode({ hp: 1 }));
    const { code, stderr } = await cli(["set", "hp", "2", "one.bin", "--out-dir", ""]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("folder is empty") });
  });
});

test("text takes --out-dir only with --read", async () => {
  file("one.bin", encode(1));
  const { code, text, stderr } = await cli(["text", "one.bin", "--out-dir", "texts"]);
  expect({ code, text, stderr }).toEqual({ code: 2, text: "", stderr: expect.stringContaining("--read") });
});

test("wrong arguments are explained without characters that a terminal obeys", async () => {
  const { stderr } = await cli(["decode", "--color", "\u001b[31mred"]);
  expect(stderr).toContain("\\u001b[31mred");
  expect((await cli(["set", "hp", "-inf", "one.bin"])).stderr).toContain("behind --");
  expect((await cli(["set", "hp"])).stderr).toContain("godot-variant help set");
});

test("help of a command that does not exist is an error", async () => {
  const { code, text, stderr } = await cli(["help", "decod"]);
  expect({ code, text }).toEqual({ code: 2, text: "" });
  expect(stderr).toContain("There is no command decod. Did you mean decode?");
});

test("a folder that has the name of the backup is named", async () => {
  file("kept.bin", encode({ hp: 1 }));
  mkdirSync(join(folder, "kept.bin.bak"));
  const { code, stderr } = await cli(["set", "hp", "2", "kept.bin", "--in-place"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("kept.bin.bak: The backup") });
  expect(decode(read("kept.bin"))).toEqual({ hp: 1 });
});

test("a value that is not JSON in the exact notation is wrong usage", async () => {
  file("one.bin", encode({ name: "Ann" }));
  const { code, stderr } = await cli(["set", "name", "Bob", "--exact", "one.bin", "--in-place"]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Bob: The JSON") });
});

test("an entry of another type than declared is explained", async () => {
  file("typed.bin", encode({ ids: new VariantArray([1], { kind: "builtin", type: "int" }) }));
  const { code, stderr } = await cli(["set", "ids", "[1, 2.5]", "typed.bin", "--in-place"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("declares another type") });
});
