// Drives the built page in a real browser, as a user would.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Download, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { serveDemo } from "../../scripts/demo.mjs";
import { launchBrowser, patience } from "../js/chromium.js";
import { keepMessages, type Watched, watchCalls } from "./watch.js";

export { hasBrowser } from "../js/chromium.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
export const fixture = (path: string) => new Uint8Array(readFileSync(fixtures + path));

export interface Site {
  readonly browser: Browser;
  readonly url: string;
  /** The paths of all requests to the server. */
  readonly served: string[];
  close(): Promise<void>;
}

/** Serves the page, and starts a browser: if `isWhole`, one with all its parts. */
export async function openSite(isWhole = false): Promise<Site> {
  const { server, url } = await serveDemo();
  const served: string[] = [];
  server.on("request", ({ url = "" }) => served.push(url));
  const browser = await launchBrowser(isWhole);
  return {
    browser,
    url,
    served,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

export interface Dropped {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One visit to the page, in a browser context of its own. */
export class Visit {
  readonly site: Site;
  readonly page: Page;
  /** Script errors and violations of the Content-Security-Policy. */
  readonly problems: string[] = [];
  readonly requests: string[] = [];
  readonly #loading = new Set<Request>();
  /** By the address of a script, the script or page that asked for it. */
  readonly #askers = new Map<string, string>();

  private constructor(site: Site, page: Page) {
    this.site = site;
    this.page = page;
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(message.text());
    });
    page.on("request", (request) => {
      this.requests.push(request.url());
      if (request.url().startsWith("http")) this.#loading.add(request);
      this.#askers.set(request.url(), request.headers().referer ?? "");
    });
    page.on("requestfinished", (request) => this.#loading.delete(request));
    page.on("requestfailed", (request) => this.#loading.delete(request));
  }

  static async start(site: Site, options: BrowserContextOptions = {}, search = ""): Promise<Visit> {
    const context = await site.browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    context.setDefaultTimeout(patience);
    await context.addInitScript(watchCalls);
    await context.addInitScript(keepMessages);
    const visit = new Visit(site, await context.newPage());
    await visit.page.goto(site.url + search);
    await visit.page.waitForSelector("main > *");
    return visit;
  }

  /** Opens the page in another tab of the same browser. */
  async anotherTab(): Promise<Visit> {
    const visit = new Visit(this.site, await this.page.context().newPage());
    await visit.page.goto(this.page.url());
    await visit.page.waitForSelector("main > *");
    return visit;
  }

  async drop(...files: readonly Dropped[]): Promise<void> {
    const list = files.map(({ name, bytes }) => ({ name, data: Buffer.from(bytes).toString("base64") }));
    await this.page.evaluate((list) => {
      const dataTransfer = new DataTransfer();
      for (const { name, data } of list) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
      }
      const options = { bubbles: true, cancelable: true, dataTransfer };
      for (const type of ["dragenter", "dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, options));
    }, list);
  }

  /** Drops a file of tests/fixtures and waits until it is open. */
  async open(path: string, name = path.slice(path.lastIndexOf("/") + 1)): Promise<void> {
    await this.openBytes(name, fixture(path));
  }

  /** Drops bytes and waits until they are open. */
  async openBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.drop({ name, bytes });
    await this.page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    await this.page.locator("[role=treeitem]").first().waitFor();
    await this.settled();
  }

  /** Chooses an item from a menu. */
  async menu(button: string, item: RegExp): Promise<void> {
    await this.page.getByRole("button", { name: button, exact: true }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }

  async whatItIs(): Promise<string> {
    return (await this.page.locator(".layers").innerText()).replace(/\s+/g, " ");
  }

  /** Labels of the visible lines. */
  async labels(): Promise<string[]> {
    return this.page.locator("[role=treeitem] .label").allInnerTexts();
  }

  row(label: string) {
    return this.page
      .locator("[role=treeitem]")
      .filter({ has: this.page.locator(".label", { hasText: new RegExp(`^${label}$`) }) });
  }

  async valueOf(label: string): Promise<string> {
    return this.row(label).first().locator(".value").innerText();
  }

  async openAll(): Promise<void> {
    await this.page.locator("[role=tree]").focus();
    await this.page.keyboard.press("Home");
    await this.page.keyboard.press("*");
    await this.settled();
  }

  /** Types a path into its field. */
  async go(path: string): Promise<void> {
    await this.page.locator("#go").fill(path);
    await this.page.locator("#go").press("Enter");
    await this.settled();
  }

  /** Presses keys one after the other. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Edits the selected value in the tree. */
  async edit(text: string): Promise<void> {
    await this.page.locator("[role=tree]").focus();
    await this.page.keyboard.press("F2");
    await this.page.locator(".in-place input").fill(text);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".in-place").waitFor({ state: "detached" });
    await this.settled();
  }

  /** Performs an action and returns the file that it downloads under this name. */
  async download(name: string, action: () => Promise<unknown>): Promise<Uint8Array> {
    const others: string[] = [];
    const isWanted = (one: Download) => {
      others.push(one.suggestedFilename());
      return one.suggestedFilename() === name;
    };
    const coming = this.page.waitForEvent("download", isWanted).catch(async (cause) => {
      const said = await this.page.locator(".messages").innerText();
      throw new Error(`no download of ${name}, but of [${others}]; the page says "${said}"`, { cause });
    });
    const [download] = await Promise.all([coming, action()]);
    return new Uint8Array(readFileSync(await download.path()));
  }

  async save(name: string): Promise<Uint8Array> {
    return this.download(name, () => this.page.keyboard.press("Control+s"));
  }

  /** Waits until no call to a worker or to the browser is pending, the page has loaded what it needs, and everything is drawn. */
  async settled(): Promise<void> {
    const start = performance.now();
    for (;;) {
      await this.drawn();
      const loading = await this.loading();
      if (loading.length === 0) break;
      if (performance.now() - start > patience) throw new Error(`still loading: ${loading}`);
    }
    await this.drawn();
  }

  private async drawn(): Promise<void> {
    const unanswered = await this.page.evaluate(async (patience) => {
      const { callsThatWait } = window as unknown as Watched;
      // Effects run in a task after the frame that they belong to.
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const start = performance.now();
      for (let quiet = 0; quiet < 3; quiet++) {
        await frame();
        if (callsThatWait.size === 0) continue;
        if (performance.now() - start > patience) return Array.from(callsThatWait);
        quiet = -1;
      }
      return [];
    }, patience);
    if (unanswered.length > 0) throw new Error(`no answer to the calls ${unanswered}`);
  }

  /**
   * What the page waits for. The browser never says what became of a script whose worker ended before it was there; the calls to
   * a worker wait for its scripts, too.
   */
  private async loading(): Promise<string[]> {
    const workers = await this.page.evaluate(() => Array.from((window as unknown as Watched).workerScripts));
    const isOfWorker = (url: string): boolean => {
      const seen = new Set<string>();
      for (let at = url; at !== "" && !seen.has(at); at = this.#askers.get(at) ?? "") {
        if (workers.includes(at)) return true;
        seen.add(at);
      }
      return false;
    };
    return Array.from(this.#loading, (request) => request.url()).filter((url) => !isOfWorker(url));
  }

  /** Keeps back what the page loads from such addresses until the returned function is called. */
  async hold(address: RegExp): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await this.page.route(address, async (route) => {
      await released;
      // Nobody may wait for it any more.
      await route.continue().catch(() => {});
    });
    return release;
  }

  /** Keeps back what the page asks its workers, as if they were busy, until the returned function is called. */
  async holdCalls(): Promise<() => Promise<void>> {
    const held = await this.page.evaluateHandle(() => {
      const { prototype } = Worker;
      const { postMessage } = prototype;
      const calls: (() => void)[] = [];
      prototype.postMessage = function (this: Worker, ...given: unknown[]) {
        calls.push(() => Reflect.apply(postMessage, this, given));
      };
      return () => {
        prototype.postMessage = postMessage;
        for (const call of calls) call();
      };
    });
    return async () => {
      await held.evaluate((release) => release());
      await this.settled();
    };
  }

  /** Waits until the service worker controls the page. */
  async keptOffline(): Promise<void> {
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }

  /** Ends the worker of a file, as the browser does when memory runs out: without an event. */
  async endWorker(): Promise<void> {
    // For a call that waits, the page would start another worker. A file is downloaded before the page has drawn what followed.
    await this.settled();
    const [worker] = this.page.workers();
    await worker?.evaluate(() => self.close()).catch(() => {});
    await expect.poll(() => this.page.workers().length).toBe(0);
  }

  async end(): Promise<void> {
    await this.page.context().close();
  }
}

/** Starts a visit for each test of a block, and fails the test if the visit had problems. */
export function visitBeforeEach(receive: (visit: Visit) => void): void {
  let site: Site;
  let visit: Visit;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    visit = await Visit.start(site, { serviceWorkers: "block" });
    receive(visit);
  });
  afterEach(async () => {
    expect(visit.problems).toEqual([]);
    await visit.end();
  });
}
