// The tables "What does not come back" of docs/GUIDE.md.
import { describe, expect, test } from "vitest";
import { flatLines, unflatten } from "../../../js/cli/json/flat.js";
import { jsonParts, readJson } from "../../../js/cli/json/notations.js";
import {
  Callable,
  type DialectName,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  float,
  fromNative,
  fromPlainJSON,
  GodotObject,
  Image,
  InputEvent,
  NodePath,
  open,
  PackedVector2Array,
  parseText,
  RID,
  restore,
  Signal,
  StringName,
  TypedArray,
  toNative,
  toPlainJSON,
  toText,
  tryDecode,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fromHex, hex } from "../fixtures.js";

const a = "0100000061000000";
const one = "0200000001000000";
const two = "0200000002000000";
/** Headers of Godot 3: of a Dictionary, and of a PoolRealArray with one element. */
const d3 = "12000000";
const f3 = "1600000001000000";

test.each<[string, string, string, string[], DialectName?]>([
  [
    "equal keys",
    `1b0000000200000004000000${a}${one}04000000${a}${two}`,
    `1b0000000100000004000000${a}${two}`,
    ["repeated-key"],
  ],
  [
    "equal properties",
    `18000000${a}02000000${a}${one}${a}${two}`,
    `18000000${a}01000000${a}${two}`,
    ["repeated-key"],
  ],
  ["bits of a header", "00000400", "00000000", ["unknown-flags"]],
  ["text after a NUL", "040000000300000061006200", `04000000${a}`, ["text-after-nul"]],
  ["a byte order mark", "0400000004000000efbbbf61", `04000000${a}`, ["byte-order-mark"]],
  [
    "surrogates",
    "0400000006000000eda0bdedb8800000",
    "0400000004000000f09f9880",
    ["surrogates-in-text"],
    "godot-3",
  ],
  ["padding", "0400000001000000610000ff", `04000000${a}`, []],
  ["a bool", "0100000002000000", "0100000001000000", []],
  [
    "an old NodePath",
    "0f0000000a0000002f726f6f742f783a68700000",
    "0f000000020000800100000001000000" + "04000000726f6f7401000000780000000200000068700000",
    [],
    "docs-000",
  ],
  [
    "an old NodePath with a property",
    "100000000a0000002f726f6f742f783a68700000",
    "10000000020000800000000003000000" + "04000000726f6f7401000000780000000200000068700000",
    [],
    "godot-2",
  ],
  [
    "float arrays as keys",
    `${d3}02000000${f3}00000000${one}${f3}00000080${two}`,
    `${d3}01000000${f3}00000000${two}`,
    ["repeated-key"],
    "godot-3",
  ],
])("%s", (_, given, written, warnings, dialect = "godot-4") => {
  const options = { dialect, mode: "exact", allowObjects: true, fullObjects: true } as const;
  const bytes = fromHex(given);
  const result = tryDecode(bytes, options);
  if (!result.ok) throw result.error;
  expect(hex(encode(result.value, options))).toBe(written);
  expect(result.warnings.map(({ code }) => code)).toEqual(warnings);
  expect(hex(encode(result.value, { ...options, like: bytes }))).toBe(written);
  expect(hex(open(bytes, options).toBytes())).toBe(given);
});

test("the class of a typed container, without full Objects", () => {
  const bytes = encode(new VariantArray([], { kind: "class", name: "Node" }));
  const result = tryDecode(bytes, { mode: "exact" });
  if (!result.ok) throw result.error;
  const { elementType } = result.value as VariantArray;
  expect(elementType).toEqual({ kind: "class", name: "EncodedObjectAsID" });
  expect(result.warnings.map(({ code }) => code)).toEqual(["class-name-ignored"]);
  const options = { mode: "exact", allowObjects: true, fullObjects: true } as const;
  expect(encode(decode(bytes, options), options)).toEqual(bytes);
  expect(encode(decode(bytes), { like: bytes })).toEqual(bytes);
});

test("Dictionaries as keys, which Godot 3 never takes as equal", () => {
  const bytes = fromHex(`${d3}02000000${d3}00000000${one}${d3}00000000${two}`);
  for (const mode of ["plain", "exact"] as const) {
    const options = { dialect: "godot-3", mode } as const;
    const value = decode(bytes, options);
    expect(encode(value, options)).toEqual(bytes);
    expect(encode(value, { ...options, like: bytes })).toEqual(bytes);
    expect(encode(restore(structuredClone(value), bytes, options), options)).toEqual(bytes);
    // Nothing says that the clones were keys of Godot 3.
    const error = errorOf(() => restore(structuredClone(value), undefined, options));
    expect([error.code, error.hint]).toEqual(["unsupported-value", "Several keys are written as [{}]."]);
  }
});

