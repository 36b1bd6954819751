// npm test [-- SUITE…]: sets up, builds, runs every suite, and ends with the line "N passed, N failed".
import { mkdirSync, rmSync } from "node:fs";
import { Failure, inRoot, main, runForCode, say } from "./lib.mjs";
import { build } from "./native.mjs";
import { add, countCTest, countVitest, failure, nothing } from "./reports.mjs";
import { setup } from "./setup.mjs";

async function ctest(preset) {
  await build(preset);
  const reports = `build/${preset}/reports`;
  rmSync(inRoot(reports), { recursive: true, force: true });
  mkdirSync(inRoot(reports), { recursive: true });
  const junit = `build/${preset}/ctest.xml`;
  rmSync(inRoot(junit), { force: true });
  say(`testing ${preset} …`);
  const env = { GTEST_OUTPUT: `xml:${inRoot(reports)}/`, GTEST_BRIEF: "1" };
  await runForCode("ctest", ["--preset", preset, "--output-junit", inRoot(junit)], { env });
  return countCTest(junit, reports);
}

async function vitest(folder) {
  const report = `build/vitest-${folder}.json`;
  rmSync(inRoot(report), { force: true });
  const config = folder === "js" ? "tests/vitest.config.ts" : `tests/${folder}/vitest.config.ts`;
  const args = ["run", "--config", config, "--reporter=default", "--reporter=json"];
  const program = inRoot("node_modules/vitest/vitest.mjs");
  const code = await runForCode(process.execPath, [program, ...args, `--outputFile.json=${inRoot(report)}`]);
  const totals = countVitest(report);
  return code !== 0 && totals.failed === 0 ? add(totals, failure(`vitest ended with ${code}`)) : totals;
}

/** Checks are no tests: only a failed one counts. */
async function check() {
  const { checkAll } = await import("./check.mjs");
  const { buildWasm } = await import("./wasm.mjs");
  await buildWasm();
  const failed = await checkAll();
  if (failed.length > 0) throw new Failure(`failed checks: ${failed.join(", ")}`);
  return nothing;
}

async function clang() {
  await build("clang");
  return nothing;
}

async function fuzz() {
  const { fuzzAll } = await import("./fuzz.mjs");
  return fuzzAll(Number(process.env.FUZZ_SECONDS ?? (process.env.CI ? 30 : 5)));
}

/** In the order of a useful answer; the last column: whether it must have run some test. */
const suites = {
  check: { run: check, counts: false },
  native: { run: () => ctest("native"), counts: true },
  clang: { run: clang, counts: false },
  sanitize: { run: () => ctest("sanitize"), counts: true },
  js: { run: () => vitest("js"), counts: true },
  web: { run: () => vitest("web"), counts: true },
  fuzz: { run: fuzz, counts: true },
};

async function runSuite(name) {
  const { run, counts } = suites[name];
  try {
    const totals = await run();
    if (counts && totals.passed + totals.failed === 0) throw new Failure("it ran no test");
    return totals;
  } catch (error) {
    const text = `suite ${name}: ${error instanceof Failure ? error.message : error.stack}`;
    process.stderr.write(`\n${text}\n`);
    return failure(text);
  }
}

/** All that went wrong once more, short, where it is found: at the end. .ci/run looks for these lines. */
function showFailures(failures) {
  const shown = failures.slice(0, 20).map((text) => text.slice(0, 6000));
  process.stdout.write(`\n--- what failed\n${shown.join("\n\n")}\n--- end of what failed\n`);
}

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(suites);
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length > 0)
    throw new Failure(`unknown: ${unknown.join(", ")}; suites are ${Object.keys(suites).join(", ")}`);
  await setup("build", "test", "fuzz");
  let totals = nothing;
  const lines = [];
  for (const name of names) {
    const result = await runSuite(name);
    totals = add(totals, result);
    lines.push(
      `${name.padEnd(10)} ${suites[name].counts || result.failed ? `${result.passed} passed, ${result.failed} failed` : "ok"}`,
    );
  }
  if (totals.failed > 0) showFailures(totals.failures);
  process.stdout.write(`\n${lines.join("\n")}\n\n${totals.passed} passed, ${totals.failed} failed\n`);
  if (totals.failed > 0) process.exitCode = 1;
});
