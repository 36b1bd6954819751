// Writes numbers, texts and packed arrays in a run of a tape, as they stand in the output.
import { tape as bit } from "../../table/boundary.gen.js";
import type { Components } from "../../table/components.js";
import { isPlainInt } from "../../table/numbers.js";
import { components, Type } from "../../table/table.gen.js";
import { lengthOf } from "../../table/text-units.js";
import { isIntegerType, typedArrayName } from "../../table/type-kinds.js";
import { lengthOfView, sizeOfView } from "../../table/view-fields.js";
import { fewestTexts, TextBatch } from "../../wasm/text-batch.js";
import { writeAscii, writeText } from "../../wasm/text-writer.js";
import { Flattener } from "./flatten.js";
import { lengthOfArray, unsupported } from "./value-writer.js";

/** More words than any value of fixed size and any remembered key take together. */
export const slack = 128;
/** Longer packed arrays are entries of the tape, which the codec copies or leaves gaps for. */
const mostPacked = 1 << 10;

/** An integer of 64 bits, and its low and high half. */
const int64 = new BigInt64Array(1);
const halves = new Int32Array(int64.buffer);

/** The bytes of U+FEFF as the first ones of a word. */
const byteOrderMark = 0xbfbbef;

/** Typed arrays whose numbers stand in memory as in the output, where words are aligned for them. */
const directArrays: Readonly<Record<string, number>> = {
  Uint8Array: Type.PackedByteArray,
  Int32Array: Type.PackedInt32Array,
  Float32Array: Type.PackedFloat32Array,
};

/** Writes values other than containers. */
export abstract class ScalarWriter extends Flattener {
  limit = 0;
  /** Whether the last text was ASCII, as the next one is likely to be then. Trying the wrong way first takes a fifth of a short text's time. */
  private expectsAscii = true;
  headers: Int32Array = new Int32Array(0);
  private batch: TextBatch | undefined;
  /** How many texts the last call of `putBatches` wrote. */
  protected batched = 0;

  /** Writes a value as an entry of the tape, between two runs. */
  protected abstract putEntry(value: unknown, at: number, depth: number): number;

  grow(at: number, words = 0): void {
    this.at = at;
    this.enlarge(words + slack, 0, 0);
    this.limit = this.i32.length - slack;
  }

  protected putNumber(value: number, at: number): number {
    const { i32, headers } = this;
    const low = value | 0;
    if (this.exact || (low !== value && !isPlainInt(value)) || Object.is(value, -0))
      return this.putFloat(value, at);
    i32[at] = headers[Type.int] as number;
    i32[at + 1] = low;
    if (low === value) return at + 2;
    i32[at] = (headers[Type.int] as number) | bit.headerWide;
    i32[at + 2] = Math.floor(value / 0x100000000);
    return at + 3;
  }

  putBigint(value: bigint, at: number, depth: number): number {
    if (BigInt.asIntN(64, value) !== value) return this.putEntry(value, at, depth);
    const { i32, headers } = this;
    // A store and two loads take half as long as arithmetic with bigints.
    int64[0] = value;
    const low = halves[0] as number;
    const high = halves[1] as number;
    i32[at + 1] = low;
    if (low >> 31 === high) {
      i32[at] = headers[Type.int] as number;
      return at + 2;
    }
    i32[at] = (headers[Type.int] as number) | bit.headerWide;
    i32[at + 2] = high;
    return at + 3;
  }

  protected putFloat(value: number, at: number): number {
    const { i32, headers } = this;
    if (Math.fround(value) === value) {
      i32[at] = headers[Type.float] as number;
      this.f32[at + 1] = value;
      return at + 2;
    }
    i32[at] = (headers[Type.float] as number) | bit.headerWide;
    this.memoryView.setFloat64(this.wordsAt + at * 4 + 4, value, true);
    if (Number.isNaN(value)) {
      // JavaScript does not say which bits its NaN has.
      i32[at + 1] = 0;
      i32[at + 2] = 0x7ff80000;
    }
    return at + 3;
  }

  /** Writes the length of a text, its bytes, and zeros up to a whole word. */
  putText(text: string, at: number): number {
    const length = lengthOf(text);
    if (at + length > this.limit) this.grow(at, length);
    const end = this.expectsAscii ? writeAscii(text, this.i32, at + 1) : -1;
    if (end < 0) return this.putOtherText(text, at);
    this.i32[at] = length;
    return end;
  }

