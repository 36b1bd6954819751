// Nothing that a person typed is lost: by saving, leaving a field, cancelling, a worker that ends, or somebody else's write.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decode, encode, unwrap, wrap } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";
const name = "godot-4.6.3.bin";
type Save = { player: { level: number; name: string } };

describe.skipIf(!hasBrowser)("work that must not be lost", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  /** What the page asks when the file is closed; the answer is no. */
  async function askedAtClosing(): Promise<string[]> {
    const asked: string[] = [];
    visit.page.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await visit.page.keyboard.press("Alt+w");
    await expect.poll(() => asked.length).toBe(1);
    return asked;
  }

  const pane = () => visit.page.getByRole("region", { name: "Selected value" });
  const level = async () => (decode(await visit.save(name)) as Save).player.level;

  test.each(["gcpf_zstd_three_vars.bin", "gcpf_fastlz_three_vars.bin", "gcpf_deflate_three_vars.bin"])(
    "%s without edits keeps the bytes of its engine",
    async (compressed) => {
      const bytes = fixture(`containers/4.6.3/${compressed}`);
      await visit.drop({ name: "a.bin", bytes });
      await visit.page.locator("[role=treeitem]").first().waitFor();
      await visit.settled();
      expect(await visit.save("a.bin")).toEqual(new Uint8Array(bytes));
    },
  );

  test.each([
    ["undone", async () => visit.press("Control+z")],
    ["made again by hand", async () => visit.edit("14")],
  ])("a compressed file whose edit is %s keeps the bytes of its compressor", async (_how, revert) => {
    // Another level gives other bytes of the same content.
    const raw = fixture(save4);
    const bytes = new Uint8Array(gzipSync(raw, { level: 1 }));
    expect(bytes).not.toEqual(await wrap(raw, (await unwrap(bytes)).layers));
    await visit.openBytes("a.bin", bytes);
    await visit.go("player.level");
    await visit.edit("77");
    const edited = await unwrap(await visit.save("a.bin"));
    expect((decode(edited.content) as Save).player.level).toBe(77);
    await visit.page.locator("[role=tree]").focus();
    await revert();
    await visit.settled();
    expect(await visit.save("a.bin")).toEqual(bytes);
  });

  test("an edit after save and undo is unsaved, and redoing the saved content is not", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.level");
    await visit.edit("77");
    await visit.save(name);
    await visit.settled();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await visit.settled();
    await page.keyboard.press("Control+y");
    await visit.settled();
    expect(await page.locator(".button.primary", { hasText: "Save" }).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await visit.settled();
    await visit.edit("78");
    expect(await askedAtClosing()).toEqual([expect.stringContaining("unsaved")]);
    expect(await level()).toBe(78);
  });

  test("an invalid text stays in its field, and Save says so instead of saving the old value", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.level");
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.suggestedFilename()));
    await pane().getByRole("textbox", { name: "int" }).fill("many");
    await page.keyboard.press("Control+s");
    await page.getByText(/^Not saved/).waitFor();
    expect(await pane().getByRole("textbox", { name: "int" }).inputValue()).toBe("many");
    // It is kept while another value is shown, and the page says where it went.
    await visit.go("player.name");
    const note = page.getByRole("alert").filter({ hasText: "“many” was not taken" });
    await note.waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/^Not saved/).waitFor();
    await expect.poll(() => pane().getByRole("textbox", { name: "int" }).inputValue()).toBe("many");
    expect(downloads).toEqual([]);
    expect(await askedAtClosing()).toEqual([expect.stringContaining("unsaved")]);
    await pane().getByRole("textbox", { name: "int" }).fill("15");
    expect(await level()).toBe(15);
    expect(downloads).toEqual([name]);
  });

  test("a file is not converted, nor its numbers exported, while a field holds text that is no value", async () => {
    const { page } = visit;
    await visit.openBytes("list.bin", encode({ list: Int32Array.of(1, 2), level: 1 }));
    await visit.go("level");
    await pane().getByRole("textbox", { name: "int" }).fill("many");
    await visit.go("list");
    await visit.row("list").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Export the bytes/ }).click();
    await page.getByText(/^Not exported, because a field holds text/).waitFor();
    await visit.menu("More", /^Convert/);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Convert", exact: true }).click();
    await dialog.getByText(/^Not converted, because a field holds text/).waitFor();
    expect(await dialog.getByRole("button", { name: /^Download/ }).count()).toBe(0);
  });

  test("drafts of the tree, of vectors and of keys are kept, and discarded by Escape and Undo", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.position");
    await pane().getByRole("textbox", { name: "y" }).fill("up");
    await visit.go("player.level");
    await page.getByText("“up” was not taken").waitFor();
    await page.getByRole("button", { name: "Go back" }).click();
    await expect.poll(() => pane().getByRole("textbox", { name: "y" }).inputValue()).toBe("up");
    await pane().getByRole("textbox", { name: "y" }).press("Escape");
    await visit.go("player.level");
    expect(await page.getByText("was not taken").count()).toBe(0);
    // One draft does not replace another, and nothing moves while there are drafts.
    await pane().getByRole("textbox", { name: "int" }).fill("few");
    await visit.go("player.position");
    await pane().getByRole("textbox", { name: "y" }).fill("down");
    await visit.go("version");
    await page.getByText("“few” was not taken").waitFor();
    await page.getByText("“down” was not taken").waitFor();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Delete");
    await page.getByText("Correct or discard “few” first").waitFor();
    await page.locator("[role=tree]").focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByText("was not taken").count()).toBe(0);
    await visit.go("player.level");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("F2");
    await page.locator(".in-place input").fill("many");
    await visit.row("name").click();
    await page.getByText("“many” was not taken").waitFor();
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByText("was not taken").count()).toBe(0);
    await page.keyboard.press("Shift+F2");
    await page.locator(".in-place input").fill("Vector9(1)");
    await visit.row("level").click();
    await page.getByText("“Vector9(1)” was not taken").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await visit.save(name)).toEqual(fixture(save4));
  });

  test("closing the page asks while a field holds what was typed", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("player.level");
    const field = pane().getByRole("textbox", { name: "int" });
    await field.click();
    await field.fill("15");
    const asked = page.waitForEvent("dialog");
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    expect(await level()).toBe(15);
  });

  test("cancelling an export keeps the edits", async () => {
    const { page } = visit;
    // Work that takes for ever: the worker never hears of it.
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (this: Worker, message: { name: string }, ...rest: never[]) {
        if (message.name !== "exportAs") postMessage.call(this, message, ...rest);
      } as typeof postMessage;
    });
    await visit.open(save4);
    await visit.go("player.level");
    await visit.edit("77");
    await visit.go("player.name");
    await visit.edit('"Ada"');
    await page.keyboard.press("Control+z");
    await visit.settled();
    await visit.menu("Export", /JSON with types/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
    await visit.settled();
    await visit.go("player.level");
    await expect.poll(() => visit.valueOf("level")).toBe("77");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+y");
    await visit.settled();
    expect((decode(await visit.save(name)) as Save).player).toMatchObject({ level: 77, name: "Ada" });
  });

  test("edits survive a worker that ends", async () => {
    const { page } = visit;
    await visit.open(save4);
    await visit.go("inventory[0]");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await visit.settled();
    await visit.go("player.level");
    await visit.edit("77");
    await visit.endWorker();
    await visit.go("player.level");
    await visit.edit("78");
    await visit.endWorker();
    const saved = decode(await visit.save(name)) as Save & { inventory: { id: string }[] };
    expect(saved.player.level).toBe(78);
    expect(saved.inventory.map(({ id }) => id)).toEqual(["rope", "potion", "lantern"]);
    await visit.endWorker();
    await page.locator("[role=tree]").focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
    await visit.settled();
    expect(await visit.save(name)).toEqual(fixture(save4));
  });

  describe("a file on the disk", () => {
    /** Opens a file of the browser's private file system, as if the person had chosen it. */
    async function choose(bytes: Uint8Array): Promise<void> {
      await visit.page.evaluate(async (data) => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle("slot.save", { create: true });
        const put = async (bytes: Uint8Array<ArrayBuffer>) => {
          const stream = await handle.createWritable();
          await stream.write(bytes);
          await stream.close();
        };
        await put(Uint8Array.from(data));
        Object.assign(window, {
          put: (data: number[]) => put(Uint8Array.from(data)),
          read: async () => Array.from(new Uint8Array(await (await handle.getFile()).arrayBuffer())),
          handle,
          showOpenFilePicker: async () => [handle],
        });
      }, Array.from(bytes));
      await visit.page.keyboard.press("Control+o");
      await visit.page.locator("[role=treeitem]").first().waitFor();
      await visit.settled();
    }
    const onDisk = async () =>
      Uint8Array.from(
        await visit.page.evaluate(() => (window as never as { read(): Promise<number[]> }).read()),
      );
    const elsewhere = (bytes: Uint8Array) =>
      visit.page.evaluate(
        (data) => (window as never as { put(data: number[]): Promise<void> }).put(data),
        Array.from(bytes),
      );

    test("is overwritten, and was downloaded before", async () => {
      await choose(fixture(save4));
      await visit.go("player.level");
      await visit.edit("2");
      const backup = await visit.download("slot.save.bak", () => visit.page.keyboard.press("Control+s"));
      expect(backup).toEqual(fixture(save4));
      expect((decode(await onDisk()) as Save).player.level).toBe(2);
      // The file that was read is gone now, and the edits are repeated from a copy.
      await visit.endWorker();
      await visit.go("player.level");
      await visit.edit("3");
      await visit.page.keyboard.press("Control+s");
      await expect.poll(async () => (decode(await onDisk()) as Save).player.level).toBe(3);
    });

    test("is what was saved when it is read in another way, and the next save keeps those edits", async () => {
      const { page } = visit;
      await choose(encode({ player: { level: 1, hp: 1 } }));
      await visit.go("player.level");
      await visit.edit("2");
      await visit.download("slot.save.bak", () => page.keyboard.press("Control+s"));
      await visit.settled();
      await page.getByLabel("Read as").selectOption("godot-4.0 none");
      await visit.settled();
      await visit.go("player.hp");
      await visit.edit("5");
      await page.keyboard.press("Control+s");
      await expect
        .poll(async () => (decode(await onDisk()) as Save).player)
        .toMatchObject({ level: 2, hp: 5 });
    });

    test("is not overwritten when somebody else has changed it", async () => {
      const { page } = visit;
      await choose(fixture(save4));
      await visit.go("player.level");
      await visit.edit("2");
      const theirs = encode({ level: 99 });
      await elsewhere(theirs);
      await page.keyboard.press("Control+s");
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/another program or another tab of this page has changed it/).waitFor();
      expect(await onDisk()).toEqual(theirs);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect(await askedAtClosing()).toEqual([expect.stringContaining("unsaved")]);
      await page.keyboard.press("Control+s");
      const mine = await visit.download("slot.save", () =>
        dialog.getByRole("button", { name: "Download my version" }).click(),
      );
      expect((decode(mine) as Save).player.level).toBe(2);
      expect(await onDisk()).toEqual(theirs);
      await page.keyboard.press("Control+s");
      const backup = await visit.download("slot.save.bak", () =>
        dialog.getByRole("button", { name: "Overwrite it" }).click(),
      );
      expect(backup).toEqual(theirs);
      await expect.poll(async () => onDisk()).toEqual(mine);
    });

    test("is offered as a download when it may not be written", async () => {
      const { page } = visit;
      await choose(fixture(save4));
      await visit.go("player.level");
      await visit.edit("2");
      await page.evaluate(() => {
        const { handle } = window as never as { handle: { createWritable(): Promise<never> } };
        Object.getPrototypeOf(handle).createWritable = async () => {
          throw new DOMException("no", "NotAllowedError");
        };
      });
      await page.keyboard.press("Control+s");
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/was not allowed to write/).waitFor();
      expect(await dialog.getByRole("button", { name: "Overwrite it" }).count()).toBe(0);
      const mine = await visit.download("slot.save", () =>
        dialog.getByRole("button", { name: "Download my version" }).click(),
      );
      expect((decode(mine) as Save).player.level).toBe(2);
      expect(await onDisk()).toEqual(fixture(save4));
    });
  });
});
