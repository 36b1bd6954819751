import { type ErrorCode, VariantError } from "godot-variant";
import type { Failure } from "../../protocol/calls.js";
import * as client from "../../protocol/client.js";

/** An error in the form that crosses between page and worker. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof VariantError)) return client.failureOf(error);
  const { code, reason: text, hint = "", path, offset } = error;
  return { code, text, hint, path, offset };
}

/** An error that the page itself finds, with its own advice. */
export function failed(code: ErrorCode, hint: string): client.CallError {
  return new client.CallError({ ...failureOf(new VariantError(code)), hint });
}
