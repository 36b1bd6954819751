// The option `onLoss`: everything that a dialect has no place for is named, with its path and its place in the bytes.
import { describe, expect, test } from "vitest";
import {
  convert,
  type DialectName,
  Dictionary,
  type Document,
  decode,
  EncodedObjectAsID,
  encode,
  encodeFrames,
  encodeInto,
  encodeStream,
  GodotObject,
  type Loss,
  load,
  NodePath,
  type Options,
  open,
  PackedVector3Array,
  RID,
  save,
  type Variant,
  VariantArray,
  VariantError,
  Vector2,
} from "../../../js/index.js";
import { type Canonical, canonical } from "../fixture-notation.js";
import { exactOptions, fromHex, type Line, linesOf, origins } from "../fixtures.js";

const ints = { kind: "builtin", type: "int" } as const;
const wide = Vector2.fromArray([0.5, 2], 0, true);

/** Runs a call with an `onLoss` that notes each loss. */
function lossesOf(run: (onLoss: (loss: Loss) => void) => unknown): Loss[] {
  const losses: Loss[] = [];
  run((loss) => losses.push(loss));
  return losses;
}

/** Two ways to write it. */
const nullObject = "null";

const brief = ({ code, offset, path, from, to }: Loss) => [code, offset, path, from, to];

