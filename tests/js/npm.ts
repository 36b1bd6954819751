// Runs npm for tests.
import { execFileSync } from "node:child_process";

/** Runs npm in a folder, and returns what it prints; again, if it has not ended after four minutes, because it hangs once in a while. */
export function npm(cwd: string, ...args: string[]): string {
  for (let left = 2; ; left--) {
    try {
      return execFileSync("npm", args, {
        cwd,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 240_000,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ETIMEDOUT" || left === 0) throw error;
    }
  }
}

/** A timeout for hooks that run npm, in milliseconds. */
export const npmPatience = 900_000;
