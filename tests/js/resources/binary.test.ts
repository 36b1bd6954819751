// Binary resources that engines saved: read as the engine reads them, written back, edited, damaged.
import { describe, expect, test } from "vitest";
import {
  type Dictionary,
  encode,
  encodeFrames,
  formatPath,
  GodotObject,
  PackedVector4Array,
  StringName,
  toText,
  type Variant,
  VariantArray,
  VariantError,
  Vector2,
  Vector2i,
  type Warning,
  wrap,
} from "../../../js/index.js";
import {
  type ResourceFile,
  readResource,
  referenceTo,
  referredBy,
  type StoredResource,
  writeResource,
} from "../../../js/resources/index.js";
import { Random } from "../../random.js";
import {
  type Described,
  describeFile,
  expectedOf,
  fixture,
  readings,
  versions,
  withLaterReference,
  withLostReference,
} from "./described.js";

const names = ["save.res", "save-compressed.res", "save-big-endian.res", "scene.scn", "gradient.res"];
const all = versions.flatMap((version) => names.map((name) => [version, name] as const));
const main = (file: ResourceFile) => file.resources.at(-1)?.properties as Map<string, Variant>;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error) => {
      if (error instanceof VariantError) return error.code;
      throw error;
    },
  );
/** Numbers longer than a byte in packed arrays of big-endian files, which engines on little-endian machines read back swapped. */
const isSwapped = (name: string, value: string) =>
  name === "save-big-endian.res" && /^(1e|1f|20|21|23|24|25|26)000000/.test(value);
const isSwapped3 = (name: string, value: string) =>
  name === "save-big-endian.res" && /^(15|16|18|19|1a)000000/.test(value);

describe.each(all)("%s %s", (version, name) => {
  const bytes = fixture(version, name);

  test("reads what the engine reads", async () => {
    const ours = await describeFile(bytes);
    const theirs = expectedOf(readings(version).get(name) as Described, version);
    const swapped = version === "4.6.3" ? isSwapped : isSwapped3;
    for (const [id, properties] of ours) {
      for (const [property, value] of Object.entries(properties)) {
        if (swapped(name, value)) continue;
        expect(value, `${id} ${property}`).toBe(theirs.get(id)?.[property]);
      }
    }
    expect([...ours.keys()].sort()).toEqual(
      readings(version)
        .get(name)
        ?.resources.map(({ id }) => id)
        .sort(),
    );
  });

  test.each(["plain", "exact"] as const)("keeps every byte when nothing changes: %s", async (mode) => {
    const file = await readResource(bytes, { mode });
    expect(await writeResource(file)).toEqual(bytes);
    // Values that are set to themselves are no change either.
    for (const { properties } of file.resources) {
      for (const [key, value] of properties) properties.set(key, value);
    }
    expect(await writeResource(file)).toEqual(bytes);
  });

  test("adds, changes and removes properties, and keeps all others", async () => {
    const before = await describeFile(bytes);
    const file = await readResource(bytes);
    const [first] = file.resources;
    const properties = first?.properties as Map<string, Variant>;
    const removed = [...properties.keys()][0] ?? "";
    properties.delete(removed);
    properties.set("added", { list: [1, "two", new Vector2(0.5, 0.25)] });
    main(file).set("metadata/new", "x".repeat(5));
    const written = await writeResource(file);
    const after = await describeFile(written);
    const firstId = file.resources.length === 1 ? "" : (first?.id as string);
    delete before.get(firstId)?.[removed];
    for (const [id, old] of before) {
      expect(after.get(id)).toMatchObject(old);
      expect(Object.keys(after.get(id) ?? {})).not.toContain(id === firstId ? removed : "");
    }
    const again = await readResource(written);
    expect(toText(again.resources[0]?.properties.get("added"))).toBe(
      toText({ list: [1, "two", new Vector2(0.5, 0.25)] }),
    );
    expect(main(again).get("metadata/new")).toBe("xxxxx");
    expect(again.resources.map(({ id }) => id)).toEqual(file.resources.map(({ id }) => id));
  });
});

test("an edit of the same size changes no other byte", async () => {
  const bytes = fixture("4.6.3", "save.res");
  const file = await readResource(bytes);
  main(file).set("level", 15);
  (main(file).get("data") as Dictionary).set(1, "INT key");
  const written = await writeResource(file);
  const different = [...bytes.keys()].filter((at) => bytes[at] !== written[at]);
  expect(different.length).toBe(4);
  expect(written.length).toBe(bytes.length);
});

