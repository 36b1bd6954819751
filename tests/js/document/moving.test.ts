// Entries of a Dictionary move to a place among its keys.
import { describe, expect, test } from "vitest";
import { Dictionary, type Document, encode, float, open, StringName, toText } from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

describe("move among keys", () => {
  const exact = { mode: "exact" } as const;
  const name = (text: string) => new StringName(text);
  /** Keys in order, in Godot's text form. */
  const keysIn = (document: Document, path: string) =>
    [...(document.get(path, "exact") as Dictionary).keys()].map((key) => toText(key, exact));
  const make = () =>
    open(
      encode(
        new Dictionary([
          [
            "a",
            new Dictionary([
              [name("x"), 1n],
              [2n, 2n],
              [3, 3n],
              ["y", 4n],
            ]),
          ],
          ["b", new Dictionary([["z", 5n]])],
          ["c", new Dictionary([], { keyType: { kind: "builtin", type: "String" } })],
        ]),
        exact,
      ),
      exact,
    );

  test("keeps keys with their types, and can be undone", () => {
    const document = make();
    const before = document.toBytes();
    document.move(["a", "x"], ["a", "x"], 3);
    expect(keysIn(document, "a")).toEqual(["2", "3.0", '"y"', '&"x"']);
    document.move(["a", "y"], ["a", "y"], 0);
    expect(keysIn(document, "a")).toEqual(['"y"', "2", "3.0", '&"x"']);
    document.move(["a", "y"], ["a", "w"], 1);
    expect(keysIn(document, "a")).toEqual(["2", '"w"', "3.0", '&"x"']);
    document.move(["a", "x"], ["b", "x"], 0);
    document.move(["a", float(3)], ["b", float(3)]);
    expect(keysIn(document, "b")).toEqual(['&"x"', '"z"', "3.0"]);
    expect(keysIn(document, "a")).toEqual(["2", '"w"']);
    document.move(["b", "x"], ["c", "x"]);
    expect(keysIn(document, "c")).toEqual(['"x"']);
    expect(document.changes()).toHaveLength(6);
    while (document.undo());
    expect(document.toBytes()).toEqual(before);
  });

  test("refuses a key that exists, a place that does not, and a type that the container does not declare", () => {
    const document = make();
    const before = document.toBytes();
    expect(errorOf(() => document.move(["a", "x"], ["a", "y"], 0)).code).toBe("bad-path");
    expect(errorOf(() => document.move(["a", "x"], ["a", "x"], 4)).code).toBe("bad-path");
    expect(errorOf(() => document.move(["a", "x"], ["a", "x"], -1)).code).toBe("bad-path");
    expect(errorOf(() => document.move(["a", 2], ["c", 2])).code).toBe("wrong-type");
    expect(errorOf(() => document.move(["a"], ["a", "q"], 0)).code).toBe("bad-path");
    expect(document.toBytes()).toEqual(before);
  });
});

test("an index may be a bigint, as ints of exact mode are", () => {
  const document = open(encode([[10, 20, 30], new Int32Array([1, 2])]));
  document.insert([0n, 1n], 15);
  document.move([0, 3], [0, 0n]);
  document.insert([1, 2n], 3);
  document.move([1, 0], [1, 2n]);
  expect(document.toBytes()).toEqual(encode([[30, 10, 15, 20], new Int32Array([2, 3, 1])]));
  expect(() => document.insert([0, 2n ** 64n], 1)).toThrow("Use an index from 0 to 4.");
});
