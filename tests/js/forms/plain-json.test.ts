// Plain JSON, and the way back with the types of an earlier value.
import { describe, expect, test } from "vitest";
import {
  Color,
  Dictionary,
  decode,
  encode,
  Float,
  float,
  fromPlainJSON,
  GodotObject,
  NodePath,
  PackedColorArray,
  PackedStringArray,
  PackedVector2Array,
  Rect2,
  Signal,
  StringName,
  toPlainJSON,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  type Warning,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";
import { exactOptions, fromHex, hex, linesOf } from "../fixtures.js";

const exact = { mode: "exact" } as const;
const packed = (...numbers: number[]) => new PackedVector2Array(Float32Array.from(numbers));

test("names, texts and numbers", () => {
  const value = {
    n: new StringName("x"),
    p: new NodePath("a:b"),
    v: new Vector2(0.1, Number.NaN),
    r: new Rect2(new Vector2(1, 2), new Vector2(3, 4)),
    b: Uint8Array.of(1, 2, 255),
    f: Float32Array.of(0.1, Infinity),
    i: BigInt64Array.of(1n, 2n ** 60n),
    m: new Map<Variant, Variant>([
      [new Vector2i(1, 2), 1],
      [5, null],
    ]),
    packed: new PackedVector2Array(Float32Array.of(1, 2)),
    object: new GodotObject("Node", [["x", 1]]),
  };
  expect(toPlainJSON(value, { indent: 1 }).split(/\n +|\n/)).toEqual([
    "{",
    '"n": "x",',
    '"p": "a:b",',
    '"v": {"x": 0.1, "y": null},',
    '"r": {"position": {"x": 1.0, "y": 2.0}, "size": {"x": 3.0, "y": 4.0}},',
    '"b": "AQL/",',
    '"f": [0.1, 1e99999],',
    '"i": [1, 1152921504606846976],',
    '"m": {',
    '"Vector2i(1, 2)": 1,',
    '"5": null',
    "},",
    '"packed": [{"x": 1.0, "y": 2.0}],',
    '"object": {"className": "Node", "properties": {',
    '"x": 1',
    "}}",
    "}",
  ]);
  expect(toPlainJSON(value.r)).toBe('{"position": {"x": 1.0, "y": 2.0}, "size": {"x": 3.0, "y": 4.0}}');
});

test("integers are ints in plain mode and floats in exact mode", () => {
  const value = [5, -0, 2n ** 60n, float(3), 1.5];
  expect(toPlainJSON(value)).toBe("[5, -0.0, 1152921504606846976, 3.0, 1.5]");
  expect(toPlainJSON(value, exact)).toBe("[5.0, -0.0, 1152921504606846976, 3.0, 1.5]");
  expect(fromPlainJSON("[5.0, 5, 1152921504606846976, -0.0]", exact)).toEqual([
    float(5),
    5n,
    2n ** 60n,
    float(-0),
  ]);
});

test("a container as a key is named by its JSON", () => {
  const key = [1n, new Dictionary([["a", float(2)]])];
  expect(toPlainJSON(new Map([[key, new Map([[Int32Array.of(1, 2), null]])]]))).toBe(
    '{"[1, {\\"a\\": 2.0}]": {"[1, 2]": null}}',
  );
});

test("invalid JSON throws an error with its position", () => {
  const error = errorOf(() => fromPlainJSON('{"a": 1,\n "b"}'));
  expect([error.code, error.offset, error.hint]).toEqual([
    "bad-text",
    13,
    "Expected : after the name. Line 2, column 5.",
  ]);
  expect(() => fromPlainJSON({} as string)).toThrow(TypeError);
});

test("a cyclic value is refused with its path, as by the other forms", () => {
  const value: unknown[] = [];
  value.push(value);
  const save = { players: [1, { self: null as unknown }] };
  save.players[1] = { self: save };
  const refused = (given: unknown, indent?: number) => {
    const { code, path } = errorOf(() => toPlainJSON(given, { indent }));
    return [code, path];
  };
  expect(refused(value)).toEqual(["cyclic-value", "[0]"]);
  expect(refused(save)).toEqual(["cyclic-value", "players[1].self"]);
  expect(refused(save, 2)).toEqual(["cyclic-value", "players[1].self"]);
  expect(refused(new Map([[value, 1]]))).toEqual(["cyclic-value", ""]);
});

describe("with like", () => {
  test("restores the types of the earlier value", () => {
    const value = new Dictionary([
      ["f", 1],
      ["n", new StringName("x")],
      [new StringName("key"), new NodePath("a:b")],
      [new Vector2i(1, 2), new Color(1, 0, 0)],
      ["bytes", Uint8Array.of(1, 2)],
      ["packed", new PackedVector2Array(Float32Array.of(1, 2))],
      ["list", [1n, 2.5, Int32Array.of(7)]],
    ]);
    const bytes = encode(value, exact);
    const again = fromPlainJSON(toPlainJSON(value, exact), { ...exact, like: bytes });
    expect(hex(encode(again, exact))).toBe(hex(bytes));
    const edited = '{ "f": 2, "other": [1] }';
    const plain = decode(
      encode(fromPlainJSON(edited, { ...exact, like: bytes }), exact),
      exact,
    ) as Dictionary;
    expect([plain.get("f"), plain.get("other")]).toEqual([2, [1n]]);
    expect(fromPlainJSON(edited, { like: bytes })).toEqual({ f: 2, other: [1] });
  });

  test.each<[Variant, string, Variant]>([
    [packed(1, 2), '[{"x": 1.0, "y": 5}]', packed(1, 5)],
    [packed(1, 2), '[{"x": 1, "y": 2}, {"x": 3, "y": 4}]', packed(1, 2, 3, 4)],
    [packed(), '[{"x": 1, "y": 2}]', packed(1, 2)],
    [packed(1, 2), "[]", packed()],
    [
      new PackedColorArray(),
      '[{"r": 1, "g": 0.5, "b": 0, "a": 1}]',
      new PackedColorArray(Float32Array.of(1, 0.5, 0, 1)),
    ],
    [
      new PackedVector2Array(Float64Array.of(0.1, 2)),
      '[{"x": 0.1, "y": 3}]',
      new PackedVector2Array(Float64Array.of(0.1, 3)),
    ],
    [new PackedStringArray(), '["a"]', new PackedStringArray(["a"])],
    [new Int32Array(), "[1]", Int32Array.of(1)],
    [new BigInt64Array(), "[1]", BigInt64Array.of(1n)],
    [Float32Array.of(1), "[1, 2, null]", Float32Array.of(1, 2, Number.NaN)],
    [
      new VariantArray([], { kind: "builtin", type: "Vector2i" }),
      '[{"x": 1, "y": 2}]',
      new VariantArray([new Vector2i(1, 2)], { kind: "builtin", type: "Vector2i" }),
    ],
    [new Signal("a", 1n), '{"name": "b", "objectId": 1}', new Signal("b", 1n)],
    [
      new Rect2(new Vector2(0.1, 2), new Vector2(3, 4)),
      '{"position": {"x": 0.1, "y": 2}, "size": {"x": 3, "y": 5}}',
      new Rect2(new Vector2(0.1, 2), new Vector2(3, 5)),
    ],
  ])("a changed value keeps the type of %s", (old, text, expected) => {
    const again = fromPlainJSON(text, { ...exact, like: { value: old } });
    expect(hex(encode(again, exact))).toBe(hex(encode(expected, exact)));
  });

  test("undoes changes by other programs to numbers and to the order of names", () => {
    const value = new Dictionary([
      ["b", -0],
      ["10", new Float(Number.NaN, 0x7ff8000000000001n)],
      [2n, 1],
      ["a", new Vector2(1, -0)],
      ["inf", Infinity],
      ["seed", -8446744073709551615n],
      ["ids", BigInt64Array.of(2n ** 60n + 1n)],
    ] as [Variant, Variant][]);
    const through = JSON.stringify(JSON.parse(toPlainJSON(value, exact)));
    const again = fromPlainJSON(through, { ...exact, like: { value } });
    expect(hex(encode(again, exact))).toBe(hex(encode(value, exact)));
  });

  test.each<[Variant, string, string, string]>([
    [{ at: new Vector2(1, 2) }, '{"at": {"x": 1}}', "at", "Vector2"],
    [{ at: new Vector2(1, 2) }, '{"at": {"x": 1, "z": 1}}', "at", "Vector2"],
    [[new Vector2i(1, 2)], '[{"x": 1, "y": 1.5}]', "[0]", "Vector2i"],
    [[Int32Array.of(1)], "[[1.5]]", "[0]", "PackedInt32Array"],
    [[packed(1, 2)], '[[{"x": 1, "y": 2}, 5]]', "[0]", "PackedVector2Array"],
    [[Uint8Array.of(1)], '["AQ"]', "[0]", "PackedByteArray"],
    [[new GodotObject("Node")], "[{}]", "[0]", "GodotObject"],
  ])("%o does not become %s", (value, text, path, type) => {
    const error = errorOf(() => fromPlainJSON(text, { like: encode(value, { fullObjects: true }) }));
    expect([error.code, error.path, error.hint]).toEqual([
      "unsupported-value",
      path,
      `This cannot become the ${type} that was there.`,
    ]);
  });

  test.each<[string, Variant[], Variant[]]>([
    ['["str"]', [new NodePath("a"), "str"], ["str"]],
    ['["x", "a", "str"]', [new NodePath("a"), "str"], ["x", new NodePath("a"), "str"]],
    ['["text", 5]', [new Uint8Array(3), "text", 5n], ["text", 5n]],
    ['[{"x": 1.0, "y": 2.0}]', [new Dictionary([["q", 1n]]), new Vector2(1, 2)], [new Vector2(1, 2)]],
    ['[{"x": 1, "y": 2}]', [new Vector2(5, 6), new Vector2(1, 2)], [new Vector2(1, 2)]],
    [
      '[{"n": 2}]',
      [new Dictionary([["n", 1.5]]), new Dictionary([["n", 2n]])],
      [new Dictionary([["n", 2n]])],
    ],
    ["[0, 1.5, 7]", [1.5, 7n], [0n, 1.5, 7n]],
    ["[[8], [1], [2]]", [new Int32Array([1]), [2n]], [[8n], new Int32Array([1]), [2n]]],
  ])("elements of %s keep their types in an Array with more or fewer of them", (json, old, expected) => {
    const like = encode(old, exact);
    const written = (value: Variant) => hex(encode(value, { ...exact, dialect: "godot-4" }));
    expect(written(fromPlainJSON(json, { ...exact, like }))).toBe(written(expected));
    expect(written(fromPlainJSON(`{"in": ${json}}`, { ...exact, like: encode({ in: old }, exact) }))).toBe(
      written(new Dictionary([["in", expected]])),
    );
  });

  /** Values of which null stands for a part, and what that part becomes; undefined where it is refused at `a`. */
  test.each<[Variant, string, Variant | undefined]>([
    [1.5, "null", undefined],
    [1, "null", undefined],
    [-0, "null", undefined],
    [Number.NaN, "null", Number.NaN],
    [-Infinity, "null", -Infinity],
    [new VariantArray([0.5, 2.5]), "[0.5, null]", undefined],
    [new VariantArray([0.5], { kind: "builtin", type: "float" }), "[0.5, null]", undefined],
    [new Vector2(1, 2), '{"x": 1, "y": null}', new Vector2(1, Number.NaN)],
    [new Vector2(1, Infinity), '{"x": 3, "y": null}', new Vector2(3, Infinity)],
    [Float64Array.of(1, 2), "[1, null, null]", Float64Array.of(1, Number.NaN, Number.NaN)],
    [5n, "null", null],
    ["text", "null", null],
    [null, "null", null],
  ])("null in place of %o, in %s", (old, text, expected) => {
    const options = { ...exact, like: { value: new Dictionary([["a", old]]) } };
    const read = () => fromPlainJSON(`{"a": ${text}}`, options);
    if (expected !== undefined) {
      expect(hex(encode(read(), exact))).toBe(hex(encode(new Dictionary([["a", expected]]), exact)));
    } else {
      const error = errorOf(read);
      expect([error.code, error.path]).toEqual(["unsupported-value", text === "null" ? "a" : "a[1]"]);
      expect(error.hint).toMatch(/also for a float that is not a number/);
    }
  });

  test("what became null is told, except in place of a float", () => {
    const warnings: string[] = [];
    const like = encode({ n: 5, f: 0.5 });
    const onWarning = ({ code, path }: { code: string; path: string }) => warnings.push(`${code} ${path}`);
    expect(fromPlainJSON('{"n": null, "f": 0.5}', { like, onWarning })).toEqual({ n: null, f: 0.5 });
    expect(warnings).toEqual(["type-changed n"]);
  });

  test("rejects two keys with the same name", () => {
    const like = encode(
      new Map<Variant, Variant>([
        ["1", 1],
        [1, 2],
      ]),
    );
    expect(errorOf(() => fromPlainJSON('{"1": 3}', { like })).hint).toBe('Several keys are written as "1".');
  });

  test.each<[string, Variant]>([
    ["a whole float", 1],
    ["-0.0", new Float(-0)],
    ["an Array with a whole float", new VariantArray([1, 2n])],
    ["null", null],
  ])("a key that is %s stays, in the names of both modes", (_, key) => {
    const like = encode(new Dictionary([[key, new StringName("x")]]), { mode: "exact" });
    for (const mode of ["plain", "exact"] as const) {
      const text = toPlainJSON(decode(like, { mode }), { mode });
      expect(hex(encode(fromPlainJSON(text, { like, mode: "exact" }), { mode: "exact" }))).toBe(hex(like));
    }
  });

  test("a name of `plain` mode that two keys have is refused", () => {
    const keys = [new VariantArray([new Float(1), 2n]), new VariantArray([1n, new Float(2)])];
    const like = encode(new Dictionary(keys.map((key) => [key, 1n])), { mode: "exact" });
    expect(fromPlainJSON('{"[1.0, 2]": 1, "[1, 2.0]": 2}', { like })).toBeInstanceOf(Dictionary);
    const error = errorOf(() => fromPlainJSON('{"[1, 2]": 1}', { like }));
    expect([error.code, error.hint]).toEqual(["unsupported-value", 'Several keys are written as "[1, 2]".']);
  });

  test("a name that an object has twice is refused, with its path, because one of the values would be lost", () => {
    const like = encode(new Dictionary([["a", [new Dictionary([[1, 2n]])]]]), { mode: "exact" });
    const text = '{"a": [{"1": 2, "1": 3}], "new": 5}';
    const error = errorOf(() => fromPlainJSON(text, { like }));
    expect([error.code, error.path, error.hint]).toEqual([
      "unsupported-value",
      "a[0]",
      'Several keys are written as "1".',
    ]);
    expect(fromPlainJSON(text)).toEqual({ a: [new Dictionary([["1", 3]])], new: 5 });
  });

  test("a mismatch throws", () => {
    const error = errorOf(() => fromPlainJSON('{"x": 1}', { like: encode(new Vector2(1, 2)) }));
    expect(error.code).toBe("unsupported-value");
  });

  test("accepts other members, numbers and texts", () => {
    const bytes = encode({
      n: 2n ** 60n,
      big: BigInt64Array.of(2n ** 60n),
      b: Uint8Array.of(1),
    });
    const json = JSON.stringify({ n: "5", big: ["6", 7], b: "AQI=", z: [null] });
    expect(fromPlainJSON(json, { ...exact, like: bytes })).toEqual(
      new Dictionary([
        ["n", 5n],
        ["big", BigInt64Array.of(6n, 7n)],
        ["b", Uint8Array.of(1, 2)],
        ["z", new VariantArray([null])],
      ]),
    );
    expect(errorOf(() => fromPlainJSON('{"b": "?"}', { like: bytes })).code).toBe("unsupported-value");
    expect(errorOf(() => toPlainJSON({ d: new Date() })).code).toBe("unsupported-value");
    expect(fromPlainJSON('{"a": [1, 0.5, "x"]}')).toEqual({ a: [1, 0.5, "x"] });
  });
});

/** True for two keys with the same name, such as 1 and "1". */
const isMerged = (value: Variant): boolean =>
  value instanceof Map
    ? Object.keys(JSON.parse(toPlainJSON(value, exact))).length < value.size ||
      [...value.values()].some(isMerged)
    : Array.isArray(value) && value.some(isMerged);

test.each([
  ["godot-4.6.3", "godot-4.4"],
  ["godot-4.6.3-double", "godot-4.4"],
  ["godot-3.6", "godot-3"],
  ["godot-3.2.3", "godot-3"],
] as const)("all values of %s come back with the types of what was there", (folder, dialect) => {
  let count = 0;
  for (const line of linesOf(`${folder}/values.jsonl`)) {
    if (line.surrogates) continue;
    const options = { ...exactOptions(line, dialect), fullObjects: true };
    const value = decode(fromHex(line.bytes), options);
    if (isMerged(value)) continue;
    const json = toPlainJSON(value, exact);
    const like = fromHex(line.bytes);
    const expected = hex(encode(value, options));
    expect(hex(encode(fromPlainJSON(json, { ...exact, dialect, like }), options)), line.name).toBe(expected);
    // A program that rounds ints and prints 1.0 as 1 also keeps the values.
    const through = JSON.stringify(JSON.parse(json));
    expect(hex(encode(fromPlainJSON(through, { ...exact, dialect, like }), options)), line.name).toBe(
      expected,
    );
    count++;
  }
  expect(count).toBeGreaterThan(100);
});

describe("depth", () => {
  const nested = (levels: number): unknown => {
    let value: unknown = "end";
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  };
  // Up to 100 levels are printed by recursion, and the rest without.
  test.each([2, 99, 100, 101, 102, 500])("%i levels are the same on one line and indented", (levels) => {
    const value = nested(levels);
    const options = { limits: { depth: levels - 1 } };
    const line = toPlainJSON(value, options);
    expect(JSON.parse(line)).toEqual(value);
    const indented = toPlainJSON(value, { ...options, indent: 1 });
    expect(indented.replace(/\n */g, "")).toBe(line);
    const fewer = { limits: { depth: levels - 2 } };
    expect(errorOf(() => toPlainJSON(value, fewer)).code).toBe("too-deep");
    expect(errorOf(() => toPlainJSON(value, { ...fewer, indent: 1 })).code).toBe("too-deep");
  });

  test("the limit of the output counts every character", () => {
    const value = nested(150);
    const { length } = toPlainJSON(value);
    expect(toPlainJSON(value, { limits: { outputBytes: length } })).toHaveLength(length);
    const tooFew = { limits: { outputBytes: length - 1 } };
    expect(errorOf(() => toPlainJSON(value, tooFew)).code).toBe("too-large");
  });
});

test("an ArrayBuffer is base64, as bytes are", () => {
  for (const bytes of [new ArrayBuffer(3), new SharedArrayBuffer(3)])
    expect(toPlainJSON({ bytes })).toBe('{"bytes": "AAAA"}');
});

test("a part that has another type only when it is read first is an error, too", () => {
  let reads = 0;
  const get = () => (reads++ === 0 ? 5 : "text");
  const name = Object.defineProperty(new StringName("x"), "text", { get });
  expect(errorOf(() => toPlainJSON([name]))).toMatchObject({ code: "unsupported-value" });
});

test("components have the digits that toPrecision gives", () => {
  const random = new Random(7);
  const words = new Uint32Array(1);
  const float = new Float32Array(words.buffer);
  for (let i = 0; i < 20_000; i++) {
    words[0] = (random.between(100, 149) << 23) | random.below(0x800000) | (i % 2 === 0 ? 0 : 0x80000000);
    const value = float[0] as number;
    if (Number.isInteger(value)) continue;
    const digits = [6, 7, 8, 9].find((count) => Math.fround(Number(value.toPrecision(count))) === value);
    const { x } = JSON.parse(toPlainJSON(new Vector2(value, 0)));
    expect(x).toBe(Number(value.toPrecision(digits)));
  }
});

test("the last of equal names counts, and the warning says where", () => {
  const warnings: Warning[] = [];
  const text = '\n{"a": 1, "b": [{"c": 1, "\\u0063": 2}], "a": 3}';
  const value = fromPlainJSON(text, { ...exact, onWarning: (warning) => warnings.push(warning) });
  expect(value).toEqual(
    new Dictionary([
      ["a", 3n as Variant],
      ["b", [new Dictionary([["c", 2n]])]],
    ]),
  );
  expect(warnings.map(({ code, offset, path }) => [code, text.slice(offset, offset + 3), path])).toEqual([
    ["repeated-key", '"\\u', "b[0].c"],
    ["repeated-key", '"a"', "a"],
  ]);
});

test.each([-1, 0.5, Number.NaN, 101, Number.POSITIVE_INFINITY, null, true, {}])(
  "no JSON is indented by %s",
  (indent) => {
    expect(() => toPlainJSON([1], { indent: indent as number })).toThrow(
      new TypeError("The option indent must be a text or a whole number from 0 to 100."),
    );
  },
);
