// A "game" that keeps files as Godot's web exports do: Emscripten's own IDBFS, mounted and synchronized in the same order.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const folder = fileURLToPath(new URL("../../build/idbfs/", import.meta.url));
const script = `${folder}idbfs.js`;

/** Debian's Emscripten needs acorn, which only Debian's own Node finds by itself. */
const nodePath = existsSync("/usr/share/nodejs") ? { NODE_PATH: "/usr/share/nodejs" } : {};

/** Compiles the program once; returns the path of its script. */
export function compileIdbfs(): string {
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}empty.c`, "int main(void) { return 0; }\n");
  const settings = ["FORCE_FILESYSTEM", "MODULARIZE", "SINGLE_FILE"].map((name) => `-s${name}=1`);
  const names = ["-sEXPORTED_RUNTIME_METHODS=FS", "-sEXPORT_NAME=createGame", "-sENVIRONMENT=web"];
  execFileSync("emcc", ["empty.c", "-o", "idbfs.js", "-lidbfs.js", ...settings, ...names], {
    cwd: folder,
    env: { ...process.env, ...nodePath },
  });
  return script;
}

/** Starts the game in a page, as GodotFS.init does; returns the error of the first synchronization. */
export function boot(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: Emscripten's module
    const all = window as any;
    const { FS } = await all.createGame();
    all.FS = FS;
    FS.mkdirTree("/userfs");
    FS.mount(FS.filesystems.IDBFS, {}, "/userfs");
    const error = await new Promise((resolve) => FS.syncfs(true, resolve));
    return error ? String(error) : undefined;
  });
}

/** Writes files in the running game, and stores them. A null deletes. */
export function gameWrites(page: Page, files: Record<string, string | null>): Promise<void> {
  return page.evaluate(async (files) => {
    // biome-ignore lint/suspicious/noExplicitAny: Emscripten's module
    const { FS } = window as any;
    for (const [path, text] of Object.entries(files)) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      if (text === null) FS.unlink(path);
      else FS.writeFile(path, text);
    }
    const error = await new Promise((resolve) => FS.syncfs(false, resolve));
    if (error) throw error;
  }, files);
}

/** What the running game sees: `folder/` for folders, and the text of files. */
export function gameSees(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    // biome-ignore lint/suspicious/noExplicitAny: Emscripten's module
    const { FS } = window as any;
    const found: Record<string, string> = {};
    const look = (folder: string): void => {
      for (const name of FS.readdir(folder).sort()) {
        if (name === "." || name === "..") continue;
        const path = `${folder}/${name}`;
        const { mode } = FS.stat(path);
        if (FS.isDir(mode)) {
          found[`${path}/`] = mode.toString(8);
          look(path);
        } else found[path] = FS.readFile(path, { encoding: "utf8" });
      }
    };
    look("/userfs");
    return found;
  });
}
