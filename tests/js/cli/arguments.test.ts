// Arguments that are not what was typed, and paths that all commands share.
import { describe, expect, test } from "vitest";
import { decode, encode, encodeFrames, Vector2 } from "../../../js/index.js";
import { cli, file, read } from "../command-line.js";

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
