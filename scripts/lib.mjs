// Functions that all scripts share: paths, running programs, comparing file times. Imports only modules of Node.
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);

/** A failure that is not a bug of the scripts: the user sees only its message. */
export class Failure extends Error {}

/** Whether the module with this URL (import.meta.url) is the program that node runs. */
export const isProgram = (url) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

/** Runs the body of a script; a Failure becomes its message on stderr and exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Prints a line about the progress to stderr, because stdout is for results. */
export const say = (text) => process.stderr.write(`[godot-variant] ${text}\n`);

/** Makes a function that works only at the first call, and returns that result to every caller. */
export function once(work) {
  let result;
  return () => {
    result ??= work();
    return result;
  };
}

const outputFile = new AsyncLocalStorage();

/** Redirects the output of all programs that `work` runs to an open file. */
export const outputTo = (descriptor, work) => outputFile.run(descriptor, work);

/** Runs a program with its output on stderr; throws a Failure unless it exits with 0. */
export async function run(command, args, options = {}) {
  const code = await runForCode(command, args, options);
  if (code !== 0) throw new Failure(`failed with exit code ${code}: ${[command, ...args].join(" ")}`);
}

/** What `runForCode` returns for a program that was stopped after its `timeout`, in milliseconds. */
const stopped = -1;

/** Runs npm; again, if it has not ended after ten minutes, because it hangs once in a while. */
export async function npm(args, options = {}) {
  let code = stopped;
  for (let left = 3; code === stopped && left > 0; left--)
    code = await runForCode("npm", args, { ...options, timeout: 600_000 });
  if (code !== 0) throw new Failure(`failed: ${["npm", ...args].join(" ")}`);
}

/** Like `run`, but returns the exit code. Shows the output only after a failure if `quiet`, and never if `silent`. */
export function runForCode(
  command,
  args,
  { quiet = false, silent = false, env = {}, cwd = root, timeout = 0 } = {},
) {
  const descriptor = outputFile.getStore() ?? 2;
  const shown = silent ? "ignore" : quiet ? "pipe" : descriptor;
  const stdio = ["ignore", shown, shown];
  const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env }, timeout });
  const output = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr?.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Failure(`cannot run ${command}: ${error.message}`)));
    child.on("close", (code) => {
      if (code !== 0) writeSync(descriptor, Buffer.concat(output));
      resolve(child.killed ? stopped : (code ?? 1));
    });
  });
}

/** The output of a program; undefined if it cannot be run or fails. */
export function capture(command, args) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** Whether a program is on the PATH. */
export function hasCommand(name) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The files below a folder (relative to the root) whose path passes the test; empty if the folder does not exist. */
export function filesBelow(folder, test = () => true) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(path, test);
    return test(path) ? [path] : [];
  });
}

const timeOf = (path) => statSync(inRoot(path), { throwIfNoEntry: false })?.mtimeMs;

/** Whether all outputs exist and none is older than any input (paths relative to the root). */
export function upToDate(outputs, inputs) {
  const oldest = Math.min(...outputs.map((path) => timeOf(path) ?? Number.NEGATIVE_INFINITY));
  return inputs.every((path) => (timeOf(path) ?? Number.POSITIVE_INFINITY) <= oldest);
}

/** Writes a file only if its content changes, to keep the modification time otherwise. */
export function writeIfChanged(path, text) {
  const file = inRoot(path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  writeFileSync(file, text);
}
