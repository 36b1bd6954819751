// `godot-variant find`.
import { describe, expect, test } from "vitest";
import { encode, encodeFrames, type Framing, float, save as saveFile, Vector2 } from "../../../js/index.js";
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

  test.each<Framing>(["store_var", "store_var_big_endian", "mixed"])(
    "offsets count from the file: %s",
    async (framing) => {
      const chain = framing === "mixed" ? "store_var" : framing;
      const frames = encodeFrames(
        [
          { hp: 1, n: "a" },
          { hp: 2, n: "b" },
        ],
        { framing: chain },
      );
      const bytes = framing === "mixed" ? Buffer.concat([Buffer.from("MAGIC   "), frames]) : frames;
      const { text } = await cli(["find", "--json", "hp", "--framing", framing, file("frames.bin", bytes)]);
      const places = text.split("\n", 2).map((line) => JSON.parse(line));
      expect(places.map(({ path }) => path)).toEqual(["[0].hp", "[1].hp"]);
      const parts = places.map(({ offset, byteLength }) =>
        Buffer.from(bytes.subarray(offset, offset + byteLength)),
      );
      expect(parts).toEqual([Buffer.from(encode(1)), Buffer.from(encode(2))]);
    },
  );

  test("offsets count from the content inside all layers, as those of errors do", async () => {
    const values = [{ hp: 1 }, { hp: 2 }];
    const layers = [{ container: "gcpf", compression: "deflate" }] as const;
    const packed = file("packed.bin", await saveFile(values, { framing: "store_var", layers }));
    const plain = file("unpacked.bin", encodeFrames(values));
    const [one, other] = await Promise.all(
      [packed, plain].map((name) => cli(["find", "--json", "hp", name])),
    );
    expect(one?.text).toBe(other?.text);
  });

  test.each([
    ["a text", '{"hp": 1}', "hp"],
    ["a project.binary", encodeFrames([{ "a/hp": 1 }], { framing: "ecfg" }), '["a/hp"]'],
    ["arguments of a call", encodeFrames([{ hp: 1 }], { framing: "rpc" }), "hp"],
  ])("no places in %s", async (_, content, path) => {
    const rpc = path === "hp" && typeof content !== "string" ? ["--framing", "rpc"] : [];
    const { text } = await cli(["find", "--json", "hp", ...rpc, file("placeless", content)]);
    expect(JSON.parse(text)).toEqual({ path, type: expect.stringMatching(/int|float/), text: "1" });
  });

  test("a warning names the place in the file", async () => {
    const frames = encodeFrames([
      { ab: 1, ac: 2 },
      { ab: 1, ac: 2 },
    ]);
    frames[frames.lastIndexOf("c".charCodeAt(0))] = "b".charCodeAt(0);
    const { stderr } = await cli(["find", "ab", file("repeated.bin", frames)]);
    expect(stderr).toMatch(/^godot-variant: warning: repeated-key: .*\(at byte 84 = 0x54, path ab\)\.\n$/);
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

test("a range of numbers matches besides the text, and not in keys", async () => {
  file("range.bin", encode({ name: "Ann", hp: 7, level: 2 }));
  expect((await cli(["find", "ann", "--from", "5", "range.bin"])).text).toBe('name: "Ann"\nhp: 7\n');
  expect(await cli(["find", "ann", "--in", "keys", "--to", "5", "range.bin"])).toMatchObject({
    code: 2,
    text: "",
  });
});
