// Validates values against schemas of other libraries, and infers types from values.
import { runInNewContext } from "node:vm";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type DocumentNode,
  decode,
  decodeFrames,
  decodeStream,
  encode,
  encodeFrames,
  float,
  GodotObject,
  inferTypes,
  load,
  open,
  type StandardSchema,
  StringName,
  save,
  tryDecode,
  type Variant,
  type VariantError,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

interface Hero {
  hp: number;
}
type Result = ReturnType<StandardSchema<Hero>["~standard"]["validate"]>;

/** A schema with "~standard", as Zod, Valibot and ArkType create it. */
const schemaOf = (validate: (value: unknown) => Result): StandardSchema<Hero> => ({
  "~standard": { version: 1, vendor: "test", validate },
});
const isHero = (value: unknown): Awaited<Result> => {
  const { hp } = value as Partial<Hero>;
  return typeof hp === "number"
    ? { value: { hp } }
    : { issues: [{ message: "expected a number", path: [{ key: "hp" }] }] };
};
const hero = schemaOf(isHero);
const later = schemaOf(async (value) => isHero(value));
/** Reports an issue at each of these paths. */
const against = (...paths: (PropertyKey | object)[][]) =>
  schemaOf(() => ({ issues: paths.map((path) => ({ message: "no", path: path as string[] })) }));

const good = encode({ hp: 5, extra: true });
const bad = encode({ extra: true, hp: "5" });

