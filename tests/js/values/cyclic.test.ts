// Values that contain themselves, and objects whose prototype somebody changed.
import { afterEach, describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  formatPath,
  inferTypes,
  setCodeGeneration,
  toPlainJSON,
  type Variant,
  wrap,
} from "../../../js/index.js";

const list: Variant[] = [1];
list.push(list);
const map = new Map<Variant, Variant>();
map.set("self", map as unknown as Variant);
const cyclic = [list, map as unknown as Variant, [list, map] as unknown as Variant];

describe("values that contain themselves", () => {
  test.each(cyclic)("are keys that equal nothing but themselves", (key) => {
    const dictionary = new Dictionary([[new Dictionary(), 1]]);
    expect(dictionary.has(key)).toBe(false);
    dictionary.set(key, 2);
    expect(dictionary.get(key)).toBe(2);
    expect(dictionary.get([1, 2])).toBeUndefined();
    expect(dictionary.delete(key)).toBe(true);
    expect([...dictionary.values()]).toEqual([1]);
  });

  test("are shown in paths as far as they fit", () => {
    for (const key of cyclic) expect(formatPath(["a", key]).length).toBeLessThan(500);
    expect(formatPath([list])).toMatch(/^\[\[1, \[1, .*…/);
    let wide: Variant = 1;
    for (let depth = 0; depth < 40; depth++) wide = [wide, wide];
    expect(formatPath([wide])).toContain("…");
  });

  test("have no type", () => {
    for (const value of [...cyclic, { a: list }])
      expect(() => inferTypes([value])).toThrow(expect.objectContaining({ code: "cyclic-value" }));
    let deep: Variant = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(() => inferTypes([deep])).toThrow(expect.objectContaining({ code: "too-deep" }));
    const shared = { hp: 1 };
    expect(inferTypes([{ a: shared, b: shared }])).toContain("hp: number");
  });
});

/** Forty levels with two references to the same object in each: as a tree, it has 2⁴⁰ places. */
const doubled = (level: (inner: Variant) => Variant): Variant => {
  let value: Variant = 1;
  for (let depth = 0; depth < 40; depth++) value = level(value);
  return value;
};

describe("values that share their parts", () => {
  test("have a type as long as their places are few", () => {
    expect(inferTypes([doubled((inner) => [inner, inner])])).toContain("number[]");
    const object = doubled((inner) => ({ a: inner, b: inner }));
    expect(() => inferTypes([object])).toThrow(expect.objectContaining({ code: "too-large" }));
  });

  test("are printed as far as the limit allows", () => {
    const object = doubled((inner) => ({ a: inner, b: inner }));
    const limits = { outputBytes: 1 << 20 };
    expect(() => toPlainJSON(object, { limits })).toThrow(expect.objectContaining({ code: "too-large" }));
  });
});

describe("a changed Object.prototype", () => {
  afterEach(() => {
    for (const name of ["hp", "mp"]) delete (Object.prototype as { [key: string]: unknown })[name];
  });

  test("between two calls does not either, with shapes that were safe before", () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ hp: i, mp: -i }));
    const bytes = encode(rows);
    for (const allowed of [false, true]) {
      setCodeGeneration(allowed);
      expect(decode(bytes)).toEqual(rows);
      Object.defineProperty(Object.prototype, "mp", { set: () => expect.fail("called"), configurable: true });
      const decoded = decode(bytes) as object[];
      delete (Object.prototype as { mp?: unknown }).mp;
      expect(decoded).toEqual(rows);
    }
  });

  test("does not keep decode from setting own properties", () => {
    const value = { constructor: 1, toString: "x", hp: 7, mp: { hp: 8 } };
    const bytes = encode([value, value]);
    let calls = 0;
    Object.defineProperty(Object.prototype, "hp", { value: 0, writable: false, configurable: true });
    Object.defineProperty(Object.prototype, "mp", { set: () => calls++, configurable: true });
    const decoded = decode(bytes) as (typeof value)[];
    expect(calls).toBe(0);
    expect(JSON.stringify(decoded)).toBe(JSON.stringify([value, value]));
    for (const one of decoded) expect(Object.keys(one)).toEqual(["constructor", "toString", "hp", "mp"]);
  });
});

test("a password that is not a string is refused by name", async () => {
  const layers = [{ container: "gdec", engine: 4 }] as const;
  const password = 1234 as unknown as string;
  const error = await wrap(encode(1), layers, { password }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toBe("TypeError: The option password must be a string, not a number.");
});
