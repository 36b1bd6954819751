// Renames files.
import { renameSync } from "node:fs";
import type { FilePath } from "../task/job.js";
import { isWindows } from "./windows-names.js";

/** Milliseconds between the attempts: in all 1.3 s, for programs that scan each new file. */
const pauses = [10, 20, 40, 80, 160, 320, 640];
const nobody = new Int32Array(new SharedArrayBuffer(4));

/** Gives a file a name, which may be that of another file. On Windows, this fails while another program has one of them open. */
export function renameOver(from: FilePath, to: FilePath): void {
  for (const pause of isWindows() ? pauses : []) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!/^(?:EACCES|EBUSY|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
      Atomics.wait(nobody, 0, 0, pause);
    }
  }
  renameSync(from, to);
}
