// Compiles programs against the built declarations, which are checked too, with old and new versions of TypeScript.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examplesIn } from "../examples.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "godot-variant-types-"));

const shared = { target: "es2022", lib: ["es2022", "dom"], types: [], strict: true, noEmit: true };
const node16 = { ...shared, module: "node16", moduleResolution: "node16" };

/** The errors of a compiler; empty if the program is right. */
function errorsOf(compiler: string, files: string[], compilerOptions: object): string {
  const project = join(folder, "tsconfig.json");
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  try {
    const program = join(root, "node_modules", compiler, "bin/tsc");
    return execFileSync(process.execPath, [program, "-p", project], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

beforeAll(() => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/godot-variant"), "dir");
  symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"), "dir");
  for (const name of ["results.mts", "results.ts"])
    copyFileSync(join(root, "tests/types/results.mts"), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The entries that have declarations. */
const entries = ["", "/slim", "/html5", "/batch", "/resources", "/texts"];
const allEntries = `${entries.map((entry, i) => `import * as entry${i} from "godot-variant${entry}";`).join("\n")}
export const all = [${entries.map((_, i) => `entry${i}`)}];`;

const common = `import { decode, encode } from "godot-variant";
import { init } from "godot-variant/slim";
const value: number = decode<number>(encode(1));
// @ts-expect-error a Variant is not a number
const other: number = decode(encode(1));
export { init, other, value };`;

/** 5.0 is the oldest that works; from 5.7 on, Uint8Array takes a type argument. */
describe.each(["typescript-5.0", "typescript-5.4", "typescript"])("with %s", (compiler) => {
  test("results and options have their types, in ES modules and in CommonJS", () => {
    writeFileSync(join(folder, "common.cts"), common);
    expect(errorsOf(compiler, ["results.mts", "common.cts"], node16)).toBe("");
  });

  test("every entry has declarations that it reads", () => {
    writeFileSync(join(folder, "all.mts"), allEntries);
    expect(errorsOf(compiler, ["all.mts"], node16)).toBe("");
  });

  test("and for bundlers", () => {
    const options = { ...shared, module: "esnext", moduleResolution: "bundler" };
    expect(errorsOf(compiler, ["results.ts"], options)).toBe("");
  });

  test("the examples of README.md and docs/GUIDE.md compile under strict", () => {
    const texts = ["README.md", "docs/GUIDE.md"].map((name) => readFileSync(join(root, name), "utf8"));
    const names = texts
      .flatMap((text) => examplesIn(text, "js", "ts"))
      .map((example, i) => {
        writeFileSync(join(folder, `example-${i}.mts`), example);
        return `example-${i}.mts`;
      });
    expect(names.length).toBeGreaterThan(8);
    // The types of Node are those of the newest TypeScript.
    expect(errorsOf(compiler, names, { ...node16, types: ["node"], skipLibCheck: true })).toBe("");
  });
});

test("the declarations need no types of the DOM beside those of Node", () => {
  const program = `import { readFileSync } from "node:fs";
import { init } from "godot-variant/slim";
${allEntries}
export const ready = init(readFileSync("godot_variant.wasm"));`;
  writeFileSync(join(folder, "node.mts"), program);
  const options = {
    ...shared,
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2022"],
    types: ["node"],
  };
  expect(errorsOf("typescript", ["node.mts"], options)).toBe("");
});
