// Runs the examples of README.md and docs/GUIDE.md against the built package, and compares the tables there with the
// generated ones.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as api from "../../../js/index.js";
import {
  defaultLimits,
  errorSentences,
  lossSentences,
  typeNames,
  warningSentences,
} from "../../../js/table/table.gen.js";
import { hasBrowser, launchBrowser, patience } from "../chromium.js";
import { examplesIn as examples, withoutTypes } from "../examples.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const guide = readFileSync(join(root, "docs/GUIDE.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "godot-variant-readme-"));
const printed = "Mira stands at Vector2(318.25, -96.5)";

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8" });

function runNode(name: string, text: string): string {
  writeFileSync(join(folder, name), withoutTypes(text));
  return run(process.execPath, name);
}

const fixture = (path: string, name: string) =>
  cpSync(join(root, "tests/fixtures", path), join(folder, name));
const written = (name: string) => readFileSync(join(folder, name));

beforeAll(async () => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/godot-variant"), "dir");
  fixture("saves/godot-4.6.3.bin", "save.bin");
  fixture("saves/godot-3.6.bin", "old.bin");
  fixture("containers/4.6.3/gdec_pass.bin", "user.save");
  writeFileSync(join(folder, "frames.bin"), api.encodeFrames([1, null, { a: "b" }]));
  const layers = [{ container: "gdec", engine: 4 }] as const;
  const config = new TextEncoder().encode("[video]\n\nscale=1.0 ; of the window\n");
  writeFileSync(join(folder, "settings.cfg"), await api.wrap(config, layers, { password: "hunter2" }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the example of `view` leaves to the reader. */
const aroundView = `#include <godot_variant/view.h>
void heal(std::int64_t health);
void draw(std::optional<godot_variant::ViewedNumbers<float>> heights);
void greet(std::optional<godot_variant::View> name);
int show(godot_variant::Bytes bytes) {
`;

describe("the examples of the README", () => {
  test("Node: reads a save, changes one number and nothing else", () => {
    const before = written("save.bin");
    expect(runNode("first.mjs", examples(readme, "ts")[0] ?? "")).toBe(`${printed}\n`);
    expect(readme).toContain(printed);
    const after = written("save.bin");
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
    expect(run(process.execPath, join(root, "dist/cli.js"), "save.bin")).toContain('"hp": float 100.0');
    writeFileSync(join(folder, "save.bin"), before);
  });

  const [whole = "", part = ""] = examples(readme, "cpp");
  test.each([
    ["decode", whole],
    ["view", `${aroundView}${part}return 0;\n}`],
  ])("C++: %s compiles", (name, text) => {
    writeFileSync(join(folder, `${name}.cpp`), text);
    const warnings = ["-Wall", "-Wextra", "-Werror"];
    run("g++", "-std=c++20", ...warnings, "-fsyntax-only", `-I${join(root, "cpp/include")}`, `${name}.cpp`);
  });
});

describe("the examples of the guide", () => {
  const programs = examples(guide, "js", "ts");
  const program = (word: string) => programs.find((text) => text.includes(word)) ?? "";
  /** The output that the comment after a console.log states. */
  const promised = (text: string) => /console\.log\(.*\); \/\/ (.*)/.exec(text)?.[1];

  test("are all run", () => expect(programs).toHaveLength(11));

  test("messages: prints what the comment says", () => {
    const example = program("{ encodeInto }");
    expect(runNode("messages.mjs", example)).toBe(`${promised(example)}\n`);
  });

  test("losses: prints what the comment says", () => {
    const example = program("onLoss");
    expect(runNode("losses.mjs", example)).toBe(`${promised(example)}\n`);
  });

  test("save files: prints what the comment says, and writes the file again", () => {
    const example = program("{ load, save }");
    expect(runNode("files.mjs", example)).toBe(`${promised(example)}\n`);
    expect(runNode("files.mjs", example.replace(/console.*/, "console.log(file.values[0].hp)"))).toBe(
      "100\n",
    );
  });

  test("errors: prints what the comment says", () => {
    const example = program("VariantError");
    expect(runNode("errors.mjs", example)).toBe(`${promised(example)}\n`);
  });

  test("documents: changes the number and undoes the other edit", () => {
    const before = written("save.bin");
    expect(runNode("document.mjs", program("{ open }"))).toContain("318.25");
    const command = join(root, "dist/cli.js");
    expect(run(process.execPath, command, "get", "player.hp", "save.bin").trim()).toBe("50.0");
    expect(written("save.bin")).toHaveLength(before.length);
    writeFileSync(join(folder, "save.bin"), before);
  });

  test("streams: print every value, and write frames with big-endian lengths", () => {
    const values = "1\nnull\n{ a: 'b' }\n";
    expect(runNode("stream.mjs", program("any AsyncIterable"))).toBe(values);
    expect(runNode("duplex.mjs", program("Duplex"))).toBe(values);
    runNode("pipeline.mjs", program("pipeline("));
    expect(written("big-endian.bin")).toEqual(
      Buffer.from(api.encodeFrames([1, null, { a: "b" }], { framing: "store_var_big_endian" })),
    );
  });

  test("JSON: edits the first line, and keeps the others", () => {
    const before = readFileSync(join(root, "tests/fixtures/json/godot-4.6.3/lines.save"), "utf8");
    writeFileSync(join(folder, "savegame.save"), before);
    runNode("lines.mjs", program("readSavedText"));
    expect(written("savegame.save").toString()).toBe(before.replace('"level":14', '"level":15'));
  });

  test("resource files: edits the main resource and another one", async () => {
    const before = readFileSync(join(root, "tests/fixtures/resources/godot-4.6.3/save.res"));
    writeFileSync(join(folder, "save.res"), before);
    expect(runNode("resources.mjs", program("readResource"))).toContain("SaveGame [");
    const after = written("save.res");
    expect(after).toHaveLength(before.length);
    expect([...after.keys()].filter((at) => after[at] !== before[at])).toHaveLength(2);
  });

  test("ConfigFile: writes an encrypted file that reads back, with the float kept", () => {
    const example = program("ConfigFile");
    runNode("config.mjs", example);
    const shown = example.replace(/config\.set.*\n.*/, "console.log(config.toString())");
    expect(runNode("config.mjs", shown)).toBe("[video]\n\nscale=2.0 ; of the window\n\n");
  });
});

describe.each(["README.md", "docs/GUIDE.md"])("the command line in %s", (name) => {
  const text = readFileSync(join(root, name), "utf8");
  const shell = examples(text, "sh").find((block) => block.includes("npx godot-variant")) ?? "";
  const commands = shell
    .trim()
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim().split(/ +/).slice(2));

  test("runs, every line of it", () => {
    const original = written("save.bin");
    expect(commands.length).toBeGreaterThan(3);
    writeFileSync(join(folder, "broken.bin"), original.subarray(0, 1000));
    for (const args of commands) {
      if (args[0] === "diff" || args[0] === "recover") {
        // There are differences, and there are losses.
        const { status } = spawnSync(process.execPath, [join(root, "dist/cli.js"), ...args], { cwd: folder });
        expect(status).toBe(1);
        continue;
      }
      const output = run(process.execPath, join(root, "dist/cli.js"), ...args);
      if (args.includes("exact") && args[0] === "decode") writeFileSync(join(folder, "save.json"), output);
    }
    expect(written("save.bin")).toEqual(original);
  });
});

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

async function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    try {
      const path = join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
      const content = readFileSync(path);
      response
        .writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

describe.skipIf(!hasBrowser)("a page", () => {
  let server: Server;
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  beforeAll(async () => {
    [server, browser] = [await serve(), await launchBrowser()];
  }, patience);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function opened(text: string) {
    writeFileSync(join(folder, "page.html"), examples(text, "html")[0] ?? "");
    const page = await browser.newPage();
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/page.html`, { timeout: patience });
    return page;
  }

  test("of the README shows the save", async () => {
    const page = await opened(readme);
    await page.locator("#out", { hasText: printed }).waitFor({ timeout: patience });
    expect(await page.locator("#out").innerText()).toBe(printed);
  });

  test("of docs/start/viewer.md shows the save that is chosen", async () => {
    const page = await opened(readFileSync(join(root, "docs/start/viewer.md"), "utf8"));
    await page.locator("#file").setInputFiles(join(folder, "save.bin"));
    await page.locator("#out", { hasText: '"name": "Mira"' }).waitFor({ timeout: patience });
  });

  test("of docs/start/html5.md changes the save of a game on its origin", async () => {
    const page = await opened(readFileSync(join(root, "docs/start/html5.md"), "utf8"));
    await page.evaluate(
      (save) =>
        new Promise<void>((done) => {
          const request = indexedDB.open("/userfs", 21);
          request.onupgradeneeded = () => {
            const store = request.result.createObjectStore("FILE_DATA");
            store.createIndex("timestamp", "timestamp", { unique: false });
            const contents = Int8Array.from(save);
            store.put({ timestamp: new Date(0), mode: 0o100666, contents }, "/userfs/slot1.save");
          };
          request.onsuccess = () => {
            request.result.close();
            done();
          };
        }),
      [...api.encode({ gold: 5 })],
    );
    await page.locator("#gold").click();
    await page.locator("#out", { hasText: /\w/ }).waitFor({ timeout: patience });
    expect(await page.locator("#out").innerText()).toMatch(/reload/i);
  });
});

/** The first column of the table after a heading, without its backticks. */
function firstColumn(text: string, heading: string): string[] {
  const section = text.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#/m)[0] ?? "";
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name as string);
}

describe("the tables of the guide", () => {
  test("name every type", () => {
    const types = guide.split("## Types")[1]?.split("\n## ")[0] ?? "";
    for (const name of typeNames) expect(types).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test("name every error, warning and loss, with its meaning", () => {
    expect(firstColumn(guide, "Error codes")).toEqual(Object.keys(errorSentences));
    expect(firstColumn(guide, "Warnings")).toEqual(Object.keys(warningSentences));
    expect(firstColumn(guide, "Convert between engines")).toEqual(Object.keys(lossSentences));
  });

  test("name every function", () => {
    const functions = guide.split("## All functions")[1] as string;
    const names = Object.entries(api).filter(
      ([name, value]) => typeof value === "function" && /^[a-z]/.test(name),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(
      names.map(([name]) => name).filter((name) => !new RegExp(`\\b${name}\\(`).test(functions)),
    ).toEqual([]);
  });

  test("list the limits", () => {
    const text = guide.replaceAll(/(?<=\d) (?=\d)/g, "");
    for (const [name, value] of Object.entries(defaultLimits))
      expect(text).toMatch(new RegExp(`\`${name}\`\\s+\\(${value}`));
  });

  test("name every option", () => {
    const options = readFileSync(join(root, "js/base/options.ts"), "utf8");
    const body = /export interface Options \{(.*?)^\}/ms.exec(options)?.[1] ?? "";
    const names = Array.from(body.matchAll(/^ {2}(\w+)\?:/gm), ([, name]) => name as string);
    expect(names.length).toBeGreaterThan(15);
    const described = firstColumn(guide, "Options");
    expect(names.filter((name) => !described.includes(name) && name !== "onSkip")).toEqual([]);
  });

  describe("of the command line", () => {
    const help = (...args: string[]) => run(process.execPath, join(root, "dist/cli.js"), ...args, "--help");
    const commandsOf = (text: string) =>
      Array.from(
        (text.split("Commands:")[1] ?? "").matchAll(/^ {2}([a-z]+)/gm),
        ([, name]) => name as string,
      ).filter((name) => name !== "help");

    test("names every command", () => {
      const commands = commandsOf(help());
      expect(commands.length).toBeGreaterThan(12);
      const described = firstColumn(guide, "Commands").map((name) => name.split(" ")[0]);
      expect(commands.filter((name) => !described.includes(name))).toEqual([]);
    });

    test("names every option, and the commands that take it", () => {
      // completion and man read no files, and batch has a table of its own.
      const commands = commandsOf(help()).filter((name) => !/^(?:batch|completion|man)$/.test(name));
      const real: Record<string, string[]> = {};
      for (const command of commands)
        for (const [, option = ""] of help(command).matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)) {
          real[option] ??= [];
          real[option].push(command);
        }
      const described: Record<string, string[]> = {};
      for (const [, cell = "", of = ""] of guide.matchAll(/^\| (`-.*?`) \| ([a-z, ]+) \| /gm))
        for (const [option] of cell.matchAll(/--[\w-]+/g)) {
          const names = of.replace(/^all( but )?/, "").split(", ");
          const taking = of.startsWith("all") ? commands.filter((name) => !names.includes(name)) : names;
          described[option] = commands.filter((name) =>
            [...(described[option] ?? []), ...taking].includes(name),
          );
        }
      delete real["--help"];
      expect(described).toEqual(real);
    });
  });
});
