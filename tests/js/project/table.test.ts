// The generated tables are fresh, consistent, and match the documents. See also docs.test.ts and readme.test.ts.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as all from "../../../js/index.js";
import { decode, encode } from "../../../js/index.js";
import {
  components,
  dialectDescriptions,
  dialectNumbers,
  errorCodes,
  errorSentences,
  lossCodes,
  lossSentences,
  Type,
  typeNames,
  typesOfOthers,
  warningCodes,
  warningSentences,
} from "../../../js/table/table.gen.js";
import { origins } from "../fixtures.js";

const root = new URL("../../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");
const spec = JSON.parse(text("cpp/spec/variant.json")) as { dialects: object };

test("the generated files are fresh", () => {
  const args = [fileURLToPath(new URL("cpp/spec/generate.mjs", root)), "--check"];
  expect(() => execFileSync(process.execPath, args, { stdio: "pipe" })).not.toThrow();
});

describe("dialects", () => {
  const names = dialectDescriptions.map(({ name }) => name);

  test("match the table in number and order; godot-4 is the newest", () => {
    expect(names).toEqual(Object.keys(spec.dialects));
    for (const [number, name] of names.entries()) expect(dialectNumbers[name]).toBe(number);
    expect(dialectNumbers["godot-4"]).toBe(dialectNumbers["godot-4.4"]);
  });

  test("are in the first table of docs/DIALECTS.md, and nothing else is", () => {
    const table = text("docs/DIALECTS.md").split("## The table")[1]?.split("\n## ")[0] ?? "";
    const rows = Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name);
    expect(rows).toEqual(names);
  });

  test("each reads its own encoding", () => {
    for (const dialect of Object.keys(dialectNumbers) as (keyof typeof dialectNumbers)[]) {
      const value = [null, true, 5, 0.5, "text", { key: [1] }];
      expect(decode(encode(value, { dialect }), { dialect })).toEqual(value);
    }
  });

  test("each has fixtures, except rebel, which has the bytes of godot-3", () => {
    const tested = new Set(origins.map(({ dialect }) => String(dialect)));
    expect(names.filter((name) => !tested.has(name))).toEqual(["rebel"]);
    const value = { a: [1, 2 ** 40, 0.1, "x"], b: new Int32Array([1]) };
    expect(encode(value, { dialect: "rebel" })).toEqual(encode(value, { dialect: "godot-3" }));
  });
});

test("a dialect is only data, even one with unused ids", () => {
  const copy = mkdtempSync(join(tmpdir(), "godot-variant-table-"));
  const folders = [
    "cpp/include/godot_variant",
    "cpp/spec",
    "cpp/src",
    "cpp/wasm",
    "docs",
    "js",
    "scripts",
    "web-demo/src/values",
  ];
  for (const folder of folders) cpSync(new URL(folder, root), join(copy, folder), { recursive: true });
  const path = join(copy, "cpp/spec/variant.json");
  const changed = JSON.parse(readFileSync(path, "utf8")) as { dialects: Record<string, object> };
  changed.dialects.holes = {
    about: "ids without a type",
    label: "Holes",
    types: ["Nil", null, "int", null, "Array"],
    type_mask: "0x000000ff",
    integers: "narrowest",
    floats: "narrowest",
    reals: "always_32",
  };
  writeFileSync(path, JSON.stringify(changed));
  execFileSync(process.execPath, [join(copy, "cpp/spec/generate.mjs")], { stdio: "pipe" });
  const tables = readFileSync(join(copy, "cpp/src/dialect/tables.gen.inc"), "utf8");
  const rows = tables
    .split("rows_of_holes[] = {")[1]
    ?.split("};\n")[0]
    ?.match(/Layout::\w+/g);
  rmSync(copy, { recursive: true });
  expect(rows).toEqual(["empty", "unknown", "integer", "unknown", "array"].map((name) => `Layout::${name}`));
});

describe("types", () => {
  test("have Godot 4's order, followed by types of other engines", () => {
    expect(typeNames.slice(-typesOfOthers.length)).toEqual(typesOfOthers);
    for (const [number, name] of typeNames.entries()) expect(Type[name]).toBe(number);
    expect(components).toHaveLength(typeNames.length);
  });

  test("of vectors have a class with as many numbers as in the table", () => {
    const classes = all as unknown as Record<string, new () => { toArray?: () => number[]; stride?: number }>;
    const counted = typeNames.filter((name) => (components[Type[name]] as number) > 1);
    expect(counted.length).toBeGreaterThan(18);
    for (const name of counted) {
      const owner = classes[name] as new () => { toArray?: () => number[]; stride?: number };
      const value = new owner();
      expect(value.stride ?? value.toArray?.().length, name).toBe(components[Type[name]]);
    }
  });
});

describe("codes", () => {
  test("are complete sentences", () => {
    const sentences = { ...errorSentences, ...warningSentences, ...lossSentences };
    for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Z].*\w\S*\.$/);
    for (const list of [errorCodes, warningCodes, lossCodes]) expect(new Set(list).size).toBe(list.length);
  });
});
