// Documents of hostile input: damaged, deep and repetitive bytes, and paths of every kind.
import { describe, expect, test } from "vitest";
import {
  type Document,
  type DocumentNode,
  diff,
  encode,
  Float,
  formatPath,
  NodePath,
  type OpenOptions,
  open,
  parsePath,
  patch,
  RID,
  recover,
  StringName,
  type Variant,
  VariantError,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { Random } from "../../random.js";
import { exactOptions, fromHex, hex, linesOf, origins } from "../fixtures.js";

function opened(bytes: Uint8Array<ArrayBuffer>, options: OpenOptions): Document | undefined {
  try {
    return open(bytes, options);
  } catch (error) {
    if (error instanceof VariantError) return undefined;
    throw error;
  }
}

describe("damaged bytes", () => {
  test.each(origins.map(({ folder, dialect }) => [folder, dialect] as const))("of %s", (folder, dialect) => {
    const random = new Random(7);
    let readable = 0;
    let before: Document | undefined;
    let width: unknown;
    for (const line of linesOf(`${folder}/values.jsonl`)) {
      const options = { ...exactOptions(line, dialect), allowObjects: true };
      for (let i = 0; i < 3; i++) {
        const bytes = fromHex(line.bytes);
        for (let change = 0; change <= i; change++) bytes[random.below(bytes.length)] = random.below(256);
        const cut = bytes.subarray(0, i === 2 ? random.below(bytes.length) : bytes.length);
        const saved = recover(cut, options);
        for (const { document } of saved.values) expect([...document.walk()].length).toBeGreaterThan(0);
        let warnings = 0;
        const document = opened(cut, { ...options, onWarning: () => warnings++ });
        if (document === undefined) continue;
        readable++;
        expect(saved.complete).toBe(true);
        for (const node of document.walk())
          expect(node.offset + node.byteLength).toBeLessThan(cut.length + 4);
        expect([...document.find("e")].length).toBeLessThan(1 + document.stats().nodes);
        // Bytes that engines ignore are not a difference and not patched; for equal keys, a path refers to the last one.
        const isUnique = (node: DocumentNode) => document.node(node.keys)?.offset === node.offset;
        if (warnings > 0 || ![...document.walk()].every(isUnique)) continue;
        if (before !== undefined && width === options.real) {
          patch(document, diff(document, before));
          // JavaScript numbers do not keep all bits of every NaN.
          const left = [...diff(document, before)].filter(({ newValue }) => !/nan/i.test(String(newValue)));
          expect(left.map(({ kind, path }) => `${kind} ${path}`)).toEqual([]);
          while (document.undo());
          expect(hex(document.toBytes())).toBe(hex(cut));
        }
        before = opened(cut, options);
        width = options.real;
      }
    }
    if (linesOf(`${folder}/values.jsonl`).length > 20) expect(readable).toBeGreaterThan(10);
  });
});

test("padding does not count as a difference, in keys, texts and elements", () => {
  const [a, b] = [encode({ key12: "text5", list: ["x"] }), encode({ key12: "text5", list: ["x"] })];
  for (let at = 0; at < b.length; at++) {
    // Only bytes between the end of a text and the next word are padding.
    if (at % 4 !== 0 && b[at] === 0 && (b[at - 1] as number) > 0x20) b[at] = 0x7f;
  }
  expect(Buffer.compare(a, b)).not.toBe(0);
  expect([...diff(a, b)]).toEqual([]);
});

describe("diff of large documents", () => {
  const count = 100_000;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const back = [...numbers].reverse();
  const rows = (list: readonly number[]) => list.map((id) => ({ id, text: `row ${id}` }));
  const entries = (list: readonly number[]) => new Map(list.map((id) => [`key ${id}`, id]));
  const nested = (last: number) => {
    let value: unknown = [...numbers.slice(1), last];
    for (let level = 0; level < 1000; level++) value = level % 2 === 0 ? [value, 1] : { inside: value };
    return value;
  };
  const repeated = (first: string) => {
    const [key, one] = [encode("key"), encode(1)];
    const parts = [Uint8Array.of(27, 0, 0, 0, count, count >> 8, count >> 16, 0), encode(first), one];
    for (let i = 1; i < count; i++) parts.push(key, one);
    return new Uint8Array(Buffer.concat(parts));
  };

  test.each<[string, () => [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>], Record<string, number>]>([
    ["reversed numbers", () => [encode(numbers), encode(back)], { removed: count - 1, added: count - 1 }],
    [
      "reversed rows",
      () => [encode(rows(numbers)), encode(rows(back))],
      { removed: count - 1, added: count - 1 },
    ],
    [
      "equal elements",
      () => [encode(numbers.map(() => "x")), encode(back.slice(9).map(() => "x"))],
      { removed: 9 },
    ],
    [
      "other equal elements",
      () => [encode(numbers.map(() => 1)), encode(back.map(() => 2))],
      { changed: count },
    ],
    [
      "different elements",
      () => [encode(numbers), encode(numbers.map((n) => n + count))],
      { changed: count },
    ],
    ["reversed entries", () => [encode(entries(numbers)), encode(entries(back))], { moved: count - 1 }],
    ["a key again and again", () => [repeated("a"), repeated("b")], { removed: 1, added: 1 }],
    ["a thousand levels", () => [encode(nested(1)), encode(nested(2))], { changed: 1 }],
  ])("%s", (_, make, expected) => {
    const [a, b] = make();
    const found: Record<string, number> = {};
    for (const { kind } of diff(a, b)) found[kind] = (found[kind] ?? 0) + 1;
    expect(found).toEqual(expected);
  });

  test("patch reverses arrays and Dictionaries", () => {
    for (const make of [(list: number[]) => list, rows, entries]) {
      const [a, b] = [encode(make(numbers.slice(0, 3000))), encode(make(back.slice(-3000)))];
      const document = open(a);
      patch(document, diff(a, b));
      expect(Buffer.compare(document.toBytes(), b)).toBe(0);
      while (document.undo());
      expect(Buffer.compare(document.toBytes(), a)).toBe(0);
    }
  });
});

test("patch turns every fixture into every other of its folder", () => {
  for (const { folder, dialect } of origins) {
    const values = linesOf(`${folder}/values.jsonl`).filter(
      ({ surrogates, bytes }, i) => !surrogates && (i % 9 === 0 || i < 20) && bytes.length < 2000,
    );
    for (const one of values) {
      const options = { ...exactOptions(one, dialect), allowObjects: true };
      const bytes = fromHex(one.bytes);
      for (const other of values) {
        const goal = fromHex(other.bytes);
        const document = open(bytes, options);
        const otherOptions = { ...exactOptions(other, dialect), allowObjects: true };
        // When the bytes do not state the width, documents of different widths never match.
        if (otherOptions.real !== options.real) continue;
        patch(document, diff(document, open(goal, otherOptions)));
        const left = [...diff(document, open(goal, otherOptions))];
        expect(left.length, `${folder} ${one.name} → ${other.name}`).toBe(0);
      }
    }
  }
});

describe("paths", () => {
  test.each<[readonly Variant[], string, string]>([
    [["hp"], "hp", 'save["hp"]'],
    [["strange key", "x"], '["strange key"].x', 'save["strange key"]["x"]'],
    [["list", 3, "é"], "list[3].é", 'save["list"][3]["é"]'],
    [[new Vector2i(1, -2)], "[Vector2i(1, -2)]", "save[Vector2i(1, -2)]"],
    [[new Vector2(0.5, Infinity)], "[Vector2(0.5, inf)]", "save[Vector2(0.5, INF)]"],
    [[new Float(1)], "[1.0]", "save[1.0]"],
    [[2n ** 60n], "[1152921504606846976]", "save[1152921504606846976]"],
    [[true, null], "[true][null]", "save[true][null]"],
    [['a"b\\\n'], '["a\\"b\\\\\\n"]', 'save["a\\"b\\\\\\n"]'],
    [[new NodePath("a/b:c")], '[NodePath("a/b:c")]', 'save[NodePath("a/b:c")]'],
    [["__proto__", "0", ""], '__proto__["0"][""]', 'save["__proto__"]["0"][""]'],
  ])("of kind %#", (keys, text, expression) => {
    expect(formatPath(keys)).toBe(text);
    expect(formatPath(parsePath(text))).toBe(text);
    expect(formatPath(keys, "save")).toBe(expression);
    const value = keys.reduceRight<unknown>(
      (inside, key) => (key === 3 ? [0, 0, 0, inside] : new Map([[key, inside]])),
      7,
    );
    const document = open(encode(value));
    expect([document.get(keys), document.get(text)]).toEqual([7, 7]);
    expect([...document.walk()].at(-1)?.path).toBe(text);
  });

  test("a StringName equals the String", () => {
    const document = open(encode(new Map([[new StringName("hp"), 1]]), { mode: "exact" }));
    expect([document.get("hp"), document.get([new StringName("hp")])]).toEqual([1, 1]);
    expect(formatPath([new StringName("a b")], "save")).toBe('save[&"a b"]');
  });
});

describe("a value or a callback that edits the document on the way", () => {
  const value = () => ({ list: [1, 2, 3], a: 5, b: { x: 1 } });
  const inner: readonly [string, (document: Document) => unknown][] = [
    ["set", (document) => document.set("a", 6)],
    ["insert", (document) => document.insert("first", 9, 0)],
    ["append", (document) => document.append("list", 4)],
    ["move", (document) => document.move("list", "a2")],
    ["rename", (document) => document.rename("a", "c")],
    ["delete", (document) => document.delete("list")],
    ["replaceType", (document) => document.replaceType("a", "String", "x")],
    ["undo", (document) => document.undo()],
    ["redo", (document) => document.redo()],
    ["patch", (document) => patch(document, [...diff(document, encode({ a: 5 }))])],
  ];
  const outer: readonly [string, (document: Document, value: object) => unknown][] = [
    ["set", (document, given) => document.set("b", given)],
    ["insert", (document, given) => document.insert(["list", 1], given)],
    ["insert under a key", (document, given) => document.insert("first", given)],
    ["append", (document, given) => document.append("list", given)],
    ["rename", (document, given) => document.rename("b", given as never)],
    ["replaceType", (document, given) => document.replaceType("b", "Dictionary", given)],
  ];

  test.each(outer.flatMap(([name, run]) => inner.map(([other, edit]) => [name, other, run, edit] as const)))(
    "%s refuses %s by a getter, and nothing is edited",
    (_, __, run, edit) => {
      const document = open(encode(value()));
      document.set("a", 7);
      document.set("a", 8);
      document.undo();
      const before = hex(document.toBytes());
      const given = {
        get x() {
          edit(document);
          return 7;
        },
      };
      expect(() => run(document, given)).toThrow(
        new TypeError("A value or a callback edits the Document while another edit reads it."),
      );
      expect(hex(document.toBytes())).toBe(before);
      expect(document.changes()).toHaveLength(1);
      // The next edit is allowed.
      run(document, { x: 7 });
      expect(document.changes()).toHaveLength(2);
    },
  );

  test("a getter may read the document, and edit another one", () => {
    const document = open(encode(value()));
    const other = open(encode(value()));
    document.set("b", {
      get x() {
        other.set("a", 6);
        return document.get("a");
      },
    });
    expect(document.get([])).toEqual({ ...value(), b: { x: 5 } });
    expect(other.get("a")).toBe(6);
  });

  test("onLoss may not edit it", () => {
    const options: OpenOptions = { dialect: "godot-3", onLoss: () => document.delete("a") };
    const document = open(encode(value(), { dialect: "godot-3" }), options);
    expect(() => document.insert("q", new RID(5n))).toThrow(TypeError);
    expect(document.get([])).toEqual(value());
  });
});
