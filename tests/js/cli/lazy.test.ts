// Large files are decoded while they are printed: the text is the same, and memory stays small.
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { textEngines } from "../../../js/base/choices.js";
import { jsonPieces } from "../../../js/batch/columns/json-pieces.js";
import { lazyValue } from "../../../js/batch/columns/lazy-value.js";
import { flatLines } from "../../../js/cli/json/flat.js";
import { jsonParts } from "../../../js/cli/json/notations.js";
import { textPieces } from "../../../js/cli/output/text-pieces.js";
import { tree } from "../../../js/cli/output/tree.js";
import { type Document, encode, load, open, openFile, toText, Vector4 } from "../../../js/index.js";
import { cli, file, folder, read } from "../command-line.js";
import { valuesAndDocuments } from "../container-files.js";

const texts = {
  tree: (value: never) => tree(value, { full: true, colored: false }),
  plain: (value: never) => jsonParts(value, "plain", "  "),
  exact: (value: never) => jsonParts(value, "exact", ""),
  "cells of batch": (value: never) => jsonPieces(value),
  flat: (value: never) => flatLines([value]),
  ...Object.fromEntries(
    [undefined, ...textEngines].map((engine) => [
      `text of ${engine}`,
      (value: never) => textPieces(value, (part) => toText(part, { mode: "exact", engine })),
    ]),
  ),
};

/** The text, or the error: not every engine can print every type. */
function outcome(print: (value: never) => Iterable<string>, value: unknown): string {
  try {
    return Array.from(print(value as never)).join("");
  } catch (error) {
    return String(error);
  }
}

describe("a value that is decoded piece by piece prints as one that is decoded whole", () => {
  test.each(["3.2.3", "3.6", "4.6.3"])("files of %s", async (engine) => {
    for await (const [value, document] of valuesAndDocuments(engine)) {
      for (const most of [0, 40]) {
        const lazy = lazyValue(document, {}, document.root, most);
        for (const print of Object.values(texts)) expect(outcome(print, lazy)).toBe(outcome(print, value));
      }
    }
  });

  test("keys that are equal", async () => {
    const bytes = encode({ a: 1, b: 2 });
    bytes[bytes.lastIndexOf("b".charCodeAt(0))] = "a".charCodeAt(0);
    const [value] = (await load(bytes, { mode: "exact" })).values;
    const [document] = (await openFile(bytes, { mode: "exact" })).documents as [Document];
    expect((value as Map<string, unknown>).size).toBe(1);
    for (const print of Object.values(texts))
      expect(outcome(print, lazyValue(document, {}, document.root, 0))).toBe(outcome(print, value));
  });
});

/** 39 MB, with many small values: its index takes more than the usual third. */
const large = encode({
  list: Array.from({ length: 250_000 }, () => ({
    name: "Potion of healing",
    hp: 12,
    at: [1.5, 2.5, 3],
    tags: ["red", "rare"],
  })),
  hp: 1,
});
const name = file("large.bin", large);

test("an edit of a large file changes its value and no other byte", async () => {
  const expected = open(large);
  expected.set("hp", 2);
  expect((await cli(["set", "hp", "2", name, "-o", "edited.bin"])).code).toBe(0);
  expect(read("edited.bin").equals(expected.toBytes())).toBe(true);
  expect((await cli(["set", "hp", "1", "edited.bin", "--in-place", "--no-backup"])).code).toBe(0);
  expect(read("edited.bin").equals(large)).toBe(true);
  const again = await cli(["set", "hp", "1", "edited.bin", "--in-place"]);
  expect(again).toMatchObject({ code: 0, stderr: "godot-variant: edited.bin is the same already.\n" });
});

test("a large file that is damaged at its end prints nothing", async () => {
  const cut = file("cut.bin", large.subarray(0, -6));
  for (const command of [["decode"], ["decode", "--json", "plain"], ["text"], ["flat"], ["get", "list"]]) {
    const { code, text, stderr } = await cli([...command, cut]);
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(stderr).toMatch(/unexpected-end/);
  }
});

test("text that only the whole shows to be wrong names the whole path", async () => {
  const list = Array.from({ length: 40_000 }, () => new Vector4(1, 2, 3, 4));
  const file4 = file("vectors.bin", encode({ list: [list, list] }));
  const { code, stderr } = await cli(["text", "--engine", "3.6", file4]);
  expect(code).toBe(1);
  expect(stderr).toContain("path list[0][0]");
});

/** Times the size of the file, beyond what the program takes without one. Measured: 5.1 to 6.1, and 4.7 to 5.6 for the last two; when decoded at once, 9 to 14. */
describe.skipIf(process.platform === "win32")("the memory for a large file", () => {
  file("rss.mjs", "process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)))");
  const peak = async (...args: string[]) => {
    const output = openSync("/dev/null", "w");
    const { code, stderr } = await cli(args, { first: join(folder, "rss.mjs"), output });
    closeSync(output);
    expect(code).toBe(0);
    return Number(/\d+$/.exec(stderr)?.[0]) * 1024;
  };
  test.each([
    [["decode", "--json", "plain"], 8],
    [["text"], 8],
    [["info"], 8],
    [["get", "list"], 8],
    [["get", "hp"], 7],
    [["set", "hp", "2", "-o", "out.bin"], 7],
  ] as const)("%j", async (command, times) => {
    const idle = await peak("decode", file("small.bin", encode(1)));
    const used = (await peak(...command, name)) - idle;

    expect(used).toBeLessThan(times * large.length);
  });
});
