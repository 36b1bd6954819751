// Commands with files in Godot's text form: ConfigFile, project.godot, and what var_to_str prints.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigFile, encode, save, unwrap, wrap } from "../../../js/index.js";
import { cli, env, file, read, root } from "../command-line.js";

const settings = `; Engine configuration file.
config_version=5

[application]

config/name="My game" ; shown in the title
config/features = PackedStringArray("4.6",
  "Forward Plus")

; how it looks
[display]
size=Vector2i( 640,480 )
colors={ "red": Color(1, 0, 0, 1), ; first
  "list": [1,  2]
}
`;
const name = file("settings.cfg", settings);

async function changed(args: string[], from: string | RegExp, to: string): Promise<void> {
  const outcome = await cli([...args, name, "-o", "changed.cfg"]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(read("changed.cfg").toString()).toBe(settings.replace(from, to));
}

describe("ConfigFile", () => {
  test.each([
    ['application["config/name"]', '"My game"\n'],
    ["display.colors.list[1]", "2\n"],
    ['[""].config_version', "5\n"],
    ["display.size", '{"x": 640, "y": 480}\n'],
  ])("get %s", async (path, text) => {
    const { code, stdout } = await cli(["get", path, name]);
    expect({ code, text: JSON.stringify(JSON.parse(stdout.toString())) }).toEqual({
      code: 0,
      text: JSON.stringify(JSON.parse(text)),
    });
  });

  test.each<[string[], string | RegExp, string]>([
    [["set", 'application["config/name"]', "Other"], '"My game"', '"Other"'],
    [["set", "display.size", "Vector2i(1, 2)"], "Vector2i( 640,480 )", "Vector2i(1, 2)"],
    [["set", "display.colors.list[1]", "7"], "[1,  2]", "[1,  7]"],
    [["append", "display.colors.list", "3"], "[1,  2]", "[1,  2,  3]"],
    [["delete", "display.colors.list"], /, ; first\n {2}"list": \[1, {2}2\]/, " ; first\n  "],
    [["add", "display.mode", "3"], /\}\n$/, "}\nmode=3\n"],
    [["add", "audio", '{"volume": 0.5}'], /$/, "\n[audio]\n\nvolume=0.5\n"],
    [["rename", "display.size", "window/size"], "size=", "window/size="],
    [["rename", "display.colors.red", '"blue"'], '"red":', '"blue":'],
    [["delete", "display.size"], "size=Vector2i( 640,480 )\n", ""],
  ])("%j keeps all other bytes", (args, from, to) => changed(args, from, to));

  test("one that ends with a NUL, as .import files in exports do, is read and keeps it", async () => {
    const imported = '[remap]\n\nimporter="texture"\npath="res://a.ctex"\n\0';
    const texture = file("a.png.import", imported);
    const outcome = await cli(["set", "remap.path", "res://b.ctex", texture, "-o", "b.png.import"]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(read("b.png.import").toString()).toBe(imported.replace("a.ctex", "b.ctex"));
  });

  test("what it cannot hold is refused", async () => {
    for (const args of [
      ["set", "display.size", "null", "--type", "Nil"],
      ["add", "display[5]", "1"],
      ["add", "empty", "{}"],
      ["add", "loose", "5"],
    ]) {
      const { code, stderr } = await cli([...args, name, "-o", "refused.cfg"]);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stderr).toMatch(/A ConfigFile cannot hold that/);
    }
  });

  test("diff compares values, also with bytes", async () => {
    await cli(["set", "display.colors.list[0]", "5", name, "-o", "other.cfg"]);
    expect(await cli(["diff", name, "other.cfg"])).toMatchObject({
      code: 1,
      text: "~ display.colors.list[0]: 1 → 5\n",
    });
    expect(await cli(["diff", name, name])).toMatchObject({ code: 0, text: "" });
  });

  test("layers around it are kept", async () => {
    const secret = await wrap(Buffer.from(settings), [{ container: "gdec", engine: 4 }], {
      password: "hunter2",
    });
    file("secret.cfg", secret);
    const args = ["--password-env", "SECRET"];
    expect((await cli(["get", "display.colors.list[0]", "secret.cfg", ...args], { env })).text).toBe("1\n");
    const set = ["set", "display.colors.list[0]", "4", "secret.cfg", "--in-place", ...args];
    expect((await cli(set, { env })).code).toBe(0);
    const { content } = await unwrap(read("secret.cfg"), { password: "hunter2" });
    expect(Buffer.from(content).toString()).toBe(settings.replace("[1,  2]", "[4,  2]"));
  });

  test("convert prints the names of the other engine", async () => {
    const { code, stderr } = await cli(["convert", "--to", "godot-3", name, "-o", "three.cfg"]);
    expect({ code, losses: /loss: type-changed: Vector2i → Vector2/.test(stderr) }).toEqual({
      code: 0,
      losses: true,
    });
    const text = read("three.cfg").toString();
    expect(text).toContain('config/features = PoolStringArray( "4.6", "Forward Plus" )\n');
    expect(text).toContain("size=Vector2( 640, 480 )\n");
    expect(text).toContain('config/name="My game" ; shown in the title\n');
    expect(new ConfigFile(text).get("display", "size")).toEqual({ x: 640, y: 480 });
    // An edit keeps to the names that the file uses.
    await cli(["add", "application.paths", 'PackedStringArray("x")', "three.cfg", "--in-place"]);
    expect(read("three.cfg").toString()).toContain('paths=PoolStringArray( "x" )');
  });

  test("a file that was emptied is filled again", async () => {
    file("small.cfg", "[video]\nscale=2\n");
    await cli(["delete", "video.scale", "small.cfg", "--in-place"]);
    expect(read("small.cfg").toString()).toBe("[video]\n");
    const added = await cli(["add", "video", '{"scale": 3}', "small.cfg", "--in-place"]);
    expect(added.code).toBe(0);
    expect(read("small.cfg").toString()).toBe("[video]\nscale=3\n");
  });
});

