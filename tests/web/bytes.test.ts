// Editing bytes: digits overwrite, the tree follows, sizes never change, and bytes that are no value stay typed and say why.
// Bytes and numbers of packed arrays as files.
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  float,
  PackedVector2Array,
  type Variant,
  Vector2,
} from "../../js/index.js";
import { violationsIn } from "./accessibility.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;

describe.skipIf(!hasBrowser)("bytes", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const press = async (...keys: string[]) => {
    await visit.press(...keys);
    await visit.settled();
  };
  /** Puts the cursor on a byte and types. */
  const type = async (offset: number, digits: string) => {
    await visit.page.locator(`.hex .cells [data-at="${offset}"]`).click();
    await visit.page.locator(".hex-scroller").focus();
    await visit.settled();
    await press(...digits);
  };
  const cell = (offset: number) => visit.page.locator(`.hex .cells [data-at="${offset}"]`).innerText();
  const undo = async () => {
    await press("Control+z");
  };
  const crumbs = () => visit.page.locator(".crumbs button").allInnerTexts();

  test("digits overwrite bytes, the tree follows at once, and each byte is one step of undo", async () => {
    const bytes = encode({ hp: 5n, name: "Mira" }, exact);
    await visit.openBytes("a.bin", bytes);
    const hp = Buffer.from(bytes).indexOf(Buffer.of(5, 0, 0, 0), 12);
    await type(hp, "2a01");
    expect(await visit.valueOf("hp")).toBe(String(0x012a));
    expect(await crumbs()).toEqual(["value", "hp"]);
    await undo();
    expect(await visit.valueOf("hp")).toBe(String(0x2a));
    await undo();
    expect(await visit.valueOf("hp")).toBe("5");
    await press("Control+y");
    const name = Buffer.from(bytes).indexOf("Mira");
    await type(name, "4e");
    expect(await visit.valueOf("name")).toBe('"Nira"');
    const saved = await visit.save("a.bin");
    expect(saved.length).toBe(bytes.length);
    const expected = bytes.slice();
    expected[hp] = 0x2a;
    expected[name] = 0x4e;
    expect(saved).toEqual(expected);
  });

  test("keys that come faster than edits are made find the cursor where the one before left it", async () => {
    const bytes = encode([2n ** 40n], exact);
    await visit.openBytes("a.bin", bytes);
    await type(16, "");
    const fast = ["4", "1", "ArrowLeft", "0", "0", "ArrowLeft", "4", "2", "4", "3"];
    await visit.page.locator(".hex-scroller").evaluate((hex, keys) => {
      for (const key of keys) hex.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, fast);
    await expect.poll(() => visit.page.locator(".hex .legend").first().innerText()).toMatch(/^Byte 18 /);
    await visit.settled();
    const expected = bytes.slice();
    expected[16] = 0x42;
    expected[17] = 0x43;
    expect(await visit.save("a.bin")).toEqual(expected);
  });

  test("undo among keys that come faster than edits are made takes back what was typed before it", async () => {
    const bytes = encode({ hp: 5n, mp: 6n }, exact);
    await visit.openBytes("a.bin", bytes);
    const hp = Buffer.from(bytes).indexOf(Buffer.of(5, 0, 0, 0), 12);
    await visit.go("mp");
    await visit.edit("7");
    await type(hp, "");
    const keys = (list: string) =>
      visit.page.evaluate((list) => {
        for (const key of list)
          document.querySelector(".hex-scroller")?.dispatchEvent(
            new KeyboardEvent("keydown", {
              key,
              ctrlKey: /[zs]/.test(key),
              bubbles: true,
              cancelable: true,
            }),
          );
      }, list);
    await keys("2az");
    await visit.settled();
    expect([await visit.valueOf("hp"), await visit.valueOf("mp")]).toEqual(["5", "7"]);
    // The second digit is missing, so that only the first one is taken back.
    await keys("1z");
    await visit.settled();
    expect([await visit.valueOf("hp"), await visit.valueOf("mp")]).toEqual(["5", "7"]);
    await keys("01");
    await visit.settled();
    expect([await visit.valueOf("hp"), await visit.valueOf("mp")]).toEqual([String(0x0105), "7"]);
    // A save has the byte that was typed just before it.
    const saved = await visit.download("a.bin", () => keys("02s"));
    expect(decode(saved)).toEqual({ hp: 0x020105, mp: 7 });
  });

  test("a wide int stays wide, and a NaN keeps its bits", async () => {
    const bytes = encode([2n ** 40n, Number.NaN], exact);
    await visit.openBytes("a.bin", bytes);
    const int = Buffer.from(bytes).indexOf(Buffer.of(0, 0, 0, 0, 0, 1, 0, 0));
    await type(int + 5, "00");
    await type(int, "07");
    expect(await visit.valueOf("0")).toBe("7");
    await type(bytes.length - 8, "99");
    const saved = await visit.save("a.bin");
    const expected = bytes.slice();
    expected[int + 5] = 0;
    expected[int] = 7;
    expected[bytes.length - 8] = 0x99;
    expect(saved).toEqual(expected);
  });

  test("a key that is a float becomes a whole one", async () => {
    const keyed = (key: Variant) => encode(new Dictionary([[key, 1n]]), exact);
    const bytes = keyed(1.5);
    await visit.openBytes("a.bin", bytes);
    await type(Buffer.from(bytes).indexOf(Buffer.of(0xc0, 0x3f)), "80");
    await expect.poll(() => visit.labels()).toContain("1.0");
    expect(await visit.save("a.bin")).toEqual(keyed(float(1)));
  });

  test("a key is renamed by its bytes, and an element of a packed array follows", async () => {
    const bytes = encode({ hp: new Int32Array([1, 2]) }, exact);
    await visit.openBytes("a.bin", bytes);
    await type(Buffer.from(bytes).indexOf("hp"), "6d");
    expect(await visit.labels()).toContain("mp");
    await type(bytes.length - 4, "ff");
    expect(decode(await visit.save("a.bin"))).toEqual({ mp: new Int32Array([1, 255]) });
  });

  test("bytes that are no value stay, say where and why, and are not saved", async () => {
    const { page } = visit;
    const bytes = encode({ name: "Mira", hp: 5n }, exact);
    await visit.openBytes("a.bin", bytes);
    const name = Buffer.from(bytes).indexOf("Mira");
    // The first byte of a character of two bytes.
    await type(name + 1, "c3");
    expect(await cell(name + 1)).toBe("c3");
    expect(await page.locator(".hex .draft").innerText()).toMatch(
      /not a valid value: .+ At byte \d+ \(0x[0-9a-f]+\)/,
    );
    expect(await visit.valueOf("name")).toBe('"Mira"');
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved").waitFor();
    // Its second byte makes a value of both, in one step.
    await type(name + 2, "a4");
    expect(await visit.valueOf("name")).toBe('"Mäa"');
    expect(await page.locator(".hex .draft").count()).toBe(0);
    await undo();
    expect(await visit.valueOf("name")).toBe('"Mira"');
    await type(name, "ff");
    await page.locator(".hex .draft").getByRole("button", { name: "Discard" }).click();
    expect(await cell(name)).toBe("4d");
    expect(await visit.save("a.bin")).toEqual(bytes);
  });

  test("a length that would move other bytes is refused", async () => {
    const bytes = encode({ name: "Mira", hp: 5n }, exact);
    await visit.openBytes("a.bin", bytes);
    const length = Buffer.from(bytes).indexOf("Mira") - 4;
    await type(length, "09");
    expect(await visit.page.locator(".hex .draft").innerText()).toContain("not a valid value");
    await undo();
    expect(await visit.page.locator(".hex .draft").count()).toBe(0);
    expect(await visit.save("a.bin")).toEqual(bytes);
  });

  test("works without a mouse, and arrows leave a value for the next one", async () => {
    const { page } = visit;
    const bytes = encode(["ab", 5n], exact);
    await visit.openBytes("a.bin", bytes);
    await visit.go("[0]");
    await page.locator(".hex-scroller").focus();
    await press("Enter");
    await page.getByText(/hexadecimal digits overwrite it/).waitFor();
    await press(...Array.from({ length: 12 }, () => "ArrowRight"));
    expect(await crumbs()).toEqual(["value", "1"]);
    await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "0", "8");
    expect(await visit.valueOf("1")).toBe("8");
    await press("Escape");
    expect(await page.locator(".hex .cursor").count()).toBe(0);
  });

  test("lengths between values cannot be typed", async () => {
    const two = new Uint8Array([...framed(1n), ...framed(2n)]);
    await visit.openBytes("two.bin", two);
    await type(0, "ff");
    await visit.page.getByText("This byte is in no value").waitFor();
    expect(await visit.save("two.bin")).toEqual(two);
  });

  const framed = (value: unknown) => encode(value, { ...exact, framing: "store_var" });

  test("a file takes the place of bytes, which can be exported", async () => {
    const { page } = visit;
    const path = join(tmpdir(), `godot-variant-${process.pid}.raw`);
    writeFileSync(path, Uint8Array.of(1, 2, 3, 4, 5));
    await visit.openBytes("a.bin", encode({ raw: Uint8Array.of(9, 8, 7) }, exact));
    await visit.go("raw");
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Replace by a file …" }).click();
    await (await choosing).setFiles(path);
    await page.getByText(/Replaced 3 bytes by 5 bytes of/).waitFor();
    await visit.settled();
    const exported = await visit.download("raw.bin", () =>
      page.getByRole("button", { name: "Download these bytes" }).click(),
    );
    expect(exported).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
    expect(decode(await visit.save("a.bin"))).toEqual({ raw: Uint8Array.of(1, 2, 3, 4, 5) });
    await page.locator("[role=tree]").focus();
    await undo();
    expect(decode(await visit.save("a.bin"))).toEqual({ raw: Uint8Array.of(9, 8, 7) });
  });

  test("numbers are exported from the menu, as bytes and as CSV", async () => {
    const { page } = visit;
    const points = PackedVector2Array.from([new Vector2(1, 2), new Vector2(0.5, -1)]);
    await visit.openBytes("a.bin", encode({ points }, exact));
    const choose = async (item: RegExp) => {
      await visit.go("points");
      await page.locator("[role=tree]").focus();
      await press("Shift+F10");
      await page.getByRole("menuitem", { name: item }).click();
    };
    const raw = await visit.download("points.bin", () => choose(/^Export the bytes/));
    expect([...new Float32Array(raw.buffer)]).toEqual([1, 2, 0.5, -1]);
    const csv = await visit.download("points.csv", () => choose(/^Export as CSV/));
    expect(new TextDecoder().decode(csv)).toBe("x,y\r\n1,2\r\n0.5,-1\r\n");
  });

  test.each([1280, 360])("have no accessibility problems while edited at %i px", async (width) => {
    const { page } = visit;
    const bytes = encode({ name: "Mira", raw: Uint8Array.of(1, 2, 3) }, exact);
    await visit.openBytes("a.bin", bytes);
    await page.setViewportSize({ width, height: 740 });
    await visit.settled();
    if (width < 700) await page.getByRole("button", { name: "bytes", exact: true }).click();
    await type(Buffer.from(bytes).indexOf("Mira"), "ff4");
    expect(await violationsIn(page)).toEqual([]);
  });
});
