// npm run bench [-- --only large,packet] [--runtimes PROGRAM,…] [--json FILE] [--readme]: measures this package and its peers.
// npm run bench -- --profile [--only large] [--way exact]: shows which functions take the time.
// npm run bench -- --batch 20000: turns so many saves into lines of JSON, also with the engine.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { batchTable, timeBatch } from "../tests/bench/batch.mjs";
import { timeEngine } from "../tests/bench/engine.mjs";
import { timeFirstCalls } from "../tests/bench/first-calls.mjs";
import { timeNative } from "../tests/bench/native.mjs";
import { noiseOf, noiseText, timeFixedWork } from "../tests/bench/noise.mjs";
import { merged } from "../tests/bench/passes.mjs";
import * as plan from "../tests/bench/plans.mjs";
import { withFullTables, withShortTable } from "../tests/bench/readme.mjs";
import { aligned, profileText, report } from "../tests/bench/report.mjs";
import { runtimeAt, timeElsewhere } from "../tests/bench/runtimes.mjs";
import { Failure, hasCommand, inRoot, main, npm, say, upToDate } from "./lib.mjs";
import { setup } from "./setup.mjs";

const folder = "build/bench";
const data = inRoot(folder, "data");

/** Times of the same fixed work between all measurements. */
const fixedWork = [];

/** Runs one job of tests/bench/worker.ts in a process of its own. */
function work(job, condition = plan.conditions.isolated) {
  fixedWork.push(timeFixedWork());
  const whole = { ...job, data, wasm: inRoot("dist/godot_variant.wasm") };
  const args = [...(condition.flags ?? []), inRoot(folder, "worker.mjs"), JSON.stringify(whole)];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", 2],
    env: { ...process.env, ...condition.env },
  });
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  return new Promise((done, fail) => {
    child.on("error", fail).on("close", (code) => {
      if (code === 0) done(JSON.parse(Buffer.concat(output).toString()));
      else fail(new Failure(`the worker ended with ${code}: ${JSON.stringify(job)}`));
    });
  });
}

/** Workloads use the built package; only tests/bench/internals.ts bundles its sources. */
const packageIsExternal = {
  name: "package-is-external",
  setup(bundler) {
    const path = "../../dist/bundled/index.js";
    bundler.onResolve({ filter: /^(\.\.\/)+js\/index\.js$/ }, () => ({ path, external: true }));
  },
};

/** With `whole`, bundles the package's sources too, so that a profile shows the names of functions. */
async function bundle(whole) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: inRoot(),
    entryPoints: ["worker", "elsewhere", "browser", "first-call"].map((name) => `tests/bench/${name}.ts`),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    ignoreAnnotations: true, // the package loads its WebAssembly module as a side effect
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    external: ["playwright-core", "../../scripts/demo.mjs"],
    plugins: whole ? [] : [packageIsExternal],
  });
}

/** The peers have a lock file of their own and are installed in the build folder, because tests do not need them. */
async function installPeers() {
  mkdirSync(inRoot(folder), { recursive: true });
  const marker = `${folder}/node_modules/.package-lock.json`;
  if (upToDate([marker], ["tests/bench/peers/package.json", "tests/bench/peers/package-lock.json"])) return;
  say("installing the peers …");
  cpSync(inRoot("tests/bench/peers"), inRoot(folder), { recursive: true });
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await npm(["ci", ...options], { quiet: true, cwd: inRoot(folder) });
}

async function prepare(profile) {
  await setup("build");
  const { buildAll } = await import("./build.mjs");
  await buildAll();
  await installPeers();
  await bundle(profile);
}

async function writeInputs(chosen) {
  const sizes = {};
  for (const workload of new Set([...chosen, "small"])) {
    const written = await work({ kind: "write", workload });
    if (chosen.includes(workload)) sizes[workload] = written;
  }
  return sizes;
}

/** Goes through all workloads more than once: one process may be lucky with its memory, one minute quieter than another. */
async function speeds(chosen) {
  const passes = [];
  while (passes.length < plan.passes) passes.push(await speedsOnce(chosen, passes.length + 1));
  return merged(passes);
}

async function speedsOnce(chosen, pass) {
  const results = [];
  for (const workload of chosen) {
    for (const comparison of plan.comparisonsOf(workload, pass)) {
      const { condition, way } = comparison;
      say(`${pass} of ${plan.passes}: ${workload}, ${way}, ${condition} …`);
      const job = { kind: "speed", workload, effort: plan.effortIn(condition, workload), ...comparison };
      results.push({ workload, condition, way, ...(await work(job, plan.conditions[condition])) });
    }
  }
  return results;
}

async function documents(chosen) {
  if (!chosen.includes("large")) return undefined;
  say("documents …");
  return work({ kind: "documents", workload: "large", effort: plan.effortIn("isolated") });
}

async function calls(chosen) {
  const results = {};
  for (const workload of chosen.filter((name) => plan.otherCalls.includes(name))) {
    say(`other calls: ${workload} …`);
    const job = { kind: "calls", workload, effort: plan.effortIn("isolated") };
    results[workload] = await work(job, plan.conditions["plain loop"]);
  }
  return results;
}

