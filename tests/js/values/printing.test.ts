// What consoles and JSON.stringify show of values.
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  Callable,
  Color,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  float,
  GodotObject,
  Image,
  InputEvent,
  NodePath,
  PackedStringArray,
  PackedVector2Array,
  Rect2,
  RID,
  Signal,
  StringName,
  toPlainJSON,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { componentClasses, packedClasses } from "../../../js/values/classes.gen.js";
import { exactOptions, fromHex, linesOf, origins, plainOptions } from "../fixtures.js";

describe("consoles", () => {
  test.each<[object & Variant, string]>([
    [new Vector2(1, -0.5), "Vector2(1, -0.5)"],
    [new Color(0.1, 0.2, 0.3), "Color(0.1, 0.2, 0.3, 1)"],
    [new Rect2(new Vector2(1, 2), new Vector2(3, 4)), "Rect2(1, 2, 3, 4)"],
    [float(1), "1.0"],
    [new Float(Number.NaN, 0x7ff8000000000001n), "nan"],
    [new StringName("idle"), '&"idle"'],
    [new NodePath("/root/a:b"), 'NodePath("/root/a:b")'],
    [new RID(13n), "RID(13)"],
    [new Signal("pressed", 42n), 'Signal("pressed", 42)'],
    [new Callable(), "Callable()"],
    [new EncodedObjectAsID(42n), "EncodedObjectAsID(42)"],
    [new Image(4, 0, 16, 16), "Image(4, 0, 16, 16)"],
    [new InputEvent(1, 0), "InputEvent(1, 0)"],
    [new PackedStringArray(["a", '"']), 'PackedStringArray(2) ["a", "\\""]'],
    [PackedVector2Array.from([new Vector2(1, 2)]), "PackedVector2Array(1) [Vector2(1, 2)]"],
    [new PackedVector2Array(), "PackedVector2Array(0) []"],
  ])("print %s", (value, text) => {
    expect(inspect(value)).toBe(text);
    expect(inspect({ inside: [value] })).toBe(`{ inside: [ ${text} ] }`);
  });

  test("print all classes of vectors and packed arrays", () => {
    for (const [name, { fromArray }] of Object.entries(componentClasses)) {
      const value = fromArray(new Float64Array(16), 0, false);
      expect(inspect(value)).toBe(String(value));
      expect(String(value)).toMatch(new RegExp(`^${name}\\(0, `));
    }
    for (const [name, owner] of Object.entries(packedClasses))
      expect(inspect(new (owner as new () => object)())).toBe(`${name}(0) []`);
  });

  test("print the first elements of a long packed array", () => {
    const text = inspect(new PackedVector2Array(new Float32Array(2_000_000)));
    expect(text).toMatch(/^PackedVector2Array\(1000000\) \[(Vector2\(0, 0\), ){6}… 999994 more\]$/);
  });

  test("print the entries of Dictionaries, also of those that nobody has read", () => {
    const made = new Dictionary([["a", new Vector2(1, 2)]]);
    const read = decode(encode(made), { mode: "exact" }) as Dictionary;
    const text = "Dictionary(1) [Map] { 'a' => Vector2(1, 2) }";
    expect(inspect(made)).toBe(text);
    expect(inspect(read)).toBe(text);
  });

  test("no value moves the cursor of a terminal, and a broken one does not throw", () => {
    expect(inspect(new StringName("\u001b[2J\u009b"))).toBe('&"\\u001b[2J\\u009b"');
    expect(inspect(Object.create(NodePath.prototype))).toBe("NodePath {}");
  });
});

const stringified = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Plain JSON in what JavaScript's JSON can hold: large ints as strings, no infinity, no −0. */
function inJavaScript(json: string): unknown {
  const number = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;
  return JSON.parse(
    json.replace(number, (token) => {
      if (token.startsWith('"')) return token;
      if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))) return `"${token}"`;
      if (Number(token) === 0) return "0";
      return Number.isFinite(Number(token)) ? token : "null";
    }),
  );
}

