// The tree while it shows only matches: what it hides is neither selected nor edited, and its button says what it shows.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;
const value = {
  list: { hit1: 1n, no1: 2n, hit2: 3n, no2: 4n, hit3: 5n },
  hits: { inside: 1n },
  other: 5n,
};
const shown = ["value", "list", "hit1", "hit2", "hit3", "hits"];

describe.skipIf(!hasBrowser)("a filtered tree", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const button = () => visit.page.getByRole("button", { name: "Show only matches" });
  const isFiltered = async () => (await button().getAttribute("aria-pressed")) === "true";
  const press = async (...keys: string[]) => {
    await visit.press(...keys);
    await visit.settled();
  };
  const selected = () => visit.page.locator(".row.selected .label").allInnerTexts();
  const current = () => visit.page.locator(".row.lead .label").allInnerTexts();

  /** Filters a file while the value at a path is selected. */
  async function filterFrom(path: string): Promise<void> {
    await visit.openBytes("a.bin", encode(value, exact));
    await visit.page.getByRole("searchbox").fill("hit");
    await visit.page.locator(".search-field .count").getByText("4").waitFor();
    if (path !== "") await visit.go(path);
    await button().click();
    await visit.settled();
    expect(await visit.labels()).toEqual(shown);
  }

  test("is of the text and the places that were chosen last", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(value, exact));
    await page.evaluate(() => {
      const field = document.querySelector("#search") as HTMLInputElement;
      field.value = "hit";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // Before the page searches.
      document.querySelector<HTMLElement>(".where input")?.click();
    });
    await page.locator(".search-field .count").getByText("no matches").waitFor();
    await page.getByRole("checkbox", { name: "keys" }).check();
    await page.locator(".search-field .count").getByText("4").waitFor();
  });

  test("takes the place of a tree whose selected value is not among the matches", async () => {
    await filterFrom("list.no1");
    expect(await isFiltered()).toBe(true);
    expect(await current()).toEqual(["list"]);
    await button().click();
    await visit.settled();
    expect(await isFiltered()).toBe(false);
    expect(await visit.labels()).toContain("no1");
  });

  test("Shift selects only lines that are shown, and Delete removes no others", async () => {
    await filterFrom("list.hit1");
    await visit.page.locator("[role=tree]").focus();
    await press("Shift+ArrowDown");
    expect(await selected()).toEqual(["hit1", "hit2"]);
    await press("Shift+End");
    expect(await selected()).toEqual(["hit1", "hit2", "hit3"]);
    await press("Shift+ArrowUp");
    expect(await selected()).toEqual(["hit1", "hit2"]);
    await visit.page.getByText("2 values selected").waitFor();
    await visit.row("hit3").click({ modifiers: ["Shift"] });
    await visit.page.getByText("3 values selected").waitFor();
    await visit.row("hit2").click();
    await press("Control+a");
    expect(await selected()).toEqual(["hit1", "hit2", "hit3"]);
    await press("Delete");
    await visit.page.getByText("Deleted 3 values").waitFor();
    const left = decode(await visit.save("a.bin"), exact) as unknown as Map<string, Map<string, unknown>>;
    expect([...(left.get("list")?.keys() ?? [])]).toEqual(["no1", "no2"]);
  });

  test("lines are collapsed and expanded, and the clicked one is the current one", async () => {
    await filterFrom("");
    await visit.row("hits").locator(".twist").click();
    await visit.settled();
    expect(await visit.labels()).toEqual([...shown, "inside"]);
    expect(await current()).toEqual(["hits"]);
    await visit.row("list").locator(".twist").click();
    await visit.settled();
    expect(await visit.labels()).toEqual(["value", "list", "hits", "inside"]);
    expect(await current()).toEqual(["list"]);
    await visit.page.locator("[role=tree]").focus();
    await press("ArrowRight");
    expect(await visit.labels()).toEqual([
      "value",
      "list",
      "hit1",
      "no1",
      "hit2",
      "no2",
      "hit3",
      "hits",
      "inside",
    ]);
    expect(await isFiltered()).toBe(true);
    await press("Home", "*");
    expect(await visit.labels()).toContain("other");
    expect(await isFiltered()).toBe(false);
  });

  test("leaves the same line current when it ends, by an edit, another search or its button", async () => {
    await filterFrom("list.hit2");
    await visit.edit("30");
    expect(await current()).toEqual(["hit2"]);
    expect(await visit.labels()).toContain("no1");
    expect(await isFiltered()).toBe(false);
    await visit.row("hit3").click();
    await button().click();
    await visit.settled();
    expect(await current()).toEqual(["hit3"]);
    await visit.page.getByRole("searchbox").fill("hit2");
    await visit.page.locator(".search-field .count").getByText("1").waitFor();
    await visit.settled();
    expect(await current()).toEqual(["hit3"]);
    expect(await isFiltered()).toBe(false);
    await visit.row("list").locator(".twist").click();
    await button().click();
    await visit.settled();
    await visit.row("hit2").click();
    await button().click();
    await visit.settled();
    expect(await current()).toEqual(["hit2"]);
    expect(await visit.labels()).toContain("no1");
  });

  test("ends when a value that it hides is shown, and when the file is read in another way", async () => {
    await filterFrom("");
    await visit.go("other");
    expect(await current()).toEqual(["other"]);
    expect(await isFiltered()).toBe(false);
    await button().click();
    await visit.settled();
    expect(await isFiltered()).toBe(true);
    await visit.page.getByLabel("Read as").selectOption("godot-4.3 none");
    await visit.settled();
    expect(await visit.labels()).toEqual(["value", "list", "hits", "other"]);
    expect(await isFiltered()).toBe(false);
    expect(await visit.page.locator(".row.match .label").allInnerTexts()).toEqual(["hits"]);
  });
});
