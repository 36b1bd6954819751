// Encodes keys and values for a document.
import { VariantError } from "../../base/errors.js";
import type { Options } from "../../base/options.js";
import { encodeValue, receiverOf } from "../../codec/encode/encode-value.js";
import type { Format } from "./source.js";

/** Encodes a part of a document, in its dialect and with its options. */
export function encodePart(
  format: Format,
  value: unknown,
  exact = true,
  onLoss?: Options["onLoss"],
): Uint8Array<ArrayBuffer> {
  const usual = exact ? format.exact : format.plain;
  const settings = onLoss ? { ...usual, options: { ...usual.options, onLoss } } : usual;
  return encodeValue(value, settings, receiverOf(settings));
}

/** The bytes of a part that was decoded; undefined if its texts hold half surrogate pairs, which cannot be encoded. */
export function encodedAgain(
  format: Format,
  value: unknown,
  onLoss?: Options["onLoss"],
): Uint8Array<ArrayBuffer> | undefined {
  try {
    return encodePart(format, value, true, onLoss);
  } catch (error) {
    if (error instanceof VariantError && error.code === "unsupported-value") return undefined;
    throw error;
  }
}
