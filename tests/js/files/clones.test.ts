// Values that went through structuredClone or postMessage, which keep properties but no classes.
import { describe, expect, test } from "vitest";
import * as api from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

const { Dictionary, Vector2, Vector2i } = api;

/** One value of each class. */
const instances: Readonly<Record<string, api.Variant & object>> = {
  Vector2: new Vector2(1, 2.5),
  "64-bit Vector2": Vector2.fromArray([0.1, 2], 0, true),
  Vector2i: new Vector2i(1, 2),
  Vector3: new api.Vector3(1, 2, 3),
  Vector3i: new api.Vector3i(1, 2, 3),
  Vector4: new api.Vector4(1, 2, 3, 4),
  Vector4i: new api.Vector4i(1, 2, 3, 4),
  Rect2: new api.Rect2(new Vector2(1, 2), new Vector2(3, 4)),
  Rect2i: new api.Rect2i(new Vector2i(1, 2), new Vector2i(3, 4)),
  Transform2D: new api.Transform2D(),
  Plane: new api.Plane(),
  Quaternion: new api.Quaternion(),
  AABB: new api.AABB(),
  Basis: new api.Basis(),
  Transform3D: new api.Transform3D(),
  Projection: new api.Projection(),
  Color: new api.Color(1, 0, 0.5),
  StringName: new api.StringName("a"),
  NodePath: new api.NodePath("/a/b:c"),
  RID: new api.RID(5n),
  Signal: new api.Signal("pressed", 7n),
  Callable: new api.Callable(),
  EncodedObjectAsID: new api.EncodedObjectAsID(9n),
  GodotObject: new api.GodotObject("Node", [["at", new Vector2(1, 2)]]),
  Dictionary: new Dictionary([[new Vector2i(1, 2), new Vector2(3, 4)]]),
  "typed Dictionary": new Dictionary([["a", 1n]], { keyType: { kind: "builtin", type: "String" } }),
  "typed Array": new api.VariantArray([1n], { kind: "builtin", type: "int" }),
  PackedByteArray: new Uint8Array([1]),
  PackedInt32Array: new Int32Array([1]),
  PackedInt64Array: new BigInt64Array([1n]),
  PackedFloat32Array: new Float32Array([1]),
  PackedFloat64Array: new Float64Array([1]),
  PackedStringArray: new api.PackedStringArray(["a"]),
  PackedVector2Array: new api.PackedVector2Array(new Float32Array([1, 2])),
  "64-bit PackedVector2Array": new api.PackedVector2Array(new Float64Array([0.1, 2])),
  PackedVector3Array: new api.PackedVector3Array(new Float32Array([1, 2, 3])),
  PackedVector4Array: new api.PackedVector4Array(new Float32Array([1, 2, 3, 4])),
  PackedColorArray: new api.PackedColorArray(new Float32Array([1, 2, 3, 4])),
};

describe.each(["plain", "exact"] as const)("in %s mode, after structuredClone", (mode) => {
  test.each(Object.keys(instances))("%s", async (name) => {
    const value = [
      { inside: instances[name] },
      new Dictionary([[[1n, instances[name]] as never, instances[name] as never]]),
    ];
    const options = { mode, fullObjects: true, allowObjects: true };
    const bytes = api.encode(value, { ...options, mode: "exact" });
    const decoded = api.decode(bytes, options);
    const clone = structuredClone(decoded);
    // With the bytes, encode needs no classes.
    expect(api.encode(clone, { ...options, like: bytes, strict: true })).toEqual(bytes);
    const restored = api.restore(clone, bytes, options);
    expect(restored).toStrictEqual(decoded);
    const loaded = await api.load(bytes, { mode, dialect: "godot-4", framing: "none" });
    const copy = structuredClone(loaded);
    expect(await api.save(copy.values, copy, { strict: true })).toEqual(bytes);
    expect(api.restore(copy).values).toStrictEqual(loaded.values);
  });
});

test("values come back that only options of load could read", async () => {
  const place = api.encode(new api.Vector2(1, 2));
  const text = new Uint8Array([4, 0, 0, 0, 2, 0, 0, 0, 0xff, 97, 0, 0]);
  const array = new Uint8Array([28, 0, 0, 0, 2, 0, 0, 0, ...place, ...text]);
  for (const [bytes, options] of [
    [array, { badUtf8: "replace", dialect: "godot-4", framing: "none" }],
    [new Uint8Array([array.length, 0, 0, 0, ...array]), { badUtf8: "replace", dialect: "godot-4" }],
    [new Uint8Array([...place, 1]), { allowTrailing: true, dialect: "godot-4", framing: "none" }],
  ] as const) {
    const loaded = await api.load(bytes, options);
    expect(api.restore(structuredClone(loaded)).values).toStrictEqual(loaded.values);
  }
});

