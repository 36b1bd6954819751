// Godot 3 keeps Dictionaries apart as keys, however equal they are. Its values travel in Godot 4's encoding, which can hold such entries.
import { VariantError, type Warning } from "../base/errors.js";
import type { Options } from "../base/options.js";
import type { convert, decode } from "../codec/codec.js";
import type { Variant } from "../values/variant.js";

/** What this takes of the package, which other entries import as a whole. */
interface Codec {
  readonly decode: typeof decode;
  readonly convert: typeof convert;
}

/**
 * Decodes a value in Godot 4's encoding without losing entries whose keys only Godot 3 tells apart. Decoded as Godot 4 does, the last of
 * them would be all that is left. Throws `not-in-dialect` for such entries beside types that Godot 3 lacks.
 */
export function decodeApart(
  { decode, convert }: Codec,
  wire: Uint8Array,
  options: Pick<Options, "mode" | "dictionaries" | "limits">,
): Variant {
  let mayRepeat = false;
  const onWarning = ({ code }: Warning) => {
    mayRepeat ||= code === "repeated-key" || code === "more-warnings";
  };
  const value = decode(wire, { ...options, dialect: "godot-4", allowObjects: true, onWarning });
  if (!mayRepeat) return value;
  const { limits } = options;
  const { bytes, losses } = convert(wire, { from: "godot-4", to: "godot-3", allowObjects: true, limits });
  // The bytes of the NodePath `/` stay as they are.
  if (losses.some(({ code }) => code !== "path-emptied")) throw new VariantError("not-in-dialect");
  return decode(bytes, { ...options, dialect: "godot-3", allowObjects: true });
}
