// Documents under many random edits, and large ones.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  type Document,
  decode,
  encode,
  open,
  search,
  type Variant,
  Vector2,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";
import { hex } from "../fixtures.js";

const exact = { mode: "exact" } as const;

const values: (() => unknown)[] = [
  () => 5,
  () => 1.5,
  () => "text ".repeat(3),
  () => [1, [2, 3]],
  () => ({ a: 1, b: { c: "x" } }),
  () => new Uint8Array([1, 2, 3, 4, 5]),
  () => new Vector2(1, 2),
  () => null,
];

function start(random: Random): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: 700 }, (_, i) => ({
    id: i,
    name: `row ${i}`,
    tags: ["a", "b"],
    at: new Vector2(i, 0),
  }));
  const names = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`key ${i}`, random.pick(values)()]),
  );
  return encode({ rows, names, bytes: new Uint8Array(1000), few: { x: 1 } });
}

/** One random edit, which may be rejected. */
function edit(document: Document, random: Random): void {
  const containers = [
    ["rows"],
    ["names"],
    ["bytes"],
    ["few"],
    ["rows", random.below(600)],
    ["rows", 3, "tags"],
  ];
  const path = random.pick(containers);
  const node = document.node(path);
  if (node === undefined || node.childCount === 0) return;
  const keyOf = () => node.children(random.below(node.childCount), 1)[0]?.key as Variant;
  const key = keyOf();
  const value = node.type === "PackedByteArray" ? random.below(256) : random.pick(values)();
  const keyed = node.type === "Dictionary";
  switch (random.below(7)) {
    case 0:
      document.set([...path, key], value);
      break;
    case 1:
      document.insert([...path, keyed ? `new ${random.word()}` : random.below(node.childCount + 1)], value);
      break;
    case 2:
      document.delete([...path, key]);
      break;
    case 3:
      document.rename([...path, key], `renamed ${random.word()}`);
      break;
    case 4:
      document.move([...path, key], [...path, keyOf()]);
      break;
    case 5:
      document.move([...path, key], ["names", `moved ${random.word()}`]);
      break;
    default:
      document.append(path, value);
  }
}

describe("random edits", () => {
  test.each([1, 2, 3, 4])("can all be undone and redone, seed %i", (seed) => {
    const random = new Random(seed);
    const bytes = start(random);
    const document = open(bytes);
    const states = [hex(bytes)];
    for (let i = 0; i < 200; i++) {
      const before = document.changes().length;
      try {
        edit(document, random);
      } catch (error) {
        errorOf(() => {
          throw error;
        });
        expect(document.changes().length).toBe(before);
        expect(hex(document.toBytes())).toBe(states.at(-1));
        continue;
      }
      if (document.changes().length === before) continue;
      const made = document.toBytes();
      states.push(hex(made));
      expect(hex(encode(decode(made, exact), exact))).toBe(states.at(-1));
    }
    const made = document.toBytes();
    for (const node of document.walk()) {
      const part = made.subarray(node.offset, node.offset + node.byteLength);
      expect(hex(encode(node.value("exact"), exact)), node.path).toBe(hex(part));
      expect(hex(encode(document.get(node.keys, "exact"), exact)), node.path).toBe(hex(part));
    }
    expect(document.size).toBe(made.length);
    for (let i = 0; i < 200; i++) {
      const from = random.below(made.length);
      const to = from + random.below(random.below(2) === 0 ? 20 : made.length);
      expect(hex(document.slice(from, to))).toBe(hex(made.subarray(from, to)));
    }
    const again = open(made);
    for (const query of [
      { text: "E" },
      { text: /[aeiou]{2}/ },
      { from: 5, to: 5000 },
      {},
      { text: "a", elements: true },
    ]) {
      const paths = (found: Iterable<{ path: string }>) => Array.from(found, ({ path }) => path);
      expect(paths([...search(document, query)].flat())).toEqual(paths([...search(again, query)].flat()));
    }
    expect(states.length).toBeGreaterThan(80);
    for (const state of states.slice(0, -1).reverse()) {
      expect(document.undo()).toBe(true);
      expect(hex(document.toBytes())).toBe(state);
    }
    expect(document.undo()).toBe(false);
    for (const state of states.slice(1)) {
      expect(document.redo()).toBe(true);
      expect(hex(document.toBytes())).toBe(state);
    }
    expect(document.redo()).toBe(false);
  });
});

