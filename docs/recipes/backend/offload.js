// Decides where a save is read. A small one takes less time than the way to a worker; a large one would keep all other players waiting.
import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { check, differences, json, patched } from "./work.js";

const functions = { check, differences, json, patched };

/** Bytes that are read in the server's thread. */
const small = 64 * 1024;

/** What a small save may hold. One that holds more, because it was compressed, begins again in a worker. */
const smallLimits = { decompressedBytes: 4 * small, memory: 32 * small, elements: 10_000 };

/** What any save may hold. */
const limits = { decompressedBytes: 32_000_000, memory: 256_000_000, elements: 2_000_000 };

export function createOffload() {
  const pool = new Piscina({
    filename: new URL("work.js", import.meta.url).href,
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    // More than that many waiting saves are refused with 503, because each of them takes memory.
    maxQueue: 64,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  /** How many saves were read in which place. */
  const counts = { here: 0, workers: 0 };

  /** Calls the function `name` of work.js. */
  const run = async (name, task) => {
    const size = task.bytes.length + (task.other?.length ?? 0);
    if (size <= small) {
      counts.here++;
      const result = await functions[name]({ ...task, limits: smallLimits });
      if (result.refused?.code !== "too-large") return result;
    }
    counts.workers++;
    return pool.run({ ...task, limits }, { name });
  };
  return { run, counts, close: () => pool.destroy() };
}
