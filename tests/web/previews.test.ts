// The preview of a container in its line: what it says, and that it costs the same for every size.

// The page's sources take the package by its name.
import { Dictionary, encode, open, StringName, Vector2 } from "godot-variant";
import { describe, expect, test } from "vitest";
import { previewOf } from "../../web-demo/src/worker/tree/preview.js";
import { type TreeNode, ValueNode } from "../../web-demo/src/worker/tree/tree-node.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;
const nodeOf = (value: unknown): TreeNode => new ValueNode(open(encode(value, exact), exact).root, 0, true);

/** Notes what is read of a value. */
function watched(node: TreeNode, read: string[]): TreeNode {
  return {
    type: node.type,
    typeText: node.typeText,
    get isSingle() {
      return node.isSingle;
    },
    get key() {
      read.push("key");
      return node.key;
    },
    range: node.range,
    count: node.count,
    children: (first, count) => {
      read.push(`${count} children`);
      return node.children(first, count).map((child) => watched(child, read));
    },
    value: () => {
      read.push(`value of ${node.range[1] - node.range[0]} bytes`);
      return node.value();
    },
    ranges: () => node.ranges(),
    inDocument: node.inDocument,
  };
}

describe("the preview of a container", () => {
  test.each([
    [{ name: "Mira", hp: 42n, dead: false }, '{name: "Mira", hp: 42, dead: false}'],
    [[1n, 2.5, null], "[1, 2.5, null]"],
    [[1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n], "[1, 2, 3, 4, 5, 6, 7, 8, …]"],
    [
      { a: {}, b: { c: 1n }, d: [], e: [1n], f: new Uint8Array(), g: new Uint8Array(3) },
      "{a: {}, b: {…}, d: [], e: […], f: [], g: […]}",
    ],
    [
      new Dictionary([
        [1n, "one"],
        ["", "none"],
        [new StringName("s"), new Vector2(1, 2)],
      ]),
      '{1: "one", "": "none", s: (1, 2)}',
    ],
    [["x".repeat(60)], `["${"x".repeat(38)}…]`],
    [["line\nend", '"quoted"'], '["line\\nend", "\\"quoted\\""]'],
    [{ "a\n": 1n, "b\u202Ec": 2n, " d": 3n, "e f": 4n }, '{"a\\n": 1, "b\\u202ec": 2, " d": 3, e f: 4}'],
    [["a\u202Eb\u2066", "\u0645\u200F"], '["a\\u202eb\\u2066", \u2066"\u0645\u200F"\u2069]'],
  ])("%o", (value, text) => {
    expect(previewOf(nodeOf(value))).toBe(text);
  });

  test("reads the same few entries of 100,000 as of nine", () => {
    const many = new Dictionary(Array.from({ length: 100_000 }, (_, i) => [`key ${i}`, BigInt(i)]));
    const few = new Dictionary(Array.from({ length: 9 }, (_, i) => [`key ${i}`, BigInt(i)]));
    const read = [many, few].map((value) => {
      const notes: string[] = [];
      previewOf(watched(nodeOf(value), notes));
      return notes;
    });
    expect(read[0]).toEqual(read[1]);
    expect(read[0]?.[0]).toBe("8 children");
  });

  test("keeps entries in their order that are written from right to left", () => {
    const names = { שם: "ערך", "a b": "x", الاسم: 5n };
    expect(previewOf(nodeOf(names))).toBe(
      '{\u2066שם\u2069: \u2066"ערך"\u2069, a b: "x", \u2066الاسم\u2069: 5}',
    );
    expect(previewOf(nodeOf(["א", "b"]))).toBe('[\u2066"א"\u2069, "b"]');
  });

  test("decodes neither large values nor large keys", () => {
    const read: string[] = [];
    const value = new Dictionary([
      ["k".repeat(5000), 1n],
      ["text", "x".repeat(5000)],
      ["numbers", new Int32Array(5000)],
    ]);
    expect(previewOf(watched(nodeOf(value), read))).toBe("{…: 1, text: …, numbers: […]}");
    expect(read.filter((note) => note !== "key")).toEqual(["8 children", "value of 8 bytes"]);
    expect(read.filter((note) => note === "key")).toHaveLength(2);
  });
});

describe.skipIf(!hasBrowser)("the preview in the tree", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("shows the number of entries and the first of them, also after an edit", async () => {
    await visit.openBytes("party.bin", encode({ hero: { name: "Mira", hp: 42n } }, exact));
    await expect.poll(() => visit.valueOf("hero")).toBe('2 {name: "Mira", hp: 42}');
    await visit.go("hero.hp");
    await visit.edit("7");
    await expect.poll(() => visit.valueOf("hero")).toBe('2 {name: "Mira", hp: 7}');
  });
});
