import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decode, encode, save, toText } from "godot-variant";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { sample } from "./sample.js";

const executablePath = ["chromium", "chromium-browser", "google-chrome"]
  .flatMap((name) => process.env.PATH.split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path));
const skip = executablePath === undefined && "Chromium is not installed (Debian: apt-get install chromium)";

describe("the dashboard", { skip }, () => {
  let folder;
  let server;
  let browser;
  let page;
  const problems = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "dashboard-"));
    const options = {
      root: fileURLToPath(new URL(".", import.meta.url)),
      logLevel: "error",
      build: { outDir: folder, emptyOutDir: true },
    };
    await build(options);
    server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
    browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
      timeout: 120_000,
    });
    page = await browser.newPage({ viewport: { width: 1100, height: 860 } });
    page.setDefaultTimeout(120_000);
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true });
  });

  const give = (name, bytes) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });

  test("shows a save: widgets and a tree", async () => {
    const zip = {
      dialect: "godot-4",
      framing: "store_var",
      layers: [{ container: "gcpf", compression: "gzip" }],
    };
    await give("user.save", await save([decode(sample())], zip));
    await page.getByRole("heading", { name: "user.save" }).waitFor();
    assert.match(await page.locator("header p").innerText(), /^godot-4\.4, store_var, /);
    assert.match(
      await page.getByRole("region", { name: "Player" }).innerText(),
      /Mira\s+Ranger level 14 at Vector2\(312, -48\)\s+87 of 100 health\s+1,240 gold/,
    );
    assert.match(await page.getByRole("region", { name: "Quests" }).innerText(), /2 of 4/);
    assert.match(
      await page.getByRole("region", { name: "Inventory" }).innerText(),
      /^Inventory\s+map\s+231\s/,
    );
    await page.getByRole("button", { name: /inventory Array/ }).click();
    assert.equal(await page.getByRole("button", { name: /\d Dictionary 3$/ }).count(), 50);
    await page.getByRole("button", { name: "190 more" }).click();
    assert.equal(await page.getByRole("button", { name: /\d Dictionary 3$/ }).count(), 100);
    await page.getByRole("button", { name: /inventory Array/ }).click();
  });

  test("edits a value, which keeps its type, and gives the file back", async () => {
    await page.getByRole("button", { name: "Show a sample" }).click();
    await page.getByRole("heading", { name: "sample.save" }).waitFor();
    await page.getByRole("button", { name: /player Dictionary/ }).click();
    await page.getByRole("button", { name: "87.0" }).click();
    const field = page.getByRole("textbox", { name: "Value of player.hp" });
    await field.fill("12");
    await field.press("Enter");
    await page.getByText("12 of 100 health").waitFor();
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const before = decode(sample(), { mode: "exact" });
    before.get("player").set("hp", 12);
    assert.deepEqual(await readFile(await download.path()), Buffer.from(encode(before, { mode: "exact" })));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("87 of 100 health").waitFor();
  });

  test("shows the saves of other games, without the widgets that they have no values for", async () => {
    const other = { player: { name: "Kai" }, inventory: [null, "rope", 3], quests: [null], best: null };
    await give("other.save", encode(other));
    await page.getByRole("heading", { name: "other.save" }).waitFor();
    assert.match(await page.getByRole("region", { name: "Player" }).innerText(), /^K\s+Kai\s*$/);
    assert.equal(await page.getByRole("region", { name: /Inventory|Quests/ }).count(), 0);
    assert.deepEqual(problems, []);
  });

  test("a float in Godot's notation is one, also where nothing stood", async () => {
    await page.getByRole("treeitem", { name: /best/ }).getByRole("button").click();
    const field = page.getByRole("textbox", { name: "Value of best" });
    await field.fill("[5.0, 6, {7.0: 8.0}]");
    await field.press("Enter");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const best = decode(await readFile(await download.path()), { mode: "exact" }).get("best");
    assert.equal(toText(best, { mode: "exact" }), "[5.0, 6, {\n7.0: 8.0\n}]");
  });

  test("says what is wrong with a value and with a file", async () => {
    await page.getByRole("button", { name: "Show a sample" }).click();
    await page.getByRole("button", { name: /player Dictionary/ }).click();
    await page.getByRole("button", { name: "1240" }).click();
    const field = page.getByRole("textbox", { name: "Value of player.gold" });
    await field.fill('"much"');
    await field.press("Enter");
    assert.match(await page.getByRole("alert").innerText(), /wrong-type/);
    await give("notes.txt", Buffer.from("not a save"));
    await page.getByText(/bad-container/).waitFor();
    // The save that was open stays.
    assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "sample.save");
    assert.deepEqual(problems, []);
  });
});