async function memories(chosen) {
  if (process.platform !== "linux") return [];
  const results = [];
  for (const workload of chosen) {
    for (const what of plan.memoryCalls[workload] ?? []) {
      say(`memory: ${workload}, ${what} …`);
      results.push({ workload, what, ...(await work({ kind: "memory", workload, what })) });
    }
  }
  return results;
}

async function linearities() {
  const { sizes, rounds } = plan.linear;
  const results = [];
  for (const subject of Object.keys(rounds)) {
    say(`linear: ${subject}, ${sizes.join(" ")} MB …`);
    const condition = plan.conditions[["packed", "copy"].includes(subject) ? "used memory" : "isolated"];
    results.push({
      subject,
      costs: await work({ kind: "linear", subject, sizes, rounds: rounds[subject] }, condition),
    });
  }
  return results;
}

/** Skipped without Google Benchmark (libbenchmark-dev). */
async function natives(chosen) {
  const shown = chosen.filter((name) => plan.native.only.includes(name));
  if (!hasCommand("g++") || !hasCommand("cmake") || shown.length === 0) return undefined;
  const { build } = await import("./native.mjs");
  await build("bench");
  say("C++ …");
  const program = inRoot(folder, "godot_variant_bench");
  const native = timeNative(program, data, shown, plan.native);
  if (native === undefined) say("no C++ part: Google Benchmark (libbenchmark-dev) is missing");
  else {
    const names = shown.filter((name) => plan.native.alsoInUsedMemory.includes(name));
    const used =
      names.length > 0 && timeNative(program, data, names, plan.native, plan.conditions["used memory"].env);
    for (const name of names) native[`${name}, used memory`] = used[name];
  }
  return native;
}

function versions(engine) {
  const versionOf = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));
  const { dependencies } = versionOf("tests/bench/peers/package.json");
  return {
    "godot-variant": versionOf("package.json").version,
    Node: process.versions.node,
    ...dependencies,
    ...(engine === undefined ? {} : { Godot: engine.version.split("-")[0] }),
  };
}

function options() {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      runtimes: { type: "string" },
      json: { type: "string" },
      readme: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
      way: { type: "string", default: "plain" },
      batch: { type: "string" },
    },
  });
  const chosen = values.only?.split(",") ?? plan.names;
  const unknown = chosen.filter((name) => !plan.names.includes(name));
  if (unknown.length > 0)
    throw new Failure(`unknown: ${unknown.join(", ")}; workloads are ${plan.names.join(", ")}`);
  if (values.readme && values.only !== undefined)
    throw new Failure("--readme writes all tables, so it cannot be used with --only");
  const runtimes = values.runtimes?.split(",") ?? [];
  const missing = runtimes.filter((program) => runtimeAt(program) === undefined);
  if (missing.length > 0) throw new Failure(`no such program: ${missing.join(", ")}`);
  return { ...values, chosen, runtimes };
}

async function measure({ chosen, only, runtimes }) {
  const sizes = await writeInputs(chosen);
  const speed = await speeds(chosen);
  say("the engine, if there is one …");
  const engine = timeEngine(inRoot(), data, chosen, plan.engineBudget);
  const native = await natives(chosen);
  const document = await documents(chosen);
  const otherCalls = await calls(chosen);
  const firstCalls = timeFirstCalls(
    inRoot(folder),
    data,
    plan.firstCalls.workloads.filter((name) => chosen.includes(name)),
  );
  const memory = await memories(chosen);
  const linear = only === undefined ? await linearities() : [];
  const shown = chosen.filter((name) => plan.elsewhere.includes(name));
  const elsewhere = timeElsewhere(inRoot(), inRoot(folder), shown, runtimes);
  return { sizes, speed, engine, native, document, otherCalls, firstCalls, memory, linear, elsewhere };
}

async function profile({ chosen, way }) {
  await writeInputs(chosen);
  for (const workload of chosen) {
    say(`profiling ${workload} …`);
    const profiles = await work({ kind: "profile", workload, way, duration: 1500 });
    process.stdout.write(`\n${profileText({ workload, way, profiles }).join("\n")}`);
  }
}

function rewrite(path, withTables, results) {
  writeFileSync(inRoot(path), withTables(readFileSync(inRoot(path), "utf8"), results));
}

async function bench(given) {
  const measured = await measure(given);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${process.platform} ${process.arch}`;
  const about = { date: new Date().toISOString().slice(0, 10), machine, versions: versions(measured.engine) };
  const results = { ...about, noise: noiseOf(fixedWork, measured.speed), ...measured };
  if (given.json)
    writeFileSync(resolve(process.env.INIT_CWD ?? ".", given.json), JSON.stringify(results, null, 2));
  process.stdout.write(`\n${report(results)}\n`);
  say(noiseText(results.noise));
  if (given.readme) {
    rewrite("README.md", withShortTable, results);
    rewrite("docs/PERFORMANCE.md", withFullTables, results);
  }
}

async function batch(count) {
  await writeInputs(["small"]);
  // A long run needs no others beside it.
  const rounds = count < 50_000 ? 3 : 1;
  const result = timeBatch(inRoot(), data, inRoot(folder), { count, rounds });
  process.stdout.write(`${aligned(batchTable(result)).join("\n")}\n`);
}

await main(async () => {
  const given = options();
  await prepare(given.profile);
  if (given.batch !== undefined) await batch(Number(given.batch));
  else await (given.profile ? profile(given) : bench(given));
});
