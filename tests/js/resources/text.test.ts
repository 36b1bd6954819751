// Text resources and scenes that engines saved: read as the engine reads them, written back, edited.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  detect,
  GodotObject,
  load,
  NodePath,
  PackedStringArray,
  PackedVector4Array,
  Quaternion,
  RID,
  Signal,
  StringName,
  Transform3D,
  toText,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  type Warning,
  wrap,
} from "../../../js/index.js";
import { readResource, referenceTo, referredBy, writeResource } from "../../../js/resources/index.js";
import { type Described, describeFile, expectedOf, fixture, readings, versions } from "./described.js";
import { bytesOf, codeOf, main, textOf } from "./resource-text.js";

describe.each(versions)("%s save.tres", (version) => {
  const bytes = fixture(version, "save.tres");

  test("reads what the engine reads", async () => {
    const ours = await describeFile(bytes);
    const theirs = expectedOf(readings(version).get("save.tres") as Described, version);
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    for (const [id, properties] of ours) expect(theirs.get(id)).toMatchObject(properties);
  });

  test.each(["plain", "exact"] as const)("keeps every byte when nothing changes: %s", async (mode) => {
    for (const name of ["save.tres", "scene.tscn", "theme.tres"]) {
      const whole = fixture(version, name);
      const file = await readResource(whole, { mode });
      for (const { properties } of [...file.resources, ...file.nodes])
        for (const [key, value] of properties) properties.set(key, value);
      expect(await writeResource(file)).toEqual(whole);
    }
  });

  test("keeps the rest of a value of which a part changed", async () => {
    const text = textOf(bytes);
    const edited = async (change: (properties: Map<string, Variant>) => unknown) => {
      const file = await readResource(bytes, { mode: "exact" });
      change(main(file));
      return textOf(await writeResource(file));
    };
    const list = (properties: Map<string, Variant>, name: string) => properties.get(name) as Variant[];
    expect(await edited((map) => list(map, "anything").splice(2, 1, 6n))).toBe(
      text.replace("true, 5,", "true, 6,"),
    );
    expect(await edited((map) => list(map, "anything").splice(4, 1))).toBe(
      text.replace('0.5, 0.1, "text"', '0.5, "text"'),
    );
    expect(await edited((map) => list(map, "anything").splice(3, 0, "new"))).toBe(
      text.replace("true, 5, ", 'true, 5, "new", '),
    );
    expect(await edited((map) => list(map, "items").splice(1, 1))).toBe(
      text.replace(/(\nitems = .*), SubResource\([^)]*\)/, "$1"),
    );
    const nested = (map: Map<string, Variant>) =>
      map.get("data") as unknown as Map<string, Map<string, Variant[]>>;
    expect(await edited((map) => nested(map).get("nested")?.get("deep")?.push(1n))).toBe(
      text.replace(/("x": SubResource\(.*\)\n\})/, "$1, 1"),
    );
    expect(await edited((map) => nested(map).set("", "other" as never))).toBe(
      text.replace('"empty"', '"other"'),
    );
  });

  test("changes only the text of what changed", async () => {
    const file = await readResource(bytes);
    main(file).set("level", 15);
    main(file).set("hp", 5);
    main(file).delete("done");
    main(file).set("metadata/new one", [1, new Vector2(0.5, 0.1)]);
    file.resources[2]?.properties.set("inside", referenceTo(file, file.resources[0] as never));
    const id = version === "4.6.3" ? `SubResource("${file.resources[0]?.id}")` : "SubResource( 1 )";
    const added = version === "4.6.3" ? "[1, Vector2(0.5, 0.1)]" : "[ 1, Vector2( 0.5, 0.1 ) ]";
    const expected = textOf(bytes)
      .replace("\nlevel = 14", "\nlevel = 15")
      .replace("\nhp = 87.5", "\nhp = 5.0")
      .replace("\ndone = true", "")
      .replace("\ncount = 2", `\ncount = 2\ninside = ${id}`)
      .replace(/\n$/, `\n"metadata/new one" = ${added}\n`);
    expect(textOf(await writeResource(file))).toBe(expected);
  });

  test("every value can be written again, and means the same", async () => {
    const before = await describeFile(bytes);
    const file = await readResource(bytes, { mode: "exact" });
    for (const { properties } of file.resources) {
      // A value under a new name has no text to keep.
      for (const [name, value] of [...properties]) {
        properties.delete(name);
        properties.set(`_${name}`, value);
      }
    }
    const after = await describeFile(await writeResource(file));
    for (const [id, properties] of before) {
      const renamed = Object.entries(properties).map(([name, value]) => [`_${name}`, value]);
      expect(after.get(id)).toEqual(Object.fromEntries(renamed));
    }
  });
});

