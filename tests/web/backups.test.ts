// What the browser keeps of unsaved edits when a write fails, or is still under way.
import { describe, expect, test } from "vitest";
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
      const { arrayBuffer } = Blob.prototype;
      const wait = new Promise<void>((goOn) => Object.assign(window, { goOn }));
      Blob.prototype.arrayBuffer = async function () {
        await wait;
        return arrayBuffer.call(this);
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
});
