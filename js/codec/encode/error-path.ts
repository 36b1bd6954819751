// Finds the path of the value that could not be encoded.
import { type ValueFault, VariantError } from "../../base/errors.js";
import { hint } from "../../base/hints.js";
import type { Settings } from "../../base/options.js";
import { formatPath } from "../../base/path.js";
import { isMap } from "../../table/type-kinds.js";
import { clonedEntries } from "../../values/key-list.js";
import { pathForm } from "../../values/path-key.js";
import type { Variant } from "../../values/variant.js";

/** A container, and the key whose value could not be written. */
export interface Step {
  readonly container: object;
  readonly key: unknown;
}

/** Marks in a path that the value is inside a key. */
export const insideKey: unique symbol = Symbol("inside a key");

/**
 * Adds the path of the value to an error. `steps` lead from the value outwards. If the value is too deep because a
 * container contains itself, the error becomes a cycle, at the first container that repeats.
 */
export function withPath(fault: ValueFault, steps: readonly Step[], settings: Settings): VariantError {
  const { code, hints, cause } = fault;
  let way = [...steps].reverse();
  const [clone, mark] = way.slice(-2);
  const isClone = mark?.key === "mark" && clone !== undefined && clonedEntries(clone.container) !== undefined;
  if (isClone) way = way.slice(0, -2);
  const repeated = code === "too-deep" ? firstRepeated(way) : -1;
  if (repeated >= 0) way = way.slice(0, repeated);
  const inKey = way.findIndex(({ key }) => key === insideKey);
  if (inKey >= 0) way = way.slice(0, inKey);
  const keys = way.map(({ container, key }) =>
    settings.exact && isMap(container) ? pathForm(key as Variant) : (key as Variant),
  );
  const details = { path: formatPath(keys), keys, dialect: settings.dialectName, cause };
  // No limit helps against a cycle.
  if (repeated >= 0) return new VariantError("cyclic-value", details);
  return new VariantError(code, { ...details, hints: isClone ? [hint("lost-class", "Dictionary")] : hints });
}

function firstRepeated(steps: readonly Step[]): number {
  const seen = new Set<object>();
  return steps.findIndex(({ container }) => seen.size === seen.add(container).size);
}
