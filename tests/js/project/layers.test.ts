// scripts/layers.mjs finds imports against the order of folders, and circular imports, in both languages.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { faultsIn } from "../../../scripts/layers.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const tree = "build/layers-test";

function faultsOf(files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, tree, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return faultsIn(tree, ["src/low", "src/high"]);
}

afterEach(() => rmSync(join(root, tree), { recursive: true, force: true }));

test("allows imports from the same folder and from folders below", () => {
  const faults = faultsOf({
    "src/low/a.ts": 'import { b } from "./b.js";',
    "src/low/b.ts": 'import { readFile } from "node:fs";',
    "src/high/c.ts": 'export * from "../low/a.js";',
    "src/low/a.h": "#include <vector>",
    "src/high/c.cpp": '#include "low/a.h"',
  });
  expect(faults).toEqual([]);
});

test.each([
  ["an import", "ts", 'import {\n  c,\n} from "../high/c.js";', 3],
  ["a type import", "ts", 'import type { C } from "../high/c.js";', 1],
  ["an export", "ts", '\nexport { c } from "../high/c.js";', 2],
  ["a dynamic import", "ts", 'const c = await import("../high/c.js");', 1],
  ["the type of a module", "ts", 'let c: typeof import("../high/c.js");', 1],
  ["an import for its effects", "tsx", 'import "../high/c.js";', 1],
  ["an include", "h", '#pragma once\n#include "high/c.h"', 2],
  ["an include beside the file", "cpp", '#include "../high/c.h"', 1],
])("%s from a folder above is found", (_, ending, text, line) => {
  const target = /^tsx?$/.test(ending) ? "ts" : "h";
  const faults = faultsOf({ [`src/low/a.${ending}`]: text, [`src/high/c.${target}`]: "" });
  expect(faults).toEqual([
    `${tree}/src/low/a.${ending}:${line}: imports ${tree}/src/high/c.${target} from a folder above`,
  ]);
});

test("finds circular imports, including type imports and includes", () => {
  const faults = faultsOf({
    "src/low/a.ts": 'import { b } from "./b.js";',
    "src/low/b.ts": '\nimport type { A } from "./a.js";',
    "src/low/a.h": '#include "low/b.h"',
    "src/low/b.h": '#include "low/c.h"',
    "src/low/c.h": '#include "low/a.h"',
  });
  expect(faults).toHaveLength(2);
  const [a, b] = [`${tree}/src/low/a`, `${tree}/src/low/b`];
  expect(faults).toContain(`${a}.ts:1 → ${b}.ts:2 → ${a}.ts: import each other in a circle`);
  expect(faults).toContain(
    `${a}.h:1 → ${b}.h:1 → ${tree}/src/low/c.h:1 → ${a}.h: import each other in a circle`,
  );
});

test("finds a file in an unlisted folder", () => {
  expect(faultsOf({ "src/new/a.ts": "" })).toEqual([
    `${tree}/src/new/a.ts: scripts/layers.mjs does not list its folder`,
  ]);
});
