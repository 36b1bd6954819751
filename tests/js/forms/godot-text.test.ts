// Godot's text form: prints exactly the engines' texts, reads everything that they print, and loses nothing.
import { describe, expect, test } from "vitest";
import {
  Color,
  ConfigFile,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  float,
  fromPlainJSON,
  GodotObject,
  NodePath,
  type Options,
  parseText,
  RID,
  Signal,
  StringName,
  type TextEngine,
  toText,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector3,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { exactOptions, fromHex, hex, linesOf, origins } from "../fixtures.js";

const exact = { mode: "exact" } as const;
const read = (text: string) => parseText(text, exact);

const versions: Readonly<Record<string, TextEngine>> = {
  "godot-4.6.3": "4.6",
  "godot-4.6.3-double": "4.6",
  "godot-3.6": "3.6",
  "godot-3.2.3": "3.2",
};

/** Values without a text: names with separators, NaN bits, keys that compare by identity, full objects. */
const hasNoText = /NodePath: (slash|colon|empty)|NaN|nan|equal (empty )?Dictionaries|in full/;
/** Godot 3 compares arrays inconsistently, so no order matches. */
const isUnordered = /Arrays of 1 and of 1.0/;

/** An RID is never in a run, so that everything beside it is printed from entries. */
const fromEntries = (value: unknown, options: Options = {}) =>
  toText([value, new RID(1n)], options).slice(1, -", RID(1)]".length);
const fromRun = (value: unknown, options: Options = {}) =>
  toText([value, null], options).slice(1, -", null]".length);

describe.each(origins.filter(({ folder }) => folder in versions))("$folder", ({ folder, dialect }) => {
  const lines = ["values", "crafted"].flatMap((file) => linesOf(`${folder}/${file}.jsonl`));
  const usable = lines.filter(
    ({ ok, differs, surrogates, deep }) => ok !== false && !differs && !surrogates && !deep,
  );
  const cases = usable.flatMap((line) => {
    const options: Options = { ...exactOptions(line, dialect), allowTrailing: true };
    return [{ line, options, value: decode(fromHex(line.bytes), options) }];
  });

  test("is printed exactly", () => {
    const engine = versions[folder];
    for (const { line, value } of cases) {
      if (line.text === undefined || isUnordered.test(line.name)) continue;
      expect(toText(value, { ...exact, engine, limits: { depth: 2000 } }), line.name).toBe(line.text);
    }
    expect(cases.length).toBeGreaterThan(100);
  });

  test("reads what engines print", () => {
    for (const { line, value } of cases) {
      // Godot 3 prints an RID as nothing.
      const hole = JSON.stringify(line.value ?? "").includes('"RID"') && !folder.includes("-4");
      // The engine itself reads these as an empty path.
      const unreadable = /NodePath\("[^"]*::/.test(line.text ?? "");
      if (line.text === undefined || hole || unreadable) continue;
      const again = parseText(line.text, exact);
      expect(toText(again, exact).length, line.name).toBeGreaterThan(0);
      if (value === null) expect(again).toBe(null);
    }
  });

  test("is printed from a run as from entries", () => {
    for (const { line, value } of cases)
      expect(fromRun(value, exact), line.name).toBe(fromEntries(value, exact));
  });

  test("loses nothing without an engine", () => {
    const wide: Options = folder.endsWith("double") ? { real: "double" } : {};
    for (const { line, options, value } of cases) {
      const text = toText(value, exact);
      if (hasNoText.test(`${line.name} ${text.includes("nan") ? "nan" : ""}`)) continue;
      if (text.includes("wide")) continue;
      const again = parseText(text, { ...exact, ...wide });
      const write = { ...options, fullObjects: true, real: wide.real ?? ("single" as const) };
      expect(hex(encode(again, write)), line.name).toBe(hex(encode(value, write)));
    }
  });
});

describe("values that no engine prints in full", () => {
  test.each([
    [new Signal("pressed", 42n), 'Signal("pressed", 42)'],
    [new Signal(), "Signal()"],
    [new RID(5n), "RID(5)"],
    [-0, "-0.0"],
    [float(5), "5.0"],
    [5n, "5"],
    [0.1 + 0.2, "0.30000000000000004"],
    [2 ** 53, "9.007199254740992e+15"],
    [new Vector2(-0, Number.NEGATIVE_INFINITY), "Vector2(-0.0, inf_neg)"],
    [new EncodedObjectAsID(7n), 'Object(EncodedObjectAsID,"object_id":7,"script":null)\n'],
    [new StringName('a\n"'), '&"a\n\\""'],
    [new GodotObject("Resource", [["resource_path", "res://a.tres"]]), 'Resource("res://a.tres")'],
    [new GodotObject("ExtResource", [["id", 1n]]), "ExtResource(1)"],
    [
      new GodotObject("Node", [
        ["script", "res://n.gd"],
        ["x", null],
      ]),
      'Object(Node,"script":Resource("res://n.gd"),"x":null)\n',
    ],
  ] as [Variant, string][])("%s", (value, text) => {
    expect(toText(value, { mode: "exact" })).toBe(text);
    expect(toText(read(text), exact)).toBe(text);
  });

  test("keys keep their order, and are sorted in an engine's style", () => {
    const value = { b: 1, a: [true], "10": null };
    expect(toText(new Map(Object.entries(value).reverse()))).toBe('{\n"a": [true],\n"b": 1,\n"10": null\n}');
    expect(toText(value, { engine: "4.6" })).toBe('{\n"10": null,\n"a": [true],\n"b": 1\n}');
    expect(toText({}, { engine: "3.2" })).toBe("{\n\n}");
  });

  test("Godot 3.2 takes coordinates that are nearly equal for equal when it sorts keys", () => {
    const order = (keys: readonly Variant[], engine: "3.2" | "3.6") => {
      const printed = toText(new Dictionary(keys.map((key, i) => [key, BigInt(i)])), {
        mode: "exact",
        engine,
      });
      return printed.match(/(?<=: )\d/g)?.map(Number);
    };
    // Printed by var2str of 3.2.3 and 3.6.
    const flat = [
      [0.3, 5],
      [0.300001, 2],
      [0.30001, 1],
      [100, 3],
      [100.0005, 1],
      [100.002, 0],
    ] as const;
    const vectors = flat.map(([x, y]) => new Vector2(x, y));
    expect(order(vectors, "3.2")).toEqual([2, 1, 0, 4, 3, 5]);
    expect(order(vectors, "3.6")).toEqual([0, 1, 2, 3, 4, 5]);
    const deep = [
      [1e-6, 2, 9],
      [0, 2.00001, 3],
      [0, 2.00003, 1],
      [-1e-6, 2, 4],
      [0.00002, 0, 0],
    ] as const;
    const points = deep.map(([x, y, z]) => new Vector3(x, y, z));
    expect(order(points, "3.2")).toEqual([1, 3, 0, 2, 4]);
    expect(order(points, "3.6")).toEqual([3, 1, 2, 0, 4]);
  });
});

describe("a value that is written in one run", () => {
  /** Values whose texts need escapes, other digits or a place of their own, beside usual ones. */
  const texts = Array.from({ length: 40 }, (_, size) => "abcdefgh".repeat(5).slice(0, size)).flatMap(
    (text) => [
      text,
      `${text}"`,
      `"${text}`,
      `${text}\\${text}`,
      `${text}é`,
      `村長${text}`,
      `\ufeff${text}`,
      `${text}\n\t'`,
    ],
  );
  const numbers = [
    0,
    -0,
    1,
    -1,
    0.1,
    1.5,
    1e15,
    1e16,
    123456789,
    2 ** 53,
    1e-7,
    5e-324,
    1.7976931348623157e308,
  ];
  const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const paths = ["", "/", "a", "/root", "a/b/c", '/a"b', "/a/b/c/d/e/f/g/h/i/j", "村/長", "a:b"];

  test.each([
    ["texts", texts],
    ["keys", Object.fromEntries(texts.map((text, i) => [`${text}${i}`, text]))],
    ["numbers", [...numbers, ...special, 1n << 62n, -(1n << 63n)]],
    ["floats", [...numbers, ...special].map(float)],
    ["vectors", [...numbers, ...special].map((x) => new Vector2(x, 0.5))],
    ["integer vectors", [0, 7, -8, 2 ** 24 + 1, 2 ** 31 - 1, -(2 ** 31)].map((x) => new Vector2i(x, 3))],
    ["colors", [new Color(0.1, 0.2, 0.3, 1), new Color(-0, 2, 3, 4)]],
    ["names", texts.map((text) => new StringName(text))],
    ["paths", paths.map((path) => new NodePath(path))],
    [
      "containers",
      [[], {}, [[]], [{}], { a: {}, b: [] }, { a: { b: { c: [1, { d: null }] } } }, true, false],
    ],
    [
      "keys of other types",
      new Dictionary([
        [1n, "a"],
        [["x", {}], [2]],
        [new Vector2(1, 2), { a: 1 }],
        ["b", []],
      ]),
    ],
  ])("prints as from entries: %s", (_, value) => {
    expect(fromRun(value)).toBe(fromEntries(value));
  });
});

test.each([undefined, "4.6"] as const)("the option base64 concerns bytes alone: engine %s", (engine) => {
  const print = (bytes: Uint8Array, base64: boolean) =>
    toText([bytes, new Uint8Array(), Int32Array.of(1), "PackedByteArray(1)"], { engine, base64 });
  const text = (bytes: string) =>
    `[PackedByteArray(${bytes}), PackedByteArray(), PackedInt32Array(1), "PackedByteArray(1)"]`;
  expect(print(Uint8Array.of(1, 2, 3), false)).toBe(text("1, 2, 3"));
  expect(print(Uint8Array.of(1, 2, 3), true)).toBe(text('"AQID"'));
  const many = Uint8Array.from({ length: 1 << 17 }, (_, i) => i * i);
  expect(print(many, true)).toBe(text(`"${Buffer.from(many).toString("base64")}"`));
});

test("an Object without properties has the comma that engines require", () => {
  expect(toText(new GodotObject("Node"))).toBe("Object(Node,)\n");
  expect(toText([new GodotObject("Node")], { engine: "3.6" })).toBe("[ Object(Node,)\n ]");
});

test("names in objects and typed arrays are unambiguous", () => {
  const names = ['Foo,"x":1', "Foo bar", 'a"b\\', "int", "Variant", "Ärger"];
  const values = names.flatMap((name) => [
    new GodotObject(name, [[name, 1n]]),
    new VariantArray([], { kind: "class", name }),
  ]);
  for (const value of values) expect(parseText(toText(value), { mode: "exact" })).toEqual(value);
  expect(errorOf(() => parseText('Object("",)')).code).toBe("bad-text");
});

describe("texts that engines read", () => {
  test.each([
    ["; a comment\n[1, 2, ] ; and another", "[1, 2]"],
    ['{"a" : 1,\n;c\n}', '{\n"a": 1\n}'],
    ['@"name"', '&"name"'],
    ['"\\u0041\\U01F600\\ud83d\\ude00\\t\\q"', '"A😀😀\tq"'],
    ["-inf.0", "inf_neg"],
    ["1e400", "inf"],
    ["1.", "1.0"],
    ["1e", "1.0"],
    ["1.e", "1.0"],
    ["007", "7"],
    ["nil", "null"],
    ["[#ff0000, #f008]", "[Color(1, 0, 0, 1), Color(1, 0, 0, 0.53333336)]"],
    ["#f80 ", "Color(1, 0.53333336, 0, 1)"],
    ['PackedByteArray("AAEC/w==")', "PackedByteArray(0, 1, 2, 255)"],
    ["PoolRealArray( 1, -inf )", "PackedFloat32Array(1, inf_neg)"],
    ["PackedRealArray(1)", "PackedFloat32Array(1)"],
    ["PackedIntArray(1)", "PackedInt32Array(1)"],
    ["Quat( 0, 0, 0, 1 )", "Quaternion(0, 0, 0, 1)"],
    ["Matrix32(1, 0, 0, 1, 5, 6)", "Transform2D(1, 0, 0, 1, 5, 6)"],
    ["Vector2i(1.0, 2)", "Vector2i(1, 2)"],
    ["Array[Variant]([1])", "[1]"],
    ["Dictionary[Variant, Node]({})", "Dictionary[Variant, Node]({})"],
    ['Array[Resource("res://x.gd")]([null])', 'Array[Resource("res://x.gd")]([null])'],
    ['NodePath("/a//b:c:d")', 'NodePath("/a/b:c:d")'],
  ])("%s", (text, printed) => {
    expect(toText(read(text), exact)).toBe(printed);
  });

  test("in plain mode", () => {
    const value = parseText('{"hp": 5, "at": Vector2i(1, 2), "n": &"x", "f": 1.0, "__proto__": []}');
    expect(value).toEqual({ hp: 5, at: new Vector2i(1, 2), n: "x", f: 1, ["__proto__"]: [] });
  });

  test("typed containers", () => {
    expect(read("Array[int]([1])")).toEqual(new VariantArray([1n], { kind: "builtin", type: "int" }));
    const typed = read('Dictionary[StringName, Node]({&"a": null})') as Dictionary;
    expect(typed).toBeInstanceOf(Dictionary);
    expect(typed.valueType).toEqual({ kind: "class", name: "Node" });
  });

  test("64-bit vectors on request", () => {
    expect((parseText("Vector2(0.1, 0)", { real: "double" }) as Vector2).x).toBe(0.1);
    expect((parseText("Vector2(0.1, 0)") as Vector2).x).toBe(Math.fround(0.1));
    expect(parseText("Color(0.1, 0, 0, 1)", { real: "double" })).toEqual(
      new Color(Math.fround(0.1), 0, 0, 1),
    );
  });
});

const colorAdvice =
  "A color has 3, 4, 6 or 8 hexadecimal digits after the #. Engines read any other as black, and none at the end of a text.";

describe("errors have line and column", () => {
  test.each([
    ["[1,,2]", "bad-text", 3, "Line 1, column 4."],
    ['{\n"a": 1\n"b": 2}', "bad-text", 9, "Line 3, column 1."],
    ['["é", x]', "unknown-type", 6, "Line 1, column 7."],
    ["[1, 2", "unexpected-end", 5, "Line 1, column 6."],
    ['"abc', "unexpected-end", 4, "Line 1, column 5."],
    // Godot 4.6.3 reads these two as null, 3.6 and 3.2.3 as a text, though "#f80 " and "[#f80]" are colors.
    ["#f80", "unexpected-end", 0, `Line 1, column 1. ${colorAdvice}`],
    ["[1, #ff880080", "unexpected-end", 4, `Line 1, column 5. ${colorAdvice}`],
    ["1 2", "trailing-bytes", 2, "Line 1, column 3."],
    ["Vector2(1)", "bad-length", 8, "Line 1, column 9."],
    ["PackedVector2Array(1, 2, 3)", "bad-length", 19, "Line 1, column 20."],
    ["9223372036854775808", "int-out-of-range", 0, "Line 1, column 1."],
    ["PackedByteArray(256)", "int-out-of-range", 16, "Line 1, column 17."],
    ["PackedInt32Array(1.5)", "bad-text", 17, "Line 1, column 18."],
    ["\0", "bad-text", 0, "Line 1, column 1."],
    ['"\\ud83d"', "bad-text", 6, "Line 1, column 7."],
    ['"a\0"', "bad-text", 0, "Line 1, column 1."],
    ["", "unexpected-end", 0, "Line 1, column 1."],
    ["\ud800", "bad-text", 0, "Line 1, column 1."],
    ["+5", "bad-text", 0, "Line 1, column 1."],
    // Base64 that may have been cut, and two signs: Godot 4.6.3 refuses both.
    ['PackedByteArray("AQI")', "bad-text", 20, "Line 1, column 21."],
    ["-inf_neg", "bad-text", 0, "Line 1, column 1."],
    ["- inf", "bad-text", 0, "Line 1, column 1."],
  ])("%j", (text, code, offset, hint) => {
    const error = errorOf(() => parseText(text));
    expect([error.code, error.offset, error.hint]).toEqual([code, offset, hint]);
  });

  test.each<[string, (text: string) => unknown, string, number]>([
    ["parseText", parseText, '["éé", 1.5e]', 7],
    ["fromPlainJSON", fromPlainJSON, '["éé", 1.5e]', 10],
    ["ConfigFile", (text) => new ConfigFile(text), 'a="éé"\nb', 7],
  ])("and the message of %s counts in the string, not in bytes", (_, parse, text, index) => {
    const { code, offset, message, hint } = errorOf(() => parse(text));
    expect([code, offset]).toEqual(["bad-text", index]);
    expect(message).toContain(` (at index ${index}). ${hint}`);
    expect(hint).toMatch(/Line \d, column \d+\./);
  });

  test("can be suppressed for text after the value", () => {
    expect(parseText("1 2", { allowTrailing: true })).toBe(1);
  });

  test("have a path for values without a text", () => {
    const error = errorOf(() => toText({ a: [new StringName("x")] }, { engine: "3.6" }));
    expect([error.code, error.path]).toEqual(["not-in-dialect", "a[0]"]);
    const ofKey = errorOf(() => toText({ a: new Map([[new Vector2i(-2, 1), 1]]) }, { engine: "3.6" }));
    expect([ofKey.code, ofKey.path]).toEqual(["not-in-dialect", "a"]);
    expect(() => toText(1, { engine: "4.5" as never })).toThrow(TypeError);
    expect(() => parseText(5 as never)).toThrow(TypeError);
  });
});

describe("hostile input", () => {
  test("limits nesting", () => {
    const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(read(deep(1025))).toHaveLength(1);
    for (const depth of [1026, 100_000]) {
      expect(errorOf(() => parseText(deep(depth))).code).toBe("too-deep");
      expect(errorOf(() => parseText("{1:".repeat(depth))).code).toBe("too-deep");
    }
    expect(errorOf(() => parseText("[[1]]", { limits: { depth: 1 } })).code).toBe("too-deep");
  });

  test.each([
    ["[", "too-deep"],
    ["{", "too-deep"],
    ["Array[", "bad-text"],
    ['Object(a,"b":', "too-deep"],
    ["1", "int-out-of-range"],
    ['"a', "trailing-bytes"],
    [";", "unexpected-end"],
    ["\n", "unexpected-end"],
    ["a", "unknown-type"],
    ["- ", "bad-text"],
    ["#", "bad-text"],
  ])("10 MB of %j are an error at once", (part, code) => {
    const text = part.repeat(1e7 / part.length);
    expect(errorOf(() => parseText(text)).code).toBe(code);
  });

  test("limits the number of values", () => {
    const code = (elements: number) => errorOf(() => parseText("[1, 2, 3]", { limits: { elements } })).code;
    expect(code(3)).toBe("too-large");
    expect(parseText("[1, 2, 3]", { limits: { elements: 4 } })).toEqual([1, 2, 3]);
  });

  // Quadratic time would exceed the time limit of a test.
  test("reads long numbers, texts and lists", () => {
    expect(parseText(`0.${"1".repeat(1e6)}`)).toBeCloseTo(0.111111);
    expect(parseText(`1${"0".repeat(400)}.0`)).toBe(Number.POSITIVE_INFINITY);
    expect(parseText(`0.${"0".repeat(400)}1`)).toBe(0);
    expect(parseText(`"${"\\u0041".repeat(2e6)}"`)).toHaveLength(2e6);
    expect(parseText(`PackedByteArray(${"1,".repeat(2e6)}2)`)).toHaveLength(2e6 + 1);
  });
});

/** `text`, and what Godot 3.6 and 3.2.3, and Godot 4.6.3, made of it with `var2str` and `str_to_var`. */
test.each([
  [
    '{ {"a": 1}: 1, {"a": 1}: 2 }',
    "1200000002000000120000000100000004000000010000006100000002000000010000000200000001000000120000000100000004000000010000006100000002000000010000000200000002000000",
    "1b000000010000001b0000000100000004000000010000006100000002000000010000000200000002000000",
  ],
  [
    "{ [{}]: 1, [{}]: 2 }",
    "1200000002000000130000000100000012000000000000000200000001000000130000000100000012000000000000000200000002000000",
    "1b000000010000001c000000010000001b000000000000000200000002000000",
  ],
  [
    '{ "a": 1, "a": 2 }',
    "12000000010000000400000001000000610000000200000002000000",
    "1b000000010000000400000001000000610000000200000002000000",
  ],
])("equal keys in %s", (text, godot3, godot4) => {
  for (const [dialect, bytes] of [
    ["godot-3", godot3],
    ["godot-4.4", godot4],
  ] as const) {
    const codes: string[] = [];
    const options: Options = { dialect, mode: "exact" };
    const value = parseText(text, { ...options, onWarning: ({ code }) => codes.push(code) });
    expect(hex(encode(value, options))).toBe(bytes);
    const size = fromHex(bytes)[4];
    expect(codes).toEqual(size === 2 ? [] : ["repeated-key"]);
    expect(parseText(text, options)).toEqual(value);
  }
});
