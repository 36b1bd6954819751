// `convert` turns bytes of one dialect into another's and reports every loss with its path.
import { describe, expect, test } from "vitest";
import {
  Color,
  convert,
  type DialectName,
  Dictionary,
  decode,
  EncodedObjectAsID,
  encode,
  GodotObject,
  type Loss,
  NodePath,
  PackedVector4Array,
  Quaternion,
  RID,
  Signal,
  StringName,
  Transform3D,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
  Vector4,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { fileOf, fromHex, hex, linesOf } from "../fixtures.js";

const exact = { mode: "exact" } as const;

function converted(value: unknown, from: DialectName, to: DialectName) {
  const bytes = encode(value, { ...exact, dialect: from });
  const result = convert(bytes, { from, to });
  return { value: decode(result.bytes, { ...exact, dialect: to }), losses: result.losses };
}

const plainly = (losses: readonly Loss[]) =>
  losses.map(({ code, path, from, to }) => ({ code, path, from, to }));

describe("no losses between Godot 3 and 4", () => {
  test.each<Variant>([
    null,
    true,
    5n,
    2n ** 40n,
    0.1,
    "text é",
    new Vector2(1, 2),
    new Quaternion(1, 2, 3, 4),
    new Transform3D(),
    new Color(1, 0.5, 0.25),
    new NodePath("/root/a:b"),
    new EncodedObjectAsID(5n),
    new VariantArray([1n, "x", new VariantArray([])]),
    new Dictionary([
      ["a", 1n],
      [2n, 0.5],
    ]),
    new Uint8Array([1, 2, 3]),
    new Int32Array([1, 2, 3]),
    new Float32Array([0.5]),
  ])("%s", (value) => {
    const up = converted(value, "godot-3", "godot-4");
    expect(up).toEqual({ value, losses: [] });
    expect(converted(value, "godot-4", "godot-3")).toEqual({ value, losses: [] });
    expect(converted(value, "godot-3", "godot-3.0")).toEqual({ value, losses: [] });
  });

  test("a save", () => {
    const options = { from: "godot-3", to: "godot-4" } as const;
    const { bytes, losses } = convert(fileOf("saves/godot-3.6.bin"), options);
    expect(losses).toEqual([]);
    expect(decode(bytes)).toEqual(decode(fileOf("saves/godot-3.6.bin"), { dialect: "godot-3" }));
    const back = convert(bytes, { from: "godot-4", to: "godot-3" });
    expect(decode(back.bytes, { dialect: "godot-3" })).toEqual(decode(bytes));
  });
});

describe("every loss has its path and types", () => {
  const typed = new VariantArray([new StringName("s")], { kind: "builtin", type: "StringName" });
  const inventory = new Dictionary([["inventory", [null, new Dictionary([["cell", new Vector2i(1, 2)]])]]]);

  test.each<[string, Variant, Variant, ReturnType<typeof plainly>]>([
    [
      "StringName",
      new StringName("x"),
      "x",
      [{ code: "type-changed", path: "", from: "StringName", to: "String" }],
    ],
    [
      "a vector in nested containers",
      inventory,
      new Dictionary([["inventory", [null, new Dictionary([["cell", new Vector2(1, 2)]])]]]),
      [{ code: "type-changed", path: "inventory[1].cell", from: "Vector2i", to: "Vector2" }],
    ],
    [
      "a typed Array and its element",
      new Dictionary([["list", typed]]),
      new Dictionary([["list", new VariantArray(["s"])]]),
      [
        { code: "element-type-dropped", path: "list", from: "Array", to: "Array" },
        { code: "type-changed", path: "list[0]", from: "StringName", to: "String" },
      ],
    ],
    [
      "the id of a RID",
      [new RID(13n)],
      new VariantArray([new RID(0n)]),
      [{ code: "id-dropped", path: "[0]", from: "RID", to: "RID" }],
    ],
    [
      "a Signal",
      [new Signal("x", 1n)],
      new VariantArray([null]),
      [{ code: "value-dropped", path: "[0]", from: "Signal", to: "Nil" }],
    ],
  ])("godot-4 to godot-3: %s", (_, value, expected, losses) => {
    const result = converted(value, "godot-4", "godot-3");
    expect(result.value).toEqual(expected);
    expect(plainly(result.losses)).toEqual(losses);
  });

  test("the NodePath /, which Godot 3.6 and 3.2.3 read as an empty one", () => {
    const paths = [new NodePath("/"), new NodePath(""), new NodePath("/a"), new NodePath("/:a")];
    for (const engine of ["godot-3.6", "godot-3.2.3"]) {
      const answer = linesOf(`${engine}/crafted.jsonl`).find(({ name }) => name.endsWith(" NodePath: /"));
      expect(answer?.bytes).toBe(hex(encode(paths[0], { dialect: "godot-3" })));
      expect(decode(fromHex(answer?.reencoded as string), { dialect: "godot-3" })).toEqual(paths[1]);
    }
    for (const to of ["godot-3", "godot-3.0", "rebel", "pandemonium", "godot-2"] as const) {
      const result = converted(paths, "godot-4", to);
      expect((result.value as Variant[]).map(String)).toEqual(paths.map(String));
      expect(plainly(result.losses)).toEqual([
        { code: "path-emptied", path: "[0]", from: "NodePath", to: "NodePath" },
      ]);
    }
    expect(converted(paths, "godot-3", "godot-3.0").losses).toEqual([]);
    expect(converted(paths, "godot-3", "godot-4").losses).toEqual([]);
  });

  test("the path of a script, which Godot 3.6 and 3.2.3 ignore", () => {
    for (const engine of ["godot-3.6", "godot-3.2.3"]) {
      const answer = linesOf(`${engine}/crafted.jsonl`).find(({ name }) =>
        name.endsWith(" Object: script is a path"),
      );
      const read = decode(fromHex(answer?.reencoded as string), { dialect: "godot-3", allowObjects: true });
      expect((read as GodotObject).properties.get("script")).toBeNull();
    }
    const node = new GodotObject("Node", [
      ["script", "res://there.gd"],
      ["path", new NodePath("script")],
      ["name", "res://there.gd"],
    ]);
    const bytes = encode([node, new NodePath("script"), "res://there.gd"], { fullObjects: true });
    for (const to of ["godot-3", "godot-3.0", "godot-4.0", "rebel"] as const) {
      const result = convert(bytes, { from: "godot-4", to, allowObjects: true });
      expect(plainly(result.losses)).toEqual([
        { code: "value-dropped", path: "[0].script", from: "String", to: "Nil" },
      ]);
      const [object, ...others] = decode<unknown[]>(result.bytes, { dialect: to, allowObjects: true });
      expect([...(object as GodotObject).properties.values()]).toEqual([
        null,
        new NodePath("script"),
        "res://there.gd",
      ]);
      expect(others).toEqual([new NodePath("script"), "res://there.gd"]);
    }
    for (const to of ["godot-4.3", "docs-003"] as const)
      expect(convert(bytes, { from: "godot-4", to, allowObjects: true }).losses).toEqual([]);
  });

  test("a key that changes its type, by the path of its value", () => {
    const value = new Dictionary([["grid", new Dictionary([[new Vector2i(1, 2), new StringName("x")]])]]);
    const { losses } = converted(value, "godot-4", "godot-3");
    expect(plainly(losses)).toContainEqual({
      code: "type-changed",
      path: "grid[Vector2i(1, 2)]",
      from: "StringName",
      to: "String",
    });
    expect(losses.some(({ from, to }) => from === "Vector2i" && to === "Vector2")).toBe(true);
  });

  test("newer to older versions of Godot 4", () => {
    const type = { kind: "builtin", type: "int" } as const;
    for (const declared of [{ keyType: type }, { keyType: type, valueType: type }]) {
      const dictionary = new Dictionary([], declared);
      expect(plainly(converted([dictionary], "godot-4.4", "godot-4.3").losses)).toEqual([
        { code: "element-type-dropped", path: "[0]", from: "Dictionary", to: "Dictionary" },
      ]);
    }
    expect(converted([typed], "godot-4.4", "godot-4.3").losses).toEqual([]);
    const four = PackedVector4Array.from([new Vector4(1, 2, 3, 4)]);
    const [loss] = converted(four, "godot-4.3", "godot-4.0").losses;
    expect(loss).toMatchObject({ code: "type-changed", path: "", from: "PackedVector4Array" });
  });

  test("a float that Godot 2 rounds", () => {
    const { value, losses } = converted({ a: 0.1, b: 0.5 }, "godot-3", "godot-2");
    expect(value).toEqual(
      new Dictionary([
        ["a", Math.fround(0.1)],
        ["b", 0.5],
      ]),
    );
    expect(plainly(losses)).toEqual([{ code: "value-rounded", path: "a", from: "float", to: "float" }]);
  });

  test("offsets refer to the input", () => {
    const bytes = encode([null, new StringName("x")], exact);
    const { losses } = convert(bytes, { to: "godot-3" });
    expect(losses[0]?.offset).toBe(12);
  });

  test("paths of many losses are correct, whenever they are read", () => {
    const list = Array.from({ length: 50 }, (_, n) => ({ [`key${n}`]: new StringName(`s${n}`) }));
    const { losses } = converted(list, "godot-4", "godot-3");
    encode("something else");
    expect(losses.map(({ path }) => path)).toEqual(list.map((_, n) => `[${n}].key${n}`));
  });
});

describe("impossible conversions throw", () => {
  test("an int outside 32 bits in Godot 2", () => {
    const bytes = encode({ a: [2n ** 40n] }, { ...exact, dialect: "godot-3" });
    const error = errorOf(() => convert(bytes, { from: "godot-3", to: "godot-2" }));
    expect(error).toMatchObject({ code: "int-out-of-range", path: "a[0]" });
  });

  test("encoded surrogates, which only Godot 3 reads and keeps", () => {
    const bytes = fromHex("13000000 01000000 04000000 06000000 eda0bdedb8800000");
    const error = errorOf(() => convert(bytes, { from: "godot-3", to: "godot-4" }));
    expect(error).toMatchObject({ code: "bad-utf8", offset: 8, path: "[0]" });
    expect(convert(bytes, { from: "godot-3", to: "rebel" })).toEqual({ bytes, losses: [] });
  });

  test("invalid bytes", () => {
    const error = errorOf(() => convert(fromHex("1c000000 01000000 ff000000"), { to: "godot-3" }));
    expect(error).toMatchObject({ code: "unknown-type", offset: 8, path: "[0]" });
    expect(errorOf(() => convert(new Uint8Array(0), { to: "godot-3" })).code).toBe("unexpected-end");
  });

  test("output beyond the limit", () => {
    const bytes = encode(new Uint8Array(1000));
    const error = errorOf(() => convert(bytes, { to: "godot-3", limits: { outputBytes: 100 } }));
    expect(error.code).toBe("too-large");
  });
});

describe("options", () => {
  const framed = encode([1], { framing: "store_var" });

  test("framing, trailing bytes, warnings", () => {
    const { bytes } = convert(framed, { to: "godot-3", framing: "store_var" });
    expect(decode(bytes, { dialect: "godot-3", framing: "store_var" })).toEqual([1]);
    const two = fromHex("00000000 00000000");
    expect(() => convert(two, { to: "godot-3" })).toThrow(/trailing-bytes/);
    expect(convert(two, { to: "godot-3", allowTrailing: true }).bytes).toEqual(fromHex("00000000"));
    const warnings: string[] = [];
    const flagged = fromHex("00000400");
    convert(flagged, { to: "godot-3", onWarning: ({ code }) => warnings.push(code) });
    expect(warnings).toEqual(["unknown-flags"]);
  });

  test("dialect replaces from; to is required", () => {
    const bytes = encode([1], { dialect: "godot-3" });
    expect(convert(bytes, { dialect: "godot-3", to: "godot-4" }).bytes).toEqual(encode([1]));
    expect(errorOf(() => convert(bytes, { from: "godot-3", to: "nope" as never })).code).toBe(
      "unknown-dialect",
    );
    expect(errorOf(() => convert(bytes, { from: "nope" as never, to: "godot-3" })).code).toBe(
      "unknown-dialect",
    );
    expect(() => convert("x" as never, { to: "godot-3" })).toThrow(TypeError);
  });

  test("converts full objects only when allowed", () => {
    const object = fromHex("11000000 01000000 41000000 00000000");
    const options = { from: "godot-3", to: "godot-4" } as const;
    expect(errorOf(() => convert(object, options)).code).toBe("object-not-allowed");
    const { bytes, losses } = convert(object, { ...options, allowObjects: true });
    expect(losses).toEqual([]);
    expect(bytes).toEqual(fromHex("18000000 01000000 41000000 00000000"));
  });
});
