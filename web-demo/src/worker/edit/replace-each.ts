// Gives many values and keys other contents in one step.
import { decode, type Variant } from "godot-variant";
import type { Edit } from "../../protocol/edits.js";
import type { Address, Siblings } from "../../protocol/places.js";
import { type Batch, replacedAt, single } from "./batch.js";
import { exactly } from "./entries.js";

/** Returns what to select before and after. */
export function replaceEach(
  batch: Batch,
  { places, areKeys, values, dialect }: Extract<Edit, { kind: "replace" }>,
): readonly [before: Siblings, after: Siblings] {
  const list = decode(values, exactly(dialect)) as readonly Variant[];
  for (const [i, address] of places.entries()) {
    const { keys } = batch.node(address);
    const value = list[i] as Variant;
    batch.requirePath(address);
    batch.change(address, keys.slice(0, -1), (document) =>
      areKeys[i] ? document.rename(keys, value) : document.set(keys, value),
    );
    // A renamed key leaves its value, and what is expanded there, in its place.
    if (!areKeys[i]) batch.shifts.push(replacedAt(address));
  }
  const [first] = places as readonly [Address];
  return [single(first), single(first)];
}
