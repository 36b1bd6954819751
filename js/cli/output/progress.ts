// How far a large file is read, on a terminal.
import { visible } from "./text.js";

/** Progress is reported for files above 10 MB. */
const largeBytes = 10_000_000;
/** Milliseconds between two updates of the line on a terminal. */
const pause = 100;

/** Reports progress on a large file on the terminal, as one changing line. Files and pipes get none, so that they hold errors only. */
export class Progress {
  private readonly name: string;
  private stage = "";
  private toldAt = 0;
  private size = 0;

  constructor(name: string) {
    this.name = visible(name);
  }

  /** Sets the size of the file; returns whether progress is reported for it. */
  isFor(size: number): boolean {
    this.size = Math.max(this.size, size);
    return this.size > largeBytes;
  }

  /** Reports how many bytes of a stage are done. Does nothing for small files. */
  tell(stage: string, done?: number, total?: number): void {
    if (this.size <= largeBytes || !process.stderr.isTTY) return;
    const isNew = stage !== this.stage;
    this.stage = stage;
    if (!isNew && performance.now() - this.toldAt < pause && done !== total) return;
    this.toldAt = performance.now();
    process.stderr.write(`\r\u001b[2Kgodot-variant: ${stage} ${this.name}${partText(done, total)} …`);
  }

  /** Clears the line. Must be called before anything else is printed. */
  end(): void {
    if (this.stage !== "") process.stderr.write("\r\u001b[2K");
    this.stage = "";
  }
}

function partText(done: number | undefined, total: number | undefined): string {
  if (done === undefined) return "";
  return total === undefined ? ` ${Math.floor(done / 1e6)} MB` : ` ${Math.floor((done / total) * 100)} %`;
}