test("TypedArray and the legacy types come back", () => {
  const typed = new api.TypedArray([1n], { kind: "builtin", type: "int" });
  const like = api.encode(typed, { mode: "exact", dialect: "pandemonium" });
  const decoded = api.decode(like, { dialect: "pandemonium" });
  expect(api.restore(structuredClone(decoded), like, { dialect: "pandemonium" })).toStrictEqual(decoded);
  for (const value of [new api.Image(), new api.InputEvent(1, 0, new Int32Array([0, 65]))])
    expect(api.restore(structuredClone(value))).toStrictEqual(value);
});

describe("without bytes", () => {
  test.each(["NodePath", "GodotObject", "Signal", "EncodedObjectAsID"])("%s comes back", (name) => {
    const value = name === "GodotObject" ? new api.GodotObject("Node", [["a", 1]]) : instances[name];
    expect(api.restore(structuredClone([value]))).toStrictEqual([value]);
  });

  test.each(["Vector2", "Color", "Rect2", "StringName", "RID", "PackedVector2Array", "PackedStringArray"])(
    "%s, which may be a Dictionary, is refused",
    (name) => {
      const error = errorOf(() => api.restore(structuredClone({ a: [instances[name]] })));
      expect([error.code, error.path]).toEqual(["unsupported-value", "a[0]"]);
      expect(error.hint).toContain(name);
    },
  );

  test("other values stay what they are", () => {
    const value = { a: [1, "b", null, true, 5n, new Uint8Array(1)], ["__proto__"]: 1 };
    expect(api.restore(structuredClone(value))).toStrictEqual(value);
    expect(api.restore(new Map([[1, { hp: 2 }]]))).toStrictEqual(new Dictionary([[1, { hp: 2 }]]));
  });
});

describe("cloned keys", () => {
  const grid = new Dictionary([[new Vector2i(1, 2), "a"]]);

  test("are refused without bytes", () => {
    const error = errorOf(() => api.encode({ grid: structuredClone(grid) }));
    expect([error.code, error.path]).toEqual(["unsupported-value", "grid"]);
    expect(error.hint).toContain("restore");
    expect(errorOf(() => api.restore(structuredClone(grid))).code).toBe("unsupported-value");
  });

  test("that are new have the class of the others", () => {
    const clone = structuredClone(grid) as unknown as Map<unknown, unknown>;
    clone.set({ x: 3, y: 4 }, "b");
    const again = api.decode(api.encode(clone, { like: api.encode(grid) }));
    expect(again).toStrictEqual(new Dictionary([...grid, [new Vector2i(3, 4), "b"]]));
  });

  test("are refused where their class is unclear", () => {
    const both = new Dictionary([
      [new Vector2i(1, 2), "a"],
      [new Vector2(1, 2), "b"],
    ]);
    expect(errorOf(() => api.encode(structuredClone(both), { like: api.encode(both) })).code).toBe(
      "unsupported-value",
    );
  });
});

