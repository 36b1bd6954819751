// recover notices zeros that are read as nulls, and wrong counts that let values seem to be elsewhere.
import { describe, expect, test } from "vitest";
import { type Document, encode, open, PackedStringArray, recover } from "../../../js/index.js";

const rows = Array.from({ length: 40 }, (_, id) => ({
  id,
  name: `the name of row ${id}`,
  tags: new PackedStringArray([`tag ${id}`, "two"]),
  at: [id, `at ${id}`, id + 0.5],
}));
const save = {
  version: 3,
  rows,
  named: Object.fromEntries(rows.map((row) => [`row ${row.id}`, row])),
  end: "end",
};
const bytes = encode(save);
const whole = open(bytes);

/** The rows that are whole, by their ids: those in the Array, and those in the Dictionary under their names. */
function wholeRows(document: Document | undefined): [number[], string[]] {
  const known = new Map(rows.map((row) => [JSON.stringify(row), row.id]));
  const value = document?.root.value() as Partial<typeof save>;
  const listed = (value.rows ?? []).flatMap((row) => known.get(JSON.stringify(row)) ?? []);
  const named = Object.entries(value.named ?? {}).filter(
    ([key, row]) => `row ${known.get(JSON.stringify(row))}` === key,
  );
  return [listed, named.map(([key]) => key)];
}

/** How many rows are not in their places. */
function lostRows(damaged: Uint8Array): number {
  const [listed, named] = wholeRows(recover(damaged).values[0]?.document);
  expect(listed).toEqual([...listed].sort((a, b) => a - b));
  return 2 * rows.length - listed.length - named.length;
}

/** How many rows are not in their places, on average. */
const meanLost = (all: readonly Uint8Array[]) =>
  all.reduce((sum, damaged) => sum + lostRows(damaged), 0) / all.length;

describe("zeros", () => {
  test.each([
    [64, 12],
    [512, 9],
  ])("in place of %i bytes lose little beside them", (size, most) => {
    const places = Array.from({ length: Math.floor(bytes.length / size) - 2 }, (_, i) => (i + 1) * size);
    const all = places.map((at) => bytes.slice().fill(0, at, at + size));
    expect(meanLost(all)).toBeLessThan(most);
  });

  test("at the beginning lose nothing behind them", () => {
    const damaged = bytes.slice().fill(0, 0, 512);
    const left = recover(damaged).values[0]?.document.root.value() as unknown[];
    const texts = left.map((value) => JSON.stringify(value));
    for (const row of rows.slice(8)) expect(texts).toContain(JSON.stringify(row));
  });

  test("in a large file lose nothing behind them", () => {
    const many = Array.from({ length: 20_000 }, (_, id) => ({ ...rows[0], id }));
    const large = encode({ many, end: "end" });
    for (const at of [1 << 20, 3 << 19]) {
      const damaged = large.slice().fill(0, at, at + 512);
      expect(large.length - recover(damaged).bytes.length).toBeLessThan(1 << 15);
    }
  });

  test("that are nulls of the game are kept", () => {
    const slots = Array.from({ length: 60 }, (_, i) => (i % 20 < 15 ? null : { id: i, name: `item ${i}` }));
    const game = encode({ slots, rows, end: "end" });
    const { offset } = open(game).node(["rows", 7, "name"]) as { offset: number };
    game[offset] = 99;
    const left = recover(game).values[0]?.document;
    expect(left?.get("slots")).toEqual(slots);
    expect(left?.get("rows")).toHaveLength(rows.length);
    expect(left?.get("end")).toBe("end");
  });
});

/** Changes the count of a container. */
function withCount(path: string, count: (now: number) => number): Uint8Array {
  const damaged = bytes.slice();
  const { offset } = whole.node(path) as { offset: number };
  const view = new DataView(damaged.buffer);
  view.setUint32(offset + 4, count(view.getUint32(offset + 4, true)), true);
  return damaged;
}

describe("a wrong count", () => {
  const places = [3, 20, 36].flatMap((id) => [`rows[${id}]`, `named["row ${id}"]`]);
  test.each<[string, number, (now: number) => number]>([
    ["0", 6, () => 0],
    ["one too few", 6, (now) => now - 1],
    ["one too many", 6, (now) => now + 1],
    ["negative", 6, (now) => now + 0x80000000],
    ["the largest", 20, () => 0xffffffff],
  ])("that is %s loses few other values", (name, most, count) => {
    // Bit 31 of the others is the mark of a shared container in old engines.
    const inside = name === "negative" ? [".tags"] : [".tags", ".at", ""];
    const all = places.flatMap((place) => inside.map((end) => withCount(`${place}${end}`, count)));
    expect(meanLost(all)).toBeLessThan(most);
  });
});
