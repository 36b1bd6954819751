// Saves with nested Dictionaries of which sectors were zeroed: how much recover returns, and whether that was in the save.
import { expect, test } from "vitest";
import { type DocumentNode, encode, open, recover, toText, Vector2 } from "../../../js/index.js";
import { Random } from "../../random.js";

type Range = readonly [begin: number, end: number];

/** A save in which nearly every value is another one. */
function saveOf(random: Random, size: number) {
  let last = 1000;
  const next = () => ++last;
  const item = () => ({
    id: next(),
    name: `item ${next()}`,
    stats: { power: next(), weight: next() + 0.5, label: `label ${next()}` },
  });
  const hero = () => ({
    id: next(),
    name: `hero ${next()}`,
    at: new Vector2(next(), next()),
    inventory: Array.from({ length: 1 + random.below(4) }, item),
    flags: { tutorial: true, level: next() },
  });
  const room = () => ({
    seed: next(),
    doors: { north: next(), south: next() },
    loot: Array.from({ length: random.below(3) }, item),
  });
  return encode({
    version: next(),
    party: Array.from({ length: size }, hero),
    world: Object.fromEntries(Array.from({ length: size }, (_, i) => [`room_${i}`, room()])),
    end: next(),
  });
}

const isContainer = ({ type }: DocumentNode) => type === "Array" || type === "Dictionary";
const textOf = (node: DocumentNode) => `${node.type} ${toText(node.value())}`;

/** What became of the values of a save. */
interface Outcome {
  /** Values that no zero touches, and how many of them did not come back, in any place. */
  whole: number;
  lost: number;
  /** Values that came back, nulls aside, and how many of them were in the save neither as a value nor as a key. */
  found: number;
  strange: number;
  /** Values that came back in another place, though no damage is reported before them. */
  silent: number;
}

/** Adds what becomes of a save with zeros. Returns what recover did. */
function outcomeOf(bytes: Uint8Array<ArrayBuffer>, zeros: readonly Range[], sum: Outcome) {
  const damaged = bytes.slice();
  for (const [begin, end] of zeros) damaged.fill(0, begin, end);
  const isTouched = (at: number, end: number) => zeros.some(([from, to]) => at < to && end > from);
  const places = new Map<string, string>();
  const known = new Set<string>();
  const left = new Map<string, number>();
  for (const node of open(bytes).walk()) {
    if (node.keys.length > 0) known.add(`String ${toText(node.key ?? null)}`);
    if (isContainer(node)) continue;
    const { path, offset, byteLength, ranges } = node;
    const text = textOf(node);
    places.set(path, text);
    known.add(text);
    if (!isTouched(offset - ranges.key[1], offset + byteLength)) left.set(text, (left.get(text) ?? 0) + 1);
  }
  for (const count of left.values()) sum.whole += count;
  const { complete, values, lost } = recover(damaged, { dialect: "godot-4", framing: "none" });
  expect(complete).toBe(false);
  const first = Math.min(...lost.map(({ offset }) => offset));
  for (const { document, ranges } of values) {
    for (const node of document.walk()) {
      if (isContainer(node) || node.type === "Nil") continue;
      const { offset, byteLength, path } = node;
      const part = ranges.find(({ range: [at, size] }) => at <= offset && offset < at + size);
      const from = offset - (part?.range[0] ?? 0) + (part?.from ?? 0);
      const text = textOf(node);
      sum.found++;
      const count = left.get(text) ?? 0;
      if (count > 0) left.set(text, count - 1);
      // A number or a text some of whose bytes are zero may be right.
      if (isTouched(from, from + byteLength)) continue;
      if (!known.has(text)) sum.strange++;
      if (places.get(path) !== text && from < first) sum.silent++;
    }
  }
  for (const count of left.values()) sum.lost += count;
  return { lost, values };
}

const size = 512;

test.each([
  [1, 8, 8],
  [1, 45, 4],
  [4, 45, 25],
  [16, 45, 40],
] as const)(
  "%i zeroed sectors lose little beside them, in saves of %i heroes: less than %i of 100 values",
  (count, heroes, most) => {
    const sum = { whole: 0, lost: 0, found: 0, strange: 0, silent: 0 };
    for (let seed = 0; seed < 12; seed++) {
      const random = new Random(seed);
      const bytes = saveOf(random, heroes);
      const places = Array.from(
        { length: count },
        () => size * random.below(Math.floor(bytes.length / size)),
      );
      const zeros = places.sort((a, b) => a - b).map((at) => [at, at + size] as const);
      outcomeOf(bytes, zeros, sum);
    }
    expect(sum.lost / sum.whole).toBeLessThan(most / 100);
    expect(sum.strange / sum.found).toBeLessThan(0.002);
    expect(sum.silent).toBe(0);
  },
);

// The two words read as nulls, and all values behind them as entries of other containers, which no damage was reported for.
test("a zeroed header of a nested Dictionary loses nothing", () => {
  const sum = { whole: 0, lost: 0, found: 0, strange: 0, silent: 0 };
  for (let seed = 0; seed < 12; seed++) {
    const random = new Random(seed);
    const bytes = saveOf(random, 10);
    const document = open(bytes);
    const nested = [...document.walk()].filter(({ type, keys }) => type === "Dictionary" && keys.length > 0);
    for (const { offset, keys } of random.picks(nested, 8)) {
      const { lost, values } = outcomeOf(bytes, [[offset, offset + 8]], sum);
      expect(lost).toMatchObject([{ offset, length: 8, keys }]);
      expect(values[0]?.document.root.value()).toEqual(document.root.value());
    }
  }
  expect(sum).toMatchObject({ lost: 0, strange: 0, silent: 0 });
});

test.each<[string, Record<string, unknown>]>([
  ["an Array of texts, which may be a Dictionary", { list: ["a", "b", "c", "d"], end: 1 }],
  ["a Dictionary of texts, which may be an Array", { texts: { a: "b", c: "d" }, end: 1 }],
  ["an Array of ints", { list: [1, 2, 3, 4], end: 1 }],
])("the zeroed header of %s is not guessed", (_, value) => {
  const bytes = encode(value as never);
  const [, node] = [...open(bytes).walk()];
  const at = node?.offset ?? 0;
  const { lost, values } = recover(bytes.fill(0, at, at + 8), { dialect: "godot-4", framing: "none" });
  expect(lost.length).toBeGreaterThan(0);
  const types = [...(values[0]?.document.walk() ?? [])].map(({ type }) => type);
  expect(types.slice(1)).not.toContain("Array");
  expect(types.slice(1)).not.toContain("Dictionary");
});
