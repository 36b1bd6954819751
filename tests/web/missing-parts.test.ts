// The page loads most of its parts on demand. What happens when one does not arrive.
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { decode, unwrap } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";
import { backups, reload } from "./reloads.js";

const save4 = "saves/godot-4.6.3.bin";
const sentence = "A part of this page could not be loaded.";

describe.skipIf(!hasBrowser)("the parts of a page that no service worker keeps", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test.each([
    ["plain", async (bytes: Uint8Array<ArrayBuffer>) => bytes],
    ["compressed", async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(gzipSync(bytes))],
  ])("save a %s file with edits after the site has lost them all", async (_kind, pack) => {
    const { page } = visit;
    await visit.openBytes("save.bin", await pack(fixture(save4)));
    await visit.go("player.level");
    await visit.edit("77");
    await visit.settled();
    await page.route(/\/assets\//, (route) => route.abort());
    const { content } = await unwrap(await visit.save("save.bin"));
    expect(decode(content)).toMatchObject({ player: { level: 77 } });
  });

  test("make no edit later that was refused because one of them did not arrive", async () => {
    const { page } = visit;
    await visit.openBytes("save.bin", fixture(save4));
    await visit.go("player.level");
    await page.route(/\/assets\/edits-/, (route) => route.abort());
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Delete");
    await page.locator(".message.error", { hasText: sentence }).waitFor();
    await page.unrouteAll();
    await visit.go("player.name");
    await visit.edit("Zed");
    await visit.endWorker();
    const saved = async () => decode(await visit.save("save.bin"));
    expect(await saved()).toMatchObject({ player: { level: 14, name: "Zed" } });
    // Nor after a reload.
    await visit.edit("Zoe");
    await expect.poll(() => backups(visit)).toEqual([2]);
    await reload(visit);
    await page.getByRole("button", { name: "Restore edits" }).click();
    await visit.row("player").waitFor();
    await visit.settled();
    expect(await saved()).toMatchObject({ player: { level: 14, name: "Zoe" } });
  });

  test("are missed by name where a worker does not start for want of one", async () => {
    const { page } = visit;
    let started = 0;
    await page.route(/\/assets\/worker-/, (route) => {
      started++;
      return route.abort();
    });
    await visit.drop({ name: "save.bin", bytes: fixture(save4) });
    await page.getByRole("heading", { name: "save.bin cannot be opened" }).waitFor();
    expect(await page.getByRole("alert").allInnerTexts()).toEqual([expect.stringContaining(sentence)]);
    await visit.settled();
    expect(started).toBe(1);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await visit.row("player").waitFor();
  });

  test("are loaded again for a file in the format that a person has chosen", async () => {
    const { page } = visit;
    await visit.openBytes("save.bin", fixture(save4));
    const format = page.getByLabel("Read as");
    await format.selectOption("godot-4.0 none");
    await visit.settled();
    await visit.go("player.level");
    await visit.edit("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await reload(visit);
    await page.route(/\/assets\/worker-/, (route) => route.abort());
    await page.getByRole("button", { name: "Restore edits" }).click();
    await page.getByRole("heading", { name: "save.bin cannot be opened" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => visit.valueOf("level")).toBe("77");
    expect(await format.inputValue()).toBe("godot-4.0 none");
  });

  test("are of one build: a WebAssembly module of another one is refused until the page is reloaded", async () => {
    const { page } = visit;
    await page.route(/\/assets\/core-/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(godot-variant wasm )\w{8}/g, "$100000000");
      await route.fulfill({ response, body });
    });
    await visit.drop({ name: "save.bin", bytes: fixture(save4) });
    await page
      .getByRole("alert")
      .getByText("The WebAssembly module cannot be used here. Reload the page.")
      .waitFor();
    await page.unrouteAll();
    await reload(visit);
    await visit.openBytes("save.bin", fixture(save4));
    await visit.row("player").waitFor();
  });

  test("do not leave the page empty where a file was not opened for want of one", async () => {
    const { page } = visit;
    await page.route(/\/assets\/saved-text-/, (route) => route.abort());
    await visit.drop({ name: "save.json", bytes: new TextEncoder().encode('{"hp": 1}') });
    await page.getByRole("alert").getByText(sentence).waitFor();
    await page.unrouteAll();
    await visit.endWorker();
    // The file is looked at again.
    await visit.openBytes("other.bin", fixture(save4));
    await page.getByRole("button", { name: "save.json", exact: true }).click();
    await visit.settled();
    expect(await page.getByRole("alert").allInnerTexts()).toEqual([expect.stringContaining(sentence)]);
    await page.getByRole("button", { name: "Try again" }).click();
    await visit.row("hp").waitFor();
  });
});

describe.skipIf(!hasBrowser)("a part of the page that does not arrive", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  // The browser reports each request that failed.
  afterEach(() => {
    const failed = visit.problems.splice(0);
    expect(failed.length).toBeGreaterThan(0);
    for (const problem of failed) expect(problem).toMatch(/^Failed to load resource/);
  });

  /** Loses the requests for a part of the page until the returned function is called. */
  async function lose(part: string): Promise<() => Promise<void>> {
    const scripts = new RegExp(`/assets/${part}-[^/]*\\.js$`);
    await visit.page.route(scripts, (route) => route.abort());
    return () => visit.page.unroute(scripts);
  }

  test("keeps nobody from the page in place of a dialog, which is loaded when it is asked for again", async () => {
    const { page } = visit;
    await visit.open(save4);
    const arrive = await lose("dialogs");
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    const told = page.locator(".message.error", { hasText: sentence });
    await told.waitFor();
    await page.keyboard.press("Control+f");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("search");
    await arrive();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });

  test("is asked for again by the next letter that is typed into the tree", async () => {
    const { page } = visit;
    await visit.openBytes("save.bin", fixture(save4));
    const find = await lose("type-ahead");
    await page.locator("[role=tree]").focus();
    await visit.press("p");
    await page.locator(".message.error", { hasText: sentence }).waitFor();
    await find();
    await page.locator("[role=tree]").focus();
    await visit.press("p");
    await visit.settled();
    expect(await page.locator(".row.selected .label").innerText()).toBe("player");
  });

  test("leaves everything as it is in place of a question", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.level");
    const before = await visit.labels();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+c");
    await page.getByText("Copied 1 value").waitFor();
    const arrive = await lose("dialogs");
    await page.keyboard.press("Control+v");
    await page.locator(".message.error", { hasText: sentence }).waitFor();
    await visit.settled();
    expect(await visit.labels()).toEqual(before);
    await arrive();
    await page.keyboard.press("Control+v");
    await page.getByRole("dialog").getByRole("button", { name: "Keep both" }).click();
    await expect.poll(() => visit.row("level_2").count()).toBe(1);
  });

  test("leaves the edits of a file that could not be saved for want of it", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.level");
    const arrive = await lose("output");
    await visit.edit("77");
    await page.keyboard.press("Control+s");
    await page.locator(".message.error", { hasText: sentence }).waitFor();
    await arrive();
    expect(decode(await visit.save("godot-4.6.3.bin"))).toMatchObject({ player: { level: 77 } });
  });
});
