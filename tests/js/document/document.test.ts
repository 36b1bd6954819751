// Documents: paths, reading and editing. every-fixture.test.ts tests the properties that hold for every value.
import { describe, expect, test } from "vitest";
import {
  Color,
  Dictionary,
  type Document,
  decode,
  encode,
  Float,
  float,
  formatPath,
  GodotObject,
  open,
  PackedTypedArray,
  PackedVector2Array,
  parsePath,
  StringName,
  TypedArray,
  toText,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fileOf, hex } from "../fixtures.js";

const int = { kind: "builtin", type: "int" } as const;
const exact = { mode: "exact", fullObjects: true } as const;

const codeOf = (run: () => unknown) => errorOf(run).code;

function opened(value: unknown, options = {}) {
  return open(encode(value, { fullObjects: true, ...options }), options);
}

describe("paths", () => {
  test.each<[string, Variant[]]>([
    ["", []],
    ["inventory[3].stats.hp", ["inventory", 3, "stats", "hp"]],
    ["grid[Vector2i(1, 2)]", ["grid", new Vector2i(1, 2)]],
    ['["strange key"].x', ["strange key", "x"]],
    ['a["]"]["\\"\\n"]', ["a", "]", '"\n']],
    ["[1.0][-0.5][9007199254740993][true][null]", [new Float(1), -0.5, 9007199254740993n, true, null]],
    ["[Color(1, 0.5, 0, 1)].größe", [new Color(1, 0.5, 0, 1), "größe"]],
  ])("%s", (text, keys) => {
    expect(parsePath(text)).toEqual(keys);
    expect(formatPath(keys)).toBe(text);
  });

  test("a quoted name needs no brackets", () => {
    expect(parsePath('"strange key"."another"[0]')).toEqual(["strange key", "another", 0]);
  });

  test("a float that looks like an int leads to the float", () => {
    const keys = [2 ** 53, 2n ** 53n, float(1), 1] as const;
    const document = open(encode(new Dictionary(keys.map((key, i) => [key, i]))));
    expect(document.root.children().map(({ path }) => document.get(path))).toEqual([0, 1, 2, 3]);
    expect(formatPath([2 ** 53])).toBe("[9007199254740992.0]");
  });

  test("are printed as GDScript", () => {
    expect(formatPath(["items", 3, new Vector2i(1, 2)], "save")).toBe('save["items"][3][Vector2i(1, 2)]');
  });

  test.each([
    ".a",
    "a.",
    "a b",
    "a..b",
    "[",
    "[1",
    "a]",
    '["x]',
    "[Vector2i(1)]",
    "[Foo(1)]",
    "[1x]",
    "a[]",
    "1",
  ])("%s is none", (text) => expect(codeOf(() => parsePath(text))).toBe("bad-path"));
});

