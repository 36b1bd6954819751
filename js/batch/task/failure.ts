// Why an input of `batch` fails, and why a batch cannot begin.
import { isInText } from "../../base/errors.js";
import { systemText } from "../../describe/system-errors.js";
import { VariantError } from "../../index.js";
import type { BatchResult } from "./api.js";

/** Why an input fails that neither the codec nor the system refuses. */
export type BatchCode =
  | "bad-archive"
  | "bad-line"
  | "changed"
  | "linked-folder"
  | "not-a-file"
  | "own-input"
  | "round-trip"
  | "same-name"
  | "too-slow"
  | "unexpected"
  | "unsafe-name"
  | "worker-died";

const sentences: Readonly<Record<BatchCode, string>> = {
  "bad-archive": "The archive is damaged, or this entry of it is.",
  "bad-line": "The line is no JSON object with the texts id and base64.",
  changed: "The file changed while it was read.",
  "linked-folder": "Links to folders are not followed. Name the folder itself.",
  "not-a-file": "It is neither a file nor a folder.",
  "own-input": "The output would replace an input, or stand among them.",
  "round-trip": "Written again, the values are other bytes.",
  "same-name": "Another input has the same name, or one that differs only in case.",
  "too-slow": "The file took longer than the time limit.",
  unexpected: "The program failed.",
  "unsafe-name": "The name leads out of the folder for outputs, or no file can have it.",
  "worker-died": "The worker thread ended while it read this file, most likely for lack of memory.",
};

/** What `batch` throws if it cannot begin: because of the report of an earlier run, or of its options. */
export class BatchError extends Error {
  /** `BatchError`. */
  override readonly name = "BatchError";
}

/** An input that `batch` itself refuses. */
export class BatchFailure extends Error {
  readonly code: BatchCode;
  readonly offset: number | undefined;

  constructor(code: BatchCode, offset?: number, message = sentences[code]) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

/** Marks an error of the system as one of an output, because most calls do not tell. */
export function ofOutput(error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { isOfOutput: true }) : error;
}

/** The part of a result that says why an input failed. */
export function reasonOf(
  error: unknown,
): Pick<BatchResult, "code" | "message" | "hints" | "offset" | "path"> {
  if (error instanceof VariantError) {
    const { code, message, hints, path } = error;
    // A place in the text of a value is none in the file.
    const offset = isInText(hints) ? undefined : error.offset;
    return {
      code,
      message,
      ...(hints.length === 0 ? {} : { hints }),
      ...(offset === undefined ? {} : { offset }),
      ...(path === "" ? {} : { path }),
    };
  }
  if (error instanceof BatchFailure) {
    const { code, message, offset } = error;
    return { code, message, ...(offset === undefined ? {} : { offset }) };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const text = systemText(error as NodeJS.ErrnoException);
  if (text !== undefined) return { code, message: text };
  return { code: "unexpected" satisfies BatchCode, message: String(message ?? error) };
}

/** The result of an input on which no work is done. */
export function refused(id: string, error: unknown, outcome: "failed" | "skipped" = "failed"): BatchResult {
  return { id, outcome, ...reasonOf(error), ms: 0, bytesIn: 0, bytesOut: 0 };
}
