// The base class of vectors, transforms and colors, and the bits of their NaNs.
import { partsForm, singleForm } from "./json-form.js";
import { componentText, widenedReals } from "./numbers.js";
import { show } from "./shown.js";
import { components } from "./table.gen.js";
import { brandOf, typeOfBrand } from "./type-kinds.js";

const wideProperty = { value: true };

/** The base class of values that consist of numbers: vectors, geometry, transforms and Color. */
export abstract class Components {
  /**
   * Whether the numbers have 64 bits each, as a double-precision build of Godot writes them. `encode` keeps the width. Values
   * made in JavaScript have 32 bits. An own property only if it is true.
   */
  declare readonly wide: boolean;
  /** Raw words of all components in wire order, if one was a NaN. `encode` uses them for components that are still NaN. */
  declare readonly componentBits: Int32Array | undefined;

  static {
    // biome-ignore lint/complexity/noThisInStatic: esbuild before 0.18 gives the class its name only later
    Object.defineProperty(this.prototype, "wide", { value: false });
    // biome-ignore lint/complexity/noThisInStatic: esbuild before 0.18 gives the class its name only later
    show(this, (value: Components) => partsForm(value, value.wide ? Number : singleForm));
  }

  /**
   * Writes the components to `target` from index `at`, in the engines' wire order; returns `target`.
   *
   * @param target - Where to write; a new array by default.
   * @param at - The first index in it.
   * @returns `target`.
   */
  abstract toArray(target?: number[], at?: number): number[];

  /** GDScript's form, with the numbers in wire order: `Vector2(1, 2)`. */
  toString(): string {
    const numbers = this.toArray().map((value) => componentText(value, this.wide));
    return `${brandOf(this)}(${numbers.join(", ")})`;
  }
}

/**
 * Writes the components to `target` from index `at`, also where the method of a subclass returns an array of its own. Numbers that are
 * not there become undefined.
 */
export function fillNumbers(value: Components, target: number[], at: number): void {
  const given: readonly number[] | undefined = value.toArray(target, at);
  if (given === target || given === undefined) return;
  const count = components[typeOfBrand(brandOf(value)) as number] as number;
  for (let i = 0; i < count; i++) target[at + i] = given[i] as number;
}

/** Marks a value as read with 64-bit numbers if `wide`; returns it. */
export function widened<T extends Components>(value: T, wide: boolean): T {
  if (wide) Object.defineProperty(value, "wide", wideProperty);
  return value;
}

/**
 * Copies to `words`, from index `at`, the bits of all `count` numbers that were a NaN and still are; whether there is one. Each
 * number takes `width` words; bits of other widths are widened or left out.
 */
export function restoreNaNs(
  known: Int32Array,
  numbers: readonly number[],
  count: number,
  words: Int32Array,
  at: number,
  width: number,
): boolean {
  const bits = known.length === count && width === 2 ? widenedWords(known) : known;
  if (bits.length !== count * width) return false;
  const old = width === 2 ? new Float64Array(bits.buffer) : new Float32Array(bits.buffer);
  let found = false;
  for (let i = 0; i < count; i++) {
    if (!Number.isNaN(numbers[i]) || !Number.isNaN(old[i])) continue;
    found = true;
    for (let w = i * width; w < (i + 1) * width; w++) words[at + w] = bits[w] as number;
  }
  return found;
}

function widenedWords(words: Int32Array): Int32Array {
  return new Int32Array(widenedReals(new Float32Array(words.buffer, words.byteOffset, words.length)).buffer);
}

/** The same value with 64-bit numbers, and the bits of its NaNs. */
export function widenedCopy<T extends Components>(value: T): T {
  if (value.wide) return value;
  const owner = value.constructor as unknown as { fromArray(source: number[], at: number, wide: true): T };
  const copy = owner.fromArray(value.toArray(), 0, true);
  const { componentBits } = value;
  if (componentBits !== undefined) keepBits(copy, widenedWords(componentBits));
  return copy;
}

/** Stores the raw words of a value with a NaN component, because JavaScript may change the bits of a NaN. */
export function keepBits(value: Components, words: Int32Array): void {
  Object.defineProperty(value, "componentBits", { value: words });
}
