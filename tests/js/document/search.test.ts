// Searches: what is found equals what a visit of every decoded value finds.
import { describe, expect, test } from "vitest";
import { formsOf } from "../../../js/document/search/letters.js";
import {
  Color,
  Dictionary,
  type DocumentNode,
  decode,
  encode,
  Float,
  float,
  GodotObject,
  NodePath,
  open,
  PackedStringArray,
  RID,
  type SearchOptions,
  Signal,
  StringName,
  search,
  toText,
  type Variant,
  VariantArray,
  Vector2,
  Vector2i,
} from "../../../js/index.js";
import { errorOf } from "../expected-errors.js";
import { exactOptions, fromHex, linesOf, origins } from "../fixtures.js";

const exact = { mode: "exact", fullObjects: true } as const;
const opened = (value: unknown) => open(encode(value, exact), { mode: "exact" });
const paths = (found: Iterable<DocumentNode>) => Array.from(found, ({ path }) => path);
const found = (document: ReturnType<typeof open>, options: SearchOptions) =>
  [...search(document, options)].flat();

/** The texts of a value, without the values inside a container. */
function textsOf(value: Variant): string[] {
  if (value === null) return ["null"];
  if (["string", "number", "bigint", "boolean"].includes(typeof value)) return [plainText(value)];
  if (value instanceof Float) return [plainText(value)];
  if (value instanceof StringName || value instanceof NodePath) return [value.text];
  if (value instanceof Signal) return [value.name];
  if (value instanceof PackedStringArray) return [...value];
  if (value instanceof GodotObject) return value.className === "" ? [] : [value.className];
  if (value instanceof Vector2 || value instanceof Vector2i || value instanceof Color)
    return [plainText(value).replace(/^\w+/, "")];
  return [];
}

function plainText(value: Variant): string {
  // Godot writes `inf_neg`; everybody else, and Godot when it prints, writes `-inf`.
  return typeof value === "string" ? value : toText(value).replaceAll("inf_neg", "-inf");
}

/** The texts of a key, with those of all values inside. */
function keyTexts(key: Variant): string[] {
  const inside = key instanceof Dictionary ? [...key].flat() : key instanceof VariantArray ? [...key] : [];
  return [...textsOf(key), ...inside.flatMap(keyTexts)];
}

/** Every node with its texts and those of its key, from decoded values. */
function everything(document: ReturnType<typeof open>) {
  const keys = new Map<DocumentNode | undefined, Variant[]>();
  return Array.from(document.walk(), (node) => {
    const { parent } = node;
    if (parent !== undefined && !keys.has(parent)) {
      const value = parent.value("exact");
      const found = value instanceof Dictionary ? [...value.keys()] : undefined;
      keys.set(parent, found ?? []);
    }
    const key = parent?.type === "Dictionary" ? keys.get(parent)?.[node.position] : undefined;
    const property = parent?.type === "Object" ? [String(node.key)] : [];
    return {
      path: node.path,
      type: node.type,
      own: textsOf(node.value("exact")),
      key: key === undefined ? property : keyTexts(key),
    };
  });
}

const small = [
  "String",
  "StringName",
  "int",
  "bool",
  "Nil",
  "float",
  "Vector2",
  "Vector2i",
  "Color",
] as const;

