import { expect } from "vitest";
import { decode, type Options, VariantError } from "../../js/index.js";

/** Returns the VariantError that `run` throws; fails if it throws something else or nothing. */
export function errorOf(run: () => unknown): VariantError {
  try {
    run();
  } catch (error) {
    if (error instanceof VariantError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/**
 * Checks texts with encoded surrogates, as Godot 3 wrote them: JavaScript reads a pair as one character and writes it as
 * such; half a pair is rejected.
 */
export function expectCharacters(write: () => Uint8Array, bytes: Uint8Array, options: Options): void {
  const value = decode(bytes, options);
  if (/\p{Surrogate}/u.test(Array.from([value].flat()).join())) {
    expect(errorOf(write).code).toBe("unsupported-value");
  } else {
    expect(decode(write(), options)).toEqual(value);
  }
}

/** The VariantError that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<VariantError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof VariantError) return error;
    throw error;
  }
  throw new Error("no error");
}