test("numbers keep their types, and values their place", async () => {
  const file = await readResource(fixture("4.6.3", "save.res"));
  main(file).set("hp", 5);
  main(file).set("tag", "new name");
  const again = await readResource(await writeResource(file), { mode: "exact" });
  expect(toText(main(again).get("hp"), { mode: "exact" })).toBe("5.0");
  expect(main(again).get("tag")).toEqual(new StringName("new name"));
  expect([...main(again).keys()]).toEqual([...main(file).keys()]);
});

describe("references", () => {
  test.each(versions)("lead to the resources of the file and to others: %s", async (version) => {
    const file = await readResource(fixture(version, "save.res"));
    const held = main(file).get("held") as Variant;
    expect(referredBy(file, held)?.type).toBe("Resource");
    expect(referredBy(file, main(file).get("script") as Variant)).toMatchObject({
      path: "res://save_game.gd",
    });
    expect(referredBy(file, 5)).toBeUndefined();
    for (const resource of [...file.resources, ...file.externals])
      expect(referredBy(file, referenceTo(file, resource))).toBe(resource);
    main(file).set("held", referenceTo(file, file.resources[0] as never));
    main(file).set("theme", null);
    const again = await readResource(await writeResource(file));
    expect(referredBy(again, main(again).get("held") as Variant)).toBe(again.resources[0]);
    expect(main(again).get("theme")).toBe(null);
  });

  test.each(["SubResource", "ExtResource"])("that lead nowhere are not written: %s", async (className) => {
    const file = await readResource(fixture("4.6.3", "save.res"));
    for (const id of ["9", 9, -1, 1.5, "nothing"]) {
      main(file).set("held", new GodotObject(className, [["id", id]]));
      expect(await codeOf(writeResource(file))).toBe("unsupported-value");
    }
  });

  test("a resource of another file is refused", async () => {
    const [one, other] = await Promise.all([0, 1].map(() => readResource(fixture("3.6", "save.res"))));
    expect(() => referenceTo(one as ResourceFile, other?.resources[0] as never)).toThrow(VariantError);
  });
});

// Engines read resources one after the other, and read a reference to a later one, or to the main one, as null.
describe.each(versions)("references that Godot %s would read as null", (version) => {
  const read = () => readResource(fixture(version, "save.res"));
  const refused = (path: string) => expect.objectContaining({ code: "unsupported-value", path });

  test("are refused in new and in changed values", async () => {
    for (const [from, to, works] of [
      [0, 0, true],
      [1, 0, true],
      [0, 1, false],
      [0, -1, false],
      [-1, 0, true],
      [-1, -1, false],
    ] as const) {
      for (const name of ["title", "note"]) {
        const file = await read();
        const { properties } = file.resources.at(from) as StoredResource;
        properties.set(name, [referenceTo(file, file.resources.at(to) as StoredResource)]);
        if (works) await expect(writeResource(file)).resolves.toBeDefined();
        else await expect(writeResource(file)).rejects.toThrow(refused(name));
      }
    }
  });

  test("are told to onWarning, which hears nothing of the fixture", async () => {
    const bytes = await withLaterReference(version, "note", (reference) => [1, reference]);
    const warnings: Warning[] = [];
    const file = await readResource(bytes, { onWarning: (warning) => warnings.push(warning) });
    const { id } = file.resources[0] as StoredResource;
    const [{ code, path, offset } = {}] = warnings as Partial<Warning>[];
    expect([warnings.length, code, path]).toEqual([
      1,
      "later-reference",
      formatPath(["sub_resources", id, "note"]),
    ]);
    // The number of an Object, and of a reference inside the file.
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([0, 4].map((at) => view.getUint32((offset as number) + at, true))).toEqual([24, 2]);
    for (const name of ["save.res", "scene.scn", "save.tres", "scene.tscn"])
      await readResource(fixture(version, name), {
        onWarning: ({ code }) => expect([name, code]).toEqual([]),
      });
  });

  test.each(version === "4.6.3" ? (["file"] as const) : (["file", "resource"] as const))(
    "lead to a %s that is not listed",
    async (kind) => {
      const { bytes, at } = await withLostReference(version, kind);
      const warnings: Warning[] = [];
      const file = await readResource(bytes, { onWarning: (warning) => warnings.push(warning) });
      expect(warnings.map(({ code, offset }) => [code, offset])).toEqual([["later-reference", at]]);
      const [, reference] = main(file).get("anything") as Variant[];
      expect(referredBy(file, reference)).toBeUndefined();
    },
  );

  test("stay where the file has them already", async () => {
    const bytes = await withLaterReference(version, "note", (reference) => [1, reference]);
    const file = await readResource(bytes);
    const value = file.resources[0]?.properties.get("note") as Variant[];
    expect(referredBy(file, value[1])).toBe(file.resources[1]);
    value[0] = 2;
    expect(await writeResource(file)).toHaveLength(bytes.length);
  });
});

