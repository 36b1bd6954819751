// Options that were checked are kept for the next call: no call may get those of another.
import { describe, expect, test } from "vitest";
import { type DecodeOptions, Dictionary, decode, encode, VariantError } from "../../../js/index.js";

const bytes = encode({ hp: 5 });
const cut = bytes.subarray(0, bytes.length - 4);
const isExact = (options?: DecodeOptions) => decode(bytes, options) instanceof Dictionary;

class Settings implements DecodeOptions {
  get mode() {
    return "exact" as const;
  }
}

/** Options in `exact` mode that a copy of their own properties does not have. */
const hidden: Readonly<Record<string, DecodeOptions>> = {
  "an instance of a class": new Settings(),
  "an object that inherits its options": Object.create({ mode: "exact" }),
  "an object without a prototype": Object.assign(Object.create(null), { mode: "exact" }),
};

describe.each(Object.entries(hidden))("%s", (_, options) => {
  test("has its options, and the next call has none of them", () => {
    for (let round = 0; round < 3; round++) {
      expect(isExact()).toBe(false);
      expect(isExact(options)).toBe(true);
      expect(isExact({})).toBe(false);
    }
  });
});

test("a property that no loop finds is no option, whatever was called before", () => {
  const options = Object.defineProperty({}, "mode", { value: "exact" });
  for (let round = 0; round < 3; round++) {
    expect(isExact(options)).toBe(false);
    expect(isExact()).toBe(false);
  }
});

test("options that take turns keep apart", () => {
  const turns: readonly [DecodeOptions, boolean][] = [
    [{}, false],
    [{ mode: "exact" }, true],
    [{ mode: "plain" }, false],
    [{ mode: undefined }, false],
    [{ mode: "exact", views: true }, true],
    [{ views: true, mode: "exact" }, true],
    [{ mode: "plain", views: true }, false],
    [{ mode: "exact" }, true],
  ];
  for (let round = 0; round < 3; round++)
    for (const [options, exact] of turns) expect(isExact(options)).toBe(exact);
});

test("an object that changes between calls counts as it is", () => {
  const limits = { elements: 100 };
  const options: DecodeOptions = { mode: "plain", limits };
  expect(isExact(options)).toBe(false);
  options.mode = "exact";
  expect(isExact(options)).toBe(true);
  limits.elements = 1;
  expect(() => isExact(options)).toThrow(VariantError);
  delete options.limits;
  expect(isExact(options)).toBe(true);
});

class Limits {
  get elements() {
    return 1;
  }
}

test("limits are those of the call", () => {
  const small = { elements: 1 };
  for (let round = 0; round < 3; round++) {
    expect(isExact({ limits: { elements: 100 } })).toBe(false);
    expect(() => isExact({ limits: small })).toThrow(VariantError);
    expect(() => isExact({ limits: new Limits() })).toThrow(VariantError);
    expect(isExact({ limits: {} })).toBe(false);
    expect(isExact({ limits: undefined })).toBe(false);
    expect(() => isExact({ limits: { depth: 0 } })).toThrow(VariantError);
    expect(isExact({ limits: { elements: 100, depth: 5 } })).toBe(false);
    expect(() => isExact({ limits: { element: 1 } } as never)).toThrow(TypeError);
    expect(() => isExact({ limits: null } as never)).toThrow(TypeError);
  }
});

test("a mistake is refused each time, also between calls with the same names", () => {
  for (let round = 0; round < 3; round++) {
    expect(isExact({ mode: "exact" })).toBe(true);
    expect(() => isExact({ mode: "exakt" } as never)).toThrow(TypeError);
    expect(() => isExact({ modus: "exact" } as never)).toThrow(TypeError);
    expect(() => isExact({ modus: undefined } as never)).toThrow(TypeError);
  }
});

test("each call hears its own warnings", () => {
  const heard: string[] = [];
  const reserved = encode({ hp: 5 });
  reserved[3] = 0x80;
  for (const name of ["one", "other", "one"])
    decode(reserved, { onWarning: ({ code }) => heard.push(`${name} ${code}`) });
  expect(heard).toEqual(["one unknown-flags", "other unknown-flags", "one unknown-flags"]);
  expect(() => decode(cut)).toThrow(VariantError);
});
