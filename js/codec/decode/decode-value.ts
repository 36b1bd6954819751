// Decodes bytes with the codec, and turns its answer into a value, an error or warnings.
import { VariantError, type Warning } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { validated } from "../../base/schema.js";
import { slot } from "../../table/boundary.gen.js";
import type { Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { inputError, offsetOf, warningsOf } from "./error-places.js";
import { hintsFor } from "./hint.js";
import { materialize } from "./materialize.js";

/** A decoded value. */
export interface Decoded {
  readonly ok: true;
  readonly value: Variant;
  readonly bytesRead: number;
  readonly warnings: readonly Warning[];
}

/** Decodes checked bytes with checked options. */
export function decodeInput(input: Uint8Array<ArrayBuffer>, settings: Settings): Variant {
  const { value } = report(withCodec(withHint, read, input, settings), settings);
  return fitting(value, input, settings);
}

/** Validates the value if there is a schema, and returns the schema's output. */
export function fitting(value: Variant, input: Uint8Array<ArrayBuffer>, settings: Settings): Variant {
  const { schema } = settings.options;
  if (schema === undefined) return value;
  const locate = (keys: readonly unknown[]) => withCodec(offsetOf, input, settings, keys);
  return validated(value, schema, locate) as Variant;
}

/** Decodes an input; throws without a hint. */
export function read(codec: Boundary, input: Uint8Array<ArrayBuffer>, settings: Settings): Decoded {
  const success = readIfValid(codec, input, settings);
  if (success === undefined) throw inputError(codec, input, settings);
  return success;
}

export function readIfValid(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): Decoded | undefined {
  if (codec.decode(input, settings) !== 0) return undefined;
  codec.checkMemory(settings);
  const bytesRead = codec.read(slot.bytesRead);
  const warnings = codec.read(slot.noteCount) === 0 ? [] : warningsOf(codec, input, settings);
  return { ok: true, value: materialize(codec.tape(input), settings.form), bytesRead, warnings };
}

/** Calls a function that reads the input, and adds hints to its error. */
export function withHint<Result>(
  codec: Boundary,
  read: (codec: Boundary, input: Uint8Array<ArrayBuffer>, settings: Settings) => Result,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): Result {
  try {
    return read(codec, input, settings);
  } catch (error) {
    if (!(error instanceof VariantError) || error.hints.length > 0) throw error;
    const hints = hintsFor(error, codec, input, settings);
    throw hints.length === 0 ? error : new VariantError(error.code, { ...error, hints });
  }
}

export function report(result: Decoded, settings: Settings): Decoded {
  warn(result.warnings, settings);
  return result;
}

/** Passes warnings to the caller's `onWarning`. */
export function warn(warnings: readonly Warning[], { options }: Settings): void {
  if (options.onWarning !== undefined) for (const warning of warnings) options.onWarning(warning);
}
