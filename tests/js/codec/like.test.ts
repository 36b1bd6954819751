// What `like` may be: bytes, with their own dialect and framing, the result of `load`, values of `exact` mode.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  float,
  fromPlainJSON,
  GodotObject,
  load,
  parseText,
  StringName,
  save,
  toText,
  type Variant,
  VariantArray,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;
const int = { kind: "builtin", type: "int" } as const;

describe("like has its own dialect and framing", () => {
  const old = [1, new StringName("x")];

  test("another dialect", () => {
    const like = { bytes: encode([1, 2n], { ...exact, dialect: "godot-3" }), dialect: "godot-3" } as const;
    expect(decode(encode([5, 6], { like }), exact)).toStrictEqual(new VariantArray([5, 6n]));
  });

  test("another framing, both ways", () => {
    const bare = encode(old, exact);
    const framed = encode(old, { ...exact, framing: "store_var" });
    const plain = decode(bare);
    expect(hex(encode(plain, { like: { bytes: framed, framing: "store_var" } }))).toBe(hex(bare));
    expect(hex(encode(plain, { like: { bytes: bare, framing: "none" }, framing: "store_var" }))).toBe(
      hex(framed),
    );
    expect(hex(encode(plain, { like: framed, framing: "store_var" }))).toBe(hex(framed));
  });

  test("accepts ArrayBuffer and Buffer", () => {
    const like = encode(1.5);
    for (const source of [like.buffer, Buffer.from(like), new DataView(like.buffer)]) {
      expect(encode(2, { like: source })).toEqual(encode(float(2)));
    }
  });

  test("invalid bytes throw their own error", () => {
    expect(errorOf(() => encode(1, { like: new Uint8Array(3) })).code).toBe("unexpected-end");
    expect(() => encode(1, { like: 5 as never })).toThrow(TypeError);
    expect(() => encode(1, { like: { bytes: "x" } as never })).toThrow(TypeError);
  });

  test("a container of plain mode, which has no types to keep, is refused", () => {
    const bytes = encode({ hp: float(5), list: [float(1)] });
    for (const value of [decode(bytes), decode(encode([float(1)])), new Map([["hp", float(5)]])] as never[]) {
      expect(() => encode({ hp: 6 }, { like: { value } })).toThrow("exact mode");
      expect(() => fromPlainJSON('{"hp": 6}', { like: { value } })).toThrow("exact mode");
    }
    expect(encode({ hp: 6, list: [2] }, { like: { value: decode(bytes, exact) } })).toEqual(
      encode({ hp: float(6), list: [float(2)] }),
    );
  });
});

describe("null in place of a null Object stays one", () => {
  const old = new VariantArray([new GodotObject(""), 1n, new Dictionary([["a", new GodotObject("")]])]);
  const like = encode(old, { ...exact, fullObjects: true });

  test("as the text of the value has it", async () => {
    const text = toText(old, exact);
    expect(text).toBe('[null, 1, {\n"a": null\n}]');
    expect(hex(encode(parseText(text, exact), { ...exact, like, fullObjects: true }))).toBe(hex(like));
    expect(hex(await save([parseText(text)], await load(like)))).toBe(hex(like));
  });

  test("in an Array of another length", () => {
    const values = [null, { a: null }];
    expect(
      decode(encode(values, { like, fullObjects: true }), { ...exact, allowObjects: true }),
    ).toStrictEqual(new VariantArray([new GodotObject(""), new Dictionary([["a", new GodotObject("")]])]));
  });

  test("only where encode may write Objects", () => {
    expect(hex(encode([null, 1, { a: null }], { like }))).toBe(hex(encode([null, 1, { a: null }])));
  });
});

