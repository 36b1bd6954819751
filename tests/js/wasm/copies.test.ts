// Two copies of the built package in one program, one as ES module and one as CommonJS: each accepts the other's values
// and errors.
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { typesOfOthers } from "../../../js/table/table.gen.js";

type Package = typeof import("../../../js/index.js");

const dist = new URL("../../../dist/", import.meta.url);
const esm = (await import(new URL("esm/index.js", dist).href)) as Package;
const cjs = createRequire(import.meta.url)(new URL("cjs/index.js", dist).pathname) as Package;
const exact = { mode: "exact" } as const;

/** One value of every class. */
function values(from: Package): [name: string, value: object][] {
  const list = new from.VariantArray([1n], { kind: "builtin", type: "int" });
  const given: Record<string, object> = {
    Float: new from.Float(3),
    StringName: new from.StringName("x"),
    NodePath: new from.NodePath("/a:b"),
    RID: new from.RID(5n),
    Signal: new from.Signal("x", 5n),
    GodotObject: new from.GodotObject("A", [["x", list]]),
    EncodedObjectAsID: new from.EncodedObjectAsID(5n),
    VariantArray: list,
    Dictionary: new from.Dictionary([[new from.Vector2i(1, 2), "x"]]),
    PackedStringArray: new from.PackedStringArray(["a"]),
  };
  const skipped = [
    "VariantError",
    "Image",
    "InputEvent",
    "Document",
    "ConfigFile",
    "VariantDecoderStream",
    "VariantEncoderStream",
  ];
  return Object.entries(from)
    .filter(([name, owner]) => /^class\b/.test(String(owner)) && !skipped.includes(name))
    .map(([name, owner]) => [name, given[name] ?? new (owner as new () => object)()]);
}

test("the copies are different", () => {
  expect(esm.Vector2).not.toBe(cjs.Vector2);
  expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort());
});

describe.each([
  ["an ES module's", esm, cjs],
  ["CommonJS's", cjs, esm],
])("%s values in the other copy", (_, own, other) => {
  test.each(values(own))("%s is an instance there", (name, value) => {
    const owner = other[name as keyof Package] as new () => object;
    expect(value).toBeInstanceOf(owner);
    expect({}).not.toBeInstanceOf(owner);
  });

  test.each(values(own))("%s is encoded the same there", (name, value) => {
    const isOfOthers = (typesOfOthers as readonly string[]).includes(name);
    const dialect = isOfOthers ? "pandemonium" : "godot-4";
    const options = { fullObjects: true, dialect, ...exact } as const;
    const bytes = own.encode([value], options);
    expect(other.encode([value], options)).toEqual(bytes);
    expect(other.encode([value], { ...options, like: bytes })).toEqual(bytes);
    expect(own.encode(other.decode(bytes, { ...exact, dialect, allowObjects: true }), options)).toEqual(
      bytes,
    );
  });

  test("keys that the mode makes equal are refused", () => {
    const bytes = own.encode(new Map([[0.5, 1]]));
    const dictionary = own.decode(bytes, exact) as InstanceType<Package["Dictionary"]>;
    dictionary.set([1], "float").set([1n], "int");
    expect(() => other.encode(dictionary)).toThrow("Several keys are written as [[1]].");
    expect(other.encode(dictionary, exact)).toEqual(own.encode(dictionary, exact));
  });

  test("like takes a value that the other copy decoded", () => {
    const entries: [object, number][] = [
      [new own.StringName("name"), 1],
      [new own.Vector2i(1, 2), 2],
      [[1, 2], 3],
    ];
    const typed = { keyType: { kind: "builtin", type: "String" } } as const;
    for (const value of [
      new own.Dictionary(entries as never),
      new own.Dictionary([["a", own.float(1)]], typed),
      { names: ["x"], floats: [own.float(1)] },
    ]) {
      const bytes = own.encode(value);
      const like = { value: own.decode(bytes, exact) };
      expect(other.encode(other.decode(bytes), { like })).toEqual(bytes);
      expect(other.encode(own.decode(bytes), { like })).toEqual(bytes);
    }
  });

  test("Documents of the other copy are refused", () => {
    const [a, b] = [own.open(own.encode({ hp: 1 })), other.open(own.encode({ hp: 2 }))];
    const error = expect.objectContaining({ name: "TypeError", message: expect.stringContaining("copy") });
    expect(() => other.diff(a, b)).toThrow(error);
    expect(() => other.patch(a, own.diff(a, own.encode({ hp: 2 })))).toThrow(error);
    expect(() => [...other.search(a, { text: "hp" })]).toThrow(error);
  });

  test("their errors are VariantErrors there", () => {
    for (const run of [() => own.decode(new Uint8Array(0)), () => own.encode(new Date(0))]) {
      expect(run).toThrow(other.VariantError as unknown as new () => Error);
      expect(run).toThrow(Error);
    }
    expect(new Error("x")).not.toBeInstanceOf(other.VariantError);
  });

  test("a Dictionary finds keys of the other copy", () => {
    const grid = new own.Dictionary([[new own.Vector2i(1, 2), "tree"]]);
    expect(grid.get(new other.Vector2i(1, 2))).toBe("tree");
    expect(grid.get(new other.StringName("x"))).toBeUndefined();
  });
});