describe("what a resource cannot hold", () => {
  test.each([
    ["a type of a newer engine", "3.6", new Vector2i(1, 2), "not-in-dialect"],
    [
      "packed vectors of a newer engine",
      "3.6",
      new PackedVector4Array(new Float32Array(4)),
      "not-in-dialect",
    ],
    ["a declared type", "4.6.3", new VariantArray([1n], { kind: "builtin", type: "int" }), "not-in-dialect"],
    ["an Object", "4.6.3", new GodotObject("Node", [["name", "x"]]), "unsupported-value"],
    ["a function", "4.6.3", () => {}, "unsupported-value"],
  ])("%s", async (_, version, value, code) => {
    const file = await readResource(fixture(version, "save.res"));
    main(file).set("data", value as Variant);
    expect(await codeOf(writeResource(file))).toBe(code);
  });

  test("anything else than its result is a TypeError", async () => {
    const file = await readResource(fixture("3.6", "gradient.res"));
    await expect(writeResource({ ...file })).rejects.toThrow(TypeError);
    expect(() => (file.resources as unknown[]).push(1)).toThrow(TypeError);
  });
});

describe("damage", () => {
  const bytes = fixture("4.6.3", "save.res");

  test("a cut file is an error at every length", async () => {
    for (let size = 0; size < bytes.length; size += 7)
      expect(await codeOf(readResource(bytes.subarray(0, size))), String(size)).not.toBe("ok");
    expect(await codeOf(readResource(new Uint8Array([...bytes, 0])))).toBe("trailing-bytes");
  });

  test.each([
    ["the version of the format", 20, 7, "bad-container"],
    ["the version of the engine", 12, 5, "bad-container"],
    ["an unknown flag", 46, 16, "bad-container"],
    ["a reserved word", 76, 1, "bad-container"],
    ["64-bit floats of the old kind", 8, 1, "bad-container"],
    ["a byte order that does not exist", 4, 2, "bad-container"],
    ["the place of a resource", 0x367, 0xd9, "bad-container"],
  ])("%s", async (_, at, value, code) => {
    const changed = bytes.slice();
    expect(changed[at]).not.toBe(value);
    changed[at] = value;
    expect(await codeOf(readResource(changed))).toBe(code);
  });

  test.each(all)(
    "changed bytes of %s %s give errors, or values that are written back",
    async (version, name) => {
      const random = new Random(1);
      const whole = fixture(version, name);
      for (let i = 0; i < 50; i++) {
        const changed = whole.slice();
        for (let n = 0; n < 1 + (i % 3); n++) changed[random.below(changed.length)] = random.below(256);
        const file = await readResource(changed, { limits: { memory: 1 << 22 } }).catch((error) => {
          expect(error).toBeInstanceOf(VariantError);
        });
        if (file) expect(await writeResource(file)).toEqual(changed);
      }
    },
  );

  test("limits hold", async () => {
    expect(await codeOf(readResource(bytes, { limits: { elements: 50 } }))).toBe("too-large");
    expect(await codeOf(readResource(bytes, { limits: { depth: 1 } }))).toBe("too-deep");
    expect(await codeOf(readResource(bytes, { limits: { memory: 2000 } }))).toBe("too-large");
    expect(
      await codeOf(
        readResource(fixture("3.6", "save-compressed.res"), { limits: { decompressedBytes: 1000 } }),
      ),
    ).toBe("too-large");
  });
});

test("layers around a resource are kept", async () => {
  const password = "x";
  const inside = fixture("4.6.3", "save-compressed.res");
  const bytes = await wrap(inside, [{ container: "gdec", engine: 4 }], { password });
  const file = await readResource(bytes, { password });
  expect([file.layers, file.compressed]).toEqual([[{ container: "gdec", engine: 4 }], true]);
  main(file).set("level", 99);
  const again = await readResource(await writeResource(file, { password }), { password });
  expect(main(again).get("level")).toBe(99);
  expect(await codeOf(readResource(bytes))).toBe("password-required");
});

// Godot 2.1 writes version 1, and alphas of 3.0 version 2.
test.each([1, 2, 7])("another version of the format is named: %d", async (version) => {
  const bytes = Uint8Array.from(fixture("3.6", "save.res"));
  bytes[20] = version;
  await expect(readResource(bytes)).rejects.toMatchObject({
    code: "bad-container",
    hint: expect.stringContaining(`has version ${version} of its format`),
  });
});

