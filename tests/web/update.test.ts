// The service worker: what it keeps, what it leaves alone, and what happens to open tabs when the site has a new build.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decode } from "../../js/index.js";
import { serve } from "../../scripts/demo.mjs";
import { launchBrowser } from "../js/chromium.js";
import { hasBrowser, type Site, Visit } from "./browser.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe.skipIf(!hasBrowser)("the service worker", () => {
  let folder: string;
  let site: Site;
  beforeAll(async () => {
    mkdirSync(`${root}build`, { recursive: true });
    folder = mkdtempSync(`${root}build/page-`);
    cpSync(`${root}web-demo/dist`, folder, { recursive: true });
    const { server, url } = await serve(`build/${basename(folder)}`);
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
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
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

  test("a tab of an old build keeps the parts that it has not loaded yet", async () => {
    const visit = await Visit.start(site, {}, "?sample=save-4");
    await visit.keptOffline();
    await visit.row("player").waitFor();
    await visit.settled();
    await visit.go("player.level");
    await visit.edit("77");
    // Another build has the same parts under other names.
    let worker = readFileSync(`${folder}/sw.js`, "utf8");
    for (const name of readdirSync(`${folder}/assets`).filter((name) => name.startsWith("output-"))) {
      renameSync(`${folder}/assets/${name}`, `${folder}/assets/new-${name}`);
      worker = worker.replaceAll(name, `new-${name}`);
    }
    writeFileSync(`${folder}/sw.js`, worker.replace(/(cacheName = .*)"\w+"/, '$1"newer"'));
    const other = await visit.anotherTab();
    await other.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      const next = registration.installing ?? registration.waiting ?? registration.active;
      const isDone = () => next?.state === "activated" || registration.waiting === next;
      while (!isDone()) await new Promise((resolve) => next?.addEventListener("statechange", resolve));
    });
    const saved = decode(await visit.save("save.bin")) as { player: { level: number } };
    expect(saved.player.level).toBe(77);
    expect(visit.problems).toEqual([]);
    await visit.end();
  });
});
