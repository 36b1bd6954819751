// docs/recipes/html5-companion, with a program in the place of the game that stores files as Godot does.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { decodeFrames, encodeFrames } from "../../js/index.js";
import { hasBrowser, launchBrowser, patience } from "../js/chromium.js";
import { compileIdbfs } from "./idbfs.js";

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const recipe = "docs/recipes/html5-companion";

/** Starts like a game of Godot 4, and saves only if it has not saved before. */
const gamePage = (save: Uint8Array) => `<!doctype html>
<script src="idbfs.js"></script>
<script type="module">
  const { FS } = await createGame();
  FS.mkdirTree("/userfs");
  FS.mount(FS.filesystems.IDBFS, {}, "/userfs");
  await new Promise((resolve) => FS.syncfs(true, resolve));
  const folder = "/userfs/godot/app_userdata/Recipe";
  FS.mkdirTree(folder);
  if (!FS.analyzePath(folder + "/slot1.save").exists)
    FS.writeFile(folder + "/slot1.save", Uint8Array.of(${save.join()}));
  await new Promise((resolve) => FS.syncfs(false, resolve));
  document.title = Array.from(FS.readFile(folder + "/slot1.save")).join();
</script>`;

describe.skipIf(!hasBrowser)("the recipe html5-companion", () => {
  test("edits the save of the game that it shows", async () => {
    const { outputFiles } = await build({
      entryPoints: [source(`${recipe}/companion.js`)],
      alias: {
        "godot-variant": source("js/index.ts"),
        "godot-variant/html5": source("js/html5.ts"),
      },
      bundle: true,
      format: "esm",
      write: false,
    });
    const files: Record<string, [type: string, text: string]> = {
      "/": ["text/html", readFileSync(source(`${recipe}/index.html`), "utf8")],
      "/companion.js": ["text/javascript", outputFiles[0]?.text ?? ""],
      "/game/index.html": ["text/html", gamePage(encodeFrames([{ gold: 5, hp: 1.5 }, "a second value"]))],
      "/game/idbfs.js": ["text/javascript", readFileSync(compileIdbfs(), "utf8")],
    };
    const server = createServer(({ url = "" }, response) => {
      const [type, text] = files[url] ?? ["text/plain", ""];
      response.writeHead(200, { "content-type": type }).end(text);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(patience);
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(String(error)));
      const titleOfGame = async () =>
        (await page
          .frames()[1]
          ?.title()
          .catch(() => "")) ?? "";
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await expect.poll(titleOfGame).toMatch(/^\d/);
      await page.reload();
      await page.getByRole("button", { name: "slot1.save" }).click();
      const text = page.getByRole("textbox");
      await expect.poll(() => text.inputValue()).toContain('"gold": 5');
      await text.fill((await text.inputValue()).replace('"gold": 5', '"gold": 999'));
      await page.getByRole("button", { name: "Write" }).click();
      await page.getByText(/reload its page/).waitFor();
      // The game starts again with the edited save, in which the float is still one.
      const saved = async () => {
        const bytes = Uint8Array.from((await titleOfGame()).split(","), Number);
        return bytes.length < 8 ? undefined : decodeFrames(bytes, { framing: "store_var", mode: "exact" });
      };
      await expect.poll(async () => String(await saved())).not.toBe("undefined");
      const [value, ...others] = (await saved()) as [Map<string, unknown>];
      expect(others).toEqual(["a second value"]);
      expect([...value]).toEqual([
        ["gold", 999n],
        ["hp", 1.5],
      ]);
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
