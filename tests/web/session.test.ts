// What outlasts a tab: unsaved edits, recent files, and files saved under another name.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";
import { openOnDisk, readOnDisk, writeOnDisk } from "./disk.js";
import { backups, reload } from "./reloads.js";

const save4 = "saves/godot-4.6.3.bin";
const bytes4 = fixture(save4);
type Save = { player: { level: number; name: string } };
const levelOf = (bytes: Uint8Array) => (decode(bytes) as Save).player.level;

describe.skipIf(!hasBrowser)("the session", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const button = (name: string) => visit.page.getByRole("button", { name, exact: true });
  const change = async (level: string) => {
    await visit.go("player.level");
    await visit.edit(level);
  };

  test("a reload offers the edits of a dropped file again, with undo, redo and expanded lines", async () => {
    const { page } = visit;
    await visit.open(save4, "save.bin");
    await change("77");
    await visit.edit("78");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    await page.getByText("save.bin has 1 unsaved edit").waitFor();
    await button("Restore edits").click();
    await visit.row("level").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("77");
    await visit.settled();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+y");
    await expect.poll(() => visit.valueOf("level")).toBe("78");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => visit.valueOf("level")).toBe("14");
    // Undone, there is nothing to back up.
    await expect.poll(() => backups(visit)).toEqual([]);
    expect(await visit.save("save.bin")).toEqual(bytes4);
  });

  test("edits are backed up again after another tab has deleted the database", async () => {
    const { page } = visit;
    await visit.open(save4, "save.bin");
    await change("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await page.evaluate(async () => {
      const request = indexedDB.deleteDatabase("godot-variant");
      await new Promise((resolve) => (request.onsuccess = resolve));
    });
    await visit.edit("78");
    await expect.poll(() => backups(visit)).toEqual([2]);
    await reload(visit);
    await button("Restore edits").click();
    await expect.poll(() => visit.valueOf("level")).toBe("78");
  });

  test("a saved file leaves nothing, and edits after saving are restored onto what was saved", async () => {
    const { page } = visit;
    await writeOnDisk(visit, "save.bin", bytes4);
    await openOnDisk(visit, "save.bin");
    await change("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await visit.download("save.bin.bak", () => page.keyboard.press("Control+s"));
    await expect.poll(() => backups(visit)).toEqual([]);
    await visit.edit("78");
    await expect.poll(() => backups(visit)).toEqual([2]);
    await reload(visit);
    await button("Restore edits").click();
    await visit.row("level").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("78");
    await visit.settled();
    await visit.download("save.bin.bak", () => page.keyboard.press("Control+s"));
    await expect.poll(async () => levelOf(await readOnDisk(visit, "save.bin"))).toBe(78);
    await expect.poll(() => backups(visit)).toEqual([]);
  });

  test("edits are not restored onto another file of the same name, but onto a copy of the old one", async () => {
    const { page } = visit;
    await writeOnDisk(visit, "save.bin", bytes4);
    await openOnDisk(visit, "save.bin");
    await change("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    const newer = encode({ ...(decode(bytes4) as object), chapter: 9 });
    await writeOnDisk(visit, "save.bin", newer);
    await button("Restore edits").click();
    await page.getByText("save.bin has changed since these edits were made.").waitFor();
    await expect.poll(() => page.locator("[role=tree]").count()).toBe(0);
    await button("Open as a copy").click();
    await visit.row("level").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("77");
    await visit.settled();
    // The copy is downloaded, and the file on the disk stays.
    expect(levelOf(await visit.save("save.bin"))).toBe(77);
    await expect.poll(() => readOnDisk(visit, "save.bin")).toEqual(newer);
  });

  test("a file of the same size with another byte is another file, and a missing file is said", async () => {
    const { page } = visit;
    await writeOnDisk(visit, "save.bin", bytes4);
    await openOnDisk(visit, "save.bin");
    await change("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    const other = bytes4.slice();
    other[other.length - 1] = (other.at(-1) as number) ^ 1;
    await writeOnDisk(visit, "save.bin", other);
    await button("Restore edits").click();
    await page.getByText("save.bin has changed since").waitFor();
    await page.reload();
    await button("Restore edits").waitFor();
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("save.bin"));
    await button("Restore edits").click();
    await page.getByText("save.bin cannot be read any more.").waitFor();
    await button("Discard edits").click();
    await expect.poll(() => backups(visit)).toEqual([]);
  });

  test("two tabs keep a backup each, and only the one whose tab ended is offered", async () => {
    const { page } = visit;
    await visit.open(save4, "save.bin");
    await change("77");
    const second = await visit.anotherTab();
    await second.open(save4, "save.bin");
    await second.go("player.level");
    await second.edit("5");
    await second.edit("6");
    await expect.poll(() => backups(visit)).toEqual([1, 2]);
    await second.page.close({ runBeforeUnload: false });
    const { page: third } = await visit.anotherTab();
    await third.getByText("save.bin has 2 unsaved edits").waitFor();
    await expect.poll(() => third.getByText("save.bin has 1 unsaved edit").count()).toBe(0);
    // Whoever is second hears that the edits are taken.
    const { page: fourth } = await visit.anotherTab();
    await fourth.getByText("save.bin has 2 unsaved edits").waitFor();
    await third.getByRole("button", { name: "Restore edits" }).click();
    await third.locator(".row.selected .value", { hasText: "6" }).waitFor();
    await fourth.getByRole("button", { name: "Restore edits" }).click();
    await fourth.getByText("Another tab has taken these edits").waitFor();
    await expect.poll(() => backups(visit)).toEqual([1, 2]);
    await page.bringToFront();
    expect(levelOf(await visit.save("save.bin"))).toBe(77);
    await expect.poll(() => backups(visit)).toEqual([2]);
  });

  test("an offer restores the edits that its backup has by now", async () => {
    await visit.open(save4, "save.bin");
    await change("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    await button("Restore edits").waitFor();
    const second = await visit.anotherTab();
    await second.page.getByText("save.bin has 1 unsaved edit").waitFor();
    await second.page.getByRole("button", { name: "Restore edits" }).click();
    await second.row("level").waitFor();
    await second.settled();
    await second.edit("78");
    await expect.poll(() => backups(visit)).toEqual([2]);
    await second.page.close({ runBeforeUnload: false });
    await visit.page.bringToFront();
    await button("Restore edits").click();
    await visit.row("level").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("78");
    await expect.poll(() => backups(visit)).toEqual([2]);
  });

  test("texts that were not taken are restored, and discarded edits are gone", async () => {
    const { page } = visit;
    await visit.open(save4, "save.bin");
    await visit.go("player.level");
    const field = () =>
      page.getByRole("region", { name: "Selected value" }).getByRole("textbox", { name: "int" });
    await field().fill("many");
    await visit.go("player.name");
    await page.getByText("“many” was not taken").waitFor();
    await expect.poll(() => backups(visit)).toEqual([0]);
    await reload(visit);
    await button("Restore edits").click();
    await page.getByText("“many” was not taken").waitFor();
    // The listener of the reload answers the question, too.
    await page.getByRole("button", { name: "Close save.bin" }).click();
    await expect.poll(() => backups(visit)).toEqual([]);
    await reload(visit);
    await expect.poll(() => button("Restore edits").count()).toBe(0);
  });

  test("a refused edit ends what redo brings back, also after a reload", async () => {
    const { page } = visit;
    const list = [{ name: "a", hp: 1n }, { name: "b" }];
    await visit.openBytes("list.bin", encode(list, { mode: "exact" }));
    await visit.go("[0].hp");
    await visit.edit("7");
    await visit.edit("8");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await visit.settled();
    await visit.go("value");
    await page.getByRole("button", { name: "Show as a table" }).click();
    await page.locator("[role=gridcell]").first().waitFor();
    await page.getByRole("grid").focus();
    for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await page.locator(".cell-field").fill("1.5");
    await page.keyboard.press("Enter");
    await page.getByText("“1.5” is not a value of type int").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+y");
    await visit.settled();
    const before = await visit.save("list.bin");
    await visit.go("[0].name");
    await visit.edit('"c"');
    await expect.poll(() => backups(visit)).toEqual([2]);
    await reload(visit);
    await button("Restore edits").click();
    await page.locator("[role=treeitem]").first().waitFor();
    await visit.settled();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await visit.settled();
    expect(await visit.save("list.bin")).toEqual(before);
  });

  test("edits of an encrypted file wait for the password, which is not kept", async () => {
    const { page } = visit;
    const open = async () => {
      await page.getByLabel("Password").fill("hunter2");
      await page.keyboard.press("Enter");
      await page.locator("[role=treeitem]").first().waitFor();
      await visit.settled();
    };
    await visit.drop({ name: "secret.save", bytes: fixture("containers/4.6.3/gdec_pass.bin") });
    await open();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Delete");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    const isKept = await page.evaluate(async () => {
      const request = indexedDB.open("godot-variant");
      await new Promise((resolve) => (request.onsuccess = resolve));
      const all = request.result.transaction("backups").objectStore("backups").getAll();
      await new Promise((resolve) => (all.onsuccess = resolve));
      request.result.close();
      return JSON.stringify(all.result).includes("hunter2");
    });
    expect(isKept).toBe(false);
    await button("Restore edits").click();
    await page.getByLabel("Password").waitFor();
    await expect.poll(() => backups(visit)).toEqual([1]);
    await open();
    await expect.poll(() => button("Undo").isEnabled()).toBe(true);
  });

  test("recent files are opened again, and can be removed", async () => {
    const { page } = visit;
    await writeOnDisk(visit, "one.bin", bytes4);
    await writeOnDisk(visit, "two.bin", encode({ level: 5 }));
    for (const name of ["one.bin", "two.bin"]) await openOnDisk(visit, name);
    await openOnDisk(visit, "one.bin", "one.bin (2)");
    const list = () => page.locator(".recent li b").allInnerTexts();
    await page.reload();
    await expect.poll(list).toEqual(["one.bin", "two.bin"]);
    // The file is read again: what the page shows is what is there now.
    await writeOnDisk(visit, "two.bin", encode({ level: 6 }));
    await page.locator(".recent li button", { hasText: "two.bin" }).first().click();
    await visit.row("level").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("6");
    // The page notes it in its list after it is open.
    await visit.settled();
    await page.reload();
    await expect.poll(list).toEqual(["two.bin", "one.bin"]);
    await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry("one.bin"));
    await page.locator(".recent li button", { hasText: "one.bin" }).first().click();
    await page.getByText("one.bin cannot be opened. It is no longer where it was.").waitFor();
    const bookmarks = () => page.evaluate(() => localStorage.getItem("godot-variant-bookmarks"));
    const kept = '{"one.bin":["a"],"two.bin":["b"]}';
    await page.evaluate((kept) => localStorage.setItem("godot-variant-bookmarks", kept), kept);
    await button("Remove one.bin from the list").click();
    await expect.poll(list).toEqual(["two.bin"]);
    expect(await bookmarks()).toBe('{"two.bin":["b"]}');
    await button("Clear the list and all bookmarks").click();
    await expect.poll(list).toEqual([]);
    expect(await bookmarks()).toBe("{}");
    await page.reload();
    await page.waitForSelector("main > *");
    await visit.settled();
    await expect.poll(() => list()).toEqual([]);
  });

  test("saved under another name, the tab is that file, and the old one stays", async () => {
    const { page } = visit;
    await writeOnDisk(visit, "save.bin", bytes4);
    await openOnDisk(visit, "save.bin");
    await change("77");
    await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      Object.assign(window, {
        showSaveFilePicker: () => folder.getFileHandle("other.bin", { create: true }),
      });
    });
    await visit.menu("More", /^Save as/);
    await page.getByRole("heading", { level: 1, name: "other.bin", exact: true }).waitFor();
    expect(levelOf(await readOnDisk(visit, "other.bin"))).toBe(77);
    await expect.poll(() => readOnDisk(visit, "save.bin")).toEqual(bytes4);
    await expect.poll(() => backups(visit)).toEqual([]);
    await visit.edit("78");
    await page.keyboard.press("Control+s");
    await expect.poll(async () => levelOf(await readOnDisk(visit, "other.bin"))).toBe(78);
    await expect.poll(() => readOnDisk(visit, "save.bin")).toEqual(bytes4);
  });

  test("a browser that keeps nothing changes nothing else", async () => {
    const { page } = visit;
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("no", "SecurityError");
      };
      Object.defineProperty(window, "localStorage", { get: refuse });
      indexedDB.open = refuse;
    });
    await page.reload();
    await visit.open(save4, "save.bin");
    await change("77");
    expect(levelOf(await visit.save("save.bin"))).toBe(77);
  });
});
