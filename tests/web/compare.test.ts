import { describe, expect, test } from "vitest";
import { decode, encode, fromNative, parseText, toPlainJSON } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";

describe.skipIf(!hasBrowser)("comparing and exporting", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const menu = (button: string, item: RegExp) => visit.menu(button, item);

  test("lists the differences from another save, and steps through them", async () => {
    const { page } = visit;
    const other = decode(fixture(save4), { mode: "exact" }) as Map<string, unknown>;
    (other.get("player") as Map<string, unknown>).set("level", 20n);
    (other.get("inventory") as unknown[]).splice(1, 1);
    other.set("extra", "new");
    await visit.drop({ name: "older.bin", bytes: fixture(save4) });
    await page.getByRole("heading", { level: 1, name: "older.bin" }).waitFor();
    await visit.drop({ name: "newer.bin", bytes: encode(other, { mode: "exact" }) });
    await page.getByRole("heading", { level: 1, name: "newer.bin" }).waitFor();
    await page.getByRole("navigation", { name: "Open files" }).getByText("older.bin").click();
    await menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "newer.bin" }).click();
    const list = page.getByRole("region", { name: "Differences" });
    await list.getByText("3 differences from newer.bin").waitFor();
    const lines = await list.locator(".found-line").allInnerTexts();
    expect(lines.map((line) => line.split("\n").filter(Boolean))).toEqual([
      ["changed", "player.level", "14", "20"],
      ["only here", "inventory[1]", "3 entries"],
      ["only there", "extra", '"new"'],
    ]);
    await list.getByRole("button", { name: "Next difference" }).click();
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("level");
    await list.getByRole("button", { name: "Next difference" }).click();
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("1");
    await list.getByRole("button", { name: "Previous difference" }).click();
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("level");
    await list.getByRole("button", { name: "Close: Differences" }).click();
    await expect.poll(() => list.count()).toBe(0);
  });

  test("tells two files of one name apart, and the one that is left has no number", async () => {
    const { page } = visit;
    const tabs = page.getByRole("navigation", { name: "Open files" });
    await visit.openBytes("save.bin", encode({ level: 1n }, { mode: "exact" }));
    await visit.drop({ name: "save.bin", bytes: encode({ level: 2n }, { mode: "exact" }) });
    await page.getByRole("heading", { level: 1, name: "save.bin (2)", exact: true }).waitFor();
    await tabs.getByRole("button", { name: "save.bin (1)", exact: true }).click();
    await menu("More", /Compare/);
    await page.getByRole("dialog", { name: "Compare save.bin (1)" }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "save.bin (2)", exact: true }).click();
    const list = page.getByRole("region", { name: "Differences" });
    await list.getByText("1 difference from save.bin (2)").waitFor();
    await tabs.getByRole("button", { name: "Close save.bin (2)", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "save.bin", exact: true }).waitFor();
    await list.getByText("1 difference from save.bin", { exact: true }).waitFor();
  });

  test("shows the keys of a path in their order, whatever direction they are written in, and copies only them", async () => {
    const { page } = visit;
    const saveOf = (level: bigint) =>
      encode({ שלום: { عالم: [{ "א ב": level }], b: level } }, { mode: "exact" });
    await visit.openBytes("other.bin", saveOf(1n));
    await visit.openBytes("mine.bin", saveOf(2n));
    await menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "other.bin" }).click();
    const list = page.getByRole("region", { name: "Differences" });
    await list.getByText("2 differences from other.bin").waitFor();
    const [path, other] = await list.locator(".path").all();
    const text = 'שלום.عالم[0]["א ב"]';
    expect(await path?.evaluate((element) => element.textContent)).toBe(text);
    expect(await other?.evaluate((element) => element.textContent)).toBe("שלום.b");
    const keys = ["שלום", ".", "عالم", "[", "0", "א ב"];
    const lefts = await path?.evaluate((element, keys) => {
      // The left edge of each part of the text.
      const nodes: Text[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      const whole = nodes.map((node) => node.data).join("");
      const placeOf = (index: number): [Text, number] => {
        let at = index;
        for (const node of nodes) {
          if (at < node.length) return [node, at];
          at -= node.length;
        }
        throw new Error("There is no such index.");
      };
      return keys.map((key) => {
        const range = document.createRange();
        const from = whole.indexOf(key);
        const [last, lastAt] = placeOf(from + key.length - 1);
        range.setStart(...placeOf(from));
        range.setEnd(last, lastAt + 1);
        return range.getBoundingClientRect().left;
      });
    }, keys);
    expect(lefts).toEqual([...(lefts ?? [])].sort((a, b) => a - b));
    expect(new Set(lefts).size).toBe(keys.length);
    const copied = await path?.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString();
    });
    expect(copied).toBe(text);
  });

  test("takes the other file as it is, with edits that were saved and in the dialect that was chosen", async () => {
    const { page } = visit;
    const before = encode({ hp: 1n, mp: 2n }, { mode: "exact" });
    await visit.openBytes("other.bin", before);
    await page.getByLabel("Read as").selectOption("godot-4.0 none");
    await visit.settled();
    await visit.go("hp");
    await visit.edit("7");
    await visit.save("other.bin");
    await visit.openBytes("mine.bin", before);
    await menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "other.bin" }).click();
    const list = page.getByRole("region", { name: "Differences" });
    await list.getByText("1 difference from other.bin").waitFor();
    expect((await list.locator(".found-line").innerText()).split("\n").filter(Boolean)).toEqual([
      "changed",
      "hp",
      "1",
      "7",
    ]);
  });

  test("says that two saves are equal", async () => {
    const { page } = visit;
    await visit.drop({ name: "a.bin", bytes: fixture(save4) }, { name: "b.bin", bytes: fixture(save4) });
    await page.getByRole("heading", { level: 1, name: "a.bin" }).waitFor();
    await menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "b.bin" }).click();
    await page.getByText("No differences from b.bin").waitFor();
  });

  test("exports JSON, a table, and the content of the layers", async () => {
    const { page } = visit;
    await visit.open(save4);
    const text = async (name: string, item: RegExp) =>
      new TextDecoder().decode(await visit.download(name, () => menu("Export", item)));
    const json = JSON.parse(await text("godot-4.6.3.json", /^JSON for/));
    expect(json.player).toMatchObject({ level: 14, hp: 87.5, position: { x: 318.25, y: -96.5 } });
    expect(json).toEqual(
      JSON.parse(toPlainJSON(decode(fixture(save4), { mode: "exact" }), { mode: "exact" })),
    );
    const native = JSON.parse(await text("godot-4.6.3.json", /^JSON with types/));
    expect(fromNative(native, { mode: "exact" })).toEqual(decode(fixture(save4), { mode: "exact" }));
    expect(json.inventory.map(({ id }: { id: string }) => id)).toEqual(["potion", "rope", "lantern"]);
    await visit.go("inventory");
    await expect.poll(() => page.locator(".crumbs").innerText()).toContain("inventory");
    expect(parseText(await text("godot-4.6.3.txt", /^GDScript/), { mode: "exact" })).toEqual(
      decode(fixture(save4), { mode: "exact" }),
    );
    const [head, first] = (await text("godot-4.6.3.csv", /^CSV/)).split("\r\n");
    expect(head?.split(",").slice(0, 3)).toEqual(["id", "count", "icon"]);
    expect(first).toContain("res://items/potion.png");
    expect(await visit.download("godot-4.6.3.content", () => menu("Export", /^Content/))).toEqual(
      fixture(save4),
    );
    expect(await visit.download("godot-4.6.3.bin", () => menu("Export", /^Original/))).toEqual(
      fixture(save4),
    );
  });

  test("rejects a comparison with a damaged file", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.openBytes("cut.bin", fixture(save4).subarray(0, 1200));
    await page.getByRole("navigation", { name: "Open files" }).getByText("godot-4.6.3.bin").click();
    await menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "cut.bin" }).click();
    await page.getByRole("dialog").getByText("cut.bin: The file is damaged").waitFor();
    await page.keyboard.press("Escape");
  });

  test("copies paths and values", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("grid[Vector2i(0, 0)]");
    await expect.poll(() => page.locator(".crumbs").innerText()).toContain("Vector2i(0, 0)");
    const copied = async (item: RegExp) => {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await menu("Copy", item);
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied(/path.*GDScript/)).toBe('value["grid"][Vector2i(0, 0)]');
    expect(await copied(/path.*JavaScript/)).toBe("value.grid.get(new Vector2i(0, 0))");
    expect(await copied(/value.*var_to_str/)).toBe('&"potion"');
    expect(await copied(/value.*\(JSON\)/)).toBe('"potion"');
    expect(await copied(/value.*from_native/)).toBe('"sn:potion"');
    expect(await copied(/bytes/)).toBe("15 00 00 00 06 00 00 00 70 6f 74 69 6f 6e 00 00");
  });
});