describe("large documents", () => {
  const count = 1_000_000;

  test("pages through a million children from anywhere", () => {
    const bytes = encode(new Array(count).fill(7));
    const document = open(bytes);
    expect(document.root.childCount).toBe(count);
    for (const first of [0, 499_900, count - 100]) {
      const page = document.root.children(first, 100);
      expect(page.map((node) => node.key)).toEqual(Array.from({ length: 100 }, (_, i) => first + i));
      expect(page[99]?.offset).toBe(8 + (first + 99) * 8);
    }
    for (let i = 0; i < 1000; i++) document.insert([i * 997], i);
    expect(document.get([997])).toBe(1);
    expect(document.root.childCount).toBe(count + 1000);
    while (document.undo());
    expect(Buffer.compare(document.toBytes(), bytes)).toBe(0);
  });

  test("finds keys in a large Dictionary, before and after edits", () => {
    const bytes = encode(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key ${i}`, i])));
    const document = open(bytes);
    expect(document.get(["key 49999"])).toBe(49_999);
    for (let i = 0; i < 3000; i++) {
      document.set([`key ${i * 7}`], i - 5000);
      if (i % 3 === 0) document.delete([`key ${i * 7 + 1}`]);
      if (i % 5 === 0) document.rename([`key ${i * 7 + 2}`], `new ${i}`);
      if (i % 7 === 0) document.insert([`added ${i}`], i, i);
    }
    expect(document.get(["key 70"])).toBe(-4990);
    expect(document.has(["key 1"])).toBe(false);
    expect(document.get(["new 10"])).toBe(72);
    expect(document.get(["added 2996"])).toBe(2996);
    const value = decode(document.toBytes(), exact) as Map<Variant, Variant>;
    for (const [i, node] of document.root.children().entries()) {
      if (i % 500 === 0) expect(value.get(node.key as Variant)).toEqual(document.get(node.keys, "exact"));
    }
    while (document.undo());
    expect(Buffer.compare(document.toBytes(), bytes)).toBe(0);
    expect(document.get(["key 1"])).toBe(1);
  });
});

test.each([0, 300, 3000])("thousands of edits of one Dictionary of %d entries", (size) => {
  const random = new Random(size + 1);
  const model: [string, bigint][] = Array.from({ length: size }, (_, i) => [`k${i}`, BigInt(i)]);
  const bytesOf = () => encode(new Dictionary(model), exact);
  const first = bytesOf();
  const document = open(first, exact);
  const states: Uint8Array[] = [];
  for (let step = 0; step < 4000; step++) {
    const at = random.below(model.length + 1);
    const entry = model[at];
    if (entry === undefined || random.below(10) < 5) {
      document.insert([`n${step}`], BigInt(step), at);
      model.splice(at, 0, [`n${step}`, BigInt(step)]);
    } else if (random.below(10) < 6) {
      document.delete([entry[0]]);
      model.splice(at, 1);
    } else {
      document.set([entry[0]], BigInt(-step));
      model[at] = [entry[0], BigInt(-step)];
    }
    if (step % 500 === 499) states.push(bytesOf());
    if (step % 500 === 499) expect(document.bytes).toEqual(states.at(-1));
  }
  for (let step = 3999; step >= 0; step--) {
    document.undo();
    if (step % 500 === 0) expect(document.bytes).toEqual(step === 0 ? first : states[step / 500 - 1]);
  }
  while (document.redo());
  expect(document.bytes).toEqual(states.at(-1));
});
