// Converts a folder of Godot 3 saves for Godot 4 on all cores: node migrate.js FROM TO
import { mkdir, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * Converts every file below `from` into the same place below `to`. Each worker gets its next file when it has finished one. Returns a report
 * for each file: `{ file, outcome: "converted" | "failed", losses?, code?, message? }`.
 */
export async function migrate(from, to, workers = availableParallelism()) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  for (const folder of new Set(files.map((file) => join(to, dirname(file)))))
    await mkdir(folder, { recursive: true });
  const waiting = files.values();
  const reports = [];

  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("worker.js", import.meta.url));
      const next = () => {
        const { value: file, done } = waiting.next();
        if (done) worker.terminate().then(resolve, reject);
        else worker.postMessage({ file, source: join(from, file), target: join(to, file) });
      };
      worker.on("message", (report) => {
        reports.push(report);
        next();
      });
      worker.on("error", reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workers, files.length) }, work));
  return reports.sort((a, b) => (a.file < b.file ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , from, to] = process.argv;
  const reports = await migrate(from, to);
  for (const report of reports) console.log(JSON.stringify(report));
  process.exitCode = reports.every(({ outcome }) => outcome === "converted") ? 0 : 1;
}
