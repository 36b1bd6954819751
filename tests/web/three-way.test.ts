// Comparing with another save and with the one that both come from.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = fixture("saves/godot-4.6.3.bin");
const exact = { mode: "exact" } as const;
type Save = Map<string, unknown>;
const changed = (change: (save: Save, player: Save) => void) => {
  const save = decode(save4, exact) as unknown as Save;
  change(save, save.get("player") as Save);
  return encode(save, exact);
};
const bases = mkdtempSync(join(tmpdir(), "godot-variant-bases-"));

describe.skipIf(!hasBrowser)("a comparison with a base", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const list = () => visit.page.getByRole("region", { name: "Differences" });
  const dialog = () => visit.page.getByRole("dialog");
  const lines = async () =>
    (await list().locator(".found-line").allInnerTexts()).map((line) => line.split("\n").filter(Boolean));
  const take = async (line: string, button: string) => {
    await list().locator(".found-line", { hasText: line }).click();
    await visit.settled();
    await list().getByRole("button", { name: button, exact: true }).click();
    await visit.settled();
  };
  const show = async (name: string) => {
    await visit.page.getByRole("navigation", { name: "Open files" }).getByText(name).click();
    await visit.settled();
  };
  const chooseBase = async (bytes: Uint8Array, name = "save.bin.bak") => {
    const path = join(bases, name);
    writeFileSync(path, bytes);
    await dialog().getByLabel("Base, to see who changed what").selectOption("A file, such as a .bak …");
    await dialog().getByLabel("File that both come from").setInputFiles(path);
  };

  async function compare(mine: Uint8Array, theirs: Uint8Array, base: Uint8Array): Promise<void> {
    await visit.openBytes("theirs.bin", theirs);
    await visit.openBytes("mine.bin", mine);
    await visit.menu("More", /Compare/);
    await chooseBase(base);
    await dialog().getByRole("button", { name: "theirs.bin" }).click();
    await list().getByText("from theirs.bin").waitFor();
    await visit.settled();
  }

  test("waits for the file of the base", async () => {
    await visit.openBytes("theirs.bin", save4);
    await visit.openBytes("mine.bin", save4);
    await visit.menu("More", /Compare/);
    const choice = dialog().getByLabel("Base, to see who changed what");
    const others = [
      dialog().getByRole("button", { name: "theirs.bin" }),
      dialog().getByLabel("File to compare with"),
    ];
    const areEnabled = () => Promise.all(others.map((other) => other.isEnabled()));
    await choice.selectOption("A file, such as a .bak …");
    expect(await areEnabled()).toEqual([false, false]);
    await chooseBase(save4);
    expect(await areEnabled()).toEqual([true, true]);
    await choice.selectOption("A file, such as a .bak …");
    await choice.selectOption("No base");
    expect(await areEnabled()).toEqual([true, true]);
  });

  test("says who changed, added and removed what, and gives each side's value", async () => {
    const mine = changed((save, player) => {
      player.set("level", 20n);
      player.set("name", "Ada");
      save.set("mine", 1n);
      save.delete("version");
    });
    const theirs = changed((save, player) => {
      player.set("hp", 3.5);
      player.set("name", "Bo");
      save.set("theirs", 2n);
      player.delete("position");
    });
    await compare(mine, theirs, save4);
    expect((await lines()).map(([kind, path]) => [kind, path]).sort()).toEqual([
      ["both changed", "player.name"],
      ["they added", "theirs"],
      ["they changed", "player.hp"],
      ["they removed", "player.position"],
      ["you added", "mine"],
      ["you changed", "player.level"],
      ["you removed", "version"],
    ]);
    expect((await lines()).find(([, path]) => path === "player.name")).toEqual([
      "both changed",
      "player.name",
      '"Mira"',
      '"Ada"',
      '"Bo"',
    ]);
    const named = list().getByTitle("Base: 87.5. Mine: 87.5. Theirs: 3.5.");
    await expect.poll(() => named.count()).toBe(1);
    // Back to the base in this file, whether it has the value or not; then all the rest of the base.
    await take("player.level", "Take base");
    await take("player.name", "Take base");
    await take("you added", "Take base");
    await take("you removed", "Take base");
    await expect
      .poll(async () => (await lines()).map(([kind]) => kind).sort())
      .toEqual(["they added", "they changed", "they changed", "they removed"]);
    const saved = decode(await visit.save("mine.bin"), exact);
    expect(saved).toEqual(decode(save4, exact));
  });

  test("takes theirs and gives ours beside a base", async () => {
    const mine = changed((_save, player) => player.set("level", 20n));
    const theirs = changed((_save, player) => player.set("hp", 3.5));
    await compare(mine, theirs, save4);
    await take("player.hp", "Take theirs");
    await take("player.level", "Give ours");
    await list().getByText("No differences from theirs.bin").waitFor();
    const both = changed((_save, player) => player.set("level", 20n).set("hp", 3.5));
    expect(await visit.save("mine.bin")).toEqual(both);
    await show("theirs.bin");
    expect(await visit.save("theirs.bin")).toEqual(both);
  });

  test("does not guess which element of the base is meant once others moved", async () => {
    const theirs = changed((save) => {
      const [first] = save.get("inventory") as Save[];
      first?.set("count", 99n);
    });
    const mine = changed((save) => (save.get("inventory") as unknown[]).splice(0, 0, "new"));
    await compare(mine, theirs, save4);
    for (const [kind, path, base] of await lines()) {
      expect(path).toMatch(/^inventory\[/);
      expect(["changed", "only here", "only there"]).toContain(kind);
      expect(base).toBe("?");
    }
    await list().locator(".found-line").first().click();
    await visit.settled();
    await expect.poll(() => list().getByRole("button", { name: "Take base" }).isDisabled()).toBe(true);
  });

  test("compares with the version that was opened, and marks the tree by words", async () => {
    const { page } = visit;
    await visit.openBytes("mine.bin", save4);
    await visit.go("player.level");
    await visit.edit("20");
    await visit.go("version");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Delete");
    await visit.settled();
    await visit.menu("More", /Compare/);
    await dialog().getByRole("button", { name: "The version that was opened" }).click();
    await list().getByText("2 differences from the version that was opened").waitFor();
    await visit.go("player.level");
    await expect
      .poll(() => page.locator(".row:has(.different) .different").allInnerTexts())
      .toEqual([
        "−\n, lacks values of the version that was opened",
        "…\n, has differences from the version that was opened",
        "≠\n, differs from the version that was opened",
      ]);
    await take("player.level", "Take theirs");
    await take("version", "Take theirs");
    await list().getByText("No differences").waitFor();
    expect(await visit.save("mine.bin")).toEqual(save4);
  });

  test("says why a base cannot be used", async () => {
    await visit.openBytes("theirs.bin", save4);
    await visit.openBytes("mine.bin", save4);
    await visit.menu("More", /Compare/);
    const problem = async (bytes: Uint8Array, name: string, text: RegExp) => {
      await chooseBase(bytes, name);
      await dialog().getByRole("button", { name: "theirs.bin" }).click();
      await dialog().getByText(text).waitFor();
    };
    await problem(save4.slice(0, 200), "cut.bak", /The base cannot be used. The file is damaged/);
    await problem(
      fixture("saves/godot-3.6.bin"),
      "old.bak",
      /The base was written by another engine version/,
    );
    await problem(
      fixture("containers/4.6.3/several_vars.bin"),
      "several.bak",
      /The base cannot be used. It has \d values, and this file has 1/,
    );
  });
});
