import type { Components } from "./components.js";
import * as shapes from "./shapes.js";
import { type TypeName, typeNames } from "./table.gen.js";
import * as vectors from "./vectors.js";

export type FromArray = (source: ArrayLike<number>, at: number, wide: boolean) => Components;

const classes: Partial<Record<TypeName, { fromArray: FromArray }>> = { ...vectors, ...shapes };

/** What makes the values of a type out of numbers in the engines' wire order, by tape number of the type. */
export const fromArrays: readonly (FromArray | undefined)[] = typeNames.map(
  (name) => classes[name]?.fromArray,
);
