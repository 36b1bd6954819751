// Saves that are text: numbers of JSON, and texts in UTF-16.
import { describe, expect, test } from "vitest";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe.skipIf(!hasBrowser)("a save that is text", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("a number of JSON becomes any number, and nothing else", async () => {
    const { page } = visit;
    await visit.openBytes("save.json", bytesOf('{"gold": 42, "luck": 0.5,  "name": "Mira"}\n'));
    await visit.go("gold");
    await visit.edit("42.5");
    await expect.poll(() => visit.valueOf("gold")).toBe("42.5");
    await visit.go("luck");
    await visit.edit("1");
    await expect.poll(() => visit.valueOf("luck")).toBe("1");
    expect(textOf(await visit.save("save.json"))).toBe('{"gold": 42.5, "luck": 1,  "name": "Mira"}\n');
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => visit.valueOf("gold")).toBe("42");
    expect(textOf(await visit.save("save.json"))).toBe('{"gold": 42, "luck": 0.5,  "name": "Mira"}\n');
  });

  test("text in UTF-16 is named, with what helps", async () => {
    const text = '\uFEFF{"gold": 42}';
    const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
    await visit.drop({ name: "save.json", bytes });
    await visit.page.getByText("save.json cannot be opened").waitFor();
    await visit.page.getByText(/It is text in UTF-16, .*save it as UTF-8/).waitFor();
  });

  test("a text resource behind comments opens, and keeps them", async () => {
    const text =
      '; made by hand\n\n[gd_resource type="Resource" format=3]\n\n[resource]\nresource_name = "ok"\n';
    await visit.openBytes("save.tres", bytesOf(text));
    await visit.openAll();
    await visit.row("resource_name").first().click();
    await visit.settled();
    await visit.edit("new");
    expect(textOf(await visit.save("save.tres"))).toBe(text.replace('"ok"', '"new"'));
  });
});
