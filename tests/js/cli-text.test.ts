// The commands text, flat, unflat, types and validate.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  Dictionary,
  encode,
  float,
  GodotObject,
  StringName,
  type Variant,
  VariantArray,
  Vector2i,
} from "../../js/index.js";
import { cli, folder } from "./cli.js";

const slow = 60_000;
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

test(
  "text prints what var_to_str does, and reads it",
  async () => {
    const plain = encode({ b: 1, a: float(0.1) });
    expect((await cli(["text"], { input: plain })).text).toBe('{\n"b": 1,\n"a": 0.1\n}\n');
    expect((await cli(["text", "--engine", "3.6"], { input: plain })).text).toBe('{\n"a": 0.1,\n"b": 1\n}\n');
    const { text } = await cli(["text"], { input: bytes });
    expect((await cli(["text", "--read"], { input: text })).stdout).toEqual(Buffer.from(bytes));
    const wrong = await cli(["text", "--read"], { input: "[1,,2]" });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("line 1, column 4")]);
  },
  slow,
);

test(
  "flat can be searched, and unflat reads it",
  async () => {
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
      "[0].object = Object(Node)",
      "[0].object.x = null",
      "",
    ]);
    expect((await cli(["unflat"], { input: text })).stdout).toEqual(Buffer.from(bytes));
    const some = text.split("\n").filter((line) => /hp|\[1\]/.test(line));
    const found = (await cli(["text"], { input: (await cli(["unflat"], { input: some.join("\n") })).stdout }))
      .text;
    expect(found).toContain('"hp": 10');
    expect((await cli(["unflat"], { input: "x" })).code).toBe(1);
  },
  slow,
);

test(
  "types and validate",
  async () => {
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
    expect([bad.code, bad.text]).toEqual([1, "hp: too much\n"]);
    expect((await cli(["validate", "--schema", join(folder, "nothing.mjs")], { input })).code).toBe(2);
  },
  slow,
);
