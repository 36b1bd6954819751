// The definitions of docs/formats for Kaitai Struct: compiled, and run over what engines wrote. ImHex cannot run here; tests/js/project/formats.test.ts
// checks the structure of its patterns.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { decode, type Variant } from "../../js/index.js";
import { root } from "../js/command-line.js";
import { type Canonical, canonical, inJavaScript } from "../js/fixture-notation.js";
import { exactOptions, fromHex, type Line, linesOf, origins } from "../js/fixtures.js";
import { npm, npmPatience } from "../js/npm.js";
import { Notation, type Read } from "./kaitai-notation.js";

const folder = join(root, "build/formats");
const packages = ["kaitai-struct-compiler@0.11.0", "kaitai-struct@0.11.0", "yaml@2.8.1"];
const definitions = { 3: "godot_variant_3", 4: "godot_variant_4" } as const;
type Generation = keyof typeof definitions;

interface Stream {
  pos: number;
  readonly size: number;
  readonly _dataView: DataView;
  ensureBytesLeft(count: number): void;
}
type Reader = (new (stream: Stream) => Read) & { TypeId: Record<string, number> };

const readers = new Map<Generation, Reader>();
let streamOf: (bytes: Uint8Array<ArrayBuffer>) => Stream;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  npm(folder, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...packages);
  const load = createRequire(join(folder, "package.json"));
  const yaml = load("yaml") as { parse(text: string): unknown };
  const compiler = load("kaitai-struct-compiler") as {
    compile(language: string, definition: unknown): Promise<Record<string, string>>;
  };
  for (const [generation, name] of Object.entries(definitions)) {
    const text = readFileSync(join(root, `docs/formats/${name}.ksy`), "utf8");
    const compiled = await compiler.compile("javascript", yaml.parse(text));
    const [className] = Object.keys(compiled).map((file) => file.replace(".js", "")) as [string];
    writeFileSync(join(folder, `${className}.cjs`), compiled[`${className}.js`] as string);
    const module = load(`./${className}.cjs`) as Record<string, Reader>;
    readers.set(Number(generation) as Generation, module[className] as Reader);
  }
  const KaitaiStream = load("kaitai-struct/KaitaiStream") as new (bytes: ArrayBuffer) => Stream;
  streamOf = (bytes) => new (withExactIntegers(KaitaiStream))(bytes.slice().buffer);
}, 300_000);

/** Kaitai's JavaScript reads 64-bit integers as rounded numbers; these are bigints, so that every bit is compared. */
function withExactIntegers(KaitaiStream: new (bytes: ArrayBuffer) => Stream) {
  return class extends KaitaiStream {
    private eight(read: (at: number) => bigint): bigint {
      this.ensureBytesLeft(8);
      this.pos += 8;
      return read(this.pos - 8);
    }
    readS8le(): bigint {
      return this.eight((at) => this._dataView.getBigInt64(at, true));
    }
    readU8le(): bigint {
      return this.eight((at) => this._dataView.getBigUint64(at, true));
    }
  };
}

/** Type names by id, from what the dialect decodes: the reader's own names say only how Kaitai spells them. */
function namesOf(dialect: string): Record<number, string> {
  const table = JSON.parse(readFileSync(join(root, "cpp/spec/variant.json"), "utf8")) as {
    dialects: Record<string, { extends?: string; types?: string[]; add?: string[] }>;
  };
  const typesOf = (name: string): string[] => {
    const { extends: base, types, add = [] } = table.dialects[name] as (typeof table.dialects)[string];
    return [...(types ?? typesOf(base as string)), ...add];
  };
  return { ...typesOf(dialect) };
}

/** Kaitai hands over floats as its language has them, where one NaN is like another. */
const withoutBits = (value: Canonical): Canonical =>
  JSON.parse(JSON.stringify(value).replaceAll(/"nan:[0-9a-f]+"/g, '"nan"')) as Canonical;

/**
 * Without a flag, nothing in the bytes says that numbers are wide; and the newest dialect of Godot 4 gives a meaning to bits that the older ones
 * ignore and never write. docs/formats/README.md says both.
 */
const isBeyond = ({ real, name }: Line) => real === "double" || name.includes("kind bits, which");

const engines = origins.filter(({ dialect }) => /^godot-[34]/.test(dialect));
test(
  "there are fixtures of both generations",
  () => {
    expect(new Set(engines.map(({ dialect }) => dialect[6]))).toEqual(new Set(["3", "4"]));
  },
  npmPatience,
);

function read(generation: Generation, bytes: Uint8Array<ArrayBuffer>) {
  const stream = streamOf(bytes);
  const value = new (readers.get(generation) as Reader)(stream);
  return { value, size: stream.pos };
}

describe.each(engines)("$folder", ({ folder: origin, dialect }) => {
  const generation = Number(dialect[6]) as Generation;
  const names = namesOf(generation === 4 ? "godot-4.4" : "godot-3");
  const lines = linesOf(`${origin}/values.jsonl`).filter((line) => !isBeyond(line));

  test.each(lines)("$name", (line: Line) => {
    const bytes = fromHex(line.bytes);
    const { value, size } = read(generation, bytes);
    expect(size).toBe(bytes.length);
    // Kaitai's decoder of UTF-8 replaces encoded surrogates.
    if (line.surrogates) return;
    const form = withoutBits(new Notation(names, line.full_objects ?? false).of(value));
    expect(form).toEqual(withoutBits(inJavaScript(line.value as Canonical)));
    const ours = decode(bytes, exactOptions(line, dialect)) as Variant;
    expect(form).toEqual(withoutBits(canonical(ours)));
  });
});
