// What onWarning hears of texts: keys that a container or a section has twice, and entries of another type than their container declares.
// Godot 4.6.3, 3.6 and 3.2.3 take the last value of such a key, as the values here say.
import { describe, expect, test } from "vitest";
import { ConfigFile, toText, type Warning } from "../../../js/index.js";
import { readSavedText } from "../../../js/texts/index.js";

const exact = { mode: "exact" } as const;

function heard(text: string, recover = false) {
  const warnings: Warning[] = [];
  const saved = readSavedText(text, { recover, onWarning: (warning) => warnings.push(warning) });
  return { saved, warnings };
}

/** The values on one line, and each warning as its code, its path, and the text from its place on. */
function read(text: string, recover = false) {
  const { saved, warnings } = heard(text, recover);
  const values = saved?.values.map((value) => toText(value, exact).replace(/\s+/g, " "));
  const places = warnings.map(({ code, path, offset }) => [code, path, text.slice(offset, offset + 6)]);
  expect(readSavedText(text, { recover })?.values).toEqual(saved?.values);
  return { values, places };
}

describe("a key that a text has twice", () => {
  test.each<[string, string, string[], string[][]]>([
    [
      "JSON",
      '{"a":1,"b":{"c":[{"d":1,"\\u0064":2}]},"a":3}',
      ['{ "a": 3, "b": { "c": [{ "d": 2 }] } }'],
      [
        ["repeated-key", "b.c[0].d", '"\\u006'],
        ["repeated-key", "a", '"a":3}'],
      ],
    ],
    [
      "JSON lines",
      '{"a":1}\n[{"a":1, "a":[2]}]\n',
      ['{ "a": 1 }', '[{ "a": [2] }]'],
      [["repeated-key", "[1][0].a", '"a":[2']],
    ],
    [
      "JSON behind a byte order mark",
      '\ufeff{"a":1,"a":2}',
      ['{ "a": 2 }'],
      [["repeated-key", "a", '"a":2}']],
    ],
    [
      "what a lost value has, too",
      '{"a":{"b":1,"b":2},"a":3}',
      ['{ "a": 3 }'],
      [
        ["repeated-key", "a.b", '"b":2}'],
        ["repeated-key", "a", '"a":3}'],
      ],
    ],
    [
      "the names of JSON.from_native",
      '{"type":"Array","type":"Dictionary","args":["s:a","i:1","s:a","i:2"]}',
      ['{ "a": 2 }'],
      [
        ["repeated-key", "", '{"type'],
        ["repeated-key", "", '"type"'],
      ],
    ],
    [
      "var_to_str",
      '{\n"a": 1,\n"b": Object(Node,"x":1,"x":{2:1, 2 : 2}),\n"a": Array[int](["x"])\n}\n',
      ['{ "a": Array[int](["x"]), "b": Object(Node,"x":{ 2: 2 }) }'],
      [
        ["repeated-key", "b.x", '"x":{2'],
        ["repeated-key", "b.x[2]", "2 : 2}"],
        ["repeated-key", "a", '"a": A'],
        ["wrong-element-type", "a[0]", '"x"])\n'],
      ],
    ],
    [
      "a ConfigFile",
      'k=1\n[s]\na=1\nb={"c":1, "c":2}\n"a"=2 ; the last one\n[t]\na=1\n[s]\na=3\nb=4\n',
      ['{ "": { "k": 1 }, "s": { "a": 3, "b": 4 }, "t": { "a": 1 } }'],
      [
        ["repeated-key", "s.a", '"a"=2 '],
        ["repeated-key", "s.a", "a=3\nb="],
        ["repeated-key", "s.b", "b=4\n"],
      ],
    ],
    [
      "a ConfigFile, for a key that null removes",
      "[s]\na=1\nb=2\na=null\n",
      ['{ "s": { "b": 2 } }'],
      [["repeated-key", "s.a", "a=null"]],
    ],
    [
      "a value of a ConfigFile behind a byte order mark",
      '\ufeffk=1\n[s]\na={"b":1,\n"b":2}\n',
      ['{ "": { "ï»¿k": 1 }, "s": { "a": { "b": 2 } } }'],
      [["repeated-key", "s.a.b", '"b":2}']],
    ],
  ])("is told with its place: %s", (_, text, values, warnings) => {
    expect(read(text)).toEqual({ values, places: warnings });
  });

  test("in the lines that are left of damaged ones", () => {
    const text = '{"a":1,"a":2}\n{"a":1,"a"\n{"b":1,"b":2}';
    expect(read(text, true).places).toEqual([
      ["repeated-key", "[0].a", '"a":2}'],
      ["repeated-key", "[1].b", '"b":2}'],
    ]);
  });

  test("is told for the first thousand, and counted for the others", () => {
    for (const text of [`{"x":0${',"x":1'.repeat(1500)}}`, `[s]\nx=0\n${"x=1\n".repeat(1500)}`]) {
      const { warnings } = heard(text);
      expect(warnings).toHaveLength(1001);
      expect(warnings[999]?.path).toMatch(/^(?:s\.)?x$/);
      expect(warnings[1000]).toMatchObject({ code: "more-warnings", count: 500 });
    }
  });

  test("at any depth, in linear time", () => {
    const depth = 200_000;
    const text = `${'{"a":['.repeat(depth)}{"b":1,"b":2}${"]}".repeat(depth)}`;
    const { warnings } = heard(text);
    expect(warnings.map(({ offset }) => offset)).toEqual([6 * depth + 7]);
  });

  test("is nothing that is only alike", () => {
    for (const text of [
      '{"a":{"b":1},"b":{"a":1}}',
      '{\n"a": 1,\n&"b": 2,\n1: 3,\n2: 3\n}',
      "[s]\na=null\na=1\n",
    ])
      expect(read(text).places).toEqual([]);
  });
});

test("the constructor of ConfigFile tells repeated keys, and get what is in a value", () => {
  const text = '[s]\na=1\na={"b":1,"b":2}\n';
  const told: unknown[] = [];
  const onWarning = ({ code, path, offset }: Warning) => told.push([code, path, offset]);
  const config = new ConfigFile(text, { onWarning });
  expect(told).toEqual([["repeated-key", "s.a", text.lastIndexOf("a=")]]);
  config.get("s", "a", { onWarning });
  expect(told.slice(1)).toEqual([["repeated-key", "b", text.lastIndexOf('"b"')]]);
});
