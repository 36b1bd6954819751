// get, set, add, append, rename, delete, diff and recover on the command line.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Dictionary, encode, encodeFrames, float, load, save, Vector2 } from "../../../js/index.js";
import { cli, env, file, folder, read } from "../command-line.js";

const bytes = encode({ hp: float(12), name: "Ann", at: new Vector2(1, 2), list: [1, 2, 3], none: null });
file("edit.bin", bytes);
const got = async (name: string, path: string) => (await cli(["get", path, name])).text.trim();

test("null is no NaN: what is typed for a float is a number or nan", async () => {
  const refused = await cli(["set", "hp", "null", "edit.bin", "-o", "null.bin"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("The type here is float");
  await cli(["set", "hp", "nan", "edit.bin", "-o", "nan.bin"]);
  const nan = encode({ hp: Number.NaN, name: "Ann", at: new Vector2(1, 2), list: [1, 2, 3], none: null });
  expect(read("nan.bin")).toEqual(Buffer.from(nan));
  expect(await got("nan.bin", "hp")).toBe("null");
  expect((await cli(["set", "hp", "null", "nan.bin", "-o", "same.bin"])).code).toBe(0);
  expect(read("same.bin")).toEqual(read("nan.bin"));
  await cli(["set", "hp", "null", "edit.bin", "--type", "Nil", "-o", "nil.bin"]);
  const nil = encode({ hp: null, name: "Ann", at: new Vector2(1, 2), list: [1, 2, 3], none: null });
  expect(read("nil.bin")).toEqual(Buffer.from(nil));
});

describe("get", () => {
  test("elements of packed arrays of ints", async () => {
    file("ints.bin", encode({ ints: new Int32Array([1, -2]) }));
    expect(await got("ints.bin", "ints[-1]")).toBe("-2");
    expect((await cli(["get", "ints", "ints.bin", "--records", "--exact"])).text).toBe("1\n-2\n");
    const { stdout } = await cli(["extract", "--path", "ints[0]", "ints.bin"]);
    expect(stdout).toEqual(Buffer.from(encode(1)));
  });

  test.each([
    ["hp", "12.0"],
    ["list[-1]", "3"],
    ["name", '"Ann"'],
    ["list", "[1, 2, 3]"],
  ])("%s", async (path, expected) => {
    const { code, text } = await cli(["get", path, "edit.bin"]);
    expect({ code, text: text.replace(/\s+/g, " ").trim().replace("[ ", "[").replace(" ]", "]") }).toEqual({
      code: 0,
      text: expected,
    });
  });

  test("reports missing values and invalid paths", async () => {
    expect(await cli(["get", "name", "--raw"], { input: bytes })).toMatchObject({ code: 0, text: "Ann\n" });
    expect(await cli(["get", "mp", "edit.bin"])).toMatchObject({ code: 1, text: "" });
    expect((await cli(["get", "list[", "edit.bin"])).stderr).toMatch(/bad-path/);
  });

  test("prints a line for each element or entry", async () => {
    const stats = new Dictionary([
      ["hp", float(12)],
      [new Vector2(1, 2), { deep: [true] }],
    ]);
    const value = { bag: [{ id: 1 }, 2n ** 60n, "a\nb"], stats, path: new Float32Array([0.5, 1]), none: [] };
    file("records.bin", encode(value, { dialect: "godot-4" }));
    const lines = async (...args: string[]) => (await cli(["get", ...args, "--records"])).text;
    expect(await lines("bag", "records.bin")).toBe('{"id": 1}\n1152921504606846976\n"a\\nb"\n');
    expect(await lines("stats", "records.bin")).toBe(
      '{"key": "hp", "value": 12.0}\n{"key": {"x": 1.0, "y": 2.0}, "value": {"deep": [true]}}\n',
    );
    expect(await lines("path", "records.bin")).toBe("0.5\n1.0\n");
    expect(await lines("none", "records.bin")).toBe("");
    expect(await lines("list", "edit.bin", "edit.bin")).toBe(
      [1, 2, 3, 1, 2, 3].map((one) => `{"file": "edit.bin", "value": ${one}}\n`).join(""),
    );
    const scalar = await cli(["get", "hp", "edit.bin", "--records"]);
    expect(scalar).toMatchObject({ code: 1, text: "" });
    expect(scalar.stderr).toMatch(/for values that hold others\. This one is of type float/);
    expect(await cli(["get", "list", "edit.bin", "--records", "--raw"])).toMatchObject({ code: 2, text: "" });
  });

  test.each([
    ["get", "hp"],
    ["set", "hp", "5"],
    ["delete", "hp"],
    ["append", "list", "5"],
    ["rename", "hp", "health"],
  ])("says that the path comes before the file: %s", async (command, ...args) => {
    const { code, stderr } = await cli([command, "edit.bin", ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/The path comes first, then the file edit\.bin/);
  });
});

describe("set", () => {
  test.each([
    ["hp", "50", "50.0"],
    ["name", "Bo", '"Bo"'],
    ["name", '"5"', '"5"'],
    ["name", "5", '"5"'],
    ["at", "Vector2(3, 4)", '{"x": 3.0, "y": 4.0}'],
    ["at", '{"x": 5, "y": 6}', '{"x": 5.0, "y": 6.0}'],
    ["none", "[true]", "[true]"],
    ["name", "'Bo'", '"Bo"'],
    ["at", "Vector2.ONE", '{"x": 1.0, "y": 1.0}'],
    ["hp", "1_000.5", "1000.5"],
    ["hp", "0x10", "16.0"],
    ["none", "PackedInt32Array([0x10, 2])", "[16, 2]"],
  ])("%s to %s", async (path, value, expected) => {
    expect(await cli(["set", path, value, "edit.bin", "-o", "set.bin"])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect((await got("set.bin", path)).replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]")).toBe(
      expected,
    );
    expect((await cli(["diff", "edit.bin", "set.bin"])).text.trim().split("\n").length).toBeLessThanOrEqual(
      2,
    );
  });

  test.each([
    ["negative", "0", "0.0"],
    ["negative", "-0", "-0.0"],
    ["large", "9007199254740992", "9007199254740992"],
    ["large", "1e3", "1000"],
    ["infinite", "nan", "null"],
    ["infinite", "7", "7.0"],
  ])("takes a number as it was typed: %s %s", async (path, typed, printed) => {
    file("numbers.bin", encode({ negative: -0, large: 9007199254740993n, infinite: -Infinity }));
    expect(await cli(["set", path, typed, "numbers.bin", "-o", "typed.bin"])).toMatchObject({ code: 0 });
    expect(await got("typed.bin", path)).toBe(printed);
  });

  test("refuses a whole number that no float equals, other than the digits that programs print for one", async () => {
    file("numbers.bin", encode({ float: float(1) }));
    const refused = await cli(["set", "float", "9007199254740993", "numbers.bin"]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nearest one is 9007199254740992/),
    });
    for (const [typed, printed] of [
      ["123456789012345680000", "123456789012345680000.0"],
      ["100000000000000000000000", "1e+23"],
    ] as const) {
      await cli(["set", "float", typed, "numbers.bin", "-o", "typed.bin"]);
      expect(await got("typed.bin", "float")).toBe(printed);
    }
  });

  test("takes no text for a large int", async () => {
    file("numbers.bin", encode({ large: 9007199254740993n }));
    expect((await cli(["set", "large", '"5"', "numbers.bin"])).stderr).toMatch(/wrong-type/);
  });

  test("says what a packed array takes when a number is out of range", async () => {
    file("bytes.bin", encode({ bytes: Uint8Array.of(1) }));
    const { code, stderr } = await cli(["set", "bytes[0]", "256", "bytes.bin", "-o", "refused.bin"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Elements of a PackedByteArray must be whole numbers from 0 to 255.");
  });

  test("rejects another type unless it is given explicitly", async () => {
    const refused = await cli(["set", "hp", '"x"', "edit.bin", "-o", "refused.bin"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/wrong-type[\s\S]*a number fits/);
    expect((await cli(["set", "hp", "oops", "edit.bin", "-o", "refused.bin"])).code).toBe(2);
    expect(existsSync(join(folder, "refused.bin"))).toBe(false);
    expect((await cli(["set", "hp", "7", "edit.bin", "--type", "int", "-o", "typed.bin"])).code).toBe(0);
    expect(await got("typed.bin", "hp")).toBe("7");
    expect((await cli(["set", "hp", "hello", "edit.bin", "--type", "String", "-o", "typed.bin"])).code).toBe(
      0,
    );
    expect(await got("typed.bin", "hp")).toBe('"hello"');
  });

  test("works in pipes and in place", async () => {
    const first = await cli(["set", "hp", "1"], { input: bytes });
    const second = await cli(["delete", "name"], { input: first.stdout });
    expect((await load(second.stdout)).values).toEqual([
      { hp: 1, at: new Vector2(1, 2), list: [1, 2, 3], none: null },
    ]);
    file("place.bin", bytes);
    expect((await cli(["set", "hp", "99", "place.bin", "--in-place"])).code).toBe(0);
    expect(await got("place.bin", "hp")).toBe("99.0");
    expect(Buffer.compare(read("place.bin.bak"), bytes)).toBe(0);
    const failed = await cli(["set", "mp", "99", "place.bin", "--in-place"]);
    expect(failed.code).toBe(1);
    expect(await got("place.bin", "hp")).toBe("99.0");
    expect((await cli(["set", "hp", "1", "-", "--in-place"], { input: bytes })).code).toBe(2);
  });

  test("tells errors and losses with the number of the value, as paths have it", async () => {
    const dialect = "godot-2";
    file("rows.bin", encodeFrames([{ a: 1 }, { b: { c: float(2) } }], { dialect }));
    const change = (...args: string[]) => cli([...args, "rows.bin", "-d", dialect, "-o", "row.bin"]);
    expect((await change("set", "[1].b.c", '"x"')).stderr).toMatch(/wrong-type.*path \[1\]\.b\.c\b/);
    expect((await change("add", "[1].b.c", "5")).stderr).toMatch(/bad-path.*path \[1\]\.b\.c\b/);
    expect((await change("set", "[1].b.c", "0.1")).stderr).toMatch(/value-rounded.*path \[1\]\.b\.c\b/);
  });

  test("edits one of several encrypted values", async () => {
    const layers = [{ container: "gdec", engine: 4 }] as const;
    file("several.bin", await save([{ hp: 1 }, { hp: 2 }], { layers }, { password: env.SECRET }));
    const args = ["several.bin", "--password-env", "SECRET"];
    expect((await cli(["set", "hp", "5", ...args], { env })).stderr).toMatch(
      /Begin the path with the number/,
    );
    expect((await cli(["set", "[1].hp", "5", ...args, "--in-place"], { env })).code).toBe(0);
    expect((await load(read("several.bin"), { password: env.SECRET })).values).toEqual([
      { hp: 1 },
      { hp: 5 },
    ]);
  });
});

describe("add, append and rename", () => {
  test.each([
    [["add", "mana", "20"], "mana", "20"],
    [["add", "mana", "Vector2i(3, 4)"], "mana", '{"x": 3, "y": 4}'],
    [["add", "title", '"Sir"'], "title", '"Sir"'],
    [["add", "list[1]", "9"], "list", "[1, 9, 2, 3]"],
    [["append", "list", "2.5"], "list", "[1, 2, 3, 2.5]"],
    [["append", "list", '{"a": [true]}'], "list[3].a", "[true]"],
    [["rename", "hp", "health"], "health", "12.0"],
    [["rename", "hp", "5"], "[5]", "12.0"],
    [["rename", "hp", "Vector2i(1, 2)"], "[Vector2i(1, 2)]", "12.0"],
  ])("%j", async (args, path, expected) => {
    expect(await cli([...args, "edit.bin", "-o", "added.bin"])).toMatchObject({ code: 0, stderr: "" });
    const text = (await got("added.bin", path)).replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]");
    expect(text).toBe(expected);
    expect((await cli(["diff", "edit.bin", "added.bin"])).code).toBe(1);
  });

  test.each([
    [["add", "hp", "1"], 1, /bad-path/],
    [["add", "list[9]", "1"], 1, /bad-path/],
    [["add", "mana", "Sword"], 2, /neither JSON nor a value as Godot writes it/],
    [["append", "name", "1"], 1, /bad-path/],
    [["append", "missing", "1"], 1, /bad-path/],
    [["rename", "hp", "name"], 1, /bad-path/],
    [["rename", "missing", "name"], 1, /There is no missing/],
  ])("%j fails and writes nothing", async (args, code, message) => {
    const failed = await cli([...args, "edit.bin", "-o", "refused.bin"]);
    expect(failed.code).toBe(code);
    expect(failed.stderr).toMatch(message);
    expect(existsSync(join(folder, "refused.bin"))).toBe(false);
  });
});

describe("diff", () => {
  test("lists the differences and sets the exit code", async () => {
    file(
      "other.bin",
      encode({ name: "Ann", hp: float(13), at: new Vector2(1, 2), list: [1, 3], extra: true }),
    );
    const { code, text } = await cli(["diff", "edit.bin", "other.bin"]);
    expect({ code, lines: text.trim().split("\n") }).toEqual({
      code: 1,
      lines: ["- none: null", "> name: moved", "~ hp: 12.0 → 13.0", "- list[1]: 2", "+ extra: true"],
    });
    const colored = await cli(["diff", "edit.bin", "other.bin"], { env: { ...env, FORCE_COLOR: "1" } });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of colors begin with one
    expect(colored.text.replace(/\x1b\[\d+m/g, "")).toBe(text);
    expect(colored.text).toContain("\x1b[32m+ extra: true\x1b[39m\n");
    expect(await cli(["diff", "edit.bin", "edit.bin"])).toMatchObject({ code: 0, text: "" });
    expect((await cli(["diff", "edit.bin", "missing.bin"])).code).toBe(2);
    expect((await cli(["diff", "edit.bin", "/dev/null"])).code).toBe(2);
    // They can be opened, but not compared.
    expect(await cli(["diff", "edit.bin", "other.bin", "--limit-memory", "1"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("too-large"),
    });
  });
});

describe("recover", () => {
  test("writes a complete file of the readable values", async () => {
    const layers = [{ container: "gcpf", compression: "zstd" }] as const;
    const whole = await save([{ list: Array.from({ length: 3000 }, (_, i) => `text ${i}`), hp: 1 }], {
      layers,
    });
    file("cut.bin", whole.subarray(0, whole.length >> 1));
    const { code, stderr } = await cli(["recover", "cut.bin", "-o", "saved.bin"]);
    expect({ code, said: /unexpected-end: .*path list\[\d+\]\)/.test(stderr) }).toEqual({
      code: 1,
      said: true,
    });
    const [value] = (await load(read("saved.bin"))).values as { list: string[] }[];
    expect(value?.list.length).toBeGreaterThan(1000);
    file("whole.bin", whole);
    expect(await cli(["recover", "whole.bin", "-o", "same.bin"])).toMatchObject({ code: 0, stderr: "" });
    file(
      "noise.bin",
      Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + 101) & 255),
    );
    expect(await cli(["recover", "noise.bin"])).toMatchObject({ code: 1, text: "" });
  });
});
