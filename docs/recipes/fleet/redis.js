// A Redis of its own in a folder, for the test and the measurement.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts Redis on a port. `kill()` ends it like a power cut; `start()` starts it again with what it had written; `remove()` ends it and removes its folder. */
export async function startRedis(port) {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    appendonly: "yes",
    appendfsync: "always",
    save: "",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let server;
  const answers = () =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
      // While it reads its file, it says so instead.
      socket.once("data", (data) => {
        resolve(String(data).startsWith("+PONG"));
        socket.destroy();
      });
      socket.once("error", () => resolve(false));
      socket.once("close", () => resolve(false));
      socket.setTimeout(1000, () => socket.destroy());
    });
  const start = async () => {
    server = spawn("redis-server", args, { stdio: "ignore" });
    while (!(await answers())) {
      if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = () =>
    new Promise((resolve) => {
      server.once("exit", resolve);
      server.kill("SIGKILL");
    });
  process.once("exit", () => server.kill("SIGKILL"));
  await start();
  return {
    start,
    kill,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}
