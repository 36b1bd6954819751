// Writes many short texts by one call of TextEncoder.
import { TextEncoder } from "../base/text-coders.js";
import { lengthOf } from "../table/text-units.js";
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
  /** Whether the texts are ASCII, as the next ones are expected to be. */
  private isAscii = true;
  /** The texts as UTF-8, and room for reading a whole word at the end. */
  private readonly bytes = new Uint8Array(mostUnits * 3 + mostTexts + 4);
  private readonly view = new DataView(this.bytes.buffer);

  /**
   * Reads texts of an array, each once, from `start` on and before `end`. Returns their number; 0 if there are few of them, or if some are
   * written in another way.
   */
  read(texts: readonly unknown[], start: number, end: number): number {
    const { lengths } = this;
    const most = Math.min(end - start, mostTexts);
    // To add each text to a string is faster by a twentieth, but makes as much garbage as the texts take.
    const read = new Array<string>(most);
    let units = 0;
    let count = 0;
    while (count < most) {
      const text = texts[start + count];
      if (typeof text !== "string") break;
      const length = lengthOf(text);
      if (length > longestText || units + length > mostUnits) break;
      read[count] = text;
      lengths[count++] = length;
      units += length;
      if (count === firstTexts && units < firstTexts * fewestUnits) return 0;
    }
    if (count < fewestTexts) return 0;
    this.count = count;
    read.length = count;
    const joined = this.encode(read, !this.isAscii);
    if (this.isAscii) return this.separated || !joined.includes("\0") ? count : 0;
    return isUsual(this.separated ? joined : this.encode(read, true)) ? count : 0;
  }

  private encode(texts: readonly string[], separated: boolean): string {
    const joined = texts.join(separated ? "\0" : "");
    const { written } = encoder.encodeInto(joined, this.bytes);
    // Only ASCII takes a byte for each unit.
    this.isAscii = written === joined.length;
    this.separated = separated;
    this.size = separated ? written + 1 : written;
    if (separated) this.bytes[written] = 0;
    return joined;
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
