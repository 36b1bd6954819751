import { componentText } from "./numbers.js";
import { brandOf } from "./type-kinds.js";

const wideProperty = { value: true };

/** The base class of values made of numbers: vectors, geometry, transforms and Color. */
export abstract class Components {
  /**
   * Whether the numbers were read with 64 bits each, from a build of Godot with double precision. `encode` writes that
   * width; values made in JavaScript have 32 bits. An own property only where it is true.
   */
  declare readonly wide: boolean;
  /** Raw words of all components, in wire order, where one was a NaN; `encode` uses those of components that still are. */
  declare readonly componentBits: Int32Array | undefined;

  static {
    Object.defineProperty(Components.prototype, "wide", { value: false });
  }

  /** The components in the engines' wire order, written to `target` from index `at`. */
  abstract toArray(target?: number[], at?: number): number[];

  /** GDScript's form, `Vector2(1, 2)`; the numbers in wire order. */
  toString(): string {
    const numbers = this.toArray().map((value) => componentText(value, this.wide));
    return `${brandOf(this)}(${numbers.join(", ")})`;
  }
}

/** Gives `value` back, remembering that it was read with 64-bit numbers when `wide`. */
export function widened<T extends Components>(value: T, wide: boolean): T {
  if (wide) Object.defineProperty(value, "wide", wideProperty);
  return value;
}

/** Keeps the raw words of a value that has a NaN component. */
export function keepBits(value: Components, words: Int32Array): void {
  Object.defineProperty(value, "componentBits", { value: words });
}
