// Interrupts the command line at each call that changes a file, and looks at what is left.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { encode } from "../../js/index.js";
import { cli, folder, type Outcome } from "./command-line.js";

const faultPoints = fileURLToPath(new URL("fault-points.mjs", import.meta.url));

/** The file before and after a command. Its size makes half of it clearly different from all of it. */
const text = "x".repeat(100_000);
export const before = Buffer.from(encode({ hp: 1, text }));
export const after = Buffer.from(encode({ hp: 2, text }));
const older = Buffer.from(encode("older backup"));

/** Ways to write `save.bin`, and what its backup may hold afterwards. */
export const ways = {
  "--in-place": ["set", "hp", "2", "save.bin", "--in-place"],
  "--in-place --no-backup": ["set", "hp", "2", "save.bin", "--in-place", "--no-backup"],
  "-o onto a file": ["set", "hp", "2", "input.bin", "-o", "save.bin"],
  "-o to a new file": ["set", "hp", "2", "input.bin", "-o", "new.bin"],
} as const;
export type Way = keyof typeof ways;

const place = join(folder, "faults");
const inPlace = (name: string) => join(place, name);

function prepare(): void {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  writeFileSync(inPlace("input.bin"), before);
  writeFileSync(inPlace("save.bin"), before, { mode: 0o600 });
  writeFileSync(inPlace("save.bin.bak"), older);
}

const run = (way: Way, env: Record<string, string> = {}) =>
  cli([...ways[way]], { folder: place, first: faultPoints, env });

/** The names of the calls that a run makes, in order. */
export async function callsOf(way: Way): Promise<string[]> {
  prepare();
  const log = join(folder, "calls.log");
  rmSync(log, { force: true });
  expect(await run(way, { FAULT_LOG: log })).toMatchObject({ code: 0 });
  checkFinished(way);
  return readFileSync(log, "utf8").trim().split("\n");
}

/** Temporary files, whatever their names are. */
const others = () => readdirSync(place).filter((name) => !/^(input|save|new)\.bin(\.bak)?$/.test(name));

const oneOf = (name: string, ...contents: Buffer[]) =>
  expect(contents.some((bytes) => readFileSync(inPlace(name)).equals(bytes))).toBe(true);

/** Every file is whole: as it was, or as it should become. */
function checkWhole(way: Way): void {
  oneOf("input.bin", before);
  if (way === "-o to a new file") {
    oneOf("save.bin", before);
    if (existsSync(inPlace("new.bin"))) oneOf("new.bin", after);
  } else oneOf("save.bin", before, after);
  if (way === "--in-place") oneOf("save.bin.bak", older, before);
  else oneOf("save.bin.bak", older);
}

function checkFinished(way: Way): void {
  checkWhole(way);
  oneOf(way === "-o to a new file" ? "new.bin" : "save.bin", after);
  if (way === "--in-place") oneOf("save.bin.bak", before);
  expect(others()).toEqual([]);
}

/** Most temporary files that a killed run may leave: the new contents, and the backup before it has its name. */
const mostTemporaries = 2;

/** Lets a run fail at call number `at`. After a kill, the next run must succeed and clean up. */
export async function interrupt(way: Way, fault: string, at: number): Promise<Outcome> {
  prepare();
  const outcome = await run(way, { FAULT: fault, FAULT_AT: String(at) });
  checkWhole(way);
  // Others may not read the contents of a private file on their way.
  for (const name of way === "-o to a new file" ? [] : others())
    expect(statSync(inPlace(name)).mode & 0o077).toBe(0);
  const isKilled = fault === "kill" || fault === "half";
  expect(others().length).toBeLessThanOrEqual(isKilled ? mostTemporaries : 0);
  if (!isKilled) return outcome;
  // The command is repeated on what it found the first time.
  copyFileSync(inPlace("input.bin"), inPlace("save.bin"));
  expect(await run(way)).toMatchObject({ code: 0 });
  checkFinished(way);
  return outcome;
}
