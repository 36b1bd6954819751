// Firefox and WebKit as Debian ships them, which Playwright does not drive. Both understand WebDriver: Firefox through Marionette, its own
// socket, WebKit through WebKitWebDriver.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { found, patience } from "../js/chromium.js";

/** A browser that is driven; `send` takes the name of a command in Marionette and in HTTP. */
export interface Driven {
  readonly version: string;
  send(marionette: string, http: string, given: object): Promise<unknown>;
  end(): Promise<void>;
}

/** What a browser says when a session begins. */
interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

/** Asks until there is an answer other than undefined and false. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
): Promise<Exclude<T, undefined | false>> {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (performance.now() - start > patience) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ends processes in their order, and removes a folder that they used. */
async function endAll(processes: readonly ChildProcess[], folder: string): Promise<void> {
  for (const process of processes) {
    if (process.exitCode !== null || process.signalCode !== null) continue;
    const ended = new Promise((resolve) => process.once("exit", resolve));
    process.kill();
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

const firefox = found(["firefox", "firefox-esr"]);

const preferences: Readonly<Record<string, unknown>> = {
  "marionette.port": 0,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
};

async function startFirefox(): Promise<Driven> {
  const folder = mkdtempSync(join(tmpdir(), "godot-variant-firefox-"));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(folder, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--marionette", "--profile", folder, "about:blank"];
  const process = spawn(firefox as string, args, {
    stdio: "ignore",
    env: { ...globalThis.process.env, HOME: folder },
  });
  const port = await until("Marionette", () => {
    const file = join(folder, "MarionetteActivePort");
    return existsSync(file) && (Number(readFileSync(file, "utf8")) || undefined);
  });
  const socket = connect(port, "127.0.0.1");
  const answers = new Map<number, (answer: [error: { message: string } | null, result: object]) => void>();
  let received = Buffer.alloc(0);
  // Each message is its length in digits, a colon and JSON.
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.toString("latin1", 0, Math.max(0, colon)));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.toString("utf8", colon + 1, end));
      received = received.subarray(end);
      if (Array.isArray(message)) answers.get(message[1])?.([message[2], message[3]]);
    }
  });
  const send = (name: string, _http: string, given: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = answers.size;
      answers.set(id, ([error, result]) => {
        if (error) reject(new Error(`${name}: ${error.message}`));
        else resolve("value" in result ? result.value : result);
      });
      const text = JSON.stringify([0, id, name, given]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  const { capabilities } = (await send("WebDriver:NewSession", "", {})) as Session;
  return {
    version: capabilities.browserVersion,
    send,
    async end() {
      socket.destroy();
      await endAll([process], folder);
    },
  };
}

const webKitDriver = found(["WebKitWebDriver"]);
const display = found(["Xvfb"]);
const libraries = "/usr/lib";

/** The small browser that comes with WebKit. */
const miniBrowser = () =>
  readdirSync(libraries)
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((name) =>
      readdirSync(join(libraries, name)).map((inner) => join(libraries, name, inner, "MiniBrowser")),
    )
    .find((path) => /webkit2gtk-4/.test(path) && existsSync(path));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startWebKit(): Promise<Driven> {
  const folder = mkdtempSync(join(tmpdir(), "godot-variant-webkit-"));
  const screen = spawn(
    display as string,
    ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const number = await new Promise<string>((resolve) =>
    screen.stdio[3]?.once("data", (data) => resolve(String(data).trim())),
  );
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${number}`,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
  };
  const driver = spawn(webKitDriver as string, [`--port=${port}`], { stdio: "ignore", env });
  const address = `http://127.0.0.1:${port}/session`;
  const post = async (path: string, given: object) => {
    const answer = await fetch(address + path, { method: "POST", body: JSON.stringify(given) });
    const { value } = (await answer.json()) as { value: Session & { error?: string; message?: string } };
    if (value?.error !== undefined) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  const options = { binary: miniBrowser(), args: ["--automation"] };
  const wanted = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  await until("WebKitWebDriver", () =>
    fetch(address.replace("session", "status")).then(
      () => true,
      () => false,
    ),
  );
  const { sessionId, capabilities } = await post("", { capabilities: wanted });
  return {
    version: capabilities.browserVersion,
    send: (_marionette, http, given) => post(`/${sessionId}/${http}`, given),
    async end() {
      await fetch(`${address}/${sessionId}`, { method: "DELETE" });
      await endAll([driver, screen], folder);
    },
  };
}

/** The browsers, and what is missing to start them. */
export const otherBrowsers = [
  {
    name: "Firefox",
    missing: firefox === undefined ? "Firefox is not installed" : undefined,
    start: startFirefox,
  },
  {
    name: "WebKit",
    missing:
      webKitDriver === undefined || display === undefined
        ? "WebKit is not installed (webkit2gtk-driver and xvfb of Debian)"
        : undefined,
    start: startWebKit,
  },
] as const;
