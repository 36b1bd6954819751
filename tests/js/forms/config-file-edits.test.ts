// A ConfigFile keeps all that an edit need not change.
import { expect, test } from "vitest";
import { ConfigFile, parseText } from "../../../js/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";
import { configText } from "./written-config.js";

test("changes only the edited entries", () => {
  const config = new ConfigFile(configText);
  config.set("player", "hp", 11);
  config.set("player", "speed", 3);
  config.set("player", "new key", true);
  config.set("other", "list", [1]);
  expect(config.delete("player", "name")).toBe(true);
  expect(config.delete("player", "name")).toBe(false);
  const changed = config.toString();
  expect(changed).toContain('hp = 11\nspeed=3.0 ; stays a float\n"new key"=true\n\n[a');
  expect(changed).toContain("\n[other]\n\nlist=[1]\n");
  expect(changed).not.toContain("Mira");
  expect(changed.startsWith('; top\nversion=5 ; five\n\n[player]\n\n"key')).toBe(true);
  const again = new ConfigFile(changed);
  expect(again.get("player", "new key")).toBe(true);
  expect(again.get("other", "list")).toEqual(parseText("[1]"));
  expect(again.get("a]b", "x")).toBe(2);
});

test.each<[string, string, string]>([
  ["a value on the next line", "k=\n1\nj=2\n", "j=2\n"],
  ["a comment before the value", "k = ; c\n 1\nj=2\n", "j=2\n"],
  ["a key twice", "k=\n1\nj=2\nk=3\n", "j=2\n"],
  ["the comment of the line", " k=1 ; c\nj=2", "j=2"],
  ["only keys to delete before", 'k="x"\n\nk=\n1 ; c\nj=2\n', "\nj=2\n"],
  ["a header in the same line", "[a]k=1\nj=2\n[b] k=1 ; c\nj=3", "[a]\nj=2\n[b] k=1 ; c\nj=3"],
  ["another key in the same line", "k=1 j=2 ; c\n", " j=2 ; c\n"],
  ["another key and a header in the same line", 'j="x" k=1 [t] k=2\n', 'j="x" [t] k=2\n'],
  ["CRLF", "j=1\r\nk=\r\n{}\r\ni=3\r\n", "j=1\r\ni=3\r\n"],
])("delete keeps all else: %s", (_, before, after) => {
  const config = new ConfigFile(before);
  expect(config.delete(config.sections()[0] as string, "k")).toBe(true);
  expect(config.toString()).toBe(after);
});

test("reads and edits what stands in one line, as Godot 4.6.3, 3.6 and 3.2.3 read it", () => {
  const config = new ConfigFile('a=1 "b c"=[2] [s] d=Color(1, 1, 1, 1) e="x"');
  const all = () => config.sections().map((section) => [section, config.keys(section)]);
  expect(all()).toEqual([
    ["", ["a", "b c"]],
    ["s", ["d", "e"]],
  ]);
  config.set("", "a", -5);
  config.set("s", "d", true);
  config.set("", "n", 1);
  config.rename("s", "e", "f");
  config.set("s", "m", 2);
  expect(config.toString()).toBe('a=-5 "b c"=[2] \nn=1\n[s] d=true f="x"\nm=2\n');
  expect(new ConfigFile(config.toString()).sections()).toEqual(["", "s"]);
});

test("can be created", () => {
  const config = new ConfigFile();
  config.set("", "a", 1);
  config.set("s", "b", "x");
  expect(config.toString()).toBe('a=1\n\n[s]\n\nb="x"\n');
});

