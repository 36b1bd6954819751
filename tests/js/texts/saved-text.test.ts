// Texts as games save them: JSON of real engines, and texts that could be two things.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  float,
  PackedStringArray,
  RID,
  Signal,
  unwrap,
  type Variant,
  VariantArray,
  Vector2,
} from "../../../js/index.js";
import { readSavedText, type SavedText } from "../../../js/texts/index.js";
import { errorOf } from "../expected-errors.js";
import { linesOf } from "../fixtures.js";
import { type Entries, edited, read } from "./edited.js";

const folder = new URL("../../fixtures/json/", import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const textOf = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
/** What make/json4.gd and make/json3.gd hold, and how each engine writes it. */
const floats: Record<string, unknown> = { "godot-4.6.3": 120, "godot-3.6": 120n, "godot-3.2.3": 120n };

describe.each(readdirSync(folder))("JSON of %s", (engine) => {
  const names = readdirSync(new URL(`${engine}/`, folder)).filter((name) => name.endsWith(".json"));

  test.each(names)("%s is read and kept", (name) => {
    const text = textOf(fixture(`${engine}/${name}`));
    const found = read(text);
    expect(found.kind).toBe("json");
    expect(edited(text, () => undefined)).toBe(text);
    if (name === "unusual.json") return;
    const value = found.values[0] as unknown as Entries;
    expect(value.get("name")).toBe('Mira "the Keeper" 🏮');
    expect(value.get("notes")).toBe('tab\t line\n slash\\ quote" bell\x07 vertical\x0b');
    expect(value.get("seed")).toBe(9007199254740993n);
    expect(value.get("max_hp")).toEqual(floats[engine]);
    expect(value.get("hp")).toBe(87.5);
    expect(value.get("small")).toBe(0.1);
    expect(value.get("nothing")).toBe(null);
    expect(value.get("items")).toEqual([
      new Dictionary(
        [
          ["id", "potion"],
          ["count", 3n],
        ].sort(name.match(/tabs|precise/) ? () => 0 : undefined) as never,
      ),
      new Dictionary(
        [
          ["id", "rope"],
          ["count", 1n],
        ].sort(name.match(/tabs|precise/) ? () => 0 : undefined) as never,
      ),
    ]);
  });

  test.each(names.filter((name) => name !== "unusual.json"))("an edit changes nothing else in %s", (name) => {
    const text = textOf(fixture(`${engine}/${name}`));
    const made = edited(text, (value: Entries) => {
      value.set("gold", 43n);
      (value.get("position") as unknown as Entries).set("x", 0.5);
    });
    expect(made).toBe(text.replace(/("gold": ?)42/, "$143").replace("318.25", "0.5"));
  });

  test("what Godot 3 writes for infinity is read, and nothing else changes", () => {
    const text = textOf(fixture(`${engine}/unusual.json`));
    const value = read(text).values[0] as unknown as Entries;
    expect(value.get("inf")).toBe(Number.POSITIVE_INFINITY);
    expect(value.get("minus_inf")).toBe(Number.NEGATIVE_INFINITY);
    expect(value.get("nan")).toEqual(engine === "godot-4.6.3" ? null : Number.NaN);
    expect(edited(text, (value: Entries) => value.set("5", "other"))).toBe(text.replace("int key", "other"));
  });

  test("JSON lines are several values", () => {
    const text = textOf(fixture(`${engine}/lines.save`));
    const found = read(text);
    expect(found.kind).toBe("json-lines");
    expect(found.values.map((value) => (value as unknown as Entries).get("filename"))).toEqual([
      "res://player.tscn",
      "res://enemy.tscn",
      "res://chest.tscn",
    ]);
    const made = edited(text, ([player, , chest]: Entries[]) => {
      player?.set("level", 15n);
      player?.set("mana", float(2));
      ((chest as Entries).get("holds") as Variant[]).push("lamp");
    });
    expect(made).toBe(
      text
        .replace('"level":14', '"level":15')
        .replace('"pos_y":-96.5}', '"pos_y":-96.5,"mana":2.0}')
        .replace('"rope","map"', '"rope","map","lamp"'),
    );
  });

  test("layers around the lines are undone", async () => {
    const plain = textOf(fixture(`${engine}/lines.save`));
    for (const name of ["lines_zstd.save", "lines_pass.save"]) {
      const { content, candidates } = await unwrap(fixture(`${engine}/${name}`), { password: "hunter2" });
      expect(textOf(content)).toBe(plain);
      expect(candidates[0]?.container).toBe("json");
    }
  });

  test("var_to_str of the same is not taken for JSON", () => {
    const name = engine === "godot-4.6.3" ? "var_to_str.txt" : "var2str.txt";
    const text = textOf(fixture(`${engine}/${name}`));
    expect(read(text).kind).toBe("var_to_str");
    expect(edited(text, (value: Entries) => value.set("hp", new Vector2(1, 2) as never))).toContain(
      '"hp": Vector2(1, 2)',
    );
  });
});

describe("numbers are kept as written", () => {
  const numbers =
    "1e400, 0.1, -0, -0.0, 9007199254740993, 1.0, 1, 1E5, 12345678901234567890, 0.1000, 1e21, 1e16, 5e-324";
  test("beside an edit", () => {
    const text = `{"n": [${numbers}], "a": 1}`;
    expect(edited(text, (value: Entries) => value.set("a", 2n))).toBe(text.replace('"a": 1', '"a": 2'));
    expect(edited(text, (value: Entries) => void (value.get("n") as Variant[]).push(float(3)))).toBe(
      text.replace("5e-324", "5e-324, 3.0"),
    );
    expect(edited(text, (value: Entries) => void (value.get("n") as Variant[]).splice(1, 1))).toBe(
      text.replace(" 0.1,", ""),
    );
  });

  test("new ones as engines read them", () => {
    const make = (value: unknown) => edited('{"a":1}', (map: Entries) => map.set("a", value as Variant));
    expect(make(float(5))).toBe('{"a":5.0}');
    expect(make(float(-0))).toBe('{"a":-0.0}');
    expect(make(2n ** 62n)).toBe('{"a":4611686018427387904}');
    expect(make(Number.POSITIVE_INFINITY)).toBe('{"a":1e99999}');
    expect(make("\u000b\n\u2028")).toBe('{"a":"\\u000b\\n\u2028"}');
    expect(make([1n, new Dictionary([["x", float(1)]])])).toBe('{"a":[1,{"x":1.0}]}');
  });
});

describe("layout", () => {
  const tabs =
    '{\r\n\t"a": 1,\r\n\t"in": {\r\n\t\t"empty": {},\r\n\t\t"list": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}\r\n';
  const inside = (value: Entries) => value.get("in") as unknown as Entries;

  test.each<[string, (value: Entries) => unknown, (text: string) => string]>([
    ["a new key", (value) => value.set("b", 2n), (text) => text.replace("\t}\r\n}", '\t},\r\n\t"b": 2\r\n}')],
    [
      "a new key in an empty object",
      (value) => (inside(value).get("empty") as unknown as Entries).set("k", null),
      (text) => text.replace("{}", '{\r\n\t\t\t"k": null\r\n\t\t}'),
    ],
    [
      "a second element",
      (value) => (inside(value).get("list") as Variant[]).push(new Dictionary([["x", 1n]])),
      (text) => text.replace("\t1\r\n", '\t1,\r\n\t\t\t{\r\n\t\t\t\t"x": 1\r\n\t\t\t}\r\n'),
    ],
    ["a removed key", (value) => value.delete("a"), (text) => text.replace('"a": 1,\r\n\t', "")],
    [
      "a removed last key",
      (value) => inside(value).delete("list"),
      (text) => text.replace(/,\s*"list"[^\]]*\]/, ""),
    ],
  ])("%s is laid out as the rest", (_name, change, expected) => {
    expect(edited(tabs, change as never)).toBe(expected(tabs));
  });

  test("a line stays one line", () => {
    const text = '{"a":{}}\n{"b":[]}\n';
    const made = edited(text, ([one, two]: Entries[]) => {
      ((one as Entries).get("a") as unknown as Entries).set("k", new Dictionary([["x", [1n, 2n]]]));
      ((two as Entries).get("b") as Variant[]).push("x", new Dictionary());
    });
    expect(made).toBe('{"a":{"k":{"x":[1,2]}}}\n{"b":["x",{}]}\n');
  });

  test("bytes of any kind become bytes again, with their byte order mark", () => {
    const bytes = new TextEncoder().encode('\ufeff{"a": 1.0, "b": "é"}');
    for (const content of [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(bytes)]) {
      const read = readSavedText(content) as SavedText;
      expect(read.writeBytes(read.values)).toEqual(bytes);
    }
    const read = readSavedText('{"a": "é"}') as SavedText;
    expect(read.writeBytes(read.values)).toEqual(new TextEncoder().encode('{"a": "é"}'));
    expect(() => readSavedText(5 as never)).toThrow(TypeError);
    expect(readSavedText(new Uint8Array())).toBeUndefined();
  });

  test("a byte order mark stays", () => {
    expect(edited('\uFEFF{"a":1}', (value: Entries) => value.set("a", 2n))).toBe('\uFEFF{"a":2}');
  });
});

