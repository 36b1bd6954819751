import { describe, expect, test } from "vitest";
import type * as Html5 from "../../js/html5.js";
import { hasBrowser } from "../js/chromium.js";
import {
  bootGame,
  frameWithoutOrigin,
  game,
  page,
  played,
  putRaw,
  seenByGame,
  startGame,
  useOrigin,
} from "./html5-pages.js";
import { gameSees, gameWrites } from "./idbfs.js";

declare const html5: typeof Html5;
declare const codeOf: (promise: Promise<unknown>) => Promise<string>;
declare const bytes: (text: string) => Uint8Array;
declare const textOf: (bytes: Uint8Array) => string;
declare const databases: () => Promise<string[]>;
declare const make: (name: string, version: number, upgrade: (db: IDBDatabase) => void) => Promise<void>;

const project = "/userfs/godot/app_userdata/My Game";
const slot = `${project}/saves/slot1.save`;

describe.skipIf(!hasBrowser)("files of HTML5 games", () => {
  useOrigin();

  test.each([true, false])(
    "creates no database where no game has run (lists databases: %s)",
    async (lists) => {
      const seen = await page.evaluate(async (lists) => {
        const { databases: list } = indexedDB;
        if (!lists) Object.defineProperty(indexedDB, "databases", { value: undefined, configurable: true });
        const game = new html5.Game("/userfs");
        const codes = [
          await codeOf(game.read("a.save")),
          await codeOf(game.write("a.save", bytes("x"))),
          await codeOf(game.remove("a.save")),
          await codeOf(game.export()),
        ];
        const lengths = [(await html5.listGames()).length, (await game.list()).length];
        Object.defineProperty(indexedDB, "databases", { value: list });
        return { codes, lengths, left: await databases() };
      }, lists);
      expect(seen).toEqual({
        codes: ["missing", "missing", "missing", "missing"],
        lengths: [0, 0],
        left: [],
      });
    },
  );

  test("leaves databases alone that games did not make", async () => {
    const seen = await page.evaluate(async () => {
      await make("/userfs", 21, (db) => db.createObjectStore("other").put("mine", 1));
      await make("/keyed", 21, (db) => db.createObjectStore("FILE_DATA", { keyPath: "id" }));
      await make("/newer", 22, (db) =>
        db.createObjectStore("FILE_DATA").createIndex("timestamp", "timestamp"),
      );
      const codes = [];
      for (const folder of ["/userfs", "/keyed", "/newer"]) {
        codes.push(await codeOf(new html5.Game(folder).list()));
        codes.push(await codeOf(new html5.Game(folder).write("a", bytes("x"))));
      }
      return { codes, left: await databases(), list: await codeOf(html5.listGames()) };
    });
    expect(seen).toEqual({
      codes: ["foreign", "foreign", "foreign", "foreign", "wrong-version", "wrong-version"],
      left: ["/keyed 21", "/newer 22", "/userfs 21"],
      list: "foreign",
    });
  });

  test("groups files by game, and reads them", async () => {
    await played({ [slot]: "one", [`${project}/a.cfg`]: "", "/userfs/Studio/b.save": "b" });
    const look = () =>
      page.evaluate(async () => {
        const games = await html5.listGames();
        return Promise.all(
          games.map(async (game) => {
            const files = await game.list();
            const texts = [];
            for (const { path, size } of files) {
              const read = await game.read(`user://${path}`);
              texts.push(`${path} ${size} ${textOf(read.bytes)}`);
            }
            return { engine: game.engine, name: game.name, texts };
          }),
        );
      });
    const mine = { engine: 4, name: "My Game", texts: ["a.cfg 0 ", "saves/slot1.save 3 one"] };
    expect(await look()).toEqual([{ engine: undefined, name: "Studio", texts: ["b.save 1 b"] }, mine]);
    await played({ "/userfs/old.save": "3" });
    expect(await look()).toEqual([
      { engine: 3, name: "", texts: ["Studio/b.save 1 b", "old.save 1 3"] },
      mine,
    ]);
  });

  test("lists games beside folders that Godot cannot have made", async () => {
    await played({ [slot]: "one" });
    for (const path of ["back\\slash/a.save", "/nameless.save", "godot/app_userdata/.."])
      await putRaw(page, `/userfs/${path}`, { mode: 0o100666, timestamp: 0, contents: "" });
    const names = await page.evaluate(async () => (await html5.listGames()).map(({ name }) => name));
    expect(names).toEqual(["My Game"]);
  });

  test("refuses to write while a game runs, and writes what the game reads when it starts", async () => {
    await startGame({ [slot]: "one" });
    const write = () =>
      page.evaluate(async (folder) => {
        const game = new html5.Game(folder);
        const file = await game.read("saves/slot1.save").catch(() => undefined);
        return codeOf(game.write("saves/slot1.save", bytes("edited"), { replaces: file ?? "any" }));
      }, project);
    expect(await write()).toBe("running");
    // Nothing of this page waits, although the browser would make it wait.
    expect(await write()).toBe("running");
    expect(await page.evaluate(() => codeOf(html5.listGames()))).toBe("running");
    // The running game is not hindered, and a game that is reloaded starts at once.
    await gameWrites(game, { [`${project}/more.save`]: "more" });
    await game.reload();
    await bootGame();
    expect(await gameSees(game)).toMatchObject({ [slot]: "one", [`${project}/more.save`]: "more" });
    await game.close();
    expect(await write()).toBe("ok");
    const made = await page.evaluate(async (folder) => {
      const { path, size, running, advice } = await new html5.Game(folder).write(
        "new/deep/file.bin",
        bytes("deep"),
      );
      return { path, size, running, advice };
    }, project);
    expect(made).toEqual({
      path: "new/deep/file.bin",
      size: 4,
      running: false,
      advice: expect.stringMatching(/reload/),
    });
    const expected = {
      "/userfs/godot/": "40777",
      [slot]: "edited",
      [`${project}/new/`]: "40777",
      [`${project}/new/deep/`]: "40777",
      [`${project}/new/deep/file.bin`]: "deep",
    };
    expect(await seenByGame()).toMatchObject(expected);
    await gameWrites(game, { [`${project}/last.save`]: "last" });
    await game.close();
    expect(await seenByGame()).toMatchObject(expected);
    expect(await page.evaluate(() => databases())).toEqual(["/userfs 21"]);
  });

  test("says in a frame without an origin that the browser gives no database", async () => {
    const frame = await frameWithoutOrigin();
    const seen = await frame.evaluate(async () => {
      const unhandled: string[] = [];
      addEventListener("unhandledrejection", ({ reason }) => unhandled.push(String(reason)));
      html5.announceGame();
      const game = new html5.Game("/userfs");
      const codes = [
        await codeOf(html5.listGames()),
        await codeOf(game.read("a")),
        await codeOf(game.write("a", bytes("x"))),
      ];
      await new Promise((done) => setTimeout(done, 50));
      return { codes, unhandled };
    });
    expect(seen).toEqual({ codes: ["unavailable", "unavailable", "unavailable"], unhandled: [] });
  });

  test("overwrites nothing that has changed since it was read", async () => {
    await played({ [slot]: "one" });
    await page.evaluate(async (folder) => {
      const game = new html5.Game(folder);
      Object.assign(window, { game, file: await game.read("saves/slot1.save") });
    }, project);
    const write = (replaces: boolean) =>
      page.evaluate((replaces) => {
        const { game, file } = window as never as { game: Html5.Game; file: Html5.StoredFile };
        return codeOf(game.write("saves/slot1.save", bytes("edit"), replaces ? { replaces: file } : {}));
      }, replaces);
    expect(await write(false)).toBe("exists");
    await played({ [slot]: "two" });
    expect(await write(true)).toBe("changed");
    await played({ [slot]: null });
    expect(await write(true)).toBe("changed");
    expect(await seenByGame()).not.toHaveProperty([slot]);
  });

  test("notices other content of the same time and size, and lets the bytes be edited in place", async () => {
    await played({ [slot]: "one" });
    const put = (text: string, time?: number) =>
      putRaw(page, slot, { mode: 0o100666, timestamp: time, contents: text });
    const seen = await page.evaluate(async (folder) => {
      const game = new html5.Game(folder);
      const { bytes: edited, ...file } = await game.read("saves/slot1.save");
      edited[0] = 0xff;
      const written = await game.write("saves/slot1.save", edited, { replaces: file });
      const again = await game.write("saves/slot1.save", edited, { replaces: written });
      Object.assign(window, { file: await game.read("saves/slot1.save"), again });
      return again.modified.getTime();
    }, project);
    await put("two", seen);
    const write = (name: string) =>
      page.evaluate(
        ([folder, name]) => {
          const replaces = (window as never as Record<string, Html5.UserFile>)[name];
          return codeOf(new html5.Game(folder).write("saves/slot1.save", bytes("x"), { replaces }));
        },
        [project, name] as const,
      );
    expect([await write("file"), await write("again")]).toEqual(["changed", "changed"]);
    expect(await seenByGame()).toMatchObject({ [slot]: "two" });
  });

  test("writes nothing where a file or a folder is in the way, and refuses paths that leave user://", async () => {
    await played({ [slot]: "one" });
    const codes = await page.evaluate(async (folder) => {
      const game = new html5.Game(folder);
      const paths = [
        "saves",
        "saves/slot1.save/x",
        "../a",
        "/a",
        "a//b",
        "a/",
        "",
        "user://",
        "a\0b",
        "a\\b",
        ".",
      ];
      return Promise.all(paths.map((path) => codeOf(game.write(path, bytes("x"), { replaces: "any" }))));
    }, project);
    expect(codes).toEqual(codes.map(() => "bad-path"));
    expect(Object.keys(await seenByGame()).filter((path) => !path.endsWith("/"))).toEqual([slot]);
  });

  test("writes nothing when the browser has no room", async () => {
    await played({ [slot]: "one" });
    const code = await page.evaluate(async (folder) => {
      const { put } = IDBObjectStore.prototype;
      let count = 0;
      IDBObjectStore.prototype.put = function (value, key) {
        // The records of the new folder are stored by then.
        if ("contents" in value) throw new DOMException("The quota is used up.", "QuotaExceededError");
        count++;
        return put.call(this, value, key);
      };
      const code = await codeOf(new html5.Game(folder).write("new/large.save", bytes("large")));
      IDBObjectStore.prototype.put = put;
      return count === 0 ? "no folder was made" : code;
    }, project);
    expect(code).toBe("quota");
    const seen = await seenByGame();
    expect(seen).toMatchObject({ [slot]: "one" });
    expect(seen).not.toHaveProperty([`${project}/new/`]);
  });

  test("repairs records that the engine cannot see, and keeps views apart from their buffers", async () => {
    await played({ [slot]: "one" });
    const seen = await page.evaluate(async (folder) => {
      const request = indexedDB.open("/userfs");
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      const writing = request.result.transaction("FILE_DATA", "readwrite");
      const store = writing.objectStore("FILE_DATA");
      const view = new Int8Array(bytes("0123456789").buffer, 3, 4);
      store.put({ timestamp: new Date(5), mode: 0o100666, contents: view }, `${folder}/view.save`);
      store.put({ mode: 0o40777 }, `${folder}/odd`);
      store.put({ mode: 0o100666, contents: view }, `${folder}/hidden.save`);
      store.put(
        { timestamp: new Date(Number.NaN), mode: 0o100666, contents: view },
        `${folder}/timeless.save`,
      );
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      request.result.close();
      const game = new html5.Game(folder);
      const { bytes: read } = await game.read("view.save");
      await game.write("odd/x.save", bytes("x"));
      const hidden = [await codeOf(game.read("hidden.save")), await codeOf(game.read("timeless.save"))];
      await game.write("timeless.save", bytes("y"));
      return {
        text: textOf(read),
        buffer: read.buffer.byteLength,
        hidden,
        paths: (await game.list()).map(({ path }) => path),
      };
    }, project);
    expect(seen).toEqual({
      text: "3456",
      buffer: 4,
      hidden: ["missing", "missing"],
      paths: ["odd/x.save", "saves/slot1.save", "timeless.save", "view.save"],
    });
    expect(await seenByGame()).toMatchObject({ [`${project}/odd/x.save`]: "x" });
  });

  test("reports what the game creates, changes and deletes", async () => {
    await startGame({ [slot]: "one" });
    await page.evaluate((folder) => {
      const end = new AbortController();
      const changes = new html5.Game(folder).watch({ interval: 10, signal: end.signal });
      Object.assign(window, { end, next: () => changes.next() });
    }, project);
    const next = () =>
      page.evaluate(async () => {
        const { next } = window as never as { next(): Promise<IteratorResult<Html5.UserFileChange, void>> };
        const { value } = await next();
        return value && [value.kind, value.path, value.size];
      });
    // The first look happens at the first call, so the file is written again until it is seen.
    const first = next();
    let done = false;
    void first.then(() => {
      done = true;
    });
    while (!done) await gameWrites(game, { [slot]: "longer" });
    expect(await first).toEqual(["changed", "saves/slot1.save", 6]);
    await gameWrites(game, { [`${project}/b.save`]: "b", [slot]: null });
    const rest: Awaited<ReturnType<typeof next>>[] = [];
    while (!rest.some((one) => one?.[0] === "created")) rest.push(await next());
    while (!rest.some((one) => one?.[0] === "deleted")) rest.push(await next());
    expect(rest).toContainEqual(["deleted", "saves/slot1.save", 6]);
    expect(rest).toContainEqual(["created", "b.save", 1]);
    const end = next();
    await page.evaluate(() => (window as never as { end: AbortController }).end.abort());
    expect(await end).toBeUndefined();
  });
});
