// What the command batch refuses, and what it advises.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli, folder } from "../command-line.js";
import { game, useSaves, valuesOf } from "./batch-saves.js";

useSaves();

describe("refuses a task that cannot be done to any file, and leaves no report", () => {
  test.each([
    [["--to", "ndjson", "--select", "bag["], /bad-path: .*"bag\[" cannot be read/],
    [["--to", "ndjson", "--select", "*"], /bad-path: /],
    [["--to", "ndjson", "--select", ","], /--select names no path/],
    [["--to", "ndjson", "--select", "hp,hp"], /two columns would have the name hp/],
    // Both count.
    [["--to", "ndjson", "--select", "hp", "--select", "hp"], /two columns would have the name hp/],
    [["--set", "bag[=5"], /bad-path: /],
    [["--validate", "gone.mjs"], /Cannot import gone\.mjs: /],
    [["--validate", "torn.mjs"], /Cannot import torn\.mjs: Unexpected end of input/],
    [["--validate", "number.mjs"], /number\.mjs must export a Standard Schema/],
  ])("%j", async (task, message) => {
    writeFileSync(join(folder, "torn.mjs"), "export default {");
    writeFileSync(join(folder, "number.mjs"), "export default 5;");
    const { code, text, stderr } = await cli([
      "batch",
      "saves",
      ...task,
      "--out-dir",
      "out",
      "--workers",
      "1",
    ]);
    expect([code, text, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, "out/report.ndjson"))).toBe(false);
  });
});

describe("arguments that would be ignored are refused", () => {
  test.each<[string, string[]]>([
    ["the width of numbers", ["saves", "--check", "--real", "double"]],
    ["bytes behind the first value", ["saves", "--check", "--allow-trailing"]],
    ["standard input twice", ["-", "-", "--check"]],
    ["standard input as inputs and password", ["-", "--check", "--password-file", "-"]],
    ["an empty name", ["", "--check"]],
    ["a report on standard output", ["saves", "--check", "--report", "-"]],
  ])("%s", async (_, args) => {
    expect(await cli(["batch", ...args])).toMatchObject({ code: 2, text: "" });
    expect(existsSync(join(folder, "-"))).toBe(false);
  });

  test("outputs of inputs without a place of their own need a folder", async () => {
    const line = JSON.stringify({ id: "a.save", base64: Buffer.from(game(5)).toString("base64") });
    const args = ["batch", "-", "--set", "hp=7"];
    const refused = { code: 2, text: "", stderr: expect.stringContaining("standard input: Its outputs") };
    expect(await cli(args, { input: line })).toMatchObject(refused);
    expect(await cli(["batch", "none.zip", "--recover"])).toMatchObject({ code: 2, text: "" });
    expect((await cli([...args, "--out-dir", "out"], { input: line })).code).toBe(0);
    expect(await valuesOf("out/a.save")).toEqual([{ hp: 7, bag: [{ id: "key" }] }]);
  });
});

test("advice names options of the command line, and the report those of the library", async () => {
  const wide = await cli(["batch", "saves/a.save", "--check", "--limit-input-bytes", "9"]);
  expect(wide.stderr).toContain("Raise --limit-input-bytes");
  expect(JSON.parse(wide.text)).toMatchObject({ message: expect.stringContaining("limits.inputBytes") });
  expect(JSON.parse(wide.text)).not.toHaveProperty("hints");
  writeFileSync(join(folder, "saves/b.json"), '{"hp": 5}');
  const { stderr } = await cli(["batch", "saves/b.json", "--check"]);
  expect(stderr).toContain("It is text that begins like JSON, which this command does not take.");
});

test("names a list that cannot be read", async () => {
  const { code, stderr } = await cli(["batch", "--files-from", "saves", "--check"]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("saves: Cannot read") });
});

test("a path that is missing is the error, whatever the value", async () => {
  const { text } = await cli(["batch", "saves/a.save", "--set", "mana=a=b"]);
  expect(JSON.parse(text)).toMatchObject({ code: "bad-path", path: "mana" });
});
