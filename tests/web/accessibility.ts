// The accessibility rules of axe, for what a test has opened.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const screens = fileURLToPath(new URL("../../build/screens/", import.meta.url));

/** What breaks the rules on the page as it is: each rule, its first element, and why. */
export async function violationsIn(page: Page): Promise<string[]> {
  // The policy forbids the script tag, so axe is evaluated by the browser driver.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(async () => {
    // A color on its way to another one has the contrast of neither.
    for (const animation of document.getAnimations()) animation.finish();
    type Node = { html: string; failureSummary: string };
    type Axe = { run(): Promise<{ violations: { id: string; nodes: Node[] }[] }> };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  });
}

/** Expects that the page follows the rules and does not scroll sideways, and keeps a picture named after `look` and `state`. */
export async function expectAccessible(page: Page, look: string, state: string): Promise<void> {
  expect(await violationsIn(page), state).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wider, `${state}: scrolls sideways`).toBe(false);
  await page.screenshot({ path: `${screens}${look}-${state.replaceAll(" ", "-")}.png` });
}
