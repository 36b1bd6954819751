// npm run fuzz -- [SECONDS] [TARGET…]: runs coverage-guided fuzzers, all unless some are named, for this time each, starting
// from the fixtures: libFuzzer's targets (tests/fuzz), for a third of the time also as 32-bit programs where such can be
// built, and the targets in JavaScript (tests/fuzz/js). Prints a table of executions and edges, as in docs/SECURITY.md.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { Failure, filesBelow, inRoot, isProgram, main, say } from "./lib.mjs";
import { build } from "./native.mjs";
import { add, failure, nothing, passed } from "./reports.mjs";
import { runsNarrowPrograms, setup } from "./setup.mjs";

/** Longer inputs are slower and reach nothing more: every loop is entered several times with this many bytes. */
const longestInput = 4096;
const texts = "text";

const variant = JSON.parse(readFileSync(inRoot("cpp/spec/variant.json"), "utf8"));
/** The dialects in the order of dialect_names(). An input chooses one by its index: see tests/fuzz/input.h. */
const dialects = Object.keys(variant.dialects);

/** The folder of the first inputs of a target, and its dictionary: fuzz_text begins with texts that engines printed. */
const seedsOf = (target) => `build/fuzz/seeds-${target === texts ? "text" : "bytes"}`;

/** An input of a target: the dialect, another one to convert to, whether full objects are allowed, and the bytes. */
function seed(dialect, bytes) {
  const number = Math.max(0, dialects.indexOf(dialect));
  return Buffer.concat([Buffer.from([number, (number + 3) % dialects.length, 1]), bytes]);
}

/** All inputs in tests/fixtures: whole .bin files, and the hexadecimal "bytes" of each line of a .jsonl file. */
function* byteInputs() {
  for (const path of filesBelow("tests/fixtures", (name) => name.endsWith(".bin")))
    yield seed(
      dialects.find((name) => basename(path).startsWith(name.slice(0, 7))),
      readFileSync(inRoot(path)),
    );
  for (const { dialect, line } of fixtureLines()) yield seed(dialect, Buffer.from(line.bytes ?? "", "hex"));
}

function* textInputs() {
  for (const { dialect, line } of fixtureLines()) yield seed(dialect, Buffer.from(line.text ?? ""));
}

function* fixtureLines() {
  for (const path of filesBelow("tests/fixtures", (name) => name.endsWith(".jsonl"))) {
    const about = inRoot(dirname(path), "about.json");
    const folder = existsSync(about) ? JSON.parse(readFileSync(about, "utf8")) : {};
    for (const text of readFileSync(inRoot(path), "utf8").split("\n").filter(Boolean)) {
      const line = JSON.parse(text);
      yield { dialect: line.dialect ?? folder.dialect, line };
    }
  }
}

/** Words that mutations rarely find by chance: the first bytes of files, and the headers of values with each flag. */
function byteTokens() {
  const magic = Object.values(variant.containers).flatMap((kind) => kind.magic ?? []);
  const files = magic.map((text) =>
    /^([0-9a-f]{2})+$/.test(text) ? Buffer.from(text, "hex") : Buffer.from(text),
  );
  const headers = Array.from({ length: 48 }, (_, id) =>
    [0, 1, 2, 5].map((flags) => id | (flags << 16)),
  ).flat();
  return [
    ...files,
    Buffer.from("res://"),
    ...headers.map((header) => Buffer.from(Uint32Array.of(header).buffer)),
  ];
}

function textTokens() {
  const others = [
    "null",
    "true",
    "inf_neg",
    "nan",
    "inf",
    '&"',
    '@"',
    'Resource("',
    'ExtResource("',
    "Object(",
    "e+308",
  ];
  return [...Object.keys(variant.types), ...others].map((text) => Buffer.from(text));
}

function writeSeeds(target, inputs, tokens) {
  const folder = seedsOf(target);
  rmSync(inRoot(folder), { recursive: true, force: true });
  mkdirSync(inRoot(folder), { recursive: true });
  for (const input of inputs) {
    if (input.length > longestInput) continue;
    writeFileSync(inRoot(folder, createHash("sha1").update(input).digest("hex")), input);
  }
  const line = (token) =>
    `"${[...token].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"\n`;
  writeFileSync(inRoot(`${folder}.dict`), tokens.map(line).join(""));
}

/** The report of libFuzzer on a failure, with the input in base64 unless it is long. */
function finding(log) {
  const begin = log.search(/^.*(?:violated: |ERROR: |runtime error: )/m);
  const input = /^Base64: .{0,2000}$/m.exec(log)?.[0] ?? "";
  return `${log.slice(begin === -1 ? -3000 : begin).slice(0, 3000)}\n${input}`;
}

