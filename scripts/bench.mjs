// npm run bench [-- --quick] [--only large,packet] [--json FILE] [--readme]: how fast this is, beside everything else.
// npm run bench -- --profile [--only large] [--way exact]: in which functions the time goes.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { timeEngine } from "../tests/bench/engine.mjs";
import { timeNative } from "../tests/bench/native.mjs";
import { withSection } from "../tests/bench/readme.mjs";
import { profileText, report } from "../tests/bench/report.mjs";
import { Failure, hasCommand, inRoot, main, run, say, upToDate } from "./lib.mjs";
import { setup } from "./setup.mjs";

const folder = "build/bench";
const data = inRoot(folder, "data");
const names = ["large", "strings", "packed", "packet", "small", "mixed-keys", "deep", "unicode", "wide"];

/** Node's own young generation and a large one, with what makes them. */
const collectors = { default: [], "64 MB": ["--max-semi-space-size=64"] };

/** The plan of a whole run, and of one that ends within a minute. */
const plans = {
  whole: {
    effort: { warmUp: 300, budget: 800, fewest: 9, most: 101 },
    young: names.filter((name) => !["packet", "small", "packed"].includes(name)),
    fewPeers: false,
    otherWays: () => true,
    jsonOfPacked: true,
    memory: {
      large: ["decode", "decode, exact", "encode", "JSON.parse", "JSON.stringify"],
      strings: ["decode", "encode", "JSON.parse", "JSON.stringify"],
      packed: ["decode", "decode, views", "encode"],
    },
    sizes: {
      index: [1, 2, 4, 8, 16, 32, 64, 128],
      packed: [1, 2, 4, 8, 16, 32, 64, 128],
      tree: [1, 2, 4, 8, 16, 32, 64],
    },
    rounds: 9,
    engine: 300,
    native: { repetitions: 5, seconds: 0.3 },
  },
  quick: {
    effort: { warmUp: 100, budget: 100, fewest: 3, most: 31 },
    fewPeers: true,
    young: ["large"],
    otherWays: (name, gc) => gc === "default" && ["large", "small", "packet"].includes(name),
    jsonOfPacked: false,
    memory: { large: ["decode"], packed: ["decode", "decode, views"] },
    sizes: { index: [1, 8, 32], packed: [1, 8, 32], tree: [1, 4, 16] },
    rounds: 3,
    engine: 30,
    native: { repetitions: 3, seconds: 0.01 },
  },
};

/** Runs one job of tests/bench/worker.ts in a process of its own. */
function work(job, flags = []) {
  const args = ["--expose-gc", "--no-flush-bytecode", "--max-old-space-size=8192", ...flags];
  const whole = { ...job, data, wasm: inRoot("dist/godot_variant.wasm") };
  const child = spawn(process.execPath, [...args, inRoot(folder, "worker.mjs"), JSON.stringify(whole)], {
    stdio: ["ignore", "pipe", 2],
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

/** The package is used as it is built; only tests/bench/internals.ts looks inside. */
const packageIsExternal = {
  name: "package-is-external",
  setup(bundler) {
    const path = "../../dist/esm/index.js";
    bundler.onResolve({ filter: /^(\.\.\/)+js\/index\.js$/ }, () => ({ path, external: true }));
  },
};

/** `whole` takes the package's sources in too, whose functions then have their names. */
async function bundleWorker(whole) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: inRoot(),
    entryPoints: ["tests/bench/worker.ts"],
    outfile: `${folder}/worker.mjs`,
    ignoreAnnotations: true, // the package finds its WebAssembly by a side effect
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    plugins: whole ? [] : [packageIsExternal],
  });
}

/** The peers have a lock file of their own and live in the build folder, so that tests need none of them. */
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

async function speeds(chosen, plan) {
  const { effort, fewPeers } = plan;
  const results = [];
  for (const workload of chosen) {
    for (const gc of Object.keys(collectors)) {
      if (gc !== "default" && !plan.young.includes(workload)) continue;
      const ways = ["plain", ...(plan.otherWays(workload, gc) ? ["exact", "no code generation"] : [])];
      for (const way of ways) {
        say(`${workload}, ${way}, young generation: ${gc} …`);
        const timings = await work({ kind: "speed", workload, way, effort, fewPeers }, collectors[gc]);
        results.push({ workload, gc, way, ...timings });
      }
    }
  }
  return results;
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
    results.push({ subject, costs: await work({ kind: "linear", subject, sizes, rounds: plan.rounds }) });
  }
  return results;
}

/** Needs Google Benchmark (libbenchmark-dev); without it there is no C++ part. */
async function natives(chosen, plan) {
  if (!hasCommand("g++") || !hasCommand("cmake")) return undefined;
  const { build } = await import("./native.mjs");
  await build("bench");
  say("C++ …");
  const native = timeNative(inRoot(folder, "godot_variant_bench"), data, chosen, plan.native);
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
  const memory = await memories(chosen, plan);
  const linear = only === undefined ? await linearities(plan) : [];
  return { sizes, speed, engine, native, memory, linear };
}

async function profile({ chosen, way, plan }) {
  await writeInputs(chosen, plan);
  for (const workload of chosen) {
    say(`profiling ${workload} …`);
    const profiles = await work({ kind: "profile", workload, way, duration: 1500 });
    process.stdout.write(`\n${profileText({ workload, way, profiles }).join("\n")}`);
  }
}

async function bench(given) {
  const measured = await measure(given);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${process.platform} ${process.arch}`;
  const about = { date: new Date().toISOString().slice(0, 10), machine, versions: versions(measured.engine) };
  const results = { ...about, quick: given.quick, collectors: Object.keys(collectors), ...measured };
  if (given.json)
    writeFileSync(resolve(process.env.INIT_CWD ?? ".", given.json), JSON.stringify(results, null, 2));
  if (given.readme)
    writeFileSync(inRoot("README.md"), withSection(readFileSync(inRoot("README.md"), "utf8"), results));
  process.stdout.write(`\n${report(results)}\n`);
}

await main(async () => {
  const given = options();
  await prepare(given.profile);
  await (given.profile ? profile(given) : bench(given));
});
