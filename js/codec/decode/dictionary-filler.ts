// Fills a Dictionary from a tape, with equal keys merged as the engine does.
import type { KeyTexts } from "../../values/key-text.js";
import { type Dictionary, insert, insertNew, type Variant } from "../../values/variant.js";
import { DifferentNumbers } from "./different-numbers.js";

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
