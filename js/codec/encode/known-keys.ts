// Remembers the keys of objects as they stand in the output.
import { writeText } from "../../wasm/text-writer.js";
import { Foresight } from "./foresight.js";

/** Limits that keep objects with ever new keys from taking memory. */
const mostKeys = 1 << 12;
const longestKey = 64;
/** So many keys in a row may be missing in an object without a search for the next one. */
const mostMissing = 3;

/** A key of objects. */
interface KnownKey {
  readonly key: string;
  /** The key as in the output: its length, its bytes, and zeros up to a whole word. */
  readonly words: Int32Array;
  /** The key that came after this one. */
  next: KnownKey | undefined;
}

/**
 * Foresees the keys of objects. Those that share most of their keys mostly have them in the same order, so a key is found without a
 * search although others before it are missing.
 */
class KnownKeys {
  private readonly keys = new Map<string, KnownKey>();
  private readonly start: KnownKey = { key: "", words: new Int32Array(), next: undefined };
  /** How many keys have been refused since there are too many. */
  private refused = 0;
  /** How many keys of the current object had to be searched for. */
  private searched = 0;
  private readonly foresight = new Foresight();

  /** What stands before the first key of an object; undefined where the object is better written without known keys, as with ids. */
  begin(): KnownKey | undefined {
    return this.foresight.begin() ? this.start : undefined;
  }

  /** Ends an object with so many keys that `begin` began. */
  end(count: number): void {
    this.foresight.end(count, this.searched);
    this.searched = 0;
  }

  /** The key that comes after another one; undefined if it is not taken. Throws a ValueFault for a text that cannot be written. */
  after(last: KnownKey, key: string): KnownKey | undefined {
    let { next } = last;
    for (let i = 0; i <= mostMissing && next !== undefined; i++) {
      // Where one side was not a string, V8 would no longer compare pointers.
      if (next.key === key) return next;
      next = next.next;
    }
    this.searched++;
    const found = this.keys.get(key) ?? this.added(key);
    if (found !== undefined) last.next = found;
    return found;
  }

  private added(key: string): KnownKey | undefined {
    if (key.length > longestKey || key.charCodeAt(0) === 0xfeff) return undefined;
    if (this.keys.size === mostKeys) {
      if (++this.refused < mostKeys) return undefined;
      this.keys.clear();
      this.refused = 0;
    }
    const known: KnownKey = { key, words: wordsOf(key), next: undefined };
    this.keys.set(key, known);
    return known;
  }
}

/** The keys of all objects. They look the same in all dialects. */
export const knownKeys = new KnownKeys();

/** A key as in the output. */
export function wordsOf(key: string): Int32Array {
  const words = new Int32Array(2 + ((key.length * 3) >> 2));
  const size = writeText(key, new DataView(words.buffer), 4) - 4;
  words[0] = size;
  return words.slice(0, 1 + ((size + 3) >> 2));
}
