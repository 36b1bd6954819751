// Cut saves are never loaded as if whole, and recoverFile keeps their frame, dialect and values.
import { beforeAll, expect, test } from "vitest";
import {
  type DialectName,
  detect,
  encode,
  load,
  open,
  recoverFile,
  type Warning,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { blockDamaged, cutsOf, framedSaves, type Save, wordDamaged } from "../damaged-saves.js";
import { rejection } from "../expected-errors.js";

type Octets = Uint8Array<ArrayBuffer>;

interface Leaf {
  readonly path: string;
  readonly begin: number;
  readonly end: number;
  readonly bytes: string;
  /** Ranges of the keys and headers around it. */
  readonly heads: readonly (readonly [begin: number, end: number])[];
}

/** All values without contents, with offsets from `base` on. */
function leavesOf(bytes: Octets, dialect: DialectName, base: number): Leaf[] {
  const leaves: Leaf[] = [];
  const around: { end: number; head: [number, number] }[] = [];
  for (const node of open(bytes, { dialect }).walk()) {
    const { offset, byteLength, ranges, path, type } = node;
    while ((around.at(-1)?.end ?? Infinity) <= offset) around.pop();
    const begin = base + offset - ranges.key[1];
    around.push({ end: offset + byteLength, head: [begin, base + ranges.payload[0]] });
    if (/^(Array|Dictionary)$/.test(type)) continue;
    const [end, heads] = [offset + byteLength, around.map(({ head }) => head)];
    const text = Buffer.from(bytes.subarray(offset, end)).toString("hex");
    leaves.push({ path, begin, end: base + end, bytes: text, heads });
  }
  return leaves;
}

/** What became of a save whose bytes from `begin` to `end` are lost or wrong. */
async function outcomeOf(save: Save, file: Octets, begin: number, end: number) {
  const leaves = leavesOf(save.content.subarray(4), save.dialect, 4);
  const { values, framing, dialect, complete } = await recoverFile(file);
  const at = new Map<string, string>();
  const found = new Map<string, number>();
  for (const { document } of values)
    for (const { path, bytes } of leavesOf(document.toBytes(), dialect, 0)) {
      at.set(path, bytes);
      found.set(bytes, (found.get(bytes) ?? 0) + 1);
    }
  const before = leaves.filter((leaf) => leaf.end <= begin);
  const behind = leaves.filter(
    (leaf) =>
      leaf.begin >= end && leaf.end <= file.length && leaf.heads.every(([a, b]) => b <= begin || a >= end),
  );
  const isLeft = ({ bytes }: Leaf) => {
    const left = found.get(bytes) ?? 0;
    found.set(bytes, left - 1);
    return left > 0;
  };
  return {
    framing,
    dialect,
    complete,
    count: values.length,
    root: values[0]?.document.root.type,
    before: before.length,
    lostBefore: before.filter(({ path, bytes }) => at.get(path) !== bytes).length,
    behind: behind.length,
    lostBehind: behind.filter((leaf) => !isLeft(leaf)).length,
  };
}

let saves: readonly Save[];
beforeAll(async () => {
  saves = await framedSaves();
});

test("of 31 000 cut saves, none is loaded as if it were whole", async () => {
  let count = 0;
  for (const { name, file, dialect } of saves) {
    for (const size of cutsOf(file, file.length < 300 ? 300 : 40)) {
      count++;
      const loaded = await load(file.subarray(0, size)).catch(() => undefined);
      expect([name, size, loaded?.framing, loaded?.dialect]).toEqual([name, size, undefined, undefined]);
    }
    expect((await load(file, { dialect })).framing).toBe("store_var");
  }
  expect(count).toBeGreaterThan(31_000);
});

test("recoverFile keeps dialect, frame, root and values of 1 120 cut saves", async () => {
  let before = 0;
  for (const [i, save] of saves.entries()) {
    const random = new Random(i);
    for (const part of [0.05, 0.3, 0.6, 0.9]) {
      const size = Math.max(13, Math.floor(save.file.length * part + random.below(5)));
      const outcome = await outcomeOf(save, save.file.slice(0, size), size, save.file.length);
      const { framing, dialect } = save;
      const root = open(save.content.subarray(4), { dialect }).root.type;
      expect({ at: [save.name, size], ...outcome }).toMatchObject({
        at: [save.name, size],
        framing,
        dialect,
        root,
        count: 1,
        complete: size === save.file.length,
        lostBefore: 0,
      });
      before += outcome.before;
    }
  }
  expect(before).toBeGreaterThan(13_000);
});

test.each([
  ["a word", wordDamaged, 840, 0.03],
  ["a block", blockDamaged, 560, 0.11],
] as const)("recoverFile keeps what is whole around %s", async (_, damage, expected, mostLost) => {
  const sum = { count: 0, other: 0, before: 0, lostBefore: 0, behind: 0, lostBehind: 0 };
  for (const [i, save] of saves.entries()) {
    const random = new Random(i + 1000);
    for (let round = 0; round < expected / saves.length; round++) {
      const { bytes, at, end } = damage(save.file, random);
      sum.count++;
      // Damage in the first words leaves nothing that tells the dialect.
      if (at < 16) continue;
      const outcome = await outcomeOf(save, bytes, at, end);
      if (outcome.dialect !== save.dialect || outcome.framing !== save.framing) sum.other++;
      sum.before += outcome.before;
      sum.lostBefore += outcome.lostBefore;
      sum.behind += outcome.behind;
      sum.lostBehind += outcome.lostBehind;
    }
  }
  expect(sum.count).toBe(expected);
  expect(sum.other / sum.count).toBeLessThan(0.01);
  expect(sum.lostBefore / sum.before).toBeLessThan(0.001);
  expect(sum.lostBehind / sum.behind).toBeLessThan(mostLost);
});

test("recoverFile refuses files of other kinds by name, and says that a whole file is complete", async () => {
  const text = new TextEncoder();
  for (const [file, kind] of [
    ['{"hp": 3, "items": [1, 2, 3]}', /JSON/],
    ['[player]\n\nhp=3\nname="Mira"\n', /ConfigFile/],
    ["Nothing but words.\n", /text/],
    ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", /PNG/],
  ] as const) {
    const bytes =
      kind.source === "PNG" ? Uint8Array.from(file, (one) => one.charCodeAt(0)) : text.encode(file);
    const error = await rejection(recoverFile(bytes));
    expect([error.code, error.hint]).toEqual(["bad-container", expect.stringMatching(kind)]);
  }
  for (const { file } of saves.slice(0, 20)) expect((await recoverFile(file)).complete).toBe(true);
  const mixed = encode({ hp: 3, name: "Mira" }, { framing: "store_var" });
  const around = new Uint8Array([3, 0, 0, 0, ...text.encode("SAVE\n"), ...mixed, ...text.encode("end")]);
  expect(detect(around)[0]?.framing).toBe("mixed");
  expect(await recoverFile(around)).toMatchObject({ complete: true, framing: "mixed", file: around });
});

test("recoverFile says what it skipped between values", async () => {
  const frame = encode({ hp: 3, name: "Mira" }, { framing: "store_var" });
  const noise = Uint8Array.from({ length: 20 }, (_, i) => (i * 151 + 77) & 255);
  const after = frame.length;
  for (const gap of [new Uint8Array(16), noise]) {
    const file = new Uint8Array([...frame, ...gap, ...frame, 1, 2]);
    const skipped = [
      { offset: after, length: gap.length },
      { offset: 2 * after + gap.length, length: 2 },
    ];
    const heard: unknown[] = [];
    const onWarning = (warning: Warning) => heard.push(warning);
    const found = await recoverFile(file, { onWarning });
    expect(found).toMatchObject({ framing: "mixed", file, lost: [], skipped });
    expect(found.values).toHaveLength(2);
    expect(heard).toEqual([{ code: "bytes-between", offset: after, path: "" }]);
    const named = await recoverFile(file, { framing: "mixed", onWarning });
    expect(named).toMatchObject({ framing: "mixed", file, lost: [], skipped });
    expect(heard).toHaveLength(1);
  }
  expect((await recoverFile(frame)).skipped).toEqual([]);
});
