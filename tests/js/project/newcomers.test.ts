// What a newcomer relies on: every file says in its first line what it is for.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A sentence, or the documentation of the only thing in the file; in C++, the header of the same name says it. */
function says(path: string, first: string): boolean {
  if (path.endsWith(".gd")) return /^# \S/.test(first);
  if (new RegExp(`["/]${basename(path, ".cpp")}\\.h"$`).test(first)) return true;
  return /^(\/\/ \S|\/\*\*)/.test(first);
}

test("every source file begins with a sentence", () => {
  const files = ["cpp", "js", "scripts", "tests/engine", "tests/fuzz"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => /\.(ts|mjs|cpp|h|gd)$/.test(path) && !/(wasm[^/]*|glue)\.gen\./.test(basename(path)));
  expect(files.length).toBeGreaterThan(400);
  const silent = files.filter((path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return !says(path, lines.find((line) => !line.startsWith("#!")) ?? "");
  });
  expect(silent).toEqual([]);
});
