// Bytes of Dictionaries as no program of ours writes them.
import { join } from "../../js/base/bytes.js";
import { type EncodeOptions, encode } from "../../js/index.js";

/** The bytes of a Dictionary with these entries as they stand: `encode` refuses keys that are equal for engines. */
export function dictionaryBytes(
  entries: readonly (readonly [key: unknown, value: unknown])[],
  options: EncodeOptions,
): Uint8Array<ArrayBuffer> {
  const bytes = encode(new Map(entries.map((_, i) => [i, null])), options);
  const parts = entries.flat().map((part) => encode(part, options));
  return join([bytes.subarray(0, 8), ...parts]);
}
