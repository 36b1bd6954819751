// Copy, paste and delete where the browser has no clipboard, or where their code comes later than the key.
import { describe, expect, test } from "vitest";
import { decode, encode, toText, type Variant, VariantArray } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;
const list = (...values: Variant[]) => new VariantArray(values) as unknown as Variant;

describe.skipIf(!hasBrowser)("values", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const tree = () => visit.page.locator("[role=tree]");
  const open = async (name: string, value: Variant) => {
    await visit.openBytes(name, encode(value, exact));
    await visit.openAll();
  };
  const saved = async (name: string) => toText(decode(await visit.save(name), exact), exact);

  test.each([
    ["Firefox before 125, which does not tell what it holds", true],
    ["a page that did not come over https, which has none", false],
  ])("are copied in the page beside the clipboard of %s", async (_, hasClipboard) => {
    const { page } = visit;
    await page.evaluate((hasClipboard) => {
      Reflect.deleteProperty(window, "ClipboardItem");
      const value = hasClipboard ? { writeText: async () => {} } : undefined;
      Object.defineProperty(navigator, "clipboard", { value });
    }, hasClipboard);
    await page.getByRole("button", { name: "From the clipboard" }).click();
    await page.getByText("does not let the page read the clipboard. Press Ctrl+V.").waitFor();
    await open("a.bin", list(1n, 2n));
    await visit.row("1").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Copy/ }).first().click();
    await page.getByText(hasClipboard ? "Copied 1 value" : /Copied 1 value, for this page only/).waitFor();
    await visit.row("0").click({ button: "right" });
    await page
      .getByRole("menuitem", { name: /^Paste/ })
      .first()
      .click();
    await page.getByText("Pasted 1 value").waitFor();
    expect(await saved("a.bin")).toBe("[1, 2, 2]");
  });

  test("are those that were selected when the key was pressed, although its code comes later", async () => {
    const { page } = visit;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/values-/, async (route) => {
      await held;
      await route.continue();
    });
    await open("a.bin", list(1n, 2n, 3n));
    await visit.row("1").click();
    await tree().focus();
    const asked = page.waitForRequest(/\/assets\/values-/);
    await page.keyboard.press("Delete");
    await asked;
    await visit.row("2").click();
    release();
    await visit.settled();
    expect(await saved("a.bin")).toBe("[1, 3]");
  });
});
