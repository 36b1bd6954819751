// What a person expects: keys of menus and of the tree, links, folders, samples without a network, names, numbers, texts.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Dictionary, encode, PackedVector2Array, StringName, Vector2 } from "../../js/index.js";
import { aboutOf } from "../../web-demo/about.js";
import { hasBrowser, openSite, type Site, Visit, visitBeforeEach } from "./browser.js";

const exact = { mode: "exact" } as const;

describe.skipIf(!hasBrowser)("as a person expects", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("Tab leaves a menu and closes it; Home and End go to its ends", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const menu = page.getByRole("menu");
    await menu.waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await page.keyboard.press("End");
    await expect.poll(() => focused()).toContain("Original file");
    await page.keyboard.press("Home");
    await expect.poll(() => focused()).toContain("JSON");
    await page.keyboard.press("Tab");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => focused()).toBe("More");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await menu.waitFor();
    await page.keyboard.press("Shift+Tab");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => focused()).toBe("Export");
  });

  test("letters go to the next name that starts with them", async () => {
    const { page } = visit;
    await visit.openBytes("names.bin", encode({ sword: 1, shield: 2, armor: 3, swift: 4 }));
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Home");
    const label = () => page.locator(".row.selected .label").innerText();
    // In one go, so that no pause of the machine starts another name.
    await page.locator("[role=tree]").evaluate((tree) => {
      for (const key of "swi") tree.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    await expect.poll(label).toBe("swift");
  });

  test("a letter whose line is found late moves nobody away from what was selected meanwhile", async () => {
    const { page } = visit;
    await visit.openBytes("names.bin", encode({ sword: 1, shield: 2, armor: 3 }));
    const release = await visit.hold(/type-ahead/);
    const asked = page.waitForRequest(/type-ahead/);
    await page.locator("[role=tree]").focus();
    await visit.press("Home", "s");
    await asked;
    await visit.row("armor").click();
    release();
    await visit.settled();
    expect(await page.locator(".row.selected .label").innerText()).toBe("armor");
  });

  test("a link that is opened in the same tab, a damaged link and a sample that does not exist", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.menu("More", /^Copy as a link/);
    await page.getByText("Copied a link").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate((hash) => {
      location.hash = hash;
    }, new URL(link).hash);
    await expect.poll(() => page.locator(".tab").count()).toBe(2);
    await page.evaluate(() => {
      location.hash = "#v=damaged!";
    });
    await page.getByText("This link is damaged").waitFor();
    await page.goto(`${visit.site.url}?sample=nope`);
    await page.getByText("There is no sample named “nope”.").waitFor();
  });

  test("a link that is longer than the page makes them is not unpacked", async () => {
    const { page } = visit;
    const packed = deflateSync(encode(new Uint8Array(30_000)), { level: 0 });
    await page.evaluate((data) => {
      location.hash = `#v=${data}`;
    }, packed.toString("base64url"));
    await page.getByText("This link is damaged").waitFor();
    expect(await page.locator(".tab").count()).toBe(0);
  });

  test("a link with another letter in it opens no other bytes", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.menu("More", /^Copy as a link/);
    await page.getByText("Copied a link").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const at = link.indexOf("v=") + 2;
    const tabs = () => page.locator(".tab").count();
    for (let i = at + 100; i < link.length; i += 150) {
      const damaged = link.slice(0, i) + (link[i] === "A" ? "B" : "A") + link.slice(i + 1);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, new URL(damaged).hash);
      await expect
        .poll(async () => (await tabs()) > 1 || (await page.locator(".message.error").count()) > 0)
        .toBe(true);
      expect(await tabs(), `letter ${i - at}`).toBe(1);
      await page.locator(".message").getByRole("button", { name: "Close" }).click();
    }
  });

  test("a link is not copied while a field holds text that is no value", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.go("player.level");
    await page
      .getByRole("region", { name: "Selected value" })
      .getByRole("textbox", { name: "int" })
      .fill("many");
    await visit.menu("More", /^Copy as a link/);
    await page.locator(".message.error", { hasText: "Not copied, because a field holds text" }).waitFor();
    expect(await page.getByText("Copied a link").count()).toBe(0);
  });

  test("a folder, in a browser that knows only its entries", async () => {
    const { page } = visit;
    const bytes = Array.from(encode({ inside: true }));
    const drop = (names: readonly string[]) =>
      page.evaluate(
        ({ bytes, names }) => {
          const file = (name: string) => ({
            isFile: true,
            isDirectory: false,
            file: (done: (file: File) => void) => done(new File([Uint8Array.from(bytes)], name)),
          });
          const folder = (entries: readonly object[]) => ({
            isFile: false,
            isDirectory: true,
            createReader() {
              const parts = [...entries];
              return { readEntries: (done: (entries: object[]) => void) => done(parts.splice(0, 1)) };
            },
          });
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([], "saves"));
          const { prototype } = DataTransferItem as unknown as { prototype: Record<string, unknown> };
          prototype.getAsFileSystemHandle = undefined;
          prototype.webkitGetAsEntry = () => folder(names.length === 0 ? [] : [folder(names.map(file))]);
          for (const type of ["dragenter", "dragover", "drop"])
            document.body.dispatchEvent(
              new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
            );
        },
        { bytes, names },
      );
    await drop(["one.bin", "two.bin"]);
    await expect.poll(() => page.locator(".tab").count()).toBe(2);
    await page.getByRole("heading", { level: 1, name: "one.bin" }).waitFor();
    await drop([]);
    await page.getByText("There are no files in this folder.").waitFor();
    await drop(Array.from({ length: 60 }, (_, i) => `${i}.bin`));
    await page.getByRole("dialog").getByText("This folder has more than 50 files").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await visit.settled();
    await expect.poll(() => page.locator(".tab").count()).toBe(52);
  });

  test("a folder or a file in it that cannot be read is named, and the others are opened", async () => {
    const { page } = visit;
    const bytes = Array.from(encode({ inside: true }));
    const drop = (what: "mixed" | "locked") =>
      page.evaluate(
        ({ bytes, what }) => {
          const file = (name: string, isGone = false) => ({
            isFile: true,
            name,
            file: (done: (file: File) => void, fail: (error: Error) => void) =>
              isGone ? fail(new Error("It is gone.")) : done(new File([Uint8Array.from(bytes)], name)),
          });
          const folder = (name: string, entries: readonly object[] | undefined) => ({
            isFile: false,
            isDirectory: true,
            name,
            createReader() {
              const parts = [...(entries ?? [])];
              return {
                readEntries: (done: (entries: object[]) => void, fail: (error: Error) => void) =>
                  entries === undefined ? fail(new Error("It is locked.")) : done(parts.splice(0, 1)),
              };
            },
          });
          const locked = folder("private", undefined);
          const mixed = folder("saves", [file("one.bin"), file("two.bin", true), locked, file("three.bin")]);
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([], "saves"));
          const { prototype } = DataTransferItem as unknown as { prototype: Record<string, unknown> };
          prototype.getAsFileSystemHandle = undefined;
          prototype.webkitGetAsEntry = () => (what === "mixed" ? mixed : locked);
          const options = { bubbles: true, cancelable: true, dataTransfer };
          document.body.dispatchEvent(new DragEvent("drop", options));
        },
        { bytes, what },
      );
    const said = page.locator(".message.error");
    await drop("locked");
    await expect
      .poll(() => said.allInnerTexts())
      .toEqual(["The folder private cannot be read. It is locked."]);
    await drop("mixed");
    await page.getByRole("heading", { level: 1, name: "one.bin" }).waitFor();
    await expect.poll(() => page.locator(".tab-name").allInnerTexts()).toEqual(["one.bin", "three.bin"]);
    await expect
      .poll(() => said.allInnerTexts())
      .toEqual(["two.bin cannot be opened. It is gone. The folder private cannot be read. It is locked."]);
  });

  test("a file that changes between the drop and its reading is said to have changed", async () => {
    const { page } = visit;
    const path = join(tmpdir(), `godot-variant-${process.pid}.bin`);
    writeFileSync(path, encode({ a: 1 }));
    const input = page.getByLabel("Files", { exact: true });
    await page.evaluate(() => addEventListener("change", (event) => event.stopPropagation(), true));
    await input.setInputFiles(path);
    // The browser asks the disk for a chosen file's time later, unless somebody needs it.
    await input.evaluate((input: HTMLInputElement) => input.files?.[0]?.lastModified);
    writeFileSync(path, encode({ a: 1, b: [1, 2] }));
    await input.evaluate((input: HTMLInputElement) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(input.files?.[0] as File);
      const options = { bubbles: true, cancelable: true, dataTransfer };
      document.body.dispatchEvent(new DragEvent("drop", options));
    });
    await page.getByText("because it was changed or removed after you chose it").waitFor();
    rmSync(path);
  });

  test("a menu of all files, when their tabs may not fit", async () => {
    const { page } = visit;
    for (let i = 0; i < 12; i++) await visit.openBytes(`slot${i}.bin`, encode({ i }));
    await visit.menu("12 files", /^slot1\.bin/);
    await page.getByRole("heading", { level: 1, name: "slot1.bin" }).waitFor();
  });

  test("losses of a conversion name the key that changes", async () => {
    const { page } = visit;
    const save = new Dictionary([["player", new Dictionary([[new StringName("hp"), 5n]])]]);
    await visit.openBytes("keys.bin", encode(save, exact));
    await visit.menu("More", /^Convert/);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").selectOption({ label: "Godot 3.1 to 3.6" });
    await dialog.getByRole("button", { name: "Convert", exact: true }).click();
    const note = dialog.locator(".notes li").first();
    await expect.poll(() => note.locator("code").innerText()).toBe("player.hp");
    await expect.poll(() => note.innerText()).toContain("The key: StringName → String");
  });

  test("types of Godot 3 have the names of Godot 3", async () => {
    const { page } = visit;
    const old = { dialect: "godot-3" } as const;
    const path = PackedVector2Array.from([new Vector2(1, 2)]);
    await visit.openBytes("old.bin", encode({ path, list: new Uint8Array(3) }, old));
    const type = (label: string) => visit.row(label).locator(".type").innerText();
    expect([await type("path"), await type("list")]).toEqual(["PoolVector2Array", "PoolByteArray"]);
    await visit.go("path");
    const pane = page.getByRole("region", { name: "Selected value" });
    await expect.poll(() => pane.getByRole("heading").innerText()).toBe("PoolVector2Array");
    await expect.poll(() => pane.getByRole("textbox").inputValue()).toBe("PoolVector2Array(1, 2)");
    await visit.edit("PoolVector2Array(3, 4)");
    const changed = PackedVector2Array.from([new Vector2(3, 4)]);
    expect(await visit.save("old.bin")).toEqual(encode({ path: changed, list: new Uint8Array(3) }, old));
  });

  test("a float of 32 bits has the digits that Godot prints, and keeps its bytes", async () => {
    const { page } = visit;
    const bytes = encode({ single: Math.fround(0.1), double: 0.1, x: 1 });
    await visit.openBytes("floats.bin", bytes);
    await expect.poll(() => visit.valueOf("single")).toBe("0.1");
    await expect.poll(() => visit.valueOf("double")).toBe("0.1");
    await visit.go("single");
    const pane = page.getByRole("region", { name: "Selected value" });
    await expect.poll(() => pane.getByRole("textbox").inputValue()).toBe("0.1");
    await expect.poll(() => pane.locator("dd").allInnerTexts()).toContain("0.10000000149011612");
    await pane.getByRole("textbox").focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=tree]").focus();
    expect(await visit.save("floats.bin")).toEqual(bytes);
    await visit.go("x");
    await visit.edit("2");
    expect(await visit.save("floats.bin")).toEqual(encode({ single: Math.fround(0.1), double: 0.1, x: 2 }));
  });

  test("the bytes of a text are those that were opened, before and after an edit", async () => {
    const { page } = visit;
    const text = '[player]\n\nname="Mira"\nhp=42\n';
    await visit.openBytes("save.cfg", new TextEncoder().encode(text));
    const shown = async () =>
      (await page.locator(".hex-row .letters").allInnerTexts()).join("").replace(/\s/g, "");
    const dots = (text: string) => text.replace(/\n/g, "·").replace(/\s/g, "");
    await expect.poll(shown).toBe(dots(text));
    await visit.go("player.hp");
    await visit.settled();
    await expect.poll(() => page.locator(".hex .picked").count()).toBe(0);
    await expect.poll(() => visit.row("hp").locator(".size").innerText()).toBe("");
    await visit.edit("43");
    await expect.poll(() => visit.valueOf("hp")).toBe("43");
    await expect.poll(() => shown()).toBe(dots(text));
    expect(new TextDecoder().decode(await visit.save("save.cfg"))).toBe(text.replace("42", "43"));
  });

  test("the formats that may be true come first, those of the documentation last", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    const groups = await page
      .getByLabel("Read as")
      .locator("optgroup")
      .evaluateAll((groups) =>
        groups.map((group) => [(group as HTMLOptGroupElement).label, group.textContent]),
      );
    expect(groups.map(([label]) => label)).toEqual(["Likely", "Other", "More"]);
    expect(groups[0]?.[1]).toContain("Godot 4.4");
    for (const [label, text] of groups) expect(/docs/i.test(text ?? "")).toBe(label === "More");
  });

  test("the start page says what it is for, shows it, and names its version", async () => {
    const { page } = visit;
    await page.getByText("See what a save of a Godot game contains, edit it, and save it again").waitFor();
    await page.getByRole("img", { name: /^A save as a tree/ }).waitFor();
    const about = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    await page.getByText(`Godot Variant ${about.version}`).waitFor();
    const links = page.locator(".about a");
    await expect
      .poll(() => links.count())
      .toBe(about.repository === undefined ? (about.homepage ? 1 : 0) : 2);
  });
});

test("the links of the start page come from the repository in package.json", () => {
  const repository = { url: "git+https://example.org/team/project.git" };
  const source = "https://example.org/team/project";
  expect(aboutOf({ version: "1.2.3", repository })).toEqual({
    version: "1.2.3",
    source,
    documentation: `${source}#readme`,
  });
  expect(aboutOf({ version: "1.2.3" }).source).toBeUndefined();
});

describe.skipIf(!hasBrowser)("without a network", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test("samples that were never opened", async () => {
    const visit = await Visit.start(site);
    const { page } = visit;
    await visit.keptOffline();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("Three values, compressed").click();
    await page.getByRole("heading", { level: 1, name: "three_vars.zstd" }).waitFor();
    await page.locator("[role=treeitem]").first().waitFor();
    await visit.end();
  });
});
