// Kills `batch` at random places a hundred times over 10 000 files, thirty of them while it writes a table. The result must equal that of a run without a kill.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encode } from "../../js/index.js";
import { root } from "../js/command-line.js";
import { Random } from "../random.js";

const files = 10_000;
const folder = mkdtempSync(join(tmpdir(), "godot-variant-kills-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  for (let i = 0; i < files; i++) {
    const place = join(folder, "in", String(i % 20));
    if (i < 20) mkdirSync(place, { recursive: true });
    const save = encode(
      { n: i % 3 === 0 ? i / 2 : i, name: `Held ${i}` },
      { framing: "store_var", dialect: "godot-3" },
    );
    writeFileSync(join(place, `${i}.save`), i % 100 === 7 ? save.subarray(0, 20) : save);
  }
});

/**
 * A program that counts its calls that change files, in all threads, and kills itself inside one of them: before it, after it, or,
 * if it writes, when half is written. So the place of a kill depends on no clock.
 */
const killer = `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread, threadId } from "node:worker_threads";
const [at, way] = (process.env.KILL_AT ?? "0 before").split(" ");
let left = Number(at);
const kill = () => process.kill(process.pid, "SIGKILL");
for (const name of ["writeSync", "renameSync", "ftruncateSync", "rmSync", "fsyncSync", "mkdirSync"]) {
  const call = fs[name];
  fs[name] = (...given) => {
    left -= 1;
    if (left !== 0 || (!isMainThread && threadId > 1)) return call(...given);
    if (way === "half" && name === "writeSync") call(given[0], given[1].subarray(0, given[1].length / 2));
    if (way === "after") call(...given);
    kill();
    // The signal comes at once, but not before the call returns.
    for (;;);
  };
}
syncBuiltinESMExports();
`;

const cli = join(root, "dist/cli.js");

function run(out: string, args: readonly string[], kill?: string): Promise<NodeJS.Signals | number | null> {
  const env = kill === undefined ? process.env : { ...process.env, KILL_AT: kill };
  const program = [...(kill === undefined ? [] : ["--import", join(folder, "killer.mjs")]), cli];
  const all = ["batch", "in", ...args, "--out-dir", out, "--workers", "2", "--resume"];
  const child = spawn(process.execPath, [...program, ...all], { cwd: folder, env, stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
}

/** All files with their contents; lines of inputs in the report without what depends on time and place. */
function contentsOf(out: string): Map<string, string> {
  const names = (readdirSync(join(folder, out), { recursive: true }) as string[]).sort();
  const paths = names.filter((name) => statSync(join(folder, out, name)).isFile());
  return new Map(paths.map((name) => [name, contentOf(join(folder, out, name))]));
}

function contentOf(path: string): string {
  const text = readFileSync(path, "latin1");
  if (!path.endsWith("report.ndjson")) return text;
  const lines = text.replaceAll(/"ms":[\d.e-]+|"target":"[^"]*"/g, "").split("\n");
  // Each run that resumes adds a line. Two workers finish the files of a table in any order.
  return [
    ...lines.filter((line) => !/"(?:written|resumed)":/.test(line)),
    ...lines.filter((line) => line.includes('"written"')).sort(),
  ].join("\n");
}

test.each([
  ["convert", ["--convert", "godot-4"], 70, 260],
  ["parquet", ["--to", "parquet", "--select", "n,name", "--partition-bytes", "8000"], 30, 40],
])("%s continues after each kill", async (name, args, kills, mostCalls) => {
  writeFileSync(join(folder, "killer.mjs"), killer);
  expect(await run(`${name}-whole`, args)).toBe(1);
  const random = new Random(15);
  let killed = 0;
  for (let i = 0; i < kills; i++) {
    const at = 1 + random.below(mostCalls);
    const way = ["before", "after", "half"][random.below(3)];
    const end = await run(name, args, `${at} ${way}`);
    if (end === "SIGKILL") killed++;
  }
  await run(name, args);
  expect(contentsOf(name)).toEqual(contentsOf(`${name}-whole`));
  expect(killed).toBeGreaterThan(kills * 0.8);
});
