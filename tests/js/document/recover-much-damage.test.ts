// recover goes on behind any number of damages.
import { describe, expect, test } from "vitest";
import {
  type DocumentNode,
  encode,
  open,
  PackedStringArray,
  type Recovered,
  recover,
} from "../../../js/index.js";

describe.each(["godot-2", "godot-3", "godot-4"] as const)("several damages in %s", (dialect) => {
  const rows = Array.from({ length: 60 }, (_, id) => ({
    id: 1000 + id,
    bytes: new Uint8Array(20).fill(id),
    ints: new Int32Array(4).fill(id),
    texts: new PackedStringArray([`one ${id}`, "two"]),
    text: `text ${id}`,
  }));
  const forms: [string, unknown][] = [
    ["an Array", rows],
    ["a nested Array", { world: { rooms: [{ rows }, { rows: [] }] }, end: 1 }],
    ["a Dictionary", new Map(rows.map((row) => [`key ${row.id}`, row]))],
  ];

  test.each(forms)("lengths that reach behind the end in %s lose no other value", (_, whole) => {
    const input = encode(whole, { dialect });
    const document = open(input, { dialect });
    for (const name of ["bytes", "ints", "texts", "text"]) {
      const places = [...document.walk()].filter(({ path }) => path.endsWith(`.${name}`));
      for (const damages of [[10], [10, 30], [10, 12], [10, 30, 50], [10, 59]]) {
        for (const length of [0x7fffffff, 100_000, input.length]) {
          const damaged = input.slice();
          const view = new DataView(damaged.buffer);
          for (const i of damages) view.setUint32((places[i]?.offset ?? 0) + 4, length, true);
          const saved = recover(damaged, { dialect });
          const left = saved.values.flatMap((value) => [...value.document.walk()]);
          const message = `${name} ${damages} ${length}`;
          expect(saved.lost.length, message).toBe(damages.length);
          const ids = left.filter(({ type }) => type === "int").map((node) => Number(node.value()));
          for (const { id } of rows) expect(ids, message).toContain(id);
        }
      }
    }
  });
});

test("hundreds of damages lose no other value", () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({
    id,
    name: `row ${id}`,
    bytes: new Uint8Array(16),
  }));
  const input = encode({ rows, end: "end" });
  const whole = open(input);
  const damages = rows.filter(({ id }) => id % 20 === 7);
  for (const [i, { id }] of damages.entries()) {
    const { offset } = whole.node(["rows", id, i % 2 === 0 ? "name" : "bytes"]) as DocumentNode;
    new DataView(input.buffer).setUint32(offset + (i % 3 === 0 ? 0 : 4), i % 3 === 0 ? 99 : 0x7fffffff, true);
  }
  const saved = recover(input);
  expect(saved.lost.length).toBe(damages.length);
  const { document } = saved.values[0] as Recovered["values"][number];
  const found = document.get("rows") as unknown as { id?: number }[];
  expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(document.get("end")).toBe("end");
});

/** What is lost in an Array of many texts when the length of each 50th is wrong. */
function lostOfTexts(count: number, wrong: (rest: number) => number): Recovered["lost"] {
  const input = encode(Array.from({ length: count }, (_, i) => `text number ${i}`));
  const document = open(input);
  const view = new DataView(input.buffer);
  for (let i = 7; i < count - 50; i += 50) {
    const { offset } = document.node([i]) as DocumentNode;
    view.setUint32(offset + 4, wrong(input.length - offset - 8), true);
  }
  return recover(input).lost;
}

test.each<[string, (rest: number) => number]>([
  ["the end", (rest) => rest],
  ["a place near the end", (rest) => rest - 9],
  ["the middle of the rest", (rest) => rest >> 1],
])("thousands of texts whose lengths lead to %s lose no other text", (_, wrong) => {
  const lost = lostOfTexts(100_000, wrong);
  expect(lost.length).toBe(1999);
  expect(lost.every(({ length }) => length <= 32)).toBe(true);
});

test("a damaged byte in each kilobyte of a megabyte loses little beside it", () => {
  const rows = Array.from({ length: 6000 }, (_, i) => ({
    name: `row ${i}`,
    hp: i,
    at: [1, 2, 3],
    inner: { i },
  }));
  const input = encode(rows);
  let damages = 0;
  for (let at = 100; at < input.length; at += 997, damages++) input[at] = (input[at] as number) ^ 0xff;
  const { lost } = recover(input);
  expect(lost.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(damages * 16);
});
