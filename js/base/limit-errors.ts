// Errors of exceeded limits, whose hints name the limit to raise.
import { type ErrorDetails, VariantError } from "./errors.js";
import { type Hint, hint } from "./hints.js";

/** The error of a call that takes more than `limits` allow; `limit` names the property, which is not `depth`. */
export function tooLarge(limit: string, details: ErrorDetails = {}): VariantError {
  return new VariantError("too-large", { ...details, hints: [hint("raise-limit", limit)] });
}

/** The advice for an error of the codec; `large` is the limit that `too-large` is about. */
export function limitHints(code: VariantError["code"], large: string): readonly Hint[] {
  const limit = code === "too-deep" ? "depth" : code === "too-large" ? large : undefined;
  return limit === undefined ? [] : [hint("raise-limit", limit)];
}
