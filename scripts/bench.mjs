// npm run bench [-- --quick] [--only large,packet] [--json FILE] [--readme]: measures this package and its peers.
// npm run bench -- --profile [--only large] [--way exact]: shows which functions take the time.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { timeEngine } from "../tests/bench/engine.mjs";
import { timeNative } from "../tests/bench/native.mjs";
import { conditions, memoryConditions, names, plans } from "../tests/bench/plans.mjs";
import { withFullTables, withShortTable } from "../tests/bench/readme.mjs";
import { profileText, report } from "../tests/bench/report.mjs";
import { Failure, hasCommand, inRoot, main, run, say, upToDate } from "./lib.mjs";
import { setup } from "./setup.mjs";

const folder = "build/bench";
const data = inRoot(folder, "data");

/** Runs one job of tests/bench/worker.ts in a process of its own. */
function work(job, { flags = [], env = {} } = {}) {
  const args = ["--expose-gc", "--no-flush-bytecode", "--max-old-space-size=8192", ...flags];
  const whole = { ...job, data, wasm: inRoot("dist/godot_variant.wasm") };
  const child = spawn(process.execPath, [...args, inRoot(folder, "worker.mjs"), JSON.stringify(whole)], {
    stdio: ["ignore", "pipe", 2],
    env: { ...process.env, ...env },
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
    const path = "../../dist/esm/index.js";
    bundler.onResolve({ filter: /^(\.\.\/)+js\/index\.js$/ }, () => ({ path, external: true }));
  },
};

/** With `whole`, bundles the package's sources too, so that a profile shows the names of functions. */
async function bundleWorker(whole) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: inRoot(),
    entryPoints: ["tests/bench/worker.ts"],
    outfile: `${folder}/worker.mjs`,
    ignoreAnnotations: true, // the package loads its WebAssembly module as a side effect
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
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
  await run("npm", ["ci", ...options], { quiet: true, cwd: inRoot(folder) });
}

async function prepare(profile) {
  await setup("build");
  const { buildAll } = await import("./build.mjs");
  await buildAll();
  await installPeers();
  await bundleWorker(profile);
}

async function writeInputs(chosen, plan) {
  const sizes = {};
  for (const workload of new Set([...chosen, "small"])) {
    const withJson = workload !== "packed" || plan.jsonOfPacked;
    const written = await work({ kind: "write", workload, withJson });
    if (chosen.includes(workload)) sizes[workload] = written;
  }
  return sizes;
}

/** The conditions under which a workload is measured. */
function conditionsOf(workload, plan) {
  if (workload === "packed") return ["default", ...memoryConditions];
  return plan.young.includes(workload) ? ["default", "64 MB"] : ["default"];
}

async function speeds(chosen, plan) {
  const { effort, fewPeers } = plan;
  const results = [];
  for (const workload of chosen) {
    for (const condition of conditionsOf(workload, plan)) {
      const ways = ["plain", ...(plan.otherWays(workload, condition) ? ["exact", "no code generation"] : [])];
      for (const way of ways) {
        say(`${workload}, ${way}, ${condition} …`);
        const job = {
          kind: "speed",
          workload,
          way,
          effort,
          fewPeers: fewPeers || memoryConditions.includes(condition),
        };
        results.push({ workload, condition, way, ...(await work(job, conditions[condition])) });
      }
    }
  }
  return results;
}

async function documents(chosen, { effort }) {
  if (!chosen.includes("large")) return undefined;
  say("documents …");
  return work({ kind: "documents", workload: "large", effort });
}

async function memories(chosen, plan) {
  if (process.platform !== "linux") return [];
  const results = [];
  for (const workload of chosen) {
    for (const what of plan.memory[workload] ?? []) {
      say(`memory: ${workload}, ${what} …`);
      results.push({ workload, what, ...(await work({ kind: "memory", workload, what })) });
    }
  }
  return results;
}

async function linearities(plan) {
  const results = [];
  for (const [subject, sizes] of Object.entries(plan.sizes)) {
    say(`linear: ${subject}, ${sizes.join(" ")} MB …`);
    const condition = conditions[subject === "packed" ? "new memory" : "default"];
    const job = { kind: "linear", subject, sizes, rounds: plan.rounds };
    results.push({ subject, costs: await work(job, condition) });
  }
  return results;
}

/** Skipped without Google Benchmark (libbenchmark-dev). */
async function natives(chosen, plan) {
  if (!hasCommand("g++") || !hasCommand("cmake")) return undefined;
  const { build } = await import("./native.mjs");
  await build("bench");
  say("C++ …");
  const shown = chosen.filter((name) => plan.native.only?.includes(name) ?? true);
  if (shown.length === 0) return undefined;
  const native = timeNative(inRoot(folder, "godot_variant_bench"), data, shown, plan.native);
  if (native === undefined) say("no C++ part: Google Benchmark (libbenchmark-dev) is missing");
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
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      json: { type: "string" },
      readme: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
      way: { type: "string", default: "plain" },
    },
  });
  const chosen = values.only?.split(",") ?? names;
  const unknown = chosen.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Failure(`unknown: ${unknown.join(", ")}; workloads are ${names.join(", ")}`);
  return { ...values, chosen, plan: values.quick ? plans.quick : plans.whole };
}

async function measure({ chosen, plan, only }) {
  const sizes = await writeInputs(chosen, plan);
  const speed = await speeds(chosen, plan);
  say("the engine, if there is one …");
  const engine = timeEngine(inRoot(), data, sizes, plan.engine);
  const native = await natives(chosen, plan);
  const document = await documents(chosen, plan);
  const memory = await memories(chosen, plan);
  const linear = only === undefined ? await linearities(plan) : [];
  return { sizes, speed, engine, native, document, memory, linear };
}

async function profile({ chosen, way, plan }) {
  await writeInputs(chosen, plan);
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
  const results = { ...about, quick: given.quick, conditions: Object.keys(conditions), ...measured };
  if (given.json)
    writeFileSync(resolve(process.env.INIT_CWD ?? ".", given.json), JSON.stringify(results, null, 2));
  if (given.readme) {
    rewrite("README.md", withShortTable, results);
    rewrite("docs/PERFORMANCE.md", withFullTables, results);
  }
  process.stdout.write(`\n${report(results)}\n`);
}

await main(async () => {
  const given = options();
  await prepare(given.profile);
  await (given.profile ? profile(given) : bench(given));
});
