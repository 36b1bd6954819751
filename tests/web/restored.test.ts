// Backups that do not fit what reads them: edits that are refused when they are repeated, and files that were read in another way meanwhile.
import { describe, expect, test } from "vitest";
import { decode } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";
import { reload } from "./reloads.js";

const bytes4 = fixture("saves/godot-4.6.3.bin");
type Save = { player: { level: number; name: string } };

interface Stored {
  edits: number;
  changes: { name: string; args: { kind: string; text: string }[] }[];
}

describe.skipIf(!hasBrowser)("restored edits", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const button = (name: string) => visit.page.getByRole("button", { name, exact: true });

  /** Changes the backups that the browser has; returns how many edits each has. */
  const backups = (change: (backup: Stored) => void = () => {}) =>
    visit.page.evaluate(async (source) => {
      const change = new Function("backup", `(${source})(backup)`);
      const open = indexedDB.open("godot-variant");
      await new Promise((resolve) => (open.onsuccess = resolve));
      const store = open.result.transaction("backups", "readwrite").objectStore("backups");
      const request = store.getAll();
      await new Promise((resolve) => (request.onsuccess = resolve));
      for (const backup of request.result as Stored[]) {
        change(backup);
        store.put(backup);
      }
      await new Promise((resolve) => (store.transaction.oncomplete = resolve));
      open.result.close();
      return (request.result as Stored[]).map(({ edits }) => edits);
    }, String(change));

  test("an edit that was refused then is not made now", async () => {
    const { page } = visit;
    await visit.openBytes("save.bin", bytes4);
    await visit.go("player.level");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("F2");
    await page.locator(".in-place input").fill("many");
    await page.keyboard.press("Enter");
    await page
      .getByText(/Can't read "many" as a value/)
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await visit.go("player.name");
    await visit.edit("Zed");
    await expect.poll(() => backups()).toEqual([1]);
    // Another version of the page may take this text.
    await backups(({ changes }) => {
      for (const { args } of changes) if (args[0]?.text === "many") args[0].text = "77";
    });
    await reload(visit);
    await button("Restore edits").click();
    await visit.row("player").waitFor();
    await visit.settled();
    const { player } = decode(bytes4) as Save;
    const saved = async () => (decode(await visit.save("save.bin")) as Save).player;
    expect(await saved()).toEqual({ ...player, name: "Zed" });
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await visit.settled();
    expect(await saved()).toEqual(player);
    await page.keyboard.press("Control+y");
    await visit.settled();
    expect(await saved()).toEqual({ ...player, name: "Zed" });
    // Nor by a worker that takes the place of this one.
    await visit.endWorker();
    expect(await saved()).toEqual({ ...player, name: "Zed" });
  });

  test("an edit of a kind that the page does not know is refused, too", async () => {
    await visit.openBytes("save.bin", bytes4);
    await visit.go("player.level");
    await visit.edit("77");
    await expect.poll(() => backups()).toEqual([1]);
    await backups(({ changes }) => {
      for (const { args } of changes) if (args[0]?.text === "77") args[0].kind = "round";
    });
    await reload(visit);
    await button("Restore edits").click();
    await visit.page.getByText(/is refused: This version of the page does not know this edit/).waitFor();
    await visit.settled();
    expect(await visit.save("save.bin")).toEqual(bytes4);
  });

  test("an edit that is refused now is named", async () => {
    await visit.openBytes("save.bin", bytes4);
    await visit.go("player.name");
    await visit.edit("Zed");
    await visit.go("player.level");
    await visit.edit("77");
    await visit.go("player.name");
    await visit.edit("Zoe");
    await expect.poll(() => backups()).toEqual([3]);
    // Another version of the page may take other texts.
    await backups(({ changes }) => {
      for (const { args } of changes) if (args[0]?.text === "77") args[0].text = "many";
    });
    await reload(visit);
    await button("Restore edits").click();
    const { page } = visit;
    await page.getByText("save.bin lacks its edits from number 2 on").waitFor();
    await page.getByText(/refused: Can't read "many" as a value/).waitFor();
    await visit.settled();
    // What comes after it could hit other values. Nothing is gone: the backup is offered again, and the file has one of its own.
    const { player } = decode(bytes4) as Save;
    expect((decode(await visit.save("save.bin")) as Save).player).toEqual({ ...player, name: "Zed" });
    await page.getByText("save.bin has 3 unsaved edits").waitFor();
    await visit.go("player.level");
    await visit.edit("5");
    await expect.poll(async () => (await backups()).sort()).toEqual([2, 3]);
  });

  test.each([
    ["without drafts", { drafts: undefined }],
    ["with a text as its changes", { changes: "expand" }],
    ["with changes that are nothing", { changes: [null] }],
    ["with a change of another version", { changes: [{ name: "sort", args: [], isRefused: false }] }],
    ["with a text of no field", { drafts: [{ text: "many" }] }],
    ["without a name", { name: undefined }],
  ])("a backup %s can be discarded, and hides no other", async (_what, parts) => {
    const { page } = visit;
    await visit.openBytes("save.bin", bytes4);
    await visit.go("player.level");
    await visit.edit("77");
    await expect.poll(() => backups()).toEqual([1]);
    await page.evaluate(async (parts) => {
      const open = indexedDB.open("godot-variant");
      await new Promise((resolve) => (open.onsuccess = resolve));
      const store = open.result.transaction("backups", "readwrite").objectStore("backups");
      const request = store.getAll();
      await new Promise((resolve) => (request.onsuccess = resolve));
      store.put({ ...request.result[0], ...parts, id: "damaged" });
      await new Promise((resolve) => (store.transaction.oncomplete = resolve));
      open.result.close();
    }, parts);
    await reload(visit);
    const note = page.locator(".offer", { hasText: "damaged, or of another version" });
    await note.waitFor();
    await page.getByText("save.bin has 1 unsaved edit").waitFor();
    expect(await button("Restore edits").count()).toBe(1);
    await note.getByRole("button", { name: "Discard edits" }).click();
    await note.waitFor({ state: "detached" });
    await expect.poll(() => backups()).toEqual([1]);
  });
});
