// Several edits of a ConfigFile at once.
import { describe, expect, test } from "vitest";
import { type DialectName, Dictionary, PackedVector2Array, type Variant } from "../../../js/index.js";
import { readSavedText, type SavedText } from "../../../js/texts/index.js";
import { Random } from "../../random.js";
import { errorOf } from "../expected-errors.js";

const text = '; top\n[s]\na=1 ; one\nb = 2\n\nc=[3, ; three\n]\nd=4\n\n[t]\nx=&"y"\n';
const read = (source: string) => readSavedText(source) as SavedText;

/** The text with other keys and values in the section `s`. */
function written(entries: readonly (readonly [string, Variant])[], source = text): string {
  const saved = read(source);
  const sections = new Dictionary(saved.values[0] as Dictionary);
  sections.set("s", new Dictionary(entries));
  return saved.write([sections]);
}

describe("a section", () => {
  const c = [3n];
  test.each<[string, [string, Variant][], string]>([
    [
      "a key renamed, one removed, one added",
      [
        ["z", 1n],
        ["c", c],
        ["d", 4n],
        ["e", 5n],
      ],
      text.replace("a=", "z=").replace("b = 2\n", "").replace("d=4\n", "d=4\ne=5\n"),
    ],
    [
      "renamed and removed, with other values",
      [
        ["z", 7n],
        ["c", c],
        ["d", 4n],
      ],
      text.replace("a=1", "z=7").replace("b = 2\n", ""),
    ],
    [
      "the second of two renamed, by its value",
      [
        ["z", 2n],
        ["c", c],
        ["d", 4n],
      ],
      text.replace("a=1 ; one\n", "").replace("b =", "z ="),
    ],
    [
      "renamed at the end, and added",
      [
        ["a", 1n],
        ["b", 2n],
        ["c", c],
        ["z", 4n],
        ["e", 5n],
      ],
      text.replace("d=4\n", "z=4\ne=5\n"),
    ],
    [
      "removed at the end, and added",
      [
        ["a", 1n],
        ["b", 2n],
        ["e", 5n],
        ["f", 6n],
        ["g", 7n],
      ],
      text.replace("c=[3, ; three\n]\nd=4\n\n", "\ne=5\nf=6\ng=7\n"),
    ],
    [
      "all renamed",
      [
        ["A", 1n],
        ["B", 2n],
        ["C", c],
        ["D", 4n],
      ],
      text.replace("a=", "A=").replace("b =", "B =").replace("c=", "C=").replace("d=", "D="),
    ],
  ])("%s", (_name, entries, expected) => {
    const edited = written(entries);
    expect(edited).toBe(expected);
    expect((read(edited).values[0] as Dictionary).get("s")).toEqual(new Dictionary(entries));
    expect(edited).toContain('[t]\nx=&"y"\n');
  });

  test("keeps the order of its keys, and says so", () => {
    const error = errorOf(() =>
      written([
        ["b", 2n],
        ["a", 1n],
        ["c", c],
        ["d", 4n],
      ]),
    );
    expect(error.code).toBe("unsupported-value");
    expect(error.hint).toContain("keep their order");
    expect(
      errorOf(() =>
        written([
          ["new", 0n],
          ["a", 1n],
          ["b", 2n],
          ["c", c],
          ["d", 4n],
        ]),
      ).hint,
    ).toBe(error.hint);
  });

  test("takes any mix of removed, renamed, changed and added keys", () => {
    const random = new Random(17);
    for (let round = 0; round < 300; round++) {
      const count = random.below(8) + 1;
      const before = Array.from({ length: count }, (_, i): [string, Variant] => [
        `k${i}`,
        BigInt(random.below(4)),
      ]);
      const source = `[s]\n${before.map(([key, value]) => `${key}=${value} ; of ${key}\n`).join("")}[t]\nx=1\n`;
      const after = before
        .filter(() => random.below(4) !== 0)
        .map(([key, value]): [string, Variant] => [
          random.below(4) === 0 ? `${key}_new` : key,
          random.below(3) === 0 ? BigInt(random.below(9)) : value,
        ]);
      for (let i = random.below(3); i > 0; i--) after.push([`added${i}`, BigInt(i)]);
      if (after.length === 0) continue;
      const edited = written(after, source);
      expect((read(edited).values[0] as Dictionary).get("s")).toEqual(new Dictionary(after));
    }
  });
});

test("many sections take linear time", () => {
  // Searching all lines for the keys of each section would exceed the time limit of a test.
  const source = Array.from({ length: 40_000 }, (_, i) => `[s${i}]\nk=1\n`).join("");
  const saved = read(source);
  const sections = saved.values[0] as Dictionary;
  expect(sections.size).toBe(40_000);
  expect(saved.convert("godot-3").text).toBe(source);
  for (const section of sections.values()) (section as Dictionary).delete("k");
  (sections.get("s7") as Dictionary).set("k", 2n);
  expect((read(saved.write([sections])).values[0] as Dictionary).size).toBe(1);
});

