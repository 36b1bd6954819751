// Files of a game on another site: out of the game by one program in its console, and back by another.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const folder = "/userfs/godot/app_userdata/My Game";
const slot = `${folder}/slot1.save`;
const other = `${folder}/settings.dat`;

/** Writes a file of a game as Emscripten's IDBFS does. */
async function gameWrites(game: Page, path: string, bytes: Uint8Array): Promise<void> {
  await game.evaluate(
    async ([path, list]) => {
      const open = indexedDB.open("/userfs", 21);
      open.onupgradeneeded = () =>
        open.result.createObjectStore("FILE_DATA").createIndex("timestamp", "timestamp");
      await new Promise((resolve) => (open.onsuccess = resolve));
      const transaction = open.result.transaction("FILE_DATA", "readwrite");
      transaction
        .objectStore("FILE_DATA")
        .put({ timestamp: new Date(), mode: 0o100666, contents: Int8Array.from(list) }, path);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      open.result.close();
    },
    [path, [...bytes]] as const,
  );
}

async function gameReads(game: Page, path: string): Promise<Uint8Array> {
  const list = await game.evaluate(async (path) => {
    const open = indexedDB.open("/userfs", 21);
    await new Promise((resolve) => (open.onsuccess = resolve));
    const request = open.result.transaction("FILE_DATA").objectStore("FILE_DATA").get(path);
    await new Promise((resolve) => (request.onsuccess = resolve));
    open.result.close();
    return [...new Uint8Array((request.result.contents as Int8Array).buffer)];
  }, path);
  return Uint8Array.from(list);
}

describe.skipIf(!hasBrowser)("a game on another site", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  /** Opens a page of another origin, in which a game has stored two files. */
  async function startGame(): Promise<Page> {
    const game = await visit.page.context().newPage();
    await game.goto(visit.site.url.replace("127.0.0.1", "localhost"));
    await gameWrites(game, slot, encode({ level: 3n }, { mode: "exact" }));
    await gameWrites(game, other, encode({ volume: 1n }, { mode: "exact" }));
    return game;
  }

  async function programOf(button: string): Promise<string> {
    await visit.page.getByRole("button", { name: button }).click();
    await visit.page.getByText("Copied the program").waitFor();
    const program = await visit.page.getByRole("textbox", { name: "Program" }).inputValue();
    // The message may be that of the program before.
    await expect.poll(() => visit.page.evaluate(() => navigator.clipboard.readText())).toBe(program);
    return program;
  }

  async function openSteps(): Promise<void> {
    await visit.page.getByRole("button", { name: "HTML5 games" }).first().click();
    await visit.page.getByText("Games on another site, such as itch.io").click();
  }

  /** Brings the files of the game to the page, and saves a change of one. */
  async function editSlot(game: Page): Promise<void> {
    const { page } = visit;
    await page.bringToFront();
    await openSteps();
    const out = await programOf("Copy the program");
    const [download] = await Promise.all([game.waitForEvent("download"), game.evaluate(out)]);
    expect(download.suggestedFilename()).toBe("user-files.json");
    const path = join(tmpdir(), `godot-variant-files-${process.pid}.json`);
    await download.saveAs(path);
    await page.getByLabel("Choose user-files.json here:").setInputFiles(path);
    await page.getByText("2 files from http://localhost").waitFor();
    await page.getByRole("button", { name: "slot1.save" }).click();
    await visit.row("level").waitFor();
    await visit.settled();
    await visit.go("level");
    await visit.edit("4");
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: "Bring the file back into the game" }).waitFor();
    await page.getByText("Until then, the game has its old files.").waitFor();
  }

  test("gives its files to the page and takes back what was changed, and nothing else", async () => {
    const game = await startGame();
    await editSlot(game);
    // The game goes on with another file meanwhile, which must stay.
    const newer = encode({ volume: 2n }, { mode: "exact" });
    await gameWrites(game, other, newer);
    const back = await programOf("Copy the program");
    await Promise.all([game.waitForEvent("load"), game.evaluate(back).catch(() => {})]);
    expect(decode(await gameReads(game, slot))).toEqual({ level: 4 });
    await expect.poll(() => gameReads(game, other)).toEqual(newer);
  });

  test("takes back all files that were changed, which are opened one after the other", async () => {
    const { page } = visit;
    const game = await startGame();
    await editSlot(game);
    await visit.press("Escape");
    await page.getByRole("button", { name: "More ways to open" }).click();
    await page.getByRole("menuitem", { name: /HTML5 games/ }).click();
    await page.getByRole("button", { name: "settings.dat" }).click();
    await visit.row("volume").waitFor();
    await visit.settled();
    await visit.go("volume");
    await visit.edit("7");
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: "Bring the file back into the game" }).waitFor();
    const back = await programOf("Copy the program");
    await Promise.all([game.waitForEvent("load"), game.evaluate(back).catch(() => {})]);
    expect(decode(await gameReads(game, slot))).toEqual({ level: 4 });
    expect(decode(await gameReads(game, other))).toEqual({ volume: 7 });
  });

  test("asks before one of two tabs with the same file overwrites what the other has saved", async () => {
    const { page } = visit;
    const game = await startGame();
    await editSlot(game);
    await visit.press("Escape");
    const openAgain = async () => {
      await page.getByRole("button", { name: "More ways to open" }).click();
      await page.getByRole("menuitem", { name: /HTML5 games/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "slot1.save" }).click();
      await visit.row("level").waitFor();
      await visit.settled();
    };
    await openAgain();
    expect(await visit.valueOf("level")).toBe("4");
    await visit.go("level");
    await visit.edit("5");
    await page.locator(".tab-name").first().click();
    await visit.settled();
    // A tab may save again what it has saved itself.
    await visit.go("level");
    await visit.edit("6");
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: "Bring the file back into the game" }).waitFor();
    await visit.press("Escape");
    await page.locator(".tab-name").last().click();
    await visit.settled();
    await page.keyboard.press("Control+s");
    const refused = page.getByRole("dialog", { name: "slot1.save was not saved" });
    await refused.getByText("This file was opened twice here").waitFor();
    await visit.download("slot1.save.bak", () =>
      refused.getByRole("button", { name: "Overwrite it" }).click(),
    );
    const back = await programOf("Copy the program");
    await Promise.all([game.waitForEvent("load"), game.evaluate(back).catch(() => {})]);
    expect(decode(await gameReads(game, slot))).toEqual({ level: 5 });
  });

  test("asks before it overwrites what the game has written since", async () => {
    const game = await startGame();
    await editSlot(game);
    const back = await programOf("Copy the program");
    const newer = encode({ level: 9n }, { mode: "exact" });
    await gameWrites(game, slot, newer);
    const asked: string[] = [];
    game.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await game.evaluate(back);
    expect(asked[0]).toContain("slot1.save");
    await expect.poll(() => gameReads(game, slot)).toEqual(newer);
  });

  test("a file that is no backup is refused, with the reason", async () => {
    await openSteps();
    const path = join(tmpdir(), `godot-variant-other-${process.pid}.json`);
    writeFileSync(path, '{"format": "something else"}');
    await visit.page.getByLabel("Choose user-files.json here:").setInputFiles(path);
    await expect.poll(() => visit.page.getByRole("alert").innerText()).toMatch(/\.json: ./);
    await expect.poll(() => visit.page.getByText("files from").count()).toBe(0);
  });
});