test("declared types that are scripts are kept", async () => {
  const exact = await readResource(fixture("4.6.3", "save.tres"), { mode: "exact" });
  const items = main(exact).get("items") as VariantArray;
  const script = textOf(fixture("4.6.3", "save.tres")).match(/^items = Array\[(.*?)\]/m)?.[1];
  expect(items.elementType).toEqual({ kind: "class", name: script });
  const file = await readResource(fixture("4.6.3", "save.tres"));
  main(file).set("items", [referenceTo(file, file.resources[0] as never)]);
  const text = textOf(await writeResource(file));
  expect(text).toContain(`\nitems = Array[${script}]([SubResource("${file.resources[0]?.id}")])\n`);
});

describe("scenes", () => {
  test.each(versions)("have nodes: %s", async (version) => {
    const file = await readResource(fixture(version, "scene.tscn"));
    expect(file).toMatchObject({ kind: "text", type: "PackedScene" });
    expect(file.nodes.map(({ name, type, parent }) => [name, type, parent])).toEqual([
      ["World", "Node2D", undefined],
      ["Sign", "Label", "."],
    ]);
    const [world, sign] = file.nodes;
    expect(world?.properties.get("position")).toEqual(new Vector2(10, 20));
    expect(sign?.properties.get("text")).toBe('Hello "you"\n[node name="no"]');
    sign?.properties.set("text", "[sub_resource]\nid = 1");
    const again = await readResource(await writeResource(file));
    expect(again.nodes[1]?.properties.get("text")).toBe("[sub_resource]\nid = 1");
    expect(again.nodes.length).toBe(2);
  });
});

describe("what a file cannot hold", () => {
  test.each([
    ["a type that Godot 3 lacks", "3.6", new Vector2i(1, 2), "not-in-dialect"],
    ["a StringName in Godot 3", "3.6", [new StringName("x")], "not-in-dialect"],
    [
      "packed vectors that Godot 3 lacks",
      "3.6",
      new PackedVector4Array(new Float32Array(4)),
      "not-in-dialect",
    ],
    ["an Object", "4.6.3", [new GodotObject("Node", [["name", "x"]])], "unsupported-value"],
    [
      "a reference that leads nowhere",
      "4.6.3",
      new GodotObject("SubResource", [["id", "x"]]),
      "unsupported-value",
    ],
  ])("%s", async (_, version, value, code) => {
    const file = await readResource(fixture(version, "save.tres"));
    main(file).set("metadata/x", value as Variant);
    expect(await codeOf(writeResource(file))).toBe(code);
  });
});

test.each(["save.tres", "save.res"])("an error has the path from the property on: %s", async (name) => {
  const pathOf = async (value: Variant) => {
    const file = await readResource(fixture("3.6", name));
    main(file).set("metadata/x", value);
    return writeResource(file).catch(({ path }) => path);
  };
  expect(await pathOf(new Vector2i(1, 2))).toBe('["metadata/x"]');
  expect(await pathOf(["\ud800"])).toBe('["metadata/x"][0]');
});

test("a file that engines could not read is not written", async () => {
  const file = await readResource(fixture("4.6.3", "save.tres"), { mode: "exact" });
  main(file).set("data", new Signal("pressed", 5n));
  expect(await codeOf(writeResource(file))).toBe("unsupported-value");
});

test("a RID, for which Godot 3 refuses the whole file, is written only for Godot 4", async () => {
  const withId = async (version: string) => {
    const file = await readResource(fixture(version, "save.tres"), { mode: "exact" });
    main(file).set("metadata/x", VariantArray.from([new RID(0n)]));
    return writeResource(file);
  };
  expect(textOf(await withId("4.6.3"))).toContain("metadata/x = [RID()]");
  expect(await codeOf(withId("3.6"))).toBe("unsupported-value");
});

test.each(["4.6.3", "3.6"])(
  "engines read letters for two escapes that they print: Godot %s",
  async (version) => {
    const file = await readResource(fixture(version, "save.tres"));
    main(file).set("texts", new PackedStringArray(["\x07\v\\a\n"]));
    const text = textOf(await writeResource(file));
    expect(text).toContain('"\x07\v\\\\a\\n"');
  },
);

