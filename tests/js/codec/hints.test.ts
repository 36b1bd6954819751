// One way to get each hint. The record is exhaustive: a new hint does not compile without one.
import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import type { HintCode } from "../../../js/base/hints.js";
import { explaining } from "../../../js/cli/input/reading.js";
import { exactBuilder } from "../../../js/cli/json/exact.js";
import { parseJson } from "../../../js/forms/json-parser.js";
import { typedValue } from "../../../js/forms/typed-value.js";
import {
  ConfigFile,
  type ContainerType,
  compress,
  type DialectName,
  Dictionary,
  decode,
  decodeFrames,
  decodeStream,
  decompress,
  EncodedObjectAsID,
  encode,
  encodeFrames,
  encodeInto,
  encodeStream,
  fromNative,
  fromPlainJSON,
  GodotObject,
  Image,
  load,
  open,
  PackedVector2Array,
  parsePath,
  parseText,
  Rect2,
  RID,
  restore,
  Signal,
  StringName,
  save,
  toNative,
  toText,
  type Variant,
  VariantArray,
  Vector2,
  Vector4,
  wrap,
} from "../../../js/index.js";
import {
  addResource,
  readResource,
  removeResource,
  takeValue,
  writeResource,
} from "../../../js/resources/index.js";
import { readSavedText } from "../../../js/texts/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";
import { sampleBytes } from "../container-files.js";
import { errorOf } from "../expected-errors.js";
import { fromHex } from "../fixtures.js";
import { hideBrotli, hideCiphers } from "../platform.js";

const exact = { mode: "exact" } as const;
const int: ContainerType = { kind: "builtin", type: "int" };
const reading = (bytes: string) => () => decode(fromHex(bytes), { dialect: "godot-4" });
const opened = (value: unknown = { a: 1, b: { c: 2 }, list: [1, 2] }) => open(encode(value));
const json = (text: string, like?: Uint8Array) => () => fromPlainJSON(text, { like });

