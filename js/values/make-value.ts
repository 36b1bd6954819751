// Makes values that consist of numbers from a tape.
import { typeNames } from "../table/table.gen.js";
import { componentClasses, type FromArray } from "./classes.gen.js";

export type { FromArray };

/** The `fromArray` functions of all types that consist of numbers, by tape type number. */
export const fromArrays: readonly (FromArray | undefined)[] = typeNames.map(
  (name) => componentClasses[name]?.fromArray,
);
