// The programs for browsers in docs/GUIDE.md and docs/start/html5.md, beside a game that uses the real IDBFS.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import type * as Html5 from "../../js/html5.js";
import { decode, decodeFrames, encode, encodeFrames, type Variant } from "../../js/index.js";
import { hasBrowser } from "../js/chromium.js";
import { page, played, useOrigin } from "./html5-pages.js";

declare const html5: typeof Html5;

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const text = (path: string) => readFileSync(source(path), "utf8");
const [useFiles = "", useBridge = ""] = Array.from(
  text("docs/GUIDE.md").matchAll(/^```[jt]s browser\n(.*?)^```/gms),
  ([, code = ""]) => code,
);
const [, startPage = ""] = /^```html\n(.*?)^```/ms.exec(text("docs/start/html5.md")) ?? [];

/** Runs a program as a module of the page, with the package under its name, up to its first `await`. */
async function run(program: string): Promise<void> {
  // Browsers run a module later than its tag is there, so the program itself tells when it ran.
  const contents = `setTimeout(() => { window.ran = true; });\n${program}`;
  const { outputFiles } = await build({
    stdin: { contents, loader: "ts", resolveDir: source("tests/web") },
    alias: { "godot-variant": source("js/index.ts"), "godot-variant/html5": source("js/html5.ts") },
    bundle: true,
    format: "esm",
    write: false,
  });
  await page.addScriptTag({ type: "module", content: outputFiles[0]?.text ?? "" });
  await page.waitForFunction(() => "ran" in window);
}

const folder = "/userfs/godot/app_userdata/My Game";
// Below 0x80 each, so that the game can write them as a text.
const saved = new TextDecoder().decode(encodeFrames([{ gold: 5, hp: 100 }]));

async function stored(): Promise<Variant | undefined> {
  const bytes = await page.evaluate(
    async (folder) => Array.from((await new html5.Game(folder).read("slot1.save")).bytes),
    folder,
  );
  return decodeFrames(Uint8Array.from(bytes))[0];
}

describe.skipIf(!hasBrowser)("the documents' programs for browsers", () => {
  useOrigin();

  test("the guide's edits a save of a game", async () => {
    await played({ [`${folder}/slot1.save`]: saved });
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await run(useFiles);
    await expect
      .poll(() => said)
      .toEqual([expect.stringContaining("My Game"), expect.stringMatching(/reload/)]);
    expect(await stored()).toEqual({ gold: 999, hp: 100 });
  });

  test("the first page's edits a save of a game", async () => {
    await played({ [`${folder}/slot1.save`]: saved });
    const script = /<script type="module">\n(.*?)<\/script>/s;
    const [, program = ""] = script.exec(startPage) ?? [];
    await page.evaluate(
      (html) => {
        document.body.innerHTML = html;
      },
      startPage.replace(script, ""),
    );
    await run(program);
    await page.getByRole("button", { name: "More gold" }).click();
    await page.getByText(/reload/).waitFor();
    expect(await stored()).toEqual({ gold: 999, hp: 100 });
  });

  test("the guide's talks to a running game", async () => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await run(useBridge);
    // The game's side, as the tests of page_bridge.gd prove it: an event comes, and a call is answered.
    const event = Buffer.from(encode([3, 0, "died", { by: "slime" }])).toString("base64");
    const answer = Buffer.from(encode([1, 1, "heal", 52])).toString("base64");
    const received = await page.evaluate(
      async ([event, answer]) => {
        // biome-ignore lint/suspicious/noExplicitAny: what the bridge shows to the game
        const { godotVariantBridge: bridge } = window as any;
        const messages: string[] = [];
        bridge.attach(() => messages.push(bridge.takeText()), 4);
        bridge.send(event);
        bridge.send(answer);
        return messages;
      },
      [event, answer] as const,
    );
    await expect.poll(() => said).toEqual(["killed by slime", "52"]);
    expect(received.map((one) => decode(Buffer.from(one, "base64")))).toEqual([
      [3, 0, "paused", false],
      [0, 1, "heal", [10]],
    ]);
  });
});
