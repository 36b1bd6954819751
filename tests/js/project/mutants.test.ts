// The faults of tests/mutants.json fit the sources, so that `npm run mutants` can put each of them in.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutants } from "../../../scripts/mutants.mjs";

test("every fault replaces a text that occurs once", () => {
  const misplaced = mutants.filter(({ file, text, replacement }) => {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
    return source.split(text).length !== 2 || text === replacement;
  });
  expect(misplaced).toEqual([]);
});