describe("reading", () => {
  const value = {
    name: "Mira",
    list: [1, [2, 3], "x"],
    grid: new Map([[new Vector2i(1, 2), "tree"]]),
    points: new PackedVector2Array(new Float32Array([1, 2, 3, 4])),
    bytes: new Uint8Array([7, 8, 9]),
    "strange key": null,
  };

  test("get, has and node", () => {
    const document = opened(value);
    expect(document.get("list[1][0]")).toBe(2);
    expect(document.get(["list", -1])).toBe("x");
    expect(document.get("grid[Vector2i(1, 2)]")).toBe("tree");
    expect(document.get("points[1]")).toEqual(new Vector2(3, 4));
    expect(document.get("bytes[-1]")).toBe(9);
    expect(document.get("")).toEqual(decode(encode(value)));
    expect(document.get("list", "exact")).toEqual(new VariantArray([1n, new VariantArray([2n, 3n]), "x"]));
    for (const path of [
      "nothing",
      "list[3]",
      "list[-4]",
      "list.x",
      "name.x",
      "list[0.5]",
      "bytes[3]",
      "points[0].x",
    ]) {
      expect(document.get(path), path).toBeUndefined();
      expect(document.has(path), path).toBe(false);
      expect(document.node(path), path).toBeUndefined();
    }
    expect(document.has('"strange key"')).toBe(true);
    const node = document.node("list[1]");
    expect(node).toMatchObject({ type: "Array", path: "list[1]", key: 1, childCount: 2, byteLength: 24 });
    expect(node?.children(1, 5).map(String)).toEqual(["list[1][1]: int"]);
    expect(
      document
        .node("points")
        ?.children()
        .map((child) => child.type),
    ).toEqual(["Vector2", "Vector2"]);
  });

  test("an int and a float inside a key are different keys", () => {
    const value = new Dictionary([
      [[1n], "int"],
      [[float(1)], "float"],
      [[2n ** 53n + 1n], "big"],
    ]);
    const document = open(encode(value, exact));
    const nodes = document.root.children();
    expect(nodes.map(({ path }) => path)).toEqual(["[[1]]", "[[1.0]]", "[[9007199254740993]]"]);
    for (const [i, text] of ["int", "float", "big"].entries()) {
      expect(document.get(nodes[i]?.path ?? "")).toBe(text);
      expect(document.get(nodes[i]?.keys ?? [])).toBe(text);
    }
  });

  test("keys of all kinds", () => {
    const keys: Variant[] = [
      1n,
      1,
      "s",
      new StringName("n"),
      null,
      true,
      Number.NaN,
      new VariantArray([1n, "x"]),
    ];
    const document = opened(new Dictionary(keys.map((key, i) => [key, BigInt(i)])), exact);
    for (const [i, node] of document.root.children().entries()) {
      expect(document.get(node.keys), node.path).toBe(BigInt(i));
      if (i !== 7) expect(document.get(node.path), node.path).toBe(BigInt(i));
    }
    expect(document.get([float(1)])).toBe(1n);
    expect(document.get("n")).toBe(3n);
  });

  test("walk, stats and find", () => {
    const document = opened(value);
    expect([...document.walk()].map((node) => node.path)).toEqual(
      ["", "name", "list", "list[0]", "list[1]", "list[1][0]", "list[1][1]", "list[2]"].concat([
        "grid",
        "grid[Vector2i(1, 2)]",
        "points",
        "bytes",
        '["strange key"]',
      ]),
    );
    expect(document.stats()).toMatchObject({ nodes: 13, depth: 3, types: { int: { count: 3, bytes: 24 } } });
    const found = (what: Parameters<typeof document.find>[0]) =>
      Array.from(document.find(what), (node) => node.path);
    expect(found("tr")).toEqual(["grid[Vector2i(1, 2)]", '["strange key"]']);
    expect(found((node) => node.type === "int")).toEqual(["list[0]", "list[1][0]", "list[1][1]"]);
    expect(found("x")).toEqual(["list[2]"]);
    document.set("name", "Max");
    expect(found("x")).toEqual(["name", "list[2]"]);
  });

  test("a part of a framed document has the new length", () => {
    const document = open(encode(value, { framing: "store_var" }), { framing: "store_var" });
    document.set("name", "a much longer name");
    const whole = document.toBytes();
    expect(hex(document.slice(0, 10))).toBe(hex(whole.subarray(0, 10)));
    expect(new DataView(whole.buffer).getUint32(0, true)).toBe(whole.length - 4);
    expect([document.size, document.slice().length]).toEqual([whole.length, whole.length]);
    expect(document.slice(5, 5).length + document.slice(whole.length).length).toBe(0);
  });

  test("an index can be reused", () => {
    const bytes = encode(value);
    const { index } = open(bytes);
    const document = open(bytes, { index: structuredClone(index) });
    document.set("list[0]", 5);
    expect(hex(document.toBytes())).toBe(hex(encode({ ...value, list: [5, [2, 3], "x"] })));
  });

  test("opening invalid bytes throws the same error as decode", () => {
    const bytes = encode(value).subarray(0, -9);
    const { code, offset, path } = errorOf(() => decode(bytes));
    expect(errorOf(() => open(bytes))).toMatchObject({ code, offset, path });
    expect(codeOf(() => open(encode([[1]]), { limits: { depth: 1 } }))).toBe("too-deep");
  });
});

