// What the top-level values of a file refuse, and say so.
import { describe, expect, test } from "vitest";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("top-level values", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("say that they cannot be deleted, cut, duplicated or moved", async () => {
    const { page } = visit;
    const bytes = fixture("saves/godot-4.6.3.bin");
    await visit.openBytes("save.bin", bytes);
    await visit.go("value");
    const moves = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => `Alt+${key}`);
    for (const key of ["Delete", "Control+d", "Control+x", ...moves]) {
      await page.locator("[role=tree]").focus();
      await page.keyboard.press(key);
      const said = page.locator(".message.error", { hasText: "The values of a file stay where they are." });
      await said.waitFor();
      await said.getByRole("button", { name: "Close" }).click();
      await said.waitFor({ state: "detached" });
    }
    expect(await visit.save("save.bin")).toEqual(bytes);
  });
});
