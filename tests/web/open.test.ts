import { describe, expect, test } from "vitest";
import { encode } from "../../js/index.js";
import { fixture, hasBrowser, type Visit, visitBeforeEach } from "./browser.js";

describe.skipIf(!hasBrowser)("opening files", () => {
  let visit: Visit;
  visitBeforeEach((started) => {
    visit = started;
  });

  const engines = ["4.6.3", "3.6", "3.2.3"];
  const kinds: readonly (readonly [file: string, what: RegExp])[] = [
    ["store_var_all.bin", /^1 store_var frame · Godot [34](\.4)? Variant/],
    ["store_var_big_endian.bin", /^1 store_var frame, big-endian · /],
    ["several_vars.bin", /^5 store_var frames · /],
    ["mixed.bin", /store_var frames? between other data/],
    ["variant_to_base64_small.txt", /^base64 · var_to_bytes, 1 value/],
    ["gcpf_fastlz_multi.bin", /^GCPF fastlz · 1 store_var frame/],
    ["gcpf_deflate_three_vars.bin", /^GCPF deflate · 3 store_var frames/],
    ["gcpf_zstd_three_vars.bin", /^GCPF zstd · 3 store_var frames/],
    ["gcpf_gzip_small.bin", /^GCPF gzip · 1 store_var frame/],
    ["compress_raw_deflate.bin", /^Deflate stream · /],
    ["compress_raw_gzip.bin", /^gzip stream · /],
    ["compress_raw_zstd.bin", /^Zstandard stream · /],
    ["project.binary", /^project settings \(ECFG\)/],
    ["stream_peer.bin", /store_var frames? between other data|store_var frame/],
    ["debugger_stream.bin", /store_var frames/],
  ];
  for (const engine of engines) {
    test(`names the layers of files from Godot ${engine}`, async () => {
      for (const [file, what] of kinds) {
        await visit.open(`containers/${engine}/${file}`);
        await expect.poll(() => visit.whatItIs(), { message: file }).toMatch(what);
        await visit.page.keyboard.press("Alt+w");
      }
    });

    test(`asks for the password of a file from Godot ${engine}, and rejects a wrong one`, async () => {
      const { page } = visit;
      await visit.drop({ name: "secret.save", bytes: fixture(`containers/${engine}/gdec_of_gcpf_zstd.bin`) });
      await page.getByText("secret.save is encrypted").waitFor();
      await page.getByLabel("Password").fill("hunter3");
      await page.keyboard.press("Enter");
      await page.getByText("Wrong password, or the file is damaged.").waitFor();
      await page.getByLabel("Password").fill("hunter2");
      await page.keyboard.press("Enter");
      await page.locator("[role=treeitem]").first().waitFor();
      await expect
        .poll(() => visit.whatItIs())
        .toMatch(/^GDEC encrypted, Godot [34] · GCPF zstd · 1 store_var frame/);
    });
  }

  test("takes a key of 32 bytes instead of a password", async () => {
    const { page } = visit;
    await visit.drop({ name: "key.save", bytes: fixture("containers/4.6.3/gdec_key.bin") });
    await page.getByRole("button", { name: "Use a key" }).click();
    await page.getByRole("textbox", { name: /^Key/ }).fill("00");
    await page.keyboard.press("Enter");
    await page.getByText("64 hexadecimal digits.").waitFor();
    await page
      .getByRole("textbox", { name: /^Key/ })
      .fill("00070e151c232a31383f464d545b626970777e858c939aa1a8afb6bdc4cbd2d9");
    await page.keyboard.press("Enter");
    await page.locator("[role=treeitem]").first().waitFor();
    await expect.poll(() => visit.whatItIs()).toMatch(/^GDEC encrypted, Godot 4 · 2 store_var frames/);
  });

  test("recognizes the dialect of a save", async () => {
    for (const [path, what] of [
      ["saves/godot-4.6.3.bin", "Godot 4.4 Variant"],
      ["saves/godot-3.6.bin", "Godot 3 Variant"],
    ] as const) {
      await visit.open(path);
      await expect.poll(() => visit.whatItIs()).toContain(what);
    }
  });

  test("reads a file in a format that the user chose", async () => {
    await visit.open("saves/godot-3.6.bin");
    const { page } = visit;
    await page.getByLabel("Read as").selectOption({ label: "Rebel, var_to_bytes" });
    await expect.poll(() => visit.whatItIs()).toContain("Rebel Variant");
  });

  test("has no edits any more after they were discarded for a format that does not fit", async () => {
    const { page } = visit;
    await visit.open("saves/godot-4.6.3.bin");
    await visit.go("player.level");
    await visit.edit("77");
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.accept();
    });
    await page.getByLabel("Read as").selectOption({ label: "Godot 2, var_to_bytes" });
    await page.getByRole("heading", { name: "godot-4.6.3.bin cannot be opened" }).waitFor();
    await expect.poll(() => page.getByText("Your edits are kept.").count()).toBe(0);
    await expect.poll(() => page.locator(".unsaved").count()).toBe(0);
    await page.getByLabel("Read as").selectOption({ label: "Godot 4.4, var_to_bytes" });
    await page.locator("[role=treeitem]").first().waitFor();
    await visit.settled();
    await visit.go("player.level");
    expect(await visit.valueOf("level")).toBe("14");
    expect(questions.length).toBe(1);
  });

  test("names the format of files without values", async () => {
    const { page } = visit;
    for (const [file, name] of [
      ["pack.pck", "a pack of Godot"],
      ["utf8_to_base64.txt", "text"],
      ["pack_encrypted.pck", "a pack of Godot"],
    ] as const) {
      await visit.drop({ name: file, bytes: fixture(`containers/4.6.3/${file}`) });
      await page.getByRole("heading", { name: `${file} cannot be opened` }).waitFor();
      await expect
        .poll(() => page.locator(".notice p").first().innerText(), { message: file })
        .toMatch(new RegExp(name, "i"));
    }
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
    await visit.drop({ name: "image.png", bytes: png });
    await page.getByRole("heading", { name: "image.png cannot be opened" }).waitFor();
    await expect.poll(() => page.locator(".notice p").first().innerText()).toMatch(/PNG image/);
  });

  test("opens several files at once and switches between them", async () => {
    const { page } = visit;
    await visit.drop(
      { name: "one.bin", bytes: fixture("saves/godot-4.6.3.bin") },
      { name: "two.bin", bytes: fixture("saves/godot-3.6.bin") },
    );
    await page.getByRole("heading", { name: "one.bin" }).waitFor();
    await expect.poll(() => visit.whatItIs()).toContain("Godot 4.4");
    await page.getByRole("navigation", { name: "Open files" }).getByText("two.bin").click();
    await page.getByRole("heading", { name: "two.bin" }).waitFor();
    await expect.poll(() => visit.whatItIs()).toContain("Godot 3");
    await page.keyboard.press("Alt+1");
    await expect.poll(() => page.title()).toBe("one.bin – Godot Variant");
    await page.getByRole("link", { name: /start page/ }).click();
    await expect.poll(() => page.title()).toBe("Godot Variant");
  });

  test("leaves room to close a file with a long name", async () => {
    const { page } = visit;
    const name = `${"long".repeat(60)}.bin`;
    await visit.openBytes(name, fixture("saves/godot-4.6.3.bin"));
    const close = page.getByRole("button", { name: `Close ${name}` });
    const tools = page.locator(".top-bar .tools");
    const [{ x, width }, { x: end }] = (await Promise.all([close.boundingBox(), tools.boundingBox()])) as [
      { x: number; width: number },
      { x: number },
    ];
    expect(x + width).toBeLessThan(end);
    await close.click();
    await page.getByRole("heading", { name: "Open a Godot save" }).waitFor();
  });

  test("takes hexadecimal digits, base64 and lists of bytes from the clipboard and from a dialog", async () => {
    const { page } = visit;
    for (const text of [
      "1c000000 01000000 02000000 2a000000",
      "0x1c, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x2a, 0x00, 0x00, 0x00",
      "HAAAAAEAAAACAAAAKgAAAA==",
      "[28,0,0,0,1,0,0,0,2,0,0,0,42,0,0,0]",
    ]) {
      await page.getByRole("button", { name: "More ways to open" }).click();
      await page.getByRole("menuitem", { name: "Paste text or bytes" }).click();
      await page.getByLabel(/Bytes as/).fill(text);
      await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
      await page.locator("[role=treeitem]").nth(1).waitFor();
      await expect.poll(() => visit.valueOf("0"), { message: text }).toBe("42");
      await page.keyboard.press("Alt+w");
    }
    await page.evaluate(() => navigator.clipboard.writeText("HAAAAAEAAAACAAAAKgAAAA=="));
    await page.getByRole("button", { name: "From the clipboard" }).click();
    await page.locator("[role=treeitem]").nth(1).waitFor();
    await expect.poll(() => visit.whatItIs()).toMatch(/^base64 · /);
  });

  test("opens samples from the gallery and from the address", async () => {
    const { page } = visit;
    await page.getByRole("link", { name: /Encrypted and compressed/ }).click();
    await page.locator("[role=treeitem]").first().waitFor();
    await expect.poll(() => visit.whatItIs()).toMatch(/^GDEC encrypted, Godot 4 · GCPF zstd/);
    await page.goto(`${visit.site.url}?sample=frames`);
    await page.getByRole("heading", { name: "three_vars.zstd" }).waitFor();
  });

  test("reports an empty file", async () => {
    await visit.drop({ name: "empty.bin", bytes: new Uint8Array(0) });
    await visit.page.getByRole("heading", { name: "empty.bin cannot be opened" }).waitFor();
  });

  test("the number of a file stands behind its name, also if that is written from the right", async () => {
    const name = "שמירה 1";
    await visit.openBytes(name, encode({ x: 1 }));
    await visit.drop({ name, bytes: encode({ x: 2 }) });
    await visit.page.getByRole("heading", { level: 1, name: `${name} (2)` }).waitFor();
    await visit.settled();
    /** Where the first and the last letters of an element are. */
    const ends = (selector: string) =>
      visit.page.locator(selector).evaluate((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const all: Text[] = [];
        while (texts.nextNode()) all.push(texts.currentNode as Text);
        const leftOf = (text: Text, at: number) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        };
        const last = all.at(-1) as Text;
        return [
          Math.max(...[0, 6].map((at) => leftOf(all[0] as Text, at))),
          leftOf(last, last.data.indexOf("2")),
        ] as const;
      });
    for (const selector of ["h1", ".tab.current button:first-child"]) {
      const [name, number] = await ends(selector);
      expect(number).toBeGreaterThan(name);
    }
  });
});
