// Taking over single differences between two saves, either way.
import { describe, expect, test } from "vitest";
import { Dictionary, decode, encode, float, StringName, VariantArray } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = fixture("saves/godot-4.6.3.bin");
const exact = { mode: "exact" } as const;
const changed = () => decode(save4, exact) as unknown as Map<string, unknown>;

describe.skipIf(!hasBrowser)("taking over differences", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const list = () => visit.page.getByRole("region", { name: "Differences" });
  const press = async (name: string) => {
    await list().getByRole("button", { name, exact: true }).click();
    await visit.settled();
  };
  const goTo = async (line: string) => {
    await list().locator(".found-line", { hasText: line }).click();
    await visit.settled();
  };
  const show = async (name: string) => {
    await visit.page.getByRole("navigation", { name: "Open files" }).getByText(name).click();
    await visit.settled();
  };

  async function compare(other: Map<string, unknown>, older = save4): Promise<Uint8Array> {
    const bytes = encode(other, exact);
    await visit.openBytes("older.bin", older);
    await visit.openBytes("newer.bin", bytes);
    await show("older.bin");
    await visit.menu("More", /Compare/);
    await visit.page.getByRole("dialog").getByRole("button", { name: "newer.bin" }).click();
    await list().getByText("from newer.bin").waitFor();
    await visit.settled();
    return bytes;
  }

  test("takes every kind of difference until there is none, and undoes each", async () => {
    const other = changed();
    (other.get("player") as Map<string, unknown>).set("level", 20n);
    (other.get("inventory") as unknown[]).splice(1, 1);
    other.set("version", "four");
    other.set("extra", "new");
    const bytes = await compare(other);
    await list().getByText("4 differences").waitFor();
    for (const left of ["3 differences", "2 differences", "1 difference"]) {
      await goTo(["version", "player.level", "inventory"][3 - Number(left[0])] as string);
      await press("Take theirs");
      await list()
        .getByText(new RegExp(`${left.replace("s", "")}s?`))
        .waitFor();
    }
    await goTo("extra");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.save("older.bin")).toEqual(bytes);
    await visit.page.locator("[role=tree]").focus();
    for (let i = 0; i < 4; i++) await visit.page.keyboard.press("Control+z");
    await visit.settled();
    expect(await visit.save("older.bin")).toEqual(save4);
  });

  test("takes an entry with a whole float as its key beside the int, and elements below them", async () => {
    const other = changed();
    const numbers = new Dictionary([
      [1n, [1n]],
      [float(1), [2n, 3n]],
    ]);
    other.set("numbers", numbers);
    const bytes = await compare(other);
    await goTo("numbers");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    await visit.go("numbers[1.0]");
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Delete");
    await visit.settled();
    await visit.menu("More", /Compare/);
    await visit.page.getByRole("dialog").getByRole("button", { name: "newer.bin" }).click();
    await goTo("numbers[1.0]");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.save("older.bin")).toEqual(bytes);
  });

  test("takes an entry with an int as its key beside the float", async () => {
    const mine = new Dictionary([[float(3), "f"]]);
    const other = new Dictionary([
      [float(3), "f"],
      [3n, "i"],
    ]);
    const bytes = await compare(other as unknown as Map<string, unknown>, encode(mine, exact));
    await goTo("[3]");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.save("older.bin")).toEqual(bytes);
  });

  test("takes values that differ in nothing but their type", async () => {
    const mine = changed();
    mine.set("count", 1n);
    mine.set("word", "x");
    mine.set("plain", [3n]);
    mine.set("typed", new VariantArray([3n], { kind: "builtin", type: "int" }));
    const other = new Map(mine);
    other.set("count", float(1));
    other.set("word", new StringName("x"));
    other.set("plain", mine.get("typed"));
    other.set("typed", mine.get("plain"));
    const bytes = await compare(other, encode(mine, exact));
    for (const line of ["count", "word", "plain", "typed"]) {
      await goTo(line);
      await press("Take theirs");
    }
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.save("older.bin")).toEqual(bytes);
  });

  test("takes a key that differs in nothing but its type, once the one that is here is gone", async () => {
    const mine = changed();
    mine.set("word", 1n);
    const other = changed();
    (other as Map<unknown, unknown>).set(new StringName("word"), 2n);
    const bytes = await compare(other, encode(mine, exact));
    await goTo("only there");
    await press("Take theirs");
    await visit.page.getByText("There is an entry with this key already.").waitFor();
    await goTo("only here");
    await press("Take theirs");
    await goTo("only there");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.save("older.bin")).toEqual(bytes);
  });

  test("gives this file's values to the other one, and to no other place", async () => {
    const other = changed();
    (other.get("player") as Map<string, unknown>).set("level", 20n);
    (other.get("inventory") as unknown[]).splice(1, 1);
    other.set("extra", "new");
    await compare(other);
    for (const line of ["player.level", "inventory", "extra"]) {
      await goTo(line);
      await press("Give ours");
    }
    await list().getByText("No differences from newer.bin").waitFor();
    await show("newer.bin");
    expect(await visit.save("newer.bin")).toEqual(save4);
    await show("older.bin");
    expect(await visit.save("older.bin")).toEqual(save4);
  });

  test("gives an entry its place and the type of its key", async () => {
    const mine = new Dictionary([
      ["a", 1n],
      [new StringName("b"), 2n],
      ["c", 3n],
      ["d", 4n],
    ]);
    const ours = encode(mine, exact);
    const other = new Dictionary([
      ["a", 1n],
      ["d", 4n],
    ]);
    await compare(other as unknown as Map<string, unknown>, ours);
    for (const line of ["c", "b"]) {
      await goTo(line);
      await press("Give ours");
    }
    await list().getByText("No differences from newer.bin").waitFor();
    await show("newer.bin");
    expect(await visit.save("newer.bin")).toEqual(ours);
  });

  test("refuses when the other file has changed since, or this value has", async () => {
    const { page } = visit;
    const other = changed();
    (other.get("player") as Map<string, unknown>).set("level", 20n);
    await compare(other);
    await goTo("player.level");
    await expect
      .poll(() => page.locator(".row:has(.different) .label").allInnerTexts())
      .toEqual(["value", "player", "level"]);
    await visit.edit("5");
    await press("Take theirs");
    await page.getByText("This value has changed since the comparison.").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("5");
    await show("newer.bin");
    await visit.go("player.level");
    await visit.edit("30");
    await show("older.bin");
    await press("Take theirs");
    await page.getByText("newer.bin has changed since the comparison.").waitFor();
    await expect.poll(() => visit.valueOf("level")).toBe("5");
    // Compared again, the other file is as it is now.
    await visit.menu("More", /Compare/);
    await page.getByRole("dialog").getByRole("button", { name: "newer.bin" }).click();
    await goTo("player.level");
    await press("Take theirs");
    await expect.poll(() => visit.valueOf("level")).toBe("30");
  });

  test("takes the values of a file that was closed after the comparison, and gives it none", async () => {
    const other = changed();
    other.set("version", "four");
    other.set("extra", "new");
    await compare(other);
    await show("newer.bin");
    await visit.go("extra");
    await visit.edit("newest");
    await show("older.bin");
    await visit.menu("More", /Compare/);
    await visit.page.getByRole("dialog").getByRole("button", { name: "newer.bin" }).click();
    await visit.settled();
    visit.page.on("dialog", (dialog) => void dialog.accept());
    await visit.page.getByRole("button", { name: "Close newer.bin" }).click();
    await expect.poll(() => list().getByRole("button", { name: "Give ours" }).count()).toBe(0);
    await goTo("version");
    await press("Take theirs");
    await list().getByText("1 difference").waitFor();
    await goTo("extra");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.valueOf("extra")).toBe('"newest"');
  });

  test("elements are added in order only, because others move their places", async () => {
    const other = changed();
    const inventory = other.get("inventory") as unknown[];
    inventory.splice(0, 1);
    inventory.push(inventory[0]);
    await compare(other);
    await goTo("only there");
    await press("Take theirs");
    await visit.page.getByText("Take over the differences of inventory in order.").waitFor();
    await goTo("only here");
    await press("Take theirs");
    await goTo("only there");
    await press("Take theirs");
    await list().getByText("No differences from newer.bin").waitFor();
    expect(await visit.save("older.bin")).toEqual(encode(other, exact));
  });
});
