import { ValueFault } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { tape as bit } from "../table/boundary.gen.js";
import type { Boundary } from "./boundary.js";
import { placeOf, places, type Remembered } from "./interned.js";
import type { Tape } from "./tape.js";
import { isWellFormed } from "./utf8.js";

const firstWords = 1 << 10;
const firstTexts = 1 << 8;
const firstBytes = 1 << 13;
/** More texts than this are forgotten after the call, and when their bytes take more than that. */
const keptTexts = 1 << 12;
const keptBytes = 1 << 16;
/** Longer texts are encoded by TextEncoder: only for short ones does its call cost more than a loop. */
const shortText = 48;
/** Longer texts are hardly ever repeated. */
const longestRemembered = 256;

const encoder = new TextEncoder();

/** Writes a tape into the memory of a codec. Texts stay there from call to call, so a usual key is written once. */
export class TapeWriter {
  protected i32 = new Int32Array(0);
  protected f32 = new Float32Array(0);
  protected f64 = new Float64Array(0);
  /** Index of the tape's first word, of the next one, and of the end of the room for them. */
  protected base = 0;
  protected at = 0;
  private end = 0;
  /** Bytes that fill the gaps, in their order. */
  readonly sources: Uint8Array[] = [];
  private codec: Boundary | undefined;
  private u8 = new Uint8Array(0);
  private textsAt = 0;
  private textRoom = 0;
  private textCount = 0;
  private poolAt = 0;
  private poolEnd = 0;
  private poolRoom = 0;
  /** Texts that were written lately, each at the place that `placeOf` gives it. */
  private readonly remembered = places();
  /** Keys apart from other texts: comparing them with keys then takes no look at their characters. */
  private readonly keys = places();
  /** The key before the next. */
  private lastKey = this.keys[0] as Remembered;
  /** Changes when the table of texts begins anew. */
  private table = 0;
  /** Texts by their numbers, as far as `keepStrings` asked for them. */
  private strings: (string | undefined)[] | undefined;

  /** Begins a tape in the memory of `codec`. */
  protected begin(codec: Boundary): void {
    if (codec !== this.codec || codec.tapeRoom.words === 0) {
      // As much as the last tape took: such values often follow each other, and growing means copying.
      const { words, textCount, textBytes } = this;
      this.codec = codec;
      this.forgetTexts();
      codec.reserveTape(
        Math.max(firstWords, words),
        Math.max(firstTexts, textCount),
        Math.max(firstBytes, textBytes),
      );
    } else if (this.textCount > keptTexts || this.poolEnd - this.poolAt > keptBytes) {
      this.forgetTexts();
    }
    this.sources.length = 0;
    this.look(codec, 0, this.poolEnd - this.poolAt);
  }

  /** From now on the tape has its texts as strings, too. */
  protected keepStrings(): void {
    this.strings ??= [];
  }

  /** Words, texts and bytes of texts written so far. */
  get words(): number {
    return this.at - this.base;
  }

  get texts(): number {
    return this.textCount;
  }

  get textBytes(): number {
    return this.poolEnd - this.poolAt;
  }

  /** The tape, to be read while nothing is called. */
  tape(codec: Boundary): Tape {
    this.look(codec, this.words, this.textBytes);
    const { i32, f32, f64, base, textCount, textsAt, strings = [] } = this;
    const bytes = this.u8.subarray(this.poolAt);
    // Many texts are not kept beyond the call.
    if (textCount > keptTexts) this.strings = undefined;
    return { i32, f32, f64, wordsAt: base, texts: i32, textsAt, textCount, bytes, strings };
  }

  private forgetTexts(): void {
    this.table++;
    if (this.strings !== undefined) this.strings = [];
    this.textCount = 0;
    this.poolEnd = this.poolAt;
  }

  /** Takes views of the codec's memory, in which the tape has so many words and bytes. */
  private look(codec: Boundary, words: number, bytes: number): void {
    const { i32, f32, f64, u8, tapeRoom } = codec;
    this.i32 = i32;
    this.f32 = f32;
    this.f64 = f64;
    this.u8 = u8;
    this.base = tapeRoom.wordsAt >>> 2;
    this.at = this.base + words;
    this.end = this.base + tapeRoom.words;
    this.textsAt = tapeRoom.textsAt >>> 2;
    this.textRoom = tapeRoom.texts;
    this.poolAt = tapeRoom.bytesAt;
    this.poolEnd = this.poolAt + bytes;
    this.poolRoom = this.poolAt + tapeRoom.bytes;
  }

