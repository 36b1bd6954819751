// Backups of an HTML5 game's files, and the programs that a player pastes into the console.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type * as Html5 from "../../js/html5.js";
import { Backup, downloadSnippet, restoreSnippet } from "../../js/html5.js";
import { hasBrowser } from "../js/chromium.js";
import { bootGame, game, page, played, putRaw, seenByGame, startGame, useOrigin } from "./html5-pages.js";
import { gameSees, gameWrites } from "./idbfs.js";

declare const html5: typeof Html5;
declare const codeOf: (promise: Promise<unknown>) => Promise<string>;
declare const databases: () => Promise<string[]>;

const project = "/userfs/godot/app_userdata/My Game";
const slot = `${project}/saves/slot1.save`;

describe.skipIf(!hasBrowser)("backups of HTML5 games", () => {
  useOrigin();

  test("exports and imports", async () => {
    await played({ [slot]: "one", [`${project}/é.save`]: "é" });
    const text = await page.evaluate(
      async (folder) => JSON.stringify(await new html5.Game(folder).export()),
      project,
    );
    const backup = Backup.parse(text);
    expect(backup.files.map(({ path }) => path)).toEqual(["saves/slot1.save", "é.save"]);
    await played({ [slot]: "two", [`${project}/é.save`]: null });
    const put = (replaces?: "any") =>
      page.evaluate(
        ([folder, text, replaces]) =>
          codeOf(new html5.Game(folder).import(html5.Backup.parse(text), { replaces })),
        [project, text, replaces] as const,
      );
    expect(await put()).toBe("changed");
    const before = await seenByGame();
    expect(before).toMatchObject({ [slot]: "two" });
    expect(before).not.toHaveProperty([`${project}/é.save`]);
    await game.close();
    expect(await put("any")).toBe("ok");
    expect(await seenByGame()).toMatchObject({ [slot]: "one", [`${project}/é.save`]: "é" });
  });

  test("the console programs download and restore the files of a running game", async () => {
    await startGame({ [slot]: "one" });
    const downloading = game.waitForEvent("download");
    await game.evaluate(downloadSnippet({ folder: project }));
    const backup = Backup.parse(readFileSync(await (await downloading).path(), "utf8"));
    expect(backup.files).toMatchObject([
      { path: "saves/slot1.save", bytes: Uint8Array.from(Buffer.from("one")) },
    ]);
    const changed = backup
      .with("saves/slot1.save", Buffer.from("</script>"))
      .with("new/a.save", Uint8Array.of(65));
    // The game has saved since: the player is asked, and says no.
    await gameWrites(game, { [slot]: "newer" });
    const asked: string[] = [];
    game.once("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await game.evaluate(restoreSnippet(changed));
    expect(asked).toEqual([expect.stringMatching(/saves\/slot1\.save/)]);
    expect(
      await game.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve("runs")))),
    ).toBe("runs");
    game.once("dialog", (dialog) => void dialog.accept());
    const reloaded = game.waitForEvent("load");
    await game.evaluate(restoreSnippet(changed)).catch(() => {});
    await reloaded;
    await bootGame();
    expect(await gameSees(game)).toMatchObject({ [slot]: "</script>", [`${project}/new/a.save`]: "A" });
  });

  test("the console program for restoring writes nothing over a folder, and repairs records that the engine cannot see", async () => {
    await startGame({ [slot]: "one" });
    await putRaw(game, `${project}/hidden.save`, { mode: 0o100666, contents: "x" });
    await putRaw(game, `${project}/odd`, { mode: 0o40777 });
    const none = new Backup({ origin: "", database: "/userfs", folder: project, files: [] });
    const said: string[] = [];
    game.on("console", (message) => said.push(message.text()));
    await game.evaluate(restoreSnippet(none.with("saves", Uint8Array.of(65))));
    await game.evaluate(restoreSnippet(none.with("saves/slot1.save/a", Uint8Array.of(65))));
    expect(said).toEqual([
      "Nothing was written. There is a folder saves.",
      "Nothing was written. A file is in place of a folder.",
    ]);
    const reloaded = game.waitForEvent("load");
    const files = none.with("hidden.save", Uint8Array.of(66)).with("odd/b.save", Uint8Array.of(67));
    await game.evaluate(restoreSnippet(files)).catch(() => {});
    await reloaded;
    await bootGame();
    expect(await gameSees(game)).toMatchObject({
      [slot]: "one",
      [`${project}/hidden.save`]: "B",
      [`${project}/odd/b.save`]: "C",
    });
  });

  test("the console program for restoring overwrites nothing that another tab writes while it asks", async () => {
    await startGame({ [slot]: "one" });
    const said: string[] = [];
    game.on("console", (message) => said.push(message.text()));
    await game.evaluate(async (key) => {
      const request = indexedDB.open("/userfs");
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      window.confirm = () => {
        const store = request.result.transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA");
        const contents = new TextEncoder().encode("newest");
        store.put({ timestamp: new Date(Date.now() + 1000), mode: 0o100666, contents }, key);
        return true;
      };
    }, slot);
    const backup = new Backup({ origin: "", database: "/userfs", folder: project, files: [] });
    await game.evaluate(restoreSnippet(backup.with("saves/slot1.save", Uint8Array.of(65))));
    expect(said).toEqual(["Nothing was written. The game has written meanwhile. Paste this again."]);
    await game.close();
    expect(await seenByGame()).toMatchObject({ [slot]: "newest" });
  });

  test("the console programs create no database", async () => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await page.evaluate(downloadSnippet());
    await page.evaluate(
      restoreSnippet(new Backup({ origin: "", database: "/userfs", folder: "/userfs", files: [] })),
    );
    expect(await page.evaluate(() => databases())).toEqual([]);
    await expect
      .poll(() => said.filter((line) => /No Godot game has stored files here/.test(line)).length)
      .toBe(2);
  });
});
