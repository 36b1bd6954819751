// What engines read otherwise, and what was not read: the page says it below the name of the file, and leads there.
import { describe, expect, test } from "vitest";
import { decode, encode, encodeFrames, load, scanFrames } from "../../js/index.js";
import { fromHex } from "../js/fixtures.js";
import { withLaterReference } from "../js/resources/described.js";
import { expectAccessible } from "./accessibility.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";
import { backups, reload } from "./reloads.js";

const save4 = fixture("saves/godot-4.6.3.bin");
const between = "The bytes between the values are not read: they are data of the game, or damaged values.";
const repeated = "An earlier entry has an equal key; this entry replaces its value, as in the engine.";
const later = "The resource comes later in the file, or is not in it: an engine reads null.";
const misfit = "An engine converts or drops this element of a typed container; here it is kept as written.";

/** `{1: 5, 1: 6, "hi": 7}`, which no engine writes. */
const twice = fromHex(
  "1b00000003000000020000000100000002000000050000000200000001000000020000000600000004000000020000006869000002000000" +
    "07000000",
);

/** A small value and a save, of which damage in the length of the first one makes frames between other data. */
function damagedFrames(): Uint8Array<ArrayBuffer> {
  const file = encodeFrames([0.5, decode(save4, { mode: "exact" })]) as Uint8Array<ArrayBuffer>;
  file[0] = 0xff;
  return file;
}

