// Runs the main rows in the browsers and runtimes that are installed: Deno and Bun on the PATH, and those that --runtimes names.
import { spawnSync } from "node:child_process";
import { say } from "../../scripts/lib.mjs";
import { effortIn } from "./plans.mjs";

const effort = JSON.stringify(effortIn("plain loop"));

function output(program, args, options = {}) {
  const { status, stdout } = spawnSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
  });
  return status === 0 ? stdout : undefined;
}

/** The name with the version, and the arguments before the script; undefined if the program does not run. */
export function runtimeAt(program) {
  const version = output(program, ["--version"], { stdio: ["ignore", "pipe", "ignore"] })?.split("\n")[0];
  if (version === undefined) return undefined;
  if (version.startsWith("deno"))
    // Deno takes a changed file of the same length for the one in its cache.
    return { program, name: `Deno ${version.split(" ")[1]}`, args: ["run", "-A", "--no-code-cache"] };
  if (version.startsWith("v")) return { program, name: `Node ${version.slice(1)}`, args: [] };
  return { program, name: `Bun ${version}`, args: [] };
}

function timesIn({ program, name, args }, folder, workloads) {
  say(`${name} …`);
  const speed = workloads.flatMap((workload) => {
    const text = output(program, [...args, "elsewhere.mjs", workload, effort], { cwd: folder });
    return text === undefined ? [] : [{ workload, ...JSON.parse(text) }];
  });
  return { name, speed };
}

function timesInBrowsers(root, folder, workloads) {
  say("browsers …");
  const text = output(process.execPath, [`${folder}/browser.mjs`, root, effort, ...workloads]);
  return text === undefined ? [] : JSON.parse(text);
}

/** The times of every browser and runtime that is there: `{name, speed: [{workload, decode, encode}]}`. */
export function timeElsewhere(root, folder, workloads, given) {
  const runtimes = ["deno", "bun", ...given].map(runtimeAt).filter((one) => one !== undefined);
  const times = runtimes.map((runtime) => timesIn(runtime, folder, workloads));
  return [...times, ...timesInBrowsers(root, folder, workloads)];
}
