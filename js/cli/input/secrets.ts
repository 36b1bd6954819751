// Passwords and keys, from options, files, the environment or the standard input.
import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { isWindows } from "../../batch/files/windows-names.js";
import { exitCode, Failure } from "../output/failure.js";
import { nameOf, readBytes } from "./files.js";
import { utf8In } from "./text-input.js";

/** Parsed options for passwords. */
export interface GivenSecrets {
  passwordFile?: string;
  passwordEnv?: string;
  passwordPrompt?: boolean;
  keyFile?: string;
  key?: string;
}

/** The password or key of an encrypted file, as the library takes it. */
interface Secrets {
  readonly password?: string;
  readonly key?: Uint8Array;
}

/** Environment variables that are used if no option names another source. */
const variables = { password: "GODOT_VARIANT_PASSWORD", key: "GODOT_VARIANT_KEY" };

const options = {
  passwordFile: "--password-file",
  passwordEnv: "--password-env",
  passwordPrompt: "--password-prompt",
  keyFile: "--key-file",
  key: "--key",
} as const satisfies Record<keyof GivenSecrets, string>;

const named = (given: GivenSecrets) =>
  (Object.keys(options) as (keyof GivenSecrets)[]).filter((name) => given[name] !== undefined);

/** Whether the options name a password or a key. */
export const namesSecret = (given: GivenSecrets): boolean => named(given).length > 0;

/** Throws a Failure if two files, or options, read standard input. */
export function checkOneStandardInput(
  { passwordFile, keyFile }: GivenSecrets,
  ...files: readonly (string | undefined)[]
): void {
  if ([passwordFile, keyFile, ...files].filter((name) => name === "-").length < 2) return;
  throw new Failure("Only one input can be standard input.", exitCode.usage);
}

/** Reads the password or the key from where the options say, and may ask for it. `name` appears in the question. */
export async function secretsOf(given: GivenSecrets, name: string): Promise<Secrets> {
  if (named(given).length > 1) {
    throw new Failure(`Use only one of ${Object.values(options).join(", ")}.`, exitCode.usage);
  }
  const { passwordFile, passwordEnv, passwordPrompt, keyFile, key } = given;
  if (key !== undefined) return { key: visibleKey(key) };
  if (keyFile !== undefined) return { key: keyIn(await secretBytes(keyFile), keyFile) };
  if (passwordFile !== undefined) return { password: await passwordIn(passwordFile) };
  if (passwordEnv !== undefined) return { password: fromEnvironment(passwordEnv) };
  return passwordPrompt === true ? { password: await askFor(`Password of ${name}: `) } : fromUsualVariables();
}

async function passwordIn(file: string): Promise<string> {
  const text = utf8In(await secretBytes(file));
  if (text === undefined) throw new Failure(`${nameOf(file)}: The password is not valid UTF-8.`);
  return firstLine(text);
}

function fromUsualVariables(): Secrets {
  const { [variables.password]: password, [variables.key]: key } = process.env;
  if (password !== undefined && key !== undefined) {
    throw new Failure(`Set only one of ${Object.values(variables).join(" and ")}.`, exitCode.usage);
  }
  if (key !== undefined) return { key: keyOf(key, variables.key) };
  return password === undefined ? {} : { password };
}

function fromEnvironment(name: string): string {
  const password = process.env[name];
  if (password === undefined)
    throw new Failure(`The environment variable ${name} is not set.`, exitCode.usage);
  return password;
}

let standardInput: Promise<Uint8Array> | undefined;

/** Reads a file. Keeps what standard input gave, because diff needs the password of two files. */
function secretBytes(file: string): Promise<Uint8Array> {
  if (file !== "-") return readBytes(file);
  standardInput ??= readBytes(file);
  return standardInput;
}

const firstLine = (text: string) => text.split(/\r?\n/, 1)[0] ?? "";

/** A key on the command line. Overwrites the arguments, which other users could read in the list of processes. */
function visibleKey(digits: string): Uint8Array {
  process.title = "godot-variant";
  return keyOf(digits, options.key);
}

/** A file holds the 32 bytes of a key, or its digits. */
function keyIn(bytes: Uint8Array, file: string): Uint8Array {
  return bytes.length === 32 ? bytes : keyOf(Buffer.from(bytes).toString("latin1").trim(), file);
}

function keyOf(digits: string, source: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(digits)) return Buffer.from(digits, "hex");
  throw new Failure(`${source}: A key has 64 hexadecimal digits.`, exitCode.usage);
}

/** The characters that a terminal sends for Enter (and Ctrl-D), Ctrl-C, Backspace and Ctrl-U. */
const keys = { enter: "\r\n\u0004", interrupt: "\u0003", erase: "\b\u007f", eraseAll: "\u0015" };
/** The exit code that shells use for a program ended by Ctrl-C. */
const interrupted = 130;

/** Reads a line from the terminal without showing it, even when standard input is a pipe. */
async function askFor(question: string): Promise<string> {
  const terminal = openTerminal();
  // Must come before the question, or the terminal could show the first characters typed.
  terminal.setRawMode(true);
  process.stderr.write(question);
  try {
    return await typedLine(terminal);
  } finally {
    terminal.setRawMode(false);
    terminal.pause();
    if (terminal !== process.stdin) terminal.destroy();
    process.stderr.write("\n");
  }
}

function openTerminal(): ReadStream {
  if (process.stdin.isTTY) return process.stdin;
  try {
    // To change the mode of a console, Windows wants the right to write.
    const descriptor = isWindows() ? openSync("\\\\.\\CONIN$", "r+") : openSync("/dev/tty", "r");
    return new ReadStream(descriptor);
  } catch {
    throw new Failure("There is no terminal to ask on. Use --password-file FILE.", exitCode.usage);
  }
}

function typedLine(terminal: ReadStream): Promise<string> {
  terminal.setEncoding("utf8");
  let line: string[] = [];
  return new Promise((resolve, reject) => {
    const type = (text: string) => {
      for (const character of text) {
        if (keys.enter.includes(character)) return resolve(line.join(""));
        if (character === keys.interrupt) reject(new Failure("Interrupted.", interrupted));
        else if (keys.erase.includes(character)) line.pop();
        else if (character === keys.eraseAll) line = [];
        else line.push(character);
      }
    };
    terminal.on("data", type);
    terminal.once("end", () => reject(new Failure("No password was typed.")));
  });
}
