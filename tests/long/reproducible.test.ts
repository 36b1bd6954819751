// The WebAssembly module depends on the sources alone: not on the folder, the time, or the order of compilation.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../js/command-line.js";

const folder = mkdtempSync(join(tmpdir(), "godot-variant-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a copy of the sources; returns the module and its script. */
function build(name: string, ...options: string[]): Buffer[] {
  const copy = join(folder, name);
  mkdirSync(copy, { recursive: true });
  for (const part of ["CMakeLists.txt", "CMakePresets.json", "package.json", "cpp"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  // As scripts/wasm.mjs does for Debian's Emscripten.
  const nodePath = existsSync("/usr/share/nodejs") ? { NODE_PATH: "/usr/share/nodejs" } : {};
  const env = { ...process.env, ...nodePath, CMAKE_CXX_COMPILER_LAUNCHER: "", CCACHE_DISABLE: "1" };
  const run = (program: string, args: string[]) =>
    execFileSync(program, args, { cwd: copy, env, stdio: "pipe" });
  run("emcmake", ["cmake", "--preset", "wasm", "-B", "out"]);
  run("cmake", ["--build", "out", ...options]);
  return ["godot_variant.wasm", "godot_variant.js"].map((file) => readFileSync(join(copy, "out", file)));
}

test("two builds in two folders give the same bytes", () => {
  const one = build("one");
  const other = build("a folder/with a longer name", "--parallel", "1");
  for (const [index, bytes] of one.entries()) {
    expect(other[index]?.equals(bytes)).toBe(true);
    expect(bytes.includes(folder)).toBe(false);
  }
  // And those that the package has.
  expect(readFileSync(join(root, "dist/godot_variant.wasm")).equals(one[0] as Buffer)).toBe(true);
});
