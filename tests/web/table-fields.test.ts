// The field of a table while its text is refused, and a table while the file changes otherwise.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;
const items = [
  { name: "rope", count: 3n },
  { name: "torch", count: 10n },
  { name: "apple", count: 2n },
];

describe.skipIf(!hasBrowser)("a table", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const { grid, field, heading, button } = {
    grid: () => visit.page.getByRole("grid"),
    field: () => visit.page.locator(".cell-field"),
    heading: () => visit.page.locator(".table h2"),
    button: (name: string) => visit.page.getByRole("button", { name, exact: true }),
  };
  const showTable = async (path: string) => {
    await visit.go(path);
    await button("Show as a table").click();
    await visit.page.locator("[role=gridcell]").first().waitFor();
    await visit.settled();
  };
  const open = async (value: unknown, path: string) => {
    await visit.openBytes("list.bin", encode(value, exact));
    await showTable(path);
  };
  const cell = (text: string) => visit.page.getByRole("gridcell", { name: text, exact: true });
  const names = async () => {
    await visit.settled();
    return visit.page.locator("[data-line] [data-column='0']").allInnerTexts();
  };
  const undo = () => visit.page.locator(".identity").getByRole("button", { name: "Undo" });
  const saved = async () => decode(await visit.save("list.bin"));
  /** Types a text that the first count cannot be. */
  const refuse = async () => {
    await cell("3").click();
    await visit.press("Enter");
    await field().fill("many");
    await visit.press("Enter");
    await visit.page.getByRole("alert").getByText("“many” is not a value of type int").waitFor();
  };

  test("keeps the rows selected that were selected while it was read again after an edit", async () => {
    await open({ items }, "items");
    await cell("3").click();
    await visit.press("Enter");
    await field().fill("4");
    const release = await visit.page.evaluateHandle(() => {
      const { postMessage } = Worker.prototype;
      const held: (() => void)[] = [];
      Worker.prototype.postMessage = function (message: { name: string }) {
        const send = () => postMessage.call(this, message as never);
        if (message.name === "table") held.push(send);
        else send();
      };
      return () => {
        Worker.prototype.postMessage = postMessage;
        for (const send of held) send();
      };
    });
    await visit.press("Enter");
    await field().waitFor({ state: "detached" });
    await visit.press("Shift+ArrowDown", "Shift+ArrowDown");
    await release.evaluate((go) => go());
    await visit.settled();
    await visit.press("Enter");
    await field().fill("9");
    await visit.press("Enter");
    await visit.settled();
    expect(await saved()).toEqual({ items: items.map(({ name }) => ({ name, count: 9 })) });
  });

  test("keeps a refused text in its cell, whatever else is clicked", async () => {
    await open({ items }, "items");
    await refuse();
    await cell("torch").click();
    await visit.settled();
    await visit.page.getByRole("columnheader", { name: "name" }).getByRole("button").click();
    await visit.settled();
    expect(await names()).toEqual(["rope", "torch", "apple"]);
    expect(await field().inputValue()).toBe("many");
    await grid().focus();
    await visit.press("ArrowDown");
    await visit.settled();
    expect(await field().inputValue()).toBe("many");
    expect(await visit.page.evaluate(() => document.activeElement?.className)).toBe("cell-field");
    await field().fill("4");
    await cell("apple").click();
    await visit.settled();
    expect(await visit.page.locator("[role=gridcell].current").innerText()).toBe("apple");
    expect(await saved()).toEqual({ items: [{ name: "rope", count: 4 }, ...items.slice(1)].map(plain) });
  });

  test("leads back to a refused text from another table, and discards it", async () => {
    await open({ items, others: [{ level: 1n }] }, "items");
    await refuse();
    await button("Back to the tree").click();
    await visit.page.getByText("“many” was not taken").waitFor();
    await showTable("others");
    expect(await heading().innerText()).toMatch(/others/);
    await button("Go back").click();
    await visit.settled();
    expect(await heading().innerText()).toMatch(/items/);
    await visit.page.locator(".table").getByText("“many” was not taken").waitFor();
    await button("Discard").click();
    expect(await visit.page.getByText("was not taken").count()).toBe(0);
    expect(await saved()).toEqual({ items: items.map(plain), others: [{ level: 1 }] });
  });

  test("stays that of its container when values before it come back, and ends with its container", async () => {
    const first = [{ id: 1n }];
    await visit.openBytes("list.bin", encode({ first, items }, exact));
    await visit.go("items");
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Control+d");
    await visit.settled();
    await visit.go("first");
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Delete");
    await showTable("items_2");
    await undo().click();
    await visit.settled();
    expect(await heading().innerText()).toMatch(/^value › items_2 3 rows/);
    expect(await names()).toEqual(["rope", "torch", "apple"]);
    await undo().click();
    await visit.settled();
    expect(await grid().count()).toBe(0);
  });
});

const plain = ({ name, count }: { name: string; count: bigint | number }) => ({ name, count: Number(count) });
