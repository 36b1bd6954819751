// Takes over a value of another file, at the place and instead of the value that a comparison found.
import { type DialectName, type Document, decode, encode, StringName, type Variant } from "godot-variant";
import { sameBytes } from "../../../../js/base/bytes.js";
import { pathForm, withFloats } from "../../../../js/values/path-key.js";
import type { Edit } from "../../protocol/edits.js";

type Put = Extract<Edit, { kind: "put" }>;

const exactly = (dialect: DialectName) =>
  ({ dialect, mode: "exact", allowObjects: true, fullObjects: true }) as const;

export const packed = (value: unknown, dialect: DialectName): Uint8Array<ArrayBuffer> =>
  encode(value, exactly(dialect)) as Uint8Array<ArrayBuffer>;

/** A path as an Array, in which whole numbers are ints. */
export const packedPath = (keys: readonly Variant[], dialect: DialectName): Uint8Array<ArrayBuffer> =>
  encode(keys, { ...exactly(dialect), mode: "plain" }) as Uint8Array<ArrayBuffer>;

/** Throws if the place does not hold what the comparison found there. Returns the keys of the container. */
export function put(document: Document, edit: Put): readonly Variant[] {
  // A new key may be a StringName, which a path would take for a String.
  const given = decode(edit.keys, exactly(edit.dialect)) as readonly Variant[];
  const keys = given.map((key) => (key instanceof StringName ? key : pathForm(key)));
  const container = keys.slice(0, -1);
  const isList = Array.isArray(document.node(container)?.empty);
  // In a path, an int also leads to a float where there is no such int.
  if (edit.expected === undefined && document.node(container)?.type === "Dictionary")
    keys[keys.length - 1] = withFloats(given.at(-1) as Variant);
  const node = document.node(keys);
  // An element is inserted before the one that is there.
  const now = edit.expected === undefined && isList ? undefined : node?.value("exact");
  // A String and a StringName are the same key, but two differences.
  if (edit.expected === undefined && now !== undefined)
    throw new Error(
      "There is an entry with this key already. First take over the difference that removes it, or compare again.",
    );
  const found = now === undefined ? undefined : packed(now, edit.dialect);
  if (!areSame(found, edit.expected))
    throw new Error("This value has changed since the comparison. Compare again.");
  if (edit.value === undefined) {
    document.delete(keys);
    return container;
  }
  const value = decode(edit.value, exactly(edit.dialect));
  if (node === undefined || edit.expected === undefined) document.insert(keys, value, edit.position);
  // Not `set`, which keeps the types that a container declares.
  else document.replaceType(keys, edit.type, value);
  return container;
}

export function areSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return sameBytes(one, other);
}
