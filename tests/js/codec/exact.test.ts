// `exact` mode keeps every type: docs/GUIDE.md, "Decode and encode".
import { describe, expect, test } from "vitest";
import {
  type ContainerType,
  type DialectName,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  Float,
  GodotObject,
  NodePath,
  StringName,
  type Variant,
  VariantArray,
} from "../../../js/index.js";
import { fromHex, hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;
const trip = (value: unknown) => decode(encode(value, exact), exact);

describe("bigint is int and number is float", () => {
  test.each([0n, -1n, 2n ** 31n, 2n ** 63n - 1n, -(2n ** 63n)])("%s", (int) => {
    expect(encode(int, exact)[0]).toBe(2);
    expect(trip(int)).toBe(int);
  });
  test.each([0, 1, -0, 0.1, 2 ** 60, Number.POSITIVE_INFINITY, Number.NaN])("%s", (number) => {
    expect(encode(number, exact)[0]).toBe(3);
    expect(trip(number)).toBe(number);
  });
});

describe("an unusual NaN becomes a Float with its bits", () => {
  test.each([0x7ff8000000000001n, 0xfff8000000000000n, 0x7ff0000000000001n, 0xffffffffffffffffn])(
    "%s",
    (bits) => {
      const bytes = fromHex("03000100 0000000000000000");
      new DataView(bytes.buffer).setBigUint64(4, bits, true);
      const value = decode(bytes, exact) as Float;
      expect(value).toBeInstanceOf(Float);
      expect(value.value).toBeNaN();
      expect(value.bits).toBe(bits);
      expect(hex(encode(value, exact))).toBe(hex(bytes));
    },
  );

  test("the usual NaN is a number", () => {
    expect(decode(fromHex("03000100 000000000000f87f"), exact)).toBeNaN();
  });

  test("a 32-bit NaN is widened", () => {
    expect((decode(fromHex("03000000 0100a07f"), exact) as Float).bits).toBe(0x7ffc000020000000n);
  });
});

describe("a −0.0 key is a Float", () => {
  const bytes = fromHex("1b000000 01000000 03000000 00000080 00000000");

  test("because a Map would make it 0", () => {
    const value = decode(bytes, exact) as Dictionary;
    const [key] = value.keys();
    expect(key).toBeInstanceOf(Float);
    expect((key as Float).bits).toBe(0x8000000000000000n);
    expect(hex(encode(value, exact))).toBe(hex(bytes));
    expect(value.get(0)).toBeNull();
    expect(value.get(-0)).toBeNull();
  });
});

test("StringName is a class with text", () => {
  const value = decode(fromHex("15000000 01000000 78000000"), exact) as StringName;
  expect(value).toBeInstanceOf(StringName);
  expect(value.text).toBe("x");
});

describe("containers are VariantArray and Dictionary, typed or not", () => {
  test("untyped", () => {
    const value = decode(fromHex("1c000000 01000000 1b000000 00000000"), exact) as VariantArray;
    expect(value).toBeInstanceOf(VariantArray);
    expect(value.elementType).toBeUndefined();
    expect(value.shared).toBe(false);
    expect(value[0]).toBeInstanceOf(Dictionary);
    expect((value[0] as Dictionary).keyType).toBeUndefined();
    expect(Object.keys(value)).toEqual(["0"]);
  });

  const types: ContainerType[] = [
    { kind: "builtin", type: "int" },
    { kind: "builtin", type: "PackedVector4Array" },
    { kind: "class", name: "Node2D" },
    { kind: "script", path: "res://item.gd" },
  ];
  const full = { ...exact, fullObjects: true, allowObjects: true };

  test.each(types)("Array typed by %o", (type) => {
    const bytes = encode(new VariantArray([], type), full);
    expect((decode(bytes, full) as VariantArray).elementType).toEqual(type);
  });

  test.each(types)("Dictionary typed by %o", (type) => {
    for (const traits of [{ keyType: type }, { valueType: type }, { keyType: type, valueType: type }]) {
      const bytes = encode(new Dictionary([], traits), full);
      expect(decode(bytes, full)).toMatchObject(traits);
    }
  });

  test("of a class, without full objects: EncodedObjectAsID", () => {
    const typed = new VariantArray([new EncodedObjectAsID(5n)], { kind: "class", name: "Node" });
    const bytes = encode(typed, exact);
    const warnings: string[] = [];
    const value = decode(bytes, { ...exact, onWarning: ({ code }) => warnings.push(code) }) as VariantArray;
    expect(value.elementType).toEqual({ kind: "class", name: "EncodedObjectAsID" });
    expect(warnings).toEqual(["class-name-ignored"]);
    expect(decode(encode(value, exact), exact)).toEqual(value);
  });

  test("keep the order of all keys, including those that look like an index", () => {
    const value = new Dictionary(["b", "42", "a"].map((key) => [key, null] as const));
    expect(Array.from((trip(value) as Dictionary).keys())).toEqual(["b", "42", "a"]);
  });
});

describe("historical forms survive", () => {
  test.each<[string, DialectName, string, Variant]>([
    ["the shared bit of an Array", "godot-2", "15000000 00000080", new VariantArray([], undefined, true)],
    ["the shared bit of a Dictionary", "godot-2", "14000000 00000080", new Dictionary([], { shared: true })],
    ["a null object as id", "godot-3", "11000100 0000000000000000", new EncodedObjectAsID(0n)],
    ["a null object in full", "godot-3", "11000000 00000000", new GodotObject("")],
    ["null", "godot-3", "00000000", null],
  ])("%s", (_, dialect, digits, value) => {
    const options = { ...exact, dialect, allowObjects: true, fullObjects: true };
    const bytes = fromHex(digits);
    expect(decode(bytes, options)).toEqual(value);
    expect(hex(encode(decode(bytes, options), options))).toBe(hex(bytes));
  });

  test("shared is an own property only when it is true", () => {
    const array = decode(fromHex("15000000 00000080"), { ...exact, dialect: "godot-2" }) as VariantArray;
    expect(Object.keys(array)).toEqual(["shared"]);
    expect(array.shared).toBe(true);
  });

  test("keeps whether the last subname of a NodePath is the property", () => {
    const bytes = encode(new NodePath({ names: ["a"], subnames: ["x"], hasProperty: true }), {
      dialect: "godot-2",
    });
    expect((decode(bytes, { dialect: "godot-2" }) as NodePath).hasProperty).toBe(true);
    const without = encode(new NodePath({ names: ["a"], subnames: ["x"], hasProperty: false }), {
      dialect: "godot-2",
    });
    expect((decode(without, { dialect: "godot-2" }) as NodePath).hasProperty).toBe(false);
    expect(bytes).not.toEqual(without);
  });
});

describe("full objects are inert data", () => {
  const bytes = fromHex("18000000 04000000 4e6f6465 01000000 02000000 68700000 02000000 07000000");

  test("are decoded only when allowed", () => {
    expect(() => decode(bytes, exact)).toThrow(/object-not-allowed/);
    expect(() => decode(bytes)).toThrow(/allowObjects: true/);
  });

  test("have a class name and properties", () => {
    const value = decode(bytes, { ...exact, allowObjects: true }) as GodotObject;
    expect(value).toBeInstanceOf(GodotObject);
    expect(value.className).toBe("Node");
    expect(value.properties).toEqual(new Map([["hp", 7n]]));
    expect(hex(encode(value, { ...exact, fullObjects: true }))).toBe(hex(bytes));
  });

  test("are written only on request", () => {
    const value = new GodotObject("Node", [["hp", 7n]]);
    expect(() => encode([null, value], exact)).toThrow(/object-not-allowed.*\[1\]/);
  });
});