  private putOtherText(text: string, at: number): number {
    const { i32, memoryView, wordsAt } = this;
    const start = wordsAt + (at + 1) * 4;
    let size = writeText(text, memoryView, start) - start;
    // Readers drop a first byte order mark.
    if (size > 0 && ((i32[at + 1] as number) & 0xffffff) === byteOrderMark)
      size = writeText(`\ufeff${text}`, memoryView, start) - start;
    const end = at + 1 + (size >> 2);
    i32[at] = size;
    this.expectsAscii = size === lengthOf(text);
    i32[end] = (i32[end] as number) & ~(-1 << ((size & 3) * 8));
    return (size & 3) === 0 ? end : end + 1;
  }

  /**
   * Writes the first texts of an array as long as they come in batches of short texts, and leaves their number in `batched`.
   * `nul` is 1 in a PackedStringArray.
   */
  protected putBatches(texts: readonly unknown[], length: number, start: number, nul: 0 | 1): number {
    let at = start;
    this.batched = 0;
    while (length - this.batched >= fewestTexts) {
      this.batch ??= new TextBatch();
      const count = this.batch.read(texts, this.batched, length);
      if (count === 0) break;
      const most = (this.batch.size >> 2) + count * 3;
      if (at + most > this.limit) this.grow(at, most);
      const end = this.batch.write(this.i32, at, this.headers[Type.String] as number, nul);
      if (end < 0) break;
      at = end;
      this.batched += count;
    }
    return at;
  }

  /** Writes the texts of a PackedStringArray, each with a NUL that its length includes. */
  protected putPackedTexts(texts: readonly unknown[], start: number): number {
    const count = lengthOfArray(texts);
    this.i32[start] = this.headers[Type.PackedStringArray] as number;
    this.i32[start + 1] = count;
    let at = this.putBatches(texts, count, start + 2, 1);
    for (let i = this.batched; i < count; i++) {
      const text = texts[i];
      if (typeof text !== "string") throw unsupported("expected", "string", typeof text);
      if (at > this.limit) this.grow(at);
      const end = this.putText(text, at);
      const length = this.i32[at] as number;
      this.i32[at] = length + 1;
      // The zeros that fill up the last word are the NUL, if there are any.
      at = end;
      if ((length & 3) === 0) this.i32[at++] = 0;
    }
    return at;
  }

  putComponents(value: Components, type: number, at: number, depth: number): number {
    const header = this.headers[type] as number;
    if (header < 0 || value.wide || value.componentBits !== undefined) return this.putEntry(value, at, depth);
    const count = components[type] as number;
    const numbers = this.checkedNumbers(value, count);
    this.i32[at] = header;
    if (isIntegerType(type)) this.putIntegers(numbers, count, at + 1);
    else for (let i = 0; i < count; i++) this.f32[at + 1 + i] = numbers[i] as number;
    return at + 1 + count;
  }

  private putIntegers(numbers: readonly number[], count: number, at: number): void {
    for (let i = 0; i < count; i++) this.i32[at + i] = this.checkedInteger(numbers[i] as number);
  }

  /** Writes a typed array. */
  protected putView(view: ArrayBufferView, at: number, depth: number): number {
    const type = directArrays[typedArrayName(view) as string];
    return type === undefined
      ? this.putEntry(view, at, depth)
      : this.putPacked(view, view, lengthOfView(view), type, at, depth);
  }

  /** Writes a packed array of vectors or colors. */
  protected putPackedComponents(
    value: object & { readonly data?: unknown },
    type: number,
    at: number,
    depth: number,
  ): number {
    const data = value.data as Float32Array;
    const isDirect =
      ArrayBuffer.isView(data) &&
      typedArrayName(data) === (isIntegerType(type) ? "Int32Array" : "Float32Array");
    const count = isDirect ? lengthOfView(data) / (components[type] as number) : Number.NaN;
    return Number.isInteger(count)
      ? this.putPacked(value, data, count, type, at, depth)
      : this.putEntry(value, at, depth);
  }

  /** Writes a packed array of `count` elements if it is short; `data` are its numbers. */
  private putPacked(
    value: object,
    data: ArrayBufferView,
    count: number,
    type: number,
    at: number,
    depth: number,
  ): number {
    const header = this.headers[type] as number;
    const size = sizeOfView(data);
    // An array whose buffer was transferred looks empty.
    const isShort = size > 0 && size <= mostPacked;
    if (header < 0 || !isShort) return this.putEntry(value, at, depth);
    if (at + mostPacked > this.limit) this.grow(at, mostPacked);
    this.i32[at] = header;
    this.i32[at + 1] = count;
    return this.putData(data, at + 2);
  }
}