describe("editing", () => {
  test("keeps types", () => {
    const value = new Dictionary([
      ["hp", 100],
      ["count", 1n],
      ["big", 2n ** 40n],
      [new StringName("id"), new StringName("a")],
      ["ids", new VariantArray([1n, 2n], int)],
      ["bytes", new Uint8Array([1])],
      ["none", null],
    ]);
    const document = open(encode(value, exact));
    document.set("hp", 50);
    document.set("count", 2);
    document.set("big", 3);
    document.set("id", "b");
    document.set("ids[0]", 7);
    document.set("bytes", [1, 2]);
    document.set("none", "something");
    expect(decode(document.toBytes(), exact)).toEqual(
      new Dictionary([
        ["hp", 50],
        ["count", 2n],
        ["big", 3n],
        [new StringName("id"), new StringName("b")],
        ["ids", new VariantArray([7n, 2n], int)],
        ["bytes", new Uint8Array([1, 2])],
        ["none", "something"],
      ] as [Variant, Variant][]),
    );
    expect(
      document.changes().map(({ kind, path, before, after }) => [kind, path, before, after]),
    ).toContainEqual(["set", "hp", 100, 50]);
  });

  test.each<[string, Variant, unknown, RegExp]>([
    ["a", 1n, 1.5, /type here is int: a whole number fits/],
    ["a", 1, "x", /type here is float: a number fits/],
    ["a", true, 1, /type here is bool: true or false fits/],
    ["a", "x", null, /type here is String: a string fits/],
    ["a", new VariantArray([], int), ["x"], /wrong-type/],
    ["a[0]", new VariantArray([1n], int), 1.5, /wrong-type/],
    ["a[0]", new Uint8Array(1), 256, /from 0 to 255/],
    ["a[0]", new Int32Array(1), 1.5, /must be 32-bit integers/],
    ["a[0]", new PackedVector2Array(new Float32Array(2)), new Vector2i(1, 2), /PackedVector2Array/],
    ["a.b", new Dictionary([["b", 1n]], { valueType: int }), 1.5, /wrong-type/],
  ])("%s of %s refuses %s", (path, value, given, message) => {
    const document = open(encode(new Dictionary([["a", value]]), exact));
    const before = hex(document.toBytes());
    const error = errorOf(() => document.set(path, given));
    expect(error.code).toBe("wrong-type");
    expect(error.path).toBe(path);
    expect(error.message).toMatch(message);
    expect(hex(document.toBytes())).toBe(before);
    expect(document.changes()).toEqual([]);
  });

  test("a class called like a type is another type, and messages tell them apart", () => {
    const ofClass = new VariantArray([], { kind: "class", name: "int" });
    const document = open(encode([new VariantArray([], int), ofClass], exact), exact);
    const typed = new VariantArray([], int);
    expect(errorOf(() => document.set("[0]", ofClass)).message).toContain("any: int");
    expect(errorOf(() => document.set("[1]", typed)).message).toContain('any: class "int"');
  });

  test.each([
    [new Float64Array(1), 2n ** 53n + 1n, 2n ** 53n + 2n],
    [new Float32Array(1), 2n ** 24n + 1n, 2n ** 24n + 2n],
    [new Float32Array(1), 2n ** 200n, 2n ** 40n],
  ])("%o refuses an int that it would round: %d", (array, rounded, kept) => {
    const document = open(encode(array));
    const before = hex(document.toBytes());
    expect(errorOf(() => document.set("[0]", rounded)).code).toBe("wrong-type");
    expect(errorOf(() => document.append("", rounded)).code).toBe("wrong-type");
    expect(hex(document.toBytes())).toBe(before);
    document.set("[0]", kept);
    expect(document.get("[0]")).toBe(Number(kept));
  });

  test("an int that a float would round does not become one", () => {
    const document = open(encode([2n ** 60n + 1n, 2n ** 60n]));
    expect(errorOf(() => document.replaceType("[0]", "float")).code).toBe("wrong-type");
    document.replaceType("[1]", "float");
    expect(decode(document.toBytes())).toEqual([2n ** 60n + 1n, 2 ** 60]);
  });

  test("an Array that states its type never becomes a packed one", () => {
    const declared = { kind: "builtin", type: "PackedByteArray" } as const;
    const document = open(encode(new VariantArray([], declared), exact), exact);
    document.append("", []);
    expect(document.get("[0]")).toEqual(new Uint8Array(0));
    const shared = new VariantArray([], undefined, true);
    for (const typed of [new VariantArray([], int), new TypedArray(), new PackedTypedArray(), shared])
      expect(codeOf(() => document.append("", typed))).toMatch(/wrong-type|not-in-dialect/);
    expect(document.get("")).toHaveLength(1);
  });

  test("moves a float from one packed array to another with the bits of its NaN", () => {
    const nan = new Float32Array(new Uint32Array([0x7f800001]).buffer);
    const document = open(encode({ a: nan, b: new Float32Array(0) }));
    document.move("a[0]", "b[0]");
    expect(hex(document.toBytes())).toBe(hex(encode({ a: new Float32Array(0), b: nan })));
    expect(document.get("b[0]")).toBeNaN();
    expect(document.get("b[0]", "exact")).toEqual(new Float(Number.NaN, 0x7ff0000020000000n));
  });

  test("insert, append, move, rename, delete", () => {
    const document = opened({ a: [1, 2], b: { c: 3 }, packed: new Uint8Array([1, 2, 3]) });
    document.insert("a[0]", 0);
    document.append("a", 9);
    document.insert("b.d", "new");
    document.insert("b.first", true, 0);
    document.rename("b.c", "renamed");
    document.move("a[3]", "a[0]");
    document.move("b.d", "a[4]");
    document.move("packed[2]", "packed[0]");
    document.append("packed", 4);
    document.append("packed", 5);
    document.delete("a[1]");
    const value = decode(document.toBytes());
    expect(value).toEqual({
      a: [9, 1, 2, "new"],
      b: { first: true, renamed: 3 },
      packed: new Uint8Array([3, 1, 2, 4, 5]),
    });
    expect(document.get("")).toEqual(value);
    expect(hex(document.toBytes())).toBe(hex(encode(value)));
    for (const node of document.walk())
      expect(hex(encode(node.value("exact"), exact))).toBe(
        hex(document.toBytes().subarray(node.offset, node.offset + node.byteLength)),
      );
  });

  test("objects have properties", () => {
    const object = new GodotObject("Node", [["hp", 5]]);
    const document = opened([object, new GodotObject("")]);
    document.set("[0].hp", 6);
    document.insert("[0].name", "x");
    document.rename("[0].hp", "health");
    expect(decode(document.toBytes(), { allowObjects: true })).toEqual([
      new GodotObject("Node", [
        ["health", 6],
        ["name", "x"],
      ]),
      new GodotObject(""),
    ]);
    expect(codeOf(() => document.insert("[1].x", 1))).toBe("bad-path");
    expect(codeOf(() => document.rename("[0].name", "script"))).toBe("bad-script");
  });

  test("replaceType converts, or takes a value", () => {
    const document = opened({ a: 1, s: "x", list: [1, 2], v: new Vector2(1, 2) });
    document.replaceType("a", "float");
    document.replaceType("s", "StringName");
    document.replaceType("list", "PackedInt32Array");
    document.replaceType("v", "Vector2i");
    expect(decode(document.toBytes(), exact)).toEqual(
      new Dictionary([
        ["a", 1],
        ["s", new StringName("x")],
        ["list", new Int32Array([1, 2])],
        ["v", new Vector2i(1, 2)],
      ] as [Variant, Variant][]),
    );
    document.replaceType("a", "String", "now a text");
    expect(document.get("a")).toBe("now a text");
    expect(codeOf(() => document.replaceType("list", "Color"))).toBe("wrong-type");
    document.replaceType("", "Array", [1]);
    expect(document.get("")).toEqual([1]);
    while (document.undo());
    expect(document.get("a")).toBe(1);
  });

  test.each<[string, (document: ReturnType<typeof opened>) => void]>([
    ["set nothing", (document) => document.set("x", 1)],
    ["delete the whole", (document) => document.delete("")],
    ["insert over a value", (document) => document.insert("a", 1)],
    ["insert behind the end", (document) => document.insert("list[3]", 1)],
    ["append to an object", (document) => document.append("", 1)],
    ["append to a number", (document) => document.append("a", 1)],
    ["rename to a name that is there", (document) => document.rename("a", "list")],
    ["rename an element", (document) => document.rename("list[0]", "x")],
    ["move into itself", (document) => document.move("list", "list[1]")],
    ["move into itself from the end", (document) => document.move("list[-1]", "list[1][0]")],
    ["move over a value", (document) => document.move("list[0]", "a")],
    [
      "use a node from before",
      (document) => {
        const { root } = document;
        document.set("a", 2);
        root.value();
      },
    ],
  ])("it is bad-path to %s", (_, edit) => {
    expect(codeOf(() => edit(opened({ a: 1, list: [1, [2]] })))).toBe("bad-path");
  });

  test("limits depth like decode", () => {
    const document = opened([[[1]]], { limits: { depth: 3 } });
    document.set("[0][0][0]", 2);
    expect(codeOf(() => document.append("[0][0]", [1]))).toBe("too-deep");
  });

  test("keeps frames, trailing bytes and missing padding", () => {
    const framed = encode(["abc"], { framing: "store_var" });
    const document = open(framed, { framing: "store_var" });
    document.set("[0]", "a longer text");
    expect(hex(document.toBytes())).toBe(hex(encode(["a longer text"], { framing: "store_var" })));
    const trailing = open(new Uint8Array([...encode([1]), 1, 2, 3]), { allowTrailing: true });
    trailing.append("", 2);
    expect(hex(trailing.toBytes())).toBe(hex(new Uint8Array([...encode([1, 2]), 1, 2, 3])));
    const unpadded = open(encode([1, new Uint8Array(5)]).subarray(0, -3));
    unpadded.set("[0]", 2);
    expect(hex(unpadded.toBytes())).toBe(hex(encode([2, new Uint8Array(5)]).subarray(0, -3)));
    unpadded.append("", 3);
    expect(hex(unpadded.toBytes())).toBe(hex(encode([2, new Uint8Array(5), 3])));
  });

  test("a document can be used as `like`", () => {
    const document = opened({ hp: float(1) });
    expect(hex(encode({ hp: 2 }, { like: document }))).toBe(hex(encode({ hp: float(2) })));
  });

  test("one number of a save changes only its bytes", () => {
    const bytes = fileOf("saves/godot-4.6.3.bin");
    const document = open(bytes);
    const [node] = document.find((each) => each.type === "int" && each.byteLength === 8);
    const { path, offset } = node as NonNullable<typeof node>;
    document.set(path, 12345);
    const changed = document.toBytes();
    const places = Array.from(changed.keys()).filter((at) => changed[at] !== bytes[at]);
    expect(changed.length).toBe(bytes.length);
    expect(places.every((at) => at >= offset + 4 && at < offset + 8)).toBe(true);
    expect(places.length).toBeGreaterThan(0);
  });
});

