// Errors with another place or other advice.
import { type ErrorDetails, VariantError } from "./errors.js";

/** @internal The error with other details. A spread would leave out the cause. */
export const errorWith = (error: VariantError, details: ErrorDetails): VariantError =>
  new VariantError(error.code, { ...error, cause: error.cause, ...details });

/** @internal A copy of the error whose offsets are `bytes` larger. */
export function movedBy(error: VariantError, bytes: number, hints = error.hints): VariantError {
  const moved = <T extends { offset: number | undefined }>(one: T): number => (one.offset ?? 0) + bytes;
  const issues = error.issues?.map((issue) => ({ ...issue, offset: moved(issue) }));
  return errorWith(error, { offset: moved(error), issues, hints });
}
