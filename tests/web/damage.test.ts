// Damaged files, and text files with values.
import { describe, expect, test } from "vitest";
import {
  ConfigFile,
  decode,
  encodeFrames,
  fromNative,
  load,
  open,
  parseText,
  recover,
  recoverFile,
  unwrap,
} from "../../js/index.js";
import { readResource } from "../../js/resources/index.js";
import { linesOf } from "../js/fixtures.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

const save4 = "saves/godot-4.6.3.bin";
const exact = { mode: "exact" } as const;
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe.skipIf(!hasBrowser)("damaged files and text files", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  test("shows and saves the readable values of a damaged save, and lists the damage", async () => {
    const { page } = visit;
    const damaged = fixture(save4);
    damaged.fill(0xff, 500, 502);
    await visit.openBytes("damaged.save", damaged);
    const left = recover(damaged, { dialect: "godot-4" });
    expect(left.values[0]?.document.root.childCount).toBeGreaterThan(1);
    const list = page.getByRole("region", { name: "Damage" });
    const count = left.lost.reduce((sum, { length }) => sum + length, 0).toLocaleString("en-US");
    await list.getByText(`${count} of its 1,704 bytes could not be read`).waitFor();
    const [line] = await list.locator(".found-line").allInnerTexts();
    expect(line?.split("\n").filter(Boolean)).toEqual([
      "byte 500",
      left.lost[0]?.path,
      `${left.lost[0]?.length.toLocaleString("en-US")} bytes`,
      "This dialect has no type with this id.",
    ]);
    const bad = page.locator(".hex .cells .lost");
    await expect.poll(() => bad.first().getAttribute("data-at")).toBe("500");
    await expect.poll(async () => (await bad.allInnerTexts()).slice(0, 2)).toEqual(["ff", "ff"]);
    await expect.poll(() => page.locator(".row.selected .label").innerText()).toBe("player");
    expect(await visit.save("damaged.save")).toEqual(left.bytes);
    await visit.go("player.level");
    await expect.poll(() => bad.count()).toBe(0);
    await list.getByRole("button", { name: "Next damage" }).click();
    await expect.poll(() => bad.first().getAttribute("data-at")).toBe("500");
    await list.getByRole("button", { name: "Close: Damage" }).click();
    await visit.menu("More", /^Damage/);
    await list.waitFor();
    await visit.go("player.level");
    await visit.edit("21");
    const saved = decode(await visit.save("damaged.save")) as { player: { level: number } };
    expect(saved.player.level).toBe(21);
  });

  test("takes a value that is pasted into what is left, and undoes that", async () => {
    const { page } = visit;
    const damaged = fixture(save4);
    damaged.fill(0xff, 500, 502);
    await visit.openBytes("damaged.save", damaged);
    const left = recover(damaged, { dialect: "godot-4" });
    const tree = page.locator("[role=tree]");
    await page.evaluate(() => navigator.clipboard.writeText("9223372036854775807"));
    await visit.go("player.level");
    await tree.focus();
    await page.keyboard.press("Control+v");
    await expect.poll(() => page.locator(".row.selected .value").innerText()).toBe("9223372036854775807");
    const pasted = open(await visit.save("damaged.save"), exact);
    expect(pasted.get("player.value")).toBe(9223372036854775807n);
    pasted.delete("player.value");
    expect(pasted.toBytes()).toEqual(left.bytes);
    await tree.focus();
    await page.keyboard.press("Control+z");
    await visit.settled();
    expect(await visit.save("damaged.save")).toEqual(left.bytes);
  });

  test("reads the start of a truncated frame", async () => {
    const { page } = visit;
    const frame = encodeFrames([decode(fixture(save4), exact)], exact);
    const cut = frame.subarray(0, frame.length - 400);
    await visit.openBytes("cut.bin", cut);
    await expect.poll(() => visit.whatItIs()).toMatch(/^1 store_var frame · Godot 4.4 Variant/);
    const left = recover(cut, { framing: "store_var" });
    expect(left.values[0]?.document.root.childCount).toBeGreaterThan(5);
    const first = page.locator("[role=treeitem]").first();
    await expect.poll(() => first.getAttribute("aria-setsize")).toBe(String(left.values.length));
    await page.getByRole("region", { name: "Damage" }).getByText("This file is damaged").waitFor();
    expect(await visit.save("cut.bin")).toEqual(left.bytes);
  });

  test("reports a truncated last frame as damage instead of dropping it", async () => {
    const { page } = visit;
    for (const size of [100, 111]) {
      const cut = fixture("containers/4.6.3/several_vars.bin").subarray(0, size);
      await visit.openBytes(`${size}.bin`, cut);
      await expect.poll(() => visit.whatItIs()).toMatch(/store_var frames · /);
      await page.getByRole("region", { name: "Damage" }).getByText("This file is damaged").waitFor();
      expect(await visit.save(`${size}.bin`)).toEqual(recover(cut, { framing: "store_var" }).bytes);
    }
  });

  test("reads the values inside of damaged layers", async () => {
    const { page } = visit;
    const damaged = fixture("containers/4.6.3/gcpf_fastlz_multi.bin");
    damaged.fill(0xff, 8568, 8576);
    const left = await recoverFile(damaged);
    expect(left.complete).toBe(false);
    await visit.openBytes("layers.bin", damaged);
    await expect.poll(() => visit.whatItIs()).toMatch(/^GCPF fastlz · /);
    await page.getByRole("region", { name: "Damage" }).getByText("This file is damaged").waitFor();
    const saved = await unwrap(await visit.save("layers.bin"));
    expect(saved.content).toEqual(left.bytes);
  });

  // One byte is wrong in each. Of most, only a small part or a single number is readable.
  test.each([
    ["gcpf_zstd_multi.bin", 51],
    ["gcpf_zstd_multi.bin", 4165],
    ["gcpf_zstd_multi.bin", 6358],
    ["gcpf_zstd_small.bin", 42],
    ["gcpf_zstd_three_vars.bin", 47],
  ])("shows what the package recovers of %s without byte %i", async (name, at) => {
    const damaged = fixture(`containers/4.6.3/${name}`);
    damaged[at] = (damaged[at] as number) ^ 0xff;
    const left = await recoverFile(damaged);
    expect(left.values.length).toBeGreaterThan(0);
    expect(left.complete).toBe(false);
    await visit.openBytes(`${at}.save`, damaged);
    await visit.page.getByRole("region", { name: "Damage" }).getByText("This file is damaged").waitFor();
    const rows = visit.page.locator("[role=treeitem][aria-level='1']");
    await expect.poll(() => rows.count()).toBe(left.values.length);
    const saved = await unwrap(await visit.save(`${at}.save`));
    expect(saved.content).toEqual(left.bytes);
  });

  test("does not take noise for a damaged save", async () => {
    const { page } = visit;
    const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31 + (i >> 3) * 17 + 128) & 0xff);
    await visit.drop({ name: "noise.bin", bytes: noise });
    await page.getByRole("heading", { name: "noise.bin cannot be opened" }).waitFor();
    // Choosing a format does not help either.
    await page.getByLabel("Read as").selectOption("godot-3 none");
    await page.getByRole("heading", { name: "noise.bin cannot be opened" }).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("heading", { name: "Open a Godot save" }).waitFor();
  });

  test("edits a ConfigFile and keeps the rest of its text", async () => {
    await visit.open("containers/4.6.3/config_plain.cfg");
    await expect.poll(() => visit.whatItIs()).toMatch(/^ConfigFile · shown as Godot 4.4 Variant/);
    const text = textOf(fixture("containers/4.6.3/config_plain.cfg"));
    expect(textOf(await visit.save("config_plain.cfg"))).toBe(text);
    await visit.go("player.name");
    await visit.edit('"Bob"');
    await visit.go('["a section"]');
    await visit.page.locator("[role=tree]").focus();
    await visit.page.keyboard.press("Delete");
    await visit.settled();
    const file = new ConfigFile(text);
    file.set("player", "name", "Bob");
    for (const key of file.keys("a section")) file.delete("a section", key);
    expect(textOf(await visit.save("config_plain.cfg"))).toBe(file.toString());
  });

  test("writes an encrypted ConfigFile of Godot 3 with the names of Godot 3", async () => {
    const { page } = visit;
    const bytes = fixture("containers/3.6/config_encrypted_pass.cfg");
    await visit.drop({ name: "options.cfg", bytes });
    await page.getByLabel("Password").fill("hunter2");
    await page.keyboard.press("Enter");
    await page.locator("[role=treeitem]").first().waitFor();
    await expect.poll(() => visit.whatItIs()).toMatch(/^GDEC encrypted, Godot 3 · ConfigFile/);
    const before = new ConfigFile(textOf((await unwrap(bytes, { password: "hunter2" })).content));
    await visit.settled();
    await visit.go("t.bytes");
    await visit.edit("PackedByteArray(9, 8)");
    const saved = await unwrap(await visit.save("options.cfg"), { password: "hunter2" });
    const text = textOf(saved.content);
    expect(text).toContain("bytes=PoolByteArray( 9, 8 )");
    const after = new ConfigFile(text);
    expect(after.get("t", "bytes", exact)).toEqual(Uint8Array.of(9, 8));
    for (const key of before.keys("player"))
      expect(after.get("player", key, exact)).toEqual(before.get("player", key, exact));
  });

  test("opens text of var_to_str and JSON.from_native, from files and the clipboard, and writes it back", async () => {
    const { page } = visit;
    const printed = fixture("containers/4.6.3/var_to_str_all.txt");
    await visit.openBytes("all.txt", printed);
    await expect.poll(() => visit.whatItIs()).toMatch(/^text of var_to_str · /);
    await visit.go("vector2");
    await visit.edit("Vector2(7, 8.5)");
    const expected = parseText(textOf(printed), exact) as Map<string, unknown>;
    expected.set("vector2", parseText("Vector2(7, 8.5)", exact));
    expect(parseText(textOf(await visit.save("all.txt")), exact)).toEqual(expected);
    const native = fixture("containers/4.6.3/json_from_native_all.json");
    await visit.openBytes("all.json", native);
    await expect.poll(() => visit.whatItIs()).toMatch(/^JSON of from_native · /);
    expect(await visit.save("all.json")).toEqual(native);
    await visit.go("int_small");
    await visit.edit("8");
    // The engine leaves this character unescaped, and JSON.parse would round this number.
    const read = (json: Uint8Array) => {
      const text = textOf(json)
        .replace("\x01", "\\u0001")
        .replace(/(?<=\s)9223372036854775807(?=\s)/, '"9223372036854775807"');
      return fromNative(JSON.parse(text), exact);
    };
    const value = read(native) as Map<string, unknown>;
    value.set("int_small", 8n);
    expect(read(await visit.save("all.json"))).toEqual(value);
    await page.evaluate(() => navigator.clipboard.writeText('{"hp": 5.0, &"sn": Vector2i(1, 2)}'));
    await page.getByRole("link", { name: /start page/ }).click();
    await page.getByRole("button", { name: "From the clipboard" }).click();
    await page.getByRole("heading", { level: 1, name: "clipboard" }).waitFor();
    await expect.poll(() => visit.labels()).toEqual(["value", "hp", "sn"]);
  });

  test("edits JSON and JSON lines, keeps all else, and refuses what JSON cannot hold", async () => {
    const { page } = visit;
    const text = textOf(fixture("json/godot-4.6.3/stringify_tabs.json"));
    await visit.openBytes("game.json", new TextEncoder().encode(text));
    await expect.poll(() => visit.whatItIs()).toMatch(/^JSON · /);
    await visit.go("gold");
    await visit.edit("43");
    expect(textOf(await visit.save("game.json"))).toBe(text.replace('"gold": 42', '"gold": 43'));
    const lines = textOf(fixture("json/godot-4.6.3/lines.save"));
    const cut = new TextEncoder().encode(lines.slice(0, -10));
    await visit.openBytes("cut.save", cut);
    await expect.poll(() => visit.whatItIs()).toMatch(/^JSON lines · /);
    await page.getByRole("region", { name: "Damage" }).getByText("This file is damaged").waitFor();
    await visit.go("[1].pos_x");
    await visit.edit("2.5");
    expect(textOf(await visit.save("cut.save"))).toBe(
      lines.slice(0, -10).replace('"pos_x":1.0', '"pos_x":2.5'),
    );
  });

  test.each(["save.tres", "save.res", "save-compressed.res"])("edits the resource file %s", async (name) => {
    const { page } = visit;
    for (const engine of ["godot-4.6.3", "godot-3.6"]) {
      const bytes = fixture(`resources/${engine}/${name}`);
      const before = await readResource(bytes);
      await visit.openBytes(`${engine}-${name}`, bytes);
      await expect.poll(() => visit.whatItIs()).toMatch(/^(text|binary) resource of Godot [34]/);
      expect(await visit.labels()).toEqual(["value", "resource", "sub_resources", "file"]);
      expect(await visit.save(`${engine}-${name}`)).toEqual(bytes);
      await visit.go("resource.level");
      await visit.edit("77");
      const after = await readResource(await visit.save(`${engine}-${name}`));
      before.resources.at(-1)?.properties.set("level", 77);
      expect(after).toEqual(before);
      await visit.go("file.class");
      await page.locator("[role=tree]").focus();
      await page.keyboard.press("Delete");
      await page
        .getByText(/Only properties in resource/)
        .first()
        .waitFor();
      expect(await readResource(await visit.save(`${engine}-${name}`))).toEqual(before);
    }
  });

  test("knows JSON.from_native by numbers of many digits, too", async () => {
    const written = linesOf("godot-4.6.3/values.jsonl").flatMap(({ native }) => JSON.stringify(native) ?? []);
    const precise = written.filter((text) => /[[,]-?\d+\.\d{16}/.test(text) && text.includes('"args"'));
    expect(precise.length).toBeGreaterThan(20);
    for (const [i, text] of precise.slice(0, 3).entries()) {
      await visit.openBytes(`precise${i}.json`, new TextEncoder().encode(text));
      await expect.poll(() => visit.whatItIs()).toMatch(/^JSON of from_native · /);
    }
  });

  test("saves a file several times, and still shows it", async () => {
    const { page } = visit;
    await visit.open(save4);
    expect(await visit.save("godot-4.6.3.bin")).toEqual(fixture(save4));
    expect(await visit.save("godot-4.6.3.bin")).toEqual(fixture(save4));
    await visit.go("player.level");
    await visit.edit("3");
    const changed = await visit.save("godot-4.6.3.bin");
    expect(await visit.save("godot-4.6.3.bin")).toEqual(changed);
    await page.locator(".hex-scroller").evaluate((scroller) => scroller.scrollTo(0, 0));
    await expect.poll(() => page.locator('.hex .cells [data-at="0"]').innerText()).toBe("1b");
    expect((await load(changed)).values).toEqual([decode(changed)]);
  });
});
