// Messages that come again and again are read by generated functions, without C++. Every answer must be the one that C++ gives.
import { afterEach, describe, expect, test, vi } from "vitest";
import { settingsOf } from "../../../js/base/options.js";
import {
  Color,
  decode,
  encode,
  NodePath,
  type Options,
  PackedStringArray,
  PackedVector3Array,
  Rect2i,
  StringName,
  setCodeGeneration,
  Transform3D,
  tryDecode,
  Vector2,
  Vector2i,
  Vector3,
} from "../../../js/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { Random } from "../../random.js";
import { fromHex, hex, linesOf, origins } from "../fixtures.js";
import { learn, listed, move, outcomeOf } from "./learnt-messages.js";

type Bytes = Uint8Array<ArrayBuffer>;

afterEach(() => setCodeGeneration(true));

/** What the generated readers make of a message; undefined if they leave it to C++. */
const quickly = (bytes: Bytes, options?: Options) =>
  withCodec((codec) => codec.message(bytes, settingsOf(options)));

/** With a limit that a message might reach, C++ reads every message. */
const byCpp = (options?: Options): Options => ({ ...options, limits: { elements: 511, ...options?.limits } });

/** Expects the outcome that C++ has, with generated functions and without. */
function expectSame(bytes: Bytes, options?: Options): void {
  const outcome = outcomeOf(bytes, options);
  setCodeGeneration(false);
  const plainly = outcomeOf(bytes, options);
  setCodeGeneration(true);
  const wanted = outcomeOf(bytes, byCpp(options));
  expect(outcome, hex(bytes)).toStrictEqual(wanted);
  expect(plainly, hex(bytes)).toStrictEqual(wanted);
}

const ofAllEngines = (i: number) => ({
  kind: `kind ${"x".repeat(i % 40)}`,
  small: i - 50,
  large: 2 ** 40 + i,
  huge: 2n ** 60n - BigInt(i),
  half: i + 0.5,
  tenth: i / 10 + 0.01,
  yes: i % 2 === 0,
  nothing: null,
  words: ["\u00c4\u00e4", "日本語", "🐉 dragon"][i % 3],
  node: new NodePath(`/root/World/X${"x".repeat(i % 20)}`),
  raw: Uint8Array.from({ length: i % 9 }, (_, at) => at * 31),
  ids: Int32Array.from({ length: i % 5 }, (_, at) => at - 2),
  tags: new PackedStringArray(["", "a", "äö", "four", "日本"].slice(i % 5)),
  way: new PackedVector3Array(Float32Array.from({ length: (i % 4) * 3 }, (_, at) => at / 3)),
  list: [i, `${i}`, [new Vector3(i, 1, 2)], {}],
  inner: { tint: new Color(0.5, i, 0, 1), none: [] },
});
const ofGodot4 = (i: number) => ({
  ...ofAllEngines(i),
  name: new StringName(`name${i}`),
  area: [new Vector2i(i, -i), new Rect2i(new Vector2i(1, 2), new Vector2i(3, i))],
  place: new Transform3D(),
});
const chat = (i: number) => ["chat", i, `text ${i}`, i / 3];

describe("messages of one kind are read with other numbers and texts", () => {
  test.each<[string, (i: number) => unknown, Options]>([
    ["a move", move, {}],
    ["all types", ofGodot4, {}],
    ["all types of Godot 3", ofAllEngines, { dialect: "godot-3" }],
    ["an array", chat, {}],
    ["an array of a named dialect", chat, { dialect: "godot-4" }],
    ["all types, in exact mode", ofGodot4, { mode: "exact" }],
    ["all types of Godot 3, in exact mode", ofAllEngines, { dialect: "godot-3", mode: "exact" }],
    ["an array, in exact mode", chat, { mode: "exact" }],
    [
      "a move, with limits that it cannot reach",
      move,
      { limits: { elements: 512, memory: 1 << 20, depth: 33 } },
    ],
  ])("%s", (_, make, options) => {
    const bytes = (i: number) => encode(make(i), { dialect: options.dialect });
    learn(bytes(60), options);
    for (let i = 1; i < 200; i++) {
      expect(quickly(bytes(i), options), `${i}`).toBeDefined();
      expectSame(bytes(i), options);
    }
  });

  test("many kinds that name themselves first", () => {
    const make = (kind: number, i: number) => ({ type: `${kind}kind`, [`data${kind}`]: { [`a${kind}`]: i } });
    for (let kind = 0; kind < 30; kind++) learn(encode(make(kind, 1)));
    const kinds = Array.from({ length: 30 }, (_, kind) => encode(make(kind, 2)));
    for (const bytes of kinds) expectSame(bytes);
    expect(kinds.filter((bytes) => quickly(bytes) !== undefined).length).toBeGreaterThan(25);
  });

  test("several kinds that begin alike", () => {
    const kinds = [move, (i: number) => ({ t: "hp", hp: i }), (i: number) => ({ t: "hp", hp: `${i}` })];
    for (const make of kinds) learn(encode({ ...make(1), count: 5, more: 1 }));
    for (const make of kinds) expectSame(encode({ ...make(2), count: 5, more: 1 }));
  });
});

