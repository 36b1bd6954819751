// Calls the codec and reads its answers. docs/BOUNDARY.md describes both sides.
import { copyOf } from "../base/bytes.js";
import { VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { tooLarge } from "../base/limit-errors.js";
import type { Settings } from "../base/options.js";
import type { Segment } from "../base/path.js";
import { TextEncoder } from "../base/text-coders.js";
import { noteRecord, segmentRecord, slot } from "../table/boundary.gen.js";
import { sixDigits } from "../table/numbers.js";
import { layouts } from "../table/table.gen.js";
import type { Variant } from "../values/variant.js";
import type { Glue } from "./glue.js";
import { MessageCode } from "./message-code.js";
import { messageText } from "./message-values.js";
import { messages } from "./messages.js";
import { Shapes } from "./object-shapes.js";
import { Pool, PooledTexts } from "./pooled-texts.js";
import type { Tape } from "./tape.js";
import { decodeText } from "./utf8.js";

/** A warning (`code` is an index of `warningCodes`) or a loss (`code` is -1 minus an index of `lossCodes`). */
interface Note {
  readonly code: number;
  readonly offset: number;
  readonly from: number;
  readonly to: number;
}

/** Memory for a tape: addresses, and the number of words, texts and bytes of texts that fit. */
interface TapeRoom {
  wordsAt: number;
  words: number;
  textsAt: number;
  texts: number;
  bytesAt: number;
  bytes: number;
}

/** Buffers up to this size are kept for the next call. */
const keptBytes = 1 << 20;
/** Up to this many texts are read on demand, because creating a pool costs more. */
const fewTexts = 8;
/** Unless they have so many UTF-16 units, which the engine makes strings of faster than of UTF-8. */
const longText = 1 << 8;

const encoder = new TextEncoder();

/** One instance of the codec: calls its functions and reads the exchange block. Renews its views when the memory grows. */
export class Boundary {
  readonly glue: Glue;
  /** Exports of the first part, which the second part is linked to; undefined once it is, or if they are one module. */
  first: WebAssembly.Exports | undefined;
  private readonly exchange: number;
  /** Views of the WebAssembly memory. A call may grow the memory, which detaches views taken earlier. */
  u8: Uint8Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
  f32: Float32Array<ArrayBuffer>;
  f64: Float64Array<ArrayBuffer>;
  /** Memory for a tape; empty (`words` is 0) before the first tape and after `release`. */
  readonly tapeRoom: TapeRoom = { wordsAt: 0, words: 0, textsAt: 0, texts: 0, bytesAt: 0, bytes: 0 };
  /** The writer of the last tape, which knows the texts that are still in memory. */
  writer: object | undefined;
  /** Whether the instance has run out of memory and must be dropped. */
  broken = false;
  /** Reused, because creating a WeakRef takes longer than decoding a small value. */
  weak: WeakRef<Boundary> | undefined;
  private used = 0;
  /** Size of the input buffer in bytes. `inputAt` is its address. */
  private room = 0;
  private inputAt = 0;
  /** The input of the current call, if it is so large that the codec loads it in chunks. */
  private input: Uint8Array | undefined;
  private readonly shapes = new Shapes();

  constructor(glue: Glue, first?: WebAssembly.Exports) {
    this.glue = glue;
    this.first = first;
    glue.loadChunk = (begin, end, at) => this.loadChunk(begin, end, at);
    glue.number = (at, size, value) => this.number(at, size, value);
    this.exchange = glue.exchange() >>> 2;
    const { buffer } = glue.HEAPU8;
    this.u8 = new Uint8Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }

  /** Size of the instance's memory in bytes. */
  get memory(): number {
    return this.u8.length;
  }

  /** Decodes an input to a tape; returns the error number, or 0. */
  decode(input: Uint8Array, settings: Settings): number {
    const { dialect, flags, limits } = settings;
    this.load(input);
    return this.done(this.glue.decode(input.length, dialect, flags, limits.depth, limits.elements));
  }

  /** Decodes a message without C++; undefined for any other input. */
  message(input: Uint8Array, settings: Settings): Variant | undefined {
    const group = messages.groupOf(input, settings);
    if (group === undefined) return undefined;
    this.load(input);
    messageText.begin(this.inputAt + input.length);
    return group.read(this, this.inputAt >>> 2, input, settings);
  }

  /** Remembers the message that `decode` has read without a warning. */
  remember(input: Uint8Array, settings: Settings): void {
    const group = messages.begin(input, settings, () => this.runHeaders(settings));
    if (group === undefined) return;
    const at = this.inputAt >>> 2;
    const doubt = { from: this.read(slot.doubtFrom), to: this.read(slot.doubtTo) };
    const place = group.note(this, at, input, doubt);
    if (place === undefined) return;
    const code = new MessageCode(this, at, this.read(slot.wordsAt) >>> 2, group.headers, group.exact);
    messages.learn(place, code, { doubt, memory: this.read(slot.weight) * 16 });
  }

  /** Indexes an input with code of the first part, for the places of errors; returns the error number, or 0. */
  indexSlowly(input: Uint8Array, settings: Settings): number {
    const { dialect, flags, limits } = settings;
    this.load(input);
    const { depth, elements } = limits;
    return this.done(this.glue.buildIndexSlowly(input.length, dialect, flags, depth, elements));
  }

  /** A copy of the last index. */
  indexWords(): Int32Array<ArrayBuffer> {
    const at = this.read(slot.wordsAt) >>> 2;
    return new Int32Array(this.i32.subarray(at, at + this.read(slot.wordCount)));
  }

  /** Reserves memory for a tape. At least doubles a part that is too small, so that growing takes linear time in total. */
  reserveTape(words: number, texts: number, bytes: number): void {
    const { tapeRoom } = this;
    tapeRoom.words = enlarged(tapeRoom.words, words, 4);
    tapeRoom.texts = enlarged(tapeRoom.texts, texts, 8);
    tapeRoom.bytes = enlarged(tapeRoom.bytes, bytes, 1);
    try {
      this.glue.reserveTape(tapeRoom.words, tapeRoom.texts, tapeRoom.bytes);
    } catch (cause) {
      this.broken = true;
      throw new VariantError("too-large", { hints: [hint("out-of-memory")], cause });
    }
    this.refresh();
    tapeRoom.wordsAt = this.read(slot.wordsAt);
    tapeRoom.textsAt = this.read(slot.textsAt);
    tapeRoom.bytesAt = this.read(slot.textBytesAt);
  }

  /** How many bytes the value of the last `decode` or `parse` will take in JavaScript. */
  neededMemory(): number {
    return this.read(slot.weight) * 16;
  }

  /** Throws `too-large` if the value of the last `decode` would take more memory than is left. */
  checkMemory({ limits, dialectName, budget }: Settings): void {
    const bytes = this.neededMemory();
    if (budget !== undefined) budget.take(bytes, 0, dialectName);
    else if (bytes > limits.memory) throw tooLarge("memory", { offset: 0, dialect: dialectName });
  }

  /** By type, the headers with which JavaScript writes values in runs, or -1. */
  runHeaders({ dialect, flags }: Settings): Int32Array {
    const at = this.done(this.glue.runHeaders(dialect, flags)) >>> 2;
    return this.i32.slice(at, at + layouts.length);
  }

  /** The bytes of a tape that is one run of `words` words, after their size if they are framed. */
  run(words: number, framed: boolean): Uint8Array<ArrayBuffer> {
    const { wordsAt } = this.tapeRoom;
    if (framed) this.i32[(wordsAt >>> 2) + 1] = words * 4;
    return this.u8.subarray(wordsAt + (framed ? 4 : 8), wordsAt + 8 + words * 4);
  }

  /** Encodes the tape; returns the error number, or 0. */
  encode(words: number, texts: number, bytes: number, settings: Settings): number {
    const { dialect, flags, limits } = settings;
    return this.done(this.glue.encode(words, texts, bytes, dialect, flags, limits.depth, limits.outputBytes));
  }

  private number(at: number, size: number, value: number): number {
    this.refresh();
    // Addresses from 2 GiB on come as negative numbers.
    const start = at >>> 0;
    if (size > 0) return Number(decodeText(this.u8, start, size));
    return encoder.encodeInto(sixDigits(value), this.u8.subarray(start)).written;
  }

  /** Finds the plausible ways to read an input to the end: `code` is what is around the values, `offset` their count. */
  readings(input: Uint8Array, { flags, limits }: Settings): Note[] {
    this.load(input);
    this.done(this.glue.findReadings(input.length, flags, limits.depth, limits.elements));
    return this.notes();
  }

  /** Reads a word of the exchange block. */
  read(word: number): number {
    return (this.i32[this.exchange + word] as number) >>> 0;
  }

  /** The tape of the last `decode`. Its offsets refer to `input`. */
  tape(input: Uint8Array<ArrayBuffer>): Tape {
    const pooled = this.pooled();
    const repeat = this.read(slot.textsRepeat) !== 0;
    return {
      i32: this.i32,
      f32: this.f32,
      f64: this.f64,
      wordsAt: this.read(slot.wordsAt) >>> 2,
      texts: this.i32,
      textsAt: this.read(slot.textsAt) >>> 2,
      textCount: this.read(slot.textCount),
      bytes: input,
      bytesAt: this.input === undefined ? this.inputAt : undefined,
      strings: repeat ? pooled?.all(this.read(slot.textCount)) : undefined,
      pooled: repeat ? undefined : pooled,
      shapes: this.shapes.refresh(this.u8, this.i32, this.exchange),
    };
  }

  /** The texts in the pools; undefined if they are few. */
  private pooled(): PooledTexts | undefined {
    if (this.read(slot.textCount) <= fewTexts && this.read(slot.utf16Length) < longText) return undefined;
    const ascii = new Pool(this.u8, this.read(slot.asciiAt), this.read(slot.asciiLength), 1);
    const utf16 = new Pool(this.u8, this.read(slot.utf16At), this.read(slot.utf16Length), 2);
    return new PooledTexts(ascii, utf16, this.i32, this.read(slot.unitsAt) >>> 2);
  }

  /** A copy of the bytes of the last `convert`. */
  output(): Uint8Array<ArrayBuffer> {
    return copyOf(this.made());
  }

  /** The bytes of the last `encode` or `convert`, until the next call. */
  made(): Uint8Array<ArrayBuffer> {
    const at = this.read(slot.outputAt);
    return this.u8.subarray(at, at + this.read(slot.outputLength));
  }

  /** Copies the bytes of the last `encode` to `result`, with `sources` in their gaps. */
  fill<Result extends Uint8Array>(result: Result, made: Uint8Array, sources: readonly Uint8Array[]): Result {
    if (sources.length === 0) {
      result.set(made);
      return result;
    }
    const gapsAt = this.read(slot.gapsAt) >>> 2;
    let begin = 0;
    let filled = 0;
    for (const [i, source] of sources.entries()) {
      const end = (this.i32[gapsAt + i] as number) >>> 0;
      result.set(made.subarray(begin, end), begin + filled);
      result.set(source, end + filled);
      begin = end;
      filled += source.length;
    }
    result.set(made.subarray(begin), begin + filled);
    return result;
  }

  /** The warnings and losses of the last call. */
  notes(): Note[] {
    const notes = new Array<Note>(this.read(slot.noteCount));
    const start = this.read(slot.notesAt) >>> 2;
    for (let i = 0; i < notes.length; i++) {
      const at = start + i * noteRecord.length;
      const field = (word: number) => this.i32[at + word] as number;
      notes[i] = {
        code: field(noteRecord.code),
        offset: field(noteRecord.offset) >>> 0,
        from: field(noteRecord.from),
        to: field(noteRecord.to),
      };
    }
    return notes;
  }

  /** The path of the value at `offset` in the input or tape of the last call. */
  locate(offset: number): Segment[] {
    const count = this.done(this.glue.locate(offset));
    return this.segments(this.read(slot.pathAt) >>> 2, count);
  }

  /** The paths of all notes of the last call, in the order of `notes`. */
  locateNotes(): Segment[][] {
    const paths = new Array<Segment[]>(this.done(this.glue.locateNotes()));
    let at = this.read(slot.pathAt) >>> 2;
    for (let i = 0; i < paths.length; i++) {
      const count = this.i32[at] as number;
      paths[i] = this.segments(at + 1, count);
      at += 1 + count * segmentRecord.length;
    }
    return paths;
  }

  /** Releases the buffers after a call that used much memory. */
  finish(): void {
    const { words, texts, bytes } = this.tapeRoom;
    const used = this.used + this.read(slot.outputLength) + this.read(slot.wordCount) * 4;
    if (used + words * 4 + texts * 8 + bytes > keptBytes) this.release();
    this.used = 0;
    this.input = undefined;
  }

  private release(): void {
    this.glue.release();
    this.room = this.tapeRoom.words = this.tapeRoom.texts = this.tapeRoom.bytes = 0;
  }

  private segments(at: number, count: number): Segment[] {
    const segments = new Array<Segment>(count);
    for (let i = 0; i < count; i++) {
      const word = at + i * segmentRecord.length;
      segments[i] = [this.i32[word] as number, (this.i32[word + 1] as number) >>> 0];
    }
    return segments;
  }

  /** Makes an input, or as much of it as the codec asks for, ready for a call. */
  load(input: Uint8Array): void {
    const large = input.length > this.read(slot.chunkSize);
    this.input = large ? input : undefined;
    if (!large) {
      this.loadWhole(input);
      return;
    }
    this.used = input.length;
    // The codec gets the size as 32 bits.
    if (input.length > mostBytes) throw new VariantError("too-large");
  }

  /** Copies a whole input of any size to its place. */
  loadWhole(input: Uint8Array): void {
    this.used = input.length;
    if (input.length > this.room) this.reserve(input.length);
    this.u8.set(input, this.inputAt);
  }

  private loadChunk(begin: number, end: number, at: number): void {
    this.refresh();
    const part = (this.input as Uint8Array).subarray(begin >>> 0, end >>> 0);
    this.u8.set(part, at >>> 0);
  }

  private reserve(bytes: number): void {
    this.glue.reserve(bytes);
    this.refresh();
    this.inputAt = this.read(slot.bytesAt);
    this.room = bytes;
  }

  /** Renews the views after a call. Must wrap every call that may grow the memory. */
  done(result: number): number {
    this.refresh();
    return result;
  }

  private refresh(): void {
    if (this.u8.length > 0) return; // growing the memory would have detached the view
    const { buffer } = this.glue.HEAPU8;
    this.u8 = new Uint8Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }
}

const mostBytes = 2 ** 32 - 1;

/** The new size of a buffer. Throws `too-large` for more than 2 GiB, because addresses have 32 bits. */
function enlarged(room: number, needed: number, size: number): number {
  const most = 2 ** 31 / size;
  if (needed > most) throw new VariantError("too-large");
  return needed <= room ? room : Math.min(Math.max(needed, room * 2), most);
}
