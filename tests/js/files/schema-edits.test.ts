// A schema checks and types values. What it leaves out of them stays in the file.
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  Dictionary,
  encode,
  encodeFrames,
  load,
  open,
  type StandardSchema,
  save,
  type Variant,
  Vector2,
  Vector2i,
} from "../../../js/index.js";

type Shape = (value: unknown) => unknown;
const object =
  (shape: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, part((value as never)[name])]));
const array =
  (part: Shape): Shape =>
  (value) =>
    (value as unknown[]).map(part);
const any: Shape = (value) => value;

/** A schema that strips unknown keys and orders the others by itself, as those of Zod and Valibot do. */
const schemaOf = <Output>(shape: Shape): StandardSchema<Output> => ({
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value: shape(value) as Output }) },
});

interface Item {
  count: number;
  id: string;
}
interface Save {
  items: Item[];
  player: { at: Vector2; hp: number };
}

const value = {
  version: 3,
  player: { name: "Mira", hp: 0.5, at: new Vector2(1, 2), mood: 1 },
  items: [
    { id: "rope", count: 1, wear: 0.25 },
    { id: "lamp", count: 2, oil: 7 },
    { id: "bread", count: 3, stale: true },
  ],
  grid: new Dictionary([[new Vector2i(1, 2), "x"]]),
};
const item = object({ count: any, id: any });
const schema = schemaOf<Save>(object({ items: array(item), player: object({ at: any, hp: any }) }));
const file = encodeFrames([value]);

async function loaded() {
  return load(file, { schema });
}

/** Saves the file after an edit; returns the values in it. */
async function edited(edit: (save: Save) => unknown): Promise<Record<string, Variant>> {
  const save1 = await loaded();
  const [root] = save1.values as [Save];
  const replaced = edit(root);
  const saved = await save([replaced ?? root], save1, { strict: true });
  return (await load(saved)).values[0] as never;
}

describe("what the schema leaves out stays", () => {
  test("without an edit, the file is the same", async () => {
    const first = await loaded();
    expectTypeOf(first.values).toEqualTypeOf<Save[]>();
    expect(Object.keys(first.values[0] as object)).toEqual(["items", "player"]);
    expect(await save(first.values, first)).toEqual(file);
    const copy = structuredClone(first);
    expect(await save(copy.values, copy)).toEqual(file);
  });

  test("after edits in place", async () => {
    const result = await edited(({ player, items }) => {
      player.hp = 4;
      (items[1] as Item).count = 9;
    });
    expect(result).toEqual({
      ...value,
      player: { ...value.player, hp: 4 },
      items: [value.items[0], { ...value.items[1], count: 9 }, value.items[2]],
    });
  });

  test("after edits of copies", async () => {
    const result = await edited((root) => ({
      ...root,
      player: { ...root.player, hp: 4 },
      items: root.items.map((one) => ({ ...one, count: 9 })),
    }));
    expect(result).toEqual({
      ...value,
      player: { ...value.player, hp: 4 },
      items: value.items.map((one) => ({ ...one, count: 9 })),
    });
  });

  test("when elements are removed, added, moved and copied", async () => {
    const [rope, lamp, bread] = value.items;
    const items = async (edit: (items: Item[]) => void) =>
      (await edited((root) => void edit(root.items))).items;
    expect(await items((all) => all.shift())).toEqual([lamp, bread]);
    expect(await items((all) => all.reverse())).toEqual([bread, lamp, rope]);
    expect(await items((all) => all.push({ id: "new", count: 1 }))).toEqual([
      ...value.items,
      { id: "new", count: 1 },
    ]);
    expect(await items((all) => all.splice(0, 3, all[1] as Item, all[1] as Item))).toEqual([lamp, lamp]);
  });

  test("when objects move elsewhere", async () => {
    const result = await edited((root) => Object.assign(root, { hand: root.items.shift() }));
    expect(result.hand).toEqual(value.items[0]);
    expect(result.items).toEqual(value.items.slice(1));
  });

  test("in one of several values", async () => {
    const several = encodeFrames([value, value]);
    const both = await load(several, { schema });
    (both.values[1] as Save).player.hp = 4;
    const saved = await load(await save(both.values, both));
    expect(saved.values).toEqual([value, { ...value, player: { ...value.player, hp: 4 } }]);
  });

  test("parts of a vector", async () => {
    const only = schemaOf<{ at: { x: number } }>(object({ at: object({ x: any }) }));
    const source = encodeFrames([{ at: new Vector2(1, 2) }]);
    const save1 = await load(source, { schema: only });
    (save1.values[0] as { at: { x: number } }).at.x = 5;
    expect((await load(await save(save1.values, save1, { strict: true }))).values).toEqual([
      { at: new Vector2(5, 2) },
    ]);
  });
});