async function all(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

async function freshSlim(): Promise<typeof import("../../../js/slim.js")> {
  vi.resetModules();
  return import("../../../js/slim.js");
}

const resourceAt = (name: string) =>
  readResource(readFileSync(new URL(`../../fixtures/resources/godot-4.6.3/${name}`, import.meta.url)));

const hints: Record<HintCode, () => unknown> = {
  "fits-dialects": reading("13000000010000000200000005000000"),
  "fits-nothing": () => explaining(fromHex("ff000000ff"), {}, () => load(fromHex("ff000000ff"))),
  "store-var-length": reading("080000000100000001000000"),
  "several-frames": () => decode(encodeFrames([[1], "two"])),
  "framed-twice": () => decode(fromHex("0c000000080000000200000005000000")),
  "allow-objects": reading("18000000010000004100000000000000"),
  "allow-trailing": reading("0000000000000000"),
  "try-load": reading("47435046040000000200000000000000"),
  "replace-bad-utf8": reading("0400000001000000ff000000"),
  "name-dialect": () => decode(fromHex("1400000001000000000000000100000001000000")),
  "known-dialects": () => encode(1, { dialect: "godot-5" as DialectName }),
  "input-empty": () => load(new Uint8Array(0)),
  "input-cut": () => decode(encode({ hp: 1, name: "Ada" }).subarray(0, 36)),
  "try-recover": () => decodeFrames(encodeFrames([[1], "two"]).subarray(0, 30)),
  "raise-limit": () => decode(encode([1]), { limits: { depth: 0 } }),
  "raise-limit-to": () => decompress(fromHex("28b52ffda00000001083000000"), "zstd"),
  "target-size": () => encodeInto("text", new Uint8Array(8)),
  "out-of-memory": () =>
    withCodec(() => {
      throw new WebAssembly.RuntimeError("unreachable");
    }),
  "frame-longer": () => all(decodeStream([encode({ a: 1, b: "text" })])),
  "frame-limit": () => all(encodeStream([[1]], { limits: { frameBytes: 4 } })),
  "frame-byte-order": () => all(decodeStream([Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0)])),
  "no-frames": () => decodeFrames(new Uint8Array(64).fill(7), { framing: "mixed" }),
  "frame-cut": () => all(decodeStream([Uint8Array.of(8, 0, 0, 0, 2, 0)])),
  "one-value": () => encodeFrames([1, 2], { framing: "none" }),
  "same-count": async () => save([1], await load(sampleBytes("4.6.3", "mixed.bin"))),
  "settings-hold": () => encodeFrames([[1]], { framing: "ecfg" }),
  "argument-limit": () => encodeFrames(new Array(256).fill(1), { framing: "rpc" }),
  "layer-limit": async () => wrap(encode([1]), new Array(9).fill({ container: "gcpf", compression: "zstd" })),
  "inside-layers": () => load(sampleBytes("4.6.3", "config_encrypted_pass.cfg"), { password: "hunter2" }),
  "holds-values": () => readResource(encode([1])),
  "file-kind": () => load(sampleBytes("4.6.3", "pack.pck")),
  "closest-reading": () => load(fromHex("ff000000ff")),
  improbable: () => load(fromHex("1b0000000100000004000000040000006e616d65")),
  "give-secret": () => load(sampleBytes("4.6.3", "gdec_pass.bin")),
  "stream-size": async () => decompress(await compress(new Uint8Array(9), "zstd"), "zstd", { size: 10 }),
  "stream-leftover": async () => {
    const stream = await compress(new Uint8Array(9), "deflate");
    return decompress(Uint8Array.of(...stream, 1), "deflate");
  },
  "no-compression": () => {
    hideBrotli();
    return load(sampleBytes("4.6.3", "gcpf_brotli_hand.bin"));
  },
  "no-ciphers": () => {
    hideCiphers();
    return load(sampleBytes("4.6.3", "gdec_pass.bin"), { password: "x" });
  },
  "cannot-encode": () => encode(Symbol("x")),
  "dialect-lacks": () => encode(new Vector4(), { dialect: "godot-3" }),
  "dialect-ints": () => encode(2 ** 40, { dialect: "godot-2" }),
  "full-objects": () => encode(new GodotObject("Node", [])),
  "no-undefined": () => encode([undefined]),
  expected: () => encode(new StringName(5 as never)),
  "field-type": () => encode(new RID(5 as never)),
  "container-type-kind": () => encode(new VariantArray([], { kind: "none" } as never)),
  "missing-part": () => encode(Object.assign(new Rect2(), { toArray: null })),
  "component-type": () => encode(new Vector2("x" as never, 1)),
  "data-length": () => encode(Object.assign(new PackedVector2Array(), { data: new Float32Array(3) })),
  "no-such-type": () => encode(new VariantArray([], { kind: "builtin", type: "none" as never })),
  "int-bits": () => encode(2n ** 70n),
  "half-surrogate": () => encode("\ud800"),
  "nul-in-text": () => encode("a\0"),
  "place-takes": () => opened().set("a", "text"),
  "element-takes": () => opened(new Uint8Array(2)).set([0], 256),
  "no-such-float": () => typedValue("9007199254740993", "godot-4", { type: "float", value: 1.5 }),
  "pass-type": () => opened().replaceType("a", "Vector2"),
  "declared-types": () => open(encode(new VariantArray([1n], int), exact)).append("", "text"),
  "index-range": () => opened().insert("list[9]", 1),
  "key-exists": () => opened().insert("a", 1),
  "no-end": () => opened().append("b", 1),
  "whole-value": () => opened().delete(""),
  "no-key": () => opened().rename("list[0]", "x"),
  "into-itself": () => opened().move("b", "b.d"),
  "nothing-there": () => opened().delete("nothing"),
  "use-insert": () => opened().set("nothing", 1),
  "no-container": () => opened().insert("a.x", 1),
  "stale-node": () => {
    const document = opened();
    const node = document.node("a");
    document.set("a", 2);
    return node?.key;
  },
  "path-syntax": () => parsePath("a["),
  "line-column": () => parseText("[1,,2]"),
  "color-digits": () => parseText("[#ff]"),
  "empty-subname": () => parseText('NodePath("a::b")'),
  "part-of-key": () => new ConfigFile("[a]\nx=1 # note\ny=2\n"),
  "mark-in-key": () => new ConfigFile("\ufeff[a]\nx=1\n"),
  "escape-in-file": () => new ConfigFile('a="\\u00e9"\n').get("", "a"),
  "section-name": () => new ConfigFile("").set("a\nb", "key", 1),
  "json-expected": json("tru"),
  "json-cut": json("[1,"),
  "json-leftover": json("1 2"),
  "json-string": json('"\\x"'),
  "json-open-string": json('"a'),
  "json-holds": () => readSavedText('{"a":1}')?.write([new Vector2(1, 2)]),
  "lines-damaged": () => readSavedText('{"a": 1}\n{"b"'),
  "lines-hold": () => readSavedText("[1]\n[2]")?.write([]),
  "fits-not-declared": () =>
    new ConfigFile().set("", "a", new VariantArray(["x"], { kind: "builtin", type: "int" })),
  "old-rid": () => new ConfigFile().set("", "a", new RID(5n), { engine: "3.6" }),
  "reference-in-text": () => new ConfigFile().set("", "a", new GodotObject("ExtResource", [["id", "1"]])),
  "config-holds": () => readSavedText("[a]\nb=1\n")?.write([5n]),
  "text-lacks": () => toText(new Signal("pressed", 5n), { engine: "3.6" }),
  "engine-text": () => new ConfigFile("").set("a", "b", new Signal("pressed", 5n)),
  "not-in-old-text": () => new ConfigFile("[a]\nb=1\n", { dialect: "godot-3" }).setText("a", "b", '&"x"'),
  "resource-objects": async () => {
    const file = await resourceAt("save.tres");
    file.resources[0]?.properties.set("at", new GodotObject("Node", [["name", "x"]]));
    await writeResource(file);
  },
  "resource-field": async () =>
    addResource(await resourceAt("save.tres"), { type: "Texture2D", path: "res://a.png", uid: 'x"' }),
  "resource-used": async () => {
    const file = await resourceAt("save.tres");
    removeResource(file, file.resources[0] as never);
  },
  "no-format": () => readResource(Buffer.from('[gd_resource type="A"]\n[resource]\n')),
  "resource-version": () => readResource(Buffer.from('[gd_resource type="A" format=1]\n[resource]\n')),
  "id-twice": () => {
    const section = '[sub_resource type="A" id="1"]\n';
    return readResource(Buffer.from(`[gd_resource type="A" format=3]\n${section.repeat(2)}[resource]\n`));
  },
  "attribute-form": () => readResource(Buffer.from("[gd_resource type=5 format=3]\n[resource]\n")),
  "not-read-here": () => readResource(Buffer.from('[gd_resource type="X" format=3]\n[other]\n')),
  "no-main-section": () => readResource(Buffer.from('[gd_resource type="X" format=3]\n')),
  "header-needs": () => readResource(Buffer.from("[gd_resource format=3]\n[resource]\n")),
  "resource-unlisted": () =>
    readResource(Buffer.from('[gd_resource type="A" format=3]\n[resource]\na = SubResource("7")\n')),
  "resource-holds": async () => takeValue(await resourceAt("save.tres"), new Dictionary()),
  "json-notation": () => parseJson('{"$none": 1}', exactBuilder),
  "lost-class": () => restore({ x: 1, y: 2 }),
  "left-out": async () => {
    const strip = { version: 1, vendor: "test", validate: () => ({ value: [{}, {}] }) } as const;
    const loaded = await load(encodeFrames([[{ a: 1 }, { a: 2 }]]), { schema: { "~standard": strip } });
    return save([[{}]], loaded);
  },
  "type-was": () => encode("1", { like: encode(1), strict: true }),
  "null-or-nan": () => fromPlainJSON("null", { like: encode(0.5) }),
  "not-old-type": json('{"x": 1}', encode(new Vector2(1, 2))),
  "equal-keys": json(
    '{"1": 3}',
    encode(
      new Dictionary([
        [1n, 1],
        ["1", 2],
      ]),
      exact,
    ),
  ),
  "native-value": () => fromNative(5),
  "native-prefix": () => fromNative("text"),
  "not-in-godot-4": () => toNative(new Image(0, 0, 1, 1, new Uint8Array(1))),
  "schema-message": () =>
    decode(encode(1), {
      schema: {
        "~standard": { version: 1, vendor: "test", validate: () => ({ issues: [{ message: "No." }] }) },
      },
    }),
  // These reset the modules, after which modules that load on demand cannot be found. They must come last.
  "no-webassembly": async () => {
    vi.stubGlobal("WebAssembly", undefined);
    vi.resetModules();
    return (await import("../../../js/index.js")).encode(1);
  },
  "compile-refused": async () => (await freshSlim()).init(new Uint8Array(8)),
  "other-build": async () => (await freshSlim()).init(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)),
  "call-init": async () => (await freshSlim()).encode(1),
  "pass-wasm-bytes": async () => (await freshSlim()).init(new Response("", { status: 404 })),
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Advice {
  readonly code: string;
  readonly args: readonly unknown[];
  readonly text: string;
}

