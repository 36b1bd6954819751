// Runs dist/cli.js in its own process, in its own folder.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { sampleBytes } from "./container-files.js";

/** Root folder of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
/** Working folder of the programs. */
export const folder = mkdtempSync(join(tmpdir(), "godot-variant-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export const isRoot = process.getuid?.() === 0;

/** The number of a user without rights. */
export const nobody = 65_534;

/** The reason why tests cannot run as `nobody`; undefined if they can. */
export function whyNotNobody(): string | undefined {
  if (!isRoot) return "needs root";
  const { status } = spawnSync(
    process.execPath,
    ["-e", `require("fs").accessSync(${JSON.stringify(join(root, "dist/cli.js"))})`],
    { uid: nobody, gid: nobody },
  );
  return status === 0 ? undefined : "nobody cannot read the repository";
}

export interface Outcome {
  code: number | null;
  /** The signal that ended the program. */
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  text: string;
  stderr: string;
}

export interface Given {
  /** What comes on standard input; a number is a file, already open. */
  input?: string | Uint8Array | number;
  env?: Record<string, string>;
  /** Stop reading after the first chunk of output. */
  closeEarly?: boolean;
  /** The working folder, by default `folder`. */
  folder?: string;
  /** A file, already open, that takes the output instead. */
  output?: number;
  /** A module to import first. */
  first?: string;
  /** Run with the rights of this user and its group; needs root. */
  uid?: number;
}

/** Runs the program until it ends. */
export function cli(
  args: string[],
  { input = "", env = {}, closeEarly = false, folder: cwd = folder, output, first, uid }: Given = {},
): Promise<Outcome> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...usual } = process.env;
  const imports = first === undefined ? [] : ["--import", first];
  const child = spawn(process.execPath, [...imports, join(root, "dist/cli.js"), ...args], {
    cwd,
    env: { ...usual, ...env },
    stdio: [typeof input === "number" ? input : "pipe", output ?? "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const out: Buffer[] = [];
  let stderr = "";
  child.stdout?.on("data", (part: Buffer) => {
    out.push(part);
    if (closeEarly) child.stdout?.destroy();
  });
  child.stderr?.on("data", (part) => {
    stderr += part;
  });
  child.stdin?.on("error", () => {});
  if (typeof input !== "number") child.stdin?.end(input);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => {
      const stdout = Buffer.concat(out);
      done({ code, signal, stdout, text: stdout.toString(), stderr });
    });
  });
}

/** Writes a file; returns its name. */
export function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** Copies a file of an engine into the folder; returns its name. */
export const sample = (name: string, engine = "4.6.3", as = `${engine}-${name}`) =>
  file(as, sampleBytes(engine, name));
/** Reads a file in the folder. */
export const read = (name: string) => readFileSync(join(folder, name));
/** The printed tree of the value in many samples. */
export const ann = 'Dictionary (2 entries)\n├─ "hp": int 10\n└─ "name": String "Ann"\n';
/** Passwords of samples, and a wrong one. */
export const env = { SECRET: "hunter2", WRONG: "hunter3", UNICODE: "päss世", EMPTY: "" };
/** Key of samples. */
export const key = Array.from({ length: 32 }, (_, i) => ((i * 7) % 256).toString(16).padStart(2, "0")).join(
  "",
);
