// A database of its own in a folder, for the test and the load test: no port, only a socket in that folder.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Where Debian keeps the programs of each version. */
const debian = "/usr/lib/postgresql";
const places = [
  ...(existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => b - a)
        .map((version) => join(debian, version, "bin"))
    : []),
  ...(process.env.PATH ?? "").split(":"),
];

/** The folder of PostgreSQL's programs; undefined when it is not installed. */
export const programs = places.find((folder) => existsSync(join(folder, "initdb")));

/** PostgreSQL refuses to run as root; then it runs as the user that Debian's package makes. */
function user() {
  if (process.getuid() !== 0) return {};
  const id = (option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Makes a database and starts it. `kill()` stops it like a power cut would stop a program, `start()` starts it again, and `remove()` ends it and removes
 * its folder. `url` is for DATABASE_URL and pg's `connectionString`.
 */
export async function startPostgres() {
  const owner = user();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const options = { cwd: folder, stdio: ["ignore", "ignore", "pipe"], ...owner };
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "game", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    options,
  );
  const url = `postgres://game@/postgres?host=${folder}`;
  let server;

  const start = async () => {
    const settings = ["listen_addresses=", `unix_socket_directories=${folder}`].flatMap((setting) => [
      "-c",
      setting,
    ]);
    server = spawn(join(programs, "postgres"), ["-D", data, ...settings], { ...options, stdio: "ignore" });
    while (server.exitCode === null) {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => {});
      try {
        await client.connect();
        return await client.end();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error(`postgres ended with ${server.exitCode}`);
  };
  const end = (signal) =>
    new Promise((resolve) => {
      if (server.exitCode !== null) return resolve();
      server.once("exit", resolve);
      server.kill(signal);
    });
  process.once("exit", () => server.kill("SIGQUIT"));
  await start();
  return {
    url,
    start,
    // What pg_ctl calls an immediate stop: nothing is written any more.
    kill: () => end("SIGQUIT"),
    async remove() {
      await end("SIGINT");
      rmSync(folder, { recursive: true });
    },
  };
}