  private enlarge(words: number, texts: number, bytes: number): void {
    const codec = this.codec as Boundary;
    const [written, writtenBytes] = [this.words, this.textBytes];
    codec.reserveTape(written + words, this.textCount + texts, writtenBytes + bytes);
    this.look(codec, written, writtenBytes);
  }

  /** Makes room for `count` more words. */
  protected reserve(count: number): void {
    if (this.at + count > this.end) this.enlarge(count, 0, 0);
  }

  protected word(value: number): void {
    if (this.at === this.end) this.enlarge(1, 0, 0);
    this.i32[this.at++] = value;
  }

  /** The low 64 bits of an integer, as two words. */
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

  /** Puts bytes among those of the texts, where the tape finds them at the offset that is written next. */
  protected data(view: ArrayBufferView): void {
    const { byteLength } = view;
    this.reservePool(byteLength + 3);
    const start = (this.poolEnd + 3) & ~3;
    this.u8.set(bytesOfView(view), start);
    this.poolEnd = start + byteLength;
    this.word(start - this.poolAt);
  }

  /** Leaves a gap in what the codec makes, which these bytes fill afterwards. */
  protected gap(view: ArrayBufferView): void {
    this.sources.push(bytesOfView(view));
    this.word(bit.gap);
  }

  /** The number of a text, which is written the first time. Throws a ValueFault for a text that cannot be written. */
  protected text(text: string): number {
    const known = this.remembered[placeOf(text)] as Remembered;
    return known.table === this.table && known.text === text ? known.number : this.newText(text, known);
  }

  /** The number of a key's text. Keys usually follow each other as they did before: that takes one comparison. */
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
    if (this.poolEnd + length * 3 > this.poolRoom) this.enlarge(0, 0, length * 3);
    const start = this.poolEnd;
    const end = length <= shortText ? this.writeShort(text, start) : this.writeLong(text, start);
    this.poolEnd = end;
    const number = this.textCount++;
    if (number >= this.textRoom) this.enlarge(0, 1, 0);
    const at = this.textsAt + number * 2;
    this.i32[at] = start - this.poolAt;
    this.i32[at + 1] = end - start;
    if (this.strings !== undefined) this.strings[number] = text;
    if (length > longestRemembered) return number;
    place.text = text;
    place.table = this.table;
    place.number = number;
    return number;
  }

  /** Writes UTF-8 and gives its end. */
  private writeShort(text: string, start: number): number {
    const { u8 } = this;
    const { length } = text;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if ((code - 1) >>> 0 > 0x7e) return this.writeRest(text, i, start + i);
      u8[start + i] = code;
    }
    return start + length;
  }

  private writeRest(text: string, start: number, end: number): number {
    const { u8 } = this;
    const { length } = text;
    let at = end;
    for (let i = start; i < length; i++) {
      let code = text.charCodeAt(i);
      if (code <= 0x7f) {
        if (code === 0) throw new ValueFault("unsupported-value", [hint("nul-in-text")]);
        u8[at++] = code;
        continue;
      }
      if (code <= 0x7ff) {
        u8[at++] = 0xc0 | (code >> 6);
      } else {
        if ((code & 0xf800) !== 0xd800) {
          u8[at++] = 0xe0 | (code >> 12);
        } else {
          const low = i + 1 < length ? text.charCodeAt(++i) : 0;
          if (code > 0xdbff || (low & 0xfc00) !== 0xdc00)
            throw new ValueFault("unsupported-value", [hint("half-surrogate")]);
          code = ((code & 0x3ff) << 10) + (low & 0x3ff) + 0x10000;
          u8[at++] = 0xf0 | (code >> 18);
          u8[at++] = 0x80 | ((code >> 12) & 0x3f);
        }
        u8[at++] = 0x80 | ((code >> 6) & 0x3f);
      }
      u8[at++] = 0x80 | (code & 0x3f);
    }
    return at;
  }

  private writeLong(text: string, start: number): number {
    const { written } = encoder.encodeInto(text, this.u8.subarray(start, this.poolRoom));
    if (text.includes("\0")) throw new ValueFault("unsupported-value", [hint("nul-in-text")]);
    if (written > text.length && !isWellFormed(text))
      throw new ValueFault("unsupported-value", [hint("half-surrogate")]);
    return start + written;
  }

  private reservePool(count: number): void {
    if (this.poolEnd + count > this.poolRoom) this.enlarge(0, 0, count);
  }
}

function bytesOfView(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
