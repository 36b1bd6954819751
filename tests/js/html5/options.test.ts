// Options of Game that do not exist are errors before anything is read or written.
import { expect, test } from "vitest";
import { Backup, Game } from "../../../js/html5.js";

const game = new Game("/userfs/godot/app_userdata/My Game");
const backup = new Backup({ origin: "", database: "/userfs", folder: "/userfs", files: [] });

test.each<[string, (options: never) => Promise<unknown>]>([
  ["write", (options) => game.write("slot1.save", new Uint8Array(4), options)],
  ["remove", (options) => game.remove("slot1.save", options)],
  ["import", (options) => game.import(backup, options)],
])("%s refuses options of other names and values", async (_, call) => {
  const replace = { replace: { path: "slot1.save", size: 4, modified: new Date(0) } };
  await expect(call(replace as never)).rejects.toThrow(new TypeError("There is no option replace."));
  await expect(call({ ifRunning: "warm" } as never)).rejects.toThrow(
    new TypeError("The option ifRunning must be one of refuse, wait, warn, not warm."),
  );
});
