// Fills a Dictionary from a tape, with equal keys merged as the engine does.
import { components } from "../../table/table.gen.js";
import { isIntegerType } from "../../table/type-kinds.js";
import type { KeyTexts } from "../../values/key-text.js";
import { fromArrays } from "../../values/make-value.js";
import { type Dictionary, insert, insertNew, type Variant } from "../../values/variant.js";

/** The search gives up after this many collisions: hostile keys must not make it slow. */
const mostProbes = 64;
const mostPlaces = 1 << 22;
const negativeZero = 1 << 31;

/** A set of vectors and similar values on a tape that are certainly different Dictionary keys. */
class DifferentNumbers {
  private readonly i32: Int32Array;
  /** A hash table with open addressing: each slot holds the tape index of a value, or 0 if it is free. */
  private readonly places: Int32Array;
  /** The tag of the last value, the number of its words, and whether they are ints. */
  private tag = -1;
  private size = 0;
  private isInteger = false;

  constructor(i32: Int32Array, count: number) {
    this.i32 = i32;
    this.places = new Int32Array(Math.min(2 << (32 - Math.clz32(count)), mostPlaces));
  }

  /** Adds the value whose tag is at tape index `at`; returns false if it may equal another one. */
  add(at: number): boolean {
    const { i32, places } = this;
    const tag = i32[at] as number;
    if (tag !== this.tag && !this.expect(tag)) return false;
    const { size, isInteger } = this;
    let hash = tag;
    for (let i = at + 1; i < at + size; i++) {
      const word = i32[i] as number;
      if (word === negativeZero && !isInteger) return false;
      hash = Math.imul(hash ^ word, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (let probe = 0; probe < mostProbes; probe++) {
      const place = (hash + probe) & (places.length - 1);
      const other = places[place] as number;
      if (other === 0) {
        places[place] = at;
        return true;
      }
      if (this.areSame(at, other, size)) return false;
    }
    return false;
  }

  /** Prepares for values with this tag; returns false for others than vectors and the like. */
  private expect(tag: number): boolean {
    if (fromArrays[tag] === undefined) return false; // 64-bit numbers may equal 32-bit ones, and NaN has rules of its own
    this.tag = tag;
    this.size = (components[tag] as number) + 1;
    this.isInteger = isIntegerType(tag);
    return true;
  }

  private areSame(one: number, other: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.i32[one + i] !== this.i32[other + i]) return false;
    return true;
  }
}

/** The reader of the tape that holds the keys. */
export interface KeyReader {
  readonly i32: Int32Array;
  /** Whether keys are being read in the strict form, which distinguishes all types. */
  readonly strict: boolean;
  /** Comparison texts of the keys so far. */
  keyTexts(): KeyTexts;
  /** Reads the key at tape index `start` again, in the strict form. */
  strictKey(start: number): Variant;
}

/** Fills a Dictionary from a tape. Compares keys by value only where their bytes do not prove them different. */
export class DictionaryFiller {
  readonly dictionary: Dictionary;
  private readonly count: number;
  private readonly reader: KeyReader;
  private numbers: DifferentNumbers | undefined;
  /** Whether all keys so far are primitives, or vectors and similar values that certainly differ. */
  private isSimple = true;

  constructor(dictionary: Dictionary, count: number, reader: KeyReader) {
    this.dictionary = dictionary;
    this.count = count;
    this.reader = reader;
  }

  /** Adds an entry. The key begins at tape index `at`, unless it is a String. */
  add(key: Variant, at: number, value: Variant): void {
    if (this.isSimple && this.isNew(key, at)) insertNew(this.dictionary, key, value);
    else insert(this.dictionary, key, value, this.reader.keyTexts());
  }

  private isNew(key: Variant, at: number): boolean {
    if (typeof key !== "object" || key === null) return true;
    this.numbers ??= new DifferentNumbers(this.reader.i32, this.count);
    this.isSimple = this.numbers.add(at);
    return this.isSimple;
  }
}
