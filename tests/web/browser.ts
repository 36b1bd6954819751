// The built page in a real browser, and what a person does there.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { serveDemo } from "../../scripts/demo.mjs";
import { chromiumPath } from "../js/chromium.js";

const executablePath = chromiumPath();
/** Whether there is a browser to test with. */
export const hasBrowser = executablePath !== undefined;

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
export const fixture = (path: string) => new Uint8Array(readFileSync(fixtures + path));

export interface Site {
  readonly browser: Browser;
  readonly url: string;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const { server, url } = await serveDemo();
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  const browser = await chromium.launch({ executablePath: executablePath as string, args });
  return {
    browser,
    url,
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

/** A visit to the page. */
export class Visit {
  readonly page: Page;
  /** Errors of scripts and reports of the policy. */
  readonly problems: string[] = [];
  readonly requests: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(message.text());
    });
    page.on("request", (request) => this.requests.push(request.url()));
  }

  static async start(site: Site, options: BrowserContextOptions = {}, search = ""): Promise<Visit> {
    const context = await site.browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    const visit = new Visit(await context.newPage());
    await visit.page.goto(site.url + search);
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
    await this.drop({ name, bytes: fixture(path) });
    await this.page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    await this.page.locator("[role=treeitem]").first().waitFor();
  }

  async whatItIs(): Promise<string> {
    return (await this.page.locator(".layers").innerText()).replace(/\s+/g, " ");
  }

  /** Labels of the lines in sight, indented by their level. */
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

  /** Goes to a path by the field for it. */
  async go(path: string): Promise<void> {
    await this.page.locator("#go").fill(path);
    await this.page.locator("#go").press("Enter");
    await this.settled();
  }

  /** Changes the selected value in the tree. */
  async edit(text: string): Promise<void> {
    await this.page.locator("[role=tree]").focus();
    await this.page.keyboard.press("F2");
    await this.page.locator(".in-place input").fill(text);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".in-place").waitFor({ state: "detached" });
    await this.settled();
  }

  /** What a download of this name holds, that an action starts. */
  async download(name: string, action: () => Promise<unknown>): Promise<Uint8Array> {
    const [download] = await Promise.all([
      this.page.waitForEvent("download", (one) => one.suggestedFilename() === name),
      action(),
    ]);
    return new Uint8Array(readFileSync(await download.path()));
  }

  async save(name: string): Promise<Uint8Array> {
    return this.download(name, () => this.page.keyboard.press("Control+s"));
  }

  /** Waits until the worker has answered and the page has drawn. */
  async settled(): Promise<void> {
    await this.page.waitForTimeout(120);
  }

  async end(): Promise<void> {
    await this.page.context().close();
  }
}
