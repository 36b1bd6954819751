// The patterns for ImHex against the table. tests/long/formats.test.ts runs the definitions for Kaitai Struct; ImHex cannot run there.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const { types, dialects } = JSON.parse(text("cpp/spec/variant.json")) as {
  types: Record<string, { layout: string; element?: string; components?: number }>;
  dialects: Record<string, { types?: string[]; add?: string[] }>;
};
const typesOf = (...names: string[]) =>
  names.flatMap((name) => [...(dialects[name]?.types ?? []), ...(dialects[name]?.add ?? [])]);
const generations = [
  { number: 4, ids: typesOf("godot-4.0", "godot-4.3", "godot-4.4") },
  { number: 3, ids: typesOf("godot-3") },
];
const sizes = { s32: 4, float: 4, T: 4 } as Record<string, number>;

/** `TYPE_PACKED_INT32_ARRAY` as `packedint32array`. */
const bare = (name: string) =>
  name
    .replace(/^TYPE_/, "")
    .replaceAll("_", "")
    .toLowerCase();

describe.each(generations)("the pattern of Godot $number", ({ number, ids }) => {
  const pattern = text(`docs/formats/godot_variant_${number}.hexpat`);
  const structs = new Map(
    Array.from(pattern.matchAll(/^struct (\w+)(?:<[^>]*>)? \{\n(.*?)^\};/gms), ([, name = "", body = ""]) => [
      name,
      body,
    ]),
  );

  test("has the ids of the table", () => {
    const constants = Array.from(pattern.matchAll(/^ {4}(TYPE_\w+) = (\d+),$/gm), ([, name = "", id]) => [
      bare(name),
      Number(id),
    ]);
    expect(constants).toEqual(ids.map((name, id) => [name.toLowerCase(), id]));
    expect(pattern).toContain(`std::assert(u8(type) < ${ids.length},`);
  });

  test("reads every type that is more than a header, once", () => {
    const branches = Array.from(pattern.matchAll(/type == TypeId::(\w+)\)/g), ([, name = ""]) => bare(name));
    const empty = number === 3 ? ["Nil", "RID"] : ["Nil", "Callable"];
    const expected = ids.filter((name) => !empty.includes(name)).map((name) => name.toLowerCase());
    expect(branches).toEqual(expected);
  });

  /** The size of a declaration in a struct, in bytes, with 32-bit numbers. */
  const sizeOf = (type: string): number => sizes[type] ?? sizeOfStruct(type);
  const sizeOfStruct = (name: string) =>
    Array.from((structs.get(name) as string).matchAll(/^ {4}(\w+)(?:<T>)? \w+(?:\[(\d+)\])?;$/gm)).reduce(
      (sum, [, type = "", times = 1]) => sum + sizeOf(type) * Number(times),
      0,
    );

  const numbers = ids.filter((name) => types[name]?.layout === "numbers");
  test.each(numbers)("%s has as many numbers as the table says", (name) => {
    expect(sizeOf(name)).toBe((types[name]?.components as number) * 4);
  });

  test("declares what it uses", () => {
    const used = pattern.matchAll(/^[^/\n]*?(?:^ {4,}|\) |else )([A-Z]\w+)(?:<[^;]*>)? \w+(?:\[|;)/gm);
    for (const [, name = ""] of used) expect([...structs.keys(), "TypeId"]).toContain(name);
  });
});