test("a key that is deleted later is deleted", async () => {
  const result = await edited((root) => {
    delete (root as Partial<Save>).player;
  });
  expect(Object.keys(result)).toEqual(["version", "items", "grid"]);
});

test("save refuses elements of which it is not clear what was left out", async () => {
  const save1 = await loaded();
  const [root] = save1.values as [Save];
  const items = root.items.slice(1).map((one) => ({ ...one }));
  await expect(save([{ ...root, items }], save1)).rejects.toMatchObject({
    code: "unsupported-value",
    path: "items[0]",
    hint: expect.stringContaining("wear, oil, stale"),
  });
});

describe("keys that paths do not tell apart", () => {
  const keys = [Uint8Array.of(1, 2), Uint8Array.of(3, 4)] as const;
  const source = encodeFrames([new Map(keys.map((key, i) => [key, { hp: i, mp: 7 }]))]);
  const part = (shape: Shape) =>
    schemaOf<Map<Uint8Array, { hp?: number }>>(
      (value) => new Map(Array.from(value as Map<unknown, unknown>, ([key, one]) => [key, shape(one)])),
    );

  test("keep all entries", async () => {
    const save1 = await load(source, { schema: part(any) });
    expect(await save(save1.values, save1)).toEqual(source);
    const ints = encodeFrames(
      [
        new Map<Variant, string>([
          [1n, "int"],
          [1, "float"],
        ]),
      ],
      { mode: "exact" },
    );
    const save2 = await load(ints, { schema: part(any), mode: "exact" });
    expect(await save(save2.values, save2)).toEqual(ints);
  });

  test("are refused where something was left out of one", async () => {
    const save1 = await load(source, { schema: part(object({ hp: any })) });
    await expect(save(save1.values, save1)).rejects.toMatchObject({ code: "unsupported-value" });
    const some = schemaOf<unknown>((value) => new Map([...(value as Map<unknown, unknown>)].slice(1)));
    const save2 = await load(source, { schema: some });
    await expect(save(save2.values, save2)).rejects.toMatchObject({ code: "unsupported-value" });
  });
});

test("an object that a schema returns for several others does not mix what it left out", async () => {
  const usual = { hp: 1 };
  const withUsual = schemaOf<{ a: object; b: object }>(object({ a: () => usual, b: () => usual }));
  const source = encodeFrames([{ a: { hp: 1, name: "Mira" }, b: { hp: 1, oil: 2 } }]);
  const save1 = await load(source, { schema: withUsual });
  expect(await save(save1.values, save1)).toEqual(source);
  const inArray = schemaOf<object[]>(array(() => usual));
  const save2 = await load(
    encodeFrames([
      [
        { hp: 1, name: "Mira" },
        { hp: 1, oil: 2 },
      ],
    ]),
    { schema: inArray },
  );
  const moved = [(save2.values[0] as object[]).slice(1)];
  await expect(save(moved, save2)).rejects.toMatchObject({ code: "unsupported-value" });
});

test("save refuses an array of which the schema left out elements", async () => {
  const filter = schemaOf<number[]>((value) => (value as number[]).filter((one) => one > 1));
  const save1 = await load(encodeFrames([[1, 2, 3]]), { schema: filter });
  await expect(save(save1.values, save1)).rejects.toMatchObject({ code: "unsupported-value" });
});

describe("what a schema transforms", () => {
  test("is a change of type", async () => {
    const texts = schemaOf<{ hp: string }>(object({ hp: String }));
    const save1 = await load(encodeFrames([{ hp: 5 }]), { schema: texts });
    const warnings: string[] = [];
    await save(save1.values, save1, {
      onWarning: ({ path, from, to }) => warnings.push(`${path}: ${from} → ${to}`),
    });
    expect(warnings).toEqual(["[0].hp: int → String"]);
    await expect(save(save1.values, save1, { strict: true })).rejects.toMatchObject({ code: "wrong-type" });
  });

  test("is refused where no Variant can hold it", async () => {
    const dates = schemaOf<{ at: Date }>(object({ at: (at) => new Date(at as number) }));
    const save1 = await load(encodeFrames([{ at: 5 }]), { schema: dates });
    await expect(save(save1.values, save1)).rejects.toMatchObject({
      code: "unsupported-value",
      path: "[0].at",
    });
  });
});

test("values that contain themselves are refused as ever", async () => {
  const save1 = await loaded();
  const [root] = save1.values as [Save & { self?: unknown }];
  root.self = root;
  await expect(save([root], save1)).rejects.toMatchObject({ code: "cyclic-value" });
});

test("a document of the file still has everything", async () => {
  expect(open(await loaded()).get("version")).toBe(3);
  expect(encode(value)).toEqual(file.slice(4));
});
