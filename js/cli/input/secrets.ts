import { openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { exitCode, Failure } from "../output/failure.js";

/** Parsed options for passwords. */
export interface GivenSecrets {
  passwordEnv?: string;
  passwordPrompt?: boolean;
  key?: Uint8Array;
}

/** The password or key of an encrypted file, as the library takes it. */
export interface Secrets {
  readonly password?: string;
  readonly key?: Uint8Array;
}

/** Reads the password from where the options say, and may ask for it. `name` appears in the question. */
export async function secretsOf(
  { passwordEnv, passwordPrompt, key }: GivenSecrets,
  name: string,
): Promise<Secrets> {
  const given = [passwordEnv, passwordPrompt, key].filter((option) => option !== undefined);
  if (given.length > 1) {
    throw new Failure("Use only one of --password-env, --password-prompt and --key.", exitCode.usage);
  }
  if (key !== undefined) return { key };
  if (passwordEnv !== undefined) return { password: fromEnvironment(passwordEnv) };
  return passwordPrompt === true ? { password: await askFor(`Password of ${name}: `) } : {};
}

function fromEnvironment(name: string): string {
  const password = process.env[name];
  if (password === undefined)
    throw new Failure(`The environment variable ${name} is not set.`, exitCode.usage);
  return password;
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
    return new ReadStream(openSync("/dev/tty", "r"));
  } catch {
    throw new Failure("There is no terminal to ask on. Use --password-env NAME.", exitCode.usage);
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
