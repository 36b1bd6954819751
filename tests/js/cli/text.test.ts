// The commands text, flat, unflat, types and validate.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  Color,
  Dictionary,
  encode,
  float,
  GodotObject,
  load,
  PackedVector2Array,
  StringName,
  save,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { cli, file, folder, read } from "../command-line.js";
import { sampleBytes } from "../container-files.js";

const value = new Dictionary([
  [
    "player",
    new Dictionary([
      ["hp", 10n],
      ["name", "Mira\nof X"],
      [new StringName("sn"), 0.5],
    ]),
  ],
  [new Vector2i(1, 2), new VariantArray([1n, 2n], { kind: "builtin", type: "int" })],
  ["object", new GodotObject("Node", [["x", null]])],
] as [Variant, Variant][]);
const bytes = encode(value, { mode: "exact", fullObjects: true });

test("text prints the same as var_to_str, and reads it back", async () => {
  const plain = encode({ b: 1, a: float(0.1) });
  expect((await cli(["text"], { input: plain })).text).toBe('{\n"b": 1,\n"a": 0.1\n}\n');
  expect((await cli(["text", "--engine", "3.6"], { input: plain })).text).toBe('{\n"a": 0.1,\n"b": 1\n}\n');
  const { text } = await cli(["text"], { input: bytes });
  expect((await cli(["text", "--read"], { input: text })).stdout).toEqual(Buffer.from(bytes));
  const wrong = await cli(["text", "--read"], { input: "[1,,2]" });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("Line 1, column 4")]);
});

test("flat can be searched, and unflat reads it", async () => {
  const { text } = await cli(["flat"], { input: bytes });
  expect(text.split("\n")).toEqual([
    "[0] = {}",
    "[0].player = {}",
    "[0].player.hp = 10",
    '[0].player.name = "Mira\\nof X"',
    '[0].player[&"sn"] = 0.5',
    "[0][Vector2i(1, 2)] = Array[int]([])",
    "[0][Vector2i(1, 2)][0] = 1",
    "[0][Vector2i(1, 2)][1] = 2",
    "[0].object = Object(Node,)",
    "[0].object.x = null",
    "",
  ]);
  expect((await cli(["unflat"], { input: text })).stdout).toEqual(Buffer.from(bytes));
  const some = text.split("\n").filter((line) => /hp|\[1\]/.test(line));
  const found = (await cli(["text"], { input: (await cli(["unflat"], { input: some.join("\n") })).stdout }))
    .text;
  expect(found).toContain('"hp": 10');
  expect((await cli(["unflat"], { input: "x" })).code).toBe(1);
});

test("types and validate", async () => {
  const input = encode({ hp: 5 });
  expect((await cli(["types", "--name", "Hero"], { input })).text).toBe(
    "export interface Hero {\n  hp: number;\n}\n",
  );
  const schema = join(folder, "schema.mjs");
  writeFileSync(
    schema,
    `export default { "~standard": { version: 1, vendor: "t", validate: async (value) =>
      value.hp < 10 ? { value } : { issues: [{ message: "too much", path: ["hp"] }] } } };`,
  );
  expect(await cli(["validate", "--schema", schema], { input })).toMatchObject({ code: 0, text: "" });
  const bad = await cli(["validate", "--schema", schema], { input: encode({ hp: 50 }) });
  expect([bad.code, bad.text]).toEqual([1, "hp: too much, at byte 20 = 0x14\n"]);
  expect((await cli(["validate", "--schema", join(folder, "nothing.mjs")], { input })).code).toBe(2);
});

test("text, flat and unflat write values in the format of an existing file", async () => {
  const loaded = file(
    "old.save",
    await save([1, { hp: 5 }], {
      dialect: "godot-3",
      layers: [{ container: "gcpf", compression: "deflate" }],
    }),
  );
  const flat = await cli(["flat", loaded]);
  expect(flat.text).toBe("[0] = 1\n[1] = {}\n[1].hp = 5\n");
  const edited = flat.text.replace("= 5", "= 6");
  expect(await cli(["unflat", "--like", loaded, "-o", "new.save"], { input: edited })).toMatchObject({
    code: 0,
    stderr: "",
  });
  const again = await load(read("new.save"));
  expect([again.dialect, again.framing, again.values, again.layers.length]).toEqual([
    "godot-3",
    "store_var",
    [1, { hp: 6 }],
    1,
  ]);
  const replaced = await cli(["unflat", "--like", loaded, "--in-place"], { input: edited });
  expect([replaced.code, read("old.save")]).toEqual([0, read("new.save")]);
  // Without a file to imitate: frames for several values, and the default dialect.
  const { stdout } = await cli(["unflat"], { input: edited });
  expect((await load(stdout)).values).toEqual([1, { hp: 6 }]);
  const one = file("one.save", encode({ hp: 5 }));
  const text = (await cli(["text", one])).text.replace("5", "7");
  expect((await cli(["text", "--read", "--like", one], { input: text })).stdout).toEqual(
    Buffer.from(encode({ hp: 7 })),
  );
  const fewer = await cli(["unflat", "--like", loaded], { input: "[0] = 1" });
  expect([fewer.code, fewer.stderr]).toEqual([1, expect.stringContaining("2 values")]);
});

