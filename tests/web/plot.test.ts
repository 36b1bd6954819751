// Plots of packed arrays: the element under the cursor by pointer and keys, zooming, moving, and peaks among many numbers.
import { describe, expect, test } from "vitest";
import { encode, PackedVector2Array } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("a plot", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const slider = () => visit.page.getByRole("slider", { name: /^Plot of the/ });
  const named = () => visit.page.locator(".plot-pane output").innerText();
  const index = async () => Number(await slider().getAttribute("aria-valuenow"));
  const press = async (...keys: readonly string[]) => {
    await slider().focus();
    for (const key of keys) await visit.page.keyboard.press(key);
  };
  /** Puts the pointer at a part of the plotting area, from its left end to its right one. */
  const pointAt = async (part: number) => {
    const box = (await slider().locator(".u-over").boundingBox()) as { x: number; y: number; width: number };
    const x = box.x + part * (box.width - 1);
    await visit.page.mouse.move(x, box.y + 50);
    await visit.page.mouse.move(x, box.y + 60);
    await visit.settled();
    return box;
  };
  /** The element under the pointer at a part of the plotting area, as far as the plot is drawn. */
  const indexAt = async (part: number) => {
    await pointAt(part);
    return index();
  };

  async function open(value: unknown): Promise<void> {
    await visit.openBytes("numbers.bin", encode({ numbers: value }, { mode: "exact" }));
    await visit.go("numbers");
    await slider().locator("canvas").waitFor();
    await visit.settled();
  }

  test("names the element under the pointer and by keys, with its own digits", async () => {
    const numbers = Float32Array.from({ length: 1000 }, (_, i) => Math.fround(i / 10));
    await open(numbers);
    await pointAt(0);
    await expect.poll(named).toBe("0: 0");
    await pointAt(1);
    // A pixel stands for a few elements.
    await expect.poll(index).toBeGreaterThan(994);
    expect(await named()).toBe(`${await index()}: ${(await index()) / 10}`);
    await expect.poll(() => indexAt(0.5)).toBeGreaterThan(480);
    const middle = await index();
    expect(middle).toBeLessThan(520);
    expect(await named()).toBe(`${middle}: ${middle / 10}`);
    await press("ArrowRight", "ArrowRight", "ArrowLeft");
    await expect.poll(named).toBe(`${middle + 1}: ${(middle + 1) / 10}`);
    await expect.poll(() => slider().getAttribute("aria-valuetext")).toBe(await named());
    await press("End", "ArrowRight");
    await expect.poll(named).toBe("999: 99.9");
    await press("Home", "PageUp");
    await expect.poll(named).toBe("100: 10");
  });

  test("zooms by keys, buttons and wheel, and moves under the pointer", async () => {
    const { page } = visit;
    await open(Float64Array.from({ length: 1024 }, (_, i) => i % 7));
    await press("Home", "+", "+", "+");
    await expect.poll(() => indexAt(1)).toBe(128);
    // The plot follows the hand: what was at the right end is in the middle.
    const box = await pointAt(1);
    await page.mouse.down();
    await page.mouse.move(box.x + (box.width - 1) / 2, box.y + 60, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => indexAt(1)).toBeGreaterThan(185);
    expect(await index()).toBeLessThan(199);
    // The cursor takes the view along.
    await press("End");
    await expect.poll(() => indexAt(1)).toBe(1023);
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => indexAt(0)).toBe(0);
    const wholeIsShown = () => page.getByRole("button", { name: "Zoom out" }).isDisabled();
    await expect.poll(wholeIsShown).toBe(true);
    await pointAt(1);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    // The wheel arrives later than the call returns, and zooms to where the pointer is by then.
    await expect.poll(wholeIsShown).toBe(false);
    await expect.poll(() => indexAt(0)).toBeGreaterThan(500);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await expect.poll(() => indexAt(0)).toBe(0);
  });

  test("keeps a single peak among many numbers in sight", async () => {
    const numbers = new Float64Array(300_000);
    numbers[123_457] = 1;
    await open(numbers);
    const { page } = visit;
    const inked = () =>
      page.locator(".plot canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const context = canvas.getContext("2d") as CanvasRenderingContext2D;
        canvas.style.color = "var(--plot-1)";
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(canvas).color.match(/\d+/g) ?? []).map(
          Number,
        );
        const { data } = context.getImageData(width * 0.3, height * 0.3, width * 0.3, height * 0.3);
        let found = 0;
        for (let at = 0; at < data.length; at += 4) {
          const [r, g, b] = data.slice(at, at + 3) as unknown as [number, number, number];
          if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 90) found++;
        }
        return found;
      });
    await expect.poll(inked).toBeGreaterThan(10);
  });

  test("names pairs of numbers, and integers that a double does not hold", async () => {
    await open(new PackedVector2Array(Float32Array.of(1, 2, 3.5, -4, 5, 6)));
    await press("ArrowRight");
    await expect.poll(named).toBe("1: x 3.5, y -4");
    const large = BigInt64Array.from({ length: 400 }, () => 2n ** 60n + 1n);
    await open(large);
    await press("Home");
    await expect.poll(named).toBe("0: 1152921504606846977");
    await press("End");
    await expect.poll(named).toBe("399: about 1152921504606847000");
  });
});
