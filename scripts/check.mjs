// npm run check: runs all checks that need not run the code. --format rewrites the files instead.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { checkLayers } from "./layers.mjs";
import { Failure, filesBelow, inRoot, isProgram, main, run, runForCode, say } from "./lib.mjs";
import { configure } from "./native.mjs";
import { checkApi } from "./public-api.mjs";
import { setup } from "./setup.mjs";

const isGenerated = (path) => /\.gen\.|\/generated\.h$/.test(path);
const isCpp = (path) => /\.(cpp|h)$/.test(path) && !isGenerated(path);
const cppFiles = () => [...filesBelow("cpp", isCpp), ...filesBelow("tests", isCpp)];
const nodeTool = (path, ...args) => runForCode(process.execPath, [inRoot("node_modules", path), ...args]);
const biome = (...args) => nodeTool("@biomejs/biome/bin/biome", ...args);

async function clangTidy() {
  await configure("native");
  const database = JSON.parse(readFileSync(inRoot("build/native/compile_commands.json"), "utf8"));
  const files = database.map((entry) => entry.file).filter((file) => file.startsWith(inRoot("cpp")));
  const worker = async (code) => {
    for (let file = files.pop(); file; file = files.pop()) {
      code |= await runForCode("clang-tidy", ["-p", "build/native", "--quiet", file], { quiet: true });
    }
    return code;
  };
  const codes = await Promise.all(Array.from({ length: availableParallelism() }, () => worker(0)));
  return Math.max(...codes);
}

/** Each check returns 0 when it finds nothing. The quick ones belong to npm test, the slow one to npm run test:long. */
const checks = {
  quick: {
    "generated files": () =>
      runForCode(process.execPath, ["cpp/spec/generate.mjs", "--check"], { quiet: true }),
    "order of folders": checkLayers,
    "clang-format": () => runForCode("clang-format", ["--dry-run", "-Werror", ...cppFiles()]),
    Biome: () => biome("check", "--error-on-warnings"),
    TypeScript: () => nodeTool("typescript/bin/tsc", "-p", "."),
    "TypeScript of the page": () => nodeTool("typescript/bin/tsc", "-p", "web-demo"),
    "public API": checkApi,
  },
  slow: { "clang-tidy": clangTidy },
};

/** Runs the checks of one kind and returns the names of those that failed. js/wasm/*.gen.* must exist. */
export async function runChecks(kind) {
  const failed = [];
  for (const [name, check] of Object.entries(checks[kind])) {
    say(`checking: ${name} …`);
    if ((await check()) !== 0) failed.push(name);
  }
  return failed;
}

async function format() {
  await run("clang-format", ["-i", ...cppFiles()]);
  await biome("check", "--write");
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await setup("build", "test", "long");
    if (process.argv.includes("--format")) return format();
    const { buildWasm } = await import("./wasm.mjs");
    await buildWasm();
    const failed = [...(await runChecks("quick")), ...(await runChecks("slow"))];
    if (failed.length > 0) throw new Failure(`failed: ${failed.join(", ")}`);
  });
}
