// Plots of packed arrays: the element under the cursor by pointer and keys, zooming, moving, and peaks among many numbers.
import { describe, expect, test } from "vitest";
import { encode, PackedVector2Array } from "../../js/index.js";
import { partOf, spanOf, ticksIn, tickText } from "../../web-demo/src/panes/detail/plot-axis.js";
import { linesIn } from "../../web-demo/src/panes/detail/plot-points.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe("the axis of a plot", () => {
  test("has round numbers", () => {
    expect(ticksIn({ low: -106, high: 106 }, 5)).toEqual([-100, -50, 0, 50, 100]);
    expect(ticksIn({ low: 0, high: 0.35 }, 4)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticksIn({ low: 3, high: 6 }, 8, 1)).toEqual([3, 4, 5, 6]);
    expect([1500, -0.25, 2e9, 1e-7, 0].map(tickText)).toEqual(["1500", "-0.25", "2e9", "1e-7", "0"]);
  });

  test.each([
    [[Number.NaN, Number.POSITIVE_INFINITY]],
    [[-Number.MAX_VALUE, Number.MAX_VALUE]],
    [[0, Number.MIN_VALUE]],
    [[1e17, 1e17 + 16]],
    [[7]],
    [[0]],
    [[]],
  ])("spans %j in a finite way", (numbers) => {
    const span = spanOf([numbers]);
    expect(span.low).toBeLessThan(span.high);
    const ticks = ticksIn(span, 5);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(new Set(ticks).size).toBe(ticks.length);
    for (const number of [...ticks, ...numbers.filter(Number.isFinite)]) {
      expect(partOf(span, number)).toBeGreaterThanOrEqual(0);
      expect(partOf(span, number)).toBeLessThanOrEqual(1);
    }
  });
});

describe("the points of many numbers", () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "have every peak beside %d",
    (none) => {
      const numbers = Float64Array.from({ length: 100_000 }, (_, i) => (i % 2 === 0 ? none : 1));
      numbers[50_001] = 7;
      numbers[70_001] = -7;
      const [, line] = linesIn({ from: 0, to: numbers.length - 1 }, 1, (index) => numbers[index] as number);
      const drawn = Array.from(line as ArrayLike<number>).filter(Number.isFinite);
      expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([-7, 7]);
    },
  );
});

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
    const box = (await slider().locator("canvas").boundingBox()) as { x: number; y: number; width: number };
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

  async function open(value: unknown, name = "numbers.bin"): Promise<void> {
    await visit.openBytes(name, encode({ numbers: value }, { mode: "exact" }));
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

  test("is drawn with the colors of the theme that is chosen later", async () => {
    const { page } = visit;
    await open(Float32Array.from({ length: 400 }, (_, i) => i));
    const colors = () =>
      page.locator(".plot canvas").evaluate((canvas: HTMLCanvasElement) => {
        const context = canvas.getContext("2d") as CanvasRenderingContext2D;
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const found = new Map<string, number>();
        for (let at = 0; at < data.length; at += 4) {
          if (data[at + 3] !== 255) continue;
          const color = data.slice(at, at + 3).join();
          found.set(color, (found.get(color) ?? 0) + 1);
        }
        return [...found].filter(([, count]) => count > 50).map(([color]) => color);
      });
    const light = await colors();
    expect(light.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: /^Colors/ }).click();
    await page.getByRole("button", { name: /^Colors: light/ }).click();
    await expect.poll(async () => (await colors()).filter((color) => light.includes(color))).toEqual([]);
    expect((await colors()).length).toBeGreaterThan(0);
  });

  test("names pairs of numbers, and integers that a double does not hold", async () => {
    await open(new PackedVector2Array(Float32Array.of(1, 2, 3.5, -4, 5, 6)));
    await press("ArrowRight");
    await expect.poll(named).toBe("1: x 3.5, y -4");
    const large = BigInt64Array.from({ length: 400 }, () => 2n ** 60n + 1n);
    await open(large, "large.bin");
    await press("Home");
    await expect.poll(named).toBe("0: 1152921504606846977");
    await press("End");
    await expect.poll(named).toBe("399: about 1152921504606847000");
  });
});
