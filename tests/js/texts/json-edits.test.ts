// Edits of JSON: all letters stay that need not change, and what is left is JSON.
import { describe, expect, test } from "vitest";
import { Dictionary, type Variant } from "../../../js/index.js";
import { readSavedText, type SavedText } from "../../../js/texts/index.js";
import { sampleBytes } from "../container-files.js";
import { errorOf } from "../expected-errors.js";

const text = new TextDecoder().decode(sampleBytes("4.6.3", "json_from_native_all.json"));

function opened(): { readonly save: SavedText; readonly root: Dictionary } {
  const save = readSavedText(text) as SavedText;
  return { save, root: save.values[0] as Dictionary };
}

describe("a text of JSON.from_native", () => {
  test("is the same when nothing was changed", () => {
    const { save, root } = opened();
    expect(save.write([root])).toBe(text);
    expect(save.write([new Dictionary([...root])])).toBe(text);
  });

  test.each<[string, Variant, string, string]>([
    ["int_small", 77n, '"i:7"', '"i:77"'],
    ["string", "bye", '"s:hello"', '"s:bye"'],
    ["true", false, '"s:true",\n\t\ttrue', '"s:true",\n\t\tfalse'],
  ])("set %s", (key, value, from, to) => {
    const { save, root } = opened();
    root.set(key, value);
    const written = save.write([root]);
    expect(text.split(from)).toHaveLength(2);
    expect(written).toBe(text.replace(from, to));
  });

  test("any key can be deleted, and nothing else changes", () => {
    for (const key of opened().root.keys()) {
      const { save, root } = opened();
      root.delete(key);
      const written = save.write([root]);
      expect(readSavedText(written)?.values).toEqual([root]);
      const lines = new Set(text.split("\n").map((line) => line.replace(/,$/, "")));
      for (const line of written.split("\n")) expect(lines).toContain(line.replace(/,$/, ""));
    }
  });

  test("a vector keeps its layout", () => {
    const { save, root } = opened();
    const vector = root.get("vector2") as unknown as { x: number };
    vector.x = 9;
    const written = save.write([root]);
    expect(written).toBe(text.replace("1.0,\n\t\t\t\t-2.5", "9.0,\n\t\t\t\t-2.5"));
  });
});

describe("a value that was changed in place is written", () => {
  test.each<[string, (value: Dictionary) => void, string]>([
    [
      '{"type":"Dictionary","args":["s:hp","i:1"]}',
      (value) => value.set("hp", 2n),
      '{"type":"Dictionary","args":["s:hp","i:2"]}',
    ],
    ['{"hp": 1}', (value) => value.set("hp", 2n), '{"hp": 2}'],
    ['{\n"hp": 1\n}', (value) => value.set("hp", 2n), '{\n"hp": 2\n}'],
    ["[a]\nhp=1 ; life\n", (value) => (value.get("a") as Dictionary).set("hp", 2n), "[a]\nhp=2 ; life\n"],
  ])("%j", (text, change, made) => {
    const save = readSavedText(text) as SavedText;
    change(save.values[0] as Dictionary);
    expect(save.write(save.values)).toBe(made);
  });
});

test("the losses of a ConfigFile name section and key", () => {
  const { losses } = (readSavedText('[a]\nhp=1\nat=[&"x"]\nb=&"y"\n') as SavedText).convert("godot-3");
  expect(losses.map(({ code, path }) => [code, path])).toEqual([
    ["type-changed", "a.at[0]"],
    ["type-changed", "a.b"],
  ]);
});

describe("several entries removed or added at once leave JSON", () => {
  const elements = ['[1, [2], "3", 4]', "[\n\t1,\n\t[2],\n\t3,\n\t4\n]", '["a;", ";", "b;", ";;"]'];
  test.each(elements)("elements of %j", (text) => {
    for (let at = 0; at < 4; at++)
      for (let count = 0; at + count <= 4; count++)
        for (const added of [[], [7n], [7n, 8n], [7n, 8n, 9n]]) {
          const save = readSavedText(text) as SavedText;
          (save.values[0] as Variant[]).splice(at, count, ...added);
          const made = JSON.parse(text);
          made.splice(at, count, ...added.map(Number));
          expect(JSON.parse(save.write(save.values))).toEqual(made);
        }
  });

  test.each(['{"a":1, "b":2, "c":3, "d":[4]}', '{\n\t"a": ";",\n\t"b": 2,\n\t"c": ";",\n\t"d": 3\n}'])(
    "entries of %j",
    (text) => {
      for (let bits = 0; bits < 16; bits++)
        for (const added of [0, 1, 2]) {
          const save = readSavedText(text) as SavedText;
          const root = save.values[0] as Dictionary;
          const made = JSON.parse(text);
          for (const [i, key] of ["a", "b", "c", "d"].entries())
            if ((bits >> i) & 1) {
              root.delete(key);
              delete made[key];
            }
          for (let i = 0; i < added; i++) root.set(`new${i}`, 5n);
          for (let i = 0; i < added; i++) made[`new${i}`] = 5;
          expect(Object.entries(JSON.parse(save.write(save.values)))).toEqual(Object.entries(made));
        }
    },
  );
});

// Godot 4.6.3 refuses the whole JSON because of half a surrogate pair, and reads U+FFFD in place of a NUL.
test.each([
  ["half-surrogate", "a\ud800b"],
  ["half-surrogate", "\udc00"],
  ["nul-in-text", "a\0b"],
])("a new text that engines read as another one, or refuse, is an error: %s", (code, wrong) => {
  const open = (source: string) => {
    const save = readSavedText(source) as SavedText;
    return { save, root: save.values[0] as Dictionary };
  };
  const asValue = open('{"a":"x","b":1}');
  asValue.root.set("a", wrong);
  const asKey = open('{"a":{"x":1}}');
  (asKey.root.get("a") as Dictionary).set(wrong, 1n);
  for (const { save, root } of [asValue, asKey]) {
    const error = errorOf(() => save.write([root]));
    expect([error.code, error.hints[0]?.code, error.keys[0]]).toEqual(["unsupported-value", code, "a"]);
  }
  const source = `{"a":${JSON.stringify(wrong)},"b":1,"c":"\\ud83d\\ude00"}`;
  const old = open(source);
  old.root.set("b", 2n);
  expect(old.save.write([old.root])).toBe(source.replace(":1", ":2"));
});