describe.each(origins)("values of $folder", ({ folder, dialect }) => {
  // A decoded Dictionary has one entry per key, and texts that are not UTF-8 decode to other characters.
  const lines = linesOf(`${folder}/values.jsonl`).filter(
    ({ surrogates, name }) => !surrogates && !/twice|one key/.test(name),
  );
  const types = [...small, "Array", "Dictionary", "PackedStringArray", "NodePath"] as const;

  test("with texts in keys and values", () => {
    for (const line of lines) {
      const options = { ...exactOptions(line, dialect), allowObjects: true, fullObjects: true };
      const document = open(fromHex(line.bytes), options);
      const nodes = everything(document).filter(({ type }) => types.includes(type as "int"));
      for (const text of ["a", "E", "1", "0.5", "true", "(", "ä", "😀", "null"]) {
        const pattern = new RegExp(text.replace(/[(.]/g, "\\$&"), "iu");
        const list = nodes
          .filter(({ own, key }) => [...own, ...key].some((one) => pattern.test(one)))
          .map(({ path }) => path);
        expect(paths(found(document, { text, types })), `${line.name} ${text}`).toEqual(list);
        expect(paths(found(document, { text: pattern, types })), `${line.name} ${text}`).toEqual(list);
      }
    }
  });
});

const value = new Dictionary([
  ["name", "Mira"],
  [new StringName("Größe"), float(1)],
  [new Dictionary([[new VariantArray([new NodePath("Deep/Key:x")]), 1n]]), "value of a deep key"],
  [7n, new VariantArray([9007199254740993n, -3n, float(0.1), new Vector2(318.25, -96.5), true, null])],
  ["path", new NodePath("/root/Main:position:x")],
  ["texts", new PackedStringArray(["alpha", "", "BETA", "ma"])],
  ["bytes", Uint8Array.of(1, 2, 200)],
  ["longs", BigInt64Array.of(9007199254740993n)],
  ["floats", Float32Array.of(0.5, Number.NaN)],
  ["object", new GodotObject("Sword", [["damage", 12n]])],
  ["typed", new VariantArray([new Vector2i(1, 2)], { kind: "builtin", type: "Vector2i" })],
  ["rid", new RID(77n)],
]);

const deepKey = '[{[NodePath("Deep/Key:x")]}]';

describe("what is found", () => {
  test.each<[string, SearchOptions, string[]]>([
    ["keys and values", { text: "MIRA" }, ["name"]],
    ["only with this case", { text: "MIRA", matchCase: true }, []],
    ["a name in another case", { text: "grösse" }, []],
    ["letters that are not ASCII", { text: "GRÖß" }, ["Größe"]],
    ["values inside keys", { text: "deep/key" }, [deepKey]],
    ["only keys", { text: "deep", values: false }, [deepKey]],
    ["only values", { text: "of a deep", keys: false }, [deepKey]],
    ["a key that is a number", { text: "7", values: false }, ["[7]"]],
    ["ints beyond 2^53", { text: "9007199254740993" }, ["[7][0]"]],
    ["a whole float", { text: "1.0" }, ["Größe"]],
    ["a float", { text: "0.1" }, ["[7][2]"]],
    ["a vector", { text: "318.25, -9" }, ["[7][3]"]],
    ["a NodePath across its parts", { text: "main:position" }, ["path"]],
    ["the array of a text", { text: "beta" }, ["texts"]],
    [
      "each text of an array",
      { text: "a", types: ["PackedStringArray"], elements: true, keys: false },
      ["texts[0]", "texts[2]", "texts[3]"],
    ],
    ["classes", { text: "sword" }, ["object"]],
    ["properties", { text: "damage" }, ["object.damage"]],
    ["types by name", { text: "nodepath", typeNames: true }, ["path"]],
    ["declared types", { text: "Vector2i", typeNames: true }, ["typed", "typed[0]"]],
    ["by type", { types: ["bool", "Nil"] }, ["[7][4]", "[7][5]"]],
    ["a text by type", { text: "1", types: ["float"] }, ["Größe", "[7][2]"]],
    ["a range", { from: 300, to: 1000 }, ["[7][3]"]],
    ["ints from 2^53 + 1 on", { from: 9007199254740993n, types: ["int"] }, ["[7][0]"]],
    ["no ints from 2^53 + 2 on", { from: 9007199254740994n }, []],
    ["a range of packed numbers", { from: 199, to: 201 }, ["bytes"]],
    ["packed ints beyond 2^53", { from: 9007199254740993n, to: 9007199254740993n }, ["[7][0]", "longs"]],
    ["packed floats", { from: 0.4, to: 0.6 }, ["floats"]],
    ["small ranges", { from: 0.05, to: 0.15 }, ["[7][2]"]],
    ["negative numbers", { to: -1 }, ["[7][1]", "[7][3]"]],
    ["nothing above everything", { from: 2n ** 70n }, []],
    ["an expression", { text: /^(alpha|mira)$/i }, ["name", "texts"]],
    ["an expression for a key", { text: /^Gr.ße$/, values: false }, ["Größe"]],
    [
      "an expression for elements",
      { text: /^.{2}$/, elements: true, keys: false },
      ["[7][1]", "texts[3]", "object.damage", "rid"],
    ],
    ["an expression with state", { text: /a/gy, types: ["String"] }, []],
  ])("%s", (_, query, expected) => {
    const isStateful = query.text instanceof RegExp && query.text.global;
    const list = paths(found(opened(value), query));
    if (isStateful) expect(list).toEqual(["name", deepKey]);
    else expect(list).toEqual(expected);
  });

  test("no int is as small as minus infinity, or as large as infinity", () => {
    const document = opened([-(2n ** 63n), 2n ** 63n - 1n, float(-Infinity), float(Infinity)]);
    expect(paths(found(document, { to: -Infinity }))).toEqual(["[2]"]);
    expect(paths(found(document, { from: Infinity }))).toEqual(["[3]"]);
    expect(paths(found(document, { to: -(2 ** 63) }))).toEqual(["[0]", "[2]"]);
  });

  test("half a surrogate pair is not the character that replaces it in bytes", () => {
    for (const text of ["\ud83d", /\ud83d/u, "\ude00"])
      expect(found(opened(["\ufffd", "\u{1f600}"]), { text })).toEqual([]);
  });

  test("any value of a choice that is not false is true", () => {
    const paths = (choice: unknown) =>
      found(opened({ a: "b", b: "a" }), { text: "a", keys: choice as boolean }).length;
    expect([paths(true), paths("yes"), paths(""), paths(null)]).toEqual([2, 2, 1, 1]);
  });

  test("every value when nothing is asked", () => {
    const document = opened(value);
    expect(paths(found(document, {}))).toEqual(paths(document.walk()));
  });

  test("what regular expressions take for equal, letter by letter", () => {
    const letters = [
      "k",
      "S",
      "ß",
      "σ",
      "Ω",
      "å",
      "ı",
      "i",
      "İ",
      "Ǆ",
      "θ",
      "µ",
      "и",
      "a",
      "🙂",
      "𐐀",
      "1",
      "/",
      "^",
    ];
    const all = Array.from({ length: 0x1ffff }, (_, code) => code).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const text = String.fromCodePoint(...all.slice(0, 60_000)) + String.fromCodePoint(...all.slice(60_000));
    for (const letter of letters) {
      const pattern = new RegExp(letter.replace(/[/^]/, "\\$&"), "giu");
      expect(new Set(formsOf(letter)), letter).toEqual(new Set(text.match(pattern)));
    }
  });
});

describe("a query that makes no sense", () => {
  test.each<[SearchOptions, RegExp]>([
    [{ from: Number.NaN }, /numbers/],
    [{ types: ["Vector5" as never] }, /no type Vector5/],
    [{ txt: "a" } as SearchOptions, /no option txt/],
    [{ text: 5 as never }, /string or a regular expression/],
    [{ types: "int" as never }, /types must be an array/],
    [{ types: null as never }, /types must be an array/],
  ])("%j", (query, message) => {
    expect(() => search(opened(value), query)).toThrow(message);
  });
});

describe("edited documents", () => {
  const large = new Dictionary(
    Array.from({ length: 3000 }, (_, i) => [
      `entry ${i}`,
      new VariantArray([`item ${i}`, BigInt(i), "x".repeat(40)]),
    ]),
  );

  test("are searched as they are now", () => {
    const document = opened(large);
    document.set('["entry 1500"][0]', "a new sword");
    document.rename('["entry 7"]', "renamed sword");
    document.delete('["entry 9"]');
    document.insert('["sword rack"]', new PackedStringArray(["none"]), 3);
    document.insert('["sword rack"][0]', "one sword");
    document.append('["entry 2999"]', new GodotObject("Sword", [["owner", "nobody"]]));
    const now = open(document.toBytes(), { mode: "exact" });
    for (const query of [
      { text: "SWORD" },
      { text: /sword/ },
      { text: "item 15" },
      { from: 1499, to: 1501 },
      { types: ["Object", "PackedStringArray"] },
      { text: "sword", elements: true },
      { text: "owner" },
      {},
    ] satisfies SearchOptions[])
      expect(paths(found(document, query))).toEqual(paths(found(now, query)));
    expect(paths(found(document, { text: "sword" }))).toEqual([
      '["sword rack"]',
      '["renamed sword"]',
      '["entry 1500"][0]',
      '["entry 2999"][3]',
    ]);
    expect(paths(found(document, { text: "sword", elements: true, keys: false }))[0]).toBe(
      '["sword rack"][0]',
    );
    while (document.undo());
    expect(paths(found(document, { text: "sword" }))).toEqual([]);
    expect(paths(found(document, { text: "entry 9", types: ["Array"] }))[0]).toBe('["entry 9"]');
  });

  test("with a changed name of a property", () => {
    const document = opened(
      new VariantArray([
        new GodotObject("Sword", [
          ["damage", 1n],
          ["weight", 2n],
        ]),
      ]),
    );
    document.rename("[0].damage", "harm");
    expect(paths(found(document, { text: "harm" }))).toEqual(["[0].harm"]);
    expect(paths(found(document, { text: "damage" }))).toEqual([]);
    expect(paths(found(document, { text: "weight" }))).toEqual(["[0].weight"]);
  });

  test("whose root was replaced", () => {
    const document = opened(new VariantArray(["old"]));
    document.replaceType("", "Dictionary", new Dictionary([["a", "new"]]));
    expect(paths(found(document, { text: "new" }))).toEqual(["a"]);
    expect(paths(found(document, { text: "old" }))).toEqual([]);
  });
});

describe("pieces", () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i} ${"y".repeat(i % 50)}`);

  test("come one after the other, also without matches, and a search can end early", () => {
    const document = opened(new VariantArray(texts));
    const pieces = [...search(document, { text: "text 19999" })];
    expect(pieces.length).toBeGreaterThan(8);
    expect(paths(pieces.flat())).toEqual(["[19999]"]);
    const pending = search(document, { text: "text" });
    expect(pending.next().value?.length).toBeGreaterThanOrEqual(0);
    expect(pending.return([]).done).toBe(true);
    expect(paths(found(document, { text: "text 77 " }))).toEqual(["[77]"]);
  });

  test("larger than the memory of a piece", () => {
    const long = `${"z".repeat(1 << 18)}needle${"z".repeat(1 << 18)}`;
    const array = new PackedStringArray([...texts, "the needle", ...texts]);
    const document = opened(
      new Dictionary([
        ["long", long],
        ["array", array],
        ["end", "needle"],
      ]),
    );
    expect(paths(found(document, { text: "NEEDLE" }))).toEqual(["long", "array", "end"]);
    const elements = found(document, { text: "needle", elements: true });
    expect(paths(elements)).toEqual(["long", "array[20000]", "end"]);
    document.set("array[5]", "another needle");
    expect(paths(found(document, { text: "needle", elements: true }))).toEqual([
      "long",
      "array[5]",
      "array[20000]",
      "end",
    ]);
  });

  test("of bytes that changed after they were opened", () => {
    const bytes = encode(new VariantArray(["a", "b"]));
    const document = open(bytes);
    bytes[8] = 0xee;
    expect(errorOf(() => [...found(document, { text: "b" })]).code).toBe("unknown-type");
  });

  test("do not disturb values that are encoded meanwhile", () => {
    const document = opened(new VariantArray(texts));
    for (const [i] of Array.from(search(document, { text: "text 5" })).entries()) {
      const data = { [`key ${i}`]: new StringName(`name ${i}`), list: texts.slice(i, i + 20) };
      expect(decode(encode(data))).toEqual(decode(encode(decode(encode(data)))));
    }
  });
});
