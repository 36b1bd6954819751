// npm run mutants -- [FIRST [LAST]]: puts the faults of tests/mutants.json, or those with these numbers, into a copy of the
// sources, and lists those that no test notices. The C++ faults are compiled together, and the program of the tests
// chooses one, so that nothing is compiled twice; the others are put in one at a time.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { Failure, inRoot, isProgram, main, run, runForCode, say, writeIfChanged } from "./lib.mjs";

const copy = "build/mutants";
const build = `${copy}/build/native`;
/** Seconds. A fault that makes a loop endless is noticed too: a suite that takes longer has failed. */
const longestSuite = 300;

export const { mutants } = JSON.parse(readFileSync(inRoot("tests/mutants.json"), "utf8"));

const isNative = ({ suite }) => suite === "native";

const declaration = "namespace mutants { extern int chosen; }\n";
/** Runs the tests in a child process for each fault, because the fixtures take seconds to read. */
const program = `#include <gtest/gtest.h>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
${declaration}int mutants::chosen = 0;

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(${longestSuite});
      mutants::chosen = std::atoi(argv[i]);
      _exit(RUN_ALL_TESTS() == 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    dprintf(3, "%s %d\\n", argv[i], status);
  }
}
`;

/** The text and its replacement, of which the program chooses one. */
function either(number, { text, replacement }) {
  const chosen = `::mutants::chosen == ${number}`;
  if (!text.endsWith(";")) return `(${chosen} ? (${replacement}) : (${text}))`;
  return `if (${chosen}) { ${replacement} } else { ${text} }`;
}

function withFaults(file) {
  const text = readFileSync(inRoot(file), "utf8");
  return mutants.reduce(
    (changed, mutant, i) =>
      mutant.file === file ? changed.replace(mutant.text, () => either(i + 1, mutant)) : changed,
    declaration + text,
  );
}

function copySources() {
  mkdirSync(inRoot(copy), { recursive: true });
  const faulty = new Set(mutants.filter(isNative).map(({ file }) => inRoot(file)));
  const options = { recursive: true, preserveTimestamps: true, filter: (path) => !faulty.has(path) };
  for (const path of [
    "cpp",
    "js",
    "tests",
    "CMakeLists.txt",
    "CMakePresets.json",
    "package.json",
    "tsconfig.json",
  ])
    cpSync(inRoot(path), inRoot(copy, path), options);
  for (const { file } of mutants.filter(isNative)) writeIfChanged(`${copy}/${file}`, withFaults(file));
  writeIfChanged(`${copy}/tests/cpp/mutants.cpp`, program);
  // Without the global set-up, which builds the package: these tests read the sources.
  const config =
    'export default { test: { include: ["tests/{js,property}/**/*.test.ts"], testTimeout: 300_000 } };\n';
  writeIfChanged(`${copy}/vitest.config.mjs`, config);
  if (!existsSync(inRoot(copy, "node_modules")))
    symlinkSync(inRoot("node_modules"), inRoot(copy, "node_modules"));
}

async function buildNative() {
  const cwd = inRoot(copy);
  const flags = ["-DCMAKE_CXX_FLAGS_RELEASE=-O1 -D_GLIBCXX_ASSERTIONS", "-DGODOT_VARIANT_DEVELOPER=OFF"];
  if (!existsSync(inRoot(build, "build.ninja")))
    await run("cmake", ["--preset", "native", ...flags], { cwd, quiet: true });
  say("building …");
  const jobs = ["--parallel", String(availableParallelism())];
  await run("cmake", ["--build", "build/native", "--target", "godot_variant_tests", ...jobs], {
    cwd,
    quiet: true,
  });
}

/** Runs the C++ tests with each of the faults; `told` gets each number, and whether all tests passed. */
function runNative(numbers, told) {
  const args = ["--gtest_brief=1", "--gtest_fail_fast", ...numbers.map(String)];
  const stdio = ["ignore", "ignore", "ignore", "pipe"];
  const child = spawn(inRoot(build, "godot_variant_tests"), args, { cwd: inRoot(copy), stdio });
  createInterface({ input: child.stdio[3] }).on("line", (line) => {
    const [number, status] = line.split(" ").map(Number);
    told(number, status === 0);
  });
  return new Promise((done) => child.on("close", done));
}

/** Returns whether all tests pass in these files of tests. */
async function vitestPasses(suite) {
  const args = ["node_modules/vitest/vitest.mjs", "run", ...suite.split(" "), "--bail=1", "--config"];
  const options = { cwd: inRoot(copy), silent: true };
  const command = [String(longestSuite), process.execPath, ...args, "vitest.config.mjs"];
  return (await runForCode("timeout", command, options)) === 0;
}

async function runVitest(numbers, told) {
  const suites = new Set(numbers.map((number) => mutants[number - 1].suite));
  for (const suite of suites)
    if (!(await vitestPasses(suite))) throw new Failure(`without a fault, ${suite} fails already`);
  for (const number of numbers) {
    const { file, text, replacement, suite } = mutants[number - 1];
    const path = inRoot(copy, file);
    const original = readFileSync(path, "utf8");
    writeFileSync(
      path,
      original.replace(text, () => replacement),
    );
    told(number, await vitestPasses(suite));
    writeFileSync(path, original);
  }
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const [first = 1, last = process.argv[2] ?? mutants.length] = process.argv.slice(2).map(Number);
    const chosen = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const native = chosen.filter((number) => isNative(mutants[number - 1]));
    const survivors = [];
    const told = (number, survives) => {
      if (number === 0 && survives) return;
      if (number === 0) throw new Failure("without a fault, the C++ tests fail already");
      const { file, text } = mutants[number - 1];
      const line = `${number}: ${file}: ${text.trim()}`;
      say(`${survives ? "SURVIVES" : "noticed "} ${line}`);
      if (survives) survivors.push(line);
    };
    copySources();
    if (native.length > 0) {
      await buildNative();
      await runNative([0, ...native], told);
    }
    await runVitest(
      chosen.filter((number) => !native.includes(number)),
      told,
    );
    process.stdout.write(`${chosen.length - survivors.length} of ${chosen.length} faults were noticed\n`);
    if (survivors.length > 0) throw new Failure(survivors.join("\n"));
  });
}
