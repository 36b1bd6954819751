// godot-variant/html5 beside a game that runs, and beside other pages.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type * as Html5 from "../../js/html5.js";
import { hasBrowser } from "../js/chromium.js";
import { bootGame, companion, game, page, played, seenByGame, startGame, useOrigin } from "./html5-pages.js";
import { gameSees, gameWrites } from "./idbfs.js";

declare const html5: typeof Html5;
declare const codeOf: (promise: Promise<unknown>) => Promise<string>;
declare const bytes: (text: string) => Uint8Array;

const project = "/userfs/godot/app_userdata/My Game";
const slot = `${project}/saves/slot1.save`;

describe.skipIf(!hasBrowser)("files of HTML5 games that run", () => {
  useOrigin();

  test("waits until the game is closed", async () => {
    await startGame({ [slot]: "one" });
    await page.evaluate((folder) => {
      const game = new html5.Game(folder);
      const done = game.write("saves/slot1.save", bytes("two"), { replaces: "any", ifRunning: "wait" });
      Object.assign(window, { done });
    }, project);
    await gameWrites(game, { [slot]: "one more" });
    await game.close();
    expect(
      await page.evaluate(
        async () => (await (window as never as { done: Promise<{ running: boolean }> }).done).running,
      ),
    ).toBe(false);
    expect(await seenByGame()).toMatchObject({ [slot]: "two" });
  });

  test("waits, and notices that the game has written in the meantime", async () => {
    await startGame({ [slot]: "one" });
    await page.evaluate(async (folder) => {
      const game = new html5.Game(folder);
      const replaces = await game.read("saves/slot1.save");
      const done = codeOf(game.write("saves/slot1.save", bytes("two"), { replaces, ifRunning: "wait" }));
      Object.assign(window, { done });
    }, project);
    await gameWrites(game, { [slot]: "one more" });
    await game.close();
    expect(await page.evaluate(() => (window as never as { done: Promise<string> }).done)).toBe("changed");
    expect(await seenByGame()).toMatchObject({ [slot]: "one more" });
  });

  test("writes beside a running game on request, and says when a page announces one", async () => {
    await startGame({ [slot]: "one" });
    const write = (text: string) =>
      page.evaluate(
        async ([folder, text]) => {
          const options = { replaces: "any", ifRunning: "warn" } as const;
          return (await new html5.Game(folder).write("saves/slot1.save", bytes(text), options)).running;
        },
        [project, text] as const,
      );
    expect(await write("two")).toBe(false);
    const announcing = await companion();
    await announcing.evaluate(async () => {
      html5.announceGame();
      const isHeld = ({ name }: LockInfo) => name === "godot-variant:game:/userfs";
      while ((await navigator.locks.query()).held?.some(isHeld) !== true);
    });
    expect(await write("three")).toBe(true);
    // The page also refuses without asking the browser, so nobody waits.
    expect(
      await page.evaluate((folder) => codeOf(new html5.Game(folder).remove("saves/slot1.save")), project),
    ).toBe("running");
    await game.reload();
    await bootGame();
    expect(await gameSees(game)).toMatchObject({ [slot]: "three" });
  });

  test("two pages beside a game do not take each other for the game", async () => {
    await played({ [slot]: "one" });
    const other = await companion();
    const write = (at: Page) =>
      at.evaluate(async (folder) => {
        const game = new html5.Game(folder);
        for (let i = 0; i < 10; i++) {
          await Promise.all([
            game.write("saves/slot1.save", bytes(`${i}`), { replaces: "any" }),
            game.write("saves/slot1.save", bytes(`${i}`), { replaces: "any" }),
            game.list(),
          ]);
        }
      }, project);
    await Promise.all([write(page), write(other)]);
    expect(await seenByGame()).toMatchObject({ [slot]: "9" });
  });

  test("a page does not hang while another one has asked whether the game runs", async () => {
    await startGame({ [slot]: "one" });
    const other = await companion();
    const write = (at: Page, name: string, ifRunning?: "wait") =>
      at.evaluate(
        ([folder, name, ifRunning]) => codeOf(new html5.Game(folder).write(name, bytes(name), { ifRunning })),
        [project, name, ifRunning] as const,
      );
    expect(await write(page, "a.save")).toBe("running");
    expect(await write(other, "b.save")).toBe("running");
    const seen = await other.evaluate(async (folder) => {
      const ends = new AbortController();
      const watching = (async () => {
        for await (const _ of new html5.Game(folder).watch({ signal: ends.signal }));
        return "ended";
      })();
      ends.abort();
      return [await codeOf(html5.listGames()), await watching];
    }, project);
    expect(seen).toEqual(["running", "ended"]);
    await other.evaluate(async (folder) => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      void (async () => {
        for await (const { path } of new html5.Game(folder).watch({ interval: 10 })) changes.push(path);
      })();
      await codeOf(html5.listGames());
    }, project);
    const waiting = [write(page, "c.save", "wait"), write(other, "d.save", "wait")];
    await gameWrites(game, { [`${project}/last.save`]: "last" });
    await game.close();
    expect(await Promise.all(waiting)).toEqual(["ok", "ok"]);
    expect(await write(other, "e.save")).toBe("ok");
    // What was there before the first look is not new.
    const changed = await other.evaluate(async (folder) => {
      const { changes } = window as unknown as { changes: string[] };
      while (!changes.includes("f.save"))
        await new html5.Game(folder).write("f.save", bytes("f"), { replaces: "any" });
      return changes;
    }, project);
    expect(changed).not.toContain("saves/slot1.save");
    expect(changed).not.toContain("last.save");
    const removed = await other.evaluate(
      (folder) => codeOf(new html5.Game(folder).remove("f.save", { replaces: undefined })),
      project,
    );
    expect(removed).toBe("ok");
    const files = ["c.save", "d.save", "e.save"].map((name) => [`${project}/${name}`, name]);
    const all = await seenByGame();
    expect(all).toMatchObject({ ...Object.fromEntries(files), [`${project}/last.save`]: "last" });
    expect(all).not.toHaveProperty([`${project}/b.save`]);
  });
});
