// The end of the call stack, which values that are nested deeply can reach.
import { VariantError } from "./errors.js";

/** Whether an error reports a call stack overflow, in the words of any JavaScript engine. */
export function isStackOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfEngine = error instanceof RangeError || error.name === "InternalError";
  // V8 ends the process when it compiles a regular expression at the end of the stack, where this is asked.
  const { message } = error;
  return isOfEngine && (message.includes("call stack") || message.includes("too much recursion"));
}

/** Runs a function that walks a value; throws `too-deep` if the value overflows the call stack. */
export function withinStack<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw isStackOverflow(error) ? new VariantError("too-deep", { cause: error }) : error;
  }
}
