// What a person does while something else is under way: a question, a dialog, a save, or other files that are being opened.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("meanwhile", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const dialog = () => visit.page.getByRole("dialog");

  /** Makes files on the disk of the browser, which the page gets as the answer to its next dialog. */
  async function choose(...names: string[]): Promise<void> {
    await visit.page.evaluate(
      async ([names, data]) => {
        const folder = await navigator.storage.getDirectory();
        const handles: FileSystemFileHandle[] = [];
        for (const name of names) {
          const handle = await folder.getFileHandle(name, { create: true });
          const stream = await handle.createWritable();
          await stream.write(Uint8Array.from(data));
          await stream.close();
          handles.push(handle);
        }
        for (const name of names) if (name.startsWith("gone")) await folder.removeEntry(name);
        Object.assign(window, { showOpenFilePicker: async () => handles });
      },
      [names, [...encode({ level: 1n }, { mode: "exact" })]] as const,
    );
    await visit.page.locator(".top-bar").getByRole("button", { name: "Open", exact: true }).click();
    await visit.page.getByRole("heading", { level: 1, name: names.at(-1) as string, exact: true }).waitFor();
    await visit.settled();
  }

  test("a second paste waits until the first one has its answer", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1, y: 2 }));
    await visit.go("x");
    await page.locator("[role=tree]").focus();
    await page.keyboard.press("Control+c");
    await page.getByText("Copied 1 value").waitFor();
    const release = await visit.hold(/\/dialogs-/);
    const asked = page.waitForRequest(/\/dialogs-/);
    await visit.press("Control+v", "Control+v");
    await asked;
    release();
    for (const labels of [
      ["value", "x", "x_2", "y"],
      ["value", "x", "x_2", "x_3", "y"],
    ]) {
      await dialog().getByRole("button", { name: "Keep both" }).click();
      await expect.poll(async () => (await visit.labels()).sort()).toEqual(labels.sort());
    }
    await expect.poll(() => dialog().count()).toBe(0);
  });

  test("keys that come right after an edit act on the line that they lead to", async () => {
    await visit.openBytes("a.bin", encode({ A: { x: 1, y: 2 }, B: 3, C: 4 }));
    await visit.go("A.x");
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Delete", "ArrowDown", "Delete", "ArrowUp", "Control+d", "ArrowDown", "Control+b");
    await visit.settled();
    expect(await visit.labels()).toEqual(["value", "A", "y", "y_2", "C"]);
    expect(await visit.page.locator(".row.lead .label").innerText()).toBe("C");
    expect(await visit.page.locator(".crumbs").innerText()).toMatch(/C$/);
    expect(await visit.row("C").locator(".bookmarked").count()).toBe(1);
    expect(decode(await visit.save("a.bin"))).toEqual({ A: { y: 2, y_2: 2 }, C: 4 });
  });

  test("a line that is double-clicked while another one takes its text is edited", async () => {
    await visit.openBytes("a.bin", encode({ x: 1, y: 2 }));
    await visit.go("x");
    await visit.page.locator("[role=tree]").focus();
    await visit.press("F2");
    const field = visit.page.locator(".in-place input");
    await field.fill("5");
    const release = await visit.holdCalls();
    await visit.row("y").dblclick();
    await release();
    expect(await field.inputValue()).toBe("2");
    await field.fill("6");
    await visit.press("Enter");
    await field.waitFor({ state: "detached" });
    expect(decode(await visit.save("a.bin"))).toEqual({ x: 5, y: 6 });
  });

  test("a file that is opened closes the dialog about another one", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1 }));
    await visit.go("x");
    await page.getByRole("button", { name: "Change type" }).click();
    await dialog().getByText("Change the type from int").waitFor();
    await visit.openBytes("b.bin", encode({ name: "other" }));
    expect(await dialog().count()).toBe(0);
    await visit.menu("More", /^Convert/);
    await dialog().getByText("Convert for").waitFor();
    await visit.openBytes("c.bin", encode({ name: "third" }));
    expect(await dialog().count()).toBe(0);
  });

  test("a field for files takes what is dropped on it", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1 }));
    await visit.menu("More", /^Compare/);
    const isLeftToField = await page.getByLabel("File to compare with").evaluate((field) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["x"], "b.bin"));
      return ["dragover", "drop"].map((type) =>
        field.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
      );
    });
    expect(isLeftToField).toEqual([true, true]);
    await visit.settled();
    expect(await page.getByRole("navigation", { name: "Open files" }).innerText()).toBe("a.bin");
    await dialog().getByText("Compare a.bin").waitFor();
  });

  test("files that cannot be read are named after the others are open", async () => {
    const { page } = visit;
    await choose("gone.bin", "gone-too.bin", "here.bin");
    await page.getByText(/gone\.bin cannot be opened\. .* gone-too\.bin cannot be opened\./).waitFor();
  });

  test("a save waits for the one before it, and is not taken for somebody else's", async () => {
    const { page } = visit;
    await choose("save.bin");
    const downloads: string[] = [];
    page.on("download", (download) => downloads.push(download.suggestedFilename()));
    // Each write ends when the test says so, and the file is read again only then.
    await page.evaluate(() => {
      const { close } = FileSystemWritableFileStream.prototype;
      const ends: (() => void)[] = [];
      Object.assign(window, { ends });
      FileSystemWritableFileStream.prototype.close = async function () {
        await new Promise<void>((end) => ends.push(end));
        return close.call(this);
      };
    });
    const writes = () => page.evaluate(() => (window as unknown as { ends: unknown[] }).ends.length);
    const endWrite = (index: number) =>
      page.evaluate((i) => (window as unknown as { ends: (() => void)[] }).ends[i]?.(), index);
    await visit.go("level");
    await visit.edit("2");
    await page.keyboard.press("Control+s");
    await expect.poll(writes).toBe(1);
    await visit.edit("3");
    await page.keyboard.press("Control+s");
    await visit.settled();
    expect(await writes()).toBe(1);
    await endWrite(0);
    await expect.poll(writes).toBe(2);
    await endWrite(1);
    await expect.poll(() => page.locator(".unsaved").count()).toBe(0);
    const onDisk = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle("save.bin")).getFile();
      return [...new Uint8Array(await file.arrayBuffer())];
    });
    expect(decode(Uint8Array.from(onDisk))).toEqual({ level: 3 });
    expect(downloads).toEqual(["save.bin.bak"]);
    expect(await dialog().count()).toBe(0);
  });

  test("keys and clicks that come before the code for an edit act in their order, and on what was selected", async () => {
    const { page } = visit;
    /** Does something while the code for edits has not arrived. */
    const early = async (act: () => Promise<void>) => {
      await visit.openBytes("a.bin", encode({ x: 1, y: 2, z: 3 }));
      await visit.go("x");
      await visit.edit("5");
      const code = /\/assets\/values-[^/]*\.js$/;
      const arrive = await visit.hold(code);
      const asked = page.waitForRequest(code);
      await page.locator("[role=tree]").focus();
      await act();
      await asked;
      arrive();
      await visit.settled();
      await page.unroute(code);
      const selected = await page.locator(".row.selected .label").innerText();
      const saved = decode(await visit.save("a.bin"));
      await page.reload();
      return { saved, selected };
    };
    page.on("dialog", (dialog) => void dialog.accept());
    const undone = await early(() => visit.press("Control+d", "Control+z"));
    expect(undone.saved).toEqual({ x: 5, y: 2, z: 3 });
    const down = await early(() => visit.press("Delete", "ArrowDown"));
    expect(down).toEqual({ saved: { y: 2, z: 3 }, selected: "z" });
    const click = async () => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await visit.row("z").click();
    };
    expect(await early(click)).toEqual({ saved: { y: 2, z: 3 }, selected: "z" });
    const go = async () => {
      await visit.press("Control+d");
      await page.locator("#go").fill("x_2");
      await page.locator("#go").press("Enter");
    };
    expect(await early(go)).toEqual({ saved: { x: 5, x_2: 5, y: 2, z: 3 }, selected: "x_2" });
  });

  test("long work is shown until the last of it has ended", async () => {
    const { page } = visit;
    await visit.openBytes("a.bin", encode({ x: 1 }));
    const bar = page.locator(".progress");
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      const held: (() => void)[] = [];
      Object.assign(window, { goOn: () => held.shift()?.() });
      Worker.prototype.postMessage = function (message: { name: string }) {
        const send = () => postMessage.call(this, message as never);
        if (message.name === "exportAs") held.push(send);
        else send();
      };
    });
    const goOn = () => page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
    await visit.menu("Export", /^JSON for people/);
    await visit.menu("Export", /^GDScript text/);
    await bar.waitFor();
    await visit.download("a.json", goOn);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await bar.count()).toBe(1);
    await goOn();
    await visit.settled();
    expect(await bar.count()).toBe(0);
  });

  // The page reads large files in another way than small ones.
  test.each([
    ["small", 1],
    ["large", 9 << 20],
  ])("a %s file that another program overwrites stays what was opened", async (_size, length) => {
    const { page } = visit;
    const folder = mkdtempSync(join(tmpdir(), "godot-variant-"));
    const [path, opened] = [join(folder, "a.bin"), encode({ x: 1, data: "a".repeat(length) })];
    try {
      writeFileSync(path, opened);
      // Where the browser offers handles, the page compares the file before it saves.
      await page.evaluate(() => Object.assign(window, { showOpenFilePicker: undefined }));
      const chooser = page.waitForEvent("filechooser");
      await page.locator(".top-bar").getByRole("button", { name: "Open", exact: true }).click();
      await (await chooser).setFiles(path);
      await visit.row("x").waitFor();
      await visit.settled();
      writeFileSync(path, encode({ x: 2, other: true }));
      const original = await visit.download("a.bin", () => visit.menu("Export", /^Original/));
      expect(Buffer.from(original).equals(opened)).toBe(true);
      await visit.go("x");
      await visit.edit("5");
      const edited = await visit.save("a.bin");
      expect(Buffer.from(edited).equals(encode({ x: 5, data: "a".repeat(length) }))).toBe(true);
      await page.keyboard.press("Control+z");
      await expect.poll(() => visit.valueOf("x")).toBe("1");
      await visit.save("a.bin");
      await page.getByLabel("Read as").selectOption("godot-3 none");
      await expect.poll(() => visit.whatItIs()).toContain("Godot 3 Variant");
      await expect.poll(() => visit.valueOf("x")).toBe("1");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe("a file that is being read in another way", () => {
    const readAs = () => visit.page.getByRole("combobox", { name: "Read as" });
    const failures = () => visit.page.getByText("cannot be opened").count();
    const save = encode({ name: "Mira", level: 1 });

    /** Holds back the answers of workers that begin to read a file. */
    async function hold(): Promise<void> {
      await visit.page.evaluate(() => {
        const { postMessage } = Worker.prototype;
        const held: (() => void)[] = [];
        const goOn = () => {
          Worker.prototype.postMessage = postMessage;
          // The other workers have ended.
          held.at(-1)?.();
        };
        Object.assign(window, { held, goOn });
        Worker.prototype.postMessage = function (message: { name: string }) {
          const send = () => postMessage.call(this, message as never);
          if (message.name === "open") held.push(send);
          else send();
        };
      });
    }
    const held = () => visit.page.evaluate(() => (window as unknown as { held: unknown[] }).held.length);
    const goOn = async () => {
      await visit.page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
      await visit.settled();
    };

    test("is read in a third way if that is chosen meanwhile", async () => {
      await visit.openBytes("a.bin", save);
      await hold();
      await readAs().selectOption("godot-4.3 none");
      await expect.poll(held).toBe(1);
      await readAs().selectOption("godot-4.0 none");
      await expect.poll(held).toBe(2);
      expect(await failures()).toBe(0);
      await goOn();
      await expect.poll(() => visit.whatItIs()).toContain("Godot 4.0 Variant");
      expect(await failures()).toBe(0);
    });

    test("is read as before if a person cancels that", async () => {
      await visit.openBytes("a.bin", save);
      await hold();
      await readAs().selectOption("godot-4.3 none");
      await expect.poll(held).toBe(1);
      await visit.page.getByRole("button", { name: "Cancel" }).click();
      await expect.poll(held).toBe(2);
      expect(await failures()).toBe(0);
      await goOn();
      await expect.poll(() => visit.whatItIs()).toContain("Godot 4.4 Variant");
      expect(await readAs().inputValue()).toBe("godot-4.4 none");
      await visit.go("level");
      await visit.edit("2");
      expect(decode(await visit.save("a.bin"))).toEqual({ name: "Mira", level: 2 });
    });
  });
});
