// Errors as they cross between page and worker.
import type { Failure } from "./opening.js";

/** An error that a worker reported. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}

/** What browsers say when they cannot load a module that a program imports on demand. */
const missingPart =
  /dynamically imported module|importing a module script failed|valid JavaScript MIME type|unable to preload/i;

export const missingPartText =
  "A part of this page could not be loaded. Check the connection and try again, or reload the page: it offers unsaved edits again.";

/** The code of an error, and its text: some errors say nothing of what happened here. */
function described(error: unknown): Pick<Failure, "code" | "text"> {
  const message = error instanceof Error ? error.message : String(error);
  if (missingPart.test(message)) return { code: "missing-part", text: missingPartText };
  if (error instanceof DOMException && error.name === "NotReadableError") {
    const text =
      "The file cannot be read any more, because it was changed or removed after you chose it. Open it again.";
    return { code: "unexpected", text };
  }
  return { code: "unexpected", text: message };
}

/** An error in the form that crosses between page and worker. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure;
  return { ...described(error), hint: "", path: "", offset: undefined };
}

/** An error in sentences: the problem, then the advice. */
export function messageOf(error: unknown): string {
  const { text, hint } = failureOf(error);
  return hint === "" ? text : `${text} ${hint}`;
}
