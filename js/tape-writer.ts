import type { MadeTape } from "./boundary.js";
import { VariantError } from "./errors.js";
import { tape as bit } from "./table.gen.js";
import { isWellFormed } from "./text.js";

const firstWords = 1 << 10;
const firstBytes = 1 << 12;
/** Buffers up to this size are used again by the next call. */
const keptWords = 1 << 18;
/** Texts up to this length are copied here when they are ASCII: cheaper than a call of TextEncoder. */
const shortText = 24;
/** Longer texts are hardly ever repeated. */
const longestRemembered = 256;
/** Places for texts that were written lately; a power of two. */
const rememberedTexts = 1 << 10;

const encoder = new TextEncoder();

/** What a text that cannot be written has wrong. */
export type TextFault = "surrogate" | "nul";

/** Writes the three parts of a tape into buffers that grow. */
export class TapeWriter {
  protected i32 = new Int32Array(firstWords);
  protected f32 = new Float32Array(this.i32.buffer);
  protected f64 = new Float64Array(this.i32.buffer);
  /** Index of the next word. */
  protected at = 0;
  private pool: Uint8Array = new Uint8Array(firstBytes);
  private poolEnd = 0;
  private texts = new Int32Array(firstWords);
  private textCount = 0;
  /** Texts that were written lately, each at the place that `placeOf` gives it … */
  private readonly remembered: string[] = new Array(rememberedTexts).fill("");
  /** … and their numbers, counted through all tapes, of which this one begins at `firstText`. */
  private readonly textNumbers = new Float64Array(rememberedTexts).fill(-1);
  private firstText = 0;

  /** The parts written so far; views of the buffers. */
  made(): MadeTape {
    return {
      words: this.i32.subarray(0, this.at),
      texts: this.texts.subarray(0, this.textCount * 2),
      bytes: this.pool.subarray(0, this.poolEnd),
    };
  }

  /** Whether the buffers are small enough to be kept. */
  get keepable(): boolean {
    return this.i32.length + this.texts.length + (this.pool.length >> 2) <= keptWords;
  }

  protected clear(): void {
    this.at = 0;
    this.poolEnd = 0;
    this.firstText += this.textCount;
    this.textCount = 0;
  }

  /** Makes room for `count` more words. */
  protected reserve(count: number): void {
    if (this.at + count <= this.i32.length) return;
    const grown = allocate(Int32Array, Math.max(this.i32.length * 2, this.at + count));
    grown.set(this.i32.subarray(0, this.at));
    this.i32 = grown;
    this.f32 = new Float32Array(grown.buffer);
    this.f64 = new Float64Array(grown.buffer, 0, grown.length >> 1);
  }

  protected word(value: number): void {
    this.reserve(1);
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

  /** Puts bytes into the pool, where the tape finds them at the offset that is written next. */
  protected data(view: ArrayBufferView): void {
    const start = (this.poolEnd + 3) & ~3;
    this.reservePool(start - this.poolEnd + view.byteLength);
    this.pool.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), start);
    this.poolEnd = start + view.byteLength;
    this.word(start);
  }

  /** Writes the number of a text, which is written to the pool the first time; gives what keeps it from being written. */
  protected text(text: string): TextFault | undefined {
    const place = placeOf(text);
    const known = (this.textNumbers[place] as number) - this.firstText;
    if (known >= 0 && this.remembered[place] === text) {
      this.word(known);
      return undefined;
    }
    this.reservePool(text.length * 3);
    const start = this.poolEnd;
    const length = this.copyAscii(text);
    this.poolEnd += length < 0 ? encoder.encodeInto(text, this.pool.subarray(start)).written : length;
    if (length < 0) {
      if (text.includes("\0")) return "nul";
      if (this.poolEnd - start > text.length && !isWellFormed(text)) return "surrogate";
    }
    this.addText(start);
    if (text.length > longestRemembered) return undefined;
    this.remembered[place] = text;
    this.textNumbers[place] = this.firstText + this.textCount - 1;
    return undefined;
  }

  private addText(start: number): void {
    const at = this.textCount * 2;
    if (at === this.texts.length) {
      const grown = allocate(Int32Array, at * 2);
      grown.set(this.texts);
      this.texts = grown;
    }
    this.texts[at] = start;
    this.texts[at + 1] = this.poolEnd - start;
    this.word(this.textCount++);
  }

  /** Copies a short text of ASCII without NUL; gives its length, or -1 when it is another. */
  private copyAscii(text: string): number {
    const { length } = text;
    if (length > shortText) return -1;
    const { pool, poolEnd } = this;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0 || code > 0x7f) return -1;
      pool[poolEnd + i] = code;
    }
    return length;
  }

  private reservePool(count: number): void {
    if (this.poolEnd + count <= this.pool.length) return;
    const grown = allocate(Uint8Array, Math.max(this.pool.length * 2, this.poolEnd + count));
    grown.set(this.pool.subarray(0, this.poolEnd));
    this.pool = grown;
  }
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

/** The WASM memory ends at 4 GiB, and offsets are 32 bits wide. */
function allocate<T>(type: new (length: number) => T, length: number): T {
  try {
    if (length <= 2 ** 31) return new type(length);
  } catch (cause) {
    throw new VariantError("too-large", { cause });
  }
  throw new VariantError("too-large");
}