describe.skipIf(!hasBrowser)("remarks on a file", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const list = () => visit.page.getByRole("region", { name: "Warnings", exact: true });
  const sentences = async () =>
    (await list().locator("summary, p").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  const expectSentences = (...expected: string[]) => expect.poll(sentences).toEqual(expected);
  const places = () => list().getByRole("button").allInnerTexts();
  const goTo = async (place: string) => {
    await list().getByRole("button", { name: place, exact: true }).click();
    await visit.settled();
  };
  const cursor = () => visit.page.locator(".hex .cells .cursor").first().getAttribute("data-at");
  const selected = () => visit.page.locator(".row.selected .label").innerText();
  const readAs = () => visit.page.getByLabel("Read as");
  const show = async (name: string) => {
    await visit.page.getByRole("navigation", { name: "Open files" }).getByText(name).click();
    await visit.settled();
  };
  async function restoreAfterReload(): Promise<void> {
    const { page } = visit;
    await reload(visit);
    await page.getByRole("button", { name: "Restore edits", exact: true }).click();
    await page.locator("[role=treeitem]").first().waitFor();
    await visit.settled();
  }

  test("a damaged value that looks like data of the game is told, and its bytes are shown", async () => {
    const file = damagedFrames();
    expect(scanFrames(file).gaps).toEqual([{ offset: 0, length: 12 }]);
    await visit.openBytes("damaged.save", file);
    expect(await visit.whatItIs()).toContain("1 store_var frame between other data");
    await expectSentences(`${between} 1 place`);
    expect(await places()).toEqual([]);
    await list().getByText(between).click();
    expect(await places()).toEqual(["byte 0 = 0x0, 12 bytes"]);
    await visit.go("player.level");
    await goTo("byte 0 = 0x0, 12 bytes");
    await expect.poll(cursor).toBe("0");
  });

  test("the places of the bytes between values follow edits", async () => {
    const file = fixture("containers/4.6.3/mixed.bin");
    await visit.openBytes("mixed.bin", file);
    await expectSentences(`${between} 3 places`);
    await list().getByText(between).click();
    const expected = (bytes: Uint8Array) =>
      scanFrames(bytes).gaps.map(
        ({ offset, length }) => `byte ${offset} = 0x${offset.toString(16)}, ${length} bytes`,
      );
    expect(await places()).toEqual(expected(file));
    await visit.go("[0].name");
    await visit.edit('"Annabelle of the Lake"');
    const edited = await visit.save("mixed.bin");
    expect(edited.length).toBeGreaterThan(file.length);
    await expect.poll(places).toEqual(expected(edited));
    await goTo(expected(edited)[1] as string);
    await expect.poll(cursor).toBe(String(scanFrames(edited).gaps[1]?.offset));
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Control+z");
    await expect.poll(places).toEqual(expected(file));
  });

  test("a framing that somebody names is not doubted", async () => {
    await visit.open("containers/4.6.3/mixed.bin");
    await expectSentences(`${between} 3 places`);
    await readAs().selectOption("godot-4.3 mixed");
    await expect.poll(() => visit.whatItIs()).toContain("Godot 4.3 Variant");
    await expect.poll(() => list().count()).toBe(0);
  });

  test("cancelling another reading names no framing", async () => {
    const { page } = visit;
    await visit.openBytes("damaged.save", damagedFrames());
    await expectSentences(`${between} 1 place`);
    // The worker of the other reading answers nothing.
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message: { name?: string }, ...rest: never[]) {
        if (message.name === "open") {
          Worker.prototype.postMessage = postMessage;
          return;
        }
        postMessage.call(this, message, ...rest);
      };
    });
    await readAs().selectOption("godot-4.3 mixed");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Cancel", exact: true }).waitFor({ state: "detached" });
    await visit.settled();
    expect(await visit.whatItIs()).toContain("Godot 4.4 Variant");
    await expectSentences(`${between} 1 place`);
  });

  test("a repeated key is told until it is gone", async () => {
    const { page } = visit;
    await visit.openBytes("twice.bin", twice);
    await expectSentences(`${repeated} 1 place`);
    await list().getByText(repeated).click();
    expect(await places()).toEqual(["[1]"]);
    await visit.row("hi").click();
    await goTo("[1]");
    // The later one of both.
    await expect.poll(() => page.locator(".row.selected .value").innerText()).toBe("6");
    await page.locator("[role=tree]").focus();
    await visit.press("Delete");
    await expect.poll(() => list().count()).toBe(0);
    await visit.press("Control+z");
    await expectSentences(`${repeated} 1 place`);
    await visit.press("Control+y");
    await expect.poll(() => list().count()).toBe(0);
    const saved = decode(await visit.save("twice.bin")) as unknown as Map<unknown, unknown>;
    expect([...saved]).toEqual([
      [1, 5],
      ["hi", 7],
    ]);
  });

  test("a reference that an engine reads as null is told until the property has another value", async () => {
    const { page } = visit;
    const file = await withLaterReference("4.6.3", "note", (reference) => [1, reference]);
    await visit.openBytes("later.res", file);
    await expectSentences(`${later} 1 place`);
    await list().getByText(later).click();
    const [place = ""] = await places();
    expect(place).toMatch(/^sub_resources\.\w+\.note$/);
    await goTo(place);
    await expect.poll(selected).toBe("note");
    await page.locator("[role=tree]").focus();
    await visit.press("Delete");
    await expect.poll(() => list().count()).toBe(0);
    await visit.press("Control+z");
    await expectSentences(`${later} 1 place`);
  });

  test("texts are read again after an edit, too", async () => {
    const text = `[gd_resource type="Resource" format=3]

[resource]
level = 3
found = { "a": 1, "a": 2 }
counts = Array[int]([1, "two", 3, "four"])
`;
    await visit.openBytes("save.tres", new TextEncoder().encode(text));
    await expectSentences(`${repeated} 1 place`, `${misfit} 2 places`);
    await list().getByText(misfit).click();
    expect(await places()).toEqual(["resource.counts[1]", "resource.counts[3]"]);
    await goTo("resource.counts[3]");
    await visit.page.locator("[role=tree]").focus();
    await visit.press("Delete");
    await expectSentences(`${repeated} 1 place`, `${misfit} 1 place`);
    expect(await places()).toEqual(["resource.counts[1]"]);
    await visit.openBytes("save.json", new TextEncoder().encode('{"a":1,"b":{"c":1,"c":2}}'));
    await expectSentences(`${repeated} 1 place`);
    await list().getByText(repeated).click();
    expect(await places()).toEqual(["b.c"]);
    const config = '[player]\ncounts=Array[int]([1, "two"])\n';
    await visit.openBytes("player.cfg", new TextEncoder().encode(config));
    await expectSentences(`${misfit} 1 place`);
    await list().getByText(misfit).click();
    await goTo("player.counts[1]");
    await expect.poll(selected).toBe("1");
  });

  test("a dialect that is no more probable than another one is doubted", async () => {
    await visit.openBytes("doubtful.bin", fromHex("150000000100000061000000"));
    await expectSentences("In an older dialect, the bytes are as plausible a value of another type. 1 place");
    await readAs().selectOption("godot-3 none");
    await expect.poll(() => visit.whatItIs()).toContain("Godot 3 Variant");
    await expect.poll(() => list().count()).toBe(0);
  });

  test("a cut file is not taken for what its bytes may be by chance", async () => {
    // A frame, and one that is cut after 8 bytes. Godot 3 would read all bytes as one Transform2D.
    const cut = fromHex("0800000002000000010000001c0000001b0000000100000004000000");
    await expect(load(cut)).rejects.toThrow("bad-container");
    await visit.drop({ name: "cut.save", bytes: cut });
    await visit.page.getByRole("heading", { name: "cut.save cannot be opened" }).waitFor();
  });

  test("typed bytes may be what an engine ignores", async () => {
    const bytes = encode({ hp: 5n }, { mode: "exact" });
    await visit.openBytes("a.bin", bytes);
    expect(await list().count()).toBe(0);
    const header = Buffer.from(bytes).indexOf(Buffer.of(5, 0, 0, 0), 12) - 4;
    await visit.page.locator(`.hex .cells [data-at="${header + 3}"]`).click();
    await visit.page.locator(".hex-scroller").focus();
    await visit.settled();
    await visit.press("0", "4");
    await expectSentences(
      "Header bits that mean nothing for this type are ignored, as in the engine. 1 place",
    );
    await visit.press("Control+z");
    await expect.poll(() => list().count()).toBe(0);
  });

  test.each([
    "saves/godot-4.6.3.bin",
    "saves/godot-3.6.bin",
    "containers/4.6.3/gcpf_zstd_multi.bin",
    "containers/4.6.3/project.binary",
    "containers/4.6.3/project.godot",
    "containers/4.6.3/config_plain.cfg",
    "containers/4.6.3/json_save_lines.save",
    "resources/godot-4.6.3/save.res",
    "resources/godot-4.6.3/save.tres",
    "resources/godot-3.6/scene.tscn",
  ])("there are none on %s", async (path) => {
    await visit.open(path);
    await visit
      .row(String((await visit.labels())[1]))
      .first()
      .click();
    await visit.settled();
    expect(await list().count()).toBe(0);
  });

  test("each tab has its own", async () => {
    await visit.openBytes("twice.bin", twice);
    await visit.open("saves/godot-4.6.3.bin");
    expect(await list().count()).toBe(0);
    await visit.openBytes("damaged.save", damagedFrames());
    await expectSentences(`${between} 1 place`);
    await show("twice.bin");
    await expectSentences(`${repeated} 1 place`);
    await show("godot-4.6.3.bin");
    await expect.poll(() => list().count()).toBe(0);
  });

  test("they come back with the edits after a reload", async () => {
    await visit.openBytes("damaged.save", damagedFrames());
    await visit.go("player.level");
    await visit.edit("77");
    await expect.poll(() => backups(visit)).toEqual([1]);
    await restoreAfterReload();
    expect(await visit.valueOf("level")).toBe("77");
    await expectSentences(`${between} 1 place`);
  });

  test.each([1280, 360])("follow the rules of accessibility in a window of %i pixels", async (width) => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 800 });
    await visit.openBytes("damaged.save", damagedFrames());
    await list().getByText(between).waitFor();
    await visit.settled();
    await expectAccessible(page, `${width}`, "remarks");
    await list().locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("byte 0 = 0x0, 12 bytes");
    await page.keyboard.press("Enter");
    await visit.settled();
    await expectAccessible(page, `${width}`, "open remarks");
  });
});