describe("a text of var_to_str", () => {
  const text = '{\n"hp": 10, ; health\n"items": ["a", "b"]\n}\n';
  const hero = file("hero.txt", text);

  test("is read and edited", async () => {
    expect((await cli(["get", "items[1]", "--raw", hero])).text).toBe("b\n");
    for (const [args, from, to] of [
      [["set", "hp", "11"], "10", "11"],
      [["append", "items", '"c"'], '"b"', '"b", "c"'],
      [["rename", "hp", "health"], '"hp"', '"health"'],
      [["delete", "hp"], '"hp": 10, ; health\n', ""],
    ] as const) {
      expect((await cli([...args, hero])).text).toBe(text.replace(from, to));
    }
    expect((await cli(["convert", "--to", "godot-3", hero])).text).toBe(
      '{\n"hp": 10,\n"items": [ "a", "b" ]\n}\n',
    );
  });

  test("can be compared with bytes", async () => {
    const bytes = file("hero.bin", encode({ hp: 12, items: ["a", "b"] }));
    expect(await cli(["diff", hero, bytes])).toMatchObject({ code: 1, text: "~ hp: 10 → 12\n" });
  });

  test("other texts are refused as before", async () => {
    for (const input of ["hello world, this is text", "a = b\n", "[section]\nkey = \n"]) {
      const { code, stderr } = await cli(["get", "a"], { input });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^godot-variant: standard input: [a-z-]+: /);
    }
  });

  test("bytes are never taken for a text", async () => {
    for (const value of ["{}", [1], { a: 1 }]) {
      const bytes = await save([value]);
      expect((await cli(["get", "", file("bytes.bin", bytes)])).code).toBe(0);
    }
  });
});

// What Godot 3.6 prints for a Dictionary with two equal Dictionaries as keys, and reads with both entries.
const apart = '{\n"hp": 1,\n"ids": PoolIntArray( 1 ),\n{\n"x": 1\n}: "first",\n{\n"x": 1\n}: "second"\n}';

test("what engines read otherwise is told with its line, on every way to read a text", async () => {
  const sentence = "An earlier entry has an equal key; this entry replaces its value, as in the engine";
  const warning = (place: string) => `godot-variant: warning: repeated-key: ${sentence} (at ${place}).\n`;
  const texts: readonly [string, string, string][] = [
    ["twice.json", '{"a": 1,\n "b": {"c": 1, "c": 2}}', "line 2, column 16, path b.c"],
    ["twice-lines.json", '{"a": 1}\n{"a": 1, "a": 2}\n', "line 2, column 10, path [1].a"],
    ["twice.txt", '{\n"b": {"c": 1, "c": 2}\n}', "line 2, column 15, path b.c"],
    ["twice.cfg", "[s]\na=1\na=2\n", "line 3, column 1, path s.a"],
    [
      "twice.tres",
      '[gd_resource type="Resource" format=3]\n[resource]\na = 1\na = 2\n',
      "line 4, column 1, path resource.a",
    ],
  ];
  for (const [name, text, place] of texts) {
    const path = file(name, text);
    for (const args of [["decode", path], ["flat", path], ["info", path], [path]]) {
      const { code, stderr } = await cli(args);
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: warning(place) });
    }
  }
  const read = await cli(["text", "--read", "-o", "twice.bin"], { input: '{"a": 1, "a": 2}' });
  expect(read.stderr).toContain(warning("line 1, column 10, path a"));
});

describe("keys that only Godot 3 tells apart", () => {
  test.each([
    ["apart.txt", "hp", apart],
    ["apart.cfg", "save.data.hp", `[save]\n\ndata=${apart}\n`],
  ])("an edit of %s keeps their entries", async (name, path, text) => {
    const outcome = await cli(["set", path, "5", file(name, text), "-o", `edited-${name}`]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(read(`edited-${name}`).toString()).toBe(text.replace('"hp": 1', '"hp": 5'));
  });
});

describe("texts with encoded surrogates, as Godot 3 wrote on Windows", () => {
  const fixture = (name: string) => readFileSync(join(root, "tests/fixtures/surrogates", name));

  test.each([
    ["surrogates.cfg", "game.save.notes[0]"],
    ["surrogates.txt", "notes[0]"],
    ["surrogates.json", "notes[0]"],
    ["lines.json", "[0].notes[0]"],
    ["surrogates.tres", "resource.__meta__.save.notes[0]"],
  ])("an edit of %s keeps all other bytes", async (name, path) => {
    const bytes = fixture(name);
    const outcome = await cli(["set", path, "🗝", file(name, bytes), "-o", `edited-${name}`]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    const latin1 = bytes
      .toString("latin1")
      .replace("\xe6\x97\xa5\xe6\x9c\xac \xc3\xa9", "\xed\xa0\xbd\xed\xb7\x9d");
    expect(read(`edited-${name}`).toString("latin1")).toBe(latin1);
  });

  test("half a pair is an error that says so", async () => {
    const half = Buffer.concat([
      Buffer.from('{"a":"'),
      fixture("surrogates.json").subarray(14, 17),
      Buffer.from('"}'),
    ]);
    const { code, stderr } = await cli(["decode", file("half.json", half)]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("bad-utf8") });
  });
});
