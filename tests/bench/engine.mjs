// Times a real engine, if available: $GODOT4, or one that ../shared/tools/engines.sh installs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The program of an engine, if there is one. */
export function engineOf(root) {
  if (process.env.GODOT4) return process.env.GODOT4;
  const script = join(root, "../shared/tools/engines.sh");
  if (!existsSync(script)) return undefined;
  const { stdout } = spawnSync("bash", [script], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return /\bGODOT4=(\S+)/.exec(stdout ?? "")?.[1];
}

/** Milliseconds per call of bytes_to_var and var_to_bytes for each workload, or undefined without an engine. */
export function timeEngine(root, folder, names, milliseconds) {
  const engine = engineOf(root);
  if (engine === undefined) return undefined;
  const script = join(root, "tests/bench/engine.gd");
  const args = ["--headless", "-s", script, "--", folder, String(milliseconds), ...names];
  const { stdout } = spawnSync(engine, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const result = /^RESULT (.*)$/m.exec(stdout ?? "")?.[1];
  return result === undefined ? undefined : JSON.parse(result);
}
