// One job: the saves that a manifest names become one archive, and a report says what happened to each. All names come from the manifest's, and the same
// saves give the same bytes, so it does no harm if a job is done twice, or by two workers at once.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { batch } from "godot-variant/batch";
import tar from "tar-stream";
import { limits, task } from "./settings.js";

export const names = {
  manifest: (part) => `manifests/${part}.json`,
  archive: (part) => `converted/${part}.tar`,
  report: (part) => `reports/${part}.ndjson`,
  poison: (key) => `poison/${key}`,
};

/** Saves that are fetched at once. */
const fetches = 16;

/**
 * Does the job `part` unless its report is there. Calls `onResult` for each save. The report is written last: whoever sees it may rely on the archive.
 */
export async function doPartition(store, part, onResult = () => {}) {
  if (await store.has(names.report(part))) return;
  const keys = JSON.parse(Buffer.from(await store.get(names.manifest(part))).toString());
  const report = [];
  const archive = tar.pack();
  const bytes = buffer(archive);
  const note = (result) => {
    report.push(result);
    onResult(result);
  };

  async function* inputs() {
    const found = Readable.from(keys).map(async (key) => ({ id: key, bytes: await store.get(key) }), {
      concurrency: fetches,
    });
    for await (const input of found) {
      if (input.bytes !== undefined) yield input;
      else note({ id: input.id, outcome: "failed", code: "gone", bytesIn: 0, bytesOut: 0 });
    }
  }

  // A worker thread of its own: a save that takes all memory ends the thread, and is named, instead of ending this process.
  for await (const { output, ms, ...result } of batch(inputs(), task, { workers: 1, limits })) {
    if (output !== undefined) archive.entry({ name: result.id, mtime: new Date(0) }, Buffer.from(output));
    else {
      await store.copy(result.id, names.poison(result.id));
      await store.put(names.poison(`${result.id}.report.json`), JSON.stringify(result));
    }
    note(result);
  }
  archive.finalize();
  await store.put(names.archive(part), await bytes);
  report.sort((a, b) => (a.id < b.id ? -1 : 1));
  await store.put(names.report(part), report.map((result) => `${JSON.stringify(result)}\n`).join(""));
}
