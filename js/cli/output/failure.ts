// The failures that the program reports in one line, and its exit codes.
import { systemReason } from "../../describe/system-errors.js";

/** Exit codes of the program. */
export const exitCode = { ok: 0, input: 1, usage: 2 } as const;

/** An error that the user can act on: only its message is printed, without a stack trace. */
export class Failure extends Error {
  readonly code: number;

  constructor(message: string, code: number = exitCode.input) {
    super(message);
    this.code = code;
  }
}

/** Says why a system call failed. Rethrows any error that is not from a system call. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return systemReason(code);
}

/** The code of an error of a system call, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
