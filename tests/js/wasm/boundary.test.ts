// Checks docs/BOUNDARY.md against the code: its tables are complete and match the module's exports and records.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as contract from "../../../js/table/boundary.gen.js";
import "../../../js/index.js";
import { withCodec } from "../../../js/wasm/codec-instance.js";

const text = readFileSync(new URL("../../../docs/BOUNDARY.md", import.meta.url), "utf8");

/** The cells of a section's table, row by row, without the header. Fails if the section is not exactly one table. */
function rowsOf(section: string): string[][] {
  const [, content = ""] = text.split(new RegExp(`<!-- (?:generated|end): ${section} -->`));
  const lines = content.trim().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^\|.*\|$/);
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
  );
}

interface Fields {
  readonly length: number;
  readonly [name: string]: number;
}

/** Names that are documented as numbers from 0, with the code's own numbers. */
const numbered: [section: string, code: { readonly [name: string]: number }][] = [
  ["exchange", contract.slot],
  ["fileBlock", contract.fileSlot],
  ["operations", contract.operation],
];

const records = Object.entries(contract)
  .filter(([name]) => name.endsWith("Record"))
  .map(([name, fields]) => [name.replace(/Record$/, ""), fields as Fields] as const);

describe("docs/BOUNDARY.md", () => {
  test("names every function that the module exports, and no other", () => {
    const documented = rowsOf("calls").map(([signature = ""]) => signature.replace(/\(.*/, ""));
    const imported = rowsOf("imports").map(([signature = ""]) => signature.replace(/\(.*/, ""));
    const exported = withCodec(({ glue }) =>
      Object.entries(glue)
        .filter(([name, value]) => typeof value === "function" && !isEmscriptens(name))
        .map(([name]) => name),
    );
    expect(exported.sort()).toEqual([...documented, ...imported].sort());
  });

  test.each(numbered)("has the numbers of %s", (section, code) => {
    const rows = rowsOf(section);
    expect(rows.map(([number, name]) => [name, Number(number)])).toEqual(Object.entries(code));
    expect(rows.map(([number]) => Number(number))).toEqual(rows.map((_, i) => i));
  });

  test("has the bits of the flags", () => {
    const rows = rowsOf("flags").map(([bit, name]) => [name, Number(bit)]);
    expect(rows).toEqual(Object.entries(contract.flag));
    expect(rows.map(([, bit]) => bit)).toEqual(rows.map((_, i) => 1 << i));
  });

  test("has the words of every record", () => {
    const rows = rowsOf("records").map(([name, words = ""]) => [
      name,
      words.replaceAll("`", "").split(" · "),
    ]);
    const code = records.map(([name, { length, ...fields }]) => {
      expect(Object.values(fields)).toEqual(Array.from({ length }, (_, i) => i));
      return [name, Object.keys(fields)];
    });
    expect(rows.sort()).toEqual(code.sort());
  });

  test("has the marks of the tape", () => {
    expect(rowsOf("tape").map(([name, value]) => [name, Number(value)])).toEqual(
      Object.entries(contract.tape),
    );
  });
});

/** Exports of Emscripten's own JavaScript. */
function isEmscriptens(name: string): boolean {
  return name.startsWith("__") || ["run", "instantiateWasm", "inspect", "printErr"].includes(name);
}
