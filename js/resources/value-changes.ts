// Which values of a resource were changed. A value counts as changed if `encode` writes other bytes for it than for what was
// read, so it may be changed in place, and numbers keep the types that they had, unless the values state their types.
import { sameBytes } from "../base/bytes.js";
import type { Options } from "../base/options.js";
import { decodeApart } from "../forms/apart-keys.js";
import { checkDeclared, type Package } from "../forms/engine-text.js";
import { convert, decode, encode, parsePath, parseText, type Variant } from "../index.js";

const codec: Package = { decode, encode, parsePath, parseText };

export interface ValueOptions extends Pick<Options, "mode" | "dictionaries" | "limits"> {
  /** The values have the types that they shall have in the file, so they do not keep the old ones. */
  readonly statesTypes?: boolean;
  /** Whether somebody hears the warnings of texts. */
  readonly warns?: boolean;
}

/** Decodes a value in Godot 4's encoding, in which those of all resources travel; `isOld` for a file of Godot 3. */
export function decodeValue(wire: Uint8Array, options: ValueOptions, isOld: boolean): Variant {
  const { mode, dictionaries, limits } = options;
  const how = { mode, dictionaries, limits };
  // With its dialect named, no value is in doubt.
  const named = { ...how, dialect: "godot-4", allowObjects: true } as const;
  return isOld ? decodeApart({ decode, convert }, wire, how) : decode(wire, named);
}

/** The new value in Godot 4's encoding; undefined if it is the old one. `old` is absent for a new property. */
export function changedValue(
  value: Variant,
  old: Uint8Array | undefined,
  options: ValueOptions,
  isOld: boolean,
): Uint8Array<ArrayBuffer> | undefined {
  const writing = { mode: options.mode, limits: options.limits, fullObjects: true };
  if (old === undefined) {
    const made = encode(value, writing) as Uint8Array<ArrayBuffer>;
    checkDeclared(codec, made);
    return made;
  }
  const like = decodeValue(old, { mode: "exact" }, isOld);
  const kept = options.statesTypes ? {} : { like: { value: like } };
  const now = encode(value, { ...writing, ...kept }) as Uint8Array<ArrayBuffer>;
  if (sameBytes(now, old)) return undefined;
  // Not every way to write a value is the one that `encode` chooses: an int may have 64 bits without need.
  if (sameBytes(now, encode(like, { mode: "exact", fullObjects: true }))) return undefined;
  checkDeclared(codec, now, old);
  return now;
}
