// The engines that the environment names. Tests ask them to write values and to read bytes.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DialectName, TextEngine } from "../../js/index.js";
import { godot3, godot4, type Range } from "./values.js";

/** The seed of all random choices in these tests; set it with `ENGINE_SEED=7 npx vitest …`. */
export const seed = Number(process.env.ENGINE_SEED ?? 1);

/** A value that an engine wrote. */
export interface Made {
  bytes: Uint8Array;
  fullObjects: boolean;
}

/** An engine's answer about bytes; `size` and `reencoded` only for valid bytes. Godot 3 does not report the size. */
export interface Answer {
  ok: boolean;
  size?: number | undefined;
  reencoded: Uint8Array;
}

/** An engine's reading of a file: its values, or the content of a compressed stream, as hexadecimal digits. */
export interface FileAnswer {
  ok: boolean;
  values?: string[];
  content?: string;
  /** For a ConfigFile: section, key and value. */
  entries?: [string, string, string][];
}

/** Runs a script of the folder above. `files` holds its output, or its input and output; `rest` its other arguments. */
type Run = (script: string, folder: string, files: readonly string[], rest: readonly string[]) => void;

export class Engine {
  readonly name: string;
  readonly version: TextEngine;
  readonly dialect: DialectName;
  readonly range: Range;
  readonly #major: 3 | 4;
  readonly #run: Run;

  constructor(name: string, launcher: string, version: TextEngine) {
    const major = version === "4.6" ? 4 : 3;
    this.name = name;
    this.version = version;
    this.dialect = major === 4 ? "godot-4.4" : "godot-3";
    this.range = major === 4 ? godot4 : godot3;
    this.#major = major;
    this.#run = major === 4 ? runGodot4(launcher) : runGodot3(launcher);
  }

  /** Returns random values of random4.gd or random3.gd. */
  make(seed: number, count: number): Made[] {
    const output = this.#ask(`engine/random${this.#major}.gd`, undefined, [String(seed), String(count)]);
    return output.map((line) => ({ bytes: fromHex(line.bytes), fullObjects: line.full_objects }));
  }

  /** Asks the engine to decode each of `inputs`. */
  answer(inputs: readonly Uint8Array[]): Answer[] {
    const lines = inputs.map((bytes, name) => ({ name: String(name), bytes: toHex(bytes), deep: true }));
    const output = this.#ask(`fixtures/make/crafted${this.#major}.gd`, lines, []);
    if (output.length !== inputs.length)
      throw new Error(`${this.name} answered ${output.length} of ${inputs.length}`);
    return output.map(({ ok, size, reencoded = "" }) => ({ ok, size, reencoded: fromHex(reencoded) }));
  }

  /** Asks the engine to read or write files; files4.gd describes questions and answers. */
  files(questions: readonly object[]): FileAnswer[] {
    return this.#ask(`engine/files${this.#major}.gd`, questions, []);
  }

  /** Asks the engine to print values, except those that crash it. */
  texts(values: readonly Made[]): string[] {
    const lines = values.map(({ bytes, fullObjects }, name) => {
      return { name: String(name), bytes: toHex(bytes), full_objects: fullObjects };
    });
    const output = this.#ask(`fixtures/make/crafted${this.#major}.gd`, lines, []);
    return output.map(({ text }) => Buffer.from(text, "hex").toString());
  }

  /** Asks the engine to parse texts, and returns the encoded values. */
  read(texts: readonly string[]): Uint8Array[] {
    const lines = texts.map((text) => ({ text: Buffer.from(text).toString("hex") }));
    return this.#ask(`engine/read${this.#major}.gd`, lines, []).map(({ bytes }) => fromHex(bytes));
  }

  /** Asks the engine to evaluate expressions of GDScript. */
  evaluate(texts: readonly string[]): { ok: boolean; bytes?: string }[] {
    const lines = texts.map((text) => ({ text: Buffer.from(text).toString("hex") }));
    return this.#ask(`engine/gdscript${this.#major}.gd`, lines, []);
  }

  /** Asks Godot 4 for `JSON.from_native` of values, as text. */
  natives(values: readonly Made[]): string[] {
    const lines = values.map(({ bytes, fullObjects }) => ({
      bytes: toHex(bytes),
      full_objects: fullObjects,
    }));
    const output = this.#ask("engine/native4.gd", lines, []);
    return output.map(({ native }) => Buffer.from(native, "hex").toString());
  }

  /** Asks Godot 4 for `JSON.to_native` of JSON texts, and returns the encoded values. */
  readNative(texts: readonly string[]): Uint8Array[] {
    const lines = texts.map((text) => ({ native: Buffer.from(text).toString("hex") }));
    return this.#ask("engine/native4.gd", lines, []).map(({ bytes }) => fromHex(bytes));
  }

  /** Gives messages to the game's side of a page bridge; bridge4.gd describes what comes back. */
  bridge(messages: readonly Uint8Array[]): Record<string, string>[] {
    const name = this.#major === 4 ? "page_bridge.gd" : "page_bridge_3.gd";
    const lines = messages.map((bytes) => ({ bytes: toHex(bytes) }));
    const script = fileURLToPath(new URL(`../../js/html5/${name}`, import.meta.url));
    return this.#ask(`engine/bridge${this.#major}.gd`, lines, [script]);
  }

  // biome-ignore lint/suspicious/noExplicitAny: JSON that our own scripts write
  #ask(script: string, input: readonly object[] | undefined, rest: readonly string[]): any[] {
    const folder = mkdtempSync(join(tmpdir(), "engine-"));
    try {
      const files = [...(input ? [join(folder, "in.jsonl")] : []), join(folder, "out.jsonl")];
      if (input) writeFileSync(files[0] as string, input.map((line) => `${JSON.stringify(line)}\n`).join(""));
      this.#run(fileURLToPath(new URL(`../${script}`, import.meta.url)), folder, files, rest);
      const text = readFileSync(join(folder, "out.jsonl"), "utf8");
      return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

function runGodot4(launcher: string): Run {
  return (script, folder, files, rest) => {
    const project = join(folder, "project");
    mkdirSync(project);
    writeFileSync(join(project, "project.godot"), "config_version=5\n");
    const options = ["--headless", "--path", project, "-s", script, "--"];
    execFileSync(launcher, [...options, ...files, ...rest], { cwd: folder, stdio: "ignore" });
  };
}

function runGodot3(launcher: string): Run {
  return (script, folder, files, [seed, count]) => {
    const [output, input] = [...files].reverse();
    const names = { FX_IN: input, FX_OUT: output, FX_SEED: seed, FX_N: count };
    execFileSync(launcher, ["-s", script], {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, ...names },
    });
  };
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
export const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));

/** The engines named by GODOT4, GODOT36 and GODOT32. */
export const engines: readonly Engine[] = (
  [
    ["GODOT4", "4.6"],
    ["GODOT36", "3.6"],
    ["GODOT32", "3.2"],
  ] as const
).flatMap(([name, version]) => {
  const launcher = process.env[name];
  return launcher ? [new Engine(name, launcher, version)] : [];
});
