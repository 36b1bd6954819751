// Worker processes on this machine, for the test and the measurement.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a worker with more environment. `ready` is the port of its metrics; `kill()` ends it without a warning. */
export function startWorker(env) {
  const child = spawn(process.execPath, [fileURLToPath(new URL("worker.js", import.meta.url))], {
    env: { ...process.env, METRICS_PORT: "0", ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const ready = Promise.race([
    once(child, "message").then(([{ port }]) => port),
    ended.then(([code, signal]) => {
      if (code) throw new Error(`the worker ended with ${code ?? signal}`);
    }),
  ]);
  return {
    ready,
    kill() {
      process.off("exit", end);
      end();
      return ended;
    },
  };
}
