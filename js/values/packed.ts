// PackedStringArray, and the base class of packed arrays of vectors and colors.
import { type Components, fillNumbers, keepBits, restoreNaNs } from "../table/components.js";
import { listForm } from "../table/json-form.js";
import { shortList, show } from "../table/shown.js";
import { components } from "../table/table.gen.js";
import { brand, brandOf, typeOfBrand } from "../table/type-kinds.js";

export type Floats = Float32Array | Float64Array;

/** The base class of packed arrays of vectors and colors. Stores all components in one flat typed array. */
export abstract class PackedComponents<Element extends Components, Data extends Floats | Int32Array>
  implements Iterable<Element>
{
  /** The numbers of all elements, one after the other. */
  declare readonly data: Data;

  /**
   * From the numbers of all elements.
   *
   * @param data - The numbers of all elements, which are not copied.
   */
  constructor(data: Data) {
    this.data = data;
  }

  /** Numbers per element. */
  get stride(): number {
    return components[typeOfBrand(brandOf(this)) as number] as number;
  }

  /** Whether the numbers have 64 bits each, as double-precision builds of Godot write them. */
  get wide(): boolean {
    return this.data.BYTES_PER_ELEMENT === 8;
  }

  /** Number of elements. */
  get length(): number {
    return this.data.length / this.stride;
  }

  /**
   * A copy of element `index`, with the bits of its NaNs, counted from the end if negative; undefined if out of range.
   *
   * @param index - From 0; negative ones count from the end.
   * @returns A copy of the element, or undefined.
   */
  at(index: number): Element | undefined {
    const whole = Math.trunc(index);
    const place = whole < 0 ? this.length + whole : whole;
    return place >= 0 && place < this.length ? this.copy(place * this.stride, this.stride) : undefined;
  }

  /** Yields a copy of each element. */
  *[Symbol.iterator](): IterableIterator<Element> {
    const { stride } = this;
    for (let at = 0; at + stride <= this.data.length; at += stride) yield this.copy(at, stride);
  }

  /** `PackedVector2Array(3)`: the name and the length. */
  toString(): string {
    return `${brandOf(this)}(${this.length})`;
  }

  private copy(at: number, stride: number): Element {
    const element = this.element(at);
    for (let i = at; i < at + stride; i++) {
      if (!Number.isNaN(this.data[i])) continue;
      keepBits(element, new Int32Array(this.data.slice(at, at + stride).buffer));
      break;
    }
    return element;
  }

  protected abstract element(at: number): Element;
}

/** The numbers of all elements; 64-bit if one of the elements is. A NaN keeps its bits. */
export function realsOf(elements: Iterable<Components>): Floats {
  const numbers: number[] = [];
  const unusual: { element: Components; at: number }[] = [];
  let wide = false;
  for (const element of elements) {
    if (element.componentBits !== undefined) unusual.push({ element, at: numbers.length });
    fillNumbers(element, numbers, numbers.length);
    wide ||= element.wide;
  }
  const wrong = numbers.findIndex((number) => typeof number !== "number");
  if (wrong >= 0) throw new TypeError(`${numbers[wrong]} is not a number.`);
  const reals = wide ? new Float64Array(numbers) : new Float32Array(numbers);
  const width = wide ? 2 : 1;
  for (const { element, at } of unusual) {
    const own = element.toArray();
    const bits = element.componentBits as Int32Array;
    restoreNaNs(bits, own, own.length, new Int32Array(reals.buffer), at * width, width);
  }
  return reals;
}

export function integersOf(elements: Iterable<Components>): Int32Array {
  const numbers: number[] = [];
  for (const element of elements) fillNumbers(element, numbers, numbers.length);
  const wrong = numbers.findIndex((number) => (number | 0) !== number);
  if (wrong >= 0) throw new RangeError(`${numbers[wrong]} is not a 32-bit integer.`);
  return Int32Array.from(numbers);
}

/**
 * An array of strings, stored in `data`.
 *
 * @example
 * ```ts
 * new PackedStringArray(["a", "b"]).at(-1); // b
 * ```
 */
export class PackedStringArray implements Iterable<string> {
  /** The strings. */
  declare readonly data: string[];

  /**
   * From an array of strings.
   *
   * @param data - The strings, which are not copied; none by default.
   */
  constructor(data: string[] = []) {
    this.data = data;
  }

  /** Number of strings. */
  get length(): number {
    return this.data.length;
  }

  /**
   * String `index`, counted from the end if negative; undefined if out of range.
   *
   * @param index - From 0; negative ones count from the end.
   * @returns The string, or undefined.
   */
  at(index: number): string | undefined {
    return this.data.at(index);
  }

  /** Yields the strings. */
  [Symbol.iterator](): IterableIterator<string> {
    return this.data[Symbol.iterator]();
  }

  /** `PackedStringArray(3)`: the name and the length. */
  toString(): string {
    return `PackedStringArray(${this.length})`;
  }
}

brand(PackedStringArray, "PackedStringArray");
for (const owner of [PackedComponents, PackedStringArray]) show(owner, listForm, shortList);