describe("every fixture in another dialect", () => {
  const targets: readonly DialectName[] = [
    "godot-2",
    "godot-3",
    "godot-3.0",
    "godot-4.0",
    "godot-4",
    "pandemonium",
  ];

  test.each(targets)("%s", (dialect) => {
    let written = 0;
    let lossy = 0;
    for (const origin of origins)
      for (const line of linesOf(`${origin.folder}/values.jsonl`)) {
        const count = writesAs(dialect, line, origin.dialect);
        if (count >= 0) written++;
        if (count > 0) lossy++;
      }
    expect(written).toBeGreaterThan(1500);
    expect(lossy > 100).toBe(dialect !== "godot-4");
  });

  /** Writes a value in another dialect, and reads it again: it differs where something was lost. Returns the number of losses, or -1. */
  function writesAs(dialect: DialectName, line: Line, from: DialectName): number {
    const given = exactOptions(line, from);
    const value = decode(fromHex(line.bytes), given);
    const options: Options = { ...given, dialect };
    const losses: Loss[] = [];
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = encode(value, { ...options, onLoss: (loss) => losses.push(loss) });
    } catch (error) {
      expect(error).toBeInstanceOf(VariantError);
      return -1;
    }
    expect(bytes).toEqual(encode(value, options));
    const back = decode(bytes, { ...options, allowObjects: true });
    const reads = dialect === "godot-4" ? keptParts(back) : withoutScripts(keptParts(back));
    expect(reads === keptParts(value), `${from} ${line.name}`).toBe(losses.length === 0);
    const document = open(bytes, { ...options, allowObjects: true });
    for (const { code, offset, path, from, to } of losses) {
      expect(to).toBe(code === "value-dropped" ? "Nil" : from);
      const node = document.node(path);
      // A loss in a key has the path of its Dictionary.
      if (node?.type === from) expect(node.offset).toBe(offset);
      else expect(node?.type).toBe("Dictionary");
      expect(
        decode(bytes.subarray(offset), { ...options, allowObjects: true, allowTrailing: true }),
      ).toBeDefined();
    }
    return losses.length;
  }

  /** Engines before Godot 4.3 read null where a script is no Object. */
  const withoutScripts = (parts: string) =>
    parts.replace(/(\["script",)\{"(?!Object)\w+":("[^"]*"|\[[^\]]*\])\}(?=\])/g, "$1null");

  /** What engines read of a value: no marks of older formats, and no width of Colors, which have 32 bits everywhere. */
  function keptParts(value: Variant): string {
    const isMark = (key: string) => key === "shared" || key === "property";
    return JSON.stringify(canonical(value), (key, part: Canonical) => (isMark(key) ? undefined : part))
      .replace(/("(?:Packed)?Color(?:Array)?":\[[^\]]*\]),"wide":true/g, "$1")
      .replaceAll('{"Object":{"class":"","properties":[]}}', nullObject)
      .replaceAll('{"ObjectID":"0"}', nullObject);
  }
});

/** A value of which Godot 3 keeps everything but one thing, by the code of that loss, and the type of the value. */
const lossy: readonly (readonly [string, Variant, string])[] = [
  ["value-rounded", Vector2.fromArray([0.1, 2], 0, true), "Vector2"],
  ["width-dropped", wide, "Vector2"],
  ["element-type-dropped", new VariantArray([1n], ints), "Array"],
  ["id-dropped", new RID(13n), "RID"],
  ["path-emptied", new NodePath("/"), "NodePath"],
];

test.each(lossy)("%s at the top and deep inside", (code, value, type) => {
  const bytes = encode(value, { dialect: "godot-3" });
  const top = lossesOf((onLoss) => expect(encode(value, { dialect: "godot-3", onLoss })).toEqual(bytes));
  expect(top.map(brief)).toEqual([[code, 0, "", type, type]]);
  const deep = { a: [1, { b: value }], c: 2 };
  const options = { dialect: "godot-3", framing: "store_var" } as const;
  const losses = lossesOf((onLoss) => encode(deep, { ...options, onLoss }));
  // Length, Dictionary, key, Array, int, Dictionary, key.
  const offset = 4 + 8 + 12 + 8 + 8 + 8 + 12;
  expect(losses.map(brief)).toEqual([[code, offset, "a[1].b", type, type]]);
});

describe("a script that engines before Godot 4.3 ignore, because it is no Object", () => {
  const answered = ["godot-3.6", "godot-3.2.3"].flatMap((engine) =>
    linesOf(`${engine}/crafted.jsonl`).filter(({ name }) => /Object: script is an? /.test(name)),
  );

  test.each(answered)("$name", ({ bytes, reencoded }) => {
    const options = { dialect: "godot-3", mode: "exact", allowObjects: true, fullObjects: true } as const;
    const [given, read] = [bytes, reencoded as string].map((hex) =>
      decode<GodotObject>(fromHex(hex), options),
    );
    expect(read?.properties.get("script")).toBeNull();
    const script = given?.properties.get("script") as Variant;
    const losses = lossesOf((onLoss) =>
      expect(encode(given, { ...options, onLoss })).toEqual(fromHex(bytes)),
    );
    const from = typeof script === "string" ? "String" : typeof script === "bigint" ? "int" : "Array";
    // Header, class, count, name.
    const offset = 4 + 4 + 12 + 4 + 4 + 8;
    expect(losses.map(brief)).toEqual([["value-dropped", offset, "script", from, "Nil"]]);
    expect(lossesOf((onLoss) => encode(read, { ...options, onLoss }))).toEqual([]);
  });

  test("in the dialects of these engines only, and as convert tells it", () => {
    const node = new GodotObject("Node", [["script", "res://there.gd"]]);
    const ofValue = ({ code, path, from, to }: Loss) => [code, path, from, to];
    const bytes = encode({ a: [node] }, { fullObjects: true });
    for (const dialect of ["godot-3", "godot-3.0", "rebel", "pandemonium", "godot-4.0"] as const) {
      const losses = lossesOf((onLoss) => encode({ a: [node] }, { dialect, fullObjects: true, onLoss }));
      expect(losses.map(ofValue)).toEqual([["value-dropped", "a[0].script", "String", "Nil"]]);
      const converted = convert(bytes, { from: "godot-4", to: dialect, allowObjects: true });
      expect(converted.losses.map(ofValue)).toEqual(losses.map(ofValue));
    }
    for (const dialect of ["godot-4", "godot-4.3", "docs-000", "docs-003"] as const)
      expect(lossesOf((onLoss) => encode([node], { dialect, fullObjects: true, onLoss }))).toEqual([]);
  });

  test("in edits of a document, at the new path", () => {
    const node = new GodotObject("Node", [
      ["path", "res://a.gd"],
      ["script", null],
    ]);
    for (const [dialect, count] of [
      ["godot-3", 1],
      ["godot-4.0", 1],
      ["godot-4", 0],
    ] as const) {
      const bytes = encode([node], { dialect, fullObjects: true });
      const edits: readonly ((document: Document) => void)[] = [
        (document) => document.set("[0].script", "res://b.gd"),
        (document) => document.replaceType("[0].script", "String", "res://b.gd"),
        (document) => {
          document.delete("[0].script");
          document.insert("[0].script", "res://b.gd");
        },
        (document) => {
          document.delete("[0].script");
          document.rename("[0].path", "script");
        },
        (document) => {
          document.delete("[0].script");
          document.move("[0].path", "[0].script");
        },
        (document) => document.set("[0]", new GodotObject("Node", [["script", "res://b.gd"]])),
      ];
      for (const edit of edits) {
        const losses = lossesOf((onLoss) => edit(open(bytes, { dialect, allowObjects: true, onLoss })));
        const told = losses.map(({ code, path, from, to }) => [code, path, from, to]);
        expect(told).toEqual(Array(count).fill(["value-dropped", "[0].script", "String", "Nil"]));
      }
      const others = lossesOf((onLoss) => {
        const document = open(bytes, { dialect, allowObjects: true, onLoss });
        document.set("[0].path", "res://b.gd");
        document.set("[0].script", null);
        if (dialect !== "godot-4") document.set("[0].script", new EncodedObjectAsID(5n));
      });
      expect(others).toEqual([]);
    }
  });

  test("an Object stays, and conversion between these engines loses nothing", () => {
    const script = new GodotObject("GDScript", [["script/source", "extends Node"]]);
    const options = { dialect: "godot-3", fullObjects: true } as const;
    for (const value of [script, new EncodedObjectAsID(5n), null]) {
      const node = new GodotObject("Node", [["script", value]]);
      expect(lossesOf((onLoss) => encode(node, { ...options, onLoss }))).toEqual([]);
    }
    const bytes = encode(new GodotObject("Node", [["script", "res://there.gd"]]), options);
    const converted = convert(bytes, { from: "godot-3", to: "godot-3.0", allowObjects: true });
    expect(converted).toMatchObject({ bytes, losses: [] });
  });
});

test("convert names the same losses of the same value", () => {
  const value = lossy.map(([, one]) => one);
  const encoded = lossesOf((onLoss) => encode(value, { dialect: "godot-3", onLoss }));
  const { losses } = convert(encode(value), { from: "godot-4", to: "godot-3" });
  const ofValue = ({ code, path, from, to }: Loss) => [code, path, from, to];
  expect(encoded.map(ofValue)).toEqual(losses.map(ofValue));
  expect(encoded).toHaveLength(lossy.length);
});

test("Godot 4 keeps everything unless an option narrows it", () => {
  const value = [0.1, ...lossy.map(([, one]) => one)];
  expect(lossesOf((onLoss) => encode(value, { onLoss }))).toEqual([]);
  const narrowed = lossesOf((onLoss) => encode(value, { real: "single", onLoss }));
  expect(narrowed.map(brief)).toEqual([["value-rounded", 20, "[1]", "Vector2", "Vector2"]]);
});

test("an old dialect that cannot keep the width that an option asks for", () => {
  const losses = lossesOf((onLoss) =>
    encode(new Vector2(1, 2), { dialect: "godot-3", real: "double", onLoss }),
  );
  expect(losses).toEqual([]);
  const kept = lossesOf((onLoss) => encode(wide, { dialect: "godot-3", real: "double", onLoss }));
  expect(kept.map(({ code }) => code)).toEqual(["width-dropped"]);
  expect(lossesOf((onLoss) => encode(wide, { dialect: "godot-3", real: "single", onLoss }))).toEqual([]);
});

test("keys have the path of their Dictionary and the place of the part that changed", () => {
  const value = new Dictionary([[[1, 0.1], 2]]);
  const losses = lossesOf((onLoss) => encode({ a: value }, { dialect: "godot-2", onLoss }));
  expect(losses.map(brief)).toEqual([["value-rounded", 8 + 12 + 8 + 8 + 8, "a", "float", "float"]]);
});

test("places behind large packed arrays, which are copied last", () => {
  const large = new PackedVector3Array(new Float64Array(30_000).fill(0.5));
  const bytes = new Uint8Array(100_001);
  const losses = lossesOf((onLoss) => encode([bytes, large, new RID(1n)], { dialect: "godot-3", onLoss }));
  const first = 8 + 8 + 100_004;
  expect(losses.map(brief)).toEqual([
    ["width-dropped", first, "[1]", "PackedVector3Array", "PackedVector3Array"],
    ["id-dropped", first + 8 + 120_000, "[2]", "RID", "RID"],
  ]);
});

test("more than 1000 losses are counted", () => {
  const losses = lossesOf((onLoss) => encode(new Array(1234).fill(0.1), { dialect: "godot-2", onLoss }));
  expect(losses).toHaveLength(1001);
  expect(losses[999]?.path).toBe("[999]");
  expect(losses[1000]).toEqual({
    code: "more-losses",
    offset: 8 + 8 * 1000,
    path: "[1000]",
    from: "Nil",
    to: "Nil",
    count: 234,
  });
});

test("what fails tells no losses", () => {
  const told: Loss[] = [];
  const options: Options = { dialect: "godot-3", onLoss: (loss) => told.push(loss) };
  const fails = [
    1n << 70n,
    new Map([
      [new RID(1n), 1],
      [new RID(2n), 2],
    ]),
  ];
  for (const value of fails) expect(() => encode([new RID(1n), value], options)).toThrow(VariantError);
  const target = new Uint8Array(8);
  expect(() => encodeInto([new RID(1n)], target, options)).toThrow("too-large");
  expect(() => encodeFrames([new RID(1n), 1n << 70n], options)).toThrow(VariantError);
  expect(told).toEqual([]);
});

test("onLoss may encode, and may throw", () => {
  const within: number[] = [];
  const onLoss = () =>
    within.push(encode([wide], { dialect: "godot-3", onLoss: () => within.push(-1) }).length);
  expect(encode(wide, { dialect: "godot-3", onLoss })).toHaveLength(12);
  expect(within).toEqual([-1, 20]);
  const refuse = ({ code, path }: Loss) => {
    throw new RangeError(`${code} at ${path}`);
  };
  expect(() => encode({ a: wide }, { dialect: "godot-3", onLoss: refuse })).toThrow("width-dropped at a");
  expect(decode(encode({ a: wide }))).toEqual({ a: wide });
});

test("encodeInto, pooled results, and types that like keeps", () => {
  const target = new Uint8Array(64);
  const into = lossesOf((onLoss) => encodeInto({ a: wide }, target, { dialect: "godot-3", onLoss }));
  const pooled = lossesOf((onLoss) => encode({ a: wide }, { dialect: "godot-3", pooled: true, onLoss }));
  const like = encode({ a: wide });
  const kept = lossesOf((onLoss) =>
    encode(
      { a: new Vector2(0.5, 2) },
      { dialect: "godot-3", like: { bytes: like, dialect: "godot-4" }, onLoss },
    ),
  );
  for (const losses of [into, pooled, kept])
    expect(losses.map(brief)).toEqual([["width-dropped", 20, "a", "Vector2", "Vector2"]]);
});

const pairs = [{ a: wide }, [new RID(7n)]];

test.each([
  ["store_var", [4 + 20, 4 + 32 + 4 + 8]],
  ["store_var_big_endian", [4 + 20, 4 + 32 + 4 + 8]],
] as const)("frames: %s", (framing, offsets) => {
  const options = { dialect: "godot-3", framing } as const;
  const losses = lossesOf((onLoss) => encodeFrames(pairs, { ...options, onLoss }));
  expect(losses.map(brief)).toEqual([
    ["width-dropped", offsets[0], "[0].a", "Vector2", "Vector2"],
    ["id-dropped", offsets[1], "[1][0]", "RID", "RID"],
  ]);
});

test("a single frame, settings and arguments", () => {
  const dialect = "godot-3";
  const alone = lossesOf((onLoss) => encodeFrames([[wide]], { dialect, onLoss }));
  expect(alone.map(brief)).toEqual([["width-dropped", 12, "[0][0]", "Vector2", "Vector2"]]);
  for (const [framing, values, path] of [
    ["ecfg", [{ "a/b": 1, "c/d": [wide] }], '[0]["c/d"][0]'],
    ["rpc", [1, [wide]], "[1][0]"],
  ] as const) {
    const losses: Loss[] = [];
    const bytes = encodeFrames(values, { dialect, framing, onLoss: (loss) => losses.push(loss) });
    const offset = bytes.length - 12;
    expect(losses.map(brief)).toEqual([["width-dropped", offset, path, "Vector2", "Vector2"]]);
  }
});

test("streams count from their beginning", async () => {
  const losses: Loss[] = [];
  const options = { dialect: "godot-3", onLoss: (loss: Loss) => losses.push(loss) } as const;
  let size = 0;
  for await (const frame of encodeStream(pairs, options)) size += frame.length;
  expect(size).toBe(4 + 32 + 4 + 12);
  expect(losses.map(brief)).toEqual([
    ["width-dropped", 4 + 20, "a", "Vector2", "Vector2"],
    ["id-dropped", 4 + 32 + 4 + 8, "[0]", "RID", "RID"],
  ]);
});

test("a frame that is too large for a stream tells no losses", async () => {
  const told: Loss[] = [];
  const options = {
    dialect: "godot-3",
    limits: { frameBytes: 8 },
    onLoss: (loss: Loss) => told.push(loss),
  } as const;
  await expect(encodeStream([[wide]], options).next()).rejects.toThrow("too-large");
  expect(told).toEqual([]);
});

test("save in the place of an old file, between the data of a game", async () => {
  const game = new TextEncoder().encode("game");
  const texts = ["Mira", "a longer text"];
  const old = encodeFrames(
    texts.map((name) => ({ name, list: [1, 2, 3] })),
    { dialect: "godot-3" },
  );
  const file = new Uint8Array([...game, ...old, ...game]);
  const loaded = await load(file, { dialect: "godot-3", framing: "mixed" });
  expect(loaded.values).toHaveLength(2);
  const losses: Loss[] = [];
  const saved = await save(pairs, loaded, { onLoss: (loss) => losses.push(loss) });
  expect(losses.map(brief)).toEqual([
    ["width-dropped", 4 + 4 + 20, "[0].a", "Vector2", "Vector2"],
    ["id-dropped", 4 + 4 + 32 + 4 + 8, "[1][0]", "RID", "RID"],
  ]);
  expect((await load(saved, { dialect: "godot-3", framing: "mixed" })).values).toEqual([
    { a: new Vector2(0.5, 2) },
    [new RID(0n)],
  ]);
});

test("edits of a Document", () => {
  const old = encode({ a: wide, list: [1] }, { dialect: "godot-3" });
  const losses: Loss[] = [];
  const document = open(old, { dialect: "godot-3", onLoss: (loss) => losses.push(loss) });
  document.set("a", Vector2.fromArray([0.1, 2], 0, true));
  document.append("list", { b: new RID(3n) });
  document.set("list[0]", 2);
  expect(losses.map(brief)).toEqual([
    ["value-rounded", 0, "a", "Vector2", "Vector2"],
    ["id-dropped", 8 + 12, "list[1].b", "RID", "RID"],
  ]);
  expect(document.get("list[1]")).toEqual({ b: new RID(0n) });
});

test("an onLoss that throws stops an edit", () => {
  const old = encode({ a: new Vector2(1, 2) }, { dialect: "godot-3" });
  const onLoss = ({ code }: Loss) => {
    throw new RangeError(code);
  };
  const document = open(old, { dialect: "godot-3", onLoss });
  expect(() => document.set("a", wide)).toThrow("width-dropped");
  expect(document.toBytes()).toEqual(old);
  expect(document.changes()).toEqual([]);
});
