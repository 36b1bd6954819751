// Many files at once: few workers, and nothing is lost when a file gives up its worker.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

interface Counted {
  started: number;
  running: number;
  most: number;
}

/** Counts the workers that run at once. */
function countWorkers(): void {
  const counted: Counted = { started: 0, running: 0, most: 0 };
  Object.assign(window, { counted });
  const Before = Worker;
  window.Worker = class extends Before {
    #isEnded = false;

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      counted.started++;
      counted.most = Math.max(counted.most, ++counted.running);
    }

    override terminate(): void {
      if (!this.#isEnded) counted.running--;
      this.#isEnded = true;
      super.terminate();
    }
  };
}

const countsOf = (page: Page): Promise<Counted> =>
  page.evaluate(() => (window as unknown as { counted: Counted }).counted);

// Safari would run it again, and the second run answers for the first one without having its file.
test("no script imports the one that a worker starts with", () => {
  const assets = fileURLToPath(new URL("../../web-demo/dist/assets/", import.meta.url));
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const first = scripts.find((name) => name.startsWith("worker-")) as string;
  const importing = scripts.filter((name) =>
    new RegExp(`(from|import|import\\()["'\`]\\./${first}`).test(readFileSync(assets + name, "utf8")),
  );
  expect(first).toBeDefined();
  expect(importing).toEqual([]);
});

describe.skipIf(!hasBrowser)("many files", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  const files = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ name: `save-${i}.bin`, bytes: encode({ number: i, hp: 1 }) }));
  const tab = (name: string) =>
    visit.page.locator(".tab > button:first-child", { hasText: new RegExp(`^${name}$`) });
  const most = () => visit.page.evaluate(() => Math.max(2, navigator.hardwareConcurrency));

  test("of 200 dropped files the first is shown, the others open when they are looked at, with few workers", async () => {
    const { page } = visit;
    await page.evaluate(countWorkers);
    await visit.drop(...files(200));
    await expect.poll(() => page.locator(".tabs .tab").count()).toBe(200);
    await visit.settled();
    expect(await page.locator(".tab.current").innerText()).toContain("save-0.bin");
    expect(await visit.valueOf("number")).toBe("0");
    expect((await countsOf(page)).started).toBe(1);
    for (const i of [31, 199, 77, 0]) {
      await tab(`save-${i}.bin`).click();
      await page.getByRole("heading", { level: 1, name: `save-${i}.bin`, exact: true }).waitFor();
      await visit.settled();
      expect(await visit.valueOf("number")).toBe(String(i));
    }
    expect((await countsOf(page)).most).toBeLessThanOrEqual(await most());
  });

  test("a tab that a person chose while files are opened stays", async () => {
    const { page } = visit;
    await visit.openBytes("mine.bin", encode({ mine: true }));
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.exposeFunction("arrived", () => arrived);
    // The second file is slow to read.
    await page.evaluate(
      (bytes) => {
        const handle = (name: string, wait: () => Promise<unknown>) => ({
          name,
          getFile: async () => {
            await wait();
            return new File([Uint8Array.from(bytes)], name);
          },
          isSameEntry: async () => false,
        });
        const { arrived } = window as unknown as { arrived(): Promise<void> };
        const handles = [handle("first.bin", async () => {}), handle("second.bin", arrived)];
        Object.assign(window, { showOpenFilePicker: async () => handles });
      },
      Array.from(encode({ theirs: true })),
    );
    await page.locator(".top-bar").getByRole("button", { name: "Open", exact: true }).click();
    await visit.row("theirs").waitFor();
    await tab("mine.bin").click();
    await visit.row("mine").waitFor();
    arrive();
    await tab("second.bin").waitFor();
    await visit.settled();
    expect(await page.locator(".tab.current").innerText()).toContain("mine.bin");
    await tab("second.bin").click();
    await visit.row("theirs").waitFor();
  });

  test("a file that nobody has looked at stays what was dropped, and can be compared", async () => {
    const { page } = visit;
    const folder = mkdtempSync(join(tmpdir(), "godot-variant-"));
    const paths = ["a.bin", "b.bin"].map((name) => join(folder, name));
    try {
      for (const [i, path] of paths.entries()) writeFileSync(path, encode({ level: i + 1 }));
      await page.evaluate(() => {
        const { read } = ReadableStreamDefaultReader.prototype;
        const state = Object.assign(window, { showOpenFilePicker: undefined, copied: 0 });
        ReadableStreamDefaultReader.prototype.read = async function () {
          const part = await read.call(this);
          if (part.done) state.copied++;
          return part;
        };
      });
      const chooser = page.waitForEvent("filechooser");
      await page.locator(".top-bar").getByRole("button", { name: "Open", exact: true }).click();
      await (await chooser).setFiles(paths);
      await visit.row("level").waitFor();
      await expect.poll(() => page.evaluate(() => (window as unknown as { copied: number }).copied)).toBe(1);
      writeFileSync(paths[1] as string, encode({ level: 3, other: true }));
      await visit.menu("More", /Compare/);
      await page.getByRole("dialog").getByRole("button", { name: "b.bin" }).click();
      await page.getByRole("region", { name: "Differences" }).getByText("1 difference").waitFor();
      await tab("b.bin").click();
      await page.getByRole("heading", { level: 1, name: "b.bin" }).waitFor();
      await visit.settled();
      expect(await visit.valueOf("level")).toBe("2");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("edits and their undo survive without a worker", async () => {
    const { page } = visit;
    await page.evaluate(countWorkers);
    await visit.openBytes("first.bin", encode({ number: 5n, hp: 1n }));
    await visit.go("hp");
    await visit.edit("70");
    await visit.edit("71");
    await visit.drop(...files(8));
    await expect.poll(() => page.locator(".tabs .tab").count()).toBe(9);
    await visit.settled();
    for (let i = 0; i < 8; i++) {
      await tab(`save-${i}.bin`).click();
      await page.getByRole("heading", { level: 1, name: `save-${i}.bin`, exact: true }).waitFor();
      await visit.settled();
    }
    expect((await countsOf(page)).most).toBe(await most());
    await tab("first.bin").click();
    await visit.settled();
    expect(await visit.valueOf("hp")).toBe("71");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await visit.settled();
    expect(decode(await visit.save("first.bin"))).toEqual({ number: 5, hp: 70 });
  });

  test("a closed file frees its worker, and one that waits for its turn never starts one", async () => {
    const { page } = visit;
    await page.evaluate(countWorkers);
    await visit.drop(...files(12));
    await expect.poll(() => page.locator(".tabs .tab").count()).toBe(12);
    // Each takes its turn before the one before has its worker.
    await page.evaluate(() => {
      for (const tab of document.querySelectorAll<HTMLElement>(".tab > button:first-child")) tab.click();
    });
    for (let i = 11; i >= 0; i--)
      await page.getByRole("button", { name: `Close save-${i}.bin`, exact: true }).click();
    await visit.settled();
    expect((await countsOf(page)).running).toBe(0);
  });

  test("a file can be closed while its worker loads", async () => {
    const { page } = visit;
    await page.evaluate(countWorkers);
    const asked = page.waitForRequest(/\/worker-[^/]*\.js$/);
    const release = await visit.hold(/\/worker-[^/]*\.js$/);
    await visit.drop(...files(1));
    await asked;
    await page.getByRole("button", { name: "Close save-0.bin", exact: true }).click();
    await visit.settled();
    release();
    expect((await countsOf(page)).running).toBe(0);
    await visit.openBytes("next.bin", encode({ hp: 7 }));
    expect(await visit.valueOf("hp")).toBe("7");
  });
});
