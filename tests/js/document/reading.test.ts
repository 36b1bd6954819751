// Documents find and decode values. every-fixture.test.ts tests the properties that hold for every value.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  diff,
  encode,
  float,
  NodePath,
  open,
  PackedStringArray,
  PackedVector2Array,
  StringName,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

const exact = { mode: "exact", fullObjects: true } as const;
const codeOf = (run: () => unknown) => errorOf(run).code;

function opened(value: unknown, options = {}) {
  return open(encode(value, { fullObjects: true, ...options }), options);
}

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

  test.each(["a/b", "b:c", "c", "b\nc", "\ufffd", "\ud83d\ude00", "\ud83d"])(
    "find %j finds the same before and after an edit",
    (text) => {
      const document = open(
        encode({
          path: new NodePath("a/b:c"),
          texts: new PackedStringArray(["a/b", "c"]),
          name: "x\ufffd\u{1f600}",
          number: 1,
        }),
      );
      const found = () => Array.from(document.find(text), (node) => node.path);
      const before = found();
      document.set("number", 2);
      expect(found()).toEqual(before);
      expect(before).toEqual(
        [
          ["path", ["a/b", "b:c", "c"]],
          ["texts", ["a/b", "c"]],
          ["name", ["\ufffd", "\ud83d\ude00", "\ud83d"]],
        ].flatMap(([path, texts]) => (texts?.includes(text) ? [path] : [])),
      );
    },
  );

  test("a part of a framed document has the new length", () => {
    const document = open(encode(value, { framing: "store_var" }), { framing: "store_var" });
    document.set("name", "a much longer name");
    const whole = document.toBytes();
    expect(hex(document.slice(0, 10))).toBe(hex(whole.subarray(0, 10)));
    expect(new DataView(whole.buffer).getUint32(0, true)).toBe(whole.length - 4);
    expect([document.size, document.slice().length]).toEqual([whole.length, whole.length]);
    const offsets = [
      0,
      5,
      whole.length - 5,
      whole.length,
      whole.length + 5,
      Number.POSITIVE_INFINITY,
      5.9,
      Number.NaN,
    ];
    for (const from of [undefined, ...offsets, ...offsets.map((offset) => -offset)])
      for (const to of [undefined, ...offsets, ...offsets.map((offset) => -offset)])
        expect(hex(document.slice(from, to)), `${from} ${to}`).toBe(hex(whole.slice(from, to)));
  });

  test("a mode that does not exist is refused", () => {
    const document = open(encode({ hp: 5 }));
    const message = "The mode must be one of plain, exact, not exakt.";
    expect(() => document.get("hp", "exakt" as never)).toThrow(new TypeError(message));
    expect(() => document.node("hp")?.value("exakt" as never)).toThrow(new TypeError(message));
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

test("elements of packed arrays of ints are ints in exact mode", () => {
  const save = open(
    encode({
      bytes: new Uint8Array([7]),
      ints: new Int32Array([-1]),
      floats: new Float32Array([1]),
      list: [],
    }),
  );
  for (const path of ["bytes", "ints", "floats"])
    expect(save.get(`${path}[0]`)).toBe((save.get(path) as Float32Array)[0]);
  expect(save.get("bytes[0]", "exact")).toBe(7n);
  expect(save.node("ints[-1]")?.value("exact")).toBe(-1n);
  expect(save.get("floats[0]", "exact")).toBe(1);
  const changed = open(encode({ ints: new Int32Array([2]) }));
  const values = Array.from(diff(changed, open(encode({ ints: new Int32Array([3]) }))));
  expect(values).toMatchObject([{ path: "ints[0]", oldValue: 2n, newValue: 3n }]);
  save.move("ints[0]", "list[0]");
  expect(save.node("list[0]")?.type).toBe("int");
});
