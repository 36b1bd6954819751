// Many files at once: few workers, and nothing is lost when a file gives up its worker.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

interface Counted {
  running: number;
  most: number;
}

/** Counts the workers that run at once. */
function countWorkers(): void {
  const counted: Counted = { running: 0, most: 0 };
  Object.assign(window, { counted });
  const Before = Worker;
  window.Worker = class extends Before {
    #isEnded = false;

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
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

  test("60 dropped files open with as many workers as processors, and all can be read", async () => {
    const { page } = visit;
    await page.evaluate(countWorkers);
    await visit.drop(...files(60));
    await expect.poll(() => page.locator(".tabs .tab").count()).toBe(60);
    await visit.settled();
    for (const i of [0, 31, 59]) {
      await tab(`save-${i}.bin`).click();
      await page.getByRole("heading", { level: 1, name: `save-${i}.bin`, exact: true }).waitFor();
      await visit.settled();
      expect(await visit.valueOf("number")).toBe(String(i));
    }
    expect((await countsOf(page)).most).toBe(await most());
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
    for (let i = 11; i >= 0; i--)
      await page.getByRole("button", { name: `Close save-${i}.bin`, exact: true }).click();
    await visit.settled();
    expect((await countsOf(page)).running).toBe(0);
  });

  test("a file can be closed while its worker loads", async () => {
    const { page } = visit;
    await page.evaluate(countWorkers);
    const asked = page.waitForRequest(/\/worker-[^/]*\.js$/);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/worker-[^/]*\.js$/, async (route) => {
      await released;
      await route.continue().catch(() => {});
    });
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
