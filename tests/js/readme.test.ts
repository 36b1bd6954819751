// The examples of the README, run as they stand against the built package, and its tables against the generated ones.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  defaultLimits,
  dialectDescriptions,
  dialectNumbers,
  errorSentences,
  lossSentences,
  typeNames,
  warningSentences,
} from "../../js/table/table.gen.js";
import { hasBrowser, launchBrowser, patience } from "./chromium.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const guide = readFileSync(join(root, "docs/GUIDE.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "godot-variant-readme-"));
const printed = "Mira stands at Vector2(318.25, -96.5)";

const examples = (language: string) =>
  Array.from(
    readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")),
    ([, text]) => text as string,
  );

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8" });

function runNode(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return run(process.execPath, name);
}

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/godot-variant"), "dir");
  cpSync(join(root, "tests/fixtures/saves/godot-4.6.3.bin"), join(folder, "save.bin"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the examples", () => {
  test("Node: reads a save, changes one number and nothing else", () => {
    const before = readFileSync(join(folder, "save.bin"));
    expect(runNode("first.mjs", examples("js")[0] ?? "")).toBe(`${printed}\n`);
    expect(readme).toContain(printed);
    const after = readFileSync(join(folder, "save.bin"));
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
    expect(run(process.execPath, join(root, "dist/cli.js"), "save.bin")).toContain('"hp": float 100.0');
    writeFileSync(join(folder, "save.bin"), before);
  });

  test("save files: prints what the comment says, and writes the file again", () => {
    cpSync(join(root, "tests/fixtures/containers/4.6.3/gdec_pass.bin"), join(folder, "user.save"));
    const example = examples("js")[1] ?? "";
    const comment = /console\.log\(.*\); \/\/ (.*)/.exec(example)?.[1];
    expect(runNode("files.mjs", example)).toBe(`${comment}\n`);
    expect(runNode("files.mjs", example.replace(/console.*/, "console.log(file.values[0].hp)"))).toBe(
      "100\n",
    );
  });

  test("errors: prints what the comment says", () => {
    const example = examples("js")[2] ?? "";
    const comment = /console\.log\(.*\); \/\/ (.*)/.exec(example)?.[1];
    expect(runNode("errors.mjs", example)).toBe(`${comment}\n`);
  });

  test("the command line: every line runs", () => {
    const shell = examples("sh").find((text) => text.includes("npx godot-variant")) ?? "";
    const commands = shell
      .trim()
      .split("\n")
      .map((line) => line.replace(/#.*/, "").trim().split(/ +/).slice(2));
    cpSync(join(root, "tests/fixtures/saves/godot-3.6.bin"), join(folder, "old.bin"));
    const original = readFileSync(join(folder, "save.bin"));
    expect(commands.length).toBeGreaterThan(5);
    writeFileSync(join(folder, "broken.bin"), original.subarray(0, 1000));
    for (const args of commands) {
      if (args[0] === "diff" || args[0] === "recover") {
        // Something is different, and something is lost.
        const { status } = spawnSync(process.execPath, [join(root, "dist/cli.js"), ...args], { cwd: folder });
        expect(status).toBe(1);
        continue;
      }
      const output = run(process.execPath, join(root, "dist/cli.js"), ...args);
      if (args.includes("exact") && args[0] === "decode") writeFileSync(join(folder, "save.json"), output);
    }
    expect(readFileSync(join(folder, "save.bin"))).toEqual(original);
  });

  test("C++: compiles", () => {
    writeFileSync(join(folder, "example.cpp"), examples("cpp")[0] ?? "");
    run(
      "g++",
      "-std=c++20",
      "-Wall",
      "-Wextra",
      "-Werror",
      "-fsyntax-only",
      `-I${join(root, "cpp/include")}`,
      "example.cpp",
    );
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

test.skipIf(!hasBrowser)("the example for browsers shows the save", async () => {
  writeFileSync(join(folder, "page.html"), examples("html")[0] ?? "");
  const server = await serve();
  const browser = await launchBrowser();
  try {
    const { port } = server.address() as AddressInfo;
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/page.html`, { timeout: patience });
    await page.locator("#out", { hasText: printed }).waitFor({ timeout: patience });
    expect(await page.locator("#out").innerText()).toBe(printed);
  } finally {
    await browser.close();
    server.close();
  }
});

/** The first column of the table after a heading, without its backticks. */
function firstColumn(text: string, heading: string): string[] {
  const section = text.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#/m)[0] ?? "";
  return Array.from(section.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name as string);
}

describe("the tables", () => {
  test("name every dialect and what it is", () => {
    expect(firstColumn(readme, "Dialects")).toEqual(dialectDescriptions.map(({ name }) => name));
    for (const { name, about } of dialectDescriptions) {
      const row = readme
        .split("\n")
        .find((line) => line.startsWith(`| \`${name}\``))
        ?.replaceAll("`", "");
      expect(row).toContain(about);
    }
    for (const alias of Object.keys(dialectNumbers)) expect(readme).toContain(`\`${alias}\``);
  });

  test("name every type", () => {
    const values = readme.split("## Values")[1]?.split("\n## ")[0] ?? "";
    const ranges = ["Vector2i", "Vector3", "Vector3i", "Vector4"];
    for (const name of typeNames) if (!ranges.includes(name)) expect(values).toContain(name);
  });

  test("name every error, warning and loss, and what it means", () => {
    expect(firstColumn(guide, "Error codes")).toEqual(Object.keys(errorSentences));
    expect(firstColumn(guide, "Warnings")).toEqual(Object.keys(warningSentences));
    expect(firstColumn(guide, "Converting")).toEqual(Object.keys(lossSentences));
    const sentences = Object.entries({ ...errorSentences, ...lossSentences });
    for (const [code, sentence] of sentences) expect(guide).toContain(`| \`${code}\` | ${sentence} |`);
  });

  test("give the limits", () => {
    const text = readme.replaceAll(/(?<=\d) (?=\d)/g, "");
    for (const [name, value] of Object.entries(defaultLimits))
      expect(text).toMatch(new RegExp(`\`${name}\`\\s+\\(${value}`));
  });
});
