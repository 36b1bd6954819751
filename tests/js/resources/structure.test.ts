// Resources that are added to text resources, removed from them, and put into the order that engines read.
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { Dictionary, type Variant, VariantError, Vector2 } from "../../../js/index.js";
import {
  addResource,
  type ExternalResource,
  type NewResource,
  type ResourceFile,
  readResource,
  referenceTo,
  removeResource,
  resourceValue,
  type StoredResource,
  takeValue,
  writeResource,
} from "../../../js/resources/index.js";
import { fixture, versions } from "./described.js";

const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const main = (file: ResourceFile) => file.resources.at(-1)?.properties as Map<string, Variant>;
const written = async (file: ResourceFile) => textOf(await writeResource(file));
const refusal = expect.objectContaining({ code: "unsupported-value" });

describe.each(versions)("%s", (version) => {
  const isOld = version.startsWith("3");
  const text = textOf(fixture(version, "save.tres"));
  const read = () => readResource(bytesOf(text), { mode: "exact" });
  const rope: NewResource = { type: "Resource", properties: new Map([["resource_name", "new"]]) };
  const [, before = "", after = ""] = /^([\s\S]*?)(\[sub_resource[\s\S]*)$/.exec(text) ?? [];
  const [, inner = "", rest = ""] = /^([\s\S]*?)(\[resource\][\s\S]*)$/.exec(after) ?? [];

  test("a resource is added behind the others, and removed again", async () => {
    const file = await read();
    const made = addResource(file, rope);
    main(file).set("found", referenceTo(file, made));
    const id = isOld ? "4" : '"Resource_00001"';
    const reference = isOld ? "SubResource( 4 )" : 'SubResource("Resource_00001")';
    const result = await written(file);
    expect(result).toBe(
      before.replace("load_steps=7", "load_steps=8") +
        inner +
        `[sub_resource type="Resource" id=${id}]\nresource_name = "new"\n\n` +
        rest.replace(/\n$/, `\nfound = ${reference}\n`),
    );
    const again = await readResource(bytesOf(result), { mode: "exact" });
    const added = again.resources.at(-2);
    expect(added?.properties).toEqual(rope.properties);
    expect(() => removeResource(again, added as never)).toThrow(
      expect.objectContaining({ code: "unsupported-value", path: "resource.found" }),
    );
    main(again).delete("found");
    removeResource(again, added as never);
    expect(await written(again)).toBe(text);
  });

  test("another file is added and removed, and all else keeps its letters", async () => {
    const file = await read();
    const uid = isOld ? {} : { uid: "uid://b1" };
    const made = addResource(file, { type: "Texture2D", path: "res://icon.png", ...uid });
    main(file).set("icon", referenceTo(file, made));
    const line = isOld
      ? '[ext_resource path="res://icon.png" type="Texture2D" id=4]'
      : '[ext_resource type="Texture2D" uid="uid://b1" path="res://icon.png" id="1_00001"]';
    const reference = isOld ? "ExtResource( 4 )" : 'ExtResource("1_00001")';
    const result = await written(file);
    expect(result).toBe(
      before.replace("load_steps=7", "load_steps=8").replace(/\n\n$/, `\n${line}\n\n`) +
        inner +
        rest.replace(/\n$/, `\nicon = ${reference}\n`),
    );
    const again = await readResource(bytesOf(result), { mode: "exact" });
    main(again).delete("icon");
    removeResource(again, again.externals.at(-1) as never);
    expect(await written(again)).toBe(text);
  });

  test("a header that engines would read otherwise is refused", async () => {
    const file = await read();
    const paths = ["", 'a"b', "a\\b", "a\nb", "\ufeffres://a.png", "res://a\0b.png", "res://a\ud800.png"];
    const uids = [
      "",
      "b1",
      "uid://",
      'uid://b1" x="',
      "uid://b1\n",
      "uid://B1",
      ...(isOld ? ["uid://b1"] : []),
    ];
    const path = "res://a.png";
    const headers = [...paths.map((path) => ({ path })), ...uids.map((uid) => ({ path, uid }))];
    for (const header of headers)
      expect(() => addResource(file, { type: "Texture2D", ...header }), JSON.stringify(header)).toThrow(
        refusal,
      );
    expect(await written(file)).toBe(text);
  });

  test.each([
    [
      { type: "Resource", propertys: new Map() },
      "There is no SubResource property propertys. Did you mean properties?",
    ],
    [
      { type: "Resource", path: "res://a.tres", properties: new Map() },
      "There is no ExtResource property properties.",
    ],
    [{ type: "Resource", uid: "uid://abc" }, "There is no SubResource property uid."],
  ])("%j is refused, because something in it would be lost", async (resource, message) => {
    const file = await read();
    expect(() => addResource(file, resource as never)).toThrow(message);
    expect(await written(file)).toBe(text);
  });

  test("properties that are no Map are a TypeError at once", async () => {
    const file = await read();
    const properties = { count: 2 } as never;
    expect(() => addResource(file, { type: "Resource", properties })).toThrow(/properties .* must be a Map/);
    expect(await written(file)).toBe(text);
    const elsewhere = runInNewContext("new Map([['count', 2]])") as Map<string, Variant>;
    addResource(file, { type: "Resource", properties: elsewhere });
    expect(await written(file)).toContain("count = 2");
  });

  test("what is used cannot be removed, nor the main resource", async () => {
    const file = await read();
    for (const one of [...file.resources, ...file.externals])
      expect(() => removeResource(file, one)).toThrow(refusal);
    const scene = await readResource(fixture(version, "scene.tscn"));
    for (const one of [...scene.resources, ...scene.externals])
      expect(() => removeResource(scene, one)).toThrow(refusal);
    expect(await written(scene)).toBe(textOf(fixture(version, "scene.tscn")));
  });

  test("a resource comes before those that refer to it", async () => {
    const file = await read();
    const [first, , third] = file.resources;
    first?.properties.set("inside", referenceTo(file, third as never));
    const ids = [...(await written(file)).matchAll(/\[sub_resource .*id="?(\w+)/g)].map(([, id]) => id);
    const [one, two, three] = file.resources.map(({ id }) => id);
    expect(ids).toEqual([three, one, two]);
    third?.properties.set("inside", referenceTo(file, first as never));
    await expect(writeResource(file)).rejects.toThrow(/This refers to the resource/);
  });

  test.each<[string, (held: Variant) => unknown]>([
    ["an object without a prototype", (held) => Object.assign(Object.create(null), { held })],
    ["an object of another realm", (held) => Object.assign(runInNewContext("({})"), { held })],
    ["a Map of another realm", (held) => runInNewContext("new Map()").set("held", held)],
    ["a key of a Map", (held) => new Map([[held, 1]])],
  ])("a reference in %s counts", async (_name, around) => {
    const file = await read();
    const [first, second, third] = file.resources;
    first?.properties.set("inside", around(referenceTo(file, third as never)) as Variant);
    const ids = [...(await written(file)).matchAll(/\[sub_resource .*id="?(\w+)/g)].map(([, id]) => id);
    expect(ids).toEqual([third?.id, first?.id, second?.id]);
    const other = await read();
    const made = addResource(other, rope);
    main(other).set("found", around(referenceTo(other, made)) as Variant);
    expect(() => removeResource(other, made)).toThrow(refusal);
  });

  test("a value that contains itself is refused", async () => {
    const file = await read();
    const list: Variant[] = [];
    list.push(list);
    const made = addResource(file, rope);
    main(file).set("found", list);
    expect(() => removeResource(file, made)).toThrow(expect.objectContaining({ code: "too-deep" }));
    await expect(writeResource(file)).rejects.toMatchObject({ code: "cyclic-value", path: "found[0]" });
  });

  test("as one value: added, removed, and back", async () => {
    const file = await read();
    const value = resourceValue(file);
    const subs = value.get("sub_resources") as unknown as Map<string, Variant>;
    const about = value.get("file") as unknown as Map<string, Variant>;
    const others = about.get("external_resources") as unknown as Map<string, Variant>;
    const id = isOld ? "9" : "Gradient_x1";
    subs.set(id, new Dictionary([["resource_name", "g"]]));
    others.set(
      isOld ? "9" : "9_a",
      new Dictionary([
        ["type", "Script"],
        ["path", "res://a.gd"],
      ]),
    );
    if (isOld) (about.get("sub_resource_classes") as unknown as Map<string, Variant>).set(id, "Gradient");
    takeValue(file, value);
    const result = await written(file);
    expect(result).toContain(
      `[sub_resource type="Gradient" id=${isOld ? id : `"${id}"`}]\nresource_name = "g"\n\n[resource]`,
    );
    expect(result).toMatch(/path="res:\/\/a.gd"/);
    takeValue(file, resourceValue(await read()));
    expect(await written(file)).toBe(text);
    const [used] = subs.keys();
    subs.delete(used as string);
    expect(() => takeValue(file, value)).toThrow(refusal);
    expect(await written(file)).toBe(text);
    const wrong = resourceValue(await read());
    (wrong.get("resource") as Dictionary).set("found", 5n);
    (wrong.get("sub_resources") as Dictionary).set(used as string, 5n);
    expect(() => takeValue(file, wrong)).toThrow(refusal);
    expect(await written(file)).toBe(text);
  });

  test.each<[string, NewResource]>([
    ["an id that another has", { type: "Resource", id: isOld ? "1" : "Resource_v37re" }],
    ["an id with a quote", { type: "Resource", id: 'a"b' }],
    ["a class with a bracket", { type: "Resource]" }],
    ["no class", { properties: new Map() } as unknown as NewResource],
    ["a path with a quote", { type: "Resource", path: 'res://a"b' }],
    ["a path with a line end", { type: "Resource", path: "res://a\n" }],
  ])("%s is refused", async (_name, made) => {
    const file = await read();
    if (!isOld && made.id === "Resource_v37re" && version !== "4.6.3") return;
    expect(() => addResource(file, made)).toThrow(refusal);
    expect(await written(file)).toBe(text);
  });

  test("a resource in place of a reference to it is refused", async () => {
    const file = await read();
    const made = addResource(file, rope) as StoredResource;
    for (const [value, path] of [
      [made, "held"],
      [[1n, new Dictionary([["a", made as never]])], "held[1].a"],
      [file.externals[0], "held"],
    ] as [Variant, string][]) {
      main(file).set("held", value);
      await expect(writeResource(file)).rejects.toMatchObject({ code: "unsupported-value", path });
    }
    main(file).set("held", referenceTo(file, made));
    expect(await written(file)).toContain("held = SubResource(");
    // Also in a resource that is new itself.
    made.properties.set("held", [file.resources[0] as never]);
    await expect(writeResource(file)).rejects.toMatchObject({ code: "unsupported-value", path: "held[0]" });
    made.properties.set("held", [made as never]);
    await expect(writeResource(file)).rejects.toMatchObject({ code: "cyclic-value" });
  });

  test("not in a binary resource", async () => {
    const bytes = fixture(version, "save.res");
    const file = await readResource(bytes, { mode: "exact" });
    expect(() => addResource(file, rope)).toThrow(/Only text resources gain/);
    expect(() => removeResource(file, file.externals[0] as never)).toThrow(VariantError);
    const value = resourceValue(file);
    (value.get("sub_resources") as unknown as Map<string, Variant>).set("x", new Dictionary());
    expect(() => takeValue(file, value)).toThrow(/Only text resources gain/);
    expect(await writeResource(file)).toEqual(bytes);
  });
});

test("the first ones of a file, and the last", async () => {
  const text = '[gd_resource type="Resource" format=2]\n\n[resource]\nresource_name = "a"\n';
  const file = await readResource(bytesOf(text), { mode: "exact" });
  const external = addResource(file, { type: "Script", path: "res://a.gd" });
  const inner = addResource(file, { type: "Curve" }) as never;
  const result =
    '[gd_resource type="Resource" load_steps=3 format=2]\n\n[ext_resource path="res://a.gd" type="Script" id=1]\n\n[sub_resource type="Curve" id=1]\n\n[resource]\nresource_name = "a"\n';
  expect(await written(file)).toBe(result);
  removeResource(file, external);
  removeResource(file, inner);
  expect(await written(file)).toBe(text);
  const again = await readResource(bytesOf(result));
  for (const one of [...again.externals, ...again.resources.slice(0, -1)]) removeResource(again, one);
  expect(await written(again)).toBe(text);
});

describe("nodes of a scene", () => {
  const scene = (child: string) =>
    [
      '[gd_scene load_steps=2 format=3]\n\n[sub_resource type="Curve" id="Curve_a1"]\n\n',
      '[node name="Player" type="Node2D"]\nposition = Vector2(1, 2)\n\n',
      `[node name="${child}" type="Node2D" parent="."]\nposition = Vector2(3, 4)\n\n`,
      `[node name="Body" type="Node2D" parent="${child}"]\ncurve = SubResource("Curve_a1")\n`,
    ].join("");
  const read = (text: string) => readResource(bytesOf(text), { mode: "exact" });
  const part = (value: Variant | undefined, key: string) => (value as Dictionary).get(key) as Dictionary;

  test("the root and a child may have the same name", async () => {
    const text = scene("Player");
    const file = await read(text);
    const value = resourceValue(file);
    expect([...part(value, "nodes").keys()]).toEqual([".", "Player", "Player/Body"]);
    expect([...part(part(value, "file"), "node_classes").keys()]).toEqual([".", "Player", "Player/Body"]);
    part(part(value, "nodes"), ".").set("position", new Vector2(5, 6));
    takeValue(file, value);
    expect(await written(file)).toBe(text.replace("Vector2(1, 2)", "Vector2(5, 6)"));
  });

  // Engines read such a scene: Godot 4.6.3 gives it both labels.
  test("two nodes may have the same name, as after a merge", async () => {
    const label = (name: string, text: string) =>
      `\n[node name="${name}" type="Label" parent="."]\ntext = "${text}"\n`;
    const labels = [label("Start", "a"), label("Start", "b"), label("Start@2", "c"), label("Start", "d")];
    const text = `[gd_scene format=3]\n\n[node name="Menu" type="Node"]\n${labels.join("")}`;
    const file = await read(text);
    const value = resourceValue(file);
    const paths = ["Menu", "Start", "Start@3", "Start@2", "Start@4"];
    expect([...part(value, "nodes").keys()]).toEqual(paths);
    expect([...part(part(value, "file"), "node_classes").keys()]).toEqual(paths);
    takeValue(file, value);
    expect(await written(file)).toBe(text);
    part(part(value, "nodes"), "Start@4").set("text", "e");
    takeValue(file, value);
    expect(await written(file)).toBe(text.replace('"d"', '"e"'));
  });

  test("an error names the path that the value has", async () => {
    const file = await read(scene("Foot"));
    const value = resourceValue(file);
    part(value, "sub_resources").delete("Curve_a1");
    const keys = ["nodes", "Foot/Body", "curve"];
    expect(() => takeValue(file, value)).toThrow(expect.objectContaining({ keys }));
    expect(part(part(value, "nodes"), "Foot/Body").has("curve")).toBe(true);
  });
});

describe("what would stand elsewhere in the file, or not in it", () => {
  const text = [
    '[gd_resource type="Resource" format=3]\n\n',
    '[ext_resource type="Script" path="res://a.gd" id="1_a"]\n',
    '[ext_resource type="Script" path="res://b.gd" id="2_b"]\n\n',
    '[sub_resource type="Curve" id="Curve_a"]\n\n',
    '[sub_resource type="Curve" id="Curve_b"]\n\n',
    "[resource]\nx = 1\n",
  ].join("");
  type Parts = Map<string, Variant>;
  const part = (parts: Parts, name: string) => parts.get(name) as unknown as Parts;
  /** Puts the entry before all others. */
  const putFirst = (parts: Parts, name: string, value = parts.get(name) as Variant) => {
    const others = [...parts].filter(([other]) => other !== name);
    parts.clear();
    for (const [key, item] of [[name, value] as const, ...others]) parts.set(key, item);
  };
  const classes = (value: Parts) => part(part(value, "file"), "sub_resource_classes");
  const taken = async (edit: (value: Parts) => void) => {
    const file = await readResource(bytesOf(text), { mode: "exact" });
    const value = resourceValue(file) as unknown as Parts;
    edit(value);
    takeValue(file, value as never);
    return written(file);
  };

  test.each<[string, (value: Parts) => void]>([
    ["a class of another name", (value) => classes(value).set("Curve_a", "Gradient")],
    ["a class that is removed", (value) => classes(value).delete("Curve_a")],
    ["all classes removed", (value) => part(value, "file").delete("sub_resource_classes")],
    ["the class of no resource", (value) => classes(value).set("Curve_c", "Curve")],
    ["classes in another order", (value) => putFirst(classes(value), "Curve_b")],
    [
      "external resources in another order",
      (value) => putFirst(part(part(value, "file"), "external_resources"), "2_b"),
    ],
    ["parts of `file` in another order", (value) => putFirst(part(value, "file"), "external_resources")],
    ["`file` in another place", (value) => putFirst(value, "file")],
  ])("is refused: %s", async (_name, edit) => {
    await expect(taken(edit)).rejects.toEqual(refusal);
  });

  test("new resources stand where the value has them", async () => {
    const result = await taken((value) => {
      putFirst(part(value, "sub_resources"), "Curve_n", new Dictionary());
      const script = new Dictionary([
        ["type", "Script"],
        ["path", "res://n.gd"],
      ]);
      putFirst(part(part(value, "file"), "external_resources"), "3_n", script);
    });
    const expected = text
      .replace("[ext_resource", '[ext_resource type="Script" path="res://n.gd" id="3_n"]\n[ext_resource')
      .replace("[sub_resource", '[sub_resource type="Curve" id="Curve_n"]\n\n[sub_resource');
    expect(result).toBe(expected);
  });

  test("the class of a new resource can be changed until the file is written", async () => {
    const file = await readResource(bytesOf(text), { mode: "exact" });
    const value = resourceValue(file) as unknown as Parts;
    const header = async () => {
      takeValue(file, value as never);
      return /type="(\w+)" id="Curve_n"/.exec(await written(file))?.[1];
    };
    part(value, "sub_resources").set("Curve_n", new Dictionary());
    expect(await header()).toBe("Curve");
    classes(value).set("Curve_n", "Gradient");
    expect(await header()).toBe("Gradient");
    classes(value).delete("Curve_n");
    expect(await header()).toBe("Curve");
  });
});

// No engine writes such ids, but Godot 4.6.3 reads the files.
test.each([
  ["the main resource", 'id="2"', '[resource id="2"]'],
  ["a resource without letters", 'id=""', "[resource]"],
])("an id of %s replaces no other resource", async (_, id, header) => {
  const text =
    `[gd_resource type="Resource" format=3]\n[sub_resource type="Resource" ${id}]\nresource_name = "inner"\n` +
    `${header}\nresource_name = "main"\n`;
  const file = await readResource(bytesOf(text), { mode: "exact" });
  const value = resourceValue(file);
  takeValue(file, value);
  expect(await written(file)).toBe(text);
  (value.get("resource") as unknown as Map<string, Variant>).set("resource_name", "edited");
  takeValue(file, value);
  expect(await written(file)).toBe(text.replace('"main"', '"edited"'));
});

test.each(["plain", "exact"] as const)(
  "a script that only a declared type names stays (%s)",
  async (mode) => {
    const file = await readResource(
      bytesOf(
        '[gd_resource type="Resource" format=3]\n[ext_resource type="Script" path="res://a.gd" id="1"]\n' +
          '[resource]\nmetadata/list = Array[ExtResource("1")]([])\n',
      ),
      { mode },
    );
    const remove = async () => {
      removeResource(file, file.externals[0] as ExternalResource);
      return writeResource(file);
    };
    await expect(remove()).rejects.toEqual(refusal);
  },
);
