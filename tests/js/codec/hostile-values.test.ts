// Values that only look like Variants, or that no call stack can walk: every call refuses them with a VariantError.
import { describe, expect, test } from "vitest";
import {
  encode,
  GodotObject,
  open,
  restore,
  toNative,
  toPlainJSON,
  toText,
  type Variant,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

function transferred(): Float32Array {
  const numbers = new Float32Array(4);
  structuredClone(numbers.buffer, { transfer: [numbers.buffer] });
  return numbers;
}

const like = encode({ a: 1, d: new Map([[[1], 2]]) });

test.each([
  ["encode", encode],
  ["encode with like", (value: unknown) => encode(value, { like })],
  ["toText", toText],
  ["toNative", toNative],
])("%s refuses a Proxy of a Map, and an array whose buffer was transferred", (_, write) => {
  for (const value of [{ a: new Proxy(new Map([["x", 1]]), {}) }, { a: transferred() }])
    expect(errorOf(() => write(value))).toMatchObject({ code: "unsupported-value", path: "a" });
});

test("toPlainJSON refuses a Proxy of a Map", () => {
  expect(errorOf(() => toPlainJSON(new Proxy(new Map([["x", 1]]), {}))).code).toBe("unsupported-value");
});

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

test.each([undefined, null, "text", 5, Symbol("x")])("open says what bytes are, for %o", (wrong) => {
  expect(() => open(wrong as never)).toThrow(
    new TypeError("The bytes must be a Uint8Array, an ArrayBuffer or a view of one."),
  );
});