describe("a function is generated", () => {
  /** How many functions are generated while the messages are decoded. */
  function functionsFor(messages: readonly Bytes[]): number {
    let count = 0;
    const construct = (target: typeof Function, code: string[]) => {
      count++;
      return Reflect.construct(target, code);
    };
    vi.stubGlobal("Function", new Proxy(Function, { construct }));
    for (const message of messages) decode(message);
    vi.unstubAllGlobals();
    return count;
  }
  /** Numbers and texts: in 8192 messages, no two have the same types in the same order. */
  const unique = (i: number) =>
    encode([
      7,
      ...Array.from({ length: 20 }, (_, bit) => (((i * 7919) >> (bit % 13)) & 1 ? bit : `${bit}`)),
      i,
    ]);

  test("once for messages that come again and again", () => {
    const seldom = Array.from({ length: 100 }, (_, i) => encode({ once: i, more: [i] }));
    expect(functionsFor(seldom)).toBe(0);
    expect(functionsFor(Array.from({ length: 6000 }, (_, i) => encode({ twice: i, more: [i] })))).toBe(1);
  });

  test("for each of many kinds that begin alike, of the same count", () => {
    const random = new Random(5);
    const kind = (of: number, i: number) => ({
      type: `player_${of + 10}`,
      id: i,
      [`data${of}`]: i / 3,
      more: [],
    });
    const mixed = Array.from({ length: 80_000 }, (_, i) => encode(kind(random.below(30), i)));
    expect(functionsFor(mixed)).toBe(30);
    for (let of = 0; of < 30; of++) expectSame(encode(kind(of, -1)));
  });

  test("not for messages that never come again", () => {
    expect(functionsFor(Array.from({ length: 6000 }, (_, i) => unique(i)))).toBe(0);
  });
});

/** Expects the same outcome for a learnt message, with each of its bytes changed, cut anywhere, and with more bytes. */
function expectSameIfChanged(bytes: Bytes, options?: Options): void {
  for (let at = 0; at < bytes.length; at++) {
    for (const change of [1, 0x80, 0xff]) {
      const changed = bytes.slice();
      changed[at] = (changed[at] as number) ^ change;
      expectSame(changed, options);
    }
    expectSame(bytes.slice(0, at), options);
  }
  const longer = new Uint8Array(bytes.length + 4);
  longer.set(bytes);
  for (const [start, end] of [
    [0, bytes.length + 1],
    [0, bytes.length + 4],
  ] as const)
    expectSame(longer.slice(start, end), options);
}

