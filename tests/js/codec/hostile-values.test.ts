// Values that only look like Variants, or that no call stack can walk: every call refuses them with a VariantError.
import { describe, expect, test, vi } from "vitest";
import { isStackOverflow } from "../../../js/base/call-stack.js";
import {
  Dictionary,
  encode,
  Float,
  formatPath,
  GodotObject,
  NodePath,
  open,
  PackedStringArray,
  PackedVector2Array,
  Rect2,
  restore,
  StringName,
  toNative,
  toPlainJSON,
  toText,
  type Variant,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

const code = /^unsupported-value$|^int-out-of-range$/;

/** The array, whose buffer then belongs to somebody else. */
function spent<Numbers extends Float32Array | Uint8Array>(numbers: Numbers): Numbers {
  structuredClone(numbers.buffer, { transfer: [numbers.buffer] });
  return numbers;
}

const like = encode({ a: 1, d: new Map([[[1], 2]]) });

/** Values of our classes and of JavaScript's that no Variant can be. */
const malformed: Readonly<Record<string, () => unknown>> = {
  "a Proxy of a Map": () => new Proxy(new Map([["x", 1]]), {}),
  "a Proxy of a Dictionary": () => new Proxy(new Dictionary([["x", 1]]), {}),
  "a Dictionary that was not constructed": () => Object.create(Dictionary.prototype),
  "an array whose buffer was transferred": () => spent(new Float32Array(4)),
  "bytes whose buffer was transferred": () => spent(new Uint8Array(4)),
  "a NodePath without lists": () => new NodePath({ names: 5 as never }),
  "a NodePath with a text for a list": () => new NodePath({ names: "abc" as never }),
  "a NodePath of numbers": () => new NodePath({ names: [5 as never] }),
  "a Float of null": () => new Float(null as never),
  "a StringName of a number": () => new StringName(5 as never),
  "a StringName of a symbol": () => new StringName(Symbol("x") as never),
  "a Vector2i of bigints": () => new Vector2i(1n as never, 2),
  "a Vector2i of symbols": () => new Vector2i(Symbol("x") as never, 2),
  "a Rect2 without a size": () => new Rect2(undefined, null as never),
  "a PackedVector2Array without numbers": () => new PackedVector2Array(5 as never),
  "a PackedVector2Array of three numbers": () => new PackedVector2Array(new Float32Array(3)),
  "a Proxy of an ArrayBuffer": () => new Proxy(new ArrayBuffer(4), {}),
  "a Proxy of a SharedArrayBuffer": () => new Proxy(new SharedArrayBuffer(4), {}),
};

describe.each(Object.entries(malformed))("%s", (_, make) => {
  test.each([
    ["encode", encode],
    ["encode with like", (value: unknown) => encode(value, { like })],
    ["toText", toText],
    ["toNative", toNative],
    ["toPlainJSON", toPlainJSON],
    ["toPlainJSON in lines", (value: unknown) => toPlainJSON(value, { indent: 2 })],
    ["set", (value: unknown) => open(like).insert(["b"], value)],
  ])("is an error of %s, as a value and as a key", (_, write) => {
    expect(errorOf(() => write({ a: make() }))).toMatchObject({
      code: expect.stringMatching(code),
      path: expect.stringMatching(/a$/),
    });
    expect(errorOf(() => write({ a: new Dictionary([[make() as Variant, 1]]) })).code).toMatch(code);
  });

  test("has a form in paths", () => {
    expect(formatPath([make()])).toMatch(/^\[/);
  });
});

test.each(["encode", "toText", "toNative", "toPlainJSON"] as const)(
  "a PackedStringArray with a hole or a number is an error of %s",
  (name) => {
    const write = { encode, toText, toNative, toPlainJSON }[name];
    for (const texts of [Object.assign(["a"], { 2: "b" }), ["a", 5]])
      expect(() => write([new PackedStringArray(texts as string[])])).toThrow(
        expect.objectContaining({ code: "unsupported-value", path: "[0][1]" }),
      );
  },
);

/** Values that are nested 50 000 deep. */
const deep: Readonly<Record<string, () => unknown>> = {
  Arrays: () => nested((inner) => [inner]),
  objects: () => nested((inner) => ({ a: inner })),
  "keys of Maps": () => nested((inner) => new Map([[inner, 1]])),
  Objects: () => nested((inner) => new GodotObject("A", [["x", inner as Variant]])),
};

function nested(around: (inner: unknown) => unknown): unknown {
  let value: unknown = null;
  for (let i = 0; i < 50_000; i++) value = around(value);
  return value;
}

describe.each(Object.entries(deep))("very deep %s", (kind, make) => {
  test.each<[string, (value: unknown) => unknown]>([
    ["as a key of encode", (key) => encode(new Map([[key, 1]]), { like })],
    ["for set", (key) => open(like).set(["d", key], 1)],
    ["for insert", (key) => open(like).insert(["d", key], 1)],
    ["for delete", (key) => open(like).delete(["d", key])],
    ["for rename", (key) => open(like).rename("a", key as Variant)],
  ])("are an error %s", (_, run) => {
    expect(errorOf(() => run(make())).code).toMatch(/^too-deep|^bad-path|^wrong-type/);
  });

  test.runIf(kind !== "Objects")("are an error for restore", () => {
    expect(errorOf(() => restore(make(), like)).code).toBe("too-deep");
  });
});

test.each([
  ["V8", new RangeError("Maximum call stack size exceeded")],
  ["JavaScriptCore", new RangeError("Maximum call stack size exceeded.")],
  ["SpiderMonkey", Object.assign(new Error("too much recursion"), { name: "InternalError" })],
])("the end of the call stack in %s is recognized without a regular expression", (_, error) => {
  // V8 ends the process when it compiles one there.
  const used = vi.spyOn(RegExp.prototype, "test");
  const isRecognized = isStackOverflow(error);
  const calls = used.mock.calls.length;
  used.mockRestore();
  expect(isRecognized).toBe(true);
  expect(calls).toBe(0);
});

test("restore refuses a value that contains itself, wherever the call stack ends", () => {
  const cyclic: { list?: unknown[] } = {};
  cyclic.list = [cyclic];
  const below = (levels: number): unknown => (levels === 0 ? restore(cyclic) : below(levels - 1));
  for (let levels = 0; levels < 60; levels++) expect(errorOf(() => below(levels)).code).toBe("too-deep");
});

test.each([
  ["without bytes", undefined],
  ["with bytes of Arrays that have other lengths", like],
])("restore %s reads what is in Arrays a few times, at any depth", (_, bytes) => {
  const levels = 500;
  const around = (inner: unknown, length: number): unknown => {
    let value = inner;
    for (let i = 0; i < levels; i++) value = Array.from({ length }, (_, j) => (j === 0 ? value : j));
    return value;
  };
  let reads = 0;
  const inner = new Proxy([1, 2, 3], {
    get(target, key) {
      reads++;
      return Reflect.get(target, key);
    },
  });
  restore(around(inner, 2), bytes && encode(around([1], 3)));
  // Each time takes a few reads. Once for each level would be more than `levels`.
  expect(reads).toBeLessThan(levels / 5);
});

test.each([
  [undefined, "Undefined"],
  [null, "Null"],
  ["a path", "String"],
  [5, "Number"],
  [Symbol("x"), "Symbol"],
  [Promise.resolve(), "Promise"],
  [new Blob(), "Blob"],
])("open says what bytes are, for %o", (wrong, name) => {
  expect(() => open(wrong as never)).toThrow(
    new TypeError(`The bytes must be a Uint8Array, an ArrayBuffer or a view of one, not [object ${name}].`),
  );
});

test("a Dictionary finds its keys beside one whose buffer was transferred", () => {
  const key = new Float32Array(2);
  const dictionary = new Dictionary([
    [key, 1],
    [new Vector2i(1, 2), 2],
  ]);
  spent(key);
  expect(dictionary.get(new Vector2i(1, 2))).toBe(2);
  expect(dictionary.get(key)).toBe(1);
  expect(dictionary.set(spent(new Float32Array(2)), 3).size).toBe(3);
});
