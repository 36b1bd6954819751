// Numbers and bytes in either byte order.
import type { Hint } from "../base/hints.js";
import { VariantError } from "../index.js";

/** Reads bytes in order. Throws `unexpected-end` at `start`, the beginning of what is being read. */
export class ByteReader {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  at = 0;
  /** Where errors are reported: the value or the table entry that is being read. */
  start = 0;
  littleEndian = true;
  /** Whether a text had encoded surrogates (js/forms/stored-text.ts). */
  surrogates = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  fail(code: VariantError["code"], hints: readonly Hint[] = []): VariantError {
    return new VariantError(code, { offset: this.start, hints });
  }

  u16(): number {
    return this.view.getUint16(this.skip(2), this.littleEndian);
  }

  u32(): number {
    return this.view.getUint32(this.skip(4), this.littleEndian);
  }

  u64(): bigint {
    return this.view.getBigUint64(this.skip(8), this.littleEndian);
  }

  take(size: number): Uint8Array {
    const from = this.skip(size);
    return this.bytes.subarray(from, from + size);
  }

  /** Moves on and returns where it was. */
  skip(size: number): number {
    if (size > this.left) throw this.fail("unexpected-end");
    const from = this.at;
    this.at += size;
    return from;
  }
}

/** Appends bytes to memory that grows. Throws `too-large` for more than `limit` bytes. */
export class ByteWriter {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  length = 0;
  private readonly limit: number;
  private readonly littleEndian: boolean;
  /** Whether texts are written with encoded surrogates. */
  readonly surrogates: boolean;

  constructor(limit: number, littleEndian = true, surrogates = false) {
    this.limit = limit;
    this.littleEndian = littleEndian;
    this.surrogates = surrogates;
  }

  u16(value: number): void {
    const at = this.grow(2);
    this.view.setUint16(at, value, this.littleEndian);
  }

  u32(value: number): void {
    const at = this.grow(4);
    this.view.setUint32(at, value, this.littleEndian);
  }

  u64(value: bigint): void {
    const at = this.grow(8);
    this.view.setBigUint64(at, value, this.littleEndian);
  }

  /** Replaces a word that was written before. */
  setU32(at: number, value: number): void {
    this.view.setUint32(at, value, this.littleEndian);
  }

  put(bytes: Uint8Array): void {
    const at = this.grow(bytes.length);
    this.bytes.set(bytes, at);
  }

  /** Appends numbers of `width` bytes; reverses the bytes of each if they have the other byte order. */
  numbers(bytes: Uint8Array, width: number, reversed: boolean): void {
    const at = this.grow(bytes.length);
    this.bytes.set(bytes, at);
    if (!reversed || width === 1) return;
    for (let i = at; i < at + bytes.length; i += width) this.bytes.subarray(i, i + width).reverse();
  }

  /** Appends zeros up to a multiple of 4 bytes after `start`. */
  pad(start: number): void {
    this.grow(-(this.length - start) & 3);
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  private grow(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.limit) throw new VariantError("too-large");
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, this.bytes.length * 2));
      larger.set(this.bytes);
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}