test("text --read --like keeps the 64 bits of vectors, and null Objects", async () => {
  const wide = Vector2.fromArray([842.8972532853338, 1e300], 0, true);
  const old = new Dictionary([
    ["at", wide],
    [wide, new Color(0.5, 0.25, 1, 1)],
    ["points", new PackedVector2Array(Float64Array.of(0.1, 1e-300))],
    ["floats", Float32Array.of(0.1)],
    ["target", new GodotObject("")],
  ] as [Variant, Variant][]);
  const content = encode(old, { mode: "exact", fullObjects: true });
  const like = file("wide.save", content);
  const { text } = await cli(["text", like]);
  expect((await cli(["text", "--read", "--like", like], { input: text })).stdout).toEqual(
    Buffer.from(content),
  );
  // `--real` decides for itself.
  const single = await cli(["text", "--read", "--like", like, "--real", "single"], { input: text });
  expect(single.stdout.length).toBeLessThan(content.length);
  const narrow = file("narrow.save", encode([new Vector2(0.1, 2)]));
  expect((await cli(["text", "--read", "--like", narrow], { input: "[Vector2(0.3, 2)]" })).stdout).toEqual(
    Buffer.from(encode([new Vector2(0.3, 2)])),
  );
});

test("with --like, a float of a text stays one where an int was, and is a warning", async () => {
  const like = file("ints.save", encode({ hp: 5, map: new Map([[1, 2]]) }));
  const expected = encode({ hp: float(5), map: new Map([[float(1), 2]]) });
  const text = await cli(["text", "--read", "--like", like], { input: '{"hp": 5.0, "map": {1.0: 2}}' });
  expect([text.stdout, text.stderr]).toEqual([Buffer.from(expected), expect.stringContaining("hp")]);
  const json = await cli(["encode", "--json", "exact", "--like", like], {
    input: '{"Dictionary": [["hp", 5.0], ["map", {"Dictionary": [[{"float": 1}, 2]]}]]}',
  });
  expect([json.stdout, json.stderr]).toEqual([Buffer.from(expected), text.stderr]);
});

