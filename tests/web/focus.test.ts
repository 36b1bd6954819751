// Where the focus is after a dialog, and what screen readers hear.
import { describe, expect, test } from "vitest";
import { encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("focus and announcements", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  /** The name of the element that has the focus. */
  const focused = () =>
    visit.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent?.trim();
    });
  const dialog = () => visit.page.getByRole("dialog");
  const closed = () => dialog().waitFor({ state: "detached" });

  test("a dialog gives the focus back when it closes", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1, y: 2 }));
    await visit.go("x");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
    for (const key of ["Escape", "Enter"]) {
      await page.keyboard.press("Enter");
      await dialog().waitFor();
      await expect.poll(focused).toBe("Close");
      await page.keyboard.press(key);
      await closed();
      expect(await focused()).toBe("Keyboard shortcuts");
    }
    await visit.menu("More", /^Convert/);
    await dialog().waitFor();
    await page.keyboard.press("Escape");
    await closed();
    expect(await focused()).toBe("More");
    await page.getByRole("button", { name: "Change type" }).focus();
    await page.keyboard.press("Enter");
    await dialog().getByLabel("String", { exact: true }).check();
    await dialog().getByRole("button", { name: "Change", exact: true }).click();
    await closed();
    expect(await focused()).toBe("Change type");
  });

  test("the form for a new element gives the focus back to the button that opened it", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ list: [1], other: 2 }));
    await visit.go("list");
    for (const end of ["Escape", "Cancel"]) {
      await page.getByRole("button", { name: "Add element" }).focus();
      await page.keyboard.press("Enter");
      const value = page.locator("form.add input[name=value]");
      await value.fill("5");
      if (end === "Cancel") await page.getByRole("button", { name: "Cancel" }).click();
      else await value.press(end);
      await page.locator("form.add").waitFor({ state: "detached" });
      expect(await focused(), end).toBe("Add element");
    }
    // Whoever walks on in the tree keeps the focus there.
    await page.getByRole("button", { name: "Add element" }).click();
    await page.locator("form.add input[name=value]").fill("7");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("ArrowDown");
    await page.locator("form.add").waitFor({ state: "detached" });
    expect(await focused()).toBe("Values");
  });

  test("the focus goes to the new value in the tree", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ list: [1], other: 2 }));
    for (const way of ["Enter", "Add"]) {
      await visit.go("list");
      await page.getByRole("button", { name: "Add element" }).click();
      const value = page.locator("form.add input[name=value]");
      await value.fill("5");
      if (way === "Enter") await value.press("Enter");
      else await page.getByRole("button", { name: "Add", exact: true }).click();
      await page.locator("form.add").waitFor({ state: "detached" });
      await visit.settled();
      expect(await focused(), way).toBe("Values");
    }
    const lead = await page.locator("[role=tree]").getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${lead}"] .label`).innerText()).toBe("2");
  });

  test("the focus goes to what is shown in place of a file", async () => {
    const { page } = visit;
    await page.getByRole("link", { name: /./ }).nth(1).focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=tree]").waitFor();
    await expect.poll(focused).toBe("Values");
    await page.keyboard.press("Alt+w");
    await expect.poll(focused).toMatch(/^Open files/);
    await visit.openBytes("a.bin", encode({ x: 1 }));
    await page.locator("[role=tree]").focus();
    await visit.openBytes("b.bin", encode({ x: 2 }));
    await expect.poll(focused).toBe("Values");
    await page.keyboard.press("Alt+1");
    await page.getByRole("heading", { level: 1, name: "a.bin" }).waitFor();
    await expect.poll(focused).toBe("Values");
    // The tab that takes the place of a closed one.
    await page.getByRole("button", { name: "Close b.bin" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("a.bin");
    await page.getByRole("button", { name: "Close a.bin" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Open");
  });

  test("the focus goes to the tree when a pane or a button that has it goes away", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ rows: [{ a: 1 }, { a: 2 }], x: 1, y: 2 }));
    const press = async (name: string | RegExp, within = page.locator("main")) => {
      await within.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    const region = (name: string) => page.getByRole("region", { name });
    await visit.go("x");
    await visit.edit("5");
    for (const label of ["Undo", "Redo"]) {
      await press(label);
      await expect.poll(focused, { message: label }).toBe("Values");
    }
    await visit.menu("More", /^Bookmarks/);
    await press(/^Close/, region("Bookmarks"));
    await expect.poll(focused).toBe("Values");
    await page.keyboard.press("Control+h");
    await page.getByPlaceholder("Replace with").focus();
    await page.keyboard.press("Control+h");
    await expect.poll(focused).toBe("Values");
    await visit.go("nothing");
    await press("Close", page.locator(".messages"));
    await expect.poll(focused).toBe("Values");
    await visit.go("rows");
    await press("Show as a table");
    await page.getByRole("grid").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe("grid");
    await press("Back to the tree");
    await expect.poll(focused).toBe("Values");
    page.once("dialog", (dialog) => void dialog.accept());
    await visit.menu("More", /^Close/);
    await expect.poll(focused).toMatch(/^Open files/);
  });

  test("a question that an action in the tree asks gives the focus back to the tree", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1, y: 2 }));
    await visit.go("x");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+c");
    await page.getByText("Copied 1 value").waitFor();
    await page.keyboard.press("Control+v");
    await dialog().getByRole("button", { name: "Keep both" }).click();
    await expect.poll(() => visit.row("x_2").count()).toBe(1);
    expect(await focused()).toBe("Values");
    await page.keyboard.press("Control+z");
    await expect.poll(() => visit.row("x_2").count()).toBe(0);
  });

  test("screen readers hear of each action once", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1, y: 2, z: 3 }));
    await visit.go("x");
    await page.locator("[role=tree]").focus();
    const told = async () =>
      (await page.locator("[role=status], [role=alert]").allInnerTexts()).map((text) => text.trim());
    for (const [keys, words] of [
      ["Control+d", "Duplicated 1 value"],
      ["Control+z", "Undone"],
      ["Delete", "Deleted 1 value"],
    ] as const) {
      const before = await told();
      await page.keyboard.press(keys);
      await expect.poll(told).toContain(words);
      await visit.settled();
      const after = await told();
      const heard = after.filter((text, i) => text !== "" && text !== before[i]);
      expect(heard, keys).toEqual([words]);
    }
  });

  test("screen readers hear which lines were changed, and which were found", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1, y: 2, z: 3 }));
    await visit.go("x");
    await visit.edit("5");
    await page.locator("#search").fill("y");
    const names = () =>
      page.getByRole("treeitem").evaluateAll((lines) => lines.slice(1).map(({ textContent }) => textContent));
    await expect
      .poll(names)
      .toEqual([
        expect.stringMatching(/^x, changed5/),
        expect.stringMatching(/^y, found2/),
        expect.stringMatching(/^z3/),
      ]);
  });

  test("a search that a closed file no longer answers says nothing", async () => {
    const { page } = visit;
    await visit.openBytes("b.bin", encode({ x: 1 }));
    await visit.openBytes("a.bin", encode({ x: 1 }));
    await page.locator("#search").fill("x");
    await page.keyboard.press("Alt+w");
    await page.getByRole("heading", { level: 1, name: "b.bin" }).waitFor();
    // Longer than the page waits for the end of the typing; a page calls its timers in the order in which they are due.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    await visit.settled();
    expect(await page.locator(".message").count()).toBe(0);
  });
});
