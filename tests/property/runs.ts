// How often and from which seed the properties run: PROPERTY_FACTOR and PROPERTY_SEED. `npm test` and the suite `property-long`
// use fixed seeds, each another one; `npx vitest` with a factor of more than 1 takes a new one and prints it.
import fc from "fast-check";

const factor = Number(process.env.PROPERTY_FACTOR ?? 1);
const seed = Number(process.env.PROPERTY_SEED ?? (factor > 1 ? Date.now() % 2 ** 31 : 1));
fc.configureGlobal({ seed });
if (factor > 1) process.stderr.write(`properties from PROPERTY_SEED=${seed}\n`);

/** Checks a property `count` times, or more with a factor. A failure shows the seed and the smallest counterexample. */
export function holds<T extends [unknown, ...unknown[]]>(
  count: number,
  ...property: [...{ [K in keyof T]: fc.Arbitrary<T[K]> }, (...values: T) => void]
): void {
  fc.assert(fc.property<T>(...property), { numRuns: Math.ceil(count * factor) });
}

/** Checks a property of a promise. */
export async function holdsLater<T extends [unknown, ...unknown[]]>(
  count: number,
  ...property: [...{ [K in keyof T]: fc.Arbitrary<T[K]> }, (...values: T) => Promise<void>]
): Promise<void> {
  await fc.assert(fc.asyncProperty<T>(...property), { numRuns: Math.ceil(count * factor) });
}
