import { typeNames } from "../table/table.gen.js";
import { componentClasses, type FromArray } from "./classes.gen.js";

export type { FromArray };

/** Functions that make a value of a type from numbers in the engines' wire order, by tape number of the type. */
export const fromArrays: readonly (FromArray | undefined)[] = typeNames.map(
  (name) => componentClasses[name]?.fromArray,
);
