// The WebAssembly module depends on the sources alone: not on the folder, the time, or the order of compilation.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../js/command-line.js";

const wasmDir = process.env.GODOT_VARIANT_WASM_DIR ?? "build/wasm";

const folder = mkdtempSync(join(tmpdir(), "godot-variant-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a build in another folder gives the bytes of the package", () => {
  const copy = join(folder, "a folder/with a longer name");
  mkdirSync(copy, { recursive: true });
  for (const part of ["CMakeLists.txt", "CMakePresets.json", "package.json", "cpp"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  // As scripts/wasm.mjs does for Debian's Emscripten.
  const nodePath = existsSync("/usr/share/nodejs") ? { NODE_PATH: "/usr/share/nodejs" } : {};
  const env = { ...process.env, ...nodePath, CMAKE_CXX_COMPILER_LAUNCHER: "", CCACHE_DISABLE: "1" };
  const run = (program: string, args: string[]) =>
    execFileSync(program, args, { cwd: copy, env, stdio: "pipe" });
  run("emcmake", ["cmake", "--preset", "wasm", "-B", "out"]);
  run("cmake", ["--build", "out", "--parallel", "1"]);
  for (const name of ["godot_variant.wasm", "godot_variant.js"]) {
    const bytes = readFileSync(join(copy, "out", name));
    expect(bytes.equals(readFileSync(join(root, wasmDir, name)))).toBe(true);
    expect(bytes.includes(folder)).toBe(false);
  }
});
