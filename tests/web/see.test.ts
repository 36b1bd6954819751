import { describe, expect, test } from "vitest";
import {
  encode,
  PackedTypedArray,
  PackedVector2iArray,
  TypedArray,
  VariantArray,
  Vector2i,
} from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

/** One red pixel. */
const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

function wav(): Uint8Array {
  const bytes = new Uint8Array(44 + 800).fill(128);
  const view = new DataView(bytes.buffer);
  for (const [at, text] of [
    [0, "RIFF"],
    [8, "WAVEfmt "],
    [36, "data"],
  ] as const)
    bytes.set(Buffer.from(text), at);
  for (const [at, value] of [
    [4, 836],
    [16, 16],
    [20, 0x10001],
    [24, 8000],
    [28, 8000],
    [32, 0x80001],
    [40, 800],
  ] as const)
    view.setUint32(at, value, true);
  return bytes;
}

describe.skipIf(!hasBrowser)("viewing a file", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("shows every value of every type in the tree, with its bytes", async () => {
    const { page } = visit;
    await visit.open("containers/4.6.3/store_var_all.bin");
    await page.locator("[role=tree]").focus();
    const rows = Number(await page.locator("[role=treeitem]").nth(1).getAttribute("aria-setsize"));
    expect(rows).toBe(63);
    await page.keyboard.press("Home");
    const pane = page.getByRole("region", { name: "Selected value" });
    for (let row = 0; row < rows; row++) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => page.locator(".row.selected").count()).toBe(1);
      const type = await page.locator(".row.selected .type").innerText();
      await expect.poll(() => pane.getByRole("heading").innerText()).toBe(type);
    }
  });

  test("does not round numbers", async () => {
    const { page } = visit;
    await visit.open("containers/4.6.3/store_var_all.bin");
    for (const [key, preview, listed] of [
      ["i32s", "3 elements: 1, -1, 2147483647", ["1", "-1", "2147483647"]],
      ["i64s", "3 elements: 1, -1, 9223372036854775807", ["1", "-1", "9223372036854775807"]],
      ["f32s", "2 elements: 0.5, 0.1", ["0.5", "0.1"]],
    ] as const) {
      await visit.go(key);
      await expect.poll(() => visit.valueOf(key)).toBe(preview);
      await expect
        .poll(() => page.getByRole("region", { name: "Numbers" }).locator("td").allInnerTexts())
        .toEqual(listed);
    }
    await visit.openBytes("wide.bin", encode({ f64s: new Float64Array([0.1, Math.fround(0.1)]) }));
    await expect.poll(() => visit.valueOf("f64s")).toBe("2 elements: 0.1, 0.10000000149011612");
  });

  test("shows, edits and plots the types of Pandemonium", async () => {
    const { page } = visit;
    const value = {
      path: PackedVector2iArray.from([new Vector2i(1, 2), new Vector2i(3, -4)]),
      list: new TypedArray([7n, 8n], { kind: "builtin", type: "int" }),
      names: PackedTypedArray.from(["a"]),
    };
    const options = { dialect: "pandemonium", mode: "exact" } as const;
    await visit.openBytes("pandemonium.bin", encode(value, options));
    await expect.poll(() => visit.whatItIs()).toContain("Pandemonium Variant");
    expect(await visit.valueOf("path")).toBe("2 elements: (1, 2), (3, -4)");
    expect(await visit.valueOf("list")).toBe("2 [7, 8]");
    expect(await visit.row("list").locator(".type").innerText()).toBe("TypedArray[int]");
    await visit.go("path");
    const numbers = page.getByRole("region", { name: "Numbers" });
    expect(await numbers.locator("thead th").allInnerTexts()).toEqual(["#", "x", "y"]);
    expect(await numbers.locator("td").allInnerTexts()).toEqual(["1", "2", "3", "-4"]);
    await page.locator(".plot canvas").waitFor();
    await visit.edit("PackedVector2iArray(5, 6)");
    await visit.go("list[1]");
    await visit.edit("9");
    await visit.go("names");
    const pane = page.getByRole("region", { name: "Selected value" });
    await pane.getByRole("button", { name: "Add element" }).click();
    await pane.getByRole("textbox", { name: "value" }).fill('"b"');
    await pane.getByRole("button", { name: "Add", exact: true }).click();
    await visit.settled();
    const expected = {
      path: PackedVector2iArray.from([new Vector2i(5, 6)]),
      list: new TypedArray([7n, 9n], { kind: "builtin", type: "int" }),
      names: PackedTypedArray.from(["a", "b"]),
    };
    expect(await visit.save("pandemonium.bin")).toEqual(encode(expected, options));
  });

  test("links the tree and the bytes in both directions", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.go("player.level");
    const marked = page.locator(".hex .cells .header");
    await expect.poll(() => marked.allInnerTexts()).toEqual(["02", "00", "00", "00"]);
    await page.locator(".hex-scroller").evaluate((scroller) => scroller.scrollTo(0, 0));
    await page.locator('.hex .cells [data-at="8"]').click();
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("version");
    await visit.row("saved_at").hover();
    await expect.poll(() => page.locator(".hex .cells .hovered").count()).toBe(12);
    await page.locator('.hex .cells [data-at="20"]').hover();
    await expect.poll(() => page.locator(".row.hovered .label").innerText()).toBe("version");
    await page.locator(".detail").hover();
    await expect.poll(() => page.locator(".hovered").count()).toBe(0);
  });

  test("finds keys, values and types, counts the matches and steps through them", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    const count = page.locator(".search-field .count");
    await page.keyboard.press("Control+f");
    await page.keyboard.type("POTION");
    await expect.poll(() => count.innerText()).toBe("3");
    await page.keyboard.press("Enter");
    await expect.poll(() => count.innerText()).toBe("1 of 3");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("id");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("icon");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => count.innerText()).toBe("1 of 3");
    await page.getByRole("button", { name: "Show only matches" }).click();
    await expect
      .poll(() => visit.labels())
      .toEqual(["value", "inventory", "0", "id", "icon", "grid", "Vector2i(0, 0)"]);
    await page.getByRole("checkbox", { name: "types" }).check();
    await page.getByRole("searchbox").fill("Vector2i");
    await expect.poll(() => count.innerText()).not.toBe("no matches");
    await page.getByRole("searchbox").fill("nowhere to be found");
    await expect.poll(() => count.innerText()).toBe("no matches");
  });

  test("goes to a path, and reports one that does not exist", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.go("inventory[1].count");
    await expect.poll(() => page.locator(".crumbs").innerText()).toMatch(/inventory.*1.*count/s);
    await visit.go("inventory[7]");
    await page.getByText("There is nothing at inventory[7]").waitFor();
    await page.getByRole("navigation", { name: "Path" }).getByText("inventory").click();
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("inventory");
  });

  test("previews images, sounds, plots, and values inside of bytes", async () => {
    const { page } = visit;
    const inner = encode({ nested: true });
    const data = {
      image: png,
      sound: wav(),
      inner,
      numbers: Float32Array.from({ length: 500 }, (_, i) => Math.sin(i / 20)),
    };
    await visit.drop({ name: "media.bin", bytes: encode(data) });
    await visit.row("image").click();
    await expect
      .poll(() =>
        page.locator(".preview-image img").evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(1);
    await visit.row("sound").click();
    await expect
      .poll(() => page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeCloseTo(0.1);
    await visit.row("numbers").click();
    await page.locator(".plot canvas").waitFor();
    await visit.row("inner").click();
    await page.getByRole("button", { name: "Open the content" }).click();
    await visit.row("nested").waitFor();
  });

  test("shows objects as inert data", async () => {
    const { page } = visit;
    await visit.open("containers/4.6.3/var_to_bytes_with_objects.bin");
    await visit.openAll();
    await page.locator("[role=treeitem]").filter({ hasText: "Object" }).first().click();
    await page.getByText("Inert data").waitFor();
  });

  test("scrolls through a million values, and to the last one", async () => {
    const { page } = visit;
    await visit.drop({
      name: "million.bin",
      bytes: encode(new VariantArray(Array.from({ length: 1_000_000 }, (_, i) => BigInt(i)))),
    });
    await page.locator("[role=treeitem]").nth(5).waitFor();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("End");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("999999");
    await page.locator("[role=tree]").evaluate((tree) => {
      tree.scrollTop = tree.scrollHeight / 2;
    });
    await expect.poll(async () => Number((await visit.labels())[0])).toBeGreaterThan(400_000);
    await expect.poll(async () => Number((await visit.labels())[0])).toBeLessThan(600_000);
    await page.keyboard.press("Home");
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("value");
  });

  test("opens a save of 50 MB", async () => {
    const { page } = visit;
    const item = (i: number) => ({
      id: i,
      name: `item ${i}`,
      stats: [1, 2.5, i],
      tags: ["a", "b"],
      alive: true,
    });
    const bytes = encode({ items: Array.from({ length: 285_000 }, (_, i) => item(i)) });
    expect(bytes.length).toBeGreaterThan(50e6);
    // Too large to drop as base64, as the other tests do.
    await page.route("**/large.bin", (route) => route.fulfill({ body: Buffer.from(bytes) }));
    await page.evaluate(async () => {
      const response = await fetch("large.bin");
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([await response.blob()], "large.bin"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
    });
    await page.locator("[role=treeitem]").nth(1).waitFor();
    await visit.go("items[284999].name");
    await expect.poll(() => page.locator(".row.selected .value").innerText()).toBe('"item 284999"');
    await visit.edit('"changed"');
    await expect.poll(() => visit.valueOf("name")).toBe('"changed"');
  });

  test("opens typed containers, objects and signals", async () => {
    for (const file of [
      "store_var_typed.bin",
      "store_var_typed_full.bin",
      "store_var_object_id.bin",
      "store_var_signal_callable.bin",
    ]) {
      await visit.drop({ name: file, bytes: fixture(`containers/4.6.3/${file}`) });
      await visit.page.getByRole("heading", { level: 1, name: file }).waitFor();
      await visit.openAll();
      await expect.poll(async () => (await visit.labels()).length).toBeGreaterThan(0);
    }
  });
});
