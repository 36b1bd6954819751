// Shared by the targets in JavaScript, which run the built package.
import * as codec from "../../../dist/esm/index.js";

/** Runs `work`; returns undefined when it throws an error that the package may throw. Any other error is a finding. */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof codec.VariantError) return undefined;
    throw error;
  }
}

function expect(holds, what) {
  if (!holds) throw new Error(`violated: ${what}`);
}

const same = (a, b) => Buffer.compare(a, b) === 0;

export { attempt, codec, expect, same };
