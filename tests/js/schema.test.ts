// Values held against schemas of other libraries, and types made of values.
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  decode,
  encode,
  inferTypes,
  load,
  type StandardSchema,
  save,
  tryDecode,
  Vector2i,
} from "../../js/index.js";
import { errorOf } from "./thrown.js";

interface Hero {
  hp: number;
}
/** What Zod, Valibot and ArkType give: an object with "~standard". */
const hero: StandardSchema<Hero> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate(value) {
      const { hp } = value as Partial<Hero>;
      if (typeof hp === "number") return { value: { hp } };
      return { issues: [{ message: "expected a number", path: ["heroes", { key: 0 }, "hp"] }] };
    },
  },
};
const later: StandardSchema<Hero> = {
  "~standard": { ...hero["~standard"], validate: async (value) => hero["~standard"].validate(value) },
};
const good = encode({ hp: 5, extra: true });
const bad = encode({ hp: "5" });

describe("schema", () => {
  test("gives the schema's result, typed", () => {
    const value = decode(good, { schema: hero });
    expectTypeOf(value).toEqualTypeOf<Hero>();
    expect(value).toEqual({ hp: 5 });
    expect(decode(good)).toEqual({ hp: 5, extra: true });
  });

  test("what does not fit is schema-mismatch with issues", () => {
    const error = errorOf(() => decode(bad, { schema: hero }));
    expect([error.code, error.path, error.hint]).toEqual([
      "schema-mismatch",
      "heroes[0].hp",
      "expected a number",
    ]);
    expect(error.issues).toEqual([
      { message: "expected a number", path: "heroes[0].hp", keys: ["heroes", 0, "hp"] },
    ]);
    expect(tryDecode(bad, { schema: hero })).toEqual({ ok: false, error });
    expect(tryDecode(good, { schema: hero })).toMatchObject({ ok: true, value: { hp: 5 } });
  });

  test("a promise is a TypeError in decode, and awaited in load", async () => {
    expect(() => decode(good, { schema: later })).toThrow(TypeError);
    const file = await save([{ hp: 1 }, { hp: 2 }], {});
    expect((await load(file, { schema: later })).values).toEqual([{ hp: 1 }, { hp: 2 }]);
    const wrong = await save([{ hp: 1 }, {}], {});
    await expect(load(wrong, { schema: hero })).rejects.toMatchObject({ code: "schema-mismatch" });
  });

  test("only Standard Schemas are taken", () => {
    expect(() => decode(good, { schema: {} as never })).toThrow(TypeError);
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

  test("tables of many keys", () => {
    const table = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`id${i}`, i]));
    expect(inferTypes({ table })).toBe("export interface Save {\n  table: Record<string, number>;\n}\n");
  });
});
