// `save` of a file whose number of values changed: each value takes the types of its own old one.
import { expect, test } from "vitest";
import { encodeFrames, type Framing, float, load, StringName, save } from "../../../js/index.js";
import { hex } from "../fixtures.js";

const [header, player, item] = [
  { version: 3 },
  { hp: float(100), name: "Ann" },
  { hp: 7, kind: new StringName("key") },
];

test.each<Framing>(["store_var", "store_var_big_endian", "rpc"])(
  "%s: values removed and added",
  async (framing) => {
    const loaded = await load(encodeFrames([header, player, item], { framing }), { framing });
    const [first, second, third] = loaded.values;
    const warned: unknown[] = [];
    const saved = async (values: readonly unknown[]) =>
      hex(await save(values, loaded, { onWarning: (warning) => warned.push(warning) }));
    const expected = (values: readonly unknown[]) => hex(encodeFrames(values, { framing }));
    expect(await saved([second, third])).toBe(expected([player, item]));
    expect(await saved([third])).toBe(expected([item]));
    expect(await saved([{ new: 1 }, first, second, third])).toBe(
      expected([{ new: 1 }, header, player, item]),
    );
    const edited = { ...(second as object), hp: 50 };
    expect(await saved([first, edited, third, { hp: 1 }])).toBe(
      expected([header, { ...player, hp: float(50) }, item, { hp: 1 }]),
    );
    expect(warned).toEqual([]);
  },
);
