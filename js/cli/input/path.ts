import { formatPath, type Variant } from "../../index.js";
import { Failure } from "../output/failure.js";
import { visible } from "../output/text.js";
import { childrenOf } from "../output/types.js";

/**
 * The value at a path that is written as paths are printed: `inventory[3].stats.hp`, `grid[Vector2i(1, 2)]`. Throws a
 * Failure that says how far the path leads.
 */
export function valueAt(root: Variant, path: string): Variant {
  let value = root;
  let at = 0;
  while (at < path.length) {
    const step = stepAt(value, path, at);
    if (step === undefined) throw nothingThere(value, path, at);
    value = step.value;
    at += step.length;
  }
  return value;
}

interface Step {
  readonly value: Variant;
  readonly length: number;
}

/** The child whose name stands at a place of the path: the longest, as a name may begin with another. */
function stepAt(parent: Variant, path: string, at: number): Step | undefined {
  let found: Step | undefined;
  let isAmbiguous = false;
  for (const [key, value] of childrenOf(parent)?.entries ?? []) {
    const name = formatPath(at === 0 ? [key] : [0n, key]).slice(at === 0 ? 0 : "[0]".length);
    if (!path.startsWith(name, at) || !endsAt(path, at + name.length)) continue;
    if (found !== undefined && found.length > name.length) continue;
    isAmbiguous = found?.length === name.length;
    found = { value, length: name.length };
  }
  if (isAmbiguous) throw new Failure(`several keys are written as ${visible(path.slice(at))}`);
  return found;
}

function endsAt(path: string, end: number): boolean {
  return end === path.length || path[end] === "." || path[end] === "[";
}

function nothingThere(value: Variant, path: string, at: number): Failure {
  const parent = at === 0 ? "the value" : visible(path.slice(0, at));
  const rest = visible(path.slice(at));
  return new Failure(
    childrenOf(value) === undefined
      ? `${parent} holds no other values, so there is no ${rest} in it`
      : `there is no ${rest} in ${parent}`,
  );
}
