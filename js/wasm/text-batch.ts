// Writes many short ASCII texts by one call of TextEncoder.
import { TextEncoder } from "../base/text-coders.js";
import { lengthOf } from "../table/text-units.js";

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

/** Short ASCII texts that follow each other in an array. */
export class TextBatch {
  /** Number of units of all texts. */
  units = 0;
  private count = 0;
  private readonly lengths = new Int32Array(mostTexts);
  /** The texts as ASCII, and room for reading a whole word at the end. */
  private readonly bytes = new Uint8Array(mostUnits + 4);
  private readonly view = new DataView(this.bytes.buffer);

  /**
   * Reads texts of an array, each once, from `start` on and before `end`. Returns their number; 0 if there are few of them, or if
   * some are not ASCII or contain NUL.
   */
  read(texts: readonly unknown[], start: number, end: number): number {
    const { lengths } = this;
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
    }
    if (count < fewestTexts) return 0;
    // Only ASCII takes a byte for each unit.
    const { written } = encoder.encodeInto(joined, this.bytes);
    if (written !== units || joined.includes("\0")) return 0;
    this.units = units;
    this.count = count;
    return count;
  }

  /**
   * Writes the texts from word `to` on, each after its header and length; without headers if `nul` is 1, and each with a NUL
   * that its length includes. Returns the word after them.
   */
  write(words: Int32Array, to: number, header: number, nul: 0 | 1): number {
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
}
