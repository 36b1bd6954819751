// Errors of a part, with their place in the whole.
import type { Variant } from "../values/variant.js";
import { errorWith } from "./changed-errors.js";
import { VariantError } from "./errors.js";
import { formatPath } from "./path.js";

/** @internal The error of a value in another one, whose path begins with these keys. */
export function within(around: readonly Variant[], error: VariantError): VariantError {
  const keys = [...around, ...error.keys];
  return errorWith(error, { keys, path: formatPath(keys) });
}

/** Begins the path of an error with the place of the part that is written. */
export function insideOf<Result>(place: readonly Variant[], write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    throw errorWith(within(place, error), { offset: undefined });
  }
}
