// Writes many short texts by one call of TextEncoder.
import { TextEncoder } from "../base/text-coders.js";
import { lengthOf, partOf } from "../table/text-units.js";
import { isWellFormed, zerosOf } from "./utf8.js";

/** So many texts of so many units are joined at most. More of them no longer fit into the fastest cache of a processor. */
const mostTexts = 512;
const mostUnits = 1 << 13;
/** A batch of fewer texts takes as long as writing them one by one. */
export const fewestTexts = 64;
/** So does one of shorter texts, as the first ones show. */
const fewestUnits = 6;
const firstTexts = 16;
/** Longer texts are left to a call of TextEncoder for each. */
const longestText = 128;

const encoder = new TextEncoder();

/** Short texts that follow each other in an array. */
export class TextBatch {
  /** Number of bytes of all texts, with their separators. */
  size = 0;
  private count = 0;
  /** Numbers of units. */
  private readonly lengths = new Int32Array(mostTexts);
  /**
   * Whether a NUL stands behind each text. Only texts that are not ASCII need it, because their numbers of units do not say where
   * they end. Joining takes 3 ns longer with it.
   */
  private separated = false;
  private expectsAscii = true;
  /** The texts as UTF-8, and room for reading a whole word at the end. */
  private readonly bytes = new Uint8Array(mostUnits * 3 + mostTexts + 4);
  private readonly view = new DataView(this.bytes.buffer);

  /**
   * Reads texts of an array, each once, from `start` on and before `end`. Returns their number; 0 if there are few of them, or if some are
   * written in another way.
   */
  read(texts: readonly unknown[], start: number, end: number): number {
    const { lengths } = this;
    const separated = !this.expectsAscii;
    const most = Math.min(end - start, mostTexts);
    let joined = "";
    let units = 0;
    let count = 0;
    while (count < most) {
      const text = texts[start + count];
      if (typeof text !== "string") break;
      const length = lengthOf(text);
      if (length > longestText || units + length > mostUnits) break;
      lengths[count++] = length;
      units += length;
      if (count === firstTexts && units < firstTexts * fewestUnits) return 0;
      joined += text;
      if (separated) joined += "\0";
    }
    if (count < fewestTexts) return 0;
    this.count = count;
    // Only ASCII takes a byte for each unit.
    const isAscii = this.encode(joined) === joined.length;
    this.expectsAscii = isAscii;
    this.separated = separated || !isAscii;
    if (isAscii) return separated || !joined.includes("\0") ? count : 0;
    return isUsual(separated ? joined : this.separate(joined)) ? count : 0;
  }

  private encode(joined: string): number {
    this.size = encoder.encodeInto(joined, this.bytes).written;
    return this.size;
  }

  /** Encodes texts again, with separators. */
  private separate(joined: string): string {
    let from = 0;
    let texts = "";
    for (let i = 0; i < this.count; i++) {
      const end = from + (this.lengths[i] as number);
      texts += `${partOf(joined, from, end)}\0`;
      from = end;
    }
    this.encode(texts);
    return texts;
  }

  /**
   * Writes the texts from word `to` on, each after its header and length; without headers if `nul` is 1, and each with a NUL
   * that its length includes. Returns the word after them, or -1 if a text contains NUL.
   */
  write(words: Int32Array, to: number, header: number, nul: 0 | 1): number {
    return this.separated
      ? this.writeSeparated(words, to, header, nul)
      : this.writeAscii(words, to, header, nul);
  }

  private writeAscii(words: Int32Array, to: number, header: number, nul: 0 | 1): number {
    const { lengths, view, count } = this;
    let at = to;
    let from = 0;
    for (let i = 0; i < count; i++) {
      const length = lengths[i] as number;
      if (nul === 0) words[at++] = header;
      words[at++] = length + nul;
      const rest = length & 3;
      const end = from + length;
      for (const last = end - rest; from < last; from += 4) words[at++] = view.getInt32(from, true);
      if (rest + nul > 0) words[at++] = view.getInt32(from, true) & ((1 << (rest * 8)) - 1);
      from = end;
    }
    return at;
  }

  private writeSeparated(words: Int32Array, to: number, header: number, nul: 0 | 1): number {
    const { view, count } = this;
    let at = to;
    let from = 0;
    for (let i = 0; i < count; i++) {
      if (nul === 0) words[at++] = header;
      const lengthAt = at++;
      let word = view.getInt32(from, true);
      let zeros = zerosOf(word);
      while (zeros === 0) {
        words[at++] = word;
        from += 4;
        word = view.getInt32(from, true);
        zeros = zerosOf(word);
      }
      const rest = (31 - Math.clz32(zeros & -zeros)) >> 3;
      words[lengthAt] = (at - lengthAt - 1) * 4 + rest + nul;
      if (rest + nul > 0) words[at++] = word & ((1 << (rest * 8)) - 1);
      from += rest + 1;
    }
    return from === this.size ? at : -1;
  }
}

/** Whether UTF-8 is all that texts need: readers drop a first byte order mark, and half a surrogate pair is an error. */
const isUsual = (texts: string): boolean => !texts.includes("\ufeff") && isWellFormed(texts);
