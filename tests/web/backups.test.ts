// What the browser keeps of unsaved edits when a write fails, or is still under way.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";

describe.skipIf(!hasBrowser)("backups", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  /** How many records each store has. */
  const kept = () =>
    visit.page.evaluate(async () => {
      const open = indexedDB.open("godot-variant");
      await new Promise((resolve) => (open.onsuccess = resolve));
      const counts = [];
      for (const name of ["backups", "bases"]) {
        const request = open.result.transaction(name).objectStore(name).count();
        await new Promise((resolve) => (request.onsuccess = resolve));
        counts.push(request.result);
      }
      open.result.close();
      return counts;
    });

  /** How many writes of backups have begun. */
  const begun = () => visit.page.evaluate(() => (window as unknown as { begun: number }).begun);

  /** Counts the writes, and lets them fail while `isFull` is set. */
  async function watchWrites(): Promise<void> {
    await visit.page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      const state = Object.assign(window, { begun: 0, isFull: false });
      IDBObjectStore.prototype.put = function (...args: [unknown]) {
        const request = put.apply(this, args);
        if (this.name === "backups") state.begun++;
        if (this.name === "backups" && state.isFull) this.transaction.abort();
        return request;
      };
    });
  }

  /** What a newer version of the page may do, in a tab of its own. */
  const upgraded = () =>
    visit.page.evaluate(async () => {
      const open = indexedDB.open("godot-variant", 2);
      await new Promise((resolve) => (open.onsuccess = resolve));
      open.result.close();
    });
  const edited = async (level: string) => {
    await visit.go("player.level");
    await visit.edit(level);
  };
  const ofNewerVersion = /A newer version of this page has kept files and edits in this browser/;

  test("a newer version of the page that took over the database is named, once", async () => {
    const { page } = visit;
    await visit.open(save4);
    await edited("77");
    await expect.poll(kept).toEqual([1, 1]);
    await upgraded();
    await edited("78");
    await page.getByText(ofNewerVersion).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await edited("79");
    await visit.settled();
    expect(await page.getByText(ofNewerVersion).count()).toBe(0);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    // It may have edits that this version cannot offer.
    await page.getByText(ofNewerVersion).waitFor();
    // The newer version gave them up.
    await page.evaluate(
      () => new Promise((resolve) => (indexedDB.deleteDatabase("godot-variant").onsuccess = resolve)),
    );
    await visit.open(save4);
    await edited("80");
    await expect.poll(kept).toEqual([1, 1]);
  });

  test("a browser that keeps no edits is said", async () => {
    const { page } = visit;
    await page.evaluate(() => {
      indexedDB.open = () => {
        throw new DOMException("no", "SecurityError");
      };
    });
    await visit.open(save4);
    await edited("77");
    await page.getByText(/The browser keeps no backup of the unsaved edits/).waitFor();
  });

  test("a write that fails leaves nothing behind", async () => {
    await watchWrites();
    await visit.page.evaluate(() => Object.assign(window, { isFull: true }));
    await visit.open(save4);
    await visit.go("player.level");
    await visit.edit("77");
    await expect.poll(begun).toBe(1);
    await expect.poll(kept).toEqual([0, 0]);
    await visit.page.evaluate(() => Object.assign(window, { isFull: false }));
    await visit.edit("78");
    await expect.poll(kept).toEqual([1, 1]);
  });

  test("a file that is closed during a write has no backup afterwards", async () => {
    const { page } = visit;
    await watchWrites();
    // The file is copied before its edits are written.
    await page.evaluate(() => {
      const { read } = ReadableStreamDefaultReader.prototype;
      const wait = new Promise<void>((goOn) => Object.assign(window, { goOn }));
      ReadableStreamDefaultReader.prototype.read = async function () {
        await wait;
        return read.call(this);
      };
    });
    page.on("dialog", (dialog) => void dialog.accept());
    await visit.openBytes("save.bin", fixture(save4));
    await visit.go("player.level");
    await visit.edit("77");
    await page.getByRole("button", { name: "Close save.bin" }).click();
    await page.getByRole("heading", { name: "Open a Godot save" }).waitFor();
    await page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
    await expect.poll(begun).toBe(1);
    const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length);
    await expect.poll(locks).toBe(0);
    await expect.poll(kept).toEqual([0, 0]);
  });

  test("a file that is read in another way during a write is backed up as it is then", async () => {
    const { page } = visit;
    await visit.openBytes("save.bin", encode({ name: "Mira", level: 1 }));
    await visit.go("name");
    await visit.edit("Zed");
    await expect.poll(kept).toEqual([1, 1]);
    await visit.save("save.bin");
    await expect.poll(kept).toEqual([0, 0]);
    // The file is what was saved, if it is read in another way. Before, a write has begun that needs long to look into the store.
    await page.evaluate(() => {
      const wait = new Promise<void>((goOn) => Object.assign(window, { goOn }));
      const { prototype } = IDBTransaction;
      const { set } = Object.getOwnPropertyDescriptor(prototype, "oncomplete") as PropertyDescriptor;
      Object.defineProperty(prototype, "oncomplete", {
        configurable: true,
        set(done: () => void) {
          set?.call(this, () => wait.then(done));
        },
      });
    });
    await visit.go("level");
    await visit.edit("77");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("combobox", { name: "Read as" }).selectOption("godot-4.3 none");
    await visit.settled();
    await visit.go("level");
    await visit.edit("78");
    await page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
    await expect.poll(kept).toEqual([1, 1]);
    await page.reload();
    await page.getByRole("button", { name: "Restore edits" }).click();
    await expect.poll(() => visit.valueOf("level")).toBe("78");
    await visit.settled();
    expect(decode(await visit.save("save.bin"))).toEqual({ name: "Zed", level: 78 });
  });
});
