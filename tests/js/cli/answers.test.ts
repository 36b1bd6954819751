// What commands answer: exit codes, --quiet, --color, and messages that lead on.
import { describe, expect, test } from "vitest";
import { encode, type Variant, Vector2, Vector2i } from "../../../js/index.js";
import { cli, file, read, sample } from "../command-line.js";

const hero = file("hero.bin", encode({ hp: 1, items: [1, 2] }));
const other = file("other.bin", encode({ hp: 2, items: [1, 2] }));
const three = sample("gcpf_zstd_three_vars.bin");

describe("exit codes", () => {
  test("find tells a failure from nothing found, as grep does", async () => {
    for (const [args, code] of [
      [["hp", hero], 0],
      [["nowhere", hero], 1],
      [["hp", "none.bin"], 2],
      [["hp", hero, "none.bin"], 2],
      [["nowhere", "none.bin", hero], 2],
    ] as const)
      expect([args, (await cli(["find", ...args])).code]).toEqual([args, code]);
  });

  test("--quiet prints nothing, and keeps the exit code", async () => {
    file(
      "small.mjs",
      "export default { '~standard': { validate: (value) => value.hp < 2 ? { value } : { issues: [{ message: 'many' }] } } };",
    );
    for (const [args, code] of [
      [["diff", hero, hero, "-q"], 0],
      [["diff", hero, other, "--quiet"], 1],
      [["find", "hp", hero, "-q"], 0],
      [["find", "nowhere", hero, "-q"], 1],
      [["validate", "--schema", "./small.mjs", hero, "-q"], 0],
      [["validate", "--schema", "./small.mjs", other, "-q"], 1],
    ] as const)
      expect(await cli([...args])).toMatchObject({ code, text: "", stderr: "" });
  });
});

test("--color decides against the terminal and NO_COLOR", async () => {
  const escapeCode = "\u001b[";
  expect((await cli(["--color", "always", hero], { env: { NO_COLOR: "1" } })).text).toContain(escapeCode);
  expect((await cli(["diff", "--color=always", hero, other])).text).toContain(escapeCode);
  expect((await cli(["--color", "never", hero], { env: { FORCE_COLOR: "1" } })).text).not.toContain(
    escapeCode,
  );
  expect((await cli(["--color", "auto", hero])).text).not.toContain(escapeCode);
  expect((await cli(["--color", "sometimes", hero])).code).toBe(2);
});

