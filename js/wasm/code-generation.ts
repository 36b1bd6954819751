// Whether this package may generate functions.
import { isStackOverflow } from "../base/call-stack.js";

let codeGeneration = true;

/**
 * Sets whether the package may generate functions to decode faster (the default). With `false` it never touches `Function`.
 * Use this under a Content-Security-Policy, which would report even a caught attempt.
 *
 * @param allowed - Whether functions may be generated.
 * @throws Nothing.
 * @example
 * ```ts
 * setCodeGeneration(false);
 * ```
 */
export function setCodeGeneration(allowed: boolean): void {
  codeGeneration = allowed;
}

/** @internal Whether functions may be generated. */
export function codeGenerationAllowed(): boolean {
  return codeGeneration;
}

/** @internal What `generate` makes by `Function`; undefined if that is forbidden. After the first refusal, nothing is tried any more. */
export function generated<Made>(generate: () => Made): Made | undefined {
  if (!codeGeneration) return undefined;
  try {
    return generate();
  } catch (error) {
    // At the end of the call stack, nothing was forbidden.
    codeGeneration = isStackOverflow(error);
    return undefined;
  }
}
