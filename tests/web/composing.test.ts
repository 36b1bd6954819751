// Letters that are composed of several keys, as in Japanese: the keys that end that do nothing else.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("composing a text", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("ends by Enter without sending it, and by Escape without discarding it", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ name: "Mira" }));
    await visit.go("name");
    await page.locator("[role=tree]").focus();
    await visit.press("F2");
    const field = page.locator(".in-place input");
    await field.waitFor();
    const input = await page.context().newCDPSession(page);
    const composed = { selectionStart: 2, selectionEnd: 2, text: "にほ" };
    for (const key of ["Enter", "Escape"]) {
      await input.send("Input.imeSetComposition", composed);
      await visit.press(key);
      await visit.settled();
      expect(await field.count()).toBe(1);
      await input.send("Input.insertText", { text: "日本" });
    }
    expect(await field.inputValue()).toBe("日本日本");
    await visit.press("Enter");
    await field.waitFor({ state: "detached" });
    expect(decode(await visit.save("a.bin"))).toEqual({ name: "日本日本" });
  });
});