/** The same with names that JSON.stringify printed, where a key is a container. */
function withShortNames(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(withShortNames);
  return Object.fromEntries(
    Object.entries(json).map(([name, part]) => [shortName(name), withShortNames(part)]),
  );
}

function shortName(name: string): string {
  if (!/^[[{]/.test(name)) return name;
  try {
    return JSON.stringify(withShortNames(inJavaScript(name)));
  } catch {
    return name;
  }
}

describe("JSON.stringify", () => {
  test("writes each class in the form of toPlainJSON", () => {
    const big = 2n ** 60n;
    const value = new Dictionary([
      ["vector", new Vector2(Math.fround(0.1), Number.NaN)],
      ["rect", new Rect2(new Vector2(1, 2), new Vector2(3, 4))],
      ["bytes", Uint8Array.of(1, 2, 255)],
      ["floats", Float32Array.of(0.1, Infinity)],
      ["ints", BigInt64Array.of(1n, big)],
      ["points", PackedVector2Array.from([new Vector2(1, 2)])],
      ["texts", new PackedStringArray(["a"])],
      ["list", [1n, big, { nested: -big }, new Map([[new Vector2i(1, 2), 5]]) as unknown as Variant]],
      ["typed", new VariantArray([float(2), new StringName("x"), new NodePath("a:b")])],
      ["handles", [new RID(1n), new Signal("s", big), new EncodedObjectAsID(7n), new Callable()]],
      ["object", new GodotObject("Node", [["x", 1n]])],
      ["image", new Image(1, 0, 1, 1, Uint8Array.of(9))],
      [1, "one"],
    ]);
    expect(stringified(value)).toEqual({
      vector: { x: 0.1, y: null },
      rect: { position: { x: 1, y: 2 }, size: { x: 3, y: 4 } },
      bytes: "AQL/",
      floats: [0.1, null],
      ints: [1, "1152921504606846976"],
      points: [{ x: 1, y: 2 }],
      texts: ["a"],
      list: [1, "1152921504606846976", { nested: "-1152921504606846976" }, { "Vector2i(1, 2)": 5 }],
      typed: [2, "x", "a:b"],
      handles: [{ id: 1 }, { name: "s", objectId: "1152921504606846976" }, { objectId: 7 }, null],
      object: { className: "Node", properties: { x: 1 } },
      image: { format: 1, mipmaps: 0, width: 1, height: 1, data: "CQ==" },
      1: "one",
    });
    expect(stringified(value)).toEqual(inJavaScript(toPlainJSON(value)));
    for (const part of value.values())
      if (!ArrayBuffer.isView(part) && !(Array.isArray(part) && !(part instanceof VariantArray)))
        expect(stringified(part)).toEqual(inJavaScript(toPlainJSON(part)));
  });

  test.each(origins.filter(({ origin }) => origin === "engine"))(
    "agrees with toPlainJSON on the values of $folder",
    ({ folder, dialect }) => {
      let count = 0;
      for (const line of linesOf(`${folder}/values.jsonl`)) {
        if (line.deep) continue;
        for (const options of [exactOptions(line, dialect), plainOptions(line, dialect)]) {
          const { mode } = options;
          const value = decode(fromHex(line.bytes), options);
          const root = decode(encode(new Dictionary([["value", value]]), options), options);
          const wrapped = root instanceof Dictionary ? root : new Dictionary([["value", value]]);
          const expected = inJavaScript(toPlainJSON(wrapped, { mode }));
          expect(stringified(wrapped), line.name).toEqual(withShortNames(expected));
          count++;
        }
      }
      expect(count).toBeGreaterThan(100);
    },
  );

  test("keys like __proto__ stay keys", () => {
    expect(JSON.stringify(new Dictionary([["__proto__", 1]]))).toBe('{"__proto__":1}');
  });
});
