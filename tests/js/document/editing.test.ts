// Edits of documents keep types and all other bytes. every-fixture.test.ts tests the properties that hold for every value.
import { describe, expect, test } from "vitest";
import {
  type ContainerType,
  type DialectName,
  Dictionary,
  type Difference,
  type Document,
  decode,
  diff,
  encode,
  Float,
  float,
  fromPlainJSON,
  GodotObject,
  NodePath,
  open,
  PackedStringArray,
  PackedTypedArray,
  PackedVector2Array,
  parsePath,
  patch,
  RID,
  StringName,
  TypedArray,
  type TypeName,
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

test.each<[name: string, there: Variant, key: Variant]>([
  ["a float beside the same int", 1n, float(1)],
  ["an int beside the same float", float(1), 1n],
  ["a vector beside one of ints", new Vector2(1, 2), new Vector2i(1, 2)],
])("%s is another key", (_, there, key) => {
  const document = opened(new Dictionary([[there, 1]]));
  document.insert([key], 2);
  const both = new Dictionary([
    [there, 1],
    [key, 2],
  ]);
  expect(document.toBytes()).toEqual(encode(both));
});

describe("new keys that the dialect writes as one that is there", () => {
  const wide = (x: number) => Vector2.fromArray([x, 2], 0, true);
  test.each<[name: string, DialectName, there: Variant, key: Variant]>([
    ["RIDs", "godot-3", new RID(1n), new RID(2n)],
    ["RIDs in Arrays", "godot-3", [new RID(1n)], [new RID(2n)]],
    ["wide vectors", "godot-3", wide(0.1), wide(0.1 + 1e-12)],
    ["floats", "godot-2", Math.fround(0.1), 0.1],
  ])("are refused: %s", (_, dialect, there, key) => {
    const bytes = encode(new Dictionary([[there, 1]]), { dialect });
    const [written] = decode<Dictionary>(bytes, { dialect, mode: "exact" }).keys();
    const told: string[] = [];
    const edits: readonly ((document: Document) => void)[] = [
      (document) => document.insert([key], 2),
      (document) => document.rename(["b"], key),
      (document) => document.move(["b"], [key]),
      (document) => document.move(["list", 0], [key]),
    ];
    for (const edit of edits) {
      const document = open(bytes, { dialect, onLoss: ({ code }) => told.push(code) });
      document.insert(["b"], 2);
      document.insert(["list"], [3]);
      const before = document.toBytes();
      const error = errorOf(() => edit(document));
      expect([error.code, error.hints[0]?.code]).toEqual(["bad-path", "key-exists"]);
      expect(document.toBytes()).toEqual(before);
      document.rename([written], key);
      expect(decode<Dictionary>(document.toBytes(), { dialect, mode: "exact" }).size).toBe(3);
    }
    // Only renaming writes the key.
    expect(told).toHaveLength(edits.length);
  });
});

// Godot 3.6 and 3.2.3 read an empty NodePath in place of `/`, and one of the two entries gets lost.
test.each([
  ["", "/"],
  ["/", ""],
])("of the NodePaths / and the empty one, Godot 3 has one as a key: %j", (there, key) => {
  const edited = (dialect: DialectName) => {
    const document = open(encode(new Dictionary([[new NodePath(there), 1]]), { dialect }), { dialect });
    document.insert([new NodePath(key)], 2);
    return document.node([])?.childCount;
  };
  expect(errorOf(() => edited("godot-3")).hints[0]?.code).toBe("key-exists");
  expect(edited("godot-4")).toBe(2);
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

  test.each<[string, Variant, unknown, RegExp, at?: string]>([
    ["a", 1n, 1.5, /type here is int: a whole number fits/],
    ["a", 1, "x", /type here is float: a number fits/],
    ["a", true, 1, /type here is bool: true or false fits/],
    ["a", "x", null, /type here is String: a string fits/],
    ["a", new VariantArray([], int), ["x"], /wrong-type/, "a[0]"],
    ["a[0]", new VariantArray([1n], int), 1.5, /wrong-type/],
    ["a[0]", new Uint8Array(1), 256, /from 0 to 255/],
    ["a[0]", new Int32Array(1), 1.5, /must be 32-bit integers/],
    ["a[0]", new PackedVector2Array(new Float32Array(2)), new Vector2i(1, 2), /PackedVector2Array/],
    ["a.b", new Dictionary([["b", 1n]], { valueType: int }), 1.5, /wrong-type/],
  ])("%s of %s refuses %s", (path, value, given, message, at = path) => {
    const document = open(encode(new Dictionary([["a", value]]), exact));
    const before = hex(document.toBytes());
    const error = errorOf(() => document.set(path, given));
    expect(error.code).toBe("wrong-type");
    expect(error.path).toBe(at);
    expect(error.message).toMatch(message);
    expect(hex(document.toBytes())).toBe(before);
    expect(document.changes()).toEqual([]);
  });

  test("a class called like a type is another type, and messages tell them apart", () => {
    const ofClass = new VariantArray([], { kind: "class", name: "int" });
    const document = open(encode([new VariantArray([], int), ofClass], exact), exact);
    const typed = new VariantArray([], int);
    expect(errorOf(() => document.set("[0]", ofClass)).message).toContain("Array (int)");
    expect(errorOf(() => document.set("[1]", typed)).message).toContain('Array (class "int")');
    expect(errorOf(() => document.append("[0]", "x")).message).toContain("The container is declared as int.");
  });

  test.each<[string, (document: Document) => void, string]>([
    ["set", (document) => document.set("td", { x: 1.5 }), "td.x"],
    ["insert", (document) => document.insert("n", typed([1.5, "x"], "float")), "n[1]"],
    ["append", (document) => document.append("list", [{ a: typed([1n], "float") }]), "list[1][0].a[0]"],
  ])("%s names the place inside a new value that another type is declared for", (_, edit, path) => {
    const [keyType, valueType] = [declared("String"), declared("int")];
    const document = open(encode({ td: new Dictionary([["a", 1n]], { keyType, valueType }), list: [[1]] }));
    const error = errorOf(() => edit(document));
    expect(error).toMatchObject({
      code: "wrong-type",
      path,
      keys: parsePath(path),
      hint: expect.stringMatching(/^Its container declares another type\./),
    });
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

  test("an array of 32-bit floats refuses a number that would become infinite", () => {
    const bytes = encode({ a: new Float32Array(1) });
    const document = open(bytes);
    expect(errorOf(() => document.append("a", 1e39))).toMatchObject({ code: "wrong-type", path: "a[1]" });
    document.set("a[0]", 0.1);
    document.append("a", Infinity);
    expect(document.get("a")).toEqual(new Float32Array([0.1, Infinity]));
    const codes: string[] = [];
    const written = encode({ a: [1e39] }, { like: bytes, onWarning: ({ code }) => codes.push(code) });
    expect([decode(written), codes]).toEqual([{ a: [1e39] }, ["type-changed"]]);
    expect(errorOf(() => fromPlainJSON('{"a": [1e39]}', { like: bytes })).path).toBe("a");
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

  test("a key that is a StringName stays one under another name", () => {
    const document = opened(
      new Dictionary([
        [new StringName("speed"), 1n],
        ["name", 2n],
      ]),
    );
    document.rename("speed", "pace");
    document.move("pace", "tempo");
    document.rename("name", new StringName("title"));
    expect([...(document.get("", "exact") as Dictionary).keys()]).toEqual([
      new StringName("tempo"),
      new StringName("title"),
    ]);
    document.rename("tempo", 5n);
    document.rename([5], "five");
    expect([...(document.get("", "exact") as Dictionary).keys()][0]).toBe("five");
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
    expect(errorOf(() => document.replaceType("a", "Vektor" as never)).hint).toBe("There is no type Vektor.");
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

  test("a negative count of texts means 0, and is replaced", () => {
    const bytes = Uint8Array.from([23, 0, 0, 0, 255, 255, 255, 255]);
    const document = open(bytes, { dialect: "godot-3" });
    document.append("", "one");
    const written = document.toBytes();
    expect(hex(written)).toBe(hex(encode(new PackedStringArray(["one"]), { dialect: "godot-3" })));
    document.undo();
    expect(hex(document.toBytes())).toBe(hex(bytes));
  });

  test("a document can be used as `like`", () => {
    const document = opened({ hp: float(1) });
    expect(hex(encode({ hp: 2 }, { like: document }))).toBe(hex(encode({ hp: float(2) })));
  });

  test("changes have the values of their time", () => {
    const document = opened({ a: { x: 1 } });
    document.set("a.x", 2);
    document.rename("a", "c");
    document.insert("d", { y: 1 });
    document.move("d", "c.d");
    document.set("c.x", 3);
    document.set("c.d.y", 4);
    document.delete("c");
    expect(document.changes().map(({ path, before, after }) => [path, before, after])).toEqual([
      ["a.x", 1, 2],
      ["a", { x: 2 }, { x: 2 }],
      ["d", undefined, { y: 1 }],
      ["d", { y: 1 }, { y: 1 }],
      ["c.x", 2, 3],
      ["c.d.y", 1, 4],
      ["c", { x: 3, d: { y: 4 } }, undefined],
    ]);
  });

  test("a path that its owner changes later, or while the value is read, leads where it led", () => {
    const document = opened({ a: [1, [2], [3]] });
    const path: (string | number)[] = ["a", 0];
    document.set(path, 5);
    path[1] = 1;
    document.replaceType(path, "Dictionary", {
      get x() {
        path[1] = 2;
        return 6;
      },
    });
    expect(document.get("")).toEqual({ a: [5, { x: 6 }, [3]] });
    expect(document.changes().map((change) => [change.path, change.keys])).toEqual([
      ["a[0]", ["a", 0]],
      ["a[1]", ["a", 1]],
    ]);
    const [change] = document.changes();
    (change?.keys as unknown[]).length = 0;
    expect(document.changes()[0]?.path).toBe("a[0]");
    const [difference] = diff(document, encode({ a: [7, { x: 6 }, [3]] }));
    const keys = ["a", 0];
    patch(document, [{ ...(difference as Difference), toKeys: keys }]);
    keys[1] = 1;
    expect(document.changes().at(-1)?.path).toBe("a[0]");
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

const declared = (type: TypeName): ContainerType => ({ kind: "builtin", type });
const typed = (elements: Variant[], type: TypeName) => new VariantArray(elements, declared(type));
