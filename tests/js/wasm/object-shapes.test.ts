// Dictionaries with the same keys are recognized and built by a generated function. The values must be the same as
// without it.
import { afterEach, describe, expect, test, vi } from "vitest";
import { settingsOf } from "../../../js/base/options.js";
import { KeyNode, KeyTree } from "../../../js/codec/encode/key-tree.js";
import {
  Color,
  Dictionary,
  decode,
  encode,
  Float,
  NodePath,
  RID,
  StringName,
  setCodeGeneration,
  tryDecode,
  type Variant,
  Vector2,
  Vector3i,
} from "../../../js/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";

type Table = { [key: string]: Variant };

// In three rounds more than the 128 after which a function is generated.
const many = 60;
const rows = (row: (i: number) => Table): Table[] => Array.from({ length: many }, (_, i) => row(i));
const again = (value: Variant): Variant => decode(encode(value));

/** Defines own properties, even with names such as __proto__. */
function own(entries: [string, Variant][]): Table {
  const table: Table = {};
  for (const [key, value] of entries)
    Object.defineProperty(table, key, { value, writable: true, enumerable: true, configurable: true });
  return table;
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const words = Buffer.alloc(8 + Math.ceil(bytes.length / 4) * 4);
  words.writeUInt32LE(4, 0);
  words.writeUInt32LE(bytes.length, 4);
  bytes.copy(words, 8);
  return words;
};
const int = (value: number): Buffer => Buffer.from(Int32Array.of(2, value).buffer);
const dictionary = (count: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(Int32Array.of(27, count).buffer), ...parts]);
const array = (elements: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(Int32Array.of(28, elements.length).buffer), ...elements]);

afterEach(() => {
  setCodeGeneration(true);
  vi.unstubAllGlobals();
});

describe.each([true, false])("with code generation %s", (allowed) => {
  const cases: Record<string, Table[]> = {
    "the same keys": rows((i) => ({ id: i, name: `n${i}`, nested: { hp: i, mp: i / 4 } })),
    "floats of both sizes, on even and odd words": rows((i) => ({
      first: i % 2 ? 0.5 : null,
      wide: i / 10 + 0.01,
      changing: i % 3 ? i / 10 + 0.01 : 0.25,
      list: Array.from({ length: i % 9 }, (_, k) => (k % 4 ? k / 10 + 0.01 : 0.25)),
      last: i / 10 + 0.02,
    })),
    "the same keys in another order": rows((i) => (i % 2 ? { a: i, b: 1 } : { b: 1, a: i })),
    "keys that begin alike": rows((i) => (i % 3 ? { a: 1, b: 2 } : { a: 1, b: 2, c: i })),
    "names that mean something to JavaScript": rows((i) =>
      own([
        ["__proto__", i],
        ["constructor", "x"],
        ["toString", null],
      ]),
    ),
    "keys that are no identifiers": rows((i) => ({ "a-b": i, "": 1, 'q"uote\\': 2, 日本: 3, "\n": 4 })),
    "long keys": rows((i) => ({ ["k".repeat(64)]: i, ["k".repeat(65)]: i })),
    "many keys": rows((i) => Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`key${k}`, i + k]))),
    "keys that never come twice": rows((i) => ({ [`first${i}`]: 1, [`second${i}`]: 2 })),
  };

  test.each(Object.entries(cases))("%s", (_, value) => {
    setCodeGeneration(allowed);
    for (let round = 0; round < 3; round++) {
      const decoded = again(value) as Table[];
      expect(decoded).toEqual(value);
      expect(decoded.map((row) => Object.keys(row))).toEqual(value.map((row) => Object.keys(row)));
      expect(decoded.every((row) => Object.getPrototypeOf(row) === Object.prototype)).toBe(true);
    }
  });

  test("a key that looks like an index makes a Dictionary, in the order of the bytes", () => {
    setCodeGeneration(allowed);
    const bytes = array(rows(() => ({})).map((_, i) => dictionary(2, text("b"), int(i), text("7"), int(1))));
    for (const row of decode(bytes) as Dictionary[]) expect([...row.keys()]).toEqual(["b", "7"]);
    const objects = decode(bytes, { dictionaries: "object" }) as Table[];
    expect(objects[59]).toEqual({ b: 59, 7: 1 });
    expect((decode(bytes, { dictionaries: "map" }) as Dictionary[])[59]?.get("b")).toBe(59);
  });

  test("a duplicate key keeps its last value at the first place", () => {
    setCodeGeneration(allowed);
    const twice = dictionary(3, text("a"), int(1), text("b"), int(2), text("a"), int(3));
    for (const row of decode(array(Array(many).fill(twice))) as Table[]) {
      expect(Object.entries(row)).toEqual([
        ["a", 3],
        ["b", 2],
      ]);
    }
  });
});

