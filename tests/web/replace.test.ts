// Search and replace: what the preview says is what happens, in one step, and every value keeps its type.
import { describe, expect, test } from "vitest";
import {
  Dictionary,
  decode,
  encode,
  float,
  NodePath,
  PackedVector2Array,
  StringName,
  Vector2,
  Vector2i,
} from "../../js/index.js";
import { violationsIn } from "./accessibility.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;

describe.skipIf(!hasBrowser)("search and replace", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  async function start(value: unknown, search: string, by: string): Promise<void> {
    await visit.openBytes("a.bin", encode(value, exact));
    await look(search, by);
  }

  async function look(search: string, by: string): Promise<void> {
    const { page } = visit;
    await page.getByRole("searchbox").fill(search);
    if (!(await page.locator(".replace-bar").isVisible())) await page.keyboard.press("Control+h");
    await page.getByPlaceholder("Replace with").fill(by);
    await visit.settled();
  }

  const summary = () => visit.page.locator(".replace h2").innerText();
  const listed = () =>
    visit.page
      .locator(".replace .found-line")
      .evaluateAll((lines) =>
        lines.map((line) => [...line.children].map((cell) => cell.textContent ?? "").join(" | ")),
      );
  const replaceAll = async () => {
    await visit.page.getByPlaceholder("Replace with").press("Control+Enter");
    await visit.settled();
  };
  const saved = async () => decode(await visit.save("a.bin"), exact);
  const undo = async () => {
    await visit.page.locator("[role=tree]").focus();
    await visit.page.keyboard.press("Control+z");
    await visit.settled();
  };

  test("replaces texts of all kinds and numbers, which keep their types, in one step", async () => {
    const value = new Dictionary([
      ["title", "Iron sword, iron shield"],
      ["name", new StringName("iron")],
      ["node", new NodePath("/root/Iron")],
      ["iron", 1n],
      ["other", "gold"],
    ]);
    await start(value, "iron", "steel");
    await expect.poll(summary).toBe("4 changes");
    expect(await listed()).toEqual([
      'value | title | "Iron sword, iron shield" | "steel sword, steel shield"',
      'value | name | &"iron" | &"steel"',
      'value | node | ^"/root/Iron" | ^"/root/steel"',
      "key | iron | iron | steel",
    ]);
    await replaceAll();
    const expected = new Dictionary([
      ["title", "steel sword, steel shield"],
      ["name", new StringName("steel")],
      ["node", new NodePath("/root/steel")],
      ["steel", 1n],
      ["other", "gold"],
    ]);
    expect(await saved()).toEqual(expected);
    await undo();
    expect(await saved()).toEqual(value);
  });

  test("keys keep their types, too", async () => {
    const value = new Dictionary([
      [new StringName("slot 1"), true],
      [1n, false],
      ["1", null],
    ]);
    await start(value, "1", "7");
    await expect.poll(summary).toBe("3 changes");
    await replaceAll();
    const expected = new Dictionary([
      [new StringName("slot 7"), true],
      [7n, false],
      ["7", null],
    ]);
    expect(await visit.save("a.bin")).toEqual(encode(expected, exact));
  });

  test("ints stay ints, floats keep their width, and what does not fit is said", async () => {
    const value = new Dictionary([
      ["hp", 120n],
      ["speed", 12],
      ["wide", float(12.1)],
      ["is", true],
      ["place", new Vector2(12, 1)],
      ["text", "12"],
    ]);
    await start(value, "12", "9x");
    await expect.poll(summary).toBe("1 change; 4 matches cannot be replaced");
    expect((await listed()).filter((line) => line.includes("not"))).toEqual([
      "value | hp | 120 | “9x0” is not an int.",
      "value | speed | 12.0 | “9x.0” is not a float.",
      "value | wide | 12.1 | “9x.1” is not a float.",
      "value | place | (12, 1) | Texts are not replaced in a Vector2. Search for numbers, as in 10..20.",
    ]);
    await look("12", "9");
    await expect.poll(summary).toBe("4 changes; 1 match cannot be replaced");
    await replaceAll();
    expect([...((await saved()) as Dictionary).values()].slice(0, 4)).toEqual([90n, 9, 9.1, true]);
    const before = encode(value, exact);
    expect((await visit.save("a.bin")).length).toBe(before.length);
  });

  test("replaces numbers in a range, also in vectors and packed arrays", async () => {
    const value = new Dictionary([
      ["low", 9n],
      ["in", 10n],
      ["top", 20n],
      ["real", float(19.5)],
      ["at", new Vector2(15, 3)],
      ["cell", new Vector2i(15, 30)],
      ["bytes", Uint8Array.of(1, 12, 200)],
      ["longs", BigInt64Array.of(11n, 2n)],
      ["points", PackedVector2Array.from([new Vector2(11, 1)])],
    ]);
    await start(value, ">= 10 < 20", "7");
    await expect.poll(summary).toBe("7 changes");
    await replaceAll();
    expect(await saved()).toEqual(
      new Dictionary([
        ["low", 9n],
        ["in", 7n],
        ["top", 20n],
        ["real", 7],
        ["at", new Vector2(7, 3)],
        ["cell", new Vector2i(7, 30)],
        ["bytes", Uint8Array.of(1, 7, 200)],
        ["longs", BigInt64Array.of(7n, 2n)],
        ["points", PackedVector2Array.from([new Vector2(7, 1)])],
      ]),
    );
    await undo();
    await look("10..20", "0.5");
    await expect.poll(summary).toBe("3 changes; 5 matches cannot be replaced");
  });

  test("a float is not rounded to another whole number or to inf", async () => {
    const value = new Dictionary([
      ["real", float(0.5)],
      ["at", new Vector2(0.5, 3)],
      ["list", Float32Array.of(0.5)],
      ["wide", Float64Array.of(0.5)],
    ]);
    const rounded = "No 32-bit float is exactly 16777217. The nearest one is 16777216.";
    await start(value, "0..1", "16777217");
    await expect
      .poll(listed)
      .toEqual([
        "value | real | 0.5 | 16777217.0",
        `value | at | (0.5, 3) | ${rounded}`,
        `value | list | 1 element: 0.5 | ${rounded}`,
        "value | wide | 1 element: 0.5 | 1 element: 16777217",
      ]);
    await look("0..1", "1e39");
    await expect.poll(async () => (await listed())[1]).toContain("1e39 is too large for a 32-bit float.");
    await look("0..1", "9007199254740993");
    await expect.poll(summary).toBe("Nothing changes; 4 matches cannot be replaced");
    await look("0.5", "1e400");
    await expect.poll(async () => (await listed())[0]).toContain("1e400 is too large for a float.");
  });

  test("an expression's groups, also in the elements of a PackedStringArray and far inside a long text", async () => {
    const long = `${"x".repeat(500)} item_7`;
    await start({ long, list: ["item_1", "thing"] }, "/item_(\\d)/", "$1-item");
    await expect.poll(summary).toBe("2 changes");
    await replaceAll();
    expect(decode(await visit.save("a.bin"))).toEqual({
      long: `${"x".repeat(500)} 7-item`,
      list: ["1-item", "thing"],
    });
  });

  test("a literal text is literal, in the search and in the replacement", async () => {
    await start(["a.b$1", "axb"], "a.b$1", "$&");
    await expect.poll(summary).toBe("1 change");
    await replaceAll();
    expect(decode(await visit.save("a.bin"))).toEqual(["$&", "axb"]);
  });

  test("replaces one after the other, and only in the selection", async () => {
    const { page } = visit;
    await start({ a: ["x", "x"], b: ["x"] }, "x", "y");
    await expect.poll(summary).toBe("3 changes");
    await page.getByRole("searchbox").press("Enter");
    await visit.settled();
    await page.getByPlaceholder("Replace with").press("Enter");
    await visit.settled();
    expect(decode(await visit.save("a.bin"))).toEqual({ a: ["y", "x"], b: ["x"] });
    await visit.go("b");
    await page.getByLabel("in the selection").check();
    await expect.poll(summary).toBe("1 change");
    await replaceAll();
    expect(decode(await visit.save("a.bin"))).toEqual({ a: ["y", "x"], b: ["y"] });
  });

  test("a key that exists already stays", async () => {
    await start({ ax: 1, ay: 2, bx: 3 }, "x", "y");
    await expect.poll(summary).toBe("1 change; 1 match cannot be replaced");
    expect(await listed()).toContain("key | ax | ax | The key ay exists already.");
    await replaceAll();
    expect(decode(await visit.save("a.bin"))).toEqual({ ax: 1, ay: 2, by: 3 });
  });

  test("values of one type, whatever they are", async () => {
    await start({ a: 1n, b: true, c: [2n] }, "type:int", "5");
    await expect.poll(summary).toBe("2 changes");
    await replaceAll();
    expect(decode(await visit.save("a.bin"))).toEqual({ a: 5, b: true, c: [5] });
  });

  test("20,000 values change in one step", async () => {
    await start(
      Array.from({ length: 20_000 }, (_, i) => `sword ${i}`),
      "sword",
      "axe",
    );
    await expect.poll(summary).toBe("20,000 changes; the first 1,000 are listed");
    await replaceAll();
    expect((decode(await visit.save("a.bin")) as string[])[19_999]).toBe("axe 19999");
    await undo();
    expect((decode(await visit.save("a.bin")) as string[])[19_999]).toBe("sword 19999");
  });

  test.each([1280, 360])("has no accessibility problems at %i px", async (width) => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 740 });
    await start({ a: "x", b: new Vector2(1, 2), c: "(1, x)" }, "1", "y");
    expect(await violationsIn(page)).toEqual([]);
  });
});
