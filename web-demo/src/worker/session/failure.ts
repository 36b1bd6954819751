import { VariantError } from "godot-variant";
import type { Failure } from "../../protocol/calls.js";
import * as client from "../../protocol/client.js";

/** An error in the form that crosses between page and worker. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof VariantError)) return client.failureOf(error);
  const { code, hint = "", path, offset } = error;
  const text = error.message
    .replace(/^[\w-]+: /, "")
    .replace(/ \(at .*$/s, "")
    .replace(/; .*$/s, "");
  return { code, text, hint, path, offset };
}
