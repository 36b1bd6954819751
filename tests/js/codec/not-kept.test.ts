// The tables "What does not come back" of docs/GUIDE.md.
import { expect, test } from "vitest";
import {
  type DialectName,
  type Dictionary,
  decode,
  encode,
  float,
  open,
  tryDecode,
  VariantArray,
  Vector2,
} from "../../../js/index.js";
import { fromHex, hex } from "../fixtures.js";

const a = "0100000061000000";
const one = "0200000001000000";
const two = "0200000002000000";

test.each<[string, string, string, string[], DialectName?]>([
  [
    "equal keys",
    `1b0000000200000004000000${a}${one}04000000${a}${two}`,
    `1b0000000100000004000000${a}${two}`,
    [],
  ],
  ["equal properties", `18000000${a}02000000${a}${one}${a}${two}`, `18000000${a}01000000${a}${two}`, []],
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