/** Does not use `instanceof`, because fresh modules have their own VariantError. */
async function hintsOf(run: () => unknown): Promise<{ hint: string; hints: readonly Advice[] }> {
  try {
    await run();
  } catch (error) {
    return error as { hint: string; hints: readonly Advice[] };
  }
  throw new Error("nothing was thrown");
}

test.each(Object.keys(hints) as HintCode[])("hint %s", async (code) => {
  const { hint, hints: found } = await hintsOf(hints[code]);
  expect(found.map((one) => one.code)).toContain(code);
  expect(hint).toBe(found.map(({ text }) => text).join(" "));
  for (const { text, args } of found) {
    expect(text).toMatch(/\.$/);
    expect(text).not.toMatch(/undefined(?!\. Write)|\[object|NaN/);
    expect(structuredClone(args)).toEqual(args);
  }
});

const hintsOfFrames = (bytes: Uint8Array) => errorOf(() => decodeFrames(bytes)).hints.map(({ code }) => code);

test.each([
  "gcpf_zstd_small.bin",
  "gdec_pass.bin",
  "config_plain.cfg",
  "json_save_lines.save",
  "store_var_big_endian.bin",
])("decodeFrames names load for %s", (name) => {
  expect(hintsOfFrames(sampleBytes("4.6.3", name))).toEqual(["frame-cut", "try-load"]);
});

test("and recover for a cut file", () => {
  const bytes = sampleBytes("4.6.3", "store_var_all.bin");
  expect(hintsOfFrames(bytes.subarray(0, bytes.length / 8))).toEqual(["frame-cut", "try-recover"]);
});

test("a frame that cannot be read is not taken for a file", () => {
  const frames = encodeFrames([{ a: 1 }, { a: 2 }]);
  frames[frames.length / 2 + 4] = 200;
  expect(errorOf(() => decodeFrames(frames))).toMatchObject({ code: "unknown-type", hints: [] });
});

test.each([
  [
    "Vector4",
    "godot-3",
    new Vector4(),
    "godot-3 cannot hold a Vector4. To write the nearest value, encode for a dialect that can, and use convert.",
  ],
  ["Object", "godot-2", new GodotObject("Node", []), "godot-2 cannot hold an Object."],
  ["id of an Object", "godot-2", new EncodedObjectAsID(5n), "godot-2 cannot hold an Object."],
  [
    "RID",
    "docs-001",
    new RID(5n),
    "docs-001 cannot hold an RID. To write the nearest value, encode for a dialect that can, and use convert.",
  ],
  ["int", "godot-2", 2 ** 40, "Ints of godot-2 have 32 bits."],
] as const)("a dialect that cannot hold a value is named with its type: %s", (_, dialect, value, text) => {
  const write = (option: object) =>
    errorOf(() => encode({ list: [1, value] }, { ...option, dialect, fullObjects: true }));
  expect(write({})).toMatchObject({ path: "list[1]", hint: text });
  expect(write({ like: { value: null } })).toMatchObject({ path: "list[1]", hint: text });
});

test("the text of an engine that lacks a type is named, not a dialect", () => {
  expect(errorOf(() => toText([new Signal()], { engine: "3.2" })).hint).toBe(
    "This form of text holds no Signal.",
  );
});

test.each([{ limits: { elements: 2 } }, { limits: { elements: 3 } }])(
  "a limit does not mean a length: %j",
  (options) => {
    // 28 is the id of Array and the number of the other bytes.
    const bytes = encode([1, 2, 3]);
    expect(errorOf(() => decode(bytes, options)).hints.map(({ code }) => code)).toEqual(["raise-limit"]);
  },
);

test.each([
  ["a Dictionary", (clone: unknown) => clone, "at"],
  ["its entry", (clone: unknown) => [{}, clone], "at[1]"],
  ["its key", (clone: unknown) => new Map([[clone, 1]]), "at"],
])("a cloned Dictionary is called one: %s", (_, around, path) => {
  const [dictionary] = decode(encode([{ a: 1 }, { a: 2 }, { a: 3 }]), exact) as Variant[];
  const at = around(structuredClone(dictionary));
  expect(errorOf(() => encode({ at }))).toMatchObject({
    code: "unsupported-value",
    path,
    hints: [{ code: "lost-class", args: ["Dictionary"] }],
  });
});

test("damage without another reading names recover", () => {
  const damaged = encode({ name: "Ada", list: [1, 2] });
  damaged.fill(255, 24, 28);
  expect(errorOf(() => decode(damaged))).toMatchObject({
    code: "bad-length",
    hints: [{ code: "try-recover" }],
  });
});

test("renaming a key of a ConfigFile says what is in the way", () => {
  const config = new ConfigFile("[a]\nx=1\ny=2\n");
  expect(errorOf(() => config.rename("a", "z", "w")).hints).toMatchObject([{ code: "nothing-there" }]);
  expect(errorOf(() => config.rename("a", "x", "y")).hints).toMatchObject([{ code: "key-exists" }]);
});
