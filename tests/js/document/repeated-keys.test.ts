// Dictionaries in which many entries have equal keys, which only crafted bytes have.
import { expect, test } from "vitest";
import {
  Dictionary,
  type Document,
  decode,
  diff,
  encode,
  type Options,
  open,
  parseText,
  patch,
  type Variant,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";

/** `{"a": 0, "a": 1, …}`, with an entry `"b"` before every one at a multiple of `gap`. */
function repeated(count: number, gap = Number.POSITIVE_INFINITY): Uint8Array<ArrayBuffer> {
  const entries: number[][] = [];
  const entry = (name: number, value: number) =>
    entries.push([
      4,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      name,
      0,
      0,
      0,
      2,
      0,
      0,
      0,
      ...new Uint8Array(Int32Array.of(value).buffer),
    ]);
  for (let i = 0; i < count; i++) {
    if (i % gap === gap - 1) entry(98, i);
    entry(97, i);
  }
  return new Uint8Array([
    ...fromHex("1b000000"),
    ...new Uint8Array(Int32Array.of(entries.length).buffer),
    ...entries.flat(),
  ]);
}

test("a key of 80 000 entries is deleted and comes back in linear time", () => {
  const count = 80_000;
  const bytes = repeated(count);
  const document = open(bytes);
  for (let i = 0; i < count; i++) document.delete("a");
  expect(document.has("a")).toBe(false);
  expect(document.toBytes().length).toBe(8);
  for (let i = 0; i < count; i++) document.undo();
  expect(document.get("a")).toBe(count - 1);
  expect(document.toBytes()).toEqual(bytes);
});

test("the last of equal keys counts after any edits", () => {
  const random = new Random(12);
  const document = open(repeated(40, 5));
  for (let step = 0; step < 400; step++) {
    const [key, other] = random.below(2) === 0 ? ["a", "b"] : ["b", "a"];
    const edit = random.below(4);
    if (edit === 0 && document.has(key)) document.delete(key);
    else if (edit === 1 && document.has(key) && !document.has(other)) document.rename(key, other);
    else if (edit === 2) document.undo();
    else document.redo();
    const fresh = open(document.toBytes());
    for (const name of ["a", "b"]) expect(document.get(name)).toEqual(fresh.get(name));
  }
});

test("a key that equals no other one is deleted beside equal keys", () => {
  const nan = "1c000000 01000000 03000000 0000c07f";
  const entries = ["0400000001000000 61000000", "0400000001000000 61000000", nan].map(
    (key, i) => `${key} 02000000 0${i}000000`,
  );
  const bytes = fromHex(`1b000000 03000000 ${entries.join("")}`.replaceAll(" ", ""));
  const document = open(bytes, { mode: "exact" });
  document.set("a", 7n);
  document.delete([[Number.NaN]]);
  expect(document.changes()).toHaveLength(2);
  expect(document.root.childCount).toBe(2);
  while (document.undo());
  expect(document.toBytes()).toEqual(bytes);
});

test("a key that ends at a NUL is the same as one that ends there", () => {
  const entry = (text: string, value: string) =>
    `04000000 ${text} 02000000 ${value}000000`.replaceAll(" ", "");
  const short = (value: string) => entry("01000000 61000000", value);
  for (const long of ["02000000 61000000", "06000000 610062006300 0000"])
    for (const entries of [
      [short("01"), entry(long, "02")],
      [entry(long, "01"), short("02")],
      [entry(long, "01"), entry(long, "02")],
    ]) {
      const bytes = fromHex(`1b00000002000000${entries.join("")}`);
      const document = open(bytes);
      expect(document.get("a")).toBe(2);
      expect(decode(bytes)).toEqual({ a: 2 });
      document.delete("a");
      expect(document.get("a")).toBe(1);
      expect([open(bytes).has(["a\0"]), open(bytes).has([""])]).toEqual([false, false]);
    }
});

test("no patch takes one of equal keys for the other", () => {
  const before = repeated(2);
  const after = repeated(2).map((byte, i) => (i === 24 || i === 44 ? byte + 5 : byte));
  for (const inside of [false, true]) {
    const [a, b] = [before, after].map((bytes) =>
      open(inside ? new Uint8Array([...fromHex("1c00000001000000"), ...bytes]) : bytes),
    ) as [Document, Document];
    const differences = [...diff(a, b)];
    expect(differences.map(({ kind }) => kind)).toEqual(["changed", "changed"]);
    const old = a.toBytes();
    expect(errorOf(() => patch(a, differences))).toMatchObject({
      code: "bad-path",
      hint: "Several keys are written as a.",
    });
    expect(a.toBytes()).toEqual(old);
  }
  const document = open(encode({ a: { x: 1 }, b: 2 }));
  patch(document, diff(open(encode({ a: { x: 1 } })), open(encode({ a: { x: 2 } }))));
  expect(document.get([])).toEqual({ a: { x: 2 }, b: 2 });
});

const godot3: Options = { dialect: "godot-3", mode: "exact" };

// Keys that an engine takes for different though they hold the same: no path tells them apart.
test.each<[string, Options, Variant, string]>([
  ["[nan]", { dialect: "godot-4", mode: "exact" }, [Number.NaN], "[[nan]]"],
  ["[{ 1: nan }]", { dialect: "godot-4", mode: "exact" }, [new Dictionary([[1, Number.NaN]])], "[[{1}]]"],
  ['{ "a": 1 }', godot3, new Dictionary([["a", 1]]), '[{"a"}]'],
])("no edit takes one of two keys %s for the other", (key, options, asked, shown) => {
  const bytesOf = (...values: number[]) =>
    encode(parseText(`{ ${values.map((value) => `${key}: ${value}`).join(", ")} }`, options), options);
  const document = open(bytesOf(1, 2), options);
  expect(
    document
      .node([])
      ?.children()
      .map((node) => node.value("plain")),
  ).toEqual([1, 2]);
  for (const run of [
    () => document.get([asked]),
    () => document.set([asked], 9),
    () => document.delete([asked]),
    () => document.rename([asked], "b"),
    () => patch(document, diff(document, open(bytesOf(1, 3), options))),
  ])
    expect(errorOf(run)).toMatchObject({ code: "bad-path", hint: `Several keys are written as ${shown}.` });
  expect(document.toBytes()).toEqual(bytesOf(1, 2));
  // One alone is found, also after others were there.
  const one = open(bytesOf(1), options);
  expect(one.get([asked])).toBe(1n);
  one.delete([asked]);
  expect([one.get([asked]), one.has([asked])]).toEqual([undefined, false]);
  one.undo();
  one.set([asked], 2);
  expect(one.toBytes()).toEqual(bytesOf(2));
});

test("documents whose keys and texts hold half surrogate pairs are compared", () => {
  const half = "03000000eda08000";
  const options = { dialect: "godot-3" } as const;
  const differences = (a: string, b: string) =>
    Array.from(
      diff(open(fromHex(a), options), open(fromHex(b), options)),
      ({ kind, path }) => `${kind} ${path}`,
    );
  const entry = (key: string, value: string) =>
    `12000000 01000000 04000000 ${key} ${value}`.replaceAll(" ", "");
  const five = "0200000005000000";
  expect(differences(entry(half, five), entry("0100000061000000", five))).toEqual([
    String.raw`removed ["\ud800"]`,
    "added a",
  ]);
  const other = "03000000eda08100";
  expect(differences(`04000000${half}`, `04000000${other}`)).toEqual(["changed "]);
  expect(decode(fromHex(`04000000${half}`), options)).toBe("\ud800");
});
