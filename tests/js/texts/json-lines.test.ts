// JSON lines: added, removed, moved, damaged.
import { describe, expect, test } from "vitest";
import { Dictionary, decode, encode, float, open, type Variant } from "../../../js/index.js";
import { readSavedText, type SavedText } from "../../../js/texts/index.js";
import { placesAfter } from "../../../js/texts/line-places.js";
import { Random } from "../../random.js";

const whole = { mode: "exact", dialect: "godot-4.4" } as const;
const read = (text: string) => readSavedText(text) as SavedText;
type Entries = Map<string, Variant>;

describe("lines are added, removed and moved, and the others keep every letter", () => {
  const odd = '{"a": 1.50, "a": 1.0e1}';
  const text = `${odd}\r\n\r\n  {"b":1E5} \r\n{"c": -0}\r\n`;
  const made = new Dictionary([["n", [1n, float(2)]]] as never);
  const cases: [string, (values: Variant[]) => unknown, string][] = [
    ["removed first", (list) => list.shift(), '\r\n  {"b":1E5} \r\n{"c": -0}\r\n'],
    ["removed between", (list) => list.splice(1, 1), `${odd}\r\n{"c": -0}\r\n`],
    ["removed last", (list) => list.pop(), `${odd}\r\n\r\n  {"b":1E5} \r\n`],
    ["all but one removed", (list) => list.splice(0, 2), '{"c": -0}\r\n'],
    ["added at the end", (list) => list.push(made), `${text}{"n": [1, 2.0]}\r\n`],
    ["added at the start", (list) => list.unshift(made), `{"n": [1, 2.0]}\r\n${text}`],
    ["added between", (list) => list.splice(2, 0, made), text.replace('{"c"', '{"n": [1, 2.0]}\r\n{"c"')],
    ["turned around", (list) => list.reverse(), `{"c": -0}\r\n\r\n  {"b":1E5} \r\n${odd}\r\n`],
    ["two the same", (list) => list.splice(1, 0, list[0] as Variant), `${odd}\r\n${text}`],
    [
      "removed, added and changed at once",
      (list) => {
        (list[2] as unknown as Entries).set("d", null);
        list.splice(1, 1, made);
      },
      `${odd}\r\n\r\n  {"n":[1,2.0]} \r\n{"c": -0,"d": null}\r\n`,
    ],
  ];

  test.each(cases)("%s", (_name, change, expected) => {
    const found = read(text);
    const values = [...found.values];
    change(values);
    expect(found.write(values)).toBe(expected);
    const again = readSavedText(expected);
    expect(again?.values.length).toBe(values.length);
    expect(encode(again?.values, whole)).toEqual(encode(values, whole));
  });

  test("also when the values are no longer the same objects", () => {
    const found = read(text);
    const [a, b, c] = found.values.map((value) => decode(encode(value, whole), { mode: "exact" }) as Variant);
    expect(found.write([c, a] as Variant[])).toBe(`{"c": -0}\r\n${odd}\r\n`);
    (b as unknown as Entries).set("x", 1n);
    expect(found.write([c, b, a] as Variant[])).toBe(`{"c": -0}\r\n\r\n  {"b":1E5,"x":1} \r\n${odd}\r\n`);
    expect(found.write([b, c] as Variant[], [1, 2])).toBe('\r\n  {"b":1E5,"x":1} \r\n{"c": -0}\r\n');
  });

  test("random edits of a Document keep the letters of every line that they leave", () => {
    const count = 12;
    const lineOf = (id: number) => `  {"id" : ${id}, "n": 1.50e0} `;
    const found = read(Array.from({ length: count }, (_, id) => lineOf(id)).join("\n"));
    const numbers = new Random(5);
    const random = (below: number) => numbers.below(below);
    for (let round = 0; round < 60; round++) {
      const document = open(encode(found.values, whole), { ...whole, framing: "none" });
      let next = count;
      const touched = new Set<bigint>();
      const idAt = (i: number) => document.get([i, "id"]) as bigint;
      for (let edit = 0; edit < 8; edit++) {
        const length = document.root.childCount;
        const [i, j] = [random(length), random(length)];
        const act = random(6);
        if (act === 0) document.insert([i], new Dictionary([["id", BigInt(next++)]] as never));
        else if (act === 1 && length > 2) document.delete([i]);
        else if (act === 2) document.move([i], [j]);
        else if (act === 3) touched.add(idAt(i)) && document.insert([i, `k${edit}`], null);
        else if (act === 4) touched.add(idAt(i)) && document.set([i], document.get([i]));
        else document.undo();
      }
      const values = decode(document.toBytes(), whole) as Variant[];
      const text = found.write(values, placesAfter(document.changes(), count));
      expect(encode(read(text).values, whole)).toEqual(encode(values, whole));
      const lines = text.split("\n");
      values.forEach((_, i) => {
        const id = idAt(i);
        if (id < count && !touched.has(id)) expect(lines[i]?.trimEnd()).toBe(lineOf(Number(id)).trimEnd());
      });
    }
  });

  test("a file without a last line end, and values on one line", () => {
    const without = read('{"a":1}\n{"b":1.0e1}');
    const [a, b] = without.values as [Variant, Variant];
    expect(without.write([b, a])).toBe('{"b":1.0e1}\n{"a":1}');
    expect(without.write([a])).toBe('{"a":1}');
    expect(without.write([a, b, made])).toBe('{"a":1}\n{"b":1.0e1}\n{"n":[1,2.0]}');
    const together = read('{"a":1}{"b":2} {"c":3}\n{"d":4}');
    const [one, two, three, four] = together.values as [Variant, Variant, Variant, Variant];
    expect(together.write([one, two, three])).toBe('{"a":1}{"b":2} {"c":3}');
    expect(together.write([one, three, four])).toBe('{"a":1}\n {"c":3}\n{"d":4}');
  });

  test("lines that could not be read stay where they are", () => {
    const damaged = '{"a":1}\n{"x\n{"b":2}\n{"y\n';
    const found = readSavedText(damaged, { recover: true });
    const [a = null, b = null] = found?.values ?? [];
    expect(found?.write([b])).toBe('{"x\n{"b":2}\n{"y\n');
    expect(found?.write([a])).toBe('{"a":1}\n{"x\n{"y\n');
    expect(found?.write([b, a])).toBe('{"x\n{"b":2}\n{"a":1}\n{"y\n');
    expect(found?.write([a, made, b])).toBe('{"a":1}\n{"n":[1,2.0]}\n{"x\n{"b":2}\n{"y\n');
  });

  test("a damaged line that comes to the end does not become a part of the line before", () => {
    const found = readSavedText('{"a":1}\n{"x\n{"b":2}', { recover: true });
    const [a = null, b = null] = found?.values ?? [];
    expect(found?.write([a])).toBe('{"a":1}\n{"x\n');
    expect(found?.write([b, a])).toBe('{"x\n{"b":2}\n{"a":1}');
    expect(found?.write([a, made], [0, undefined])).toBe('{"a":1}\n{"n":[1,2.0]}\n{"x\n');
  });

  test("two values with nothing between them do not become one", () => {
    const found = read('[]1.5"x"nullnull');
    const [list = null, number = null, , ...rest] = found.values;
    expect(found.write(found.values)).toBe('[]1.5"x"nullnull');
    expect(found.write([list, number, 7n, ...rest])).toBe("[]1.5 7 nullnull");
    expect(found.write([list, 2n, "x", null, true])).toBe('[]2"x"null true');
  });

  test("a file that would no longer be JSON lines is refused", () => {
    const found = read('{"a":1}\n5');
    expect(() => found.write([])).toThrow(expect.objectContaining({ code: "unsupported-value" }));
    expect(() => found.write([5n, found.values[0] as Variant])).toThrow(/first line must be/);
    expect(() => found.write([found.values[0] as Variant], [2])).toThrow(TypeError);
    expect(() => found.write([found.values[0] as Variant], [0, 1])).toThrow(TypeError);
    expect(() => read('{"a":1}').write([made, made])).toThrow(TypeError);
  });
});

