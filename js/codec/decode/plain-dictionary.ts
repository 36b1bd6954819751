// Makes the Dictionary of `plain` mode that no plain object can be.
import { Type } from "../../table/table.gen.js";
import { isContainerType } from "../../table/type-kinds.js";
import { keyForms, keyText } from "../../values/key-text.js";
import { Float } from "../../values/small-values.js";
import { Dictionary, insert, insertNew, type Variant } from "../../values/variant.js";
import { DictionaryFiller, type KeyReader } from "./dictionary-filler.js";

/**
 * Builds a Dictionary of `plain` mode. If different keys may look equal in this mode, collects all entries first and builds the Dictionary
 * last.
 */
export class DictionaryBuilder {
  readonly count: number;
  private readonly reader: KeyReader;
  private filler: DictionaryFiller | undefined;
  private keys: Variant[] = [];
  private values: Variant[] = [];
  /** Indices in `keys` of floats that look like ints. */
  private readonly floats: number[] = [];
  /** Index in `keys` of each container, and its word on the tape. */
  private readonly containers: [place: number, start: number][] = [];

  /** Builds a Dictionary of `count` entries; `begun` holds the first ones, if some are read already. */
  constructor(count: number, reader: KeyReader, begun = new Dictionary()) {
    this.count = count;
    this.reader = reader;
    this.filler = new DictionaryFiller(begun, count, reader);
  }

  /** Adds an entry; `type` is the type of the key, which begins at word `start` of the tape. */
  add(key: Variant, type: number, start: number, value: Variant): void {
    const isFloat = type === Type.float && Number.isSafeInteger(key);
    const isContainer = isContainerType(type);
    if (this.filler !== undefined) {
      if (!isFloat && !isContainer) {
        this.filler.add(key, start, value);
        return;
      }
      this.leaveDictionary(this.filler.dictionary);
    }
    if (isFloat) this.floats.push(this.keys.length);
    if (isContainer) this.containers.push([this.keys.length, start]);
    this.keys.push(key);
    this.values.push(value);
  }

  finish(): Dictionary {
    if (this.filler !== undefined) return this.filler.dictionary;
    this.keepFloats();
    if (!this.reader.strict && this.containersCollide()) {
      for (const [place, start] of this.containers) this.keys[place] = this.reader.strictKey(start);
    }
    const dictionary = new Dictionary();
    for (let i = 0; i < this.keys.length; i++) {
      insert(dictionary, this.keys[i] as Variant, this.values[i] as Variant, this.reader.keyTexts());
    }
    return dictionary;
  }

  private leaveDictionary(dictionary: Dictionary): void {
    this.keys = Array.from(dictionary.keys());
    this.values = Array.from(dictionary.values());
    this.filler = undefined;
  }

  /** Keeps a float key as a Float if the same number is also an int key. */
  private keepFloats(): void {
    if (this.floats.length === 0 || this.floats.length === this.count) return;
    const floats = new Set(this.floats);
    const ints = new Set(this.keys.filter((key, i) => typeof key === "number" && !floats.has(i)));
    for (const i of this.floats) {
      const key = this.keys[i] as number;
      if (ints.has(key)) this.keys[i] = new Float(key);
    }
  }

  /** Whether two keys, such as `[1]` and `[1.0]`, look the same in `plain` mode. */
  private containersCollide(): boolean {
    if (this.containers.length < 2) return false;
    const texts = new Set<string | undefined>();
    for (const [place] of this.containers) {
      texts.add(keyText(this.keys[place] as object, keyForms.plain, this.reader.keyTexts()));
    }
    return texts.size < this.containers.length;
  }
}

/** The Dictionary with these keys of an object, in this order. */
export function dictionaryOf(
  object: { readonly [key: string]: Variant },
  keys: readonly string[],
): Dictionary {
  const dictionary = new Dictionary();
  for (const key of keys) insertNew(dictionary, key, object[key] as Variant);
  return dictionary;
}
