// Texts that engines read otherwise than they look: parseText refuses them, or warns.
import { expect, test } from "vitest";
import {
  ConfigFile,
  decode,
  encode,
  fromNative,
  NodePath,
  parseText,
  type Warning,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";

test("a # with another count of digits, which Godot 4.6.3, 3.6 and 3.2.3 read as black, is an error", () => {
  for (const text of ["#ggg", "#ggg ", "[#]", "# ", "[#12]", "{\n1: #1234567}", "[#123456789]"])
    expect(errorOf(() => parseText(text))).toMatchObject({
      code: "bad-text",
      offset: text.indexOf("#"),
      hints: [{ code: "line-column" }, { code: "color-digits" }],
    });
  const file = new ConfigFile("[a]\nb=1\nc=[#12]\n");
  expect(errorOf(() => file.get("a", "c"))).toMatchObject({
    offset: 11,
    hints: [{ args: [3, 4] }, { code: "color-digits" }],
  });
});

/** What Godot 4.6.3 and 3.6 made of these with `str_to_var` and `str2var`: the text of the path, or undefined where they report it as invalid. */
const nodePaths: Readonly<Record<string, string | undefined>> = {
  "": "",
  "/": "/",
  ":": "",
  "a:": "a",
  ":a": ":a",
  "a//b": "a/b",
  "/a/": "/a",
  "a:b:c": "a:b:c",
  "../a": "../a",
  "a:b:": "a:b",
  "/:a": "/:a",
  ":a:": ":a",
  "//": "/",
  "//a": "/a",
  "a/b:c/d": "a/b:c/d",
  ":/a": ":/a",
  "/a//:b": "/a:b",
  "a: :": "a: ",
  " a ": " a ",
  "/:": "/",
  "./": ".",
  "::": undefined,
  "a::d": undefined,
  "a:b::": undefined,
  "/::a": undefined,
  "a:b::c": undefined,
  "a:::": undefined,
};

test.each(Object.entries(nodePaths))("the NodePath %j is read as engines do, or refused", (path, read) => {
  const text = `[NodePath("${path}")]`;
  const native = () => fromNative([`np:${path}`], { mode: "exact" });
  if (read === undefined) {
    expect(errorOf(() => parseText(text))).toMatchObject({
      code: "bad-node-path",
      offset: 10,
      hint: "Line 1, column 11. A name between two colons is empty. Engines read such a NodePath as an empty one.",
    });
    expect(errorOf(native)).toMatchObject({ code: "bad-node-path", path: "[0]" });
    // The class keeps the name, as do bytes.
    const kept = [new NodePath(path)];
    expect(decode(encode(kept))).toEqual(kept);
    return;
  }
  for (const value of [parseText(text), native(), [new NodePath(path)]]) {
    expect((value as NodePath[])[0]?.text).toBe(read);
    expect(decode(encode(value))).toEqual([new NodePath(read)]);
  }
});

test("values of another type than their container declares are warned of, as decode does", () => {
  const text = [
    '{ "é": Array[int]([1, "a", 2.0]), 2: Dictionary[String, int]({ "b": 3, &"c": 4, "d": 5.0, 6: 7 }),',
    'Vector2i(1, 2): Array[Node]([null, 1, Object(Node, "p": Array[float]([1]))]),',
    "Array[Array]([{}]): Array[Array]([Array[int]([true])]),",
    '"last": Dictionary[Resource("res://a.gd"), StringName]({ "x": "y" }) }',
  ].join("\n");
  for (const mode of ["exact", "plain"] as const) {
    const read: Warning[] = [];
    const decoded: Warning[] = [];
    const value = parseText(text, { mode: "exact" });
    parseText(text, { mode, onWarning: (warning) => read.push(warning) });
    const bytes = encode(value, { mode: "exact", fullObjects: true });
    decode(bytes, {
      dialect: "godot-4",
      mode,
      allowObjects: true,
      onWarning: (warning) => decoded.push(warning),
    });
    const places = (list: readonly Warning[]) => list.map(({ code, path }) => ({ code, path }));
    expect(places(read)).toEqual(places(decoded));
    expect(read.map(({ offset }) => /^\S+?(?=[ ,:)\]}])/.exec(text.slice(offset))?.[0])).toEqual([
      '"a"',
      "2.0",
      '&"c"',
      "5.0",
      "6",
      "1",
      "1",
      "{",
      "true",
      '"x"',
      '"y"',
    ]);
  }
});

test("a text with very many misfits lists a thousand of them", () => {
  const warnings: Warning[] = [];
  const text = `Array[int]([${"1.5, ".repeat(1500)}])`;
  parseText(text, { onWarning: (warning) => warnings.push(warning) });
  expect(warnings).toHaveLength(1001);
  expect(warnings[999]).toEqual({ code: "wrong-element-type", offset: 12 + 999 * 5, path: "[999]" });
  expect(warnings[1000]).toMatchObject({ code: "more-warnings", offset: 12 + 1000 * 5, count: 500 });
});

test("a ConfigFile gives the place of a warning in the whole text", () => {
  const source = '[a]\nb=1\nc=Array[int](["é", 2, "x"])\n';
  const offsets: number[] = [];
  new ConfigFile(source).get("a", "c", { onWarning: ({ offset }) => offsets.push(offset) });
  expect(offsets.map((offset) => source.slice(offset, offset + 3))).toEqual(['"é"', '"x"']);
});

test("a ConfigFile takes no NodePath that engines read as empty", () => {
  const file = new ConfigFile("[a]\nb=1\n");
  const path = new NodePath({ subnames: ["s:", "a"] });
  for (const value of [path, [path], { "a::b": path }])
    expect(errorOf(() => file.set("a", "b", value))).toMatchObject({ code: "bad-node-path" });
  file.set("a", "b", "a::b");
  expect(file.toString()).toBe('[a]\nb="a::b"\n');
});