test.each<[string, Uint8Array, string]>([
  ["a value", encode({ a: 1 }), "The file holds values, which load reads."],
  ["frames", encodeFrames([{ a: 1 }]), "The file holds values, which load reads."],
  [
    "JSON",
    Buffer.from('{"a": 1}'),
    "It is text that begins like JSON, which readSavedText of godot-variant/texts opens.",
  ],
  ["nothing", new Uint8Array(0), "The input is empty."],
])("%s is refused with what it is", async (_, bytes, hint) => {
  await expect(readResource(bytes)).rejects.toMatchObject({ code: "bad-container", hint });
});

/** A file of a double-precision engine, of which none is at hand: one resource with these values, as hexadecimal digits. */
function doubleFile(values: readonly string[], more: readonly string[] = []): Uint8Array {
  const word = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString("hex");
  const text = (value: string) => word(value.length + 1) + Buffer.from(`${value}\0`).toString("hex");
  const head = `52535243${word(0).repeat(2)}${word(4)}${word(6)}${word(6)}${text("Resource")}`;
  const header = `${head}${word(0).repeat(2)}${word(1 | 4)}${"f".repeat(16)}${word(0).repeat(11)}`;
  const strings = [...values.map((_, i) => `p${i}`), ...more];
  const tables = `${header}${word(strings.length)}${strings.map(text).join("")}${word(0)}${word(1)}${text("local://R_1")}`;
  const block = `${text("Resource")}${word(values.length)}${values.map((value, i) => word(i) + value).join("")}52535243`;
  return Buffer.from(tables + word(tables.length / 2 + 8) + word(0) + block, "hex");
}

test("numbers of double-precision engines have 64 bits, and colors 32", async () => {
  const tenth = "9a9999999999b93f";
  const bytes = doubleFile([
    `04000000${tenth}`,
    `0a000000${tenth}${tenth}`,
    "14000000cdcccc3dcdcccc3dcdcccc3d0000803f",
    `2500000001000000${tenth}${tenth}`,
    "2100000001000000cdcccc3d",
  ]);
  const file = await readResource(bytes);
  const texts = [...main(file).values()].map((value) => toText(value));
  expect(texts).toEqual([
    "0.1",
    "Vector2(0.1, 0.1)",
    "Color(0.1, 0.1, 0.1, 1)",
    "PackedVector2Array(0.1, 0.1)",
    "PackedFloat32Array(0.1)",
  ]);
  main(file).set("p1", new Vector2(0.2, 0.1));
  main(file).set("p0", 0.5);
  const again = await readResource(await writeResource(file));
  expect([...main(again).values()].map((value) => toText(value))).toEqual([
    "0.5",
    "Vector2(0.2, 0.1)",
    ...texts.slice(2),
  ]);
  // A file with 32-bit numbers cannot hold them.
  const narrow = await readResource(fixture("4.6.3", "save.res"));
  main(narrow).set("at", main(again).get("p1") as Variant);
  expect(await codeOf(writeResource(narrow))).toBe("not-in-dialect");
});

test("a small file that names a long text often does not fill the memory", async () => {
  const often = Buffer.alloc(4 * 0xffff);
  for (let at = 0; at < often.length; at += 4) often.writeUInt32LE(1, at);
  const path = `16000000ffff0000${often.toString("hex")}`;
  const short = await readResource(doubleFile([path], ["ab"]));
  expect(toText(main(short).get("p0"))).toHaveLength('NodePath("")'.length + 0xffff * 3 - 1);
  expect(await codeOf(readResource(doubleFile([path], ["x".repeat(100_000)])))).toBe("too-large");
});

test.each([
  // As ResourceUID.id_to_text of Godot 4.6.3 prints them.
  [0n, "uid://a"],
  [24n, "uid://y"],
  [25n, "uid://0"],
  [33n, "uid://8"],
  [34n, "uid://ba"],
  [1234567890123n, "uid://xrf6og40"],
  [9223372036854775807n, "uid://d4n4ub6itg400"],
  [2n ** 63n, undefined],
  [2n ** 64n - 1n, undefined],
])("the UID %s is %s", async (uid, text) => {
  const bytes = fixture("4.6.3", "gradient.res");
  new DataView(bytes.buffer).setBigUint64(bytes.indexOf(0xff), uid, true);
  const file = await readResource(bytes);
  expect(file.uid).toBe(text);
  expect(await writeResource(file)).toEqual(bytes);
});
