// Vectors keep their width and the bits of their NaNs; `real` overrides it: docs/GUIDE.md, "Vectors and their width".
import { describe, expect, test } from "vitest";
import {
  Color,
  type DialectName,
  decode,
  encode,
  type Options,
  open,
  PackedColorArray,
  PackedVector2Array,
  type PackedVector3Array,
  Plane,
  Quaternion,
  Rect2,
  Transform3D,
  type Variant,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { fromHex, hex } from "../fixtures.js";

const narrow = "05000000 0000003f 0000803f";
const wide = "05000100 000000000000e03f 000000000000f03f";
const digits = (spaced: string) => spaced.replaceAll(" ", "");
const both = ["plain", "exact"] as const;

describe.each(both)("in %s mode", (mode) => {
  const again = (bytes: string, options: Options = {}) =>
    hex(encode(decode(fromHex(bytes), { mode }), { mode, ...options }));

  test("vectors keep their width", () => {
    expect(again(narrow)).toBe(digits(narrow));
    expect(again(wide)).toBe(digits(wide));
    const value = decode(fromHex(wide), { mode }) as Vector2;
    expect(value.wide).toBe(true);
    expect(Object.keys(value)).toEqual(["x", "y"]);
    expect((decode(fromHex(narrow), { mode }) as Vector2).wide).toBe(false);
  });

  test.each([
    ["empty", "23000000 00000000", "23000100 00000000"],
    ["full", "23000000 01000000 0000003f 0000803f", "23000100 01000000 000000000000e03f 000000000000f03f"],
  ])("packed vectors too: %s", (_, small, large) => {
    expect(again(small)).toBe(digits(small));
    expect(again(large)).toBe(digits(large));
    expect((decode(fromHex(large), { mode }) as PackedVector2Array).wide).toBe(true);
    expect(again(small, { real: "double" })).toBe(digits(large));
    expect(again(large, { real: "single" })).toBe(digits(small));
  });

  test("real overrides both", () => {
    expect(again(narrow, { real: "double" })).toBe(digits(wide));
    expect(again(wide, { real: "single" })).toBe(digits(narrow));
    expect(again(wide, { real: "double" })).toBe(digits(wide));
  });
});

describe("a NaN keeps its bits when it is widened", () => {
  // A quiet and a signalling NaN with a payload; a double has its 29 zeros below.
  const bits = digits("05000000 010080ff 030ac07f");
  const narrowNaNs = decode(fromHex(bits)) as Vector2;
  const wideWords = "0000002000 00f0ff 0000006040 01f87f".replaceAll(" ", "");
  const inWide = new PackedVector2Array(Float64Array.of(1, 2));

  test("among wide elements", () => {
    const made = PackedVector2Array.from([...inWide, narrowNaNs]);
    expect(hex(encode(made))).toContain(wideWords);
    expect(hex(encode(made.at(1) as Vector2))).toBe(`05000100${wideWords}`);
  });

  test("with like, in packed arrays, as elements and alone", () => {
    const packed = new PackedVector2Array(Float32Array.from(narrowNaNs.toArray()));
    new Int32Array(packed.data.buffer).set(new Int32Array(fromHex(bits).slice(4).buffer));
    for (const [value, like] of [
      [packed, inWide],
      [[narrowNaNs], inWide],
      [narrowNaNs, inWide.at(0)],
    ] as const)
      expect(hex(encode(value, { like: encode(like) }))).toContain(wideWords);
  });

  test("in a document", () => {
    const document = open(encode(inWide));
    document.set("[0]", narrowNaNs);
    expect(hex(document.toBytes())).toContain(wideWords);
  });

  test("with real, beside a number that needs 64 bits", () => {
    const read = decode(fromHex(digits("07000000 010080ff 030ac07f 0000803f 0000803f"))) as Rect2;
    expect(hex(encode(read, { real: "double" }))).toContain(wideWords);
    read.size.x = 0.1;
    expect(hex(encode(read, { real: "double" }))).toContain(wideWords);
  });
});

test("values made in JavaScript have 32 bits", () => {
  expect(hex(encode(new Vector2(0.5, 1)))).toBe(digits(narrow));
  expect(hex(encode(new Vector2(0.5, 1), { real: "double" }))).toBe(digits(wide));
  expect(decode(encode(new Vector2(0.1, 0.2)))).toEqual(new Vector2(Math.fround(0.1), Math.fround(0.2)));
  expect(decode(encode(new Vector2(0.1, 0.2), { real: "double" }))).toMatchObject({ x: 0.1, y: 0.2 });
});

test("a packed array has 64 bits if one of its vectors does", () => {
  const value = decode(fromHex(wide)) as Vector2;
  expect(PackedVector2Array.from([new Vector2(1, 2)]).wide).toBe(false);
  expect(PackedVector2Array.from([new Vector2(1, 2), value]).wide).toBe(true);
  expect(PackedVector2Array.from([value]).at(0)?.wide).toBe(true);
});

test("an edited vector keeps its width", () => {
  const value = decode(fromHex(wide)) as Vector2;
  value.x = 0.1;
  expect(encode(value)).toEqual(encode(new Vector2(0.1, 1), { real: "double" }));
  expect(decode(encode(value))).toMatchObject({ x: 0.1, y: 1, wide: true });
});

test("parts of a wide value are wide", () => {
  const rect = decode(encode(new Rect2(new Vector2(0.1, 0.2)), { real: "double" })) as Rect2;
  expect([rect.wide, rect.position.wide, rect.size.wide]).toEqual([true, true, true]);
  const transform = decode(encode(new Transform3D(), { real: "double" })) as Transform3D;
  expect([transform.basis.wide, transform.basis.x.wide, transform.origin.wide]).toEqual([true, true, true]);
});

test("integer vectors and Color are always 32 bits in godot-*", () => {
  for (const value of [
    new Vector2i(1, 2),
    new Color(0.5, 1, 0.25),
    new PackedColorArray(new Float32Array(4)),
  ]) {
    expect(encode(value, { real: "double" })).toEqual(encode(value));
  }
});

test("decode ignores real in godot-*, because the flag decides", () => {
  for (const real of ["single", "double"] as const) {
    expect(decode(fromHex(narrow), { real })).toEqual(decode(fromHex(narrow)));
    expect(decode(fromHex(wide), { real })).toEqual(decode(fromHex(wide)));
  }
});

test("a dialect without wide vectors writes 32 bits", () => {
  const value = decode(fromHex(wide));
  expect(encode(value, { dialect: "godot-3" })).toEqual(encode(new Vector2(0.5, 1), { dialect: "godot-3" }));
  expect(encode(value, { dialect: "godot-3", real: "double" })).toHaveLength(12);
});

describe.each(["docs-000", "docs-001", "docs-002", "docs-004"] as const)(
  "%s has no flag",
  (dialect: DialectName) => {
    test.each<[Variant, number]>([
      [new Vector2(0.5, 1), 2],
      [new Plane(), 4],
      [new Quaternion(), 4],
      [new Color(0.5, 1, 0.25), 4],
      [new Transform3D(), 12],
    ])("real says what a build wrote: %s", (value, count) => {
      const options = { dialect, real: "double" } as const;
      const bytes = encode(value, options);
      expect(bytes).toHaveLength(4 + 8 * count);
      expect(bytes[2]).toBe(0);
      expect(encode(decode(bytes, options), options)).toEqual(bytes);
      expect(encode(value, { dialect })).toHaveLength(4 + 4 * count);
      expect(() => decode(bytes, { dialect })).toThrow(/trailing-bytes/);
    });
  },
);

describe("a NaN keeps its bits until its component changes", () => {
  const signalling = "05000000 0100a07f 0200c0ff";
  const wideNaNs = "05000100 010000000000f47f 020000000000f8ff";

  test.each(both)("in %s mode", (mode) => {
    for (const bytes of [signalling, wideNaNs]) {
      const value = decode(fromHex(bytes), { mode }) as Vector2;
      expect([value.x, value.y]).toEqual([Number.NaN, Number.NaN]);
      expect(Object.keys(value)).toEqual(["x", "y"]);
      expect(hex(encode(value, { mode }))).toBe(digits(bytes));
    }
  });

  test("other components keep theirs when one changes", () => {
    const value = decode(fromHex(signalling)) as Vector2;
    value.x = 1;
    expect(hex(encode(value))).toBe("050000000000803f0200c0ff");
    value.y = 2;
    expect(hex(encode(value))).toBe("050000000000803f00000040");
  });

  test("a component set to NaN gets the usual bits", () => {
    for (const bytes of ["05000000 0000803f 0200c0ff", "05000100 000000000000f03f 020000000000f8ff"]) {
      const value = decode(fromHex(bytes)) as Vector2;
      value.x = Number.NaN;
      const written = encode(value);
      expect((decode(written) as Vector2).x).toBeNaN();
      expect(hex(written.subarray(-written.length / 2 + 2))).toBe(digits(bytes).slice(-written.length + 4));
    }
  });

  test("nested parts are found", () => {
    const bytes = encode(new Transform3D());
    new DataView(bytes.buffer).setUint32(4 + 44, 0x7fa00001, true);
    const value = decode(bytes) as Transform3D;
    expect(value.origin.z).toBeNaN();
    expect(encode(value)).toEqual(bytes);
  });

  test("packed arrays always keep them", () => {
    const bytes = fromHex("24000000 01000000 0100a07f 0200c0ff 0000803f");
    const value = decode(bytes) as PackedVector3Array;
    expect(value.at(0)?.x).toBeNaN();
    expect(encode(value)).toEqual(bytes);
    const floats = fromHex("20000000 02000000 0100a07f 0200c0ff");
    expect(encode(decode(floats))).toEqual(floats);
  });
});
