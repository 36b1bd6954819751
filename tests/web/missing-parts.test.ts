// The page loads most of its parts on demand. What happens when one does not arrive.
import { afterEach, describe, expect, test } from "vitest";
import { decode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";
const sentence = "A part of this page could not be loaded.";

describe.skipIf(!hasBrowser)("a part of the page that does not arrive", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  // The browser reports each request that failed.
  afterEach(() => {
    const failed = visit.problems.splice(0);
    expect(failed.length).toBeGreaterThan(0);
    for (const problem of failed) expect(problem).toMatch(/^Failed to load resource/);
  });

  /** Loses the requests for a part of the page until the returned function is called. */
  async function lose(part: string): Promise<() => Promise<void>> {
    const scripts = new RegExp(`/assets/${part}-[^/]*\\.js$`);
    await visit.page.route(scripts, (route) => route.abort());
    return () => visit.page.unroute(scripts);
  }

  test("is loaded when the person tries again, in place of a dialog", async () => {
    const { page } = visit;
    const arrive = await lose("dialogs");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    const alert = page.getByRole("alert").filter({ hasText: sentence });
    await alert.waitFor();
    await arrive();
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await alert.count()).toBe(0);
  });

  test("leaves the edits of a file that could not be saved for want of it", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.level");
    await visit.edit("77");
    const arrive = await lose("output");
    await page.keyboard.press("Control+s");
    await page.locator(".message.error", { hasText: sentence }).waitFor();
    await arrive();
    expect(decode(await visit.save("godot-4.6.3.bin"))).toMatchObject({ player: { level: 77 } });
  });
});
