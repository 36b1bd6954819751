// Which values of a resource were changed. A value counts as changed if `encode` writes other bytes for it than for what was
// read, so it may be changed in place, and numbers keep the types that they had.
import type { Options } from "../base/options.js";
import { decode, encode, type Variant } from "../index.js";

export type ValueOptions = Pick<Options, "mode" | "dictionaries" | "limits">;

/** The new value in Godot 4's encoding; undefined if it is the old one. `old` is absent for a new property. */
export function changedValue(
  value: Variant,
  old: Uint8Array | undefined,
  options: ValueOptions,
): Uint8Array<ArrayBuffer> | undefined {
  const writing = { mode: options.mode, limits: options.limits, fullObjects: true };
  if (old === undefined) return encode(value, writing) as Uint8Array<ArrayBuffer>;
  const like = decode(old, { mode: "exact", allowObjects: true });
  const now = encode(value, { ...writing, like: { value: like } }) as Uint8Array<ArrayBuffer>;
  if (areEqual(now, old)) return undefined;
  // Not every way to write a value is the one that `encode` chooses: an int may have 64 bits without need.
  return areEqual(now, encode(like, { mode: "exact", fullObjects: true })) ? undefined : now;
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
