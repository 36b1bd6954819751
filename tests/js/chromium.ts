// The browser for tests.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const folders = (process.env.PATH ?? "").split(delimiter);
const executablePath = names
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find((path) => existsSync(path));

/** True when a browser is installed. */
export const hasBrowser = executablePath !== undefined;

/** Timeout for browser actions in milliseconds. Generous, because a slow machine is not an error. */
export const patience = 120_000;

export async function launchBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic"];
  return chromium.launch({ executablePath: executablePath as string, args, timeout: patience });
}
