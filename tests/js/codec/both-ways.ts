// The two ways of encode: runs where possible, and entries alone.
import { settingsOf } from "../../../js/base/options.js";
import { encodeEntries, receiverOf } from "../../../js/codec/encode/encode-value.js";
import { encode, type Options } from "../../../js/index.js";
import { hex } from "../fixtures.js";

/** The bytes by entries; what cannot be encoded gives its error. */
export function byEntries(value: unknown, options: Options): string {
  const settings = settingsOf(options);
  try {
    return hex(encodeEntries(value, settings, receiverOf(settings)));
  } catch (error) {
    return String(error);
  }
}

export function byEncode(value: unknown, options: Options): string {
  try {
    return hex(encode(value, options));
  } catch (error) {
    return String(error);
  }
}