describe("cloned keys that differ only in ints and floats", () => {
  const list = (...values: api.Variant[]) => new api.VariantArray(values);

  /** Keys of `exact` mode, in which a number is a float. */
  test.each<[name: string, keys: api.Variant[]]>([
    ["1 and 1.0", [1n, 1]],
    ["1.0 and 1", [1, 1n]],
    ["two pairs, and others", [2n, 1, "a", 1n, 2, 0.5, 3, true]],
    ["0, 0.0 and -0.0", [0n, 0]],
    ["-0.0 and 0", [-0, 0n]],
    ["Arrays", [list(1n), list(1)]],
    ["Arrays in Arrays", [list(list(1), 2n), list(list(1n), 2), list(list(1), 2), list(0.5, 1)]],
    ["Dictionaries", [new Dictionary([["a", 1n]]), new Dictionary([["a", 1]]), new Dictionary([[1, 1n]])]],
  ])("%s", async (_, keys) => {
    const value = new Dictionary(
      keys.map((key, i): [api.Variant, api.Variant] => [key, [new Vector2(i, 2)]]),
    );
    const bytes = api.encode({ grid: value }, { mode: "exact" });
    for (const mode of ["plain", "exact"] as const) {
      const decoded = api.decode(bytes, { mode });
      const clone = structuredClone(decoded);
      expect(api.encode(clone, { mode, like: bytes, strict: true })).toEqual(bytes);
      expect(api.restore(clone, bytes, { mode })).toStrictEqual(decoded);
      const loaded = await api.load(bytes, { mode, dialect: "godot-4", framing: "none" });
      const copy = structuredClone(loaded);
      expect(api.restore(copy).values).toStrictEqual(loaded.values);
      expect(await api.save(copy.values, copy, { strict: true })).toEqual(bytes);
      expect(await api.save(api.restore(copy).values, copy, { strict: true })).toEqual(bytes);
    }
  });

  test("a float that a program states, in place of a float", () => {
    const bytes = api.encode({ speed: 2.5, hp: 3 });
    const edited = structuredClone({ speed: api.float(2), hp: 3 });
    expect(api.restore(edited, bytes)).toStrictEqual({ speed: api.float(2), hp: 3 });
    const error = errorOf(() => api.restore(structuredClone({ speed: 2.5, hp: api.float(2) }), bytes));
    expect([error.code, error.path]).toEqual(["unsupported-value", "hp"]);
  });
});

describe("a clone at a path that the file does not have", () => {
  type Save = Record<string, api.Variant>;
  const old = {
    position: new Vector2(1, 2.5),
    at: new Vector2(3, 4),
    tint: new api.Color(1, 0, 0),
    path: new api.NodePath("a"),
    stats: { hp: 1 },
  };
  const edited = async (edit: (value: Save) => void, cloned: boolean, mode: "plain" | "exact" = "plain") => {
    const loaded = await api.load(api.encode(old), { mode, dialect: "godot-4", framing: "none" });
    const copy = cloned ? structuredClone(loaded) : loaded;
    const [value] = copy.values as unknown as [Save];
    edit(value);
    return api.save(copy.values, copy).then(api.decode as never, (error: api.VariantError) => error);
  };

  test.each<[string, string, (value: Save) => void]>([
    ["copied", "place", (value) => (value.place = value.position as api.Variant)],
    [
      "copied into a new list",
      "list[0].at",
      (value) => (value.list = [{ at: value.position as api.Variant }]),
    ],
    ["instead of a number", "stats.hp", (value) => ((value.stats as Save).hp = value.tint as api.Variant)],
    ["instead of a Dictionary", "stats", (value) => (value.stats = value.tint as api.Variant)],
    ["of another class", "tint", (value) => (value.tint = value.path as api.Variant)],
    [
      "moved, without any other",
      "place",
      (value) => {
        value.place = value.tint as api.Variant;
        for (const name of Object.keys(old)) delete value[name];
      },
    ],
  ])("%s", async (_, path, edit) => {
    const error = (await edited(edit, true)) as api.VariantError;
    expect([error.code, error.path]).toEqual(["unsupported-value", `[0].${path}`]);
    expect(error.hint).toContain("restore");
    // Without cloning, the class is there.
    expect(await edited(edit, false)).not.toBeInstanceOf(Error);
  });

  test("is refused where the file has a Dictionary of exact mode", async () => {
    const loaded = await api.load(api.encode(old), { mode: "exact", dialect: "godot-4", framing: "none" });
    const dictionary = loaded.values[0] as unknown as api.Dictionary;
    for (const key of ["position", "hp"]) dictionary.has(key); // makes a Map, which clones keep
    const copy = structuredClone(loaded);
    const { content } = copy.values[0] as unknown as { content: Map<string, unknown> };
    content.set("place", content.get("position"));
    const error = (await api.save(copy.values, copy).catch((error) => error)) as api.VariantError;
    expect([error.code, error.path]).toEqual(["unsupported-value", "[0].place"]);
  });

  test("other new objects become Dictionaries", async () => {
    const add = (value: Save) => {
      value.place = { x: 1, y: 2 };
      value.label = { text: "a" };
      value.stats = { hp: 1, value: 2.5 };
    };
    expect(await edited(add, false)).toEqual({
      ...old,
      place: { x: 1, y: 2 },
      label: { text: "a" },
      stats: { hp: 1, value: 2.5 },
    });
    const label = (value: Save) => {
      value.label = { text: "a" };
      value.rect = { position: 1, size: 2 };
    };
    expect(await edited(label, true)).toEqual({
      ...old,
      label: { text: "a" },
      rect: { position: 1, size: 2 },
    });
  });
});