test.each(["plain", "exact"] as const)(
  "in %s mode, a generated function reads values of other types than it has met",
  (mode) => {
    const values = [
      ...[1, -1, 2 ** 40, 0.5, 0.1, -0, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 60n],
      new Float(Number.NaN, 0x7ff8000000000001n),
      ...["x", "", "é", new StringName("name"), null, true, false, [], [1, 0.1], {}, { a: 1 }],
      new Vector2(1, 2),
      new Vector2(Number.NaN, 0.5),
      new Vector3i(1, 2, 3),
      new Color(1, 0.5, 0.25),
      new NodePath("/a/b:c"),
      new RID(5n),
      new Uint8Array([1, 2, 3]),
    ];
    for (const [i, first] of values.entries()) {
      const row = (value: unknown) => ({ [`sample${i}`]: value, after: "text" });
      decode(encode(new Array(200).fill(row(first))), { mode });
      const bytes = encode(values.map(row));
      const decoded = decode(bytes, { mode });
      setCodeGeneration(false);
      expect(decoded).toEqual(decode(bytes, { mode }));
      setCodeGeneration(true);
    }
  },
);

test("generated functions of both modes share a list of keys, and declared types stay", () => {
  const list = Array.from({ length: 200 }, (_, i) => ({
    "shared key": i,
    float: 0.5,
    name: new StringName("n"),
  }));
  const bytes = encode(list);
  const typed = new Dictionary(Object.entries({ "shared key": 1n, float: 0.5 }), {
    keyType: { kind: "builtin", type: "String" },
  });
  for (let round = 0; round < 2; round++) {
    expect(decode(bytes)).toEqual(list.map((row) => ({ ...row, name: "n" })));
    const exact = decode(bytes, { mode: "exact" }) as Dictionary[];
    expect([...(exact[150] as Dictionary)]).toEqual(Object.entries({ ...list[150], "shared key": 150n }));
    expect(encode(exact)).toEqual(bytes);
    const back = decode(encode(typed), { mode: "exact" }) as Dictionary;
    expect([back.keyType, back.valueType, ...back]).toEqual([typed.keyType, undefined, ...typed]);
  }
});

test("without code generation Function is never used", () => {
  setCodeGeneration(false);
  const value = rows((i) => ({ only: i, here: 1 }));
  const bytes = encode(value);
  vi.stubGlobal("Function", () => expect.fail("Function was called"));
  for (let round = 0; round < 3; round++) expect(decode(bytes)).toEqual(value);
  for (let round = 0; round < 3; round++)
    expect((decode(bytes, { mode: "exact" }) as Dictionary[])[1]?.get("only")).toBe(1n);
});

test("decoding works when Function is forbidden", () => {
  const value = rows((i) => ({ forbidden: i, there: 1 }));
  const bytes = encode(value);
  vi.stubGlobal("Function", () => {
    throw new EvalError("unsafe-eval is not allowed");
  });
  expect(decode(bytes)).toEqual(value);
});

test("a key with ignored header bits causes a warning each time", () => {
  const flagged = text("f");
  flagged.writeUInt32LE(0x00020004, 0);
  const bytes = array([
    dictionary(1, flagged, int(1)),
    dictionary(1, flagged, int(2)),
    dictionary(1, text("f"), int(3)),
  ]);
  for (let round = 0; round < 2; round++) {
    const result = tryDecode(bytes);
    expect(result.ok && result.warnings.map(({ code, path }) => [code, path])).toEqual([
      ["unknown-flags", "[0]"],
      ["unknown-flags", "[1]"],
    ]);
  }
});

test("more keys and lists of keys than the key tree holds", () => {
  const table = (i: number) => ({ [`k${i}`]: i, [`l${i % 7}`]: { [`m${i % 100}`]: `k${i}` } });
  for (let round = 0; round < 3; round++) {
    const value = Array.from({ length: 12_000 }, (_, i) => table(i + round * 1000));
    expect(again(value)).toEqual(value);
  }
});

/** Objects whose keys come only once. */
const withIds = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ [`id${i}`]: i, [`next${i}`]: { [`inner${i}`]: null } }));

test("lists of keys are recognized after any number of keys that come once", () => {
  const bytes = encode(Array.from({ length: 4 }, (_, i) => ({ name: "x", level: i, worn: { head: 1 } })));
  for (let round = 0; round < 4; round++) expect(again(withIds(3000))).toEqual(withIds(3000));
  decode(bytes);
  const isKnown = withCodec((codec) => {
    codec.decode(bytes, settingsOf({}));
    const { i32, wordsAt } = codec.tape(bytes);
    return (i32[wordsAt + 4] as number) > 0; // the node of the first Dictionary
  });
  expect(isKnown).toBe(true);
});

test("the codec writes objects by lists of keys after any number of keys that come once", () => {
  const tree = new KeyTree();
  for (let round = 0; round < 4; round++) for (const object of withIds(3000)) tree.find(object);
  const nodes = Array.from({ length: 3 }, () => tree.find({ name: "x", level: 1 }));
  expect(nodes[2]).toBeInstanceOf(KeyNode);
  expect((nodes[2] as KeyNode).path().map(({ key }) => key)).toEqual(["name", "level"]);
});

test("texts of several pools, short and long, ASCII and not, repeated and not", () => {
  const texts = Array.from(
    { length: 20_000 },
    (_, i) => ["x", "é", "日本", "😀", "a".repeat(i % 300)][i % 5] + String(i % 9000),
  );
  expect(again(texts)).toEqual(texts);
  expect(again([...texts, ...texts].reverse())).toEqual([...texts, ...texts].reverse());
});