describe("messages", () => {
  test.each<[string[], number, string]>([
    [["get", "hp", ""], 2, "The name of a file is empty."],
    [["decode", ""], 2, "The name of a file is empty."],
    [["set", "hp", "2", hero, "-o", ""], 2, "The name of the output is empty."],
    [["get", "items[9]", hero], 1, "There is no [9] in items, which has 2 elements."],
    [["get", "[7]", three], 1, "There is no value 7. The file has 3 values, numbered from 0."],
    [["get", "hp", three], 1, "The file has 3 values. Begin the path with the number of one, as in [0].hp."],
  ])("%j", async (args, code, message) => {
    expect(await cli(args)).toMatchObject({ code, text: "", stderr: `godot-variant: ${message}\n` });
  });

  test("names of one letter resemble nothing", async () => {
    expect((await cli(["decode", "x"])).stderr).not.toContain("Did you mean");
  });

  test("a name that is not UTF-8 is explained", async () => {
    const { code, stderr } = await cli(["decode", "\uFFFD\uFFFD.bin"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Names that are not UTF-8 do not reach this program. Pipe the file to it.");
  });

  test("a text that is damaged says where", async () => {
    const { code, stderr } = await cli(["decode", sample("var2str_all.txt", "3.6")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/bad-text: .*Line \d+, column \d+\.$/m);
    expect(stderr).not.toContain("readSavedText");
  });
});

describe("diff", () => {
  const bytes = (value: Variant) => encode({ value });
  test.each<[string, Variant, Variant, string]>([
    ["types", new Vector2i(1, -2), new Vector2(1, -2), "Vector2i (1, -2) → Vector2 (1, -2)"],
    ["a number and a text", 5, "5", 'int 5 → String "5"'],
    ["values of one type", 5, 6, "5 → 6"],
    [
      "widths",
      new Vector2(1, 2),
      Vector2.fromArray([1, 2], 0, true),
      "(1, 2) → (1, 2) (use --full to see more)",
    ],
  ])("tells %s apart", async (_, one, other, text) => {
    const names = [file("one.bin", bytes(one)), file("two.bin", bytes(other))];
    expect(await cli(["diff", ...names])).toMatchObject({ code: 1, text: `~ value: ${text}\n` });
  });

  test("--full says when only bits differ", async () => {
    const names = [
      file("one.bin", bytes(new Vector2(1, 2))),
      file("two.bin", bytes(Vector2.fromArray([1, 2], 0, true))),
    ];
    expect((await cli(["diff", "--full", ...names])).text).toBe("~ value: (1, 2) → (1, 2) (in other bits)\n");
  });
});

test("the losses of a ConfigFile name section and key", async () => {
  const { code, stderr } = await cli(["convert", "--to", "godot-3", file("types.cfg", '[a]\nb=&"y"\n')]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/loss: type-changed: StringName → String \(at path a\.b\)\./);
});

test("the module of --schema must be there", async () => {
  const { code, stderr } = await cli(["validate", "--schema", "none.mjs", hero]);
  expect([code, stderr]).toEqual([2, "godot-variant: none.mjs: There is no such module.\n"]);
});

test.each([
  ["throws", "() => { throw new RangeError('too strict'); }", "RangeError: too strict"],
  ["rejects", "async () => { throw new RangeError('too strict'); }", "RangeError: too strict"],
  ["returns nothing", "() => {}", "TypeError: It returned undefined."],
])("a schema that %s", async (_, validate, reason) => {
  file("faulty.mjs", `export default { "~standard": { validate: ${validate} } };`);
  const { code, stderr } = await cli(["validate", "--schema", "./faulty.mjs", hero]);
  expect([code, stderr]).toEqual([2, `godot-variant: ./faulty.mjs: The schema failed: ${reason}\n`]);
});

test("validate names a file once, also for the whole value", async () => {
  file("none.mjs", "export default { '~standard': { validate: () => ({ issues: [{ message: 'no' }] }) } };");
  const { text } = await cli(["validate", "--schema", "./none.mjs", hero, hero]);
  expect(text).toBe(`${hero}: no, at byte 0 = 0x0\n${hero}: no, at byte 0 = 0x0\n`);
  expect((await cli(["validate", "--schema", "./none.mjs", hero])).text).toBe(
    `${hero}: no, at byte 0 = 0x0\n`,
  );
});

describe("an edit that changes nothing", () => {
  test.each<[string, string, string, Record<string, string>]>([
    [three, "[0]", "1", {}],
    [sample("gdec_pass.bin"), "hp", "10", { GODOT_VARIANT_PASSWORD: "hunter2" }],
  ])("keeps %s and its backup", async (name, path, value, env) => {
    const [before, backup] = [read(name), file(`${name}.bak`, "older")];
    const { code, stderr } = await cli(["set", path, value, name, "--in-place"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: `godot-variant: ${name} is the same already.\n` });
    expect(read(name)).toEqual(before);
    expect(read(backup).toString()).toBe("older");
  });

  test.each([
    ["encode", "decode", "--json", "exact"],
    ["unflat", "flat"],
  ])("%s --like gives the same file", async (...[write = "", print = "", ...notation]) => {
    const text = await cli([print, ...notation, three]);
    const made = await cli([write, ...notation, "--like", three], { input: text.stdout });
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toEqual(read(three));
  });

  test("recover gives an intact file itself", async () => {
    expect((await cli(["recover", three])).stdout).toEqual(read(three));
  });
});

describe("saves in JSON", () => {
  const json = file("hero.json", '{"hp": 1, "icon": "abc", "at": [1,2]}');
  const lines = file("hero.save", '{"hp":1}\r\n{"hp":\r\n{"hp":3}\r\n');

  test("validate", async () => {
    file(
      "schema.mjs",
      "export default { '~standard': { validate: async (value) => value.hp > 1 ? { value } : { issues: [{ message: 'few', path: ['hp'] }] } } };",
    );
    const few = await cli(["validate", "--schema", "./schema.mjs", json]);
    expect(few).toMatchObject({ code: 1, text: "hp: few\n", stderr: "" });
    const second = file("second.save", '{"hp":5}\n{"hp":1}\n');
    expect(await cli(["validate", "--schema", "./schema.mjs", second])).toMatchObject({
      code: 1,
      text: "[1].hp: few\n",
    });
  });

  test("extract --raw, and why there are no bytes without it", async () => {
    expect(await cli(["extract", "--path", "icon", "--raw", json])).toMatchObject({ code: 0, text: "abc" });
    const { code, stderr } = await cli(["extract", "--path", "hp", json]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/The file is JSON, which holds no bytes of Variants\./);
  });

  test("encode and unflat --like change only what differs", async () => {
    const changed = '{"hp": 2, "icon": "abc", "at": [1,2]}';
    const plain = await cli(["encode", "--like", json], { input: '{"hp":2,"icon":"abc","at":[1,2]}' });
    expect(plain).toMatchObject({ code: 0, text: changed, stderr: "" });
    const flat = (await cli(["flat", json])).text.replace("hp = 1", "hp = 2");
    expect(await cli(["unflat", "--like", json], { input: flat })).toMatchObject({ code: 0, text: changed });
  });

  test("recover leaves out damaged lines", async () => {
    const { code, text, stderr } = await cli(["recover", lines]);
    expect([code, text]).toEqual([1, '{"hp":1}\r\n{"hp":3}\r\n']);
    expect(stderr).toBe("godot-variant: bad-text: Line 2 was lost, which has 6 characters. It is no JSON.\n");
    expect(await cli(["recover", json])).toMatchObject({ code: 0, text: read(json).toString(), stderr: "" });
  });

  test("a number takes a fraction", async () => {
    const { code, text } = await cli(["set", "hp", "1.5", json]);
    expect([code, text]).toEqual([0, '{"hp": 1.5, "icon": "abc", "at": [1,2]}']);
  });
});

describe("project.binary", () => {
  const name = '["application/config/name"]';
  const settings = sample("project.binary");

  test("paths name its settings", async () => {
    expect((await cli(["get", name, settings])).text).toBe('"Sample"\n');
    expect((await cli(["find", "Sample", settings])).text).toBe(`${name}: "Sample"\n`);
  });

  test("an edit keeps all other settings", async () => {
    for (const [args, change] of [
      [["set", name, "Other"], { "application/config/name": "Other" }],
      [["add", '["a/b"]', "5"], { "a/b": 5 }],
      [["delete", name], { "application/config/name": undefined }],
    ] as const) {
      const before = JSON.parse((await cli(["decode", "--json", "plain", settings])).text);
      const { code, stderr } = await cli([...args, settings, "-o", "edited.binary"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const after = JSON.parse((await cli(["decode", "--json", "plain", "edited.binary"])).text);
      expect(after).toEqual(JSON.parse(JSON.stringify({ ...before, ...change })));
    }
    expect((await cli(["diff", settings, "edited.binary"])).text).toBe(`- ${name}: "Sample"\n`);
  });

  test("an edit that changes nothing gives the same bytes", async () => {
    for (const engine of ["3.2.3", "3.6", "4.6.3"]) {
      const file = sample("project.binary", engine);
      const [path = "", value = ""] = Object.entries(
        JSON.parse((await cli(["decode", "--json", "plain", file])).text),
      )[0] as [string, string];
      const { stdout } = await cli(["set", JSON.stringify([path]), value, file]);
      expect(stdout).toEqual(read(file));
    }
  });
});
