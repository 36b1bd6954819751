// The texts of a tape that stand in its pools, in the order of their numbers.
import { tape as bit } from "../table/boundary.gen.js";
import { lengthOf, partOf } from "../table/text-units.js";
import { asciiText, utf16Text } from "./utf8.js";

/** Size of a part of the pool. Parts are small, because a slice of a string keeps the whole string in memory. */
const poolPart = 1 << 15;

/** Longer texts are strings of their own, which saves decoding what stands behind them twice. */
const longestSlice = 1 << 10;

/** Decodes texts that follow each other in memory. Decodes many at a time and slices the result, which saves calls. */
export class Pool {
  private readonly bytes: Uint8Array;
  private readonly start: number;
  private readonly length: number;
  private readonly unitSize: 1 | 2;
  private text = "";
  private textAt = 0;
  private at = 0;

  /** A pool of `length` units from `start` on. Units are ASCII if they take 1 byte, UTF-16 if they take 2. */
  constructor(bytes: Uint8Array, start: number, length: number, unitSize: 1 | 2) {
    this.bytes = bytes;
    this.start = start;
    this.length = length;
    this.unitSize = unitSize;
  }

  /** The next text, of `length` units. */
  next(length: number): string {
    if (length > longestSlice) return this.whole(length);
    let from = this.at - this.textAt;
    if (from + length > lengthOf(this.text)) {
      this.read();
      from = 0;
    }
    this.at += length;
    return partOf(this.text, from, from + length);
  }

  private read(): void {
    this.textAt = this.at;
    this.text = this.part(Math.min(poolPart, this.length - this.at));
  }

  private whole(length: number): string {
    const text = this.part(length);
    this.at += length;
    return text;
  }

  /** As many units from the present place on. */
  private part(length: number): string {
    const from = this.start + this.at * this.unitSize;
    const read = this.unitSize === 1 ? asciiText : utf16Text;
    return read(this.bytes, from, from + length * this.unitSize);
  }
}

/** The texts of a tape that are in a pool, in the order of their numbers. */
export class PooledTexts {
  private readonly ascii: Pool;
  private readonly utf16: Pool;
  private readonly i32: Int32Array;
  private readonly unitsAt: number;
  /** Number of the next text. */
  number = 0;

  /** @param unitsAt - Index of the first length: see `unitsAt` of the exchange block. */
  constructor(ascii: Pool, utf16: Pool, i32: Int32Array, unitsAt: number) {
    this.ascii = ascii;
    this.utf16 = utf16;
    this.i32 = i32;
    this.unitsAt = unitsAt;
  }

  /** All texts, of which there are so many; undefined for those in no pool. */
  all(count: number): (string | undefined)[] {
    const { ascii, utf16, i32, unitsAt } = this;
    const texts = new Array<string | undefined>(count);
    for (let i = 0; i < count; i++) texts[i] = nextOf(ascii, utf16, i32[unitsAt + i] as number);
    return texts;
  }

  /** The next text; undefined if it is in no pool. */
  next(): string | undefined {
    return nextOf(this.ascii, this.utf16, this.i32[this.unitsAt + this.number++] as number);
  }
}

function nextOf(ascii: Pool, utf16: Pool, units: number): string | undefined {
  if (units < 0) return undefined;
  return units < bit.utf16Units ? ascii.next(units) : utf16.next(units - bit.utf16Units);
}