describe("move among keys", () => {
  const exact = { mode: "exact" } as const;
  const name = (text: string) => new StringName(text);
  /** Keys in order, in Godot's text form. */
  const keysIn = (document: Document, path: string) =>
    [...(document.get(path, "exact") as Dictionary).keys()].map((key) => toText(key, exact));
  const make = () =>
    open(
      encode(
        new Dictionary([
          [
            "a",
            new Dictionary([
              [name("x"), 1n],
              [2n, 2n],
              [3, 3n],
              ["y", 4n],
            ]),
          ],
          ["b", new Dictionary([["z", 5n]])],
          ["c", new Dictionary([], { keyType: { kind: "builtin", type: "String" } })],
        ]),
        exact,
      ),
      exact,
    );

  test("keeps keys with their types, and can be undone", () => {
    const document = make();
    const before = document.toBytes();
    document.move(["a", "x"], ["a", "x"], 3);
    expect(keysIn(document, "a")).toEqual(["2", "3.0", '"y"', '&"x"']);
    document.move(["a", "y"], ["a", "y"], 0);
    expect(keysIn(document, "a")).toEqual(['"y"', "2", "3.0", '&"x"']);
    document.move(["a", "y"], ["a", "w"], 1);
    expect(keysIn(document, "a")).toEqual(["2", '"w"', "3.0", '&"x"']);
    document.move(["a", "x"], ["b", "x"], 0);
    document.move(["a", float(3)], ["b", float(3)]);
    expect(keysIn(document, "b")).toEqual(['&"x"', '"z"', "3.0"]);
    expect(keysIn(document, "a")).toEqual(["2", '"w"']);
    document.move(["b", "x"], ["c", "x"]);
    expect(keysIn(document, "c")).toEqual(['"x"']);
    expect(document.changes()).toHaveLength(6);
    while (document.undo());
    expect(document.toBytes()).toEqual(before);
  });

  test("refuses a key that exists, a place that does not, and a type that the container does not declare", () => {
    const document = make();
    const before = document.toBytes();
    expect(errorOf(() => document.move(["a", "x"], ["a", "y"], 0)).code).toBe("bad-path");
    expect(errorOf(() => document.move(["a", "x"], ["a", "x"], 4)).code).toBe("bad-path");
    expect(errorOf(() => document.move(["a", "x"], ["a", "x"], -1)).code).toBe("bad-path");
    expect(errorOf(() => document.move(["a", 2], ["c", 2])).code).toBe("wrong-type");
    expect(errorOf(() => document.move(["a"], ["a", "q"], 0)).code).toBe("bad-path");
    expect(document.toBytes()).toEqual(before);
  });
});
