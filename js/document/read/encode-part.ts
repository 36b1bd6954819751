// Encodes keys and values for a document.
import { encodeValue, receiverOf } from "../../codec/encode/encode-value.js";
import type { Format } from "./source.js";

/** Encodes a part of a document, in its dialect and with its options. */
export function encodePart(format: Format, value: unknown, exact = true): Uint8Array<ArrayBuffer> {
  const settings = exact ? format.exact : format.plain;
  return encodeValue(value, settings, receiverOf(settings));
}
