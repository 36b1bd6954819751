// `godot-variant find`.
import { describe, expect, test } from "vitest";
import { encode, encodeFrames, float, Vector2 } from "../../../js/index.js";
import { cli, file } from "../command-line.js";

const save = {
  name: "Mira",
  hp: 12n,
  at: new Vector2(318.25, -96.5),
  ratio: float(0.5),
  items: ["Sword of Mira", "shield"],
  tags: { mira: [1n, 25n] },
};
file("find.bin", encode(save));
file("two.bin", encodeFrames([{ name: "Mira" }, { name: "Bo" }], { framing: "store_var" }));

describe("find", () => {
  test.each<[string[], string[]]>([
    [["mira"], ['name: "Mira"', 'items[0]: "Sword of Mira"', "tags.mira: Array (2 elements)"]],
    [["mira", "--case"], ["tags.mira: Array (2 elements)"]],
    [
      ["mira", "--in", "values"],
      ['name: "Mira"', 'items[0]: "Sword of Mira"'],
    ],
    [["^s[a-z]+$", "--regex"], ['items[1]: "shield"']],
    [["", "--type", "float"], ["ratio: 0.5"]],
    [
      ["", "--type", "float", "--type", "int", "--from", "12"],
      ["hp: 12", "tags.mira[1]: 25"],
    ],
    [["", "--from", "300", "--to", "400"], ["at: (318.25, -96.5)"]],
    [["318.25"], ["at: (318.25, -96.5)"]],
  ])("%j", async (args, lines) => {
    const { code, text, stderr } = await cli(["find", ...args, "find.bin"]);
    expect({ code, lines: text.trimEnd().split("\n"), stderr }).toEqual({ code: 0, lines, stderr: "" });
  });

  test("prints lines of JSON", async () => {
    const { text } = await cli(["find", "--json", "shield", "find.bin"]);
    const { offset, byteLength, ...rest } = JSON.parse(text);
    expect(rest).toEqual({ path: "items[1]", type: "String", text: '"shield"' });
    expect(Buffer.from(encode(save).subarray(offset + 8, offset + byteLength)).toString()).toBe("shield\0\0");
  });

  test("names the frame, and the file where there are several", async () => {
    expect((await cli(["find", "bo", "two.bin"])).text).toBe('[1].name: "Bo"\n');
    const lines = (await cli(["find", "--json", "mira", "two.bin", "find.bin"])).text.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line)).map(({ file: name, path }) => [name, path])).toEqual([
      ["two.bin", "[0].name"],
      ["find.bin", "name"],
      ["find.bin", "items[0]"],
      ["find.bin", "tags.mira"],
    ]);
  });

  test("says with its exit code that nothing is found", async () => {
    expect(await cli(["find", "nowhere", "find.bin"])).toMatchObject({ code: 1, text: "", stderr: "" });
  });

  test.each([
    [["(", "--regex"], /regular expression/i],
    [["", "--from", "ten"], /ten is not a number/],
    [["", "--type", "Vector5"], /no type Vector5/],
  ])("%j is wrong usage", async (args, message) => {
    const { code, stderr } = await cli(["find", ...args, "find.bin"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
