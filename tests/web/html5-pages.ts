// Two pages of one origin: a game that uses the real IDBFS, and a companion with godot-variant/html5.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchBrowser, patience } from "../js/chromium.js";
import { boot, compileIdbfs, gameSees, gameWrites } from "./idbfs.js";

/** Runs in a page: the code of an error instead of its result. */
const inPages = `
  const codeOf = (promise) => promise.then(() => "ok", (error) => error.code ?? String(error));
  const bytes = (text) => new TextEncoder().encode(text);
  const textOf = (bytes) => new TextDecoder().decode(bytes);
  const databases = async () => (await indexedDB.databases()).map(({ name, version }) => name + " " + version).sort();
  const make = (name, version, upgrade) => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => { request.result.close(); resolve(); };
    request.onerror = () => reject(request.error);
  });
`;

let server: Server;
let browser: Browser;
let scripts: { companion: string; game: string };
let context: BrowserContext;
let url = "";
/** The page beside the game. */
export let page: Page;
/** The page of the game that was started last. */
export let game: Page;

/** Opens `page` before each test of the suite that calls this. */
export function useOrigin(): void {
  beforeAll(async () => {
    const entry = fileURLToPath(new URL("../../js/html5.ts", import.meta.url));
    const common = { bundle: true, format: "iife", globalName: "html5", write: false } as const;
    const { outputFiles } = await build({ ...common, entryPoints: [entry] });
    scripts = {
      companion: (outputFiles[0]?.text ?? "") + inPages,
      game: readFileSync(compileIdbfs(), "utf8"),
    };
    server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body>");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(patience);
    page = await companion();
  });
  afterEach(() => context.close());
}

export async function companion(): Promise<Page> {
  const opened = await context.newPage();
  await opened.goto(url);
  await opened.addScriptTag({ content: scripts.companion });
  return opened;
}

/** A companion in a frame of `page` to which the browser gives no storage. */
export async function frameWithoutOrigin(): Promise<Frame> {
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    document.body.append(frame);
  });
  const frame = page.frames()[1] as Frame;
  await frame.addScriptTag({ content: scripts.companion });
  return frame;
}

/** Loads the game into its page, as a reload does. */
export async function bootGame(): Promise<void> {
  await game.addScriptTag({ content: scripts.game });
  expect(await boot(game)).toBeUndefined();
}

export async function startGame(files: Record<string, string | null> = {}): Promise<void> {
  game = await context.newPage();
  await game.goto(url);
  await bootGame();
  await gameWrites(game, files);
}

/** Starts a game, lets it write files, and closes it. */
export async function played(files: Record<string, string | null>): Promise<void> {
  await startGame(files);
  await game.close();
}

/** What a game sees that starts now. */
export async function seenByGame(): Promise<Record<string, string>> {
  await startGame();
  return gameSees(game);
}

/** Stores a record as it is given, as only other programs do. */
export async function putRaw(
  at: Page,
  key: string,
  record: { mode: number; timestamp?: number | undefined; contents?: string },
): Promise<void> {
  await at.evaluate(
    async ([key, { timestamp, contents, ...record }]) => {
      const request = indexedDB.open("/userfs");
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      const writing = request.result.transaction("FILE_DATA", "readwrite");
      const time = timestamp === undefined ? {} : { timestamp: new Date(timestamp) };
      const content = contents === undefined ? {} : { contents: new TextEncoder().encode(contents) };
      writing.objectStore("FILE_DATA").put({ ...record, ...time, ...content }, key);
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      request.result.close();
    },
    [key, record] as const,
  );
}
