// Godot's ConfigFile: files of real engines, and what it reads and refuses.
import { describe, expect, test } from "vitest";
import {
  ConfigFile,
  type DialectName,
  type Dictionary,
  GodotObject,
  PackedStringArray,
  type ParseOptions,
  RID,
  Signal,
  Transform3D,
  unwrap,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fileOf } from "../fixtures.js";
import { configReadings } from "./config-readings.js";
import { configText } from "./written-config.js";

const textOf = (path: string) => new TextDecoder().decode(fileOf(`containers/${path}`));
const folders = ["3.2.3", "3.6", "4.6.3"];

describe.each(folders)("files of Godot %s", (folder) => {
  test.each(["config_plain.cfg", "project.godot"])("%s round-trips, and every value can be read", (name) => {
    const text = textOf(`${folder}/${name}`);
    const config = new ConfigFile(text);
    expect(config.toString()).toBe(text);
    const keys = config.sections().flatMap((section) => config.keys(section).map((key) => [section, key]));
    expect(keys.length).toBeGreaterThan(2);
    for (const [section, key] of keys as [string, string][]) config.get(section, key);
  });

  test("encrypted files have the same content", async () => {
    const { content } = await unwrap(fileOf(`containers/${folder}/config_encrypted_pass.cfg`), {
      password: "hunter2",
    });
    const plain = new ConfigFile(textOf(`${folder}/config_plain.cfg`));
    const config = new ConfigFile(new TextDecoder().decode(content));
    expect(config.sections()).toEqual(plain.sections());
    expect(config.toString()).toBe(plain.toString());
  });
});