test("values of Dictionaries as keys that hold the same keep their own types", () => {
  const real = "0300000000002041";
  const bytes = fromHex(`${d3}03000000${d3}00000000${one}${d3}00000000${real}${d3}00000000${two}`);
  const options = { dialect: "godot-3", mode: "plain" } as const;
  const value = decode(bytes, options) as Dictionary;
  expect([...value.values()]).toEqual([1, 10, 2]);
  expect(encode(value, { ...options, like: bytes })).toEqual(bytes);
  const entries = [...value, [{}, 3] as const];
  const error = errorOf(() => encode(new Map(entries), { ...options, like: bytes }));
  expect([error.code, error.hint]).toEqual(["unsupported-value", "Several keys are written as [{}]."]);
});

test("edits", () => {
  const exact = (value: unknown, like: Uint8Array) => {
    return Array.from(decode(encode(value, { like }), { mode: "exact" }) as unknown[]);
  };
  const list = encode([float(1), float(2)]);
  expect(exact([1, 2, 3], list)).toEqual([1, 2, 3n]);
  expect(exact([1, 2, float(3)], list)).toEqual([1, 2, 3]);
  expect(exact([2, 1], encode([float(1), 2]))).toEqual([2, 1n]);
  const clone = structuredClone(new Vector2(1, 2));
  expect(decode(encode(clone))).toEqual({ x: 1, y: 2 });
  expect(decode(encode(clone, { like: encode({}) }))).toEqual({ x: 1, y: 2 });
  const typed = encode({ a: new VariantArray([1n], { kind: "builtin", type: "int" }) });
  const { a } = structuredClone(decode(typed)) as { a: unknown };
  expect(decode(encode({ a, b: a }, { like: typed }))).toEqual({ a: [1], b: [1] });
  const written = decode(encode({ b: a }, { like: typed }), { mode: "exact" }) as Dictionary;
  expect((written.get("b") as VariantArray).elementType).toBeUndefined();
});

describe("text forms", () => {
  const exact = { mode: "exact" } as const;
  const forms: Readonly<Record<string, (value: Variant) => Variant>> = {
    text: (value) => parseText(toText(value, exact), exact),
    "native JSON": (value) => fromNative(JSON.parse(JSON.stringify(toNative(value, exact))), exact),
    "plain JSON": (value) => fromPlainJSON(toPlainJSON(value, exact), exact),
    "plain JSON with like": (value) =>
      fromPlainJSON(toPlainJSON(value, exact), { ...exact, like: { value } }),
    flat: (value) => unflatten([...flatLines([value])].join(""))[0] as Variant,
    "exact JSON": (value) => readJson(notationOf(value), "exact"),
  };
  /** Says everything about a value. */
  const notationOf = (value: Variant) => [...jsonParts(value, "exact", "")].join("");
  const comesBack = (value: Variant, form: string) => {
    try {
      return notationOf((forms[form] as (value: Variant) => Variant)(value)) === notationOf(value);
    } catch {
      return false;
    }
  };

  test.each<[string, Variant, string[]]>([
    ["the bits of a NaN", new Float(Number.NaN, 0x7ff8000000000001n), ["text", "native JSON", "plain JSON"]],
    ["NaN", Number.NaN, ["plain JSON"]],
    ["-0.0 and infinity", new VariantArray([-0, -1 / 0]), []],
    ["a 64-bit vector", Vector2.fromArray([0.1, 2], 0, true), ["text", "plain JSON"]],
    ["a 64-bit packed array", new PackedVector2Array(new Float64Array([0.1, 2])), ["text", "plain JSON"]],
    ["a name with a slash", new NodePath({ names: ["a/b"] }), ["text", "native JSON", "plain JSON"]],
    [
      "the property of a NodePath",
      new NodePath({ names: ["a"], subnames: ["b"], hasProperty: true }),
      ["text", "native JSON", "plain JSON"],
    ],
    ["the shared bit", new VariantArray([], undefined, true), ["text", "native JSON", "plain JSON"]],
    ["an InputEvent", new InputEvent(1, 0, new Int32Array([0, 65])), ["text", "native JSON", "plain JSON"]],
    ["an Image", new Image(), ["text", "native JSON", "plain JSON"]],
    ["a TypedArray", new TypedArray([1n], { kind: "builtin", type: "int" }), ["native JSON", "plain JSON"]],
    ["a Signal", new Signal("a", 7n), ["plain JSON"]],
    ["a Callable", new Callable(), ["plain JSON"]],
    ["a RID", new RID(7n), ["plain JSON"]],
    ["an object id", new EncodedObjectAsID(9n), ["plain JSON"]],
    ["a null id", new EncodedObjectAsID(0n), ["plain JSON"]],
    ["an Object", new GodotObject("Node", [["a", 1]]), ["plain JSON"]],
    ["a StringName", new StringName("a"), ["plain JSON"]],
    ["a key that is not a String", new Dictionary([[new Vector2i(1, 2), 1]]), ["plain JSON"]],
    ["a typed Array", new VariantArray([1n], { kind: "builtin", type: "int" }), ["plain JSON"]],
    ["a packed array", new Float32Array([0.1]), ["plain JSON"]],
    ["an int beyond 2^53", 2n ** 60n + 1n, []],
  ])("%s", (_, value, lost) => {
    expect(Object.keys(forms).filter((form) => !comesBack(value, form))).toEqual(lost);
  });
});
