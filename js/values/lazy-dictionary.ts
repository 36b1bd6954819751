// The Dictionaries of `exact` mode, before anybody looks up a key.

import { inspector } from "../table/shown.js";
import { brandOf, typeBrand } from "../table/type-kinds.js";
import type { KeyList } from "./key-list.js";
import {
  Dictionary,
  type DictionaryTraits,
  makeExact,
  setEntry,
  setTraits,
  type Variant,
} from "./variant.js";

/** Up to this many keys are searched one by one. */
const fewKeys = 16;

/**
 * A Dictionary of String keys that keeps its values as they came, and becomes a lookup table at the first question that takes
 * one: filling a Map costs ten times as much as an array. It counts as a Dictionary and as a Map for `instanceof`, but it has
 * no contents that `Map.prototype` could read. Clones and comparisons see the two properties.
 */
class LazyDictionary {
  readonly keyList: KeyList;
  /** The values in the order of the keys, until a Dictionary replaces them. */
  content: Variant[] | Dictionary;

  constructor(keyList: KeyList, values: Variant[]) {
    this.keyList = keyList;
    this.content = values;
  }

  get size(): number {
    const { content } = this;
    return Array.isArray(content) ? content.length : content.size;
  }

  get(key: Variant): Variant | undefined {
    const { content } = this;
    if (typeof key !== "string" || !Array.isArray(content) || content.length > fewKeys)
      return filled(this).get(key);
    const place = this.keyList.names.indexOf(key);
    return place < 0 ? undefined : content[place];
  }

  has(key: Variant): boolean {
    return filled(this).has(key);
  }

  set(key: Variant, value: Variant): this {
    filled(this).set(key, value);
    return this;
  }

  getOrInsert(key: Variant, value: Variant): Variant {
    return filled(this).getOrInsert(key, value);
  }

  getOrInsertComputed(key: Variant, compute: (key: Variant) => Variant): Variant {
    return filled(this).getOrInsertComputed(key, compute);
  }

  delete(key: Variant): boolean {
    return filled(this).delete(key);
  }

  clear(): void {
    filled(this).clear();
  }

  forEach(call: (value: Variant, key: Variant, dictionary: this) => void, thisArg?: unknown): void {
    for (const [key, value] of filled(this)) call.call(thisArg, value, key, this);
  }

  keys(): MapIterator<Variant> {
    return filled(this).keys();
  }

  values(): MapIterator<Variant> {
    return filled(this).values();
  }

  entries(): MapIterator<[Variant, Variant]> {
    return filled(this).entries();
  }

  [Symbol.iterator](): MapIterator<[Variant, Variant]> {
    return filled(this).entries();
  }

  toJSON(): object {
    return filled(this).toJSON();
  }

  /** Consoles print the entries, and the declared types. */
  [inspector](): Dictionary {
    const made = filled(this);
    setTraits(made, this as DictionaryTraits);
    return made;
  }
}

Object.setPrototypeOf(LazyDictionary.prototype, Dictionary.prototype);
Object.defineProperty(LazyDictionary.prototype, typeBrand, { value: "Dictionary" });
Object.defineProperty(LazyDictionary.prototype, "constructor", { value: Dictionary });

/** A Dictionary of `exact` mode with these keys, which must differ, and these values. */
export const lazyDictionary = (keyList: KeyList, values: Variant[]): Dictionary =>
  new LazyDictionary(keyList, values) as unknown as Dictionary;

/** A lazy Dictionary whose values still stand in the order of the keys. */
export interface Unread {
  readonly keyList: KeyList;
  readonly content: readonly Variant[];
}

export function isUnread(value: object): value is Unread {
  return (
    "keyList" in value && brandOf(value) === "Dictionary" && Array.isArray((value as LazyDictionary).content)
  );
}

/** The Dictionary that can look up keys: a lazy one makes another for this, any other is it itself. */
export function filled(dictionary: Dictionary | LazyDictionary): Dictionary {
  if (!("keyList" in dictionary)) return dictionary;
  const { content, keyList } = dictionary;
  if (!Array.isArray(content)) return content;
  const made = makeExact(new Dictionary());
  for (const [i, name] of keyList.names.entries()) setEntry.call(made, name, content[i]);
  dictionary.content = made;
  return made;
}