describe("what is left is JSON for every reader", () => {
  const object = '{\n\t"a": 1,\n\t"b": 2,\n\t"c": 3\n}';
  test.each<[string, (value: never) => unknown, string]>([
    ["[1, 2, 3]", (list: Variant[]) => list.splice(1), "[1]"],
    ["[1, 2, 3]", (list: Variant[]) => list.splice(0), "[]"],
    ["[1, 2, 3, 4]", (list: Variant[]) => list.splice(1, 2), "[1, 4]"],
    ["[1, 2, 3]", (list: Variant[]) => list.splice(0, 3, 7n), "[7]"],
    ["[1, 2, 3]", (list: Variant[]) => list.splice(0, 2, 7n), "[7, 3]"],
    ["[1, 2]", (list: Variant[]) => list.splice(0, 2, 7n, 8n, 9n), "[7, 8, 9]"],
    [object, (map: Entries) => ["b", "c"].map((key) => map.delete(key)), '{\n\t"a": 1\n}'],
    [
      object,
      (map: Entries) => ["b", "c"].map((key) => map.delete(key)) && map.set("x", 4n),
      '{\n\t"a": 1,\n\t"x": 4\n}',
    ],
  ])("%j", (text, change, expected) => expect(edited(text, change)).toBe(expected));
});