describe("a message like a learnt one, but for", () => {
  test.each<[string, unknown]>([
    ["any byte of a move", move(7)],
    ["any byte of all types", ofGodot4(5)],
    ["any byte of an array", chat(3)],
    ["any byte of few bytes, which may be a packed array of Godot 2", { a: null, b: null, c: null }],
    ["any byte of fewer", [null, null]],
    ["any byte of texts", new PackedStringArray(["", "abc", "abcd", "日本語", "abcde"])],
  ])("%s", (_, value) => {
    const bytes = encode(value);
    for (const options of [{}, { mode: "exact" }] as const) {
      learn(bytes, options);
      expectSameIfChanged(bytes, options);
    }
  });

  test("texts that C++ checks", () => {
    const message = (text: string) => encode({ text, x: 1 });
    learn(message("abcdef"));
    for (const text of [
      "",
      "ä",
      "日本語",
      "\ufeffa",
      "\u007f",
      "\ufffd",
      `${"ä".repeat(20)}\ufffd`,
      "x".repeat(1900),
    ])
      expectSame(message(text));
    for (const size of [2, 6, 9, 24]) {
      const bytes = message("ä".repeat(size));
      learn(bytes);
      expectSameIfChanged(bytes);
    }
    for (const size of [1, 3, 4, 5, 15, 16, 17, 40]) {
      const bytes = message("x".repeat(size));
      for (let at = 0; at < bytes.length; at++) {
        const changed = bytes.slice();
        changed[at] = changed[at] === 0 ? 0x78 : 0; // a NUL inside, or padding that is not 0
        expectSame(changed);
      }
    }
  });

  test("numbers that are rare", () => {
    const make = (int: number | bigint, float: number, pos: Vector2) =>
      encode({ int, float: [float, 0.1], pos });
    learn(make(1, 0.1, new Vector2()));
    for (const int of [0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2n ** 53n, -(2n ** 63n)])
      expectSame(make(int, 0.1, new Vector2()));
    for (const float of [-0, 0.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 5e-324])
      expectSame(make(1, float, new Vector2(float, -float)));
  });
});

test.each([30, 31, 32, 33, 34, 35])("%d levels, of which 34 may be, one in 33 others", (levels) => {
  let value: unknown = [];
  for (let i = 1; i < levels; i++) value = i % 2 === 0 ? [value] : { inner: value };
  const bytes = encode(value);
  const options = { limits: { depth: 33 } };
  learn(bytes, options);
  expectSame(bytes, options);
  expect(tryDecode(bytes, options).ok).toBe(levels <= 34);
});

test("samples of all engines, and what becomes of them when a byte is changed", () => {
  for (const { folder, dialect } of origins) {
    const lines = ["values", "crafted"].flatMap((file) => linesOf(`${folder}/${file}.jsonl`));
    for (const [i, { bytes }] of lines.entries()) {
      const message = fromHex(bytes);
      if (message.length > 300) continue;
      for (const options of [{ dialect }, {}]) {
        // A function for each eighth message; one for each would take a minute.
        learn(message, options, i % 8 === 0 ? 600 : 50);
        expectSame(message, options);
        for (let at = 0; at < message.length; at += 5) {
          const changed = message.slice();
          changed[at] = (changed[at] as number) ^ 1;
          expectSame(changed, options);
        }
      }
    }
  }
});

describe("C++ reads", () => {
  test.each<[string, unknown, Options]>([
    ["Maps", move(1), { dictionaries: "map" }],
    ["frames", move(1), { framing: "store_var" }],
    ["values that may be too deep", move(1), { limits: { depth: 3 } }],
    ["values that may have too many elements", move(1), { limits: { elements: 511 } }],
    ["values that may take too much memory", move(1), { limits: { memory: 1 << 19 } }],
    ["keys that are numbers", { 1: 2, 3: 4 }, {}],
    ["StringNames as keys", new Map([[new StringName("abcdefgh"), 1]]), {}],
    ["packed arrays of 64 bits", { list: new Float64Array([0.1]) }, {}],
    ["packed arrays as views", { data: new Uint8Array(40) }, { views: true }],
    ["NodePaths with subnames", { node: new NodePath("a/b:c") }, {}],
    ["bytes that may be a packed color of Godot 2", ["x".repeat(8)], {}],
    ["values of 2 KB", { text: "x".repeat(2048) }, {}],
  ])("%s", (_, value, options) => {
    const bytes = encode(value, options.framing ? { framing: "store_var" } : {});
    learn(bytes, options);
    expect(quickly(bytes, options)).toBeUndefined();
    expectSame(bytes, options);
  });

  test("such bytes, too, when a longer message was learnt", () => {
    const [sample, doubtful] = [12, 8].map((size) => encode(["x".repeat(size)])) as [Bytes, Bytes];
    learn(sample);
    expect(quickly(sample)).toBeDefined();
    expect(quickly(doubtful)).toBeUndefined();
    expectSame(doubtful);
  });
});

