// Where outputs go.
import { mkdirSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { folded, joined, NameSet, suffixed, textOf } from "./files/names.js";
import type { Found } from "./input/found.js";
import { keyOf } from "./journal.js";
import type { BatchOptions, BatchTask } from "./task/api.js";
import { BatchError, BatchFailure } from "./task/failure.js";
import type { FilePath, Job } from "./task/job.js";

const suffixes: Partial<Record<BatchTask["kind"], string>> = {
  convert: ".converted",
  set: ".edited",
  recover: ".recovered",
};

/** An input with its key in the journal, and its job or why it has none. */
export interface Placed {
  readonly found: Found;
  readonly key: string;
  /** How often this id came before. */
  readonly again: number | undefined;
  readonly job: Job | undefined;
  readonly problem: Found["problem"];
}

/** Gives each input a place for its output, and refuses those whose place is taken. */
export class Places {
  readonly outDir: string | undefined;
  readonly suffix: string | undefined;
  readonly #about: Stats | undefined;
  /** Whether the folder for outputs was empty, so that no input can be in it. */
  readonly #isNew: boolean = false;
  readonly #ids = new NameSet();
  readonly #names = new NameSet();
  readonly #again = new Map<string, number>();

  constructor(task: BatchTask, { outDir }: Pick<BatchOptions, "outDir">) {
    this.suffix = suffixes[task.kind];
    if (outDir === undefined) return;
    mkdirSync(outDir, { recursive: true });
    this.outDir = realpathSync(outDir);
    this.#about = statSync(this.outDir);
    this.#isNew = readdirSync(this.outDir).length === 0;
  }

  /** Refuses a folder of inputs that is the folder for outputs. */
  checkRoot(source: string): void {
    const about = statSync(source, { throwIfNoEntry: false });
    if (about !== undefined && this.isOutDir(about))
      throw new BatchError(`${source} is the folder for outputs, too. Choose another one.`);
  }

  /** Whether a folder is the one for outputs. */
  isOutDir(folder: Stats): boolean {
    return this.#about !== undefined && folder.ino === this.#about.ino && folder.dev === this.#about.dev;
  }

  /** Whether a file was written by an earlier run of the task beside its input. */
  isOwnOutput(name: string): boolean {
    if (/(^|\/)\.godot-variant-[0-9a-f]{16}\.tmp$/.test(name)) return true;
    return this.outDir === undefined && this.suffix !== undefined && name.endsWith(this.suffix);
  }

  place(found: Found): Placed {
    const again = this.#ids.add(found.id) ? undefined : this.#count(found.id);
    const key = keyOf(found.id, again);
    const placed = { found, key, again, job: undefined, problem: found.problem };
    if (found.problem !== undefined) return placed;
    try {
      if (again !== undefined) throw new BatchFailure("same-name");
      const { id, from, isFile } = found;
      return { ...placed, job: { id, from, isFile, target: this.#targetOf(found) } };
    } catch (error) {
      return { ...placed, problem: { error, outcome: "failed" } };
    }
  }

  #targetOf({ from, isFile, name }: Found): FilePath | undefined {
    if (this.suffix === undefined) return undefined;
    if (this.outDir === undefined) return isFile ? suffixed(from as FilePath, this.suffix) : undefined;
    if (!this.#names.add(folded(name))) throw new BatchFailure("same-name");
    const target = joined(this.outDir, name);
    if (!this.#isNew && isFile && typeof from === "string" && isSameFile(from, textOf(target)))
      throw new BatchFailure("own-input");
    return target;
  }

  #count(id: string): number {
    const count = (this.#again.get(id) ?? 1) + 1;
    this.#again.set(id, count);
    return count;
  }
}

function isSameFile(input: string, output: string): boolean {
  if (resolve(input) === output) return true;
  const existing = statSync(output, { throwIfNoEntry: false, bigint: true });
  if (existing === undefined) return false;
  const about = statSync(input, { bigint: true });
  return about.ino === existing.ino && about.dev === existing.dev;
}
