// Finds the path of the value that could not be encoded.
import { type ValueFault, VariantError } from "../../base/errors.js";
import { formatPath } from "../../base/path.js";
import type { DialectName } from "../../table/table.gen.js";
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
export function withPath(fault: ValueFault, steps: readonly Step[], dialect: DialectName): VariantError {
  const { code, hints, cause } = fault;
  let way = [...steps].reverse();
  const repeated = code === "too-deep" ? firstRepeated(way) : -1;
  if (repeated >= 0) way = way.slice(0, repeated);
  const inKey = way.findIndex(({ key }) => key === insideKey);
  if (inKey >= 0) way = way.slice(0, inKey);
  const keys = way.map(({ key }) => key as Variant);
  const details = { path: formatPath(keys), keys, dialect, hints, cause };
  return new VariantError(repeated < 0 ? code : "cyclic-value", details);
}

function firstRepeated(steps: readonly Step[]): number {
  const seen = new Set<object>();
  return steps.findIndex(({ container }) => seen.size === seen.add(container).size);
}
