// Bookmarks follow their values through edits, and say when the place is gone. Going to a byte selects the value that holds it.
import { describe, expect, test } from "vitest";
import { encode } from "../../js/index.js";
import { followed } from "../../web-demo/src/file/follow.js";
import { violationsIn } from "./accessibility.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe("where a value is after an edit", () => {
  const at = { container: [0, 2], index: 3 };
  test.each([
    ["before an insertion", [0, 2, 2, 7], { kind: "inserted", ...at, count: 2 }, [0, 2, 2, 7]],
    ["behind an insertion", [0, 2, 3, 7], { kind: "inserted", ...at, count: 2 }, [0, 2, 5, 7]],
    ["in another container", [0, 1, 3], { kind: "inserted", ...at, count: 2 }, [0, 1, 3]],
    ["the container itself", [0, 2], { kind: "removed", ...at, count: 2 }, [0, 2]],
    ["within a removal", [0, 2, 4, 1], { kind: "removed", ...at, count: 2 }, undefined],
    ["behind a removal", [0, 2, 5], { kind: "removed", ...at, count: 2 }, [0, 2, 3]],
    ["moved down", [0, 2, 3, 1], { kind: "moved", ...at, to: 5 }, [0, 2, 5, 1]],
    ["passed by one that moves down", [0, 2, 5], { kind: "moved", ...at, to: 5 }, [0, 2, 4]],
    ["behind one that moves down", [0, 2, 6], { kind: "moved", ...at, to: 5 }, [0, 2, 6]],
    ["passed by one that moves up", [0, 2, 1], { kind: "moved", ...at, to: 1 }, [0, 2, 2]],
    ["before one that moves up", [0, 2, 0], { kind: "moved", ...at, to: 1 }, [0, 2, 0]],
    ["replaced", [0, 2, 3], { kind: "replaced", ...at, isOther: true }, [0, 2, 3]],
    ["in a container with other values", [0, 2, 3, 0], { kind: "replaced", ...at, isOther: true }, undefined],
  ] as const)("%s", (_, address, shift, expected) => {
    expect(followed(address, [shift])).toEqual(expected);
  });

  test("moved into another container, and back", () => {
    const away = [
      { kind: "removed", container: [0], index: 0, count: 1, isMove: true },
      { kind: "inserted", container: [0, 1], index: 2, count: 1, isMove: true },
    ] as const;
    expect(followed([0, 0, 4], away)).toEqual([0, 1, 2, 4]);
    const back = [
      { kind: "removed", container: [0, 1], index: 2, count: 1, isMove: true },
      { kind: "inserted", container: [0], index: 0, count: 1, isMove: true },
    ] as const;
    expect(followed([0, 1, 2, 4], back)).toEqual([0, 0, 4]);
  });
});

