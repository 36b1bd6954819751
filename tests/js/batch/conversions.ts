// What tests of inputs share: a save of Godot 3, and runs that convert to Godot 4.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BatchOptions, BatchSource } from "../../../js/batch/index.js";
import { encode } from "../../../js/index.js";
import { folder, results, toGodot4 } from "./runs.js";

export const game = (number: number) => encode([number], { framing: "store_var", dialect: "godot-3" });

/** Converts to the folder `out`; returns the name of each input, and its code or outcome. */
export async function run(source: BatchSource | BatchSource[], options: BatchOptions = {}) {
  const all = await results(source, toGodot4, { outDir: join(folder, "out"), ...options });
  return all.map(({ id, outcome, code }) => [id.replace(`${folder}/`, ""), code ?? outcome]);
}

/** The saves in the folder `out`. */
export const outputs = () =>
  (readdirSync(join(folder, "out"), { recursive: true }) as string[])
    .filter((name) => name.endsWith(".save"))
    .sort();
