// What the page costs: searches in the codec, and lines while it scrolls.
import { describe, expect, test } from "vitest";
import { encode, StringName } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save = {
  name: "Mira",
  big: 9007199254740993n,
  hp: 12n,
  title: new StringName("Grüße"),
  tags: ["Sword", "swordfish", "shield"],
};

describe.skipIf(!hasBrowser)("what the page costs", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });
  const found = () => visit.page.locator(".search-field .count").innerText();

  test("finds ranges, expressions, types and ints beyond 2^53, and says what it cannot read", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    const box = page.getByRole("searchbox");
    for (const [text, count] of [
      [">= 9007199254740993", "1"],
      ["> 9007199254740993", "no matches"],
      ["10..20", "1"],
      ["< 12", "no matches"],
      ["/^sword$/i", "1"],
      ["GRÜSSE", "no matches"],
      ["GRÜß", "1"],
      ["type:String", "4"],
      ["type:string SWORD", "2"],
      ["9007199254740993", "1"],
    ] as const) {
      await box.fill(text);
      await expect.poll(found, { message: text }).toBe(count);
    }
    await box.fill("type:Sword");
    await page.getByText("There is no type Sword").waitFor();
    await box.fill("/(/");
    await page.getByText(/Invalid regular expression/).waitFor();
  });

  test("searches what an edit left", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode(save));
    await page.getByRole("searchbox").fill("sword");
    await expect.poll(found).toBe("2");
    await visit.go("tags[0]");
    await visit.edit("Axe");
    await expect.poll(found).toBe("1");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await expect.poll(found).toBe("2");
  });

  test("goes to a byte, and says where the content ends", async () => {
    const { page } = visit;
    const bytes = encode(save);
    await visit.openBytes("a.bin", bytes);
    const at = Buffer.from(bytes).indexOf("swordfish");
    await visit.go(`@0x${at.toString(16)}`);
    await expect.poll(() => page.locator(".crumbs").innerText()).toMatch(/tags.*1/s);
    await visit.go(`@${bytes.length}`);
    await page.getByText(`There is no byte ${bytes.length}`).waitFor();
  });

  test("shows lines at all times while it jumps", async () => {
    const { page } = visit;
    await visit.openBytes("long.bin", encode(Array.from({ length: 200_000 }, (_, i) => i)));
    const fewest = await page.evaluate(async () => {
      const tree = document.querySelector(".tree-rows")?.closest(".tree") as HTMLElement;
      const scroller = [tree, ...tree.querySelectorAll("*"), tree.parentElement as HTMLElement].find(
        (one) => one.scrollHeight > one.clientHeight * 4,
      ) as HTMLElement;
      let least = Number.POSITIVE_INFINITY;
      for (let i = 1; i <= 40; i++) {
        scroller.scrollTop = (scroller.scrollHeight * ((i * 17) % 41)) / 41;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const view = scroller.getBoundingClientRect();
        const shown = Array.from(document.querySelectorAll(".row")).filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return bottom > view.top + 30 && top < view.bottom;
        });
        least = Math.min(least, shown.length);
      }
      return least;
    });
    expect(fewest).toBeGreaterThan(5);
  });
});
