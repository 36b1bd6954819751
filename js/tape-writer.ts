import { type Boundary, type Tape, tapeBits } from "./boundary.js";
import { tape as bit } from "./table.gen.js";
import { isWellFormed } from "./text.js";

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
/** Places for texts that were written lately; a power of two. */
const rememberedTexts = 1 << 10;

const encoder = new TextEncoder();

/** What a text that cannot be written has wrong. */
export type TextFault = "surrogate" | "nul";

/** Writes a tape into the memory of a codec. Texts stay there from call to call, so a usual key is written once. */
export abstract class TapeWriter {
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
  /** Texts that were written lately, each at the place that `placeOf` gives it … */
  private readonly remembered: string[] = new Array(rememberedTexts).fill("");
  /** … and their numbers, counted through all tables of texts, of which this one begins at `firstText`. */
  private readonly textNumbers = new Float64Array(rememberedTexts).fill(-1);
  private firstText = 0;
  /** The place of the key that followed the one at a place, and of the key before the next. */
  private readonly followers = new Int16Array(rememberedTexts);
  private lastKey = 0;

  /** Begins a tape in the memory of `codec`. */
  protected begin(codec: Boundary): void {
    if (codec !== this.codec || codec.tapeRoom.words === 0) {
      this.codec = codec;
      this.forgetTexts();
      codec.reserveTape(firstWords, firstTexts, firstBytes);
    } else if (this.textCount > keptTexts || this.poolEnd - this.poolAt > keptBytes) {
      this.forgetTexts();
    }
    this.sources.length = 0;
    this.look(codec, 0, this.poolEnd - this.poolAt);
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
    const { i32, f32, f64, base, textCount, textsAt } = this;
    const bytes = this.u8.subarray(this.poolAt);
    return { i32, f32, f64, wordsAt: base, texts: i32, textsAt, textCount, bytes };
  }

  private forgetTexts(): void {
    this.firstText += this.textCount;
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
    this.word(tapeBits.gap);
  }

  /** What cannot be written; gives an error to throw. */
  protected abstract textError(fault: TextFault): Error;

  /** The number of a text, which is written the first time. Throws `textError`. */
  protected text(text: string): number {
    const place = placeOf(text);
    const known = (this.textNumbers[place] as number) - this.firstText;
    return known >= 0 && this.remembered[place] === text ? known : this.newText(text, place);
  }

  /** The number of a key's text. Keys usually follow each other as they did before: that takes one comparison. */
  protected keyText(key: string): number {
    const foreseen = this.followers[this.lastKey] as number;
    if (this.remembered[foreseen] === key) {
      const known = (this.textNumbers[foreseen] as number) - this.firstText;
      if (known >= 0) {
        this.lastKey = foreseen;
        return known;
      }
    }
    const place = placeOf(key);
    this.followers[this.lastKey] = place;
    this.lastKey = place;
    return this.text(key);
  }

  private newText(text: string, place: number): number {
    this.reservePool(text.length * 3);
    const start = this.poolEnd;
    this.poolEnd = text.length <= shortText ? this.writeShort(text) : this.writeLong(text);
    const number = this.textCount++;
    if (number >= this.textRoom) this.enlarge(0, 1, 0);
    const at = this.textsAt + number * 2;
    this.i32[at] = start - this.poolAt;
    this.i32[at + 1] = this.poolEnd - start;
    if (text.length > longestRemembered) return number;
    this.remembered[place] = text;
    this.textNumbers[place] = this.firstText + number;
    return number;
  }

  /** Writes UTF-8 and gives its end. */
  private writeShort(text: string): number {
    const { u8 } = this;
    const { length } = text;
    let at = this.poolEnd;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return this.writeRest(text, i, at);
      if (code === 0) throw this.textError("nul");
      u8[at++] = code;
    }
    return at;
  }

  private writeRest(text: string, start: number, end: number): number {
    const { u8 } = this;
    const { length } = text;
    let at = end;
    for (let i = start; i < length; i++) {
      let code = text.charCodeAt(i);
      if (code <= 0x7f) {
        if (code === 0) throw this.textError("nul");
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
          if (code > 0xdbff || (low & 0xfc00) !== 0xdc00) throw this.textError("surrogate");
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

  private writeLong(text: string): number {
    const { written } = encoder.encodeInto(text, this.u8.subarray(this.poolEnd));
    if (text.includes("\0")) throw this.textError("nul");
    if (written > text.length && !isWellFormed(text)) throw this.textError("surrogate");
    return this.poolEnd + written;
  }

  private reservePool(count: number): void {
    if (this.poolEnd + count > this.poolRoom) this.enlarge(0, 0, count);
  }
}

function bytesOfView(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Where a text is remembered. A text whose place another took is written again, which costs bytes and nothing else. */
function placeOf(text: string): number {
  const { length } = text;
  if (length === 0) return 0;
  const middle = text.charCodeAt(length >> 1) * 31;
  return (
    (length * 7 + text.charCodeAt(0) * 131 + middle + text.charCodeAt(length - 1) * 523) &
    (rememberedTexts - 1)
  );
}
