// Decodes bytes with the codec, and turns its answer into a value, an error or warnings.
import { errorWith } from "../../base/changed-errors.js";
import { VariantError, type Warning } from "../../base/errors.js";
import type { Settings } from "../../base/options.js";
import { validated } from "../../base/schema.js";
import { slot } from "../../table/boundary.gen.js";
import type { Variant } from "../../values/variant.js";
import type { Boundary } from "../../wasm/boundary.js";
import { withCodec } from "../../wasm/codec-instance.js";
import { inputError, offsetsOf, warningsOf } from "./error-places.js";
import { hintsFor } from "./hint.js";
import { materialize, materializeCounted } from "./materialize.js";
import { addRepeatedKeys } from "./repeated-keys.js";

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
  const locate = (paths: readonly (readonly unknown[])[]) => withCodec(offsetsOf, input, settings, paths);
  return validated(value, schema, locate) as Variant;
}

/** Decodes an input; throws without a hint. */
export function read(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  wantsWarnings?: boolean,
): Decoded {
  const success = readIfValid(codec, input, settings, wantsWarnings);
  if (success === undefined) throw inputError(codec, input, settings);
  return success;
}

/** Decodes as `read` does, for a caller who gets all warnings. */
export function readWithWarnings(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
): Decoded {
  return read(codec, input, settings, true);
}

/** Decodes an input; undefined if the codec refuses it. Looks for equal keys only if the caller wants warnings. */
export function readIfValid(
  codec: Boundary,
  input: Uint8Array<ArrayBuffer>,
  settings: Settings,
  wantsWarnings = settings.options.onWarning !== undefined,
): Decoded | undefined {
  const message = codec.message(input, settings);
  if (message !== undefined) return { ok: true, value: message, bytesRead: input.length, warnings: [] };
  if (codec.decode(input, settings) !== 0) return undefined;
  codec.checkMemory(settings);
  const bytesRead = codec.read(slot.bytesRead);
  const warnings = codec.read(slot.noteCount) === 0 ? [] : warningsOf(codec, input, settings);
  const tape = codec.tape(input);
  const { value, repeats } = wantsWarnings
    ? materializeCounted(tape, settings.form)
    : { value: materialize(tape, settings.form), repeats: false };
  if (warnings.length === 0) codec.remember(input, settings);
  if (repeats) {
    codec.indexSlowly(input, settings);
    addRepeatedKeys(warnings, codec, input, settings, { index: codec.indexWords() });
  }
  return { ok: true, value, bytesRead, warnings };
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
    throw hints.length === 0 ? error : errorWith(error, { hints });
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
