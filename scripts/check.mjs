// npm run check: runs all checks that need not run the code. --format rewrites the files instead.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname } from "node:path";
import { checkLayers } from "./layers.mjs";
import { capture, Failure, filesBelow, inRoot, isProgram, main, run, runForCode, say } from "./lib.mjs";
import { configure } from "./native.mjs";
import { checkApi } from "./public-api.mjs";
import { setup } from "./setup.mjs";

const isGenerated = (path) => /\.gen\.|\/generated\.h$/.test(path);
const isCpp = (path) => /\.(cpp|h)$/.test(path) && !isGenerated(path);
const cppFiles = () => [...filesBelow("cpp", isCpp), ...filesBelow("tests", isCpp)];
const nodeTool = (path, ...args) => runForCode(process.execPath, [inRoot("node_modules", path), ...args]);
const biome = (...args) => nodeTool("@biomejs/biome/bin/biome", ...args);

/** Each version of Clang's tools formats otherwise and knows other rules. The sources follow those of Debian 12. */
const clangVersion = "14";

/** The program of that version, `clang-format` or `clang-format-14`; undefined if the machine has only others. */
function clangTool(name) {
  const isRight = (program) =>
    / version (\d+)/.exec(capture(program, ["--version"]) ?? "")?.[1] === clangVersion;
  return [name, `${name}-${clangVersion}`].find(isRight);
}

async function ofRightVersion(name, check) {
  const program = clangTool(name);
  if (program !== undefined) return check(program);
  say(`left out: there is no ${name} ${clangVersion}, and other versions have other rules`);
  return 0;
}

/**
 * The rules read the files of each folder of the library as one, which takes a tenth of the time, because most of it goes into
 * the standard headers. So no two files of a folder may use a name for two things. clang's analyzer skips what a file
 * includes, so it reads them one by one; most of the 225 000 states that it follows by default are inside the standard library.
 */
async function clangTidy(program) {
  await configure("native");
  const database = JSON.parse(readFileSync(inRoot("build/native/compile_commands.json"), "utf8"));
  const sources = database.filter(({ file }) => file.startsWith(inRoot("cpp")));
  const limit = ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=50000"];
  const analyzer = "clang-analyzer-*,-clang-analyzer-optin.performance.Padding";
  const tasks = [
    ...joinedByFolder(sources).map((file) => [
      file,
      "-p=build/tidy",
      "--checks=-clang-analyzer-*,-bugprone-suspicious-include",
    ]),
    ...sources.map(({ file }) => [
      file,
      "-p=build/native",
      `--checks=-*,${analyzer}`,
      ...limit.map((word) => `--extra-arg=${word}`),
    ]),
  ];
  const worker = async (code) => {
    for (let args = tasks.shift(); args; args = tasks.shift())
      code |= await runForCode(program, ["--quiet", ...args], { quiet: true });
    return code;
  };
  const codes = await Promise.all(Array.from({ length: availableParallelism() }, () => worker(0)));
  return Math.max(...codes);
}

/** Writes a file for each folder that includes its files, and how to compile it; returns their paths. */
function joinedByFolder(sources) {
  const folders = new Map();
  for (const source of sources) {
    const folder = dirname(source.file);
    folders.set(folder, [...(folders.get(folder) ?? []), source]);
  }
  mkdirSync(inRoot("build/tidy"), { recursive: true });
  const joined = [...folders].map(([folder, [first, ...others]]) => {
    const file = inRoot("build/tidy", `${basename(folder)}.cpp`);
    writeFileSync(file, [first, ...others].map((source) => `#include "${source.file}"\n`).join(""));
    return { ...first, file, command: first.command.replace(first.file, file) };
  });
  writeFileSync(inRoot("build/tidy/compile_commands.json"), JSON.stringify(joined));
  return joined.map(({ file }) => file);
}

/** Each check returns 0 when it finds nothing. The quick ones belong to npm test, the slow one to npm run test:long. */
const checks = {
  quick: {
    "generated files": () =>
      runForCode(process.execPath, ["cpp/spec/generate.mjs", "--check"], { quiet: true }),
    "order of folders": checkLayers,
    "clang-format": () =>
      ofRightVersion("clang-format", (program) =>
        runForCode(program, ["--dry-run", "-Werror", ...cppFiles()]),
      ),
    Biome: () => biome("check", "--error-on-warnings"),
    TypeScript: () => nodeTool("typescript/bin/tsc", "-p", "."),
    "TypeScript of the page": () => nodeTool("typescript/bin/tsc", "-p", "web-demo"),
    "public API": checkApi,
  },
  slow: { "clang-tidy": () => ofRightVersion("clang-tidy", clangTidy) },
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
  const program = clangTool("clang-format");
  if (program === undefined)
    throw new Failure(`Please install, and put on PATH: clang-format-${clangVersion}`);
  await run(program, ["-i", ...cppFiles()]);
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
