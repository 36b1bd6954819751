// Finds out from the words of a tape that the vectors which are keys of a Dictionary differ.
import { components } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import { fromArrays } from "../../values/make-value.js";

/** The search gives up after this many collisions: hostile keys must not make it slow. */
const mostProbes = 64;
const mostSlots = 1 << 22;
const negativeZero = 1 << 31;

/** A set of vectors and similar values on a tape that are certainly different Dictionary keys. */
export class DifferentNumbers {
  private readonly i32: Int32Array;
  /** The tape index of each value, as long as there is no hash table. */
  private readonly places: Int32Array;
  private count = 0;
  /** The tag of the last value, the number of its words, and whether they are ints. */
  private tag = -1;
  private size = 0;
  private isInteger = false;
  /** Whether the values ascend, compared from their first word on or from their last, as the cells of grids do column by column or row by row. */
  private fromFirst = true;
  private fromLast = true;
  /** A hash table with open addressing: each slot holds the tape index of a value, or 0 if it is free. */
  private slots: Int32Array | undefined;

  constructor(i32: Int32Array, count: number) {
    this.i32 = i32;
    this.places = new Int32Array(count);
  }

  /** Adds the value whose tag is at tape index `at`; returns false if it may equal another one. */
  add(at: number): boolean {
    const tag = this.i32[at] as number;
    if (tag !== this.tag && !this.expect(tag)) return false;
    if (!this.isInteger && this.hasNegativeZero(at)) return false;
    if (this.slots === undefined && this.ascends(at)) {
      this.places[this.count++] = at;
      return true;
    }
    return this.isHashed() && this.hash(at);
  }

  /** Prepares for values with this tag; returns false for others than vectors and the like. */
  private expect(tag: number): boolean {
    if (fromArrays[tag] === undefined) return false; // 64-bit numbers may equal 32-bit ones, and NaN has rules of its own
    if (this.count > 0 && !this.isHashed()) return false;
    this.tag = tag;
    this.size = (components[tag] as number) + 1;
    this.isInteger = isIntegerType(tag);
    return true;
  }

  private hasNegativeZero(at: number): boolean {
    for (let i = at + 1; i < at + this.size; i++) if (this.i32[i] === negativeZero) return true;
    return false;
  }

  /** Whether the value, and all before it, ascend in one of the two orders. */
  private ascends(at: number): boolean {
    const { i32, size, count } = this;
    if (count === 0) return true;
    const last = this.places[count - 1] as number;
    let word = 1;
    if (this.fromFirst) {
      while (word < size - 1 && i32[at + word] === i32[last + word]) word++;
      this.fromFirst = (i32[at + word] as number) > (i32[last + word] as number);
    }
    word = size - 1;
    if (this.fromLast) {
      while (word > 1 && i32[at + word] === i32[last + word]) word--;
      this.fromLast = (i32[at + word] as number) > (i32[last + word] as number);
    }
    return this.fromFirst || this.fromLast;
  }

  /** Puts the values so far into the hash table, if they are not there; returns false if they collide too often. */
  private isHashed(): boolean {
    if (this.slots !== undefined) return true;
    this.slots = new Int32Array(Math.min(2 << (32 - Math.clz32(this.places.length)), mostSlots));
    for (let i = 0; i < this.count; i++) if (!this.hash(this.places[i] as number)) return false;
    return true;
  }

  /** Adds a value to the hash table; returns false if it may equal another one. */
  private hash(at: number): boolean {
    const { i32, size } = this;
    const slots = this.slots as Int32Array;
    let hash = i32[at] as number;
    for (let i = at + 1; i < at + size; i++) {
      hash = Math.imul(hash ^ (i32[i] as number), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = (hash + probe) & (slots.length - 1);
      const other = slots[slot] as number;
      if (other === 0) {
        slots[slot] = at;
        return true;
      }
      if (this.areSame(at, other, size)) return false;
    }
    return false;
  }

  private areSame(one: number, other: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.i32[one + i] !== this.i32[other + i]) return false;
    return true;
  }
}
