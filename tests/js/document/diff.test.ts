// diff and patch: the listed differences, and that patching turns one document into another.
import { describe, expect, test } from "vitest";
import {
  convert,
  Dictionary,
  type Difference,
  type Document,
  decode,
  diff,
  EncodedObjectAsID,
  encode,
  float,
  GodotObject,
  open,
  PackedColorArray,
  PackedVector2Array,
  parsePath,
  parseText,
  patch,
  type Variant,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";
import { exactOptions, fromHex, hex, linesOf, origins } from "../fixtures.js";

/** Differences as lines such as `+ path: value`. */
function said(a: unknown, b: unknown): string[] {
  return Array.from(diff(encode(a), encode(b)), ({ kind, path, oldValue, newValue }) =>
    [kind, path, oldValue, newValue].filter((part) => part !== undefined).join(" "),
  );
}

describe("differences", () => {
  test.each<[string, unknown, unknown, string[]]>([
    ["nothing", { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ["a number", { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, ["changed a[1].b 2 3"]],
    ["a type", { a: 1 }, { a: "1" }, ["changed a 1 1"]],
    ["the whole", 1, "x", ["changed  1 x"]],
    ["entries", { a: 1, b: 2 }, { b: 2, c: 3 }, ["removed a 1", "added c 3"]],
    ["the order of entries", { a: 1, b: 2, c: 3 }, { c: 3, a: 1, b: 2 }, ["moved c 3 3"]],
    ["elements that came", [1, 2, 3], [0, 1, 9, 2, 3, 4], ["added [0] 0", "added [2] 9", "added [5] 4"]],
    ["elements that went", [1, 2, 3, 4], [2, 4], ["removed [0] 1", "removed [2] 3"]],
    ["elements replaced", [1, 2, 3], [1, 5, 3], ["changed [1] 2 5"]],
    [
      "records with an id",
      [
        { id: 1, n: 1 },
        { id: 2, n: 2 },
        { id: 3, n: 3 },
      ],
      [
        { id: 9, n: 9 },
        { id: 1, n: 0 },
        { id: 3, n: 4 },
      ],
      ["added [0] [object Object]", "changed [0].n 1 0", "removed [1] [object Object]", "changed [2].n 3 4"],
    ],
    ["packed elements", new Uint8Array([1, 2, 3]), new Uint8Array([1, 9, 3]), ["changed [1] 2 9"]],
    [
      "keys of classes",
      new Map([[new Vector2i(1, 2), 1]]),
      new Map([[new Vector2i(1, 2), 2]]),
      ["changed [Vector2i(1, 2)] 1 2"],
    ],
  ])("%s", (_, a, b, expected) => {
    const text = said(a, b).map((line) => line.replace(/\[object Map\]/g, "[object Object]"));
    expect(text).toEqual(expected);
  });

  test("ranges refer to the bytes", () => {
    const [a, b] = [encode({ x: "y", hp: 5 }), encode({ hp: 50 })];
    const [removed, changed] = diff(a, b);
    expect(decode(a.subarray(...ends(removed?.oldRange)))).toBe("y");
    expect(decode(a.subarray(...ends(changed?.oldRange)))).toBe(5);
    expect(decode(b.subarray(...ends(changed?.newRange)))).toBe(50);
  });

  test("compares edited documents, and other dialects", () => {
    const bytes = encode({ a: 1, b: [1, 2] });
    const edited = open(bytes);
    edited.set("a", 2);
    expect(Array.from(open(bytes).diff(edited), ({ path }) => path)).toEqual(["a"]);
    const older = open(convert(bytes, { to: "godot-3" }).bytes, { dialect: "godot-3" });
    expect([...diff(open(bytes), older)]).toEqual([]);
    expect(Array.from(diff(older, edited), ({ path }) => path)).toEqual(["a"]);
  });
});

function ends(range: readonly [number, number] | undefined): [number, number] {
  const [offset, length] = range ?? [0, 0];
  return [offset, offset + length];
}

describe("patch", () => {
  const exact = { mode: "exact" } as const;

  test("turns one fixture into another", () => {
    for (const { folder, dialect } of origins.filter(({ origin }) => origin === "engine")) {
      const lines = linesOf(`${folder}/values.jsonl`).filter(({ surrogates }) => !surrogates);
      for (const [i, line] of lines.entries()) {
        const other = lines[(i * 7 + 3) % lines.length] as typeof line;
        const options = { ...exactOptions(line, dialect), allowObjects: true, fullObjects: true };
        const [a, b] = [line, other].map(({ bytes }) =>
          open(encode([decode(fromHex(bytes), options)], options), options),
        );
        if (a === undefined || b === undefined) continue;
        const before = hex(a.toBytes());
        patch(a, diff(a, b));
        expect(hex(a.toBytes()), `${folder} ${line.name} → ${other.name}`).toBe(hex(b.toBytes()));
        expect([...diff(a, b)]).toEqual([]);
        while (a.undo());
        expect(hex(a.toBytes())).toBe(before);
      }
    }
  });

  test.each([1, 2, 3])("turns any value into any other, seed %i", (seed) => {
    const random = new Random(seed);
    const keys = ["p", "q", "r", "1", 0n, 1n, float(0), float(1), new Vector2(1, 2), new Vector2i(1, 2)];
    const value = (depth: number): Variant => {
      const kind = random.below(depth > 3 ? 3 : 6);
      if (kind === 0) return BigInt(random.below(5));
      if (kind === 1) return random.pick(["a", "b", "c"]);
      if (kind === 2) return new Uint8Array(random.many(() => random.below(3)));
      if (kind === 3) return random.many(() => value(depth + 1));
      return new Dictionary(random.many(() => [random.pick(keys), value(depth + 1)] as const));
    };
    for (let i = 0; i < 300; i++) {
      const [a, b] = [open(encode(value(0), exact)), open(encode(value(0), exact))];
      patch(a, diff(a, b));
      expect(hex(a.toBytes())).toBe(hex(b.toBytes()));
    }
  });

  test.each([
    ["an Array", "15000000 00000000", "15000000 00000080"],
    ["a Dictionary", "14000000 00000080", "14000000 00000000"],
  ])("keeps the shared bit of %s in Godot 2", (_, from, to) => {
    const [a, b] = [from, to].map((bytes) =>
      open(fromHex(bytes.replaceAll(" ", "")), { dialect: "godot-2" }),
    );
    expect(Array.from(diff(a as Document, b as Document), ({ kind }) => kind)).toEqual(["changed"]);
    patch(a as Document, diff(a as Document, b as Document));
    expect(hex((a as Document).toBytes())).toBe(to.replaceAll(" ", ""));
  });

  test.each<Variant>([[1], [[0, "a"]], new Dictionary([["a", -3]])] as Variant[])(
    "adds an entry whose key holds whole floats: %o",
    (key) => {
      const options = { mode: "exact", framing: "none" } as const;
      const [a, b] = [[], [[key, 5n]] as [Variant, Variant][]].map((entries) =>
        open(encode(new Dictionary(entries), options), options),
      );
      patch(a as Document, diff(a as Document, b as Document));
      expect(hex((a as Document).toBytes())).toBe(hex((b as Document).toBytes()));
    },
  );

  test.each<[name: string, before: Variant[], after: Variant[]]>([
    ["an int behind the same float", [], [float(1), 1n]],
    ["an int beside a float that was there", [float(1)], [1n, float(1)]],
    ["an int beside -0.0", ["a"], [float(-0), "a", 0n]],
    ["a float behind the same int", [1n], [1n, float(1)]],
  ])("adds %s", (_, before, after) => {
    const options = { mode: "exact", framing: "none" } as const;
    const [a, b] = [before, after].map((keys) =>
      open(encode(new Dictionary(keys.map((key) => [key, new Dictionary([["x", 5n]])])), options), options),
    ) as [Document, Document];
    patch(a, diff(a, b));
    expect(hex(a.toBytes())).toBe(hex(b.toBytes()));
    while (a.undo());
    patch(b, diff(b, a));
    expect(hex(b.toBytes())).toBe(hex(a.toBytes()));
  });

  test.each<[string, Variant, string]>([
    ["a text", "\ud800", "a.b"],
    ["a text in an Array", ["x", "\ud800"], "a.b[1]"],
    ["a key", new Dictionary([["\ud800", 1]]), "a.b"],
  ])("has the whole path of a half surrogate pair in %s", (_, newValue, path) => {
    const document = open(encode({ a: { b: 1 } }));
    const [difference] = diff(document, encode({ a: { b: 2 } }));
    const error = errorOf(() => patch(document, [{ ...(difference as Difference), newValue }]));
    expect(error).toMatchObject({ code: "unsupported-value", path, keys: parsePath(path) });
    expect(errorOf(() => document.insert("a.c", newValue)).path).toBe(path.replace("b", "c"));
  });

  test.each<[string, unknown, unknown, unknown, string]>([
    [
      "an element behind the end",
      { l: [1] },
      { l: [1, 2, 3] },
      { l: [1, 2, 3, 4] },
      "Use an index from 0 to 1.",
    ],
    ["a key that is there", { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 3 }, "There already is a value."],
    ["a key of a number", { a: 1 }, { a: { b: 1 } }, { a: { b: 1, c: 2 } }, "There is no container for it"],
  ])("refuses %s in a document of other contents", (_, there, a, b, advice) => {
    const document = open(encode(there));
    const error = errorOf(() => patch(document, diff(encode(a), encode(b))));
    expect([error.code, error.hint]).toEqual(["bad-path", expect.stringContaining(advice)]);
    expect(document.toBytes()).toEqual(encode(there));
    expect(document.changes()).toEqual([]);
  });

  test.each([
    ["added", { a: 1, b: 2 }, { a: 1, c: 3, b: 2 }, ["b", "c"]],
    ["moved", { a: 1, b: 2, c: 3, d: 4 }, { a: 1, c: 3, b: 2, d: 4 }, ["b", "d", "c"]],
  ])("an entry %s behind a key that is gone becomes the last one", (kind, a, b, keys) => {
    const differences = [...diff(encode(a), encode(b))];
    expect(differences.map((one) => [one.kind, one.path, one.previous])).toEqual([[kind, "c", "a"]]);
    const document = open(encode(a));
    document.delete("a");
    patch(document, differences);
    expect(Object.keys(document.get([]) as object)).toEqual(keys);
  });

  test.each<[unknown[]]>([[[-1]], [[0.5]], [["x"]], [[]]])("refuses to add an element at %j", (toKeys) => {
    const document = open(encode([1, 2]));
    const [difference] = diff(document, encode([1, 2, 3]));
    const other = { ...(difference as Difference), toKeys } as Difference;
    expect(errorOf(() => patch(document, [other])).code).toBe("bad-path");
    expect(document.toBytes()).toEqual(encode([1, 2]));
  });

  test.each([
    ["{1: 2}", "{}", "{1.0: 2, 1: 3}", "{1.0: 2}"],
    ["{1: 2}", "{1: 3}", "{1.0: 2, 1: 2}", "{1.0: 2, 1: 3}"],
    ["{1: {}}", "{1: {5: 6}}", "{1.0: {}, 1: {}}", "{1.0: {}, 1: {5: 6}}"],
    ["{5: {1: [7]}}", "{5: {1: []}}", "{5: {1.0: [7], 1: [7]}}", "{5: {1.0: [7], 1: []}}"],
  ])("a difference of the key 1 never means 1.0: from %s to %s", (from, to, both, expected) => {
    const opened = (text: string) => open(encode(parseText(text, exact), exact), exact);
    const found = [...diff(opened(from), opened(to))];
    const float = opened(from.replace("1:", "1.0:"));
    expect(errorOf(() => patch(float, found)).code).toBe("bad-path");
    const document = opened(both);
    patch(document, found);
    expect(hex(document.toBytes())).toBe(hex(opened(expected).toBytes()));
  });

  test("does not see that bit in Godot 3, where it means nothing", () => {
    const [a, b] = ["1300000000000000", "1300000000000080"].map((bytes) =>
      open(fromHex(bytes), { dialect: "godot-3" }),
    );
    expect([...diff(a as Document, b as Document)]).toEqual([]);
  });

  test.each([
    ["floats", new Float32Array(new Uint32Array([0, 0x7f800001, 0xffc00002]).buffer)],
    ["doubles", new Float64Array(new BigUint64Array([0n, 0x7ff0000000000001n, -1n]).buffer)],
    ["colors", new PackedColorArray(new Float32Array(new Uint32Array([0, 0x7f800001, 0, 0]).buffer))],
    [
      "wide vectors",
      new PackedVector2Array(new Float64Array(new BigUint64Array([0n, 0x7ff0000000000001n]).buffer)),
    ],
  ])("keeps the bits of a NaN among packed %s", (_, packed) => {
    const [empty, full] = [new (packed.constructor as typeof Float32Array)(), packed];
    const wide = packed instanceof PackedVector2Array ? new PackedVector2Array(new Float64Array(0)) : empty;
    const [a, b] = [wide, full].map((value) => open(encode(value)));
    patch(a as Document, diff(a as Document, b as Document));
    expect(hex((a as Document).toBytes())).toBe(hex((b as Document).toBytes()));
  });

  test("finds the few changes of a large document", () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` }));
    const changed = rows
      .filter(({ id }) => id % 1000 !== 7)
      .map((row) => (row.id % 1000 === 9 ? { ...row, name: "x" } : row));
    const found = Array.from(diff(encode(rows), encode(changed)), ({ kind }) => kind);
    expect(found.filter((kind) => kind === "removed").length).toBe(100);
    expect(found.filter((kind) => kind === "changed").length).toBe(100);
    expect(found.length).toBe(200);
  });
});

// Engines write an id for a Node that is a key.
describe("keys that are objects", () => {
  const exact = { mode: "exact" } as const;
  const keys: readonly [string, () => Variant][] = [
    ["EncodedObjectAsID", () => new EncodedObjectAsID(5n)],
    ["GodotObject", () => new GodotObject("Node", [["name", "a"]])],
    ["an Array of ids", () => [new EncodedObjectAsID(5n), 1n] as never],
    ["an Array of NaN", () => [Number.NaN] as never],
  ];

  test.each(keys)("are found by their content: %s", (_, made) => {
    const withValue = (value: Variant) =>
      open(
        encode(
          new Dictionary([
            [made(), value],
            ["other", 1n],
          ]),
          { ...exact, fullObjects: true },
        ),
        {
          ...exact,
          allowObjects: true,
        },
      );
    const [before, after] = [withValue(1n), withValue(2n)];
    const key = before.root.children()[0]?.key as Variant;
    expect([before.get([key]), before.get([made()]), before.has([made()])]).toEqual([1n, 1n, true]);
    patch(before, diff(before, after));
    expect(before.bytes).toEqual(after.bytes);
    before.set([made()], 3n);
    before.delete([made()]);
    expect(before.has([made()])).toBe(false);
    before.undo();
    expect(before.get([made()])).toBe(3n);
  });

  test("are refused where several have the same content", () => {
    const key = () => new EncodedObjectAsID(5n);
    const document = open(
      encode(
        new Dictionary([
          [key(), 1n],
          [key(), 2n],
        ]),
        exact,
      ),
      exact,
    );
    expect(document.root.childCount).toBe(2);
    expect(() => document.get([key()])).toThrow(/bad-path/);
    expect(() => document.delete([key()])).toThrow(/bad-path/);
  });
});
