// Commands with saves in JSON and JSON lines, as real engines wrote them.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../js/index.js";
import { cli, file, read } from "../command-line.js";

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/json/${name}`, import.meta.url));
const tabs = fixture("godot-4.6.3/stringify_tabs.json");
const lines = fixture("godot-4.6.3/lines.save");
const [save, list] = [file("save.json", tabs), file("lines.save", lines)];

async function output(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.toString();
}

test.each<[string, string]>([
  ["gold", "42\n"],
  ["seed", "9007199254740993\n"],
  ["least", "-9223372036854775808\n"],
  ["small", "0.1\n"],
  ["items[1].id", '"rope"\n'],
])("get %s", async (path, text) => expect(await output(["get", path, save])).toBe(text));

test("get reads a line", async () => {
  expect(await output(["get", "[1].pos_x", list])).toBe("1.0\n");
  expect(await output(["get", "[2].holds[0]", list])).toBe('"rope"\n');
  expect(await cli(["get", "pos_x", list])).toMatchObject({ code: 1 });
});

test.each<[string[], string | RegExp, string]>([
  [["set", "gold", "43"], '"gold": 42', '"gold": 43'],
  [["set", "hp", "90"], "87.5", "90.0"],
  [["set", "gold", "1.5", "--type", "float"], '"gold": 42', '"gold": 1.5'],
  [["set", "name", "Bo\nb"], /"name": ".*"/, '"name": "Bo\\nb"'],
  [["delete", "items[0]"], /\{\s*"id": "potion"[^}]*\},\s*/, ""],
  [["rename", "position.x", "left"], '"x":', '"left":'],
  [["add", "position.z", "0.5"], '"y": -96.5', '"y": -96.5,\n\t\t"z": 0.5'],
  [["append", "none", "[1]"], '"none": []', '"none": [\n\t\t[\n\t\t\t1\n\t\t]\n\t]'],
])("%j keeps all other bytes", async (args, from, to) => {
  await output([...args, save, "-o", "changed.json"]);
  expect(read("changed.json").toString()).toBe(tabs.toString().replace(from, () => to));
});

test("an edit of a line leaves the others", async () => {
  await output(["set", "[0].level", "15", list, "-o", "changed.save"]);
  expect(read("changed.save").toString()).toBe(lines.toString().replace('"level":14', '"level":15'));
});

test("lines are added, removed and replaced", async () => {
  const [player, enemy, chest] = lines.toString().split(/(?<=\n)/);
  const made = async (args: string[]) => {
    await output([...args, list, "-o", "changed.save"]);
    return read("changed.save").toString();
  };
  expect(await made(["delete", "[1]"])).toBe(`${player}${chest}`);
  expect(await made(["append", "", '{"a": 1, "b": [0.5]}'])).toBe(`${lines}{"a":1,"b":[0.5]}\n`);
  expect(await made(["add", "[1]", "[true]"])).toBe(`${player}[true]\n${enemy}${chest}`);
  expect(await made(["set", "[2]", "{}"])).toBe(`${player}${enemy}{}\n`);
  const refused = async (args: string[]) => {
    const { code, stderr } = await cli([...args, list, "-o", "refused.save"]);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused(["append", "", "Vector2(1, 2)"])).toMatch(/\[3\]: JSON cannot hold that/);
  expect(await refused(["add", "[9]", "{}"])).toMatch(/Use an index from 0 to 3/);
  expect(await refused(["delete", "level"])).toMatch(/The file has 3 values. Begin the path/);
  expect(await refused(["delete", "[3]"])).toMatch(/There is no \[3\]/);
  const one = file("one.save", Buffer.from(`[]\n${"5"}`));
  expect((await cli(["delete", "[0]", one, "-o", "refused.save"])).stderr).toMatch(/first line must be/);
});

test("layers around it are kept", async () => {
  const secret = file("secret.save", fixture("godot-4.6.3/lines_pass.save"));
  const args = ["set", "[0].level", "15", secret, "-o", "changed.save", "--password-env", "SECRET"];
  expect(await cli(args, { env: { SECRET: "hunter2" } })).toMatchObject({ code: 0, stderr: "" });
  const { content, layers } = await unwrap(read("changed.save"), { password: "hunter2" });
  expect(layers.map(({ container }) => container)).toEqual(["gdec"]);
  expect(Buffer.from(content).toString()).toBe(lines.toString().replace('"level":14', '"level":15'));
  const coded = file("coded.txt", fixture("godot-4.6.3/base64.txt"));
  expect(await output(["get", "gold", coded])).toBe("42\n");
});

test("decode, info and diff", async () => {
  const values = (await output(["decode", list, "--records"])).trim().split("\n");
  expect(values.map((line) => JSON.parse(line))).toEqual(
    lines
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  expect(await output(["info", list])).toMatch(/kind +JSON lines\nlines +3\nvalues +\d+ values, /);
  expect(JSON.parse(await output(["info", "--json", save]))).toMatchObject({
    notation: "json",
    lines: 1,
    depth: 3,
  });
  const changed = file("other.json", tabs.toString().replace("87.5", "3.25"));
  expect(await cli(["diff", save, changed])).toMatchObject({ code: 1, text: "~ hp: 87.5 → 3.25\n" });
});

describe("what is refused", () => {
  test("a value that JSON cannot hold", async () => {
    const { code, stderr } = await cli(["add", "at", "Vector2(1, 2)", save, "-o", "refused.json"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/at: JSON cannot hold that/);
  });

  test("a cut last line, with its place", async () => {
    const cut = file("cut.save", lines.subarray(0, lines.length - 10));
    for (const command of [["decode"], ["get", "[0]"], ["set", "[0].level", "1", "-o", "refused.save"]]) {
      const [name = "", ...rest] = command;
      const { code, stderr } = await cli([name, ...rest.slice(0, 2), cut, ...rest.slice(2)]);
      expect({ command, code }).toEqual({ command, code: 1 });
      expect(stderr).toMatch(/Line 3, column /);
    }
  });

  test("UTF-16", async () => {
    const wide = file("wide.json", Buffer.from(`\uFEFF${lines}`, "utf16le"));
    expect(await cli(["get", "[0]", wide])).toMatchObject({ code: 1 });
  });
});

test("text, flat and types read them, and refuse what is no save", async () => {
  expect(await output(["text", list])).toContain(`"level": 14`);
  expect(await output(["flat", list])).toContain("[0].level = 14\n");
  expect(await output(["types", list])).toContain("level?: number");
  const notes = file("notes.txt", Buffer.from("level: 14"));
  for (const command of ["text", "flat", "types"])
    expect(await cli([command, notes])).toMatchObject({ code: 1, stdout: Buffer.alloc(0) });
});

test("a damaged line is named with the command that leaves it out", async () => {
  file("cut.jsonl", '{"hp": 1}\n{"hp": 2}\n{"hp');
  const { code, stderr } = await cli(["decode", "cut.jsonl"]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/Line 3, column 2.*`godot-variant recover FILE` leaves out/),
  });
});
