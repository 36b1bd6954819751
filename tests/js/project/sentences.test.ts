// Every problem has a sentence of its own, in the library and on the page, and no code reads it back.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { placedReason, VariantError } from "../../../js/base/errors.js";
import { hint } from "../../../js/base/hints.js";
import { UserFilesError, userFilesSentences } from "../../../js/html5/user-files-error.js";
import { errorCodes, errorSentences, lossSentences, warningSentences } from "../../../js/table/table.gen.js";

const root = new URL("../../../", import.meta.url);

const entriesOf = <Code extends string>(sentences: Record<Code, string>) =>
  Object.entries(sentences) as [Code, string][];

describe("every code", () => {
  test("has a sentence of its own in plain English", () => {
    for (const family of [errorSentences, warningSentences, lossSentences, userFilesSentences]) {
      const sentences = entriesOf<string>(family);
      expect(new Set(sentences.map(([, sentence]) => sentence)).size).toBe(sentences.length);
      for (const [code, sentence] of sentences) {
        expect(sentence, code).toMatch(/^[A-Z].*\w\S*\.$/);
        if (code.includes("-")) expect(sentence).not.toContain(code);
        expect(sentence, code).not.toMatch(/(?<!there )\b(?:is|are) (?:no|none)\b/i);
      }
    }
    for (const code of errorCodes) {
      const error = new VariantError(code, { offset: 4, path: "hp" });
      expect(error.reason).toBe(errorSentences[code]);
      expect(error.message).toBe(`${code}: ${placedReason(code, error)}`);
    }
    for (const [code, sentence] of entriesOf(userFilesSentences))
      expect(new UserFilesError(code).reason).toBe(sentence);
  });

  test("comes to the page without its code, and with the names that the page shows", async () => {
    // The page knows the package by its name, so its types are other ones.
    const { failureOf } = (await import(`${new URL("web-demo/src/worker/session/failure.ts", root)}`)) as {
      failureOf(error: VariantError): { text: string; hint: string; offset?: number };
    };
    for (const code of errorCodes) expect(failureOf(new VariantError(code)).text).toBe(errorSentences[code]);
    const reason = placedReason("trailing-bytes", { offset: 4 });
    const closest = hint("closest-reading", "godot-4.4", "trailing-bytes", reason);
    expect(failureOf(new VariantError("bad-container", { hints: [closest] })).hint).toBe(
      "As Godot 4.4: Bytes are left over after the value (at byte 4).",
    );
    const fitting = hint("fits-dialects", "none", "godot-3", "rebel");
    expect(failureOf(new VariantError("trailing-bytes", { hints: [fitting] })).hint).toContain(
      "in Godot 3, Rebel.",
    );
    expect(failureOf(new VariantError("unexpected-end", { offset: 4 })).offset).toBe(4);
    // The page shows the offset as that of a byte.
    const inText = failureOf(new VariantError("bad-text", { offset: 4, hints: [hint("line-column", 1, 5)] }));
    expect([inText.offset, inText.hint]).toEqual([undefined, "Line 1, column 5."]);
  });
});

test("no code tells problems apart by regular expressions over their messages", () => {
  const sources = ["js/", "web-demo/src/"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { encoding: "utf8", recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => folder + name),
  );
  expect(sources.length).toBeGreaterThan(200);
  const onMessage =
    /\/[dgimsuy]*\.(?:test|exec)\([^)]*(?:message|reason|hint)\b|\b(?:message|reason|hint)\??\.(?:match|matchAll|search|replace)\(/;
  const found = sources.filter((path) => onMessage.test(readFileSync(new URL(path, root), "utf8")));
  expect(found).toEqual([]);
});
