// Rules out equal keys in a Dictionary by hashing their bytes, so that few Dictionaries have keys which must be decoded and compared.
import { components, Type } from "../../table/table.gen.js";
import { isComponentType, isIntegerType } from "../../table/type-kinds.js";
import {
  childAt,
  countAt,
  entryStartAt,
  keySizeAt,
  listAt,
  typeAt,
  type ValueIndex,
} from "../../wasm/value-index.js";
import { nameAt } from "./error-places.js";

/** Keys whose hashes take more probes were probably made for that. */
const mostProbes = 256;

/** For more entries, the table would take too much memory. */
const mostEntries = 1 << 21;

/** Dictionaries of up to so many entries are compared with those before them. */
const mostCompared = 64;

const infinityBits = 0x7f80_0000;

// Shared, because a typed array takes more time to make and to free than most Dictionaries take.
const double = /* @__PURE__ */ new Float64Array(1);
const single = /* @__PURE__ */ new Float32Array(double.buffer, 0, 1);
const words = /* @__PURE__ */ new Int32Array(double.buffer);
const smallTable = /* @__PURE__ */ new Int32Array(128);

/** Finds the Dictionaries of one input of which some keys may be equal. */
export class KeyScreen {
  private readonly source: ValueIndex;
  private readonly input: Uint8Array;
  private readonly types: readonly number[];
  /** Two hashes of the current key, each of 32 bits. */
  private first = 0;
  private second = 0;
  /** A hash table with the hashes of the earlier keys, in pairs; a pair whose first is 0 is free. */
  private table = smallTable;
  /** By number of entries, the last list of keys of which no two are equal. Most Dictionaries have the keys of another one. */
  private readonly different: number[] = [];

  /** @param types - The types of the dialect, by wire id. */
  constructor(source: ValueIndex, input: Uint8Array, types: readonly number[]) {
    this.source = source;
    this.input = input;
    this.types = types;
  }

  /** False only if no two keys of a Dictionary or an Object are equal, neither to `decode` nor to any engine. */
  mayRepeat(record: number): boolean {
    const { source } = this;
    const type = typeAt(source, record);
    const list = listAt(source, record);
    const count = countAt(source, list);
    if (type !== Type.Dictionary || count > mostCompared) return this.mayHoldEqual(type, list, count);
    const before = this.different[count];
    if (before !== undefined && this.areSameKeys(list, before, count)) return false;
    const mayRepeat = this.mayHoldEqual(type, list, count);
    if (!mayRepeat) this.different[count] = list;
    return mayRepeat;
  }

  /** Whether two lists of records have the same keys, byte for byte. */
  private areSameKeys(one: number, other: number, count: number): boolean {
    const { source, input } = this;
    for (let i = 0; i < count; i++) {
      const record = childAt(one, i);
      const size = keySizeAt(source, record);
      const as = childAt(other, i);
      if (keySizeAt(source, as) !== size) return false;
      const start = entryStartAt(source, record);
      const back = start - entryStartAt(source, as);
      for (let at = start; at < start + size; at++) if (input[at] !== input[at - back]) return false;
    }
    return true;
  }

  private mayHoldEqual(type: number, list: number, count: number): boolean {
    if (count > mostEntries) return true;
    let size = 8;
    while (size < count * 2) size *= 2;
    if (this.table.length < size * 2) this.table = new Int32Array(size * 2);
    else this.table.fill(0, 0, size * 2);
    for (let i = 0; i < count; i++) {
      const record = childAt(list, i);
      const at = entryStartAt(this.source, record);
      this.first = this.second = 1;
      const known = type === Type.Object ? this.addText(at) : this.addKey(at, keySizeAt(this.source, record));
      if (!known || this.mayHold(size)) return true;
    }
    return false;
  }

  /** Whether the table may hold the hashes of the current key. If not, it holds them afterwards. */
  private mayHold(size: number): boolean {
    const { table, second } = this;
    const first = this.first === 0 ? 1 : this.first;
    for (let probe = 0; probe < mostProbes; probe++) {
      const slot = ((first + probe) & (size - 1)) * 2;
      if (table[slot] === 0) {
        table[slot] = first;
        table[slot + 1] = second;
        return false;
      }
      if (table[slot] === first && table[slot + 1] === second) return true;
    }
    return true;
  }

  private add(word: number): void {
    const first = Math.imul(this.first ^ word, 0x9e37_79b1);
    this.first = first ^ (first >>> 15);
    const second = Math.imul(this.second ^ word, 0x85eb_ca6b);
    this.second = second ^ (second >>> 13);
  }

  /** Adds a key to the hashes; false for types of which different bytes can be equal keys in more ways than are known here. */
  private addKey(at: number, size: number): boolean {
    const type = this.types[this.input[at] as number] as number;
    this.add(type === Type.StringName ? Type.String : type);
    switch (type) {
      case Type.Nil:
        return true;
      case Type.bool:
        this.add(this.word(at + 4) === 0 ? 0 : 1);
        return true;
      case Type.int:
        this.add(this.word(at + 4));
        this.add(size > 8 ? this.word(at + 8) : this.word(at + 4) >> 31);
        return true;
      case Type.float:
        this.addFloat(at + 4, size > 8);
        return true;
      case Type.String:
        return this.addText(at + 4);
      case Type.StringName:
        return this.addAscii(at + 4);
      default:
        return isComponentType(type) && this.addComponents(type, at + 4, size - 4);
    }
  }

  private addFloat(at: number, wide: boolean): void {
    words[0] = this.word(at);
    if (wide) words[1] = this.word(at + 4);
    const value = (wide ? double[0] : single[0]) as number;
    // All NaNs are equal, and -0.0 becomes 0.0.
    double[0] = Number.isNaN(value) ? Number.NaN : value + 0;
    this.add(words[0] as number);
    this.add(words[1] as number);
  }

  /** Vectors of doubles are not known, because they may equal those of floats. */
  private addComponents(type: number, at: number, size: number): boolean {
    if (size !== (components[type] as number) * 4) return false;
    const isInteger = isIntegerType(type);
    for (let i = at; i < at + size; i += 4) {
      const word = this.word(i);
      this.add(isInteger ? word : equalFloat(word));
    }
    return true;
  }

  /** Adds the text whose length is at a byte offset: the same hashes for all its spellings. False for a text that is not UTF-8. */
  private addText(at: number): boolean {
    const { first, second } = this;
    if (this.addAscii(at)) return true;
    this.first = first;
    this.second = second;
    const text = nameAt(this.input, at);
    if (text.includes("\uFFFD")) return false;
    for (let i = 0; i < text.length; i++) this.add(text.charCodeAt(i));
    return true;
  }

  /** Adds a text of ASCII without NUL; false for others, which are equal to shorter ones, or can be written in several ways. */
  private addAscii(at: number): boolean {
    const begin = at + 4;
    const end = begin + this.word(at);
    for (let i = begin; i < end; i++) {
      const byte = this.input[i] as number;
      if (byte === 0 || byte >= 0x80) return false;
      this.add(byte);
    }
    return true;
  }

  private word(at: number): number {
    const { input } = this;
    const low = (input[at] as number) | ((input[at + 1] as number) << 8);
    return low | ((input[at + 2] as number) << 16) | ((input[at + 3] as number) << 24);
  }
}

/** The same word for equal floats of 32 bits: -0.0 equals 0.0, and all NaNs are equal. */
function equalFloat(word: number): number {
  const magnitude = word & 0x7fff_ffff;
  return magnitude === 0 ? 0 : magnitude > infinityBits ? infinityBits : word;
}
