import { describe, expect, test } from "vitest";
import {
  type Dictionary,
  encode,
  open,
  StringName,
  type VariantArray as Typed,
  VariantArray,
} from "../../../js/index.js";

const document = () => open(encode({ a: 1, list: [10, 20, 30], b: "x" }), { mode: "exact" });

describe("properties of a node", () => {
  test("its position among the values of its container", () => {
    const { root } = document();
    expect(root.position).toBe(0);
    expect(root.children().map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(document().node("list[2]")?.position).toBe(2);
  });

  test("its children, counted in whole numbers", () => {
    const list = document().node("list");
    const read = (...range: number[]) => list?.children(...range).map(({ path }) => path);
    expect(read(1, Number.POSITIVE_INFINITY)).toEqual(["list[1]", "list[2]"]);
    expect([read(3), read(0, -1)]).toEqual([[], []]);
    for (const range of [[0.5, 1], [0, 0.5], [Number.NaN], [0, Number.NaN], [Number.POSITIVE_INFINITY]])
      expect(() => read(...range)).toThrow(new RangeError("children takes whole numbers."));
  });

  test("whether an edit added it", () => {
    const doc = document();
    const news = () => Array.from(doc.walk()).flatMap((node) => (node.isNew ? node.path : []));
    expect(news()).toEqual([]);
    doc.set("list[1]", 21n);
    doc.rename("b", "c");
    expect(news()).toEqual(["list[1]", "c"]);
    doc.delete("a");
    expect(news()).toEqual(["list[1]", "c"]);
    while (doc.undo());
    expect(news()).toEqual([]);
    doc.redo();
    expect(news()).toEqual(["list[1]"]);
  });

  test("its place, also behind a length, and after edits of the root value", () => {
    const doc = open(encode({ a: 1 }, { framing: "store_var" }), { framing: "store_var" });
    const places = () => Array.from(doc.walk(), ({ offset, byteLength }) => [offset, byteLength]);
    const before = places();
    // After the length: a header and a count, then the header, length and text of the key.
    expect(before).toEqual([
      [4, 28],
      [24, 8],
    ]);
    doc.set("", { bc: "x" });
    expect(places()).toEqual([
      [4, 32],
      [24, 12],
    ]);
    doc.replaceType("", "int", 5);
    expect(places()).toEqual([[4, 8]]);
    expect(doc.root.ranges.header).toEqual([4, 4]);
    while (doc.undo());
    expect(places()).toEqual(before);
  });

  test("the declared type of a container, without its contents", () => {
    const typed = new VariantArray([1n, 2n], { kind: "builtin", type: "int" });
    const doc = open(encode([typed, new StringName("n")], { mode: "exact" }), { mode: "exact" });
    const empty = doc.node("[0]")?.empty as Typed;
    expect(empty).toEqual(new VariantArray([], { kind: "builtin", type: "int" }));
    expect(doc.node("[1]")?.empty).toBeUndefined();
    expect((document().root.empty as Dictionary).size).toBe(0);
    expect(open(encode(new Uint8Array(3))).root.empty).toBeUndefined();
  });
});
