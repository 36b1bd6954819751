// What `encode` writes with the option `like`, for the tests of it.
import { decode, encode, type Variant } from "../../../js/index.js";

/** Encodes `value` like `old`; returns the exact value. */
export function writtenLike(value: unknown, old: Variant): Variant {
  const like = encode(old, { mode: "exact", fullObjects: true });
  return decode(encode(value, { like, fullObjects: true }), { mode: "exact", allowObjects: true });
}
