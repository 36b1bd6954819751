// Edits of values in Godot's text form: everything else stays as it is written.
import { describe, expect, test } from "vitest";
import { editText } from "../../../js/forms/edit-text.js";
import { Dictionary, parseText, toText, type Variant } from "../../../js/index.js";
import { generator } from "../stream-sources.js";

const exact = { mode: "exact" } as const;
const form = {
  read: (text: string) => parseText(text, { ...exact, allowTrailing: false }),
  print: (value: Variant) => toText(value, exact),
};

/** Edits a text by changing its value. */
function edited(text: string, change: (value: never) => Variant | undefined): string {
  const value = form.read(text);
  return editText(text, change(value as never) ?? value, form);
}
type Map_ = Dictionary & Map<string, Variant>;

describe("an edit keeps what it does not change", () => {
  const text =
    '; head\n{ "a": 1, ; one\n  "b" : [1,  2,3], ; two\n  ; about c\n  "c": {"x": Vector2( 1,2 )}\n} ; end\n';
  test.each<[string, (value: Map_) => Variant | undefined, (text: string) => string]>([
    ["nothing", () => undefined, (text) => text],
    ["a value", (map) => void map.set("a", 5n), (text) => text.replace('"a": 1', '"a": 5')],
    [
      "a deep element",
      (map) => void (map.get("b") as Variant[]).splice(1, 1, 9n),
      (text) => text.replace("[1,  2,3]", "[1,  9,3]"),
    ],
    [
      "a new element",
      (map) => void (map.get("b") as Variant[]).push(4n),
      (text) => text.replace("2,3]", "2,3,  4]"),
    ],
    [
      "a new first element",
      (map) => void (map.get("b") as Variant[]).unshift(0n),
      (text) => text.replace("[1,", "[0,  1,"),
    ],
    [
      "a removed element",
      (map) => void (map.get("b") as Variant[]).splice(1, 1),
      (text) => text.replace("2,3]", "3]"),
    ],
    [
      "the last element",
      (map) => void (map.get("b") as Variant[]).pop(),
      (text) => text.replace("2,3]", "2]"),
    ],
    [
      "all elements",
      (map) => void (map.get("b") as Variant[]).splice(0),
      (text) => text.replace("[1,  2,3]", "[]"),
    ],
    [
      "a removed entry with its comment",
      (map) => void map.delete("a"),
      (text) => text.replace('"a": 1, ; one\n  ', ""),
    ],
    [
      "a removed last entry",
      (map) => void map.delete("c"),
      (text) => text.replace("],", "]").replace('"c": {"x": Vector2( 1,2 )}', ""),
    ],
    [
      "the last two elements",
      (map) => void (map.get("b") as Variant[]).splice(1),
      (text) => text.replace("[1,  2,3]", "[1]"),
    ],
    [
      "one element in place of two",
      (map) => void (map.get("b") as Variant[]).splice(0, 2, 7n),
      (text) => text.replace("[1,  2,3]", "[7,  3]"),
    ],
    [
      "an entry in place of two",
      (map) => new Dictionary([["a", 1n], ["d", 4n] as const, ...[...map].slice(3)]),
      (text) =>
        text.replace(
          '"b" : [1,  2,3], ; two\n  ; about c\n  "c": {"x": Vector2( 1,2 )}',
          '"d" : 4 ; two\n  ; about c\n  ',
        ),
    ],
    ["a new entry", (map) => void map.set("d", "x"), (text) => text.replace("2 )}", '2 )},\n"d": "x"')],
    [
      "a renamed key",
      (map) => new Dictionary([...map].map(([key, value]) => [key === "b" ? "beta" : key, value])),
      (text) => text.replace('"b" :', '"beta" :'),
    ],
  ])("%s", (_name, change, expected) => {
    const made = edited(text, change as never);
    expect(made).toBe(expected(text));
  });

  test("typed containers keep their type", () => {
    expect(edited("Array[int]([1, 2])", (list: bigint[]) => void list.push(3n))).toBe(
      "Array[int]([1, 2, 3])",
    );
    expect(edited('Dictionary[String, int]({ "a": 1 })', (map: Map_) => void map.set("a", 2n))).toBe(
      'Dictionary[String, int]({ "a": 2 })',
    );
  });

  test("keys that are written twice, and containers of unusual layout", () => {
    expect(edited('[ {"a": 1, "a": 2}, 3 ]', ([map]: [Map_]) => void map.set("a", 5n))).toBe(
      '[ {"a": 1, "a": 5}, 3 ]',
    );
    expect(edited("[1, 2 , ]", (list: bigint[]) => void list.push(3n))).toBe("[1, 2 , 3 ]");
    expect(edited("[]", (list: bigint[]) => void list.push(3n))).toBe("[3]");
    expect(edited("{}", (map: Map_) => void map.set("a", 3n))).toBe('{\n"a": 3\n}');
  });
});

test("random edits of random texts give the new value", () => {
  const random = generator(11);
  const value = (depth: number): Variant => {
    const kind = random(depth > 2 ? 3 : 5);
    if (kind === 0) return BigInt(random(5));
    if (kind === 1) return "text ; \"' ]}"[random(11)] as string;
    if (kind === 2) return random(2) === 0;
    if (kind === 3) return Array.from({ length: random(4) }, () => value(depth + 1));
    return new Dictionary(Array.from({ length: random(4) }, () => [`k${random(9)}`, value(depth + 1)]));
  };
  const spaced = (text: string) =>
    text.replace(
      /([,{[:])(?=(?:[^"]|"[^"]*")*$)/g,
      (mark) => mark + [" ", "", "\n", " ; note, ]}\n"][random(4)],
    );
  for (let round = 0; round < 300; round++) {
    const [old, made] = [value(0), value(0)];
    const text = `${spaced(form.print(old))} ; end`;
    const result = editText(text, made, form);
    expect(form.print(form.read(result))).toBe(form.print(made));
    expect(result.endsWith(" ; end")).toBe(true);
  }
});

describe("quadratic work would take longer than the limit of a test", () => {
  const repeated = (count: number, text: string) => Array(count).fill(text).join(",");

  test("the innermost element of many levels", () => {
    const levels = 700;
    const around = (inner: string) => "[".repeat(levels) + inner + "]".repeat(levels);
    const most = repeated(1_000_000, "1");
    const result = edited(around(`${most},1`), (list: Variant[]) => {
      let inner = list;
      while (Array.isArray(inner[0])) inner = inner[0];
      inner.splice(-1, 1, 2n);
      return undefined;
    });
    // Texts of this length are not compared by `expect`, which would look for their differences.
    expect(result === around(`${most},2`)).toBe(true);
  });

  test("many containers that have a key twice", () => {
    const count = 100_000;
    const result = edited(`[${repeated(count, '{"a":1,"a":2}')}]`, (list: Map_[]) => {
      for (const map of list) map.set("b", 3n);
      return undefined;
    });
    expect(result === `[${repeated(count, '{"a":2,\n"b":3}')}]`).toBe(true);
  });

  test("many elements that are gone", () => {
    const result = edited(`[0, ${repeated(300_000, "1")}, 2]`, ([first, ...rest]: Variant[]) => [
      first as Variant,
      rest.at(-1) as Variant,
    ]);
    expect(result).toBe("[0, 2]");
  });
});
