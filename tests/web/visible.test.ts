// Nothing is out of sight: deep levels, long paths, errors, messages, forced colors, the last line of bytes.
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encode } from "../../js/index.js";
import { fixture, hasBrowser, openSite, type Site, Visit, visitBeforeEach } from "./browser.js";

/** Dictionaries in each other; the innermost one holds a number. */
function nested(depth: number): Uint8Array {
  let value: unknown = 7;
  for (let level = depth; level > 0; level--) value = { [`level${level}`]: value };
  return encode(value as Record<string, number>);
}

/** Whether a person sees all of an element: nothing lies over it or cuts it off. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    // The bars between panes lie over their edges.
    const corners = [left + 8, right - 8].flatMap((x) => [top + 8, bottom - 8].map((y) => [x, y] as const));
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
}

describe.skipIf(!hasBrowser)("what can be seen", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test.each([1280, 768, 360])("names at level 30, in a window of %i pixels", async (width) => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 720 });
    await visit.openBytes("deep.bin", nested(30));
    await visit.openAll();
    const label = visit.row("level10").locator(".label");
    const isWhole = await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    expect(isWhole).toBe(true);
    await expect.poll(() => isInSight(label)).toBe(true);
    // Lines of the same indent differ by the number of their level.
    await expect.poll(() => visit.row("level10").locator(".level").innerText()).toBe("11");
    const numbered = await visit.row("level1").first().locator(".level").count();
    expect(numbered).toBe(0);
  });

  test("the editor of a value at level 500, below a path that can be unfolded", async () => {
    const { page } = visit;
    await visit.openBytes("deep.bin", nested(500));
    const path = Array.from({ length: 500 }, (_, i) => `level${i + 1}`).join(".");
    await visit.go(path);
    await expect.poll(() => visit.valueOf("level500")).toBe("7");
    const pane = page.getByRole("region", { name: "Selected value" });
    await expect.poll(() => isInSight(pane.getByRole("textbox", { name: "int" }))).toBe(true);
    const crumbs = pane.getByRole("navigation", { name: "Path" }).getByRole("button");
    expect((await crumbs.allInnerTexts()).slice(0, 3)).toEqual(["value", "level1", "…"]);
    expect((await crumbs.allInnerTexts()).at(-1)).toBe("level500");
    await expect.poll(() => crumbs.count()).toBeLessThan(12);
    await pane.getByRole("button", { name: /^Show \d+ more levels$/ }).click();
    await expect.poll(() => crumbs.count()).toBe(501);
    await expect.poll(() => isInSight(pane.getByRole("textbox", { name: "int" }))).toBe(true);
    await pane.getByRole("button", { name: "level250" }).click();
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("level250");
  });

  test.each([
    ["a key in the first column", "Shift+F2", "Key"],
    ["a value", "F2", "Value"],
  ])("the whole error of %s, also on the last line", async (_, keys, name) => {
    const { page } = visit;
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 600 });
      await visit.openBytes(
        `${width}.bin`,
        encode(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, i]))),
      );
      await page.locator("[role=tree]").focus();
      for (const place of ["Home", "End"]) {
        await page.keyboard.press(place);
        if (place === "Home") await page.keyboard.press("ArrowDown");
        await visit.settled();
        await page.keyboard.press(keys);
        await page.getByRole("textbox", { name, exact: true }).fill("[1, 2");
        await page.keyboard.press("Enter");
        const problem = page.locator(".tree .problem");
        await problem.waitFor();
        await visit.settled();
        await expect.poll(() => problem.innerText()).toContain('Can\'t read "[1, 2" as a value.');
        await expect.poll(() => isInSight(problem), { message: `${place}, ${width} wide` }).toBe(true);
        await page.keyboard.press("Escape");
        await problem.waitFor({ state: "detached" });
      }
    }
  });

  test("the characters of the last line of bytes, below those of the others", async () => {
    const { page } = visit;
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 720 });
      await visit.openBytes(`${width}.bin`, encode({ name: "twelve and more" }));
      const starts = await page
        .locator(".hex-row .letters")
        .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().left)));
      expect(starts.length).toBeGreaterThan(2);
      expect(new Set(starts).size).toBe(1);
    }
  });

  test("the legend of the bytes, and everything else, while a message is shown", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.go("nowhere");
    const message = page.locator(".message");
    await message.waitFor();
    await visit.settled();
    for (const shown of [message, page.locator(".legend"), page.locator(".top-bar")])
      await expect.poll(() => isInSight(shown)).toBe(true);
  });

  test("targets of at least 24 pixels", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.go("player.name");
    const small = await page.evaluate(() =>
      Array.from(document.querySelectorAll("button, select, .check, .twist"))
        .filter((one) => one.checkVisibility())
        .map((one) => ({ box: one.getBoundingClientRect(), html: one.outerHTML.slice(0, 120) }))
        .filter(({ box }) => box.width < 24 && box.height < 24)
        .map(({ html }) => html),
    );
    expect(small).toEqual([]);
    const close = await page.getByRole("button", { name: "Close godot-4.6.3.bin" }).boundingBox();
    expect(close?.width).toBeGreaterThanOrEqual(24);
    expect(close?.height).toBeGreaterThanOrEqual(24);
  });
});

describe.skipIf(!hasBrowser)("with forced colors", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test.each(["light", "dark"] as const)(
    "selection, matches, marks and bytes stand out, %s",
    async (scheme) => {
      const visit = await Visit.start(site, {
        serviceWorkers: "block",
        forcedColors: "active",
        colorScheme: scheme,
      });
      const { page } = visit;
      await visit.openBytes("save.bin", fixture("saves/godot-4.6.3.bin"));
      const look = (element: Locator, properties: readonly string[], part?: string) =>
        element.first().evaluate(
          (element, { properties, part }) => {
            const style = getComputedStyle(element, part);
            return properties.map((name) => style.getPropertyValue(name)).join();
          },
          { properties, part },
        );
      const row = (kind: string) => page.locator(`.row${kind}`);
      const other = ".row:not(.selected, .match, .changed)";
      await visit.go("player.level");
      await visit.edit("15");
      await page.locator("#search").fill("version");
      await page.keyboard.press("Enter");
      await expect.poll(() => row(".match").count()).toBeGreaterThan(0);
      await visit.go("player.level");
      await page.locator(".top-bar").hover();
      const differ = async (one: Locator, two: Locator, properties: readonly string[], part?: string) =>
        await expect.poll(() => look(one, properties, part)).not.toBe(await look(two, properties, part));
      await differ(row(".selected"), page.locator(other), ["background-color"]);
      await differ(row(".selected .label"), page.locator(`${other} .label`), ["color"]);
      await differ(row(".match"), page.locator(other), ["outline-style"]);
      await differ(row(".changed .label"), row(".within .label"), ["background-color"], "::after");
      const cell = (kind: string) => page.locator(`.hex-row .cells > ${kind}`);
      const plain = cell("span:not(.picked, .key, .header, .padding, .hovered)");
      for (const kind of [".picked", ".key", ".header"])
        await differ(cell(kind), plain, ["background-color"]);
      await differ(cell(".key"), cell(".header"), ["background-color"]);
      await page.screenshot({ path: `build/screens/forced-${scheme}.png` });
      await visit.openBytes("other.bin", fixture("saves/godot-4.6.3.bin").subarray(0, 900));
      await differ(page.locator(".tab.current"), page.locator(".tab:not(.current)"), ["border-bottom-color"]);
      // Without a line, like the page behind it.
      expect(await look(page.locator(".tab:not(.current)"), ["border-bottom-color"])).toBe(
        await look(page.locator("body"), ["background-color"]),
      );
      // The one that keys act on, of several selected values.
      await page.locator("[role=tree]").focus();
      await visit.press("Home", "ArrowDown", "Shift+ArrowDown");
      await expect
        .poll(() => look(row(".lead.among"), ["outline-color"]))
        .toBe(await look(row(".selected .label"), ["color"]));
      const line = page.locator(".found-line[aria-current=true]");
      expect(await look(line, ["outline-style"])).toBe("solid");
      expect(await look(line.locator(".path"), ["color"])).toBe(await look(page.locator("h1"), ["color"]));
      expect(visit.problems).toEqual([]);
      await visit.end();
    },
  );
});