describe("schema", () => {
  test("returns the schema's typed result", () => {
    const value = decode(good, { schema: hero });
    expectTypeOf(value).toEqualTypeOf<Hero>();
    expect(value).toEqual({ hp: 5 });
    expect(decode(good)).toEqual({ hp: 5, extra: true });
  });

  test("a mismatch throws schema-mismatch with issues", () => {
    const error = errorOf(() => decode(bad, { schema: hero }));
    const { offset } = open(bad).node("hp") as DocumentNode;
    expect([error.code, error.path, error.hint, error.offset]).toEqual([
      "schema-mismatch",
      "hp",
      "expected a number",
      offset,
    ]);
    expect(error.issues).toEqual([{ message: "expected a number", path: "hp", keys: ["hp"], offset }]);
    expect(error.message).toContain("expected a number");
    expect(tryDecode(bad, { schema: hero })).toEqual({ ok: false, error });
    expect(tryDecode(good, { schema: hero })).toMatchObject({ ok: true, value: { hp: 5 } });
    expect(errorOf(() => decode(bad, { schema: schemaOf(() => ({ issues: [] })) })).code).toBe(
      "schema-mismatch",
    );
  });

  test("a promise of another realm is asynchronous, too", async () => {
    const promiseOf = runInNewContext("(result) => Promise.resolve(result)");
    const elsewhere = schemaOf((value) => promiseOf(isHero(value)));
    expect(() => decode(good, { schema: elsewhere })).toThrow(/asynchronously/);
    expect((await load(good, { schema: elsewhere })).values).toEqual([{ hp: 5 }]);
  });

  test("issues have the paths and offsets of a Document", () => {
    const value = new Map<Variant, Variant>([
      ["list", [1, { "strange key": [new StringName("x"), "y"] }]],
      [new Vector2i(1, 2), "grid"],
      [7, float(1)],
      ["packed", Float32Array.of(1, 2)],
      ["object", new GodotObject("Node", [["name", "x"]])],
    ]);
    const bytes = encode(value, { fullObjects: true });
    const paths = [
      ["list", 1, "strange key", 1],
      ["list", 0],
      [new Vector2i(1, 2)],
      [7],
      ["packed", 1],
      ["object", "name"],
      [],
    ];
    const document = open(bytes);
    const places = paths.map((path) => {
      const node = document.node(path) as DocumentNode;
      return [node.path, node.offset];
    });
    for (const framing of ["none", "store_var"] as const) {
      const input = encode(value, { fullObjects: true, framing });
      const { issues } = errorOf(() =>
        decode(input, { schema: against(...paths), framing, allowObjects: true, limits: { depth: 20 } }),
      );
      const more = framing === "none" ? 0 : 4;
      expect(issues?.map(({ path, offset }) => [path, offset - more])).toEqual(places);
    }
  });

  test("issues at missing places point at the surrounding value", () => {
    const bytes = encode({ a: [new Vector2i(1, 2)], b: null });
    const paths = [
      ["a", 0, "x"],
      ["a", 5],
      ["a", "no index"],
      ["c", "d"],
      ["b", Symbol("s")],
      [Symbol.iterator],
    ];
    const document = open(bytes);
    const offsets = ["a[0]", "a", "a", "", "b", ""].map(
      (path) => (document.node(path) as DocumentNode).offset,
    );
    const { issues } = errorOf(() => decode(bytes, { schema: against(...paths) }));
    expect(issues?.map(({ offset }) => offset)).toEqual(offsets);
    expect(issues?.[4]?.keys).toEqual(["b", "Symbol(s)"]);
  });

  test("decode throws a TypeError for a promise, load awaits it", async () => {
    expect(() => decode(good, { schema: later })).toThrow(TypeError);
    const rejecting = schemaOf(() => Promise.reject(new Error("no")));
    expect(() => decode(good, { schema: rejecting })).toThrow(TypeError);
    await expect(load(good, { schema: rejecting })).rejects.toThrow("no");
    const file = await save([{ hp: 1 }, { hp: 2 }], {});
    const heroes = await load(file, { schema: later });
    expect(heroes.values.map(({ hp }: { hp: number }) => hp)).toEqual([1, 2]);
    expect(await save(heroes.values, heroes)).toEqual(file);
    expect((await load(file)).values).toEqual([{ hp: 1 }, { hp: 2 }]);
  });

  test("in files and frames, offsets count from the start of the content", async () => {
    const [first, second] = [encode({ hp: 1 }), encode({ a: 1, hp: "x" })];
    const file = await save([{ hp: 1 }, { a: 1, hp: "x" }], {
      layers: [{ container: "gcpf", compression: "deflate" }],
    });
    const inside = (open(second).node("hp") as DocumentNode).offset;
    const offset = 4 + first.length + 4 + inside;
    for (const schema of [hero, later])
      await expect(load(file, { schema })).rejects.toMatchObject({
        code: "schema-mismatch",
        path: "[1].hp",
        keys: [1, "hp"],
        offset,
        issues: [{ offset }],
      });
    const frames = encodeFrames([{ hp: 1 }, { a: 1, hp: "x" }]);
    expect(errorOf(() => decodeFrames(frames, { schema: hero }))).toMatchObject({
      offset,
      issues: [{ offset }],
    });
    const skipped: VariantError[] = [];
    const options = {
      schema: hero,
      onError: "resync",
      onSkip: (error: VariantError) => skipped.push(error),
    } as const;
    const values: unknown[] = [];
    for await (const value of decodeStream([frames], options)) values.push(value);
    expect([values, skipped[0]?.issues?.[0]?.offset]).toEqual([[{ hp: 1 }], offset]);
  });

  test("accepts only Standard Schemas", () => {
    expect(() => decode(good, { schema: {} as never })).toThrow(TypeError);
    expect(() => decode(good, { schema: null as never })).toThrow(TypeError);
  });
});

