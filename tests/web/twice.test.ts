// What a person does again before it is done: a second click, Enter pressed twice, or another text for the same value.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";
import { backups, reload } from "./reloads.js";

const exact = { mode: "exact" } as const;

describe.skipIf(!hasBrowser)("twice", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const button = (name: string) => visit.page.getByRole("button", { name, exact: true });
  const open = async (value: unknown, path = "") => {
    await visit.openBytes("a.bin", encode(value, exact));
    if (path !== "") await visit.go(path);
  };
  const saved = async (name = "a.bin") => decode(await visit.save(name));
  const undo = async () => {
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Control+z");
    await visit.settled();
  };

  test("Enter adds one element", async () => {
    await open([1n]);
    await button("Add element").click();
    await visit.page.locator(".add").getByLabel("value").fill("5");
    const release = await visit.holdCalls();
    await visit.press("Enter", "Enter");
    await release();
    expect(await saved()).toEqual([1, 5]);
  });

  test("a box that is clicked twice is as it was", async () => {
    await open({ on: true }, "on");
    const box = visit.page.locator(".detail").getByRole("checkbox");
    const release = await visit.holdCalls();
    await box.click();
    await box.click();
    await release();
    await expect.poll(() => box.isChecked()).toBe(true);
    expect(await saved()).toEqual({ on: true });
  });

  test("the last text counts, even if it is the one from before", async () => {
    await open({ n: 1n }, "n");
    const field = visit.page.locator(".detail").getByRole("textbox");
    const release = await visit.holdCalls();
    for (const text of ["7", "1"]) {
      await field.fill(text);
      await visit.press("Enter");
    }
    await release();
    await expect.poll(() => field.inputValue()).toBe("1");
    expect(await saved()).toEqual({ n: 1 });
  });

  test("a text that is sent by Enter and by leaving the field is one edit", async () => {
    await open({ n: 1n }, "n");
    const field = visit.page.locator(".detail").getByRole("textbox");
    const release = await visit.holdCalls();
    await field.fill("7");
    await visit.press("Enter");
    await field.blur();
    await release();
    expect(await visit.valueOf("n")).toBe("7");
    await undo();
    expect(await visit.valueOf("n")).toBe("1");
  });

  test("another type is one edit", async () => {
    await open({ n: 1n }, "n");
    await button("Change type").click();
    await visit.page.getByRole("radio", { name: "float" }).check();
    const release = await visit.holdCalls();
    await button("Change").click();
    await button("Change").click();
    await release();
    expect(await visit.valueOf("n")).toBe("1.0");
    await undo();
    expect(await visit.valueOf("n")).toBe("1");
  });

  test("a difference is taken over once", async () => {
    const { page } = visit;
    await visit.openBytes("older.bin", encode({ list: [1n], level: 1n }, exact));
    await visit.openBytes("newer.bin", encode({ list: [1n, 2n], level: 2n }, exact));
    await page.getByRole("navigation", { name: "Open files" }).getByText("older.bin").click();
    await visit.menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "newer.bin" }).click();
    await page.locator(".found-line", { hasText: "list" }).click();
    await visit.settled();
    const release = await visit.holdCalls();
    await button("Take theirs").click();
    await button("Take theirs").click();
    await release();
    expect(await saved("older.bin")).toEqual({ list: [1, 2], level: 1 });
  });

  test("edits are restored and samples opened once", async () => {
    await open({ n: 1n }, "n");
    await visit.edit("7");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    await button("Restore edits").dblclick();
    await expect.poll(() => visit.valueOf("n")).toBe("7");
    await visit.settled();
    expect(await visit.page.locator(".messages").innerText()).toBe("");
    await visit.page.getByRole("link", { name: "start page" }).click();
    await visit.page.getByText("Objects with properties").dblclick();
    await visit.page.getByRole("heading", { level: 1, name: "objects.bin" }).waitFor();
    await visit.settled();
    expect(await visit.page.locator(".tab").count()).toBe(2);
  });
});
