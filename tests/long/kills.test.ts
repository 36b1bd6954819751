// Kills programs while they write files: at every call that changes a file, and a thousand times at random.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { folder, root } from "../js/command-line.js";
import { callsOf, interrupt, type Way, ways } from "../js/faults.js";

const faults = ["kill", "half", "SIGTERM", "EIO", "ENOSPC"];
const combinations = (Object.keys(ways) as Way[]).flatMap((way) =>
  faults.map((fault) => [way, fault] as const),
);

test.each([...combinations, ["--in-place", "SIGINT"] as const, ["--in-place", "SIGHUP"] as const])(
  "%s, %s at every call",
  async (way, fault) => {
    const calls = await callsOf(way);
    for (const [index, name] of calls.entries()) {
      if (fault !== "half" || name.startsWith("write")) await interrupt(way, fault, index + 1);
    }
  },
);

/** Ten tests of a hundred kills each. */
const parts = Array.from({ length: 10 }, (_, part) => part);
const kills = 100;
const size = 1 << 18;
const writer = join(folder, "writer.mjs");
const place = join(folder, "random");

beforeAll(async () => {
  mkdirSync(place);
  for (const name of ["place.bin", "output.bin"]) writeFileSync(join(place, name), new Uint8Array(size));
  // It begins with a number that the file does not hold: a file that is the same already is not written.
  const program = `import { readFileSync } from "node:fs";
import { writeBytes } from "./js/cli/output/targets.js";
const [name, inPlace] = process.argv.slice(2);
const target = { output: inPlace ? undefined : name, inPlace: Boolean(inPlace), backup: true, original: name, inputs: [] };
for (let number = readFileSync(name)[0] + 1; ; number++) {
  await writeBytes(new Uint8Array(${size}).fill(number & 255), target);
  process.stdout.write("written\\n");
}`;
  await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: writer,
    logLevel: "warning",
  });
});

/** Lets a program write again and again, and kills it at some moment after it has written once. */
function writeAndKill(name: string, inPlace: boolean): Promise<void> {
  const args = [writer, name, ...(inPlace ? ["in place"] : [])];
  const child = spawn(process.execPath, args, { cwd: place, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), Math.random() * 20));
  child.stdout.resume();
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", () => done());
  });
}

/** The number with which the writer filled the file; fails unless the file is whole. */
function checkWhole(name: string): void {
  const bytes = readFileSync(join(place, name));
  expect(bytes.length).toBe(size);
  expect(bytes.equals(Buffer.alloc(size, bytes[0]))).toBe(true);
}

test.each(parts)(`${kills} kills at random leave whole files (%i)`, async () => {
  for (let i = 0; i < kills / 2; i++) {
    await Promise.all([writeAndKill("place.bin", true), writeAndKill("output.bin", false)]);
    const names = readdirSync(place);
    for (const name of names.filter((name) => /^\w/.test(name))) checkWhole(name);
    // Of the last two programs; those before were removed, unless their numbers belong to other programs by now.
    expect(names.filter((name) => name.startsWith(".")).length).toBeLessThanOrEqual(6);
  }
  expect(readdirSync(place).filter((name) => name.endsWith(".bak"))).toEqual(["place.bin.bak"]);
});