test("binary input of commands that read text is named, with the command that prints it", async () => {
  const save = file("binary.bin", encode({ hp: 5 }));
  const high = file("high.bin", Uint8Array.of(2, 255, 1, 7));
  const image = file("image.bin", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
  const packed = file("packed.bin", sampleBytes("4.6.3", "gcpf_zstd_small.bin"));
  for (const [args, inverse] of [
    [["text", "--read"], "text"],
    [["unflat"], "flat"],
    [["encode"], "decode --json plain"],
    [["encode", "--exact"], "decode --json exact"],
  ] as const) {
    for (const [name, at] of [
      [save, 1],
      [packed, 5],
    ])
      expect(await cli([...args, name as string])).toMatchObject({
        code: 1,
        text: "",
        stderr: `godot-variant: ${name}: Expected text, but the file holds a NUL (at byte ${at}). It looks like binary Variants, which \`godot-variant ${inverse} FILE\` prints.\n`,
      });
  }
  expect((await cli(["text", "--read", high])).stderr).toBe(
    "godot-variant: high.bin: Expected text, but the file is not valid UTF-8.\n",
  );
  expect((await cli(["encode", image])).stderr).toBe(
    "godot-variant: image.bin: Expected text, but the file is not valid UTF-8. It is a PNG image, which Image opens.\n",
  );
  const utf16 = Buffer.from("\ufeff[1]", "utf16le");
  expect((await cli(["text", "--read"], { input: utf16 })).stderr).toMatch(
    /^godot-variant: standard input: Expected text, .* It is text in UTF-16, which Godot does not read/,
  );
  const password = await cli(["decode", save, "--password-file", file("password.bin", Uint8Array.of(255))]);
  expect(password.stderr).toBe("godot-variant: password.bin: The password is not valid UTF-8.\n");
});

test("an error in a text has a line and a column, and no byte", async () => {
  const { stderr } = await cli(["text", "--read"], { input: '["éé", 1.5e]' });
  expect(stderr).toBe(
    "godot-variant: standard input: bad-text: The text is not a value as Godot prints it. Line 1, column 8.\n",
  );
});

test("wrong input and wrong usage print a clear message", async () => {
  const file5 = file("five.bin", encode(5));
  const throwing = join(folder, "throws.mjs");
  writeFileSync(throwing, "throw new Error('inside');");
  const empty = join(folder, "empty.mjs");
  writeFileSync(empty, "export default {};");
  const cases: [args: string[], input: string | Uint8Array, code: number, message: string][] = [
    [["text"], "garbage", 1, "standard input: "],
    [["text", "nothing.bin"], "", 1, "nothing.bin: Cannot read the file: there is no such file."],
    [["text", "--engine", "4.5"], encode(1), 2, "4.6"],
    [["text", "--read", "--engine", "4.6"], "1", 2, "--engine is for printing"],
    [["text", "--like", file5], encode(1), 2, "need --read"],
    [["text", "--strict"], encode(1), 2, "need --read"],
    [["text", "--engine", "3.6"], encode({ a: new Vector2i(1, 2) }), 1, "not-in-dialect"],
    [["text", "--read"], "", 1, "Expected the text of a value."],
    [["text", "--read"], "{", 1, "Line 1, column 2"],
    [["text", "--read"], Uint8Array.of(0xff), 1, "not valid UTF-8"],
    [["flat", folder], "", 1, "it is a directory"],
    [["unflat"], "", 1, "Expected the output of flat."],
    [["unflat"], "[0].a = {}\n[0].a.b = 1\n[0].a = 2", 1, "Line 3: "],
    [["unflat", "--framing", "mixed"], "[0] = 1", 2, "--like"],
    [["unflat", "--strict"], "[0] = 1", 2, "--strict needs --like."],
    [["unflat", "--in-place"], "[0] = 1", 2, "--in-place needs a file"],
    [["unflat", "--like", "-"], "[0] = 1", 2, "--like needs a file"],
    [["unflat", "-o", file5, file5], "", 2, "is the input itself"],
    [["types", "--name", "a b"], encode(1), 2, "name"],
    [["validate", file5], "", 2, "--schema"],
    [["validate", "--schema", throwing, file5], "", 2, "inside"],
    [["validate", "--schema", empty, file5], "", 2, "Standard Schema"],
  ];
  for (const [args, input, code, message] of cases) {
    const outcome = await cli(args, { input });
    expect([args, outcome.code, outcome.text, outcome.stderr]).toEqual([
      args,
      code,
      "",
      expect.stringContaining(message),
    ]);
    expect(outcome.stderr).not.toMatch(/^ +at |node:internal/m);
  }
  expect((await cli(["--help"])).text).toMatch(/ text .* flat .* unflat .* types .* validate /s);
});

test("paths of mismatching values cannot control a terminal", async () => {
  const schema = join(folder, "against.mjs");
  writeFileSync(
    schema,
    `export const schema = { "~standard": { version: 1, vendor: "t", validate: (value) =>
      ({ issues: Object.keys(value).map((key) => ({ message: "no\\u001b[2J", path: [key] })) }) } };`,
  );
  const input = encode({ "\u001b[31m\nx": 1, b: 2 });
  const { code, text } = await cli(["validate", "--schema", schema], { input });
  expect([code, text.split("\n").length]).toEqual([1, 3]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: checks for these characters
  expect(text).not.toMatch(/[\0-\x09\x0b-\x1f]/);
});

test("validate prints an issue at each of many values of a text", async () => {
  const schema = file(
    "many.mjs",
    `export default { "~standard": { version: 1, vendor: "t", validate: (value) =>
      ({ issues: value.map((_, i) => ({ message: "no", path: [i] })) }) } };`,
  );
  const input = JSON.stringify(new Array(300_000).fill(0));
  const { code, text, stderr } = await cli(["validate", "--schema", schema], { input });
  expect({ code, stderr, lines: text.trimEnd().split("\n").length }).toEqual({
    code: 1,
    stderr: "",
    lines: 300_000,
  });
});
