// The error of an exceeded limit, whose hint names the limit to raise.
import { type ErrorDetails, VariantError } from "./errors.js";
import { hint } from "./hints.js";

/** The error of a call that takes more than `limits` allow; `limit` names the property, which is not `depth`. */
export function tooLarge(limit: string, details: ErrorDetails = {}): VariantError {
  return new VariantError("too-large", { ...details, hints: [hint("raise-limit", limit)] });
}
