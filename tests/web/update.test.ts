// The service worker: what it keeps, what it leaves alone, and what happens to open tabs when the site has a new build.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { serve } from "../../scripts/demo.mjs";
import { launchBrowser } from "../js/chromium.js";
import { hasBrowser, type Site, Visit } from "./browser.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe.skipIf(!hasBrowser)("the service worker", () => {
  let folder: string;
  let site: Site;
  /** What the host of the site does before it answers; returns whether it has answered. */
  let host: (request: IncomingMessage, response: ServerResponse) => boolean;
  beforeAll(async () => {
    mkdirSync(`${root}build`, { recursive: true });
    folder = mkdtempSync(`${root}build/page-`);
    const { server, url } = await serve(`build/${basename(folder)}`);
    const [answer] = server.listeners("request") as ((...given: Parameters<typeof host>) => void)[];
    server.removeAllListeners("request");
    server.on("request", (request, response) => host(request, response) || answer?.(request, response));
    const browser: Browser = await launchBrowser();
    site = {
      browser,
      url,
      served: [],
      async close() {
        await browser.close();
        server.close();
      },
    };
  });
  beforeEach(() => {
    host = () => false;
    for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`, { recursive: true });
    cpSync(`${root}web-demo/dist`, folder, { recursive: true });
  });
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes another build, which has the same parts under other names, and perhaps not yet its page. */
  function renameParts(parts: RegExp, hasPage = true): void {
    const edit = (file: string, change: (text: string) => string) =>
      writeFileSync(`${folder}/${file}`, change(readFileSync(`${folder}/${file}`, "utf8")));
    for (const name of readdirSync(`${folder}/assets`).filter((name) => parts.test(name))) {
      renameSync(`${folder}/assets/${name}`, `${folder}/assets/new-${name}`);
      edit("sw.js", (worker) => worker.replaceAll(name, `new-${name}`));
      if (hasPage) edit("index.html", (page) => page.replaceAll(name, `new-${name}`));
    }
    edit("sw.js", (worker) => worker.replace(/(cacheName = .*)"(\w+)"/, '$1"$2newer"'));
  }

  /** Looks for a new build, and waits until its service worker waits for its turn, has taken over, or has given up. */
  const update = (visit: Visit) =>
    visit.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const next = registration.installing ?? registration.waiting ?? registration.active;
      const isDone = () =>
        next?.state === "activated" || next?.state === "redundant" || registration.waiting === next;
      while (!isDone()) await new Promise((resolve) => next?.addEventListener("statechange", resolve));
    });

  test("leaves other files of the site alone", async () => {
    const visit = await Visit.start(site);
    await visit.keptOffline();
    const get = () => visit.page.evaluate(async () => (await fetch("./game.pck")).text());
    for (const text of ["first", "second"]) {
      writeFileSync(`${folder}/game.pck`, text);
      expect(await get()).toBe(text);
    }
    await visit.end();
  });

  test("leaves what another folder of the site keeps", async () => {
    const visit = await Visit.start(site);
    await visit.keptOffline();
    cpSync(`${root}web-demo/dist`, `${folder}/other`, { recursive: true });
    const sw = `${folder}/other/sw.js`;
    writeFileSync(sw, readFileSync(sw, "utf8").replace(/(cacheName = .*)"(\w+)"/, '$1"$2other"'));
    const other = await visit.page.context().newPage();
    await other.goto(`${site.url}other/`);
    await other.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.includes("/other/"));
    await visit.page.context().setOffline(true);
    await visit.page.reload();
    await visit.page.getByRole("heading", { name: "Open a Godot save" }).waitFor();
    await visit.end();
  });

  test("keeps the old build while the server has parts of the new one, but not its page", async () => {
    const visit = await Visit.start(site);
    await visit.keptOffline();
    renameParts(/^index-.*js$/, false);
    await update(visit);
    const context = visit.page.context();
    const startsOffline = async (entry: RegExp) => {
      const next = await context.newPage();
      for (const page of context.pages()) if (page !== next) await page.close();
      await context.setOffline(true);
      await next.goto(site.url);
      await next.getByRole("heading", { name: "Open a Godot save" }).waitFor();
      expect(await next.locator("script[src]").getAttribute("src")).toMatch(entry);
      await context.setOffline(false);
      return next;
    };
    const page = await startsOffline(/assets\/index-/);
    // The page arrives.
    const index = `${folder}/index.html`;
    writeFileSync(index, readFileSync(index, "utf8").replace(/assets\/(index-[\w-]*\.js)/g, "assets/new-$1"));
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const next = registration.installing ?? registration.waiting;
      while (next?.state !== "installed")
        await new Promise((resolve) => next?.addEventListener("statechange", resolve));
    });
    await page.close();
    await startsOffline(/assets\/new-index-/);
    await context.close();
  });

  test("a tab of an old build keeps the parts that it has not loaded yet", async () => {
    const visit = await Visit.start(site, {}, "?sample=save-4");
    await visit.keptOffline();
    await visit.row("player").waitFor();
    await visit.settled();
    await visit.go("player.level");
    await visit.edit("77");
    renameParts(/^output-/);
    await update(await visit.anotherTab());
    const saved = decode(await visit.save("save.bin")) as { player: { level: number } };
    expect(saved.player.level).toBe(77);
    expect(visit.problems).toEqual([]);
    await visit.end();
  });

  test("answers from what it keeps, also where the server says that answers depend on the browser", async () => {
    host = (_, response) => {
      response.setHeader("vary", "Accept, Origin, User-Agent");
      return false;
    };
    const visit = await Visit.start(site);
    await visit.keptOffline();
    await visit.page.context().setOffline(true);
    await visit.page.reload();
    await visit.openBytes("save.bin", encode({ hp: 1 }));
    await visit.go("hp");
    await visit.edit("2");
    expect(decode(await visit.save("save.bin"))).toEqual({ hp: 2 });
    await visit.end();
  });

  test("answers with the page for index.html, which some hosts redirect to its folder", async () => {
    host = ({ url = "" }, response) => {
      if (!url.endsWith("/index.html")) return false;
      response.writeHead(308, { location: url.slice(0, -"index.html".length) }).end();
      return true;
    };
    const visit = await Visit.start(site);
    await visit.keptOffline();
    for (const isOffline of [false, true]) {
      await visit.page.context().setOffline(isOffline);
      await visit.page.goto(`${site.url}index.html?sample=save-4`);
      await visit.row("player").waitFor();
    }
    await visit.end();
  });

  test("keeps no build of which a part is missing, on hosts that answer with the page then", async () => {
    host = (request) => {
      const { pathname } = new URL(request.url as string, site.url);
      if (pathname.startsWith("/assets/") && !existsSync(folder + pathname)) request.url = "/";
      return false;
    };
    const [part] = readdirSync(`${folder}/assets`).filter((name) => /^edits-.*js$/.test(name));
    const rename = (from: string, to: string) =>
      renameSync(`${folder}/assets/${from}`, `${folder}/assets/${to}`);
    rename(`${part}`, "late");
    const visit = await Visit.start(site);
    const outcome = () =>
      visit.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.register("./sw.js");
        const worker = registration.installing ?? registration.waiting ?? registration.active;
        while (worker?.state !== "activated" && worker?.state !== "redundant")
          await new Promise((resolve) => worker?.addEventListener("statechange", resolve));
        return worker.state;
      });
    expect(await outcome()).toBe("redundant");
    rename("late", `${part}`);
    expect(await outcome()).toBe("activated");
    await visit.page.reload();
    await visit.openBytes("save.bin", encode({ hp: 1 }));
    await visit.go("hp");
    await visit.edit("2");
    await visit.end();
  });
});
