// Where outputs go.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { folded, isTemporary, joined, keyOf, NameSet, suffixed, textOf } from "./files/names.js";
import { areSameFile, identityOf, realBytes, realPath } from "./files/same-file.js";
import { checksumOf } from "./files/sha256.js";
import type { Found } from "./input/found.js";
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
  /** The SHA-256 of an input in memory, which has no time of change; only if there is a report to compare it with. */
  readonly checksumIn?: string | undefined;
  readonly job: Job | undefined;
  readonly problem: Found["problem"];
}

/** Gives each input a place for its output, and refuses those whose place is taken. */
export class Places {
  readonly outDir: string | undefined;
  readonly suffix: string | undefined;
  readonly #identity: string | undefined;
  /** Whether the folder for outputs was empty, so that no input can be in it. */
  readonly #isNew: boolean = false;
  readonly #report: string | undefined;
  /** Files and folders of inputs below the folder for outputs. */
  readonly #rootsBelow = new Set<string>();
  readonly #ids = new NameSet();
  readonly #names = new NameSet();
  readonly #again = new Map<string, number>();

  constructor(task: BatchTask, { outDir, report }: Pick<BatchOptions, "outDir" | "report">) {
    this.suffix = suffixes[task.kind];
    if (report !== undefined) this.#report = placeOf(report);
    if (outDir === undefined) return;
    mkdirSync(outDir, { recursive: true });
    this.outDir = realPath(outDir);
    this.#report ??= join(this.outDir, "report.ndjson");
    this.#identity = identityOf(this.outDir);
    this.#isNew = readdirSync(this.outDir).length === 0;
  }

  /** Whether the folder for outputs may have inputs in it. */
  get mayHoldInputs(): boolean {
    return this.outDir !== undefined && !this.#isNew;
  }

  /** Refuses a folder of inputs that is the folder for outputs, and notes one that is below it. */
  checkRoot(source = ""): void {
    this.noteRoot(source);
    if (this.isOutDir(source))
      throw new BatchError(`${source} is the folder for outputs, too. Choose another one.`);
  }

  /** Notes an input that is below the folder for outputs, so that no output is put there. */
  noteRoot(source: FilePath): void {
    if (this.outDir === undefined) return;
    try {
      const root = textOf(realBytes(source));
      if (root.startsWith(join(this.outDir, sep))) this.#rootsBelow.add(folded(root));
    } catch {
      // The walk reports what cannot be read.
    }
  }

  /** Whether a folder is the one for outputs. */
  isOutDir(folder: FilePath): boolean {
    return this.#identity !== undefined && this.#identity === identityOf(folder);
  }

  /** Whether a link leads into the folder for outputs, where an output may replace its file before it is read. */
  leadsToOutputs(link: FilePath): boolean {
    return this.outDir !== undefined && realPath(link).startsWith(join(this.outDir, sep));
  }

  /** Whether a file is the report, or was written by an earlier run of the task beside its input, which is there. */
  isOwnOutput(name: string, path: FilePath): boolean {
    const report = this.#report;
    if (report !== undefined && folded(basename(name)) === folded(basename(report)))
      if (areSameFile(path, report)) return true;
    if (isTemporary(basename(name))) return true;
    const { suffix } = this;
    if (this.outDir !== undefined || suffix === undefined || !name.endsWith(suffix)) return false;
    const end = path.length - suffix.length;
    return existsSync(typeof path === "string" ? path.slice(0, end) : path.subarray(0, end));
  }

  place(found: Found): Placed {
    const again = this.#ids.add(found.id) ? undefined : this.#count(found.id);
    const key = keyOf(found.id, again);
    const isCompared = !found.isFile && this.#report !== undefined;
    const checksumIn = isCompared ? checksumOf(found.from as Uint8Array) : undefined;
    const placed = { found, key, again, checksumIn, job: undefined, problem: found.problem };
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
    // With the separators of the system, because it is compared with paths that the system gives.
    const target = typeof name === "string" ? join(this.outDir, name) : joined(this.outDir, name);
    if (this.#report !== undefined && folded(target) === folded(this.#report))
      throw new BatchFailure(
        "same-name",
        undefined,
        "The report has this name. Choose another place for it.",
      );
    if (!this.#isNew && isFile && areSameFile(target, from as FilePath)) throw new BatchFailure("own-input");
    if (this.#rootsBelow.size > 0 && this.#isInput(folded(textOf(target))))
      throw new BatchFailure("own-input");
    return target;
  }

  /** Whether a path in the folder for outputs is that of an input, or below one. */
  #isInput(path: string): boolean {
    if (path.length <= (this.outDir as string).length) return false;
    return this.#rootsBelow.has(path) || this.#isInput(dirname(path));
  }

  #count(id: string): number {
    const count = (this.#again.get(id) ?? 1) + 1;
    this.#again.set(id, count);
    return count;
  }
}

/** The path of a file, without links in that of its folder. */
function placeOf(path: string): string {
  const folder = dirname(resolve(path));
  return join(existsSync(folder) ? realPath(folder) : folder, basename(path));
}
