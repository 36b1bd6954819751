import { describe, expect, test } from "vitest";
import { convert, decode, encode, load } from "../../js/index.js";
import { fixture, hasBrowser, Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";

/** The offsets at which two byte strings of the same length differ. */
function differing(a: Uint8Array, b: Uint8Array): number[] {
  expect(a.length).toBe(b.length);
  return Array.from(a.keys()).filter((at) => a[at] !== b[at]);
}

describe.skipIf(!hasBrowser)("changing files", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  // One visit each, because Chromium drops downloads beyond ten per second and page.
  test.each([
    save4,
    "containers/4.6.3/several_vars.bin",
    "containers/3.6/mixed.bin",
    "containers/4.6.3/variant_to_base64_small.txt",
    "containers/4.6.3/mixed_big_endian.bin",
    "containers/3.6/project.binary",
    "containers/4.6.3/debugger_stream.bin",
  ])("saves an unchanged file byte for byte: %s", async (file) => {
    await visit.open(file);
    expect(await visit.save(file.slice(file.lastIndexOf("/") + 1))).toEqual(fixture(file));
  });

  test("changes one number and nothing else", async () => {
    await visit.open(save4);
    await visit.go("player.level");
    await visit.edit("77");
    await expect.poll(() => visit.valueOf("level")).toBe("77");
    const bytes = await visit.save("godot-4.6.3.bin");
    expect(differing(bytes, fixture(save4))).toHaveLength(1);
    expect((decode(bytes) as { player: { level: number } }).player.level).toBe(77);
  });

  test("keeps the type of an edited value, and rejects text of another type", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.hp");
    await visit.edit("50");
    await expect.poll(() => visit.valueOf("hp")).toBe("50.0");
    await visit.go("player.facing");
    await visit.edit("Vector2i(3, 4)");
    await expect.poll(() => visit.valueOf("facing")).toBe("(3, 4)");
    await visit.go("scores");
    await visit.edit("PackedInt64Array(1, 2)");
    await expect.poll(() => visit.valueOf("scores")).toBe("2 elements: 1, 2");
    await visit.go("player.level");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("F2");
    await page.locator(".in-place input").fill('"many"');
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator(".in-place .problem").innerText())
      .toMatch(/The type here is int: a whole number fits/);
    await page.keyboard.press("Escape");
    await expect.poll(() => visit.valueOf("level")).toBe("14");
  });

  test("edits text, vectors and colors in the pane beside the tree", async () => {
    const { page } = visit;
    await visit.open(save4);
    const pane = page.getByRole("region", { name: "Selected value" });
    await visit.go("player.name");
    await pane.getByRole("textbox").fill("Łucja 🦀");
    await pane.getByRole("textbox").press("Control+Enter");
    await visit.settled();
    await visit.go("player.position");
    await pane.getByRole("textbox", { name: "y" }).fill("12.5");
    await pane.getByRole("textbox", { name: "y" }).press("Enter");
    await visit.settled();
    await visit.go("player.tint");
    await pane.getByLabel("Color", { exact: true }).fill("#ff0000");
    await visit.settled();
    const value = decode(await visit.save("godot-4.6.3.bin"), { mode: "exact" }) as Map<
      string,
      Map<string, unknown>
    >;
    const player = value.get("player");
    expect(player?.get("name")).toBe("Łucja 🦀");
    expect(String(player?.get("position"))).toBe("Vector2(318.25, 12.5)");
    expect(String(player?.get("tint"))).toBe("Color(1, 0, 0, 1)");
  });

  test("saves the text of a focused field, and asks before discarding changes", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.name");
    await page.getByRole("region", { name: "Selected value" }).getByRole("textbox").fill("Ada");
    expect((decode(await visit.save("godot-4.6.3.bin")) as { player: { name: string } }).player.name).toBe(
      "Ada",
    );
    await visit.go("player.title");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("F2");
    await page.keyboard.type('"Captain"');
    const { player } = decode(await visit.save("godot-4.6.3.bin")) as { player: { title: string } };
    expect(player.title).toBe("Captain");
    await visit.settled();
    await visit.go("player.level");
    await visit.edit("3");
    const asked: string[] = [];
    page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page.keyboard.press("Alt+w");
    await expect.poll(() => asked).toEqual([expect.stringContaining("unsaved")]);
    await page.getByRole("heading", { level: 1, name: "godot-4.6.3.bin" }).waitFor();
  });

  test("adds, renames, moves, deletes, undoes and redoes", async () => {
    const { page } = visit;
    await visit.open(save4);
    const pane = page.getByRole("region", { name: "Selected value" });
    await visit.go("player.stats");
    await pane.getByRole("button", { name: "Add entry" }).click();
    await pane.getByRole("textbox", { name: "key" }).fill("wisdom");
    await pane.getByRole("textbox", { name: "value" }).fill("5");
    await pane.getByRole("button", { name: "Add", exact: true }).click();
    await visit.row("wisdom").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Shift+F2");
    await page.locator(".in-place input").fill("luck2");
    await page.keyboard.press("Enter");
    await visit.row("luck2").waitFor();
    await visit.go("inventory[0]");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await visit.settled();
    await visit.go("version");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Delete");
    await visit.settled();
    await expect.poll(() => visit.row("version").count()).toBe(0);
    const changed = decode(await visit.save("godot-4.6.3.bin")) as {
      version?: number;
      inventory: { id: string }[];
      player: { stats: object };
    };
    expect(changed.version).toBeUndefined();
    expect(changed.inventory.map(({ id }) => id)).toEqual(["rope", "potion", "lantern"]);
    expect(changed.player.stats).toMatchObject({ luck2: 5 });
    for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
    await visit.settled();
    expect(await visit.save("godot-4.6.3.bin")).toEqual(fixture(save4));
    for (let i = 0; i < 4; i++) await page.keyboard.press("Control+y");
    await visit.settled();
    expect(decode(await visit.save("godot-4.6.3.bin"))).toEqual(changed);
  });

  test("moves an entry of a dictionary", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("version");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await visit.settled();
    const keys = Object.keys(decode(await visit.save("godot-4.6.3.bin")) as object);
    expect(keys.slice(0, 2)).toEqual(["saved_at", "version"]);
  });

  test("saves through encryption and compression", async () => {
    const { page } = visit;
    await visit.drop({ name: "secret.save", bytes: fixture("containers/4.6.3/gdec_of_gcpf_zstd.bin") });
    await page.getByLabel("Password").fill("hunter2");
    await page.keyboard.press("Enter");
    await page.locator("[role=treeitem]").first().waitFor();
    const before = await load(fixture("containers/4.6.3/gdec_of_gcpf_zstd.bin"), {
      password: "hunter2",
      mode: "exact",
    });
    const bytes = await visit.save("secret.save");
    const after = await load(bytes, { password: "hunter2", mode: "exact" });
    expect(after.layers).toEqual(before.layers);
    expect(after.content).toEqual(before.content);
  });

  test("edits one of several frames and keeps the others", async () => {
    await visit.open("containers/4.6.3/several_vars.bin");
    const original = await load(fixture("containers/4.6.3/several_vars.bin"), { mode: "exact" });
    const index = original.values.findIndex((value) => typeof value === "string");
    await visit.row(`value ${index + 1}`).click();
    await visit.settled();
    await visit.edit('"a longer text than before"');
    const { values } = await load(await visit.save("several_vars.bin"), { mode: "exact" });
    expect(values).toEqual(
      original.values.map((value, i) => (i === index ? "a longer text than before" : value)),
    );
  });

  test("converts for another engine and lists the losses", async () => {
    const { page } = visit;
    await visit.open(save4);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: /Convert/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Convert for").selectOption({ label: "Godot 3.1 to 3.6" });
    await dialog.getByRole("button", { name: "Convert" }).click();
    const { bytes, losses } = convert(fixture(save4), { from: "godot-4", to: "godot-3" });
    await dialog.getByText(`${losses.length} values will change`).waitFor();
    const made = await visit.download("godot-4.6.3.godot-3.bin", () =>
      dialog.getByRole("button", { name: /Download/ }).click(),
    );
    expect(made).toEqual(bytes);
  });

  /** Stores slot1.save as a game does, and opens it. */
  async function openFileOfGame(): Promise<void> {
    const { page } = visit;
    await page.evaluate(
      async (data) => {
        const contents = Int8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const request = indexedDB.open("/userfs", 21);
        request.onupgradeneeded = () => {
          const store = request.result.createObjectStore("FILE_DATA");
          store.createIndex("timestamp", "timestamp", { unique: false });
          store.put({ timestamp: new Date(0), mode: 16895 }, "/userfs/saves");
          store.put({ timestamp: new Date(0), mode: 33206, contents }, "/userfs/saves/slot1.save");
        };
        await new Promise((resolve) => {
          request.onsuccess = resolve;
        });
        request.result.close();
      },
      Buffer.from(fixture(save4)).toString("base64"),
    );
    await page.getByRole("button", { name: "HTML5 games" }).click();
    await page.getByRole("dialog").getByText("slot1.save").click();
    await page.locator("[role=treeitem]").first().waitFor();
    await visit.go("player.level");
    await visit.edit("99");
  }

  test("saves a game's file back into the browser's storage", async () => {
    const { page } = visit;
    await openFileOfGame();
    await visit.download("slot1.save.bak", () => page.keyboard.press("Control+s"));
    await page.getByText("Saved slot1.save").waitFor();
    const stored = await page.evaluate(async () => {
      const request = indexedDB.open("/userfs");
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      const get = request.result
        .transaction("FILE_DATA")
        .objectStore("FILE_DATA")
        .get("/userfs/saves/slot1.save");
      await new Promise((resolve) => {
        get.onsuccess = resolve;
      });
      const { contents, mode } = get.result as { contents: Int8Array; mode: number };
      return { kind: contents.constructor.name, mode, bytes: Array.from(new Uint8Array(contents.buffer)) };
    });
    expect(stored).toMatchObject({ kind: "Int8Array", mode: 33206 });
    expect((decode(Uint8Array.from(stored.bytes)) as { player: { level: number } }).player.level).toBe(99);
  });

  test("asks again when a game has written its file after the person agreed to overwrite it", async () => {
    const { page } = visit;
    await openFileOfGame();
    await page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype;
      let number = 0;
      IDBDatabase.prototype.transaction = function (...args) {
        const { name } = this;
        // The first time before the person is asked, and once more afterwards.
        if (name === "/userfs" && args[1] === "readwrite" && number < 2) {
          const contents = Int8Array.of(++number);
          const store = transaction.call(this, "FILE_DATA", "readwrite").objectStore("FILE_DATA");
          store.put({ timestamp: new Date(number), mode: 33206, contents }, "/userfs/saves/slot1.save");
        }
        return transaction.apply(this, args);
      };
    });
    const dialog = page.getByRole("dialog");
    const overwrite = () => dialog.getByRole("button", { name: "Overwrite it" }).click();
    const backup = await visit.download("slot1.save.bak", async () => {
      await page.keyboard.press("Control+s");
      await dialog.waitFor();
      await overwrite();
      await visit.settled();
      await overwrite();
    });
    expect(backup).toEqual(Uint8Array.of(2));
    await page.getByText("Saved slot1.save").waitFor();
  });

  test("says that a game which was started during a save may overwrite it", async () => {
    const { page } = visit;
    await openFileOfGame();
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...args) {
        if (this.name === "FILE_DATA")
          void navigator.locks.request("godot-variant:game:/userfs", () => new Promise(() => {}));
        return put.apply(this, args);
      };
    });
    await visit.download("slot1.save.bak", () => page.keyboard.press("Control+s"));
    const said = page.locator(".message.error");
    await expect.poll(() => said.innerText()).toMatch(/^Saved slot1\.save\..*a game was started/s);
  });

  test("refuses to save over the file of a running game, as often as a person tries", async () => {
    const { page } = visit;
    await openFileOfGame();
    const game = await page.context().newPage();
    await game.goto(page.url());
    await game.evaluate(async () => {
      const request = indexedDB.open("/userfs");
      await new Promise((resolve) => (request.onsuccess = resolve));
      Object.assign(window, { userfs: request.result });
    });
    await page.bringToFront();
    const refused = page.getByRole("dialog", { name: "slot1.save was not saved" });
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press("Control+s");
      await refused.getByText("Close the game first").waitFor();
      await refused.getByRole("button", { name: "Cancel" }).click();
    }
    await game.close();
    // The browser opens the storage again once the game is gone.
    await page.evaluate(async () => {
      const request = indexedDB.open("/userfs");
      await new Promise((resolve) => (request.onsuccess = resolve));
      request.result.close();
    });
    await visit.download("slot1.save.bak", () => page.keyboard.press("Control+s"));
    await page.getByText("Saved slot1.save").waitFor();
  });

  test("shares a file as a link", async () => {
    const { page } = visit;
    await visit.open(save4);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: /Copy as a link/ }).click();
    await page.getByText("Copied a link").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const { site } = visit;
    expect(link.startsWith(`${site.url}#`)).toBe(true);
    const other = await Visit.start(site, { serviceWorkers: "block" }, link.slice(site.url.length));
    await other.page.getByRole("heading", { level: 1, name: "godot-4.6.3.bin" }).waitFor();
    expect(await other.save("godot-4.6.3.bin")).toEqual(fixture(save4));
    await other.end();
  });

  test("reads a value encoded by the package", async () => {
    await visit.drop({ name: "made.bin", bytes: encode({ a: [1, 2.5, "x"], b: null }) });
    await visit.openAll();
    await expect.poll(() => visit.labels()).toEqual(["value", "a", "0", "1", "2", "b"]);
  });
});
