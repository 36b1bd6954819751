// npm run fuzz -- [SECONDS]: runs every libFuzzer target for this time, starting from the fixtures.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname } from "node:path";
import { Failure, filesBelow, inRoot, isProgram, main, say } from "./lib.mjs";
import { build } from "./native.mjs";
import { add, failure, nothing, passed } from "./reports.mjs";
import { setup } from "./setup.mjs";

const seedFolder = "build/fuzz/seeds";
/** The first inputs of fuzz_text: texts that engines printed. */
const textFolder = "build/fuzz/texts";
const longestSeed = 65536;

/** The dialects in the order of dialect_names(). An input chooses one by its index: see tests/fuzz/input.h. */
const dialects = Object.keys(JSON.parse(readFileSync(inRoot("cpp/spec/variant.json"), "utf8")).dialects);

/** An input of a target: the dialect, another one to convert to, whether full objects are allowed, and the bytes. */
function seed(dialect, bytes) {
  const number = Math.max(0, dialects.indexOf(dialect));
  return Buffer.concat([Buffer.from([number, (number + 3) % dialects.length, 1]), bytes]);
}

/**
 * All inputs in tests/fixtures: whole .bin files, and the hexadecimal "bytes" of each line of a .jsonl file; or, with `texts`,
 * their texts.
 */
function* fixtureInputs(texts) {
  for (const path of filesBelow("tests/fixtures", (name) => /\.(bin|jsonl)$/.test(name))) {
    const content = readFileSync(inRoot(path));
    if (path.endsWith(".bin")) {
      if (texts) continue;
      yield seed(
        dialects.find((name) => basename(path).startsWith(name.slice(0, 7))),
        content,
      );
      continue;
    }
    const about = inRoot(dirname(path), "about.json");
    const folder = existsSync(about) ? JSON.parse(readFileSync(about, "utf8")) : {};
    for (const text of content.toString().split("\n").filter(Boolean)) {
      const line = JSON.parse(text);
      const bytes = texts ? Buffer.from(line.text ?? "") : Buffer.from(line.bytes ?? "", "hex");
      yield seed(line.dialect ?? folder.dialect, bytes);
    }
  }
}

function writeSeeds(folder, texts) {
  rmSync(inRoot(folder), { recursive: true, force: true });
  mkdirSync(inRoot(folder), { recursive: true });
  for (const input of fixtureInputs(texts)) {
    if (input.length > longestSeed) continue;
    writeFileSync(inRoot(folder, createHash("sha1").update(input).digest("hex")), input);
  }
}

/** The report of libFuzzer on a failure, with the input in base64 unless it is long. */
function finding(log) {
  const begin = log.search(/^.*(?:violated: |ERROR: |runtime error: )/m);
  const input = /^Base64: .{0,2000}$/m.exec(log)?.[0] ?? "";
  return `${log.slice(begin === -1 ? -3000 : begin).slice(0, 3000)}\n${input}`;
}

/** Runs one target, which counts as one test. */
async function runTarget(target, seconds) {
  const name = basename(target);
  const corpus = inRoot("build/fuzz/corpus", name);
  const log = inRoot("build/fuzz", `${name}.log`);
  mkdirSync(corpus, { recursive: true });
  const output = openSync(log, "w");
  const seeds = inRoot(name === "fuzz_text" ? textFolder : seedFolder);
  const options = [`-max_total_time=${seconds}`, "-timeout=10", "-rss_limit_mb=4096", "-print_final_stats=1"];
  const child = spawn(
    inRoot(target),
    [...options, `-artifact_prefix=${inRoot("build/fuzz")}/${name}-`, corpus, seeds],
    {
      stdio: ["ignore", output, output],
    },
  );
  const code = await new Promise((done, fail) => child.on("error", fail).on("close", done));
  const text = readFileSync(log, "utf8");
  const runs = Number(/number_of_executed_units: (\d+)/.exec(text)?.[1] ?? 0);
  if (code !== 0 || runs === 0) return failure(`${name} ended with ${code}, see ${log}\n${finding(text)}`);
  say(`${name}: ${runs} inputs, nothing found`);
  return passed(1);
}

/** Builds and runs all targets; each counts as one test. */
export async function fuzzAll(seconds) {
  await build("sanitize");
  const targets = filesBelow("tests/fuzz", (path) => path.endsWith(".cpp")).map(
    (path) => `build/sanitize/fuzz_${basename(path, ".cpp")}`,
  );
  writeSeeds(seedFolder, false);
  writeSeeds(textFolder, true);
  let totals = nothing;
  const worker = async () => {
    for (let target = targets.pop(); target; target = targets.pop()) {
      say(`${basename(target)}: ${seconds} s …`);
      const result = await runTarget(target, seconds);
      totals = add(totals, result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return totals;
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const seconds = Number(process.argv[2] ?? 30);
    if (!Number.isInteger(seconds) || seconds < 1) throw new Failure("usage: npm run fuzz -- [SECONDS]");
    await setup("build", "test", "long");
    const { failures } = await fuzzAll(seconds);
    if (failures.length > 0) throw new Failure(failures.join("\n\n"));
  });
}
