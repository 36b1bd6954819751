// Dictionaries in which many entries have equal keys, which only crafted bytes have.
import { expect, test } from "vitest";
import { open } from "../../../js/index.js";
import { Random } from "../../random.js";
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
