// The documentation site: it builds without dead links, its search finds functions and errors without a network, and it links the page.
import type { Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../scripts/demo.mjs";
import { buildDocs, site } from "../../scripts/docs.mjs";
import { hasBrowser, launchBrowser, patience } from "../js/chromium.js";

describe.skipIf(!hasBrowser)("the documentation site", () => {
  let served: { server: Server; url: string };
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  beforeAll(async () => {
    await buildDocs();
    served = await serve(site);
    browser = await launchBrowser();
  }, 20 * 60_000);
  afterAll(async () => {
    await browser?.close();
    served?.server.close();
  });

  /** Opens a page whose requests to other hosts fail and are counted. */
  async function open(path: string) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const foreign: string[] = [];
    await page.route("**/*", (route) => {
      const url = route.request().url();
      if (url.startsWith(served.url) || url.startsWith("data:")) return route.continue();
      foreign.push(url);
      return route.abort();
    });
    page.setDefaultTimeout(patience);
    await page.goto(served.url + path);
    return { page, foreign };
  }

  /** The page does not listen to keys before its scripts run. */
  async function openSearch(page: Page): Promise<void> {
    const box = page.locator(".VPLocalSearchBox");
    while (!(await box.isVisible())) {
      await page.keyboard.press("Control+k");
      await page.waitForTimeout(200);
    }
  }

  test("search leads to a function and to an error, and asks no other host", async () => {
    const { page, foreign } = await open("index.html");
    for (const [word, heading] of [
      ["encodeInto", "encodeInto"],
      ["ambiguous-dialect", "ambiguous-dialect"],
    ] as const) {
      await openSearch(page);
      await page.locator(".VPLocalSearchBox input").fill(word);
      const results = page.locator(".VPLocalSearchBox .result");
      await results.filter({ hasText: heading }).first().waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".VPLocalSearchBox").waitFor({ state: "detached" });
    }
    expect(foreign).toEqual([]);
  });

  test("the reference has a page for a function of each entry, and Try it opens the page", async () => {
    const { page } = await open("api/functions/decode.html");
    expect(await page.locator("h1").innerText()).toContain("decode()");
    expect(await page.locator("body").innerText()).not.toContain("{{");
    const other = await open("api/html5/functions/listGames.html");
    expect(await other.page.locator("h1").innerText()).toContain("listGames()");
    const link = await page.locator("a", { hasText: "Try it" }).first().getAttribute("href");
    const answer = await page.request.get(new URL(`${link}index.html`, served.url).href);
    expect(await answer.text()).toContain("Godot");
  });
});