test("digits that the engine would drop are kept, with Godot 3's names of types", async () => {
  const file = await readResource(fixture("3.6", "save.tres"));
  main(file).set("precise", 0.1234567890123);
  main(file).set("floats", Float32Array.of(0.12345679, 1));
  main(file).set("hero", 'PackedByteArray(1) \\ "');
  const written = await writeResource(file);
  const text = textOf(written);
  expect(text).toContain("\nprecise = 0.1234567890123\n");
  expect(text).toContain("\nfloats = PoolRealArray(0.12345679, 1)\n");
  const again = await readResource(written);
  expect(main(again).get("hero")).toBe('PackedByteArray(1) \\ "');
  expect(main(again).get("floats")).toEqual(Float32Array.of(0.12345679, 1));
});

test.each(["3.6", "3.2.3"])(
  "what takes the place of other entries has the names of Godot %s",
  async (version) => {
    const bytes = fixture(version, "save.tres");
    const written = async (value: Variant) => {
      const file = await readResource(bytes);
      main(file).set("data", value);
      return /\ndata = (.*?)\n[a-z_]+ = /s.exec(textOf(await writeResource(file)))?.[1];
    };
    expect(await written({ list: [1, new Transform3D()] })).toBe(
      '{\n"list": [ 1, Transform( 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0 ) ]\n}',
    );
    expect(await written({ nested: { deep: [Float32Array.of(1.5)] } })).toBe(
      '{\n"nested": {\n"deep": [ PoolRealArray( 1.5 ) ]\n}\n}',
    );
    const keyed = new Dictionary([[new Quaternion(), Int32Array.of(1)]]);
    expect(await written(keyed)).toBe("{\nQuat( 0, 0, 0, 1 ): PoolIntArray( 1 )\n}");
  },
);

test("comments and line ends stay", async () => {
  const text = `[gd_resource type="Resource" load_steps=2 format=3 uid="uid://abc"]\r\n; by hand\r\n[ext_resource path="res://a.gd" type="Script" id="1"]\r\n\r\n[resource]\r\nscript = ExtResource("1") ; the script\r\n"odd name" = 1\r\nlist=[1,\r\n 2]   ; two\r\n`;
  const file = await readResource(bytesOf(text));
  expect(file).toMatchObject({ uid: "uid://abc", engine: { major: 4 }, format: 3 });
  expect(referredBy(file, main(file).get("script") as Variant)).toMatchObject({ path: "res://a.gd" });
  expect(textOf(await writeResource(file))).toBe(text);
  main(file).delete("odd name");
  (main(file).get("list") as Variant[]).push(3);
  main(file).set("path", new NodePath("a/b"));
  expect(textOf(await writeResource(file))).toBe(
    text
      .replace('"odd name" = 1\r\n', "")
      .replace(/list=\[1,\r\n 2\] {3}; two/, 'list=[1,\r\n 2,\r\n 3]   ; two\r\npath = NodePath("a/b")'),
  );
});

/** The properties in another order or with other ones, as a user of the page leaves them. */
function arrange(properties: Map<string, Variant>, entries: readonly (readonly [string, Variant])[]): void {
  properties.clear();
  for (const [name, value] of entries) properties.set(name, value);
}

test.each<[string, string, string]>([
  ["a new first one", "n a b c", "n = 9\na = 1 ; first\n; about b\nb = 2\nc = 3"],
  ["a new one between", "a n b c", "a = 1 ; first\nn = 9\n; about b\nb = 2\nc = 3"],
  ["several new ones", "a n m b c", "a = 1 ; first\nn = 9\nm = 9\n; about b\nb = 2\nc = 3"],
  ["one renamed", "a n c", "a = 1 ; first\nn = 9\n; about b\nc = 3"],
  ["the last one renamed", "a b n", "a = 1 ; first\n; about b\nb = 2\nn = 9"],
  ["all renamed", "n m o", "n = 9\nm = 9\no = 9\n ; first\n; about b"],
])("properties stand in the file in their order: %s", async (_name, names, expected) => {
  const head = '[gd_resource type="Resource" format=3]\n\n[resource]\n';
  const file = await readResource(bytesOf(`${head}a = 1 ; first\n; about b\nb = 2\nc = 3\n`));
  const old = new Map(main(file));
  arrange(
    main(file),
    names.split(" ").map((name) => [name, old.get(name) ?? 9]),
  );
  const written = await writeResource(file);
  expect(textOf(written)).toBe(`${head}${expected}\n`);
  expect([...main(await readResource(written)).keys()].join(" ")).toBe(names);
});

