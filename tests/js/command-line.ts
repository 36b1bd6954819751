// Runs dist/cli.js in a process of its own, in a folder of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { sampleBytes } from "./container-files.js";

/** The repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
/** Where the programs run. */
export const folder = mkdtempSync(join(tmpdir(), "godot-variant-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export interface Outcome {
  code: number | null;
  stdout: Buffer;
  text: string;
  stderr: string;
}

export interface Given {
  input?: string | Uint8Array;
  env?: Record<string, string>;
  /** Stop reading after the first part of the output. */
  closeEarly?: boolean;
}

/** Runs the program to its end. */
export function cli(
  args: string[],
  { input = "", env = {}, closeEarly = false }: Given = {},
): Promise<Outcome> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...usual } = process.env;
  const child = spawn(process.execPath, [join(root, "dist/cli.js"), ...args], {
    cwd: folder,
    env: { ...usual, ...env },
  });
  const out: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => {
    out.push(part);
    if (closeEarly) child.stdout.destroy();
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      const stdout = Buffer.concat(out);
      done({ code, stdout, text: stdout.toString(), stderr });
    });
  });
}

/** Makes a file; gives its name. */
export function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** Puts a file that an engine wrote into the folder; gives its name. */
export const sample = (name: string, engine = "4.6.3", as = `${engine}-${name}`) =>
  file(as, sampleBytes(engine, name));
/** What a file in the folder holds. */
export const read = (name: string) => readFileSync(join(folder, name));
/** The tree of the value that many samples hold. */
export const ann = 'Dictionary (2 entries)\n├─ "hp": int 10\n└─ "name": String "Ann"\n';
/** The passwords of samples, and a wrong one. */
export const env = { SECRET: "hunter2", WRONG: "hunter3", UNICODE: "päss世", EMPTY: "" };
/** The key of samples. */
export const key = Array.from({ length: 32 }, (_, i) => ((i * 7) % 256).toString(16).padStart(2, "0")).join(
  "",
);