describe("a ConfigFile", () => {
  test("is read", () => {
    const config = new ConfigFile(configText);
    expect(config.sections()).toEqual(["", "player", "a]b"]);
    expect(config.keys("player")).toEqual(["name", "key with space", "hp", "speed"]);
    expect(config.get("", "version")).toBe(5);
    expect(config.get("player", "name")).toBe("Mira\nof [x] ; no comment");
    expect(config.get("player", "key with space")).toEqual([1, { a: new Vector2(1, 2) }]);
    expect(config.get("player", "hp", { mode: "exact" })).toBe(10n);
    expect(config.get("a]b", "x")).toBe(2);
    expect(config.get("player", "nothing")).toBeUndefined();
    expect(config.toString()).toBe(configText);
  });

  test("refuses what no engine reads back, with the whole file around it", () => {
    const config = new ConfigFile('[a]\nb=[Signal("old", 5), 1] ; "\n');
    const refused = (change: () => void) => expect(errorOf(change).code).toBe("unsupported-value");
    refused(() => config.set("a", "c", [new Signal("pressed", 5n)]));
    refused(() => config.set("a", "c", new GodotObject("my class")));
    refused(() => config.set("a", "c", new VariantArray([], { kind: "class", name: "my class" })));
    refused(() => config.setText("a", "b", 'Dictionary[int, "my class"]({})'));
    refused(() => config.setText("a", "b", "[Object(Node)]"));
    refused(() => config.setText("a", "b", "[-nan]"));
    config.setText("a", "b", '[Signal("old", 5), 1]');
    const read = '{"Signal(\\"": [Signal(), "Array["], "a": Array[Node]([]), ; Signal("\n"b": ["x"]}';
    config.setText("a", "b", read);
    config.set("a", "c", new Signal());
    expect(config.toString()).toBe(`[a]\nb=${read} ; "\nc=Signal()\n`);
  });

  test.each(["3.6", "3.2"] as const)("refuses a RID for Godot %s, which prints nothing for one", (engine) => {
    const config = new ConfigFile("[a]\nb=1\n");
    for (const value of [new RID(5n), [1, new RID(0n)], { id: new RID(0n) }])
      expect(errorOf(() => config.set("a", "c", value, { engine })).code).toBe("unsupported-value");
    config.set("a", "c", "RID(5)", { engine });
    expect(config.toString()).toBe('[a]\nb=1\nc="RID(5)"\n');
  });

  test("refuses entries that their container does not declare, which empty it when Godot 4.6.3 reads it", () => {
    const start = '[a]\nlist=Array[int]([1])\nmap=Dictionary[String, int]({"a": 1})\nold=Array[int](["x"])\n';
    const config = new ConfigFile(start);
    const int = { kind: "builtin", type: "int" } as const;
    const refused = (path: string, change: () => void) => {
      const { code, path: found } = errorOf(change);
      expect([code, found]).toEqual(["wrong-type", path]);
    };
    refused("[1]", () => config.set("a", "list", [1, "x"]));
    refused("[0]", () => config.set("a", "list", [null]));
    refused("a", () => config.set("a", "map", { a: "x" }));
    refused("", () => config.set("a", "map", new Map([[5, 1]])));
    refused("[0].b[0]", () => config.set("a", "new", [{ b: new VariantArray(["x"], int) }]));
    refused("[1]", () => config.setText("a", "list", 'Array[int]([1, "Array[int]"])'));
    refused("[1]", () => config.set("a", "old", new VariantArray(["x", "y"], int)));
    expect(config.toString()).toBe(start);
    config.setText("a", "old", 'Array[int](["y"])');
    config.set("a", "list", [1, 2]);
    config.set("a", "map", { a: 1, b: 2 });
    expect(config.getText("a", "list")).toBe("Array[int]([1, 2])");
  });

  test("finds such an entry behind a thousand others, and behind a thousand texts with a byte order mark", () => {
    const text = (wrong: number, right: number) =>
      `Array[int]([${'"x",'.repeat(wrong)}${"1,".repeat(right)}])`;
    const config = new ConfigFile(`[a]\nb=${text(1001, 9)}\nc=[]\n`);
    config.setText("a", "b", text(1001, 8));
    config.setText("a", "b", text(1000, 9));
    expect(errorOf(() => config.setText("a", "b", text(1001, 9))).code).toBe("wrong-type");
    const marked = `[[${'"\ufeff\ufeff",'.repeat(1000)}], Array[int](["x"])]`;
    expect(errorOf(() => config.setText("a", "c", marked)).path).toBe("[1][0]");
  });

  test.each([
    ...[
      '&"a"',
      "[-inf]",
      'PoolByteArray("AQI=")',
      "Transform3D(1,0,0,0,1,0,0,0,1,0,0,0)",
      "Vector2i(1,2)",
      "RID(5)",
    ],
    ...["Array[int]([1])", "Callable()", '"\\U000041"', '{"a": Quaternion(0,0,0,1)}'],
  ])("refuses %s in a file of Godot 3, which reads less or something else", (text) => {
    const config = new ConfigFile("[a]\nb=1\n", { dialect: "godot-3" });
    const { code, hints } = errorOf(() => config.setText("a", "b", text));
    expect([code, hints[0]?.code]).toEqual(["unsupported-value", "not-in-old-text"]);
    new ConfigFile("[a]\nb=1\n").setText("a", "b", text);
  });

  test("takes in a file of Godot 3 what it reads", () => {
    const config = new ConfigFile("[a]\nb=1\n", { dialect: "godot-3" });
    for (const text of ["Matrix3(1,0,0,0,1,0,0,0,1)", '["&\\"", "\\\\U"]', "[inf_neg, nan, #f00]"])
      config.setText("a", "b", text);
    config.setText("a", "b", '[1, ; Vector2i(&"x")\n2]');
    expect(config.get("a", "b")).toEqual([1, 2]);
  });

  test("keeps all digits of what Godot 3 names otherwise", () => {
    const config = new ConfigFile("", { dialect: "godot-3" });
    config.set("a", "b", [0.12345678901, new Float32Array([-Infinity])]);
    expect(config.getText("a", "b")).toBe("[0.12345678901, PoolRealArray(inf_neg)]");
    config.set("a", "b", new GodotObject("Node", [['a"b', 1]]));
    expect(config.get("a", "b")).toEqual(new GodotObject("Node", [['a"b', 1]]));
  });

  test("refuses references by an id, which engines take for paths, and with them the whole file", () => {
    const start = '[a]\nb=[ExtResource("1"), 2]\nc="SubResource(1)"\n';
    const config = new ConfigFile(start);
    for (const name of ["ExtResource", "SubResource"])
      expect(errorOf(() => config.set("a", "d", [new GodotObject(name, [["id", "1"]])])).code).toBe(
        "unsupported-value",
      );
    expect(errorOf(() => config.setText("a", "c", "SubResource( 1 )")).code).toBe("unsupported-value");
    config.setText("a", "b", '[ExtResource("1"), 2]');
    config.setText("a", "c", '"ExtResource(1)"');
    config.set("a", "d", new GodotObject("Resource", [["resource_path", "res://icon.png"]]));
    expect(config.toString()).toBe(`${start.replace("Sub", "Ext")}d=Resource("res://icon.png")\n`);
  });

  test.each<[string, unknown]>([
    ['a=&"x" ; c', "x"],
    ["a= Array[int] ([1, 2]) ; c", [1, 2]],
    ["a=Vector2 ( 1,2 )", new Vector2(1, 2)],
    ["a=[1, # 2", undefined],
    ["a=-1.5e3\t\r", -1500],
    ["a=[ ; )\n1]", [1]],
  ])("finds the end of the value of %j", (source, value) => {
    if (value === undefined) expect(() => new ConfigFile(source)).toThrow("unexpected-end");
    else expect(new ConfigFile(`${source}\nb=2`).keys("")).toEqual(["a", "b"]);
    if (value !== undefined) expect(new ConfigFile(source).get("", "a")).toEqual(value);
  });

  test("holds no null and no key without a name, like the engine", () => {
    const source = "a=1\na=null\n=5\nb=2\n[s]\nc=null\n";
    const config = new ConfigFile(source);
    expect([config.sections(), config.keys(""), config.keys("s")]).toEqual([[""], ["b"], []]);
    expect(config.get("", "a")).toBeUndefined();
    expect(config.toString()).toBe(source);
    config.set("", "b", null);
    config.set("", "c", null);
    config.set("", "a", 3);
    expect(new ConfigFile(config.toString()).keys("")).toEqual(["a"]);
    expect(errorOf(() => config.set("", "", 1)).code).toBe("unsupported-value");
  });

  // ConfigFile.parse and get_sections of Godot 4.6.3.
  test.each([
    ["x=1\n[b]\ny=1\n[a]\nw=2\nx=null", ["a", "b"]],
    ["x=1\n[b]\ny=1\n[a]\nx=null\nw=2", ["b", "a"]],
    ["x=1\n[b]\ny=1\n[a]\nx=null\nx=3", ["b", "a"]],
    ["x=1\nx=null\nw=2\n[b]\ny=1", ["a", "b"]],
    ["x=null\n[b]\ny=1\n[a]\nx=1", ["b", "a"]],
    ["x=1\nv=1\n[b]\ny=1\n[a]\nx=null\nw=1\nv=null", ["a", "b"]],
  ])("sections are in the order in which engines make them: %j", (text, sections) => {
    expect(new ConfigFile(`[a]\n${text}\n`).sections()).toEqual(sections);
  });

  test("reads names like the engine", () => {
    const sections = (text: string) => new ConfigFile(text).sections();
    expect(sections("[a\\b]\nx=1")).toEqual(["a\\b"]);
    expect(sections("[a\\\\]b]\nx=1")).toEqual(["a\\]b"]);
    expect(sections("[a]\nx=1\n[]\ny=2")).toEqual(["a"]);
    expect(sections("[\u00a0a]\nx=1")).toEqual(["\u00a0a"]);
    expect(new ConfigFile("\u00a0a=1").keys("")).toEqual(["Â\u00a0a"]);
    expect(errorOf(() => new ConfigFile().set("a\\", "b", 1)).code).toBe("unsupported-value");
    const config = new ConfigFile("a b = 1\n[ s ]\nx.y/z=2");
    expect([config.keys(""), config.sections(), config.get("s", "x.y/z")]).toEqual([["ab"], ["", "s"], 2]);
  });

  // Godot 4.6.3 refuses a file with half a surrogate pair in a key, and reads other names than those with a NUL.
  test.each(["a\ud800b", "\udc00", "a\0b"])("refuses the name %j, which no engine reads", (name) => {
    const config = new ConfigFile("[a]\nb=1\n");
    const edits = [
      () => config.set("a", name, 1),
      () => config.set(name, "k", 1),
      () => config.rename("a", "b", name),
    ];
    for (const edit of edits) expect(errorOf(edit).code).toBe("unsupported-value");
    expect(config.toString()).toBe("[a]\nb=1\n");
  });

  test("reads and writes names of sections like Godot 3.6, where a backslash is a letter", () => {
    const old = { dialect: "godot-3" } as const;
    const source = "[a\\]\nx=1\n[b\\c]\ny=2\n";
    const config = new ConfigFile(source, old);
    expect(config.sections()).toEqual(["a\\", "b\\c"]);
    expect(new ConfigFile("[a\\]b=3\nx=1\n", old).keys("a\\")).toEqual(["b", "x"]);
    config.set("d\\", "z", 3);
    expect(config.toString()).toBe(`${source}\n[d\\]\n\nz=3\n`);
    // Godot 3.6 writes [a]b], and reads another name.
    expect(errorOf(() => config.set("a]b", "k", 1)).code).toBe("unsupported-value");
    expect(errorOf(() => new ConfigFile(source)).code).toBe("bad-text");
    expect(new ConfigFile("[a\\]b]\nx=1", { dialect: "godot-4.3" }).sections()).toEqual(["a]b"]);
  });

  // Godot 3.6 and 3.2.3 read 0, 0, 1 and -1.5, and no y.
  test.each([
    ["-inf", 1],
    ["-inf.0", 1],
    ["1E5", 1],
    ["-1.5E5", 4],
  ])("refuses %s in a file of Godot 3, which reads only its beginning", (value, end) => {
    const text = `x=${value}\ny=1\n`;
    const config = new ConfigFile(text, { dialect: "godot-3" });
    const error = errorOf(() => config.get("", "x"));
    expect([error.code, error.offset]).toEqual(["bad-text", 2 + end]);
    expect(errorOf(() => config.setText("", "y", value)).hints[0]?.code).toBe("not-in-old-text");
    expect(new ConfigFile(text).get("", "x")).toBe(
      Number(value.replace("inf", "Infinity").replace("y.0", "y")),
    );
  });

  test("reads inf_neg, 1e5 and #1E5 in a file of Godot 3", () => {
    const config = new ConfigFile("x=inf_neg\ny=1e5\nz=#1E5;\n", { dialect: "godot-3" });
    expect(["x", "y"].map((key) => config.get("", key))).toEqual([Number.NEGATIVE_INFINITY, 1e5]);
    config.setText("", "x", "#1E5E5E");
    expect(config.getText("", "x")).toBe("#1E5E5E");
  });

  const ofGodot3 =
    '[a]\nnames=PoolStringArray( "x" )\nat=Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 )\nx=0.5\n';
  test.each<[string, string, { dialect?: DialectName }, old: boolean]>([
    ["names of types", ofGodot3, {}, true],
    ["the format of a project", "config_version=4\n[a]\n", {}, true],
    ["the option", "[a]\n", { dialect: "godot-3" }, true],
    ["the option, against the names", ofGodot3, { dialect: "godot-4" }, false],
    ["texts and comments, which say nothing", '[a]\nx="Transform(1)" ; PoolIntArray(\n', {}, false],
  ])("prints values as Godot 3 reads them, by %s", (_, text, options, old) => {
    const config = new ConfigFile(text, options);
    const at = new Transform3D();
    config.set("a", "at", at);
    config.set("a", "names", new PackedStringArray(["x", "y"]));
    config.set("a", "x", 0.1 + 0.2);
    const printed = ["at", "names", "x"].map((key) => config.getText("a", key));
    const [before, names] = old
      ? ["Transform( ", 'PoolStringArray( "x", "y" )']
      : ["Transform3D(", 'PackedStringArray("x", "y")'];
    expect(printed).toEqual([expect.stringContaining(before as string), names, "0.30000000000000004"]);
    expect(config.get("a", "at", { mode: "exact" })).toEqual(at);
    const whole = () => config.set("a", "whole", new Vector2i(1, 2));
    if (old) expect(errorOf(whole).code).toBe("not-in-dialect");
    else whole();
    config.set("a", "at", at, { engine: "4.6" });
    expect(config.getText("a", "at")).toMatch(/^Transform3D/);
  });

  test("handles many keys in linear time", () => {
    // Searching all lines for each key would exceed the time limit of a test.
    const size = 200_000;
    const config = new ConfigFile(Array.from({ length: size }, (_, i) => `k${i}=${i}`).join("\n"));
    for (let i = 0; i < size; i++) if (config.get("", `k${i}`) !== i) throw new Error(`k${i} is missing`);
  });

  test.each(["godot-3", "godot-4"] as const)(
    "looks in linear time for what the engine of a file in %s does not read",
    (dialect) => {
      const get = (value: string) => new ConfigFile(`a=${value}`, { dialect }).get("", "a");
      const size = 1_000_000;
      const nested = (open: string, close: string) => open.repeat(size / 4) + close.repeat(size / 4);
      expect(() => get("1".repeat(size))).toThrow("int-out-of-range");
      for (const text of [`-${" ".repeat(size)}1`, nested("1.", "")])
        expect(() => get(`[${text}]`)).toThrow("bad-text");
      for (const text of [nested("Array[", "]"), nested("Array[,", "]"), nested("Object(", ")")])
        expect(() => get(text)).toThrow(/bad-text|too-deep/);
    },
  );

  test("reads or rejects hostile texts of millions of characters", () => {
    const million = 5e6;
    expect(() => new ConfigFile(`a=${"[".repeat(1e6)}`)).toThrow("unexpected-end");
    expect(() => new ConfigFile(`a=${'"'.repeat(1e6 + 1)}`)).toThrow("bad-text");
    expect(() => new ConfigFile(`a=("${'x"'.repeat(1e6 + 1)}`)).toThrow("bad-text");
    expect(() => new ConfigFile(`a=["${"x".repeat(million)}`)).toThrow("unexpected-end");
    expect(() => new ConfigFile("=".repeat(1e5)).get("", "")).toThrow("bad-text");
    expect(() => new ConfigFile("[".repeat(million))).toThrow("bad-text");
    expect(() => new ConfigFile("x".repeat(million))).toThrow("bad-text");
    expect(new ConfigFile(`${";\n".repeat(million)}a=1`).get("", "a")).toBe(1);
    expect(new ConfigFile(`[${"\\]".repeat(million)}]\na=1`).sections()).toEqual(["]".repeat(million)]);
    expect(new ConfigFile(`a="${'\\"'.repeat(million)}"`).get("", "a")).toHaveLength(million);
  });

  test.each([
    ["[a", 0, "Line 1, column 1."],
    ["a\nb=1", 0, "Line 1, column 1."],
    ["a=[1\n", 5, "Line 2, column 1."],
    ['a="x', 4, "Line 1, column 5."],
    ["a=1)\nb=2", 3, "Line 1, column 4."],
    // For Godot 4.6.3 the keys are a and b101b, a and _0b, a and xb, a and gggb, a and .5b.
    ["a=0b101\nb=2", 3, "Line 1, column 4."],
    ["a=1_0\nb=2", 3, "Line 1, column 4."],
    ["a=#f8x\nb=2", 5, "Line 1, column 6."],
    ["a=#ggg\nb=2", 3, "Line 1, column 4."],
    ["a=5.5.5\nb=2", 5, "Line 1, column 6."],
    ["a=1b=2", 3, "Line 1, column 4."],
    // For them, these are the keys a and bc.
    ["a=1 b\nc=2", 4, "Line 1, column 5."],
    ["a=[1)\nb=2", 4, "Line 1, column 5."],
    // They refuse the whole file for these values.
    ["a=@@\na=1", 3, "Line 1, column 4."],
    ["a=[1,,2]\na=null\nb=1", 5, "Line 1, column 6."],
    ["b=1\n=foo(1)", 5, "Line 2, column 2."],
    ["a=(1)", 2, "Line 1, column 3."],
    ["a=\nb=2", 4, "Line 2, column 2."],
    ["a=", 2, "Line 1, column 3."],
    ['a"b"=1', 0, "Line 1, column 1."],
    ['"a"b=1', 0, "Line 1, column 1."],
    ["\u00a0a=1\n\u00a0b", 5, "Line 2, column 1."],
  ])("%j is none", (wrong, offset, hint) => {
    const error = errorOf(() => new ConfigFile(wrong));
    const { text } = error.hints.find(({ code }) => code === "line-column") ?? {};
    expect([error.offset, text]).toEqual([offset, hint]);
  });

  test.each(configReadings)("%j is read as engines do, or refused", (text, expected) => {
    if (expected === undefined) {
      expect(errorOf(() => new ConfigFile(text)).code).toMatch(/^(?:bad-text|unknown-type)$/);
      return;
    }
    const config = new ConfigFile(text);
    const values = (name: string) => config.keys(name).map((key) => [key, config.get(name, key)]);
    const found = config.sections().map((name) => [name, Object.fromEntries(values(name))]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(config.toString()).toBe(text);
  });

  test("errors in values have a position", () => {
    const error = errorOf(() => new ConfigFile("[a]\nb=[1,,2]").get("a", "b"));
    expect([error.code, error.offset, error.hint]).toEqual(["bad-text", 9, "Line 2, column 6."]);
  });
});

test("keeps equal Dictionaries apart as keys in a file of Godot 3", () => {
  const text = 'data={\n{\n"x": 1\n}: "first",\n{\n"x": 1\n}: "second"\n}\n';
  const valuesOf = (config: ConfigFile, options?: ParseOptions) =>
    Array.from((config.get("", "data", options) as Dictionary).values());
  expect(valuesOf(new ConfigFile(text, { dialect: "godot-3" }))).toEqual(["first", "second"]);
  expect(valuesOf(new ConfigFile(text), { dialect: "godot-3" })).toEqual(["first", "second"]);
  expect(valuesOf(new ConfigFile(text))).toEqual(["second"]);
});
