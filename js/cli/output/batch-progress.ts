// Counts results of `batch` and shows how far it is.
import { opendir, stat } from "node:fs/promises";
import type { BatchResult } from "../../batch/index.js";
import { counted, grouped } from "../../describe/amounts.js";

/** Counts results. */
export class Tally {
  readonly start = performance.now();
  readonly codes = new Map<string, number>();
  files = 0;
  bytes = 0;
  failed = 0;
  skipped = 0;
  /** Files with warnings. */
  warned = 0;

  add({ outcome, code, bytesIn, warnings }: BatchResult): void {
    this.files++;
    this.bytes += bytesIn;
    if (warnings !== undefined) this.warned++;
    if (outcome === "done") return;
    if (outcome === "failed") this.failed++;
    else this.skipped++;
    this.codes.set(code ?? outcome, (this.codes.get(code ?? outcome) ?? 0) + 1);
  }

  get seconds(): number {
    return (performance.now() - this.start) / 1000;
  }
}

const number = (value: number) => grouped(Math.round(value), " ");

function rates({ files, bytes, seconds }: Tally): string {
  return `${number(files / seconds)} files/s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s`;
}

/**
 * What became of all files: `10 000 files in 4.1 s, 2 439 files/s, 21.9 MB/s; 2 failed (bad-container: 2).` `before` is how
 * many failed in earlier runs and are not tried again.
 */
export function summaryOf(tally: Tally, before = 0): string {
  const { files, failed, skipped, warned, codes, seconds } = tally;
  const parts = [
    failed > 0 ? `${number(failed)} failed` : "",
    skipped > 0 ? `${number(skipped)} skipped` : "",
  ];
  const counts = Array.from(codes, ([code, count]) => `${code}: ${number(count)}`).join(", ");
  const bad = parts.filter((part) => part !== "").join(", ");
  const all = `${number(files)} ${files === 1 ? "file" : "files"} in ${seconds.toFixed(1)} s, ${rates(tally)}`;
  const odd = warned === 0 ? "" : `; ${number(warned)} with warnings`;
  if (bad === "" && before === 0) return `${all}; all done${odd}.`;
  const now = (bad === "" ? "" : `; ${bad} (${counts})`) + odd;
  const still =
    before === 0
      ? ""
      : `; ${number(before)} failed before and ${before === 1 ? "is" : "are"} not tried again`;
  return `${all}${now}${still}.`;
}

/** Milliseconds between two reports on a terminal, and elsewhere. */
const pause = { terminal: 100, log: 10_000 };
const barWidth = 20;

/** Reports how far a batch is on standard error: in one changing line on a terminal, otherwise in a line every ten seconds. */
export class BatchProgress {
  readonly #isTerminal = process.stderr.isTTY === true;
  #toldAt = performance.now();
  #total = 0;
  #isCounted = false;
  #isOver = false;

  /** Counts the files below paths meanwhile, to know when the end will be. */
  constructor(paths: readonly string[]) {
    if (this.#isTerminal) void this.#count(paths);
  }

  tell(tally: Tally): void {
    const now = performance.now();
    if (now - this.#toldAt < (this.#isTerminal ? pause.terminal : pause.log)) return;
    this.#toldAt = now;
    const line = `godot-variant: ${this.#line(tally)}`;
    process.stderr.write(this.#isTerminal ? `\r\u001b[2K${line}` : `${line}\n`);
  }

  /** Says that so many of the files were finished by earlier runs. */
  leaveOut(files: number): void {
    this.#total -= files;
  }

  /** Clears the line. Must be called before anything else is printed. */
  clear(): void {
    if (this.#isTerminal) process.stderr.write("\r\u001b[2K");
  }

  end(): void {
    this.#isOver = true;
    this.clear();
  }

  #line(tally: Tally): string {
    const { files, failed, seconds } = tally;
    const bad = failed > 0 ? `, ${number(failed)} failed` : "";
    if (!this.#isCounted || this.#total < files) return `${counted(files, "file")}, ${rates(tally)}${bad}`;
    const part = files / this.#total;
    const bar = "█".repeat(Math.floor(part * barWidth)).padEnd(barWidth, "░");
    const left = Math.ceil((seconds / files) * (this.#total - files));
    return `${bar} ${number(files)} of ${number(this.#total)} files, ${rates(tally)}${bad}, ${left} s left`;
  }

  async #count(paths: readonly string[]): Promise<void> {
    try {
      for (const path of paths) {
        if (!(await stat(path)).isDirectory()) {
          this.#total++;
          continue;
        }
        for await (const entry of await opendir(path, { recursive: true })) {
          if (this.#isOver) return;
          if (!entry.isDirectory()) this.#total++;
        }
      }
      this.#isCounted = true;
    } catch {
      // Without a total, there is no bar.
    }
  }
}
