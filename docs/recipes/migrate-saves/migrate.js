// Converts a folder of Godot 3 saves for Godot 4 on all cores: node migrate.js FROM TO
import { mkdir, readdir, realpath } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * Converts every file below `from` into the same place below `to`. Each worker gets its next file when it has finished one. Returns a report
 * for each file: `{ file, outcome: "converted" | "failed", losses?, code?, message? }`. Links to files are read; whatever else is no file is
 * reported. The folders must not lie in each other, so that no old save is replaced, and no new one is converted again.
 */
export async function migrate(from, to, workers = availableParallelism()) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  await mkdir(to, { recursive: true });
  const [source, target] = (await Promise.all([realpath(from), realpath(to)])).map((each) => each + sep);
  if (source.startsWith(target) || target.startsWith(source))
    throw new Error("One folder is in the other, or they are the same.");
  const places = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const isFile = entry.isFile() || entry.isSymbolicLink();
      return { file: relative(from, join(entry.parentPath ?? entry.path, entry.name)), isFile };
    });
  const files = places.filter(({ isFile }) => isFile).map(({ file }) => file);
  for (const folder of new Set(files.map((file) => join(to, dirname(file)))))
    await mkdir(folder, { recursive: true });
  const waiting = files.values();
  const reports = places
    .filter(({ isFile }) => !isFile)
    .map(({ file }) => ({ file, outcome: "failed", code: "not-a-file", message: "This is not a file." }));

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
  if (to === undefined) throw new Error("Usage: node migrate.js FROM TO");
  const reports = await migrate(from, to);
  for (const report of reports) console.log(JSON.stringify(report));
  process.exitCode = reports.every(({ outcome }) => outcome === "converted") ? 0 : 1;
}
