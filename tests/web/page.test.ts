// The page as a whole: size, security policy, requests, accessibility, keyboard, offline use, themes, small screens.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decode } from "../../js/index.js";
import { gzipSize, kilobytes } from "../gzip.js";
import { expectAccessible } from "./accessibility.js";
import { fixture, hasBrowser, openSite, type Site, Visit } from "./browser.js";

const dist = fileURLToPath(new URL("../../web-demo/dist/", import.meta.url));
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length));
const zipped = (name: string) => {
  const bytes = readFileSync(dist + name);
  return name.endsWith(".woff") ? bytes.length : gzipSize(bytes);
};
const sum = (names: readonly string[]) => names.reduce((total, name) => total + zipped(name), 0);

describe("the built page", () => {
  test("is small: 385 KB without the samples, gzip", () => {
    expect(sum(files.filter((name) => !name.startsWith("samples")))).toBeLessThanOrEqual(kilobytes(385));
  });

  test("has only relative addresses", () => {
    const html = readFileSync(`${dist}index.html`, "utf8");
    expect(html).not.toMatch(/(?:src|href)="(?:\/|https?:)/);
  });
});

test("the page's styles need nothing that the browsers of docs/VERSIONING.md lack", () => {
  const styles = files.filter((name) => name.endsWith(".css"));
  expect(styles.length).toBeGreaterThan(5);
  for (const name of styles)
    expect(readFileSync(dist + name, "utf8"), name).not.toMatch(
      /light-dark\(|color-mix\(|:has\(|@scope|@starting-style|@media[^{]*\(width ?[<>]|[{;}]&/,
    );
});

describe.skipIf(!hasBrowser)("the page", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(true);
  });
  afterAll(() => site?.close());

  test("loads at most 191 KB, the worker and its WebAssembly included, gzip", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block" });
    await visit.open("saves/godot-4.6.3.bin");
    const names = new Set(
      visit.requests
        .filter((url) => url.startsWith(site.url))
        .map((url) => new URL(url).pathname.slice(1) || "index.html"),
    );
    expect(sum([...names])).toBeLessThanOrEqual(kilobytes(191));
    await visit.end();
  });

  test("requests nothing from other sites, and obeys its security policy", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block" });
    const { page } = visit;
    await page.evaluate(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective}`),
      );
    });
    const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
    for (const rule of [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "img-src 'self' blob:",
      "media-src 'self' blob:",
    ]) {
      expect(policy?.split("; ")).toContain(rule);
    }
    for (const file of [
      "containers/4.6.3/store_var_all.bin",
      "containers/4.6.3/gcpf_zstd_multi.bin",
      "containers/3.6/gcpf_gzip_multi.bin",
      "saves/godot-3.6.bin",
    ]) {
      await visit.open(file);
      await visit.openAll();
      const count = Math.min(70, await page.locator("[role=treeitem]").count());
      for (let i = 0; i < count; i++) await page.keyboard.press("ArrowDown");
      await visit.settled();
    }
    await page.keyboard.press("?");
    await page.keyboard.press("Escape");
    expect(visit.problems).toEqual([]);
    expect(visit.requests.filter((url) => !url.startsWith(site.url) && !url.startsWith("blob:"))).toEqual([]);
    const own = new Set(files.map((name) => site.url + name.replaceAll("\\", "/")));
    expect(
      visit.requests.filter((url) => url.startsWith(site.url) && url !== site.url && !own.has(url)),
    ).toEqual([]);
    await visit.end();
  });

  test("requests nothing from its server once it has loaded", async () => {
    const visit = await Visit.start(site);
    const { page } = visit;
    await visit.keptOffline();
    await page.reload();
    await page.waitForSelector("main > *");
    site.served.length = 0;
    await visit.open("containers/4.6.3/store_var_all.bin");
    for (const path of ["string", "color", "vector3", "f64s", "bytes"]) await visit.go(path);
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+f");
    await page.keyboard.type("hello");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".row.selected .value").innerText()).toContain("hello");
    await visit.edit('"bye"');
    await visit.save("store_var_all.bin");
    await visit.drop({ name: "secret.save", bytes: fixture("containers/4.6.3/gdec_of_gcpf_zstd.bin") });
    await page.getByLabel("Password").fill("hunter2");
    await page.keyboard.press("Enter");
    await page.locator("[role=treeitem]").first().waitFor();
    await expect.poll(() => visit.whatItIs()).toContain("GDEC");
    // Browsers check for a newer service worker on their own.
    expect(site.served.filter((path) => path !== "/sw.js")).toEqual([]);
    await visit.end();
  });

  const sizes = [
    { width: 1440, height: 900 },
    { width: 800, height: 900 },
    { width: 360, height: 720 },
  ];
  for (const colorScheme of ["light", "dark"] as const) {
    for (const viewport of sizes) {
      test(`passes the accessibility rules, ${colorScheme}, ${viewport.width} wide`, async () => {
        const isPhone = viewport.width < 500;
        const visit = await Visit.start(site, {
          serviceWorkers: "block",
          colorScheme,
          viewport,
          hasTouch: isPhone,
          reducedMotion: "reduce",
        });
        const { page } = visit;
        const look = `${viewport.width}-${colorScheme}`;
        const check = (state: string) => expectAccessible(page, look, state);
        await check("start");
        await visit.open("containers/4.6.3/store_var_all.bin");
        await visit.openAll();
        await check("every type");
        for (const path of ["color", "vector3", "transform3d", "v2s"]) {
          if (!isPhone) await visit.go(path);
        }
        if (isPhone) await page.getByRole("button", { name: "detail" }).click();
        await check("detail");
        if (isPhone) await page.getByRole("button", { name: "bytes" }).click();
        await check("bytes");
        const dialog = page.locator("dialog[open]");
        await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
        await dialog.waitFor();
        await check("help");
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
        await visit.open("saves/godot-4.6.3.bin");
        await visit.row("inventory").click();
        if (isPhone) await page.getByRole("button", { name: "detail" }).click();
        await page.getByRole("button", { name: "Show as a table" }).click();
        await page.locator("[role=gridcell]").first().waitFor();
        await check("table");
        await page.getByRole("button", { name: "More ways to open" }).click();
        await page.getByRole("menuitem", { name: "HTML5 games" }).click();
        await page.getByText("Games on another site").click();
        await check("games");
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
        await visit.drop({ name: "secret.save", bytes: fixture("containers/4.6.3/gdec_pass.bin") });
        await page.getByText("secret.save is encrypted").waitFor();
        await check("password");
        await visit.drop({ name: "pack.pck", bytes: fixture("containers/4.6.3/pack.pck") });
        await page.getByText("pack.pck cannot be opened").waitFor();
        await check("failure");
        await visit.end();
      });
    }
  }

  test("can be used with the keyboard alone", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block" });
    const { page } = visit;
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element === document.body
          ? ""
          : (element?.getAttribute("aria-label") ?? element?.textContent ?? "");
      });
    // Tab from the start of the page to the first sample.
    for (let i = 0; i < 40 && !(await focused()).includes("saved game from Godot 4.6"); i++)
      await keyboard.press("Tab");
    await keyboard.press("Enter");
    await page.locator("[role=treeitem]").first().waitFor();
    // Whoever opens a file by a key goes on in its tree.
    await expect.poll(() => focused()).toBe("Values");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("player");
    await keyboard.press("ArrowRight");
    await visit.row("level").waitFor();
    for (let i = 0; i < 3; i++) await keyboard.press("ArrowDown");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("level");
    await visit.settled();
    await keyboard.press("F2");
    await keyboard.type("15");
    await keyboard.press("Enter");
    await expect.poll(() => visit.valueOf("level")).toBe("15");
    await keyboard.press("Control+z");
    await expect.poll(() => visit.valueOf("level")).toBe("14");
    await keyboard.press("Control+y");
    await expect.poll(() => visit.valueOf("level")).toBe("15");
    await keyboard.press("Control+f");
    await keyboard.type("rope");
    await keyboard.press("Enter");
    await expect.poll(() => page.locator(".row.selected .value").innerText()).toContain("rope");
    await keyboard.press("Control+g");
    await keyboard.type("player.hp");
    await keyboard.press("Enter");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("hp");
    for (const name of [/^Values/, /./, /^Bytes of the content/]) {
      await keyboard.press("F6");
      await expect.poll(() => focused()).toMatch(name);
    }
    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    const saved = decode(await visit.save("save.bin")) as { player: { level: number } };
    expect(saved.player.level).toBe(15);
    await keyboard.press("Alt+w");
    await page.getByRole("heading", { name: "Open a Godot save" }).waitFor();
    expect(visit.problems).toEqual([]);
    await visit.end();
  });

  test("works offline after the first visit and can be installed", async () => {
    const visit = await Visit.start(site);
    const { page } = visit;
    await visit.keptOffline();
    await page.context().setOffline(true);
    await page.reload();
    await visit.open("containers/4.6.3/gcpf_zstd_multi.bin");
    await expect.poll(() => visit.whatItIs()).toContain("GCPF zstd");
    await visit.drop({ name: "secret.save", bytes: fixture("containers/4.6.3/gdec_pass.bin") });
    await page.getByLabel("Password").fill("hunter2");
    await page.keyboard.press("Enter");
    await expect.poll(() => visit.whatItIs()).toContain("GDEC");
    const manifest = JSON.parse(readFileSync(`${dist}manifest.webmanifest`, "utf8"));
    expect(manifest.file_handlers[0].accept["application/octet-stream"]).toContain(".save");
    await visit.end();
  });

  test("remembers the chosen theme", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block", colorScheme: "light" });
    const { page } = visit;
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole("button", { name: "Colors: same as system" }).click();
    await page.getByRole("button", { name: "Colors: light" }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.waitForSelector("main > *");
    await expect.poll(() => ground()).toBe(dark);
    await visit.end();
  });
});