describe("without a generated function, JavaScript reads", () => {
  test.each<[string, unknown]>([
    ["a message that has just come for the first time", { ever: 1, so: 2, new: 3 }],
    ["keys that are no names", { "a b": 1, "c d": 2, "": 3 }],
    ["names of Object.prototype", JSON.parse('{"__proto__":1,"constructor":{"toString":2}}')],
    ["all types", ofGodot4(5)],
    ["keys in another order", { now: { b: 1, a: 2, c: 3 }, later: { a: 1, b: 2 } }],
    [
      "ints as keys",
      new Map<number, unknown>([
        [1, { hp: 3 }],
        [-7, { hp: 4 }],
        [2 ** 31 - 1, new Map<number, unknown>([[0, "x"]])],
      ]),
    ],
    ["a hundred keys", Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]))],
    ["equal keys in several objects", [{ id: 1, in: { id: 2, in: { id: 3 } } }, { id: 4 }]],
  ])("%s", (_, value) => {
    const bytes = encode(value);
    setCodeGeneration(false);
    learn(bytes);
    expect(quickly(bytes)).toBeDefined();
    expectSame(bytes);
    expectSameIfChanged(bytes);
  });

  test.each<[string, unknown]>([
    ["keys that JavaScript moves to the front", { a: 1, 7: 2 }],
    [
      "ints between other keys",
      new Map<unknown, number>([
        [1, 2],
        ["a", 3],
        [4, 5],
      ]),
    ],
    [
      "ints of 64 bits as keys",
      new Map([
        [1, 2],
        [2 ** 40, 3],
      ]),
    ],
    ["more than 32 levels", JSON.parse(`${"[".repeat(34)}1${"]".repeat(34)}`)],
  ])("but not %s", (_, value) => {
    const bytes = encode(value);
    setCodeGeneration(false);
    learn(bytes);
    expect(quickly(bytes)).toBeUndefined();
    expectSame(bytes);
  });

  test("keys in orders that never came, after keys that did", () => {
    setCodeGeneration(false);
    const names = ["__proto__", "constructor", "toString", "", "ä", "long".repeat(17), "id", "in"];
    const orders = names.flatMap((first, i) =>
      names.map((_, j) => [first, ...names.slice(i + 1, i + j + 1)]),
    );
    let read = 0;
    for (let i = 0; i < 600; i++) {
      const order = [...(orders[(i * 37) % orders.length] as string[]), `key ${i % 150}`];
      const object = (value: unknown) =>
        Object.fromEntries([...new Set(order)].map((name) => [name, value] as const));
      const bytes = encode({ id: i, in: object([object(1), object(null)]) });
      const quick = quickly(bytes);
      if (quick !== undefined) {
        read++;
        expect(listed(quick)).toStrictEqual(listed(decode(bytes, byCpp())));
      }
      learn(bytes, {}, 1);
    }
    // Some messages are longer than 2 KB, and some sizes are those of values of other dialects.
    expect(read).toBeGreaterThan(300);
  });

  test("two equal keys never, because they have a warning", () => {
    const bytes = encode({ a: 1, b: { a: 2 }, c: 3 });
    learn(bytes, {}, 1);
    expectSameIfChanged(
      encode(
        new Map([
          [1, "a"],
          [2, "b"],
          [3, "c"],
        ]),
      ),
    );
    for (const name of "abc")
      for (let at = 0; at < bytes.length; at++) {
        const changed = bytes.slice();
        if (/[abc]/.test(String.fromCharCode(changed[at] as number))) changed[at] = name.charCodeAt(0);
        expectSame(changed);
      }
  });

  test.each([
    ["an ordinary object", 0],
    ["a hash table", 1000],
  ])("nor two that would be in %s, because they are rare", async (_, earlier) => {
    vi.resetModules();
    const fresh = await import("../../../js/index.js");
    const rare = (i: number) => fresh.encode({ first: 1, [`a${i}`]: 2, [`b${i}`]: 3 });
    for (let i = 0; i <= earlier; i++) fresh.decode(rare(i));
    const bytes = rare(12);
    bytes[bytes.lastIndexOf("b".charCodeAt(0))] = "a".charCodeAt(0);
    const result = fresh.tryDecode(bytes);
    expect(result).toMatchObject({ value: { first: 1, a12: 3 }, warnings: [{}] });
    expect(result).toStrictEqual(fresh.tryDecode(bytes, byCpp()));
  });
});
