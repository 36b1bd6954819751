// The browser for tests.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const whole = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** The same browser without windows, which opens a page in half of the time. */
const shell = ["chromium-headless-shell"];

const folders = (process.env.PATH ?? "").split(delimiter);
export const found = (names: readonly string[]) =>
  names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));

/** True when a browser is installed. */
export const hasBrowser = found([...shell, ...whole]) !== undefined;

/** Timeout for browser actions in milliseconds. Generous, because a slow machine is not an error. */
export const patience = 120_000;

/** Starts the quickest browser or, if `isWhole`, one with all its parts where it is installed. */
export async function launchBrowser(isWhole = false): Promise<Browser> {
  const executablePath = found(isWhole ? [...whole, ...shell] : [...shell, ...whole]) as string;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic"];
  return chromium.launch({ executablePath, args, timeout: patience });
}