describe.skipIf(!hasBrowser)("bookmarks", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  const save = { name: "Mira", list: ["a", "b", "c"], inner: { hp: 5, mp: 7 }, last: 1 };
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await visit.page.keyboard.press(key);
      await visit.settled();
    }
  };
  const mark = async (path: string) => {
    await visit.go(path);
    await visit.page.locator("[role=tree]").focus();
    await press("Control+b");
  };
  const crumbs = () => visit.page.locator(".crumbs button").allInnerTexts();
  const listed = () =>
    visit.page
      .locator(".found-line.bookmark")
      .evaluateAll((lines) =>
        lines.map((line) => [...line.children].map((cell) => cell.textContent ?? "").join("|")),
      );
  const openList = async () => {
    await visit.menu("More", /^Bookmarks/);
    await visit.page.getByRole("region", { name: "Bookmarks" }).waitFor();
    await visit.settled();
  };

  test("are set, listed, visited in order and removed by keyboard", async () => {
    await visit.openBytes("a.bin", encode(save));
    await mark("last");
    await mark("list[1]");
    await mark("name");
    expect(await visit.page.locator("[role=treeitem] .bookmarked").count()).toBe(3);
    await openList();
    expect(await listed()).toEqual(['|name|"Mira"', '|list[1]|"b"', "|last|1"]);
    await press("F4");
    expect(await crumbs()).toEqual(["value", "list", "1"]);
    await press("F4", "F4");
    expect(await crumbs()).toEqual(["value", "name"]);
    await press("Shift+F4");
    expect(await crumbs()).toEqual(["value", "last"]);
    await press("Control+b");
    await visit.page.locator("[role=tree]").focus();
    await press("Control+b");
    expect(await listed()).toEqual(['|name|"Mira"', '|list[1]|"b"']);
  });

  test("follow renames and moves, and say that a place is gone until undo brings it back", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    await mark("list[1]");
    await mark("inner.hp");
    await openList();
    await visit.go("list[0]");
    await page.locator("[role=tree]").focus();
    await press("Delete");
    expect(await listed()).toEqual(['|list[0]|"b"', "|inner.hp|5"]);
    await visit.go("inner");
    await page.locator("[role=tree]").focus();
    await press("Shift+F2");
    await page.locator(".in-place input").fill("stats");
    await press("Enter");
    expect(await listed()).toEqual(['|list[0]|"b"', "|stats.hp|5"]);
    // Out of its container.
    await visit.go("stats.hp");
    await page.locator("[role=tree]").focus();
    await press("Alt+ArrowLeft");
    expect(await listed()).toEqual(['|list[0]|"b"', "|hp|5"]);
    await visit.go("list");
    await page.locator("[role=tree]").focus();
    await press("Delete");
    expect(await listed()).toEqual(["gone|list[0]|", "|hp|5"]);
    await page.locator(".found-line.bookmark").first().click();
    await page.getByText("There is no longer a value at list[0].").waitFor();
    await page.locator("[role=tree]").focus();
    await press("Control+z");
    expect(await listed()).toEqual(['|list[0]|"b"', "|hp|5"]);
    await press("Control+z", "Control+z", "Control+z");
    expect(await listed()).toEqual(['|list[1]|"b"', "|inner.hp|5"]);
    await press("Control+y", "Control+y", "Control+y", "Control+y");
    expect(await listed()).toEqual(["gone|list[0]|", "|hp|5"]);
  });

  test("follow a change of type while their values are there", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    await mark("list[1]");
    await mark("inner.hp");
    await openList();
    const retype = async (path: string, type: string) => {
      await visit.go(path);
      await page.getByRole("button", { name: "Change type" }).click();
      await page.getByRole("radio", { name: new RegExp(`^${type}\\b`) }).check();
      await page.getByRole("button", { name: "Change", exact: true }).click();
      await visit.settled();
    };
    await retype("inner", "Array");
    expect(await listed()).toEqual(['|list[1]|"b"', "|inner[0]|5"]);
    await retype("list", "String");
    expect(await listed()).toEqual(["gone|list[1]|", "|inner[0]|5"]);
    await page.locator(".found-line.bookmark").first().click();
    await page.getByText("There is no longer a value at list[1].").waitFor();
    await page.locator("[role=tree]").focus();
    await press("Control+z", "Control+z");
    expect(await listed()).toEqual(['|list[1]|"b"', "|inner.hp|5"]);
  });

  test("come back with the file, in another visit to the page", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    await mark("list[2]");
    await mark("inner.mp");
    await page.reload();
    await page.waitForSelector("main > *");
    await visit.openBytes("a.bin", encode({ ...save, inner: {} }));
    await openList();
    expect(await listed()).toEqual(['|list[2]|"c"', "gone|inner.mp|"]);
  });

  test("are forgotten from the start page, where the browser lists no files", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    await mark("list[2]");
    await press("Alt+w");
    await page.getByRole("button", { name: "Forget the bookmarks of 1 file" }).click();
    await page.getByRole("button", { name: /Forget the bookmarks/ }).waitFor({ state: "detached" });
    await visit.openBytes("a.bin", encode(save));
    expect(await page.locator("[role=treeitem] .bookmarked").count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("a.bin");
  });

  test("a byte by its number, decimal or hexadecimal, selects the value that holds it", async () => {
    const { page } = visit;
    const bytes = encode(save);
    await visit.openBytes("a.bin", bytes);
    const offset = Buffer.from(bytes).indexOf("Mira") + 2;
    for (const text of [
      `@${offset}`,
      `@0x${offset.toString(16)}`,
      `0x${offset.toString(16).toUpperCase()}`,
    ]) {
      await visit.go("last");
      await visit.go(text);
      expect(await crumbs()).toEqual(["value", "name"]);
      expect(await page.locator(".hex .cursor").getAttribute("data-at")).toBe(String(offset));
    }
    await visit.go("0xffff");
    await page.getByText("There is no byte 0xffff").waitFor();
  });

  test.each([1280, 360])("have no accessibility problems at %i px", async (width) => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    await mark("name");
    await mark("list[1]");
    await openList();
    await page.setViewportSize({ width, height: 740 });
    await visit.settled();
    expect(await violationsIn(page)).toEqual([]);
  });
});