test("keeps its ending", () => {
  const made = (start: string, section: string) => {
    const config = new ConfigFile(start);
    config.set(section, "k", 1);
    return config.toString();
  };
  expect(made("[s]\na=1", "s")).toBe("[s]\na=1\nk=1\n");
  expect(made("[s]\na=1 ; c", "s")).toBe("[s]\na=1 ; c\nk=1\n");
  expect(made("[s]\na=1\n; of t\n[t]\n", "s")).toBe("[s]\na=1\nk=1\n; of t\n[t]\n");
  expect(made("[s]", "s")).toBe("[s]\nk=1\n");
  expect(made("[s]\na=1", "")).toBe("k=1\n[s]\na=1");
  expect(made("a=1", "s")).toBe("a=1\n\n[s]\n\nk=1\n");
  expect(errorOf(() => made("", "a\nb")).code).toBe("unsupported-value");
});

test("edits many keys in linear time", () => {
  // So would searching or moving all lines for each key.
  const numbers = Array.from({ length: 200_000 }, (_, i) => i);
  const textOf = (name: string) => `[s]\n${numbers.map((i) => `${name}${i}=${i}\n`).join("")}[t]\nend=1\n`;
  const config = new ConfigFile(textOf("k"));
  for (const i of numbers) config.rename("s", `k${i}`, `n${i}`);
  expect(config.toString()).toBe(textOf("n"));
  for (const i of numbers) config.delete("s", `n${i % 2 === 0 ? i : numbers.length - i}`);
  expect([config.keys("s"), config.toString()]).toEqual([[], "[s]\n[t]\nend=1\n"]);
  const some = numbers.slice(0, 60_000);
  for (const i of some) config.set("s", `k${i}`, i);
  for (const i of some) config.set(`s${i}`, "k", i);
  expect([config.keys("s").length, config.sections().length]).toEqual([some.length, some.length + 2]);
});

test("edits a key that it has very often in linear time", () => {
  const config = new ConfigFile(`a=1\n${"k=1 ; c\n".repeat(500_000)}b=2\n`);
  config.rename("", "k", "n");
  expect(config.keys("")).toEqual(["a", "n", "b"]);
  expect(config.delete("", "n")).toBe(true);
  expect(config.toString()).toBe("a=1\nb=2\n");
});

test("a line with null makes engines forget the lines before it", () => {
  const source = "[s]\na=1\nb=2\na=null\nc=3\n";
  const config = new ConfigFile(source);
  expect(config.delete("s", "a")).toBe(false);
  config.set("s", "a", 4);
  // Godot 4.6.3 lists them in this order, too.
  expect(config.keys("s")).toEqual(["b", "c", "a"]);
  expect(config.toString()).toBe(`${source}a=4\n`);
  const renamed = new ConfigFile(source);
  renamed.rename("s", "c", "a");
  expect([renamed.keys("s"), renamed.get("s", "a")]).toEqual([["b", "a"], 3]);
  renamed.rename("s", "a", "d");
  expect(renamed.toString()).toBe("[s]\na=1\nb=2\na=null\nd=3\n");
  expect(renamed.delete("s", "d")).toBe(true);
  expect(renamed.toString()).toBe("[s]\na=1\nb=2\na=null\n");
});

test.each([
  ["a=1\nb=null\n", "b=1\n"],
  ["b=null\na=1\n", "b=null\nb=1\n"],
  ["b=9\nc=2\na=1\nb=null ; gone\nd=3", "c=2\nb=1\nd=3"],
  ["a=1\nc=2\nb=5 b=null a=2", "b=1\nc=2\n b=2"],
])("a key of %j that gets the name of a removed one is not removed", (source, text) => {
  const config = new ConfigFile(source);
  const names = config.keys("").map((key) => (key === "a" ? "b" : key));
  const value = config.get("", "a");
  config.rename("", "a", "b");
  expect(config.toString()).toBe(text);
  const read = new ConfigFile(text);
  expect([config.keys(""), read.keys("")]).toEqual([names, names]);
  expect([config.get("", "b"), read.get("", "b")]).toEqual([value, value]);
  config.delete("", "b");
  expect(new ConfigFile(config.toString()).keys("")).toEqual(names.filter((name) => name !== "b"));
});

