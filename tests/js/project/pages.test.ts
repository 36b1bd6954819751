// Runs every program on the pages of docs/ that begin a topic, and raises every error that docs/ERRORS.md shows.
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as library from "../../../js/index.js";
import { errorSentences } from "../../../js/table/table.gen.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = (path: string) => readFileSync(join(root, "docs", path), "utf8");
const folder = mkdtempSync(join(tmpdir(), "godot-variant-pages-"));

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/godot-variant"), "dir");
  cpSync(join(root, "tests/fixtures/saves/godot-4.6.3.bin"), join(folder, "save.bin"));
  cpSync(join(root, "tests/fixtures/containers/4.6.3/gdec_pass.bin"), join(folder, "user.save"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code blocks of a page that begin with this line, each with the block of text after it, if one follows at once. */
function blocks(text: string, info: string): { code: string; output: string | undefined }[] {
  const fence = new RegExp(`^\`\`\`${info}\n(.*?)^\`\`\`\n(?:\n\`\`\`text\n(.*?)^\`\`\`)?`, "gms");
  return Array.from(text.matchAll(fence), ([, code = "", output]) => ({ code, output }));
}

/** What the comments after console.log say, in the order of the program. */
const promised = (code: string) =>
  Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)/g), ([, line]) => `${line}\n`).join("");

const programs = ["start/backend.md", "start/viewer.md", "MIGRATION.md"].flatMap((path) =>
  blocks(page(path), "js").map((block, index) => ({ ...block, name: `${path}, program ${index + 1}` })),
);

describe("a program prints what the page says", () => {
  test.each(programs)("$name", ({ code, output = promised(code) }) => {
    writeFileSync(join(folder, "program.mjs"), code);
    const printed = execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
    if (output !== "") expect(printed).toBe(output);
  });
});

test("the program of BATCH.md converts a folder, and names what it cannot read", () => {
  const [{ code } = { code: "" }] = blocks(page("BATCH.md"), "js");
  mkdirSync(join(folder, "saves"));
  cpSync(join(root, "tests/fixtures/saves/godot-3.6.bin"), join(folder, "saves/old.save"));
  writeFileSync(join(folder, "saves/note.save"), "no save");
  writeFileSync(join(folder, "program.mjs"), code);
  const { stderr } = spawnSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
  expect(stderr).toMatch(/^\S*note\.save bad-container\n$/);
  const [name = ""] = readdirSync(join(folder, "new"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("old.save"),
  );
  const converted = readFileSync(join(folder, "new", name));
  expect(library.decode(converted, { dialect: "godot-4" })).toMatchObject({ player: { name: "Mira" } });
});

test.each(blocks(page("start/cpp.md"), "cpp").map(({ code }) => code))("C++ compiles: %#", (code) => {
  writeFileSync(join(folder, "program.cpp"), code);
  const flags = [
    "-std=c++20",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsyntax-only",
    `-I${join(root, "cpp/include")}`,
  ];
  execFileSync("g++", [...flags, "program.cpp"], { cwd: folder });
});

describe("docs/ERRORS.md", () => {
  const sections = page("ERRORS.md").split(/^### /m).slice(1);
  const described = new Map(sections.map((text) => [/^`([^`]+)`/.exec(text)?.[1] ?? "", text]));

  test("describes every code", () => {
    expect([...described.keys()].sort()).toEqual(Object.keys(errorSentences).sort());
    for (const [code, sentence] of Object.entries(errorSentences))
      expect(described.get(code)).toContain(`\n\n${sentence}\n\n- **`);
  });

  const examples = [...described].flatMap(([code, text]) =>
    blocks(text, "js raises").map((block) => ({ code, program: block.code })),
  );
  test("has examples", () => expect(examples.length).toBeGreaterThan(25));

  test.each(examples)("shows how $code is raised", async ({ code, program }) => {
    const names = Object.keys(library).join(", ");
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
    const run = new AsyncFunction("library", `const { ${names} } = library;\n${program}`);
    await expect(run(library)).rejects.toMatchObject({ code });
  });
});
