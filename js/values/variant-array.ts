import type { TypeName } from "../table/table.gen.js";
import { brand } from "../table/type-kinds.js";
import type { Variant } from "./values.js";

/** Beyond this, a new Array of a given length would be a hash table. */
const largestReserved = 1 << 24;

/** What a typed Array holds, or a typed Dictionary as keys or values. */
export type ContainerType =
  | { readonly kind: "builtin"; readonly type: TypeName }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "script"; readonly path: string };

/** An Array that knows its element type. `map`, `filter` and the like give plain arrays. */
export class VariantArray extends Array<Variant> {
  /** Absent for an untyped Array. */
  declare elementType?: ContainerType;
  /** The shared bit that Godot 1 and 2 wrote. An own property only where it is true. */
  declare shared: boolean;

  static {
    Object.defineProperty(VariantArray.prototype, "shared", { value: false, writable: true });
  }

  /** From elements; a number gives an empty Array of that length, as in JavaScript. */
  constructor(elements: Iterable<Variant> | number = 0, elementType?: ContainerType, shared = false) {
    super(typeof elements === "number" ? elements : 0);
    if (typeof elements !== "number") for (const element of elements) this.push(element);
    if (elementType !== undefined) this.elementType = elementType;
    if (shared) this.shared = true;
  }

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

brand(VariantArray, "Array", "VariantArray");

/** An Array for this many elements, to be set in their order. */
export function reserved<T>(count: number): T[] {
  return count <= largestReserved ? new Array<T>(count) : [];
}