test("many renamed keys take linear time", () => {
  // So would comparing each with all that are gone.
  const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}`);
  const entries = keys.slice(keys.length / 2).map((key, i): [string, Variant] => [`${key}_`, BigInt(i)]);
  const made = [...entries, ["end", 1n] as const];
  const source = `[s]\n${keys.map((key) => `${key}=-1\n`).join("")}end=1\n`;
  expect((read(written(made, source)).values[0] as Dictionary).get("s")).toEqual(new Dictionary(made));
});

test("Godot 3 reads a backslash in the name of a section as a letter", () => {
  const source = "config_version=4\n[a\\]\nx=1\n";
  const saved = read(source);
  const value = saved.values[0] as Dictionary;
  expect([...value.keys()]).toEqual(["", "a\\"]);
  (value.get("a\\") as Dictionary).set("x", 2n);
  expect(saved.write([value.size === 2 ? new Dictionary(value) : value])).toBe(source.replace("x=1", "x=2"));
});

test("forks of Godot 3 get its names of types", () => {
  for (const dialect of ["godot-3", "rebel", "pandemonium"] as const) {
    const saved = readSavedText("[a]\nx=1\n", { dialect }) as SavedText;
    const points = new PackedVector2Array(new Float32Array([1, 2]));
    const made = saved.write([new Dictionary([["a", new Dictionary([["x", points]])]])]);
    expect(made).toBe("[a]\nx=PoolVector2Array( 1, 2 )\n");
  }
});

describe("convert to Godot 3", () => {
  const convertedTo = (to: DialectName, text: string, dialect?: DialectName) =>
    (readSavedText(text, { dialect }) as SavedText).convert(to).text;

  test("prints what only Godot 4 reads, though both engines print the value alike", () => {
    const source = '[a]\nx=-inf\ny=[ -inf,2 ]\nz="\\U000041"\nw=1 ; kept\n';
    expect(convertedTo("godot-3", source)).toBe('[a]\nx=inf_neg\ny=[ inf_neg, 2 ]\nz="A"\nw=1 ; kept\n');
    expect(convertedTo("godot-4.3", source)).toBe(source);
  });

  test("leaves out a key whose value the other engine cannot hold, and tells the loss", () => {
    const source = "[a]\nx=Callable()\ny=[Callable(), 1]\nz=2\n";
    const { text, losses } = (readSavedText(source) as SavedText).convert("godot-3");
    expect(text).toBe("[a]\ny=[ null, 1 ]\nz=2\n");
    expect(losses.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "value-dropped a.x",
      "value-dropped a.y[0]",
    ]);
  });

  test("and back prints what the other engine reads", () => {
    const source = "[a]\nx=Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.12345679)\n";
    const made = convertedTo("godot-3", source);
    expect(made).toBe(source.replace("3D", ""));
    expect(convertedTo("godot-4", made)).toBe(source);
  });

  test("refuses names of sections that the other engine reads as others", () => {
    const name = (run: () => unknown) => errorOf(run).hints[0]?.text;
    expect(name(() => convertedTo("godot-3", "[a\\]b]\nx=1\n"))).toContain("a]b");
    expect(name(() => convertedTo("godot-4", "[a\\]\nx=1\n", "godot-3"))).toContain("a\\");
    expect(convertedTo("godot-3", "[a\\b]\nx=1\n")).toBe("[a\\b]\nx=1\n");
    expect(name(() => convertedTo("godot-3", "[first]\nx=1\n[a\\]b]\nx=1\n"))).toContain("a]b");
    expect(name(() => convertedTo("godot-4", "[first]\nx=1\n[a\\]\nx=1\n", "godot-3"))).toContain("a\\");
  });
});

describe("a section with another name", () => {
  const renamed = (
    source: string,
    name: string,
    to: string,
    change: (values: Dictionary) => void = () => {},
  ) => {
    const saved = read(source);
    const sections = Array.from(saved.values[0] as Dictionary, ([key, values]): [Variant, Variant] => [
      key === name ? to : key,
      values,
    ]);
    change(new Map(sections).get(to) as Dictionary);
    return saved.write([new Dictionary(sections)]);
  };

  test("keeps its place, its comments and the text of its values", () => {
    expect(renamed(text, "s", "new")).toBe(text.replace("[s]", "[new]"));
    expect(renamed(text, "t", "a b")).toBe(text.replace("[t]", "[a b]"));
    const twice = "[s]\na=1 ; one\n[t]\nb=2\n [s ] ; more\r\nc=3\n";
    expect(renamed(twice, "s", "$&")).toBe("[$&]\na=1 ; one\n[t]\nb=2\n [$&] ; more\r\nc=3\n");
    const edited = renamed(text, "s", "new", (values) => values.set("a", 5n));
    expect(edited).toBe(text.replace("[s]", "[new]").replace("a=1", "a=5"));
  });

  test("leaves texts alone that look like its header", () => {
    const source = '[s]\na="\n[s]\n"\n';
    const values = read(renamed(source, "s", "new")).values;
    expect(values).toEqual([new Dictionary([["new", new Dictionary([["a", "\n[s]\n"]])]])]);
  });
});

test("a file whose keys were all deleted is filled again, under the header that it kept", () => {
  const source = "; top\n[s]\na=1\n";
  const emptied = read(source).write([new Dictionary()]);
  expect(emptied).toBe("; top\n[s]\n");
  const saved = read(emptied);
  expect(saved.values).toEqual([new Dictionary()]);
  expect(saved.write(saved.values)).toBe(emptied);
  const filled = new Dictionary([["s", new Dictionary([["a", 1n]])]]);
  expect(saved.write([filled])).toBe(source);
});
