// Writes the words and texts of a tape for the codec.
import { ValueFault, VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { tape as bit } from "../table/boundary.gen.js";
import { typedArrayName } from "../table/type-kinds.js";
import { bytesOfView, sizeOfView } from "../table/view-fields.js";
import type { Boundary } from "./boundary.js";
import { newPlaces, placeOf, type Remembered } from "./interned.js";
import type { Tape } from "./tape.js";
import { writeText } from "./text-writer.js";

const firstWords = 1 << 10;
const firstTexts = 1 << 8;
const firstBytes = 1 << 13;
/** If a call leaves more texts than this, or more than `keptBytes` of them, they are not kept for the next call. */
const keptTexts = 1 << 12;
const keptBytes = 1 << 16;
/** Longer texts are not remembered, because they rarely recur. */
const longestRemembered = 256;

/** Writes a tape into the memory of a codec. Texts stay there from call to call, so frequent keys are written only once. */
export class TapeWriter {
  /** Views of the memory for the words of the tape. */
  i32 = new Int32Array(0);
  f32 = new Float32Array(0);
  protected f64 = new Float64Array(0);
  /** Index of the next word. */
  protected at = 0;
  /** Address of the first word. */
  protected wordsAt = 0;
  /** The bytes for the gaps, in order. */
  private readonly gaps: Uint8Array[] = [];
  private gapBytes = 0;
  private codec: Boundary | undefined;
  /** Views of the whole memory, for the table of texts and for their bytes. */
  private memory = new Uint8Array(0);
  protected memoryView = new DataView(this.memory.buffer);
  private table32 = new Int32Array(0);
  private textsAt = 0;
  private textRoom = 0;
  private textCount = 0;
  private poolAt = 0;
  private poolEnd = 0;
  private poolRoom = 0;
  /** Recent texts, each in the slot that `placeOf` returns. */
  private readonly remembered = newPlaces();
  /** Recent keys. Separate from other texts, so that a key is usually the same string object, which makes comparing fast. */
  private readonly keys = newPlaces();
  /** The previous key. */
  private lastKey = this.keys[0] as Remembered;
  /** Version of the table of texts; changes when the table is cleared. */
  private table = 0;

  /** Begins a tape in the memory of `codec`. */
  protected begin(codec: Boundary): void {
    if (codec !== this.codec || codec.tapeRoom.words === 0) {
      // Reserves a little more than the last tape took: similar values often follow each other, and growing may mean copying.
      const { words, textCount, textBytes } = this;
      this.codec = codec;
      this.forgetTexts();
      codec.reserveTape(
        Math.max(firstWords, words + (words >>> 4)),
        Math.max(firstTexts, textCount),
        Math.max(firstBytes, textBytes),
      );
    } else if (this.textCount > keptTexts || this.poolEnd - this.poolAt > keptBytes) {
      this.forgetTexts();
    }
    // Setting a length takes longer than asking for it.
    if (this.gaps.length > 0) this.gaps.length = 0;
    this.gapBytes = 0;
    this.refresh(codec, 0, this.poolEnd - this.poolAt);
  }

  /** Number of words written so far. */
  get words(): number {
    return this.at;
  }

  get texts(): number {
    return this.textCount;
  }

  get textBytes(): number {
    return this.poolEnd - this.poolAt;
  }

  /** The tape. Valid until the next call of the codec. */
  tape(codec: Boundary): Tape {
    this.refresh(codec, this.words, this.textBytes);
    const { i32, f32, f64, table32: texts, textCount, textsAt } = this;
    const bytes = this.memory.subarray(this.poolAt);
    return { i32, f32, f64, wordsAt: 0, texts, textsAt, textCount, bytes };
  }

  private forgetTexts(): void {
    this.table++;
    this.textCount = 0;
    this.poolEnd = this.poolAt;
  }

  /** Renews the views of the codec's memory. `words` and `bytes` are the size of the tape so far. */
  private refresh(codec: Boundary, words: number, bytes: number): void {
    const { u8, tapeRoom } = codec;
    const { wordsAt } = tapeRoom;
    if (u8 !== this.memory || wordsAt !== this.wordsAt || tapeRoom.words !== this.i32.length) {
      this.memory = u8;
      this.table32 = codec.i32;
      this.wordsAt = wordsAt;
      this.i32 = new Int32Array(u8.buffer, wordsAt, tapeRoom.words);
      this.f32 = new Float32Array(u8.buffer, wordsAt, tapeRoom.words);
      this.f64 = new Float64Array(u8.buffer, wordsAt, tapeRoom.words >>> 1);
      this.memoryView = new DataView(u8.buffer);
    }
    this.at = words;
    this.textsAt = tapeRoom.textsAt >>> 2;
    this.textRoom = tapeRoom.texts;
    this.poolAt = tapeRoom.bytesAt;
    this.poolEnd = this.poolAt + bytes;
    this.poolRoom = this.poolAt + tapeRoom.bytes;
  }

  protected enlarge(words: number, texts: number, bytes: number): void {
    const codec = this.codec as Boundary;
    const [written, writtenBytes] = [this.words, this.textBytes];
    codec.reserveTape(written + words, this.textCount + texts, writtenBytes + bytes);
    this.refresh(codec, written, writtenBytes);
  }

  /** Ensures that `count` more words fit. */
  protected reserve(count: number): void {
    if (this.at + count > this.i32.length) this.enlarge(count, 0, 0);
  }

  protected word(value: number): void {
    if (this.at === this.i32.length) this.enlarge(1, 0, 0);
    this.i32[this.at++] = value;
  }

  /** Writes the low 64 bits of an integer as two words. */
  protected pair(value: bigint): void {
    this.reserve(2);
    this.i32[this.at++] = Number(BigInt.asIntN(32, value));
    this.i32[this.at++] = Number(BigInt.asIntN(32, value >> 32n));
  }

  protected float(value: number, type: number): void {
    this.reserve(4);
    if (Math.fround(value) === value) {
      this.i32[this.at++] = type;
      this.f32[this.at++] = value;
      return;
    }
    this.i32[this.at++] = type | bit.wide;
    this.at += this.at & 1;
    this.f64[this.at >> 1] = value;
    if (Number.isNaN(value)) {
      this.i32[this.at] = 0;
      this.i32[this.at + 1] = 0x7ff80000;
    }
    this.at += 2;
  }

  /** Writes bytes into the memory for texts, and their offset to the tape. */
  protected data(view: ArrayBufferView): void {
    const size = sizeOfView(view);
    this.reservePool(size + 3);
    const start = (this.poolEnd + 3) & ~3;
    this.memory.set(bytesOf(view), start);
    this.poolEnd = start + size;
    this.word(start - this.poolAt);
  }

  /** Copies a typed array of 8 or 32-bit numbers to word `at`, where there is room; returns the word after it. */
  protected putData(view: ArrayBufferView, at: number): number {
    const size = sizeOfView(view);
    const end = at + ((size + 3) >> 2);
    if ((size & 3) !== 0) this.i32[end - 1] = 0;
    // A copy between arrays of one type keeps the bits of NaNs, and needs no view of the bytes, whose making takes longer.
    const name = typedArrayName(view);
    if (name === "Float32Array") this.f32.set(view as Float32Array, at);
    else if (name === "Int32Array") this.i32.set(view as Int32Array, at);
    else this.memory.set(view as Uint8Array, this.wordsAt + at * 4);
    return end;
  }

  /** Leaves a gap in the codec's output, to be filled with these bytes afterwards. */
  protected gap(view: ArrayBufferView): void {
    if (sizeOfView(view) >= 2 ** 32) throw new ValueFault("too-large");
    this.gaps.push(bytesOf(view));
    this.gapBytes += sizeOfView(view);
    this.word(bit.gap);
  }

  /** The bytes for the gaps, in order. Throws a VariantError if a getter detached or shrank some of them after they were written. */
  get sources(): readonly Uint8Array[] {
    const { gaps } = this;
    let size = 0;
    for (let i = 0; i < gaps.length; i++) size += (gaps[i] as Uint8Array).length;
    if (size !== this.gapBytes)
      throw new VariantError("unsupported-value", { hints: [hint("missing-part")] });
    return gaps;
  }

  /** The number of a text; writes the text unless it is remembered. Throws a ValueFault for a text that cannot be written. */
  protected text(text: string): number {
    const known = this.remembered[placeOf(text)] as Remembered;
    return known.table === this.table && known.text === text ? known.number : this.newText(text, known);
  }

  /** The number of a key's text. Keys usually recur in the same order, so comparing with the predicted key is enough. */
  protected keyText(key: string): number {
    const foreseen = this.lastKey.next as Remembered;
    if (foreseen.text !== key || foreseen.table !== this.table) return this.otherKey(key);
    this.lastKey = foreseen;
    return foreseen.number;
  }

  private otherKey(key: string): number {
    const place = this.keys[placeOf(key)] as Remembered;
    this.lastKey.next = place;
    this.lastKey = place;
    if (place.text !== key || place.table !== this.table) {
      place.number = this.text(key);
      place.text = key;
      place.table = this.table;
    }
    return place.number;
  }

  private newText(text: string, place: Remembered): number {
    const { length } = text;
    this.reservePool(length * 3 + 1);
    const start = this.poolEnd;
    const end = writeText(text, this.memoryView, start);
    this.poolEnd = end;
    const number = this.textCount++;
    if (number >= this.textRoom) this.enlarge(0, 1, 0);
    const at = this.textsAt + number * 2;
    this.table32[at] = start - this.poolAt;
    this.table32[at + 1] = end - start;
    if (length > longestRemembered) return number;
    place.text = text;
    place.table = this.table;
    place.number = number;
    return number;
  }

  private reservePool(count: number): void {
    if (this.poolEnd + count > this.poolRoom) this.enlarge(0, 0, count);
  }
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  try {
    // A view that lies outside of its buffer, because that has shrunk, looks empty. This throws for it.
    if (sizeOfView(view) === 0) Uint8Array.prototype.keys.call(view as Uint8Array);
    return bytesOfView(view);
  } catch (cause) {
    const advice = hint("cannot-encode", "array whose buffer was transferred or has shrunk");
    throw new ValueFault("unsupported-value", [advice], cause);
  }
}