describe("damaged lines", () => {
  const text = '{"a":1}\n\n{"b":2}\n{"c":[1,2';

  test("are an error with their place", () => {
    expect(() => readSavedText(text)).toThrow(
      expect.objectContaining({ code: "bad-text", offset: text.length }),
    );
    expect(() => readSavedText(text)).toThrow(/Line 4, column 10/);
    expect(() => readSavedText('{"a": 1,\n "b"')).toThrow(/Line 2/);
  });

  test("are kept as they are when the others are edited", () => {
    const found = readSavedText(text, { recover: true });
    expect(found?.kind).toBe("json-lines");
    expect(found?.lost).toEqual([{ offset: 17, length: 9, code: "bad-text", before: 2 }]);
    const [a, b] = found?.values ?? [];
    expect(found?.write([a as Variant, b as Variant])).toBe(text);
    expect(found?.write([new Dictionary([["a", 3n]] as never), b as Variant])).toBe(
      text.replace('"a":1', '"a":3'),
    );
  });

  test("an unchanged text stays, whatever its first line and its values are", () => {
    const native = '{"type":"Dictionary","args":["s:a",{"type":"Array","elem_type":"A\\u0000","args":[]}]}';
    for (const kept of [
      native,
      native.replace("\\u0000", "\0"),
      '{"x\n5\n{"a":1}\n',
      '{"a":1}\nnan\n',
      '[a]\nb="c"\n[;\0d]\ne=1\n',
      // Engines take control characters for blanks.
      '{"a":1}\u0001',
      '{"a":1}\u0001\n{"b":2} \u000b\u0002',
      '\u0001{"a":1}\n\u0002',
      '{"a":1} \u0001\r\n{"b":\u0003',
    ]) {
      const found = readSavedText(kept, { recover: true });
      expect(found?.write(found.values)).toBe(kept);
    }
  });

  test("two values on a line are not taken for one", () => {
    const two = '{"a":1}\n{"b":2} {"c":3}\n{';
    expect(readSavedText(two, { recover: true })?.lost.map(({ offset }) => offset)).toEqual([8, 24]);
  });
});