test.each(["save.res", "save-compressed.res", "save.tres"])(
  "new and renamed properties keep their places: %s",
  async (name) => {
    for (const version of versions) {
      const file = await readResource(fixture(version, name), { mode: "exact" });
      const entries = [...main(file)].flatMap(([name, value], i): [string, Variant][] => [
        ...(i % 3 === 0 ? [[`new_${i}`, BigInt(i)] as [string, Variant]] : []),
        [i % 2 === 0 ? name : `_${name}`, value],
      ]);
      arrange(main(file), entries);
      const again = await readResource(await writeResource(file), { mode: "exact" });
      expect([...main(again)]).toEqual(entries);
    }
  },
);

test("layers around a resource are kept", async () => {
  const options = { password: "x" };
  const layers = [
    { container: "gdec", engine: 4 },
    { container: "gcpf", compression: "zstd" },
  ] as const;
  const file = await readResource(await wrap(fixture("4.6.3", "save.tres"), layers, options), options);
  main(file).set("level", 99);
  const again = await readResource(await writeResource(file, options), options);
  expect(again.layers.map(({ container }) => container)).toEqual(["gdec", "gcpf"]);
  expect(main(again).get("level")).toBe(99);
  expect(toText(main(again).get("hp"))).toBe("87.5");
});

test.each(["save.res", "save-compressed.res", "scene.scn", "save.tres", "scene.tscn"])(
  "other functions say who reads a resource: %s",
  async (name) => {
    const bytes = fixture("4.6.3", name);
    const [found] = detect(bytes);
    expect(["rsrc", "tres", "tscn"]).toContain(found?.container);
    expect(found?.reasons[0]).toContain("readResource of godot-variant/resources");
    await expect(load(bytes)).rejects.toMatchObject({ code: "bad-container" });
    await expect(load(bytes)).rejects.toThrow("readResource");
  },
);

describe("a text resource that does not begin with its tag", () => {
  const tag = '[gd_resource type="Resource" format=3]\n\n[resource]\nresource_name = "ok"\n';
  const scene = '[gd_scene format=3]\n\n[node name="Main" type="Node"]\n';
  const before = {
    mark: "\uFEFF",
    "blank lines": "\r\n\n  \n",
    comments: "; made by hand\n\n;[config]\n",
    all: "\uFEFF\n; x\n",
  };

  test.each(Object.entries(before))("is recognized, edited and kept: %s", async (_name, start) => {
    expect(detect(bytesOf(start + scene))[0]).toMatchObject({ container: "tscn" });
    const bytes = bytesOf(start + tag);
    expect(detect(bytes)[0]).toMatchObject({ container: "tres" });
    const file = await readResource(bytes);
    expect(await writeResource(file)).toEqual(bytes);
    main(file).set("resource_name", "new");
    expect(textOf(await writeResource(file))).toBe(start + tag.replace("ok", "new"));
  });

  test("is not any text with a tag or a comment further down", () => {
    for (const text of [`hello\n${tag}`, `[a]\nb=1\n; ${tag}`, `; ${tag}`, "; only a comment"])
      expect(detect(bytesOf(text))[0]?.container).not.toBe("tres");
  });
});

test("onWarning hears of what engines read otherwise, with places", async () => {
  const text =
    '[gd_scene format=3]\n[sub_resource type="Resource" id="1"]\nb = 1\nmetadata/a = [Array[int]([1, "x"])]\n' +
    '[node name="A" type="Node" name="B"]\nmetadata/d = 7\nmetadata/e = 5\nmetadata/d = {"k": 1, "k": 2}\n';
  const warnings: Warning[] = [];
  const file = await readResource(bytesOf(text), { onWarning: (warning) => warnings.push(warning) });
  expect(warnings.map(({ code, path, offset }) => [code, path, offset])).toEqual([
    ["wrong-element-type", 'sub_resources["1"]["metadata/a"][0][1]', text.indexOf('"x"')],
    ["repeated-key", "nodes.B", text.indexOf('name="B"')],
    ["repeated-key", 'nodes.B["metadata/d"]', text.lastIndexOf("metadata/d")],
    ["repeated-key", 'nodes.B["metadata/d"].k', text.lastIndexOf('"k"')],
  ]);
  expect(textOf(await writeResource(file))).toBe(text);
  const many: Warning[] = [];
  const list = `Array[int]([${'"x", '.repeat(800)}])`;
  await readResource(bytesOf(`[gd_resource type="A" format=3]\n[resource]\na = ${list}\nb = ${list}\n`), {
    onWarning: (warning) => many.push(warning),
  });
  expect(many).toHaveLength(1001);
  expect(many.at(-1)).toMatchObject({ code: "more-warnings", count: 600 });
});
