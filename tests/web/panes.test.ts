// The sizes of panes and columns: by mouse, touch and keyboard, and after a reload.
import { describe, expect, test } from "vitest";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";

describe.skipIf(!hasBrowser)("panes and columns", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const line = (name: string) => visit.page.getByRole("separator", { name });
  const treeLine = () => line("Size of the tree");
  const widthOf = async (part: string) => (await visit.page.locator(part).first().boundingBox())?.width ?? 0;
  const heightOf = async (part: string) =>
    (await visit.page.locator(part).first().boundingBox())?.height ?? 0;
  /** A size follows the pointer when the page is drawn again. */
  const near = (size: () => Promise<number>, expected: number) =>
    expect.poll(async () => Math.abs((await size()) - expected)).toBeLessThan(2);
  const sizeNow = async (name: string) => Number(await line(name).getAttribute("aria-valuenow"));

  async function drag(name: string, x: number, y: number): Promise<void> {
    const box = await line(name).boundingBox();
    if (box === null) throw new Error(`${name} is not visible`);
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await visit.page.mouse.move(from.x, from.y);
    await visit.page.mouse.down();
    await visit.page.mouse.move(from.x + x / 2, from.y + y / 2);
    await visit.page.mouse.move(from.x + x, from.y + y);
    await visit.page.mouse.up();
  }

  async function reload(): Promise<void> {
    await visit.page.reload();
    await visit.page.waitForSelector("main > *");
    await visit.open(save4);
  }

  test("a line is dragged as far as the mouse, and a double click brings the usual size back", async () => {
    await visit.open(save4);
    const before = await widthOf(".tree");
    await drag("Size of the tree", 150, 40);
    await near(() => widthOf(".tree"), before + 150);
    await treeLine().dblclick();
    await near(() => widthOf(".tree"), before);
    const detail = await heightOf(".detail");
    await drag("Size of the selected value", 60, -80);
    await near(() => heightOf(".detail"), detail - 80);
  });

  test("columns follow the mouse to either side, and lines stay in step with their heads", async () => {
    const { page } = visit;
    await visit.open(save4);
    for (const [name, by, part] of [
      ["Width of the column Name", 60, ".row .name"],
      ["Width of the column Type", -40, ".row .type"],
      ["Width of the column Bytes", -30, ".row .size"],
    ] as const) {
      const before = await widthOf(part);
      await drag(name, by, 0);
      await near(() => widthOf(part), before + Math.abs(by));
    }
    for (const column of [".type", ".size"]) {
      const head = await page.locator(`.tree-head > ${column}`).boundingBox();
      const cell = await page.locator(`.row ${column}`).first().boundingBox();
      expect(Math.abs((head?.x ?? 0) - (cell?.x ?? 1000))).toBeLessThan(1);
    }
  });

  test("arrow keys, Home and End move a line within its limits", async () => {
    const { page } = visit;
    await visit.open(save4);
    const before = await sizeNow("Size of the tree");
    await treeLine().focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => sizeNow("Size of the tree")).toBe(before + 2);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => sizeNow("Size of the tree")).toBe(before - 2);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => treeLine().getAttribute("aria-valuenow"))
      .toBe(await treeLine().getAttribute("aria-valuemax"));
    await page.keyboard.press("Home");
    await expect
      .poll(() => treeLine().getAttribute("aria-valuenow"))
      .toBe(await treeLine().getAttribute("aria-valuemin"));
    await treeLine().dblclick();
    const type = await widthOf(".row .type");
    await line("Width of the column Type").focus();
    // The line is before its column.
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => sizeNow("Width of the column Type")).toBe(138);
    await expect.poll(() => widthOf(".row .type")).toBe(type - 10);
  });

  test("sizes and hidden bytes are kept after a reload", async () => {
    const { page } = visit;
    await visit.open(save4);
    await treeLine().focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
    const share = 57 - 5 * 2;
    await expect.poll(() => sizeNow("Size of the tree")).toBe(share);
    await page.getByRole("button", { name: "Show the bytes" }).click();
    await expect.poll(() => page.locator(".hex").isVisible()).toBe(false);
    await reload();
    await expect.poll(() => sizeNow("Size of the tree")).toBe(share);
    await expect.poll(() => page.locator(".hex").isVisible()).toBe(false);
    await expect.poll(() => line("Size of the selected value").count()).toBe(0);
    await page.getByRole("button", { name: "Show the bytes" }).click();
    await expect.poll(() => page.locator(".hex-row").count()).toBeGreaterThan(3);
    // On a phone the bytes are a tab, whatever is hidden beside the other panes.
    await page.getByRole("button", { name: "Show the bytes" }).click();
    await page.setViewportSize({ width: 360, height: 720 });
    await page.getByRole("button", { name: "bytes", exact: true }).click();
    await expect.poll(() => page.locator(".hex-row").count()).toBeGreaterThan(3);
  });

  test("on a phone, the field for a path takes a line while it has the focus", async () => {
    const { page } = visit;
    await visit.open(save4);
    await page.setViewportSize({ width: 360, height: 720 });
    const field = page.getByLabel("Go to path");
    await expect.poll(async () => (await field.locator("..").boundingBox())?.width).toBe(1);
    await visit.menu("More", /Go to path/);
    await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(300);
    await page.keyboard.type("player.level");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("level");
  });

  for (const text of ["{", "null", "[1]", '"x"', '{"tree-share":"20","name-column":null,"type-column":1e9}'])
    test(`stored sizes that are broken do no harm: ${text}`, async () => {
      await visit.page.evaluate((text) => {
        localStorage.setItem("godot-variant-sizes", text);
        localStorage.setItem("godot-variant-theme", text);
      }, text);
      await reload();
      await expect.poll(() => sizeNow("Size of the tree")).toBe(57);
      await expect.poll(() => sizeNow("Width of the column Type")).toBeLessThanOrEqual(400);
    });

  test("on a narrower screen the panes are below each other, and the lines turn", async () => {
    const { page } = visit;
    await visit.open(save4);
    await page.setViewportSize({ width: 900, height: 900 });
    await expect.poll(() => treeLine().getAttribute("aria-orientation")).toBe("horizontal");
    const before = await heightOf(".tree-pane");
    await drag("Size of the tree", 30, 70);
    await near(() => heightOf(".tree-pane"), before + 70);
    const detail = await widthOf(".detail");
    await drag("Size of the selected value", 50, 10);
    await near(() => widthOf(".detail"), detail + 50);
  });

  test("a finger moves a line, too", async () => {
    const { page } = visit;
    await visit.open(save4);
    const before = await widthOf(".tree");
    const box = await treeLine().boundingBox();
    const at = { x: (box?.x ?? 0) + 4, y: 400 };
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x, y: at.y }],
      });
    await touch("touchStart", at.x);
    for (const by of [20, 60, 100]) await touch("touchMove", at.x - by);
    await touch("touchEnd", 0);
    await expect.poll(async () => Math.abs((await widthOf(".tree")) - before + 100)).toBeLessThan(2);
  });
});
