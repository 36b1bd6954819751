// A browser that shows a page and says what became of it; nothing but the program itself is needed.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where Chromium is; undefined where there is none. */
export function chromiumPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Gives the HTML of a page after its scripts have run; undefined where there is no Chromium. */
export function findChromium(): ((url: string) => Promise<string>) | undefined {
  const program = chromiumPath();
  if (program === undefined) return undefined;
  return async (url) => {
    const profile = mkdtempSync(join(tmpdir(), "godot-variant-browser-"));
    try {
      const flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        `--user-data-dir=${profile}`,
      ];
      const options = { timeout: 50_000, maxBuffer: 1 << 24 };
      const { stdout } = await promisify(execFile)(
        program,
        [...flags, "--virtual-time-budget=20000", "--dump-dom", url],
        options,
      );
      return stdout;
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}