describe("keys that an object has twice", () => {
  const text = '{"a": 1.50, "b": 2, "a": 1.0e1, "c": 3}';
  test("stay beside an edit, which goes to the one that counts", () => {
    expect(read(text).values).toEqual([
      new Dictionary([
        ["a", 10],
        ["b", 2n],
        ["c", 3n],
      ] as never),
    ]);
    expect(edited(text, (value: Entries) => value.set("b", 5n))).toBe(text.replace('"b": 2', '"b": 5'));
    expect(edited(text, (value: Entries) => value.set("a", 0.25))).toBe(text.replace("1.0e1", "0.25"));
  });

  test("an older value does not come back when the last one goes", () => {
    expect(edited(text, (value: Entries) => value.delete("a"))).toBe('{"b": 2, "c": 3}');
    expect(edited(text, (value: Entries) => value.set("d", 4n))).toBe('{"a": 1.0e1, "b": 2, "c": 3, "d": 4}');
  });
});

describe("what a text is", () => {
  test.each([
    ["{}", "json"],
    ["[]", "json"],
    ["[1]", "json"],
    ["[true]\n[false]\n", "json-lines"],
    ['{"a":1}\n\n{"b":2}', "json-lines"],
    ['{\n"a": 1\n}', "var_to_str"],
    // Spine, an animation tool, and others write JSON whose outermost keys alone are not indented.
    ['{\n"a": {\n\t"b": 1\n},\n"c": [\n\t{ "d": 2 }\n]\n}\n', "json"],
    ['{\n"a": {\n"b": "\n\t"\n}\n}', "var_to_str"],
    // JSON in that layout, of which var_to_str has no such number.
    ['{\n"a": 12345678901234567890\n}', "json"],
    ['[5, {\n"a": 1e5, "b": 12345678901234567890}]', "json"],
    ['{\n "a": 1\n}', "json"],
    ["[1, Vector2(1, 2)]", "var_to_str"],
    ['["i:1", null]', "native"],
    ['{"type":"Dictionary","args":["s:a","i:1"]}', "native"],
    ['{"type":"sword","args":[1]}', "json"],
    ['[{"type":"Dictionary","args":5}]', "json"],
    ["[section]\na=1\n", "config"],
    // Its keys were deleted; engines load it, too.
    ["; top\r\n[section]\r\n\r\n[größe/x]\r\n", "config"],
    ["5", "var_to_str"],
  ])("%j is %s", (text, kind) => expect(read(text).kind).toBe(kind));

  test.each(["hello", "", "\n", "<html>", "- a\n- b", "[link](x) and {text}", "; note", "[1,,2]"])(
    "%j is none",
    (text) => {
      expect(readSavedText(text)).toBeUndefined();
    },
  );

  test("JSON.from_native of real values is never plain JSON", () => {
    const natives = linesOf("godot-4.6.3/values.jsonl").flatMap(({ native }) => JSON.stringify(native) ?? []);
    const tagged = natives.filter((text) => /^[[{]/.test(text) && /"(?:[ifs]|sn|np):|"type":/.test(text));
    // The list of fixtures was read by JSON.parse, which rounds this number.
    const rounded = /9223372036854776000/;
    expect(tagged.length).toBeGreaterThan(100);
    for (const text of tagged.filter((text) => !rounded.test(text)))
      expect({ text, kind: read(text).kind }).toEqual({ text, kind: "native" });
  });
});

describe("what engines read otherwise", () => {
  test.each([
    ['{\n"a": 1\n}', new Signal("pressed", 5n)],
    ["[section]\na=1\n", new Signal("pressed", 5n)],
    ["[section]\na=1\n", new VariantArray([], { kind: "class", name: "my class" })],
  ])("%j does not take %s", (text, value) => {
    const change = (whole: Entries) =>
      ((whole.get("section") ?? whole) as Entries).set("a", value as Variant);
    expect(() => edited(text, change)).toThrow("Engines read no contents of a Signal");
  });

  test("Godot 3 keeps equal Dictionaries apart as keys", () => {
    const found = read('{\n{"a": 1}: PoolIntArray( 1 ), {"a": 1}: 2\n}');
    expect((found.values[0] as Dictionary).size).toBe(2);
    expect(found.write(found.values).match(/"a": 1/g)).toHaveLength(2);
  });

  test("Godot 3 holds no RID in a text", () => {
    const set = (value: unknown) => () =>
      edited('{\n"a": PoolStringArray( "x" )\n}', (whole: Entries) => whole.set("a", value as Variant));
    expect(set(new RID(0n))).toThrow("hold no RID");
    expect(set(VariantArray.from([new RID(5n)]))).toThrow("hold no RID");
  });

  test("a bell and a vertical tab are written as they are for Godot 3, which reads their escapes as letters", () => {
    const made = edited('{\n"a": PoolStringArray( "x" )\n}', (whole: Entries) =>
      whole.set("a", new PackedStringArray(["\x07\v\\a\n"])),
    );
    expect(made).toBe('{\n"a": PoolStringArray( "\x07\v\\\\a\\n" )\n}');
  });
});

describe("what JSON cannot hold", () => {
  test.each<[string, unknown, string]>([
    ["a vector", new Vector2(1, 2), "a"],
    ["a NaN", Number.NaN, "a"],
    ["a key that is an int", new Dictionary([[5n, 1n]] as never), "a[5]"],
    ["bytes", [new Uint8Array(2)], "a[0]"],
  ])("%s is refused with its path", (_name, value, path) => {
    const change = () => edited('{"a":1}', (map: Entries) => map.set("a", value as Variant));
    expect(change).toThrow(expect.objectContaining({ code: "unsupported-value", path }));
  });

  test.each([
    ['{"a":1}', "too-deep"],
    ['{"a":1}\n{"a":2}\n', "too-deep"],
    ['{"type":"Dictionary","args":["s:a","i:1"]}', "cyclic-value"],
    ['{\n"a": Vector2(1, 2)\n}', "cyclic-value"],
  ])("%j refuses a value that contains itself", (text, code) => {
    const list: Variant[] = [];
    list.push(list);
    const found = read(text);
    (found.values[0] as Entries).set("a", list);
    expect(errorOf(() => found.write(found.values)).code).toBe(code);
  });

  test("a NaN is taken where there is one, wherever it stands", () => {
    const text = '{"a":1} nan\n{"a":2}\n';
    const found = read(text);
    expect(found.write(found.values)).toBe(text);
    const set = (text: string) => () => edited(text, (map: Entries) => map.set("a", Number.NaN));
    expect(set('{"a":1,"b":nan}')()).toBe('{"a":nan,"b":nan}');
    expect(errorOf(set('{"a":1,"b":"c: nan"}')).path).toBe("a");
  });

  test("a text that Godot 4 refuses is taken where there is one", () => {
    const set = (text: string) => () => {
      const found = read(text);
      (found.values[0] as Entries).set("a", "\0");
      return found.write(found.values);
    };
    expect(set('{"a":1,"b":"\\u0000"}')()).toBe('{"a":"\\u0000","b":"\\u0000"}');
    expect(errorOf(set('{"a":1,"b":"\\\\u0000"}')).path).toBe("a");
    expect(errorOf(set('{"a":1,"b":"\\ud83d\\ude00"}')).path).toBe("a");
  });

  test("JSON that nests deeper than the call stack is read, and refused or written", () => {
    const text = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const found = read(text);
    expect(errorOf(() => found.write(found.values)).code).toBe("too-deep");
  });

  test.each(['{\n"a": Vector2(1, 2)\n}', "[a]\na=1\n"])("%j says where a value does not fit", (text) => {
    const set = (value: unknown) => () =>
      edited(text, (map: Entries) => {
        const inner = map.get("a");
        if (inner instanceof Dictionary) inner.set("a", value as Variant);
        else map.set("a", value as Variant);
      });
    const path = text.startsWith("[") ? "a.a" : "a";
    const wrong = [1n, undefined];
    expect(errorOf(set(wrong)).path).toBe(`${path}[1]`);
    expect(errorOf(set(Symbol("s"))).path).toBe(path);
  });

  test("what was read is compared, not what the caller made of it", () => {
    const found = read('{\n"a": Array[int]([1, 2])\n}');
    ((found.values[0] as Entries).get("a") as Variant[]).push("x");
    expect(errorOf(() => found.write(found.values)).path).toBe("a[2]");
    expect(found.convert("godot-3").text).toBe('{\n"a": [ 1, 2 ]\n}');
  });

  test("another number of values", () => {
    expect(() => read('{"a":1}').write([])).toThrow(TypeError);
  });
});

test("long strings do not overflow the stack", () => {
  const long = "x\\n".repeat(300_000);
  const text = `{"long": "${long}", "a": 1}`;
  expect(edited(text, (value: Entries) => value.set("a", 2n))).toBe(text.replace('"a": 1', '"a": 2'));
});

test("texts of many comments, blanks and line ends take linear time", () => {
  // Trying each way to divide them would exceed the time limit of a test.
  const size = 1_000_000;
  for (const text of [`${";".repeat(size)}\nx`, `${"\n".repeat(size)}x`, `;${" ".repeat(size)}x`])
    expect(readSavedText(text)).toBeUndefined();
  expect(readSavedText(`{${"\n".repeat(size)}}`)?.kind).toBe("json");
  const recovered = readSavedText(`{"a": 1}\n${" ".repeat(size)}\n{`, { recover: true });
  expect(recovered?.lost.map(({ offset }) => offset)).toEqual([size + 10]);
  expect(errorOf(() => readSavedText(" [a] \nb=")).code).toBe("unexpected-end");
});
