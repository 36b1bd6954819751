// npm start -- [FILE] [options]: sets up, builds, and decodes and prints FILE (default: a save file of a real engine).
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { Failure, filesBelow, inRoot, isProgram, main } from "./lib.mjs";
import { setup } from "./setup.mjs";

/** The folder in which the user typed npm start, because FILE is relative to it. */
const userFolder = process.env.INIT_CWD ?? process.cwd();
const questions = ["-h", "--help", "-V", "--version"];

function defaultFile() {
  const saves = filesBelow("tests/fixtures", (path) => path.endsWith(".bin")).sort();
  const chosen = saves.find((path) => /saves\/godot-4/.test(path)) ?? saves[0];
  if (!chosen)
    throw new Failure("There is no .bin file below tests/fixtures to show; name one: npm start -- FILE");
  return inRoot(chosen);
}

/**
 * The arguments for the command line, which distinguishes commands from files itself. Adds the default file if there are only
 * options or no arguments.
 */
export function commandLine(args) {
  const onlyOptions = args.length === 0 || args[0].startsWith("-");
  const namesFile = args.some((arg) => arg === "-" || existsSync(resolve(userFolder, arg)));
  if (!onlyOptions || namesFile || questions.includes(args[0])) return args;
  return [defaultFile(), ...args];
}

async function start() {
  await setup("build");
  const { buildAll } = await import("./build.mjs");
  await buildAll();
  const args = [inRoot("dist/cli.js"), ...commandLine(process.argv.slice(2))];
  const child = spawn(process.execPath, args, { cwd: userFolder, stdio: "inherit" });
  process.exitCode = await new Promise((done) => {
    child.on("close", (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

if (isProgram(import.meta.url)) await main(start);