describe("inferTypes", () => {
  test("of one value", () => {
    const value = { hp: 5, name: "x", at: new Vector2i(1, 2), list: [1, null], "a b": {}, none: [] };
    expect(inferTypes(value)).toBe(`import type { Vector2i } from "godot-variant";

export interface Save {
  hp: number;
  name: string;
  at: Vector2i;
  list: Array<number | null>;
  "a b": Record<string, never>;
  none: never[];
}
`);
  });

  test("of several values", () => {
    const values = [{ a: 1, b: true }, { a: "x" }];
    expect(inferTypes(values, { name: "Item" })).toBe(
      "export interface Item {\n  a: number | string;\n  b?: boolean;\n}\n",
    );
    expect(inferTypes([1, 2n, new Map([[1, { x: 1 }]])], { name: "T" })).toBe(
      "export type T = number | bigint | Map<number, {\n  x: number;\n}>;\n",
    );
  });

  test("rejects invalid names", () => {
    for (const name of ["a b", "", "1", "Vector2i"])
      expect(() => inferTypes(new Vector2i(1, 2), { name })).toThrow(TypeError);
  });

  test("rejects names that mean something else in the declaration", () => {
    // tsc reads none of `interface class`, `interface string` and `type as = number`; an interface Map that holds Maps would hold itself.
    for (const name of ["class", "string", "null", "as", "Map", "Array", "Record", "Float32Array"])
      expect(() => inferTypes({ a: 1 }, { name })).toThrow(/name/);
    for (const name of ["type", "Date", "classes"])
      expect(inferTypes(1, { name })).toBe(`export type ${name} = number;\n`);
  });

  test("more values of the same type change nothing", () => {
    const values = Array.from({ length: 50 }, (_, i) => ({
      hp: i,
      ...(i % 3 === 0 ? { name: "x" } : {}),
      list: i % 2 === 0 ? [] : [{ at: new Vector2i(i, i) }, null],
    }));
    const text = inferTypes(values.slice(0, 4));
    expect(inferTypes(values)).toBe(text);
    expect(inferTypes([...values, ...values])).toBe(text);
    expect(text).toContain("  name?: string;\n");
  });

  test("tables of many keys", () => {
    const table = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`id${i}`, i]));
    expect(inferTypes({ table })).toBe("export interface Save {\n  table: Record<string, number>;\n}\n");
  });
});

test("an issue at each of many values takes linear time", () => {
  const count = 100_000;
  const items = Array.from({ length: count }, (_, i) => i);
  const named = Object.fromEntries(items.map((i) => [`k${i}`, i]));
  const paths = items.flatMap((i) => [
    ["items", i],
    ["named", `k${i}`],
  ]);
  const schema = schemaOf(() => ({ issues: paths.map((path) => ({ message: "no", path })) }));
  const error = errorOf(() => decode(encode({ items, named }), { schema }));
  const offsets = error.issues?.map(({ offset }) => offset) ?? [];
  expect(offsets.length).toBe(2 * count);
  // The header and count of the outer Dictionary, its first key, and the header and count of the Array; then eight bytes for each int.
  expect(offsets[2 * (count - 1)]).toBe(8 + 16 + 8 + 8 * (count - 1));
  // The last value in the bytes.
  expect(offsets.at(-1)).toBe(encode({ items, named }).length - 8);
});

test.each([5, null, {}, { "~standard": {} }])(
  "load names the option for %j, which is no schema",
  async (schema) => {
    await expect(load(good, { schema: schema as never })).rejects.toThrow("The option schema must have");
  },
);

test.each<[name: string, result: unknown, message: string]>([
  ["undefined", undefined, "validate returned undefined"],
  ["null", null, "validate returned null"],
  ["a text", "ok", "validate returned ok"],
  ["issues that are no array", { issues: "bad" }, "its issues are bad"],
  ["issues that are null", { issues: null }, "its issues are null"],
  ["an issue that is null", { issues: [null] }, "an issue is null"],
  ["an issue without a message", { issues: [{}] }, "the message of an issue is undefined"],
  ["a path that is a text", { issues: [{ message: "no", path: "hp" }] }, "the path of an issue is hp"],
  [
    "a path with undefined",
    { issues: [{ message: "no", path: [undefined] }] },
    "the path of an issue contains undefined",
  ],
  [
    "a path with a function",
    { issues: [{ message: "no", path: [{ key: isHero }] }] },
    "the path of an issue contains a function",
  ],
])("a schema that returns %s is named as broken", async (_, result, message) => {
  const schema = schemaOf(() => result as never);
  const error = new TypeError(`The option schema breaks Standard Schema: ${message}.`);
  expect(() => decode(good, { schema })).toThrow(error);
  expect(() => tryDecode(good, { schema })).toThrow(error);
  await expect(load(good, { schema })).rejects.toThrow(error);
});