/** Runs one program, which counts as one test; `rows` gets its line of the report. */
async function runTarget({ target, folder, seconds }, rows) {
  const name = `${target}${folder === narrow ? " (32 bits)" : ""}`;
  const id = `${target}-${folder}`;
  const corpus = inRoot("build/fuzz/corpus", target);
  const log = inRoot("build/fuzz", `${id}.log`);
  mkdirSync(corpus, { recursive: true });
  const output = openSync(log, "w");
  const seeds = inRoot(seedsOf(target));
  const options = [
    `-max_total_time=${seconds}`,
    `-max_len=${longestInput}`,
    `-dict=${seeds}.dict`,
    "-timeout=10",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    `-artifact_prefix=${inRoot("build/fuzz")}/${id}-`,
  ];
  const stdio = ["ignore", output, output];
  const child = spawn(inRoot("build", folder, `fuzz_${target}`), [...options, corpus, seeds], { stdio });
  const code = await new Promise((done, fail) => child.on("error", fail).on("close", done));
  const text = readFileSync(log, "utf8");
  const [, runs = 0, edges = 0] = /#(\d+)\s+DONE\s+cov: (\d+)/.exec(text) ?? [];
  if (code !== 0 || runs === 0) return failure(`${name} ended with ${code}, see ${log}\n${finding(text)}`);
  rows.push([name, runs, edges, String(seconds)]);
  return passed(1);
}

/** The first inputs of a target in JavaScript. */
function scriptSeeds(target) {
  const short = (inputs) =>
    [...inputs].map((input) => input.subarray(3)).filter((one) => one.length <= longestInput);
  if (target === "config")
    return short(textInputs()).map((text) => Buffer.concat([Buffer.from("[a]\nk="), text]));
  const whole = (folder, ending) =>
    filesBelow(`tests/fixtures/${folder}`, (name) => ending.test(name))
      .map((path) => readFileSync(inRoot(path)))
      .filter(({ length }) => length <= longestInput);
  if (target === "resources") return whole("resources", /\.(?:res|tres|scn|tscn)$/);
  if (target === "texts")
    return [...whole("json", /(?:json|txt|lines\.save)$/), ...whole("containers", /\.(?:cfg|json|txt)$/)];
  const bytes = short(byteInputs());
  // The first bytes choose the edits of a document, and its dialect.
  return target === "document" ? bytes.map((one, i) => Buffer.concat([Buffer.from(editsOf(i)), one])) : bytes;
}

const editsOf = (i) => [2, i % 2, i, i >> 1, i % 5, i % 7, i % 3, i >> 2, i >> 3, i % 3, i % 2, 1];

/** Runs one target of tests/fuzz/js in a thread. An input that takes longer than `longestRun` ms has failed. */
async function runScript({ target, seconds }, rows) {
  const current = new SharedArrayBuffer(longestInput + 4);
  const tokens = /^(?:config|texts)$/.test(target) ? textTokens() : byteTokens();
  const workerData = { target, seeds: scriptSeeds(target), tokens, seconds, longest: longestInput, current };
  const worker = new Worker(inRoot("tests/fuzz/js/worker.mjs"), { workerData });
  const hung = () => {
    const length = Atomics.load(new Int32Array(current, 0, 1), 0);
    const input = Buffer.from(new Uint8Array(current, 4, length).slice()).toString("base64");
    return { failure: `an input takes too long\nBase64: ${input}` };
  };
  let timer;
  const end = await new Promise((done) => {
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => done(hung()), longestRun);
    };
    wait();
    worker.on("error", (error) => done({ failure: String(error.stack) }));
    worker.on("message", (message) => (message.edges || message.failure ? done(message) : wait()));
  });
  clearTimeout(timer);
  await worker.terminate();
  if (end.failure !== undefined) return failure(`${target} (JavaScript): ${end.failure}`);
  rows.push([`${target} (JavaScript)`, String(end.executions), String(end.edges), String(seconds)]);
  return passed(1);
}

/** 256 inputs of a target in JavaScript, which takes less than a second, or the seeds. */
const longestRun = 120_000;

/** 32-bit programs compute sizes as the WASM module does. */
const narrow = "sanitize32";

/** Builds and runs the targets, all unless `only` names some; each counts as one test. */
export async function fuzzAll(seconds, only = []) {
  const named = (extension) =>
    filesBelow("tests/fuzz", (path) => path.endsWith(extension))
      .map((path) => basename(path, extension))
      .filter((target) => only.length === 0 || only.includes(target));
  const targets = named(".cpp");
  const scripts = named(".mjs").filter((name) => name !== "input" && name !== "worker");
  const jobs = targets.map((target) => ({ target, folder: "sanitize", seconds }));
  if (targets.length > 0) await build("sanitize");
  if (targets.length > 0 && (await runsNarrowPrograms())) {
    await build(narrow);
    jobs.push(...targets.map((target) => ({ target, folder: narrow, seconds: Math.ceil(seconds / 3) })));
  }
  jobs.push(...scripts.map((target) => ({ target, seconds })));
  writeSeeds("", byteInputs(), byteTokens());
  writeSeeds(texts, textInputs(), textTokens());
  const rows = [];
  let totals = nothing;
  const worker = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const result = await (job.folder === undefined ? runScript : runTarget)(job, rows);
      totals = add(totals, result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const table = [["Target", "Executions", "Edges", "Seconds"], ["---", "--:", "--:", "--:"], ...rows.sort()];
  say(`nothing found by these targets:\n${table.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
  return totals;
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const [seconds = 30, ...only] = process.argv.slice(2);
    if (!Number.isInteger(Number(seconds)) || seconds < 1)
      throw new Failure("usage: npm run fuzz -- [SECONDS] [TARGET…]");
    await setup("build", "test", "long");
    await (await import("./build.mjs")).buildAll();
    const { failures } = await fuzzAll(Number(seconds), only);
    if (failures.length > 0) throw new Failure(failures.join("\n\n"));
  });
}
