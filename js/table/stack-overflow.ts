// The error of an engine of JavaScript whose call stack is full.

/** Whether an error reports a call stack overflow, in the words of any JavaScript engine. */
export function isStackOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfEngine = error instanceof RangeError || error.name === "InternalError";
  // V8 ends the process when it compiles a regular expression at the end of the stack, where this is asked.
  const { message } = error;
  return isOfEngine && (message.includes("call stack") || message.includes("too much recursion"));
}
