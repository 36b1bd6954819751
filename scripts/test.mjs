// npm test, npm run test:long, npm test -- SUITE…: installs missing tools, builds, runs the suites, and prints the line
// "N passed, N failed" last.
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { Failure, inRoot, main, once, outputTo, runForCode, say } from "./lib.mjs";
import { add, countGoogleTest, countVitest, failure, nothing, passed } from "./reports.mjs";
import { hasLibcxx, setup } from "./setup.mjs";

// Imported late, because these scripts import npm packages, which the set-up may install first.
const buildPackage = once(async () => (await import("./build.mjs")).buildAll());
const buildPage = once(async () => {
  await buildPackage();
  await (await import("./demo.mjs")).buildDemo();
});

/** Adds a failure if the runner failed without a failing case, for example after a crash. */
const withExitCode = (totals, name, code) =>
  code !== 0 && totals.failures.length === 0
    ? add(totals, failure(`${name} ended with code ${code}`))
    : totals;

async function googleTest(preset) {
  const { build } = await import("./native.mjs");
  await build(preset);
  const report = `build/${preset}/tests.json`;
  rmSync(inRoot(report), { force: true });
  say(`${preset}: testing …`);
  const args = ["--gtest_brief=1", `--gtest_output=json:${inRoot(report)}`];
  const code = await runForCode(inRoot("build", preset, "godot_variant_tests"), args);
  return withExitCode(countGoogleTest(report), "godot_variant_tests", code);
}

/** A user's program with the installed library of a preset. */
async function consumer(preset) {
  const code = await runForCode("ctest", ["--preset", preset, "--tests-regex", "^consumer$"]);
  return code === 0
    ? passed(1)
    : failure(`the installed C++ package cannot be used (CTest: consumer, ${preset})`);
}

const native = async () => add(await googleTest("native"), await consumer("native"));

/** The library with the standard library of macOS and Android, and a program that uses it. */
async function libcxx() {
  if (!hasLibcxx()) return nothing;
  const { build } = await import("./native.mjs");
  await build("libcxx");
  return consumer("libcxx");
}