test("reads its own text as it is after any edits", () => {
  const random = new Random(11);
  const contentOf = (config: ConfigFile) =>
    config.sections().map((name) => [name, config.keys(name).map((key) => [key, config.getText(name, key)])]);
  for (let round = 0; round < 300; round++) {
    const lines = random.many(() =>
      random.pick(["[s]", "[t]", "a=1", "b = 2 ; c", "a=\n3", "", "; c", "b=null", "a = null c=4"]),
    );
    const config = new ConfigFile(lines.join(random.pick(["\n", "\n\n", "\r\n"])));
    for (let i = 0; i < 12; i++) {
      const [section, key, name] = [random.pick(["", "s", "t", "u"]), ...random.picks(["a", "b", "c"], 2)];
      if (i % 3 === 0) config.set(section, key as string, i);
      else if (i % 3 === 1) config.delete(section, key as string);
      else if (
        config.getText(section, key as string) &&
        config.getText(section, name as string) === undefined
      )
        config.rename(section, key as string, name as string);
      expect(contentOf(new ConfigFile(config.toString()))).toEqual(contentOf(config));
    }
  }
});

test("texts of values and names of keys change alone", () => {
  const text = '[a]\n "b" = [1, ; one\n2] ; end\nc=2\n"b"=3';
  const config = new ConfigFile(text);
  expect(config.getText("a", "b")).toBe("3");
  config.rename("a", "b", "x y");
  expect(config.toString()).toBe(text.replace('"b" =', '"x y" =').replace('"b"=', '"x y"='));
  config.setText("a", "x y", " [4, ; four\n5] ");
  expect(config.toString()).toContain('"x y"=[4, ; four\n5]');
  config.rename("a", "x y", "d");
  expect(config.get("a", "d")).toEqual([4, 5]);
  expect(config.keys("a")).toEqual(["d", "c"]);
  config.set("a", "e", 1);
  config.rename("a", "e", "f");
  expect(new ConfigFile(config.toString()).get("a", "f")).toBe(1);
  expect(errorOf(() => config.rename("a", "c", "d")).code).toBe("bad-path");
  expect(errorOf(() => config.rename("a", "none", "d2")).code).toBe("bad-path");
  for (const wrong of ["", "1 2", "null", "1 ; c", "[1", "a=1\nb=2"])
    expect(() => config.setText("a", "c", wrong)).toThrow();
  expect(errorOf(() => config.setText("a", "none", "1")).code).toBe("bad-path");
  expect(config.getText("a", "none")).toBeUndefined();
  expect(config.getText("a", "c")).toBe("2");
});

test.each<[string, string, (file: ConfigFile) => unknown]>([
  ["removes the key", "[a]\nx=1\ny=2\n", (file) => file.delete("a", "y")],
  ["adds the key", "[a]\nx=1\n", (file) => file.set("a", "y", 5)],
  ["adds the section", "", (file) => file.set("a", "y", 5)],
  ["renames the key", "[a]\ny=2\n", (file) => file.rename("a", "y", "z")],
])("a getter of a value that %s does not lose the value", (_, text, edit) => {
  const file = new ConfigFile(text);
  let isFirst = true;
  const value = {
    get hp() {
      if (isFirst) edit(file);
      isFirst = false;
      return 7;
    },
  };
  file.set("a", "y", value);
  expect(file.get("a", "y")).toEqual({ hp: 7 });
  expect(file.toString().match(/^y=/gm)).toHaveLength(1);
});

test("new lines end as the first line does", () => {
  const config = new ConfigFile("; note\r\n[a]\r\n\r\nx=1\r\n\r\n[b]\r\ny=2");
  config.set("a", "new", 5n);
  config.set("b", "last", true);
  config.set("c", "z", 1n);
  expect(config.toString()).toBe(
    "; note\r\n[a]\r\n\r\nx=1\r\nnew=5\r\n\r\n[b]\r\ny=2\r\nlast=true\r\n\r\n[c]\r\n\r\nz=1\r\n",
  );
});