describe("keys that state whether they are ints or floats stay so", () => {
  const written = (text: string, old: string, mode: "exact" | "plain") => {
    const given = encode(parseText(text, exact), exact);
    const like = encode(parseText(old, exact), exact);
    const options = { mode, like } as const;
    return toText(decode(encode(decode(given, { mode }), options), exact), exact).replace(/\n/g, "");
  };

  test.each([
    ["{1.0: 2}", "{1: 2}"],
    ["{1: 2}", "{1.0: 2}"],
    ["{[1.0]: 2}", "{[1]: 2}"],
    ["{[1]: 2}", "{[1.0]: 2}"],
    ["{{1: 2.0}: 2}", "{{1: 2}: 2}"],
    ["{{1.0: 2}: 2}", "{{1: 2}: 2}"],
    ['{[&"a"]: 2}', '{["a"]: 2}'],
  ])("in exact mode %s, where %s was", (text, old) => {
    expect(written(text, old, "exact")).toBe(text);
  });

  test.each([
    ["{[1]: 2,[1.0]: 3}", "{[1]: 2}"],
    ["{[1]: 2,[1.0]: 3}", "{[1.0]: 2}"],
    ["{{1: 2.0}: 2,{1: 2}: 3}", "{{1: 2}: 2}"],
    ["{1: 2,1.0: 3}", "{1.0: 2}"],
    ['{[&"a"]: 2,["a"]: 3}', '{["a"]: 2}'],
  ])("both of %s, where %s was", (text, old) => {
    for (const mode of ["exact", "plain"] as const) expect(written(text, old, mode)).toBe(text);
  });

  test("in plain mode, a number may mean either", () => {
    for (const old of ["{1.0: 2}", "{1: 2}", "{[1.0]: 2}", "{[1]: 2}"])
      for (const text of [old.replace("1.0", "1"), old])
        expect([text, written(text, old, "plain")]).toEqual([text, old]);
  });
});

test("in exact mode, like keeps container types and widths", () => {
  const like = encode(new VariantArray([1n], int), exact);
  expect(encode([2n], { ...exact, like })).toEqual(encode(new VariantArray([2n], int), exact));
});

test("accepts the result of load", async () => {
  const file = encode({ hp: 1.5, on: true }, { dialect: "godot-3", framing: "store_var" });
  const loaded = await load(file);
  const [value] = loaded.values as [{ hp: number }];
  value.hp = 2;
  const { dialect, framing } = loaded;
  const bytes = encode(value, { like: loaded, dialect, framing: framing as "store_var" });
  expect(decode(bytes, { ...exact, dialect, framing: framing as "store_var" })).toEqual(
    new Dictionary([
      ["hp", 2],
      ["on", true],
    ]),
  );
});

test.each([[null], [5], ["text"], [{}], [[1]]])("like rejects %j", (like) => {
  expect(() => encode(1, { like: like as never })).toThrow(/The bytes must be/);
});

test("getters and onWarning may look up keys in an Array that they use again and again", () => {
  const grid = new Dictionary([
    [[0, 0], "origin"],
    [[1, 2], "rock"],
  ]);
  const cell = [0, 0];
  const at = (x: number, y: number) => {
    cell[0] = x;
    cell[1] = y;
    return grid.get(cell);
  };
  const found: unknown[] = [];
  const look = () => found.push(at(0, 0), at(1, 2), at(2, 1));
  const value = {
    get hp() {
      look();
      encode(new Map([["a", 1]]), { like: encode(new Map([["a", 1.5]])) });
      look();
      return "much";
    },
  };
  encode(value, { like: encode({ hp: 1 }), onWarning: look });
  expect(found).toEqual([1, 2, 3].flatMap(() => ["origin", "rock", undefined]));
});

test.each<[mode: "plain" | "exact", old: Variant]>([
  ["plain", 1n],
  ["plain", 1],
  ["exact", 1n],
  ["exact", 1],
])("in %s mode, an int and a float of the same number stay two keys beside the old %s", (mode, old) => {
  const both = new Dictionary([
    [1n, "int"],
    [1, "float"],
  ]);
  const bytes = encode(both, exact);
  const like = encode(new Dictionary([[old, "old"]]), exact);
  expect(encode(decode(bytes, { mode }), { mode, like })).toEqual(bytes);
});
