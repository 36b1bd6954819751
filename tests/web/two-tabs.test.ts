// One file of the disk in two tabs, and a game that writes it meanwhile: nothing is overwritten unless a person agrees.
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../js/index.js";
import { hasBrowser, type Visit, visitBeforeEach } from "./browser.js";
import { openOnDisk, readOnDisk, writeOnDisk } from "./disk.js";

const name = "save.bin";
const save = (level: bigint) => encode({ level }, { mode: "exact" });
const opened = save(1n);
/** Of the same size as what the page writes. */
const ofGame = save(50n);
const laterOfGame = save(60n);

interface Held {
  /** How many writes wait. */
  readonly waiting: number;
  goOn(): void;
}

describe.skipIf(!hasBrowser)("one file in two tabs", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const dialog = (one = visit) => one.page.getByRole("dialog");
  const refusal = (one = visit) =>
    dialog(one)
      .getByText(/another program or another tab of this page has changed it\. Nothing was written/)
      .waitFor();
  const answer = (label: string, one = visit) => dialog(one).getByRole("button", { name: label }).click();
  const onDisk = async () => (decode(await readOnDisk(visit, name)) as { level: number }).level;
  const press = (one = visit) => one.page.keyboard.press("Control+s");
  const unsaved = (one = visit) => one.page.locator(".unsaved").count();

  async function openAndEdit(level: string, one = visit): Promise<void> {
    await openOnDisk(one, name);
    await one.go("level");
    await one.edit(level);
  }

  /** Holds back the end of the next writes of a tab, or their bytes, until `goOn` is called. */
  async function hold(what: "write" | "close", one = visit): Promise<void> {
    await one.page.evaluate((what) => {
      const { prototype } = FileSystemWritableFileStream;
      const act = prototype[what] as (...args: unknown[]) => Promise<void>;
      const ends: (() => void)[] = [];
      const held: Held = {
        get waiting() {
          return ends.length;
        },
        goOn() {
          prototype[what] = act as never;
          for (const end of ends) end();
        },
      };
      Object.assign(window, { held });
      prototype[what] = async function (this: unknown, ...args: unknown[]) {
        await new Promise<void>((end) => ends.push(end));
        return act.apply(this, args);
      } as never;
    }, what);
  }
  const waiting = () => visit.page.evaluate(() => (window as unknown as { held: Held }).held.waiting);
  const goOn = () => visit.page.evaluate(() => (window as unknown as { held: Held }).held.goOn());

  test("the second save is refused, and overwrites the first one only if a person wants that", async () => {
    await writeOnDisk(visit, name, opened);
    await openAndEdit("2");
    const second = await visit.anotherTab();
    await openAndEdit("3", second);
    await second.download("save.bin.bak", () => press(second));
    await expect.poll(onDisk).toBe(3);
    await visit.page.bringToFront();
    await press();
    await refusal();
    expect(await onDisk()).toBe(3);
    await answer("Cancel");
    expect(await unsaved()).toBe(1);
    await press();
    const backup = await visit.download("save.bin.bak", () => answer("Overwrite it"));
    expect(backup).toEqual(save(3n));
    await expect.poll(onDisk).toBe(2);
    // The second tab has nothing to save, until it is edited again.
    await second.page.bringToFront();
    await second.edit("4");
    await press(second);
    await refusal(second);
    expect(await onDisk()).toBe(2);
    await second.page.close();
  });

  test("of two saves at the same time, the one that ends later is refused", async () => {
    await writeOnDisk(visit, name, opened);
    await openAndEdit("2");
    const second = await visit.anotherTab();
    await openAndEdit("3", second);
    await hold("close");
    await press();
    await expect.poll(waiting).toBe(1);
    await press(second);
    await second.settled();
    await goOn();
    await refusal(second);
    await expect.poll(() => unsaved()).toBe(0);
    expect(await onDisk()).toBe(2);
    expect(await unsaved(second)).toBe(1);
    await second.page.close();
  });

  test("what a game writes during a save stays, also after a person agreed to overwrite what was there before", async () => {
    await writeOnDisk(visit, name, opened);
    await openAndEdit("2");
    await hold("write");
    await press();
    await expect.poll(waiting).toBe(1);
    const second = await visit.anotherTab();
    await writeOnDisk(second, name, ofGame);
    await goOn();
    await refusal();
    expect(await onDisk()).toBe(50);
    await hold("write");
    await answer("Overwrite it");
    await expect.poll(waiting).toBe(1);
    await writeOnDisk(second, name, laterOfGame);
    await goOn();
    await refusal();
    expect(await onDisk()).toBe(60);
    const backup = await visit.download("save.bin.bak", () => answer("Overwrite it"));
    expect(backup).toEqual(laterOfGame);
    await expect.poll(onDisk).toBe(2);
    expect(await unsaved()).toBe(0);
    await second.page.close();
  });

  test("what a game writes right after a save, before the page looks, is not overwritten by the next one", async () => {
    await writeOnDisk(visit, name, opened);
    await openAndEdit("2");
    await visit.page.evaluate(
      ([name, bytes]) => {
        const { prototype } = FileSystemWritableFileStream;
        const { close } = prototype;
        prototype.close = async function () {
          prototype.close = close;
          await close.call(this);
          const handle = await (await navigator.storage.getDirectory()).getFileHandle(name);
          const stream = await handle.createWritable();
          await stream.write(Uint8Array.from(bytes));
          await stream.close();
        };
      },
      [name, [...ofGame]] as const,
    );
    await visit.download("save.bin.bak", () => press());
    await expect.poll(onDisk).toBe(50);
    await visit.edit("3");
    await press();
    await refusal();
    expect(await onDisk()).toBe(50);
  });

  test("values dragged from one tab to the other move nothing there", async () => {
    const bytes = encode({ x: 1n, y: {} }, { mode: "exact" });
    await visit.openBytes("a.bin", bytes);
    const other = await visit.anotherTab();
    await other.openBytes("b.bin", bytes);
    const dragged = await other.row("x").evaluate((row) => {
      const dataTransfer = new DataTransfer();
      row.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
      return dataTransfer.types.map((type) => [type, dataTransfer.getData(type)] as const);
    });
    expect(dragged).not.toEqual([]);
    await visit.go("x");
    await visit.row("y").evaluate((row, dragged) => {
      const dataTransfer = new DataTransfer();
      for (const [type, data] of dragged) dataTransfer.setData(type, data);
      const { top, height } = row.getBoundingClientRect();
      const place = { clientY: top + height / 2 };
      row.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer, ...place }));
    }, dragged);
    await visit.settled();
    expect(decode(await visit.save("a.bin"))).toEqual({ x: 1, y: {} });
    await other.page.close();
  });
});
