// npm run coverage: prints how many lines of the C++ library the C++ tests run, and the functions that they never call.
import { isAbsolute, relative } from "node:path";
import { capture, Failure, inRoot, main, root, run } from "./lib.mjs";
import { build } from "./native.mjs";
import { setup } from "./setup.mjs";

const folder = "build/coverage";

/** The program of the installed clang's own version, because formats differ between versions. */
function clangTool(name) {
  const path = capture("clang++", [`-print-prog-name=${name}`]);
  if (path === undefined || !isAbsolute(path)) throw new Failure(`Please install llvm, which has ${name}.`);
  return path;
}

/** Functions that were compiled several times (templates, inline functions) count once, by the place of their definition. */
function neverCalled(functions) {
  const calls = new Map();
  for (const { filenames, regions, count, name } of functions) {
    const place = `${relative(root, filenames[0])}:${regions[0][0]}`;
    const known = calls.get(place);
    calls.set(place, { name, count: count + (known?.count ?? 0) });
  }
  return [...calls].filter(([, { count }]) => count === 0).map(([place, { name }]) => `${place} ${name}`);
}

await main(async () => {
  await setup("build", "test", "long");
  const [cov, profdata] = [clangTool("llvm-cov"), clangTool("llvm-profdata")];
  await build("coverage");
  const program = inRoot(folder, "godot_variant_tests");
  const raw = inRoot(folder, "tests.profraw");
  const profile = inRoot(folder, "tests.profdata");
  await run(program, ["--gtest_brief=1"], { env: { LLVM_PROFILE_FILE: raw }, quiet: true });
  await run(profdata, ["merge", "-sparse", raw, "-o", profile]);
  const report = capture(cov, ["export", program, `-instr-profile=${profile}`, "cpp/src", "cpp/include"]);
  if (report === undefined) throw new Failure("llvm-cov failed");
  const [{ totals, functions }] = JSON.parse(report).data;
  const { covered, count, percent } = totals.lines;
  const missing = neverCalled(functions);
  process.stdout.write(`${covered} of ${count} lines (${percent.toFixed(1)} %)\n`);
  process.stdout.write(`${missing.length} functions were never called\n${missing.sort().join("\n")}\n`);
});
