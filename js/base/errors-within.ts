// Errors of a part, with their place in the whole.
import type { Variant } from "../values/variant.js";
import { errorWith } from "./changed-errors.js";
import { VariantError } from "./errors.js";
import { formatPath } from "./path.js";

/** Begins the path of an error with the place of the part that is written. */
export function insideOf<Result>(place: readonly Variant[], write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    const keys = [...place, ...error.keys];
    throw errorWith(error, { offset: undefined, keys, path: formatPath(keys) });
  }
}
