// The sentences of errors on the page: one of its own for each code, in terms of the page instead of the package.
import { expect, test } from "vitest";
import { type HintCode, hint, hintCodes } from "../../js/base/hints.js";
import { errorCodes } from "../../js/table/table.gen.js";
import { failureOf } from "../../web-demo/src/worker/session/failure.js";

// The page's own error class, which is the one of the package.
const { VariantError } = await import("godot-variant");

test("every error code has a sentence of its own", () => {
  const sentences = errorCodes.map((code) => failureOf(new VariantError(code)).text);
  expect(new Set(sentences).size).toBe(errorCodes.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*[\w/]\.$/);
});

/** Names of the package, of its options and of its calls. */
const ofThePackage =
  /\bPass\b|\blimits\.|\w+: (?:true|false|")|\binit\(|decodeFrames|recoverFile|replaceType|\bUse (?:set|insert)\b|`await|slim\b/;

test.each(hintCodes)("the hint %s names nothing of the package", (code) => {
  const made = (hint as (code: HintCode, ...args: unknown[]) => never)(code, "7", "7", "7");
  const { hint: said } = failureOf(new VariantError("bad-container", { hints: [made] }));
  expect(said).not.toMatch(ofThePackage);
});
