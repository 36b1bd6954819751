// Many saves to lines of JSON: a loop of single calls, such loops on all cores at once, `batch`, and the engine itself.
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isProgram } from "../../scripts/lib.mjs";
import { engineOf } from "./engine.mjs";

const inFolder = 1000;

/** Writes `count` files of store_var: the values of the workload `small`, one after the other. Returns their number and bytes. */
function writeSaves(data, folder, count) {
  const inputs = readFileSync(join(data, "small.json"), "utf8").trimEnd().split("\n").length;
  const all = readFileSync(join(data, "small.bin"));
  const size = all.length / inputs;
  rmSync(folder, { recursive: true, force: true });
  for (let i = 0; i < count; i++) {
    const below = join(folder, String(Math.floor(i / inFolder)).padStart(4, "0"));
    if (i % inFolder === 0) mkdirSync(below, { recursive: true });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(size);
    const start = (i % inputs) * size;
    writeFileSync(join(below, `${i}.save`), Buffer.concat([length, all.subarray(start, start + size)]));
  }
  return { files: count, bytes: count * (size + 4) };
}

/** Seconds of the clock since a moment, and of the processor since the start of the program. */
const timeSince = (start) => {
  const { user, system } = process.cpuUsage();
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
};

/** The work, each in a process of its own; returns what it took, by the clock without the start of the program. */
const works = {
  async loop(folder, out) {
    const { load, toPlainJSON } = await import("../../dist/bundled/index.js");
    const start = performance.now();
    const file = openSync(join(out, "lines.ndjson"), "w");
    for (const name of readdirSync(folder, { recursive: true })) {
      if (!name.endsWith(".save")) continue;
      const { values } = await load(readFileSync(join(folder, name)));
      for (const value of values) writeSync(file, `${toPlainJSON(value)}\n`);
    }
    closeSync(file);
    return timeSince(start);
  },
  /** Programs with a loop each, at the same time: more than that no program on these cores can do. Returns what the files of one took. */
  async loops(folder, out, count) {
    const times = Array.from({ length: Number(count) }, async (_, i) => {
      const place = join(out, String(i));
      mkdirSync(place);
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "loop", folder, place], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      return timeIn(await text(child.stdout));
    });
    const all = await Promise.all(times);
    const seconds = Math.max(...all.map((time) => time.seconds)) / all.length;
    return { seconds, cpu: all.reduce((sum, { cpu }) => sum + cpu, 0) / all.length };
  },
  async batch(folder, out, workers) {
    const { batch } = await import("../../dist/batch/index.js");
    const start = performance.now();
    const task = { kind: "json", to: "ndjson" };
    for await (const { outcome, id, code } of batch(folder, task, { outDir: out, workers: Number(workers) }))
      if (outcome !== "done") throw new Error(`${id}: ${code}`);
    return timeSince(start);
  },
};

/** The times in the output of a program. The engine does not know what it took of the processor. */
function timeIn(output) {
  const read = (mark) => Number(new RegExp(`^${mark} ([\\d.]+)$`, "m").exec(output)?.[1]);
  return { seconds: read("SECONDS"), cpu: read("CPU") };
}

function timeOf(program, args) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  const time = timeIn(stdout);
  if (Number.isNaN(time.seconds)) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return time;
}

/** Files per second of each contender: the best of some rounds, in which they take turns. */
export function timeBatch(root, data, folder, { count, rounds }) {
  const saves = join(folder, "saves");
  const out = join(folder, "batch-out");
  const written = writeSaves(data, saves, count);
  const cores = availableParallelism();
  const own = fileURLToPath(import.meta.url);
  const ours = (...args) => timeOf(process.execPath, [own, ...args]);
  const engine = engineOf(root);
  const contenders = {
    "a loop of load": () => ours("loop", saves, out),
    [`${cores} such loops at once`]: () => ours("loops", saves, out, String(cores)),
    "batch, 1 worker": () => ours("batch", saves, out, "1"),
    [`batch, ${cores} workers`]: () => ours("batch", saves, out, String(cores)),
  };
  if (engine !== undefined) {
    const args = [
      "--headless",
      "-s",
      join(root, "tests/bench/batch.gd"),
      "--",
      saves,
      join(out, "lines.ndjson"),
    ];
    contenders.Godot = () => timeOf(engine, args);
  }
  const best = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      process.stderr.write(`${round + 1} of ${rounds}: ${name} …\n`);
      rmSync(out, { recursive: true, force: true });
      mkdirSync(out);
      const { seconds, cpu } = run();
      const before = best[name] ?? { seconds, cpu };
      best[name] = { seconds: Math.min(before.seconds, seconds), cpu: Math.min(before.cpu, cpu) };
    }
  }
  rmSync(saves, { recursive: true });
  rmSync(out, { recursive: true });
  const rates = Object.entries(best).map(([name, { seconds, cpu }]) => ({
    name,
    rate: count / seconds,
    cpu: cpu / count,
  }));
  return { ...written, rates, cores };
}

/**
 * The rates as rows of a table, beside one loop, beside loops on all cores at once, which is the most that these cores can do, and
 * beside one loop times the cores, which they do not reach because they share memory and caches.
 */
export function batchTable({ files, bytes, rates, cores }) {
  const [{ rate: loop }, { rate: most }] = rates;
  const size = (bytes / files / 1024).toFixed(1);
  return [
    [
      `${files} saves of ${size} KB`,
      "files/s",
      "by the loop",
      "by the loops at once",
      `by ${cores} × the loop`,
      "µs of CPU a save",
    ],
    ...rates.map(({ name, rate, cpu }) => [
      name,
      rate.toFixed(0),
      `${(rate / loop).toFixed(2)}×`,
      `${(rate / most).toFixed(2)}×`,
      `${(rate / loop / cores).toFixed(2)}×`,
      Number.isNaN(cpu) ? "" : (cpu * 1e6).toFixed(0),
    ]),
  ];
}

if (isProgram(import.meta.url)) {
  const [work, ...args] = process.argv.slice(2);
  const { seconds, cpu } = await works[work](...args);
  console.log(`SECONDS ${seconds}\nCPU ${cpu}`);
}
