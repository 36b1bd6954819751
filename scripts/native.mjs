// The native builds, by the names of CMakePresets.json.
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { inRoot, run, say, upToDate } from "./lib.mjs";

const cores = String(availableParallelism());

/** Whether a build folder was configured with the current presets. Removes a cache of older ones. */
export function isConfigured(folder) {
  const done = upToDate([`${folder}/CMakeCache.txt`, `${folder}/build.ninja`], ["CMakePresets.json"]);
  if (!done) rmSync(inRoot(folder, "CMakeCache.txt"), { force: true });
  return done;
}

export async function configure(preset) {
  if (isConfigured(`build/${preset}`)) return;
  say(`configuring ${preset} …`);
  await run("cmake", ["--preset", preset], { quiet: true });
}

export async function build(preset) {
  await configure(preset);
  say(`building ${preset} …`);
  await run("cmake", ["--build", "--preset", preset, "--parallel", cores], { quiet: true });
}
