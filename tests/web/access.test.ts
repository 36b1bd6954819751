// The accessibility rules in menus, dialogs and panes that other tests open, in both themes and on a phone; and a long press.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { expectAccessible } from "./accessibility.js";
import { fixture, hasBrowser, openSite, type Site, Visit } from "./browser.js";

const save4 = fixture("saves/godot-4.6.3.bin");

describe.skipIf(!hasBrowser)("access", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const widths = [360, 1280];
  const schemes = ["light", "dark"] as const;
  test.each(schemes.flatMap((scheme) => widths.map((width) => [scheme, width] as const)))(
    "menus, dialogs, comparisons and plots follow the rules: %s, %d px",
    async (colorScheme, width) => {
      const isPhone = width < 500;
      const visit = await Visit.start(site, {
        serviceWorkers: "block",
        colorScheme,
        viewport: { width, height: 760 },
        hasTouch: isPhone,
        reducedMotion: "reduce",
      });
      const { page } = visit;
      const check = (state: string) => expectAccessible(page, `${width}-${colorScheme}`, state);
      const theirs = decode(save4, { mode: "exact" }) as unknown as Map<string, unknown>;
      (theirs.get("player") as Map<string, unknown>).set("hp", 3.5).set("level", 3n);
      theirs.delete("version");
      const numbers = Float32Array.from({ length: 300 }, (_, i) => Math.sin(i / 20));
      await visit.openBytes("numbers.bin", encode({ numbers }));
      if (!isPhone) {
        await visit.go("numbers");
        await page.locator(".plot canvas").waitFor();
        await page.getByRole("slider", { name: /^Plot/ }).focus();
        for (const key of ["+", "+", "PageUp", "PageUp"]) await page.keyboard.press(key);
        await check("plot");
      }
      await visit.openBytes("theirs.bin", encode(theirs, { mode: "exact" }));
      await visit.openBytes("mine.bin", save4);
      await visit.row("version").click();
      await visit.edit("5");
      await page.locator("[role=tree]").focus();
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menu").waitFor();
      await check("context menu");
      await page.getByRole("menuitem", { name: /^Change type/ }).click();
      await page.getByRole("dialog").waitFor();
      await check("change type");
      await page.keyboard.press("Escape");
      await visit.menu("More", /Convert/);
      await page.getByRole("dialog").waitFor();
      await check("convert");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "More ways to open" }).click();
      await page.getByRole("menuitem", { name: /^Paste/ }).click();
      await page.getByRole("dialog").waitFor();
      await check("paste");
      await page.keyboard.press("Escape");
      await visit.menu("More", /Compare/);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Base, to see who changed what").selectOption("The version that was opened");
      await check("compare");
      await dialog.getByRole("button", { name: "theirs.bin" }).click();
      const list = page.getByRole("region", { name: "Differences" });
      await list.getByText("from theirs.bin").waitFor();
      await visit.row("player").click();
      await check("three way");
      await visit.end();
    },
  );

  /** A save on a phone, and a finger. */
  async function onPhone() {
    const visit = await Visit.start(site, {
      serviceWorkers: "block",
      viewport: { width: 390, height: 760 },
      hasTouch: true,
    });
    await visit.openBytes("save.bin", save4);
    const session = await visit.page.context().newCDPSession(visit.page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    return { visit, page: visit.page, touch };
  }

  test("a long press opens the menu of a line", async () => {
    const { visit, page, touch } = await onPhone();
    const { x, y } = (await visit.row("version").boundingBox()) as { x: number; y: number };
    await touch("touchStart", [{ x: x + 60, y: y + 10 }]);
    await page.getByRole("menu", { name: "Actions for the selected value" }).waitFor();
    await touch("touchEnd", []);
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("version");
    await visit.end();
  });

  test("everything is large enough for a finger, and main actions for a thumb", async () => {
    const { visit, page } = await onPhone();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menu").waitFor();
    const small = () =>
      page.evaluate(() => {
        const main =
          ".identity .button:not(.icon-only), .top-bar .button:not(.icon-only), .pane-tabs button, [role=menuitem]";
        // Out of sight until it has the focus.
        const targets = "button, select, input:not(.go-field:not(:focus-within) input)";
        return [...document.querySelectorAll(targets)].flatMap((element) => {
          const { width, height } = element.getBoundingClientRect();
          const least = element.matches(main) ? 44 : 24;
          const isSeen = width > 0 && element.checkVisibility({ visibilityProperty: true });
          return !isSeen || (height >= least && width >= 24)
            ? []
            : `${element.outerHTML.slice(0, 90)} ${width} × ${height}`;
        });
      });
    expect(await small()).toEqual([]);
    await page.getByRole("menuitem", { name: /Go to path/ }).click();
    await page.locator("#go:focus").waitFor();
    expect(await small()).toEqual([]);
    await page.getByRole("button", { name: "detail" }).click();
    await page.locator(".detail-title").waitFor();
    expect(await small()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await visit.end();
  });

  test("on a narrow screen, menus and dialogs are whole, whatever the names of files", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block", viewport: { width: 360, height: 640 } });
    const { page } = visit;
    const name = `${"a_very_long_name_".repeat(5)}.save`;
    for (const one of ["a.save", "b.save", name]) await visit.openBytes(one, encode({ x: 1 }));
    const outside = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.flatMap((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < 0 || right > innerWidth ? [`${element.outerHTML} ${left} – ${right}`] : [];
        }),
      );
    await page.getByRole("button", { name: "3 files" }).click();
    await page.getByRole("menu").waitFor();
    expect(await outside("[role=menu] *")).toEqual([]);
    await page.keyboard.press("Escape");
    await visit.menu("More", /^Compare/);
    await page.getByRole("dialog").waitFor();
    expect(await outside("dialog, dialog *")).toEqual([]);
    await page.keyboard.press("Escape");
    await visit.menu("More", /^Convert/);
    await page.getByRole("dialog").getByRole("button", { name: "Convert", exact: true }).click();
    await page.getByRole("button", { name: /^Download/ }).waitFor();
    expect(await outside("dialog, dialog *")).toEqual([]);
    await visit.end();
  });

  test("on a phone, the only tab is that of the current file, with its button to close it", async () => {
    const { visit, page } = await onPhone();
    const tabs = page.locator(".tabs");
    const menu = (count: number) => page.getByRole("button", { name: `${count} files` });
    const check = async (name: string) => {
      expect(await tabs.locator(".tab .button:visible").count()).toBe(1);
      const close = await tabs.getByRole("button", { name: `Close ${name}`, exact: true }).boundingBox();
      const room = await tabs.boundingBox();
      if (close === null || room === null) throw new Error("The tab is not there.");
      expect(close.x).toBeGreaterThanOrEqual(room.x);
      expect(close.x + close.width).toBeLessThanOrEqual(room.x + room.width);
    };
    await visit.openBytes("a_very_long_name.save", encode({ x: 1 }));
    await visit.go("x");
    await visit.edit("2");
    await check("a_very_long_name.save");
    await menu(2).waitFor();
    for (const [i, name] of ["b.save", "c.save", "d.save"].entries()) {
      await visit.openBytes(name, encode({ x: 1 }));
      await check(name);
      await visit.go("x");
      await visit.edit("2");
      await check(name);
      await menu(i + 3).waitFor();
    }
    await menu(5).tap();
    await page.getByRole("menuitem", { name: /^a_very_long_name/ }).tap();
    await check("a_very_long_name.save");
    await visit.end();
  });

  test.each([
    ["a screen of 320 pixels, as at 400 % zoom", false],
    ["a phone of 320 pixels", true],
  ])(
    "%s has every button and room for what is searched, and nothing scrolls sideways",
    async (_, hasTouch) => {
      const viewport = { width: 320, height: 640 };
      const visit = await Visit.start(site, { serviceWorkers: "block", viewport, hasTouch });
      await visit.openBytes("save.bin", encode({ x: 1 }));
      const reach = (selector: string) =>
        visit.page
          .locator(selector)
          .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().right)));
      expect(await reach(".identity *, .search-bar *, .top-bar .tools *")).toBeLessThanOrEqual(320);
      const room = await visit.page.locator("#search").evaluate((field) => {
        const { paddingLeft, paddingRight } = getComputedStyle(field);
        return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      });
      expect(room).toBeGreaterThan(80);
      await visit.end();
    },
  );

  test("a low screen, as at 200 % zoom, leaves the tree eight lines", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block", viewport: { width: 640, height: 400 } });
    await visit.openBytes("save.bin", save4);
    const { height } = (await visit.page.locator("[role=tree]").boundingBox()) as { height: number };
    expect(height).toBeGreaterThanOrEqual(8 * 24);
    await visit.end();
  });

  test("screen readers hear of edits, undo and deletions, and the focus stays in the tree", async () => {
    const visit = await Visit.start(site, { serviceWorkers: "block" });
    const { page } = visit;
    await visit.openBytes("save.bin", save4);
    const told = page.locator(".told[role=status]");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
    await visit.row("version").click();
    await visit.edit("5");
    await expect.poll(() => told.innerText()).toBe("Changed");
    for (const [key, word] of [
      ["Control+z", "Undone"],
      ["Control+y", "Redone"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => told.innerText()).toBe(word);
      await expect.poll(focused).toBe("tree");
    }
    await page.keyboard.press("Delete");
    await expect.poll(() => page.locator(".messages[role=status]").innerText()).toBe("Deleted 1 value");
    await expect.poll(focused).toBe("tree");
    await visit.end();
  });

  test("a finger that moves scrolls, and opens no menu", async () => {
    const { visit, page, touch } = await onPhone();
    const { x, y } = (await visit.row("inventory").boundingBox()) as { x: number; y: number };
    // The time stands still meanwhile, however slow the finger is.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await touch("touchStart", [{ x: x + 60, y: y + 10 }]);
    for (const by of [6, 12, 30, 60]) await touch("touchMove", [{ x: x + 60, y: y + 10 - by }]);
    // Longer than a long press.
    await page.clock.runFor(1500);
    await touch("touchEnd", []);
    expect(await page.getByRole("menu").count()).toBe(0);
    await visit.end();
  });
});