/** Runs the test files of tests/<name>, or of these places in it; `env` is added to their environment, `flags` to the arguments. */
async function vitest(name, config = "tests/vitest.config.ts", env = {}, places = [""], flags = []) {
  const report = `build/vitest-${name}.json`;
  rmSync(inRoot(report), { force: true });
  say(`${name}: testing …`);
  const program = inRoot("node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${inRoot(report)}`];
  const paths = places.map((place) => `tests/${name}/${place}`);
  const args = [program, "run", ...paths, "--config", config, ...reporters, ...flags];
  const code = await runForCode(process.execPath, args, { env });
  return withExitCode(countVitest(report), "vitest", code);
}

/** Checks are not tests, so only a failing check counts. */
async function check(kind) {
  const checks = await import("./check.mjs");
  await buildPackage();
  const failed = await checks.runChecks(kind);
  return failed.length === 0 ? nothing : failure(`these checks failed: ${failed.join(", ")}`);
}

/** The package against the native library. */
async function differential() {
  const { build } = await import("./native.mjs");
  await build("native");
  await buildPackage();
  return vitest("differential");
}

async function fuzz() {
  const { fuzzAll } = await import("./fuzz.mjs");
  await buildPackage();
  return fuzzAll(Number(process.env.FUZZ_SECONDS ?? (process.env.CI ? 3 : 10)));
}

/** The tests that call the WebAssembly module, or measure it: the others cannot see which compiler made it. */
const ofModule = [
  "codec/",
  "document/",
  "files/",
  "forms/",
  "frames/",
  "values/",
  "wasm/",
  "project/package",
];

/** `mayBeEmpty` marks the suites that succeed without a single test. */
const suites = {
  native: { run: native },
  check: { run: () => check("quick"), mayBeEmpty: true },
  js: { run: () => buildPackage().then(() => vitest("js")) },
  // Runs alone in .ci/run, so it takes both cores.
  module: {
    run: () => buildPackage().then(() => vitest("js", undefined, {}, ofModule, ["--maxWorkers=2"])),
  },
  property: { run: () => buildPackage().then(() => vitest("property")) },
  web: { run: () => buildPage().then(() => vitest("web", "tests/web/vitest.config.ts")) },
  sanitize: { run: () => googleTest("sanitize"), needs: "long" },
  fuzz: { run: fuzz, needs: "long" },
  libcxx: { run: libcxx, needs: "long", mayBeEmpty: true },
  "property-long": {
    // A lane always runs the same values, because a failure by chance must not stop anybody else's change.
    run: () => {
      const env = { PROPERTY_SEED: process.env.PROPERTY_SEED ?? "2" };
      return buildPackage().then(() => vitest("property", undefined, env));
    },
  },
  differential: { run: differential, needs: "long" },
  // Without an engine, all of its tests are skipped.
  engine: { run: () => buildPackage().then(() => vitest("engine")), mayBeEmpty: true },
  soak: { run: () => buildPackage().then(() => vitest("soak")), needs: "long" },
  long: { run: () => buildPackage().then(() => vitest("long")), needs: "long" },
  package: { run: () => buildPackage().then(() => vitest("package")) },
  tidy: { run: () => check("slow"), needs: "long", mayBeEmpty: true },
};

/** The suites of a lane run one after the other, the lanes in parallel, because each lane keeps about one core busy. */
const quickLanes = [["native", "check", "property", "web"], ["js"]];
const longLanes = [
  ["sanitize", "fuzz", "differential", "package"],
  ["tidy", "libcxx", "engine", "long", "property-long", "soak"],
];

const inWords = ({ passed, failures }) => `${passed} passed, ${failures.length} failed`;

/** Runs one suite. In parallel with others, writes its output to a file, so that outputs do not mix. */
async function runSuite(name, alone) {
  const begin = performance.now();
  const log = `build/logs/${name}.log`;
  mkdirSync(inRoot("build/logs"), { recursive: true });
  const output = alone ? 2 : openSync(inRoot(log), "w");
  let totals;
  try {
    totals = await outputTo(output, suites[name].run);
    if (!suites[name].mayBeEmpty && totals.passed + totals.failures.length === 0)
      totals = failure("no test ran");
  } catch (error) {
    totals = failure(error instanceof Failure ? error.message : error.stack);
  }
  if (!alone) closeSync(output);
  const seconds = Math.round((performance.now() - begin) / 1000);
  const line = `${name.padEnd(10)} ${inWords(totals)}, ${seconds} s`;
  say(totals.failures.length > 0 && !alone ? `${line}; see ${log}` : line);
  return { ...totals, line, failures: totals.failures.map((text) => `${name}: ${text}`) };
}

/** Repeats the failures at the end, where people look. .ci/run searches for the first and the last line of this text. */
function showFailures(failures) {
  const shown = failures.slice(0, 20).map((text) => stripVTControlCharacters(text).slice(0, 6000));
  if (failures.length > shown.length) shown.push(`… and ${failures.length - shown.length} more`);
  process.stdout.write(`\n--- what failed\n${shown.join("\n\n")}\n--- end of what failed\n`);
}

function lanesOf(args) {
  if (args.length === 0) return quickLanes;
  if (args.length === 1 && args[0] === "--long") return longLanes;
  const unknown = args.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length === 0) return [args];
  throw new Failure(`There is no suite ${unknown.join(", ")}. Suites are ${Object.keys(suites).join(", ")}.`);
}

await main(async () => {
  const lanes = lanesOf(process.argv.slice(2));
  const names = lanes.flat();
  await setup("build", "test", ...(names.some((name) => suites[name].needs === "long") ? ["long"] : []));
  const runLane = async (lane) => {
    const results = [];
    for (const name of lane) results.push(await runSuite(name, lanes.length === 1));
    return results;
  };
  const results = (await Promise.all(lanes.map(runLane))).flat();
  const totals = results.reduce(add, nothing);
  if (totals.failures.length > 0) showFailures(totals.failures);
  process.stdout.write(`\n${results.map((one) => one.line).join("\n")}\n\n${inWords(totals)}\n`);
  if (totals.failures.length > 0) process.exitCode = 1;
});
