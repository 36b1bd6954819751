// Cuts chunks into frames and decodes each, one value at a time.
import { copyOf } from "../base/bytes.js";
import { movedBy } from "../base/changed-errors.js";
import { VariantError, type Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  type DecodeOptions,
  type Options,
  type Settings,
  settingsOf,
} from "../base/options.js";
import { decode, decodeOrError, decodeReadable } from "../codec/codec.js";
import { wordOf } from "../table/numbers.js";
import { none, OpenSource, type Source } from "./chunks.js";
import { frameError } from "./content-frames.js";
import { lengthSize } from "./gaps.js";

/** Options of `decodeStream` and VariantDecoderStream. */
export interface DecodeStreamOptions
  extends Omit<DecodeOptions, "framing">,
    Pick<Options, "bigEndian" | "onError" | "onSkip"> {}

/** After this many skipped frames in a row, other tasks get a turn: with a call of `onSkip` for each, and without. */
const mostReported = 256;
const mostSkipped = 4096;
/** No value is shorter than its header. */
const leastBytes = 4;

/** Reads values from chunks, one at a time. */
export class ValueReader {
  private readonly source: OpenSource<Bytes>;
  private readonly frames: FrameDecoder;
  /** Whether what is left of a chunk must be copied before anybody else runs. */
  private readonly isLent: boolean;

  constructor(source: Source<Bytes>, frames: FrameDecoder, isLent = false) {
    this.source = new OpenSource(source);
    this.frames = frames;
    this.isLent = isLent;
  }

  /** The next value; `none` at the end. */
  async read(): Promise<unknown> {
    try {
      do {
        const value = this.next();
        if (value !== none) return value;
      } while (await this.more());
      return none;
    } catch (error) {
      await this.cancel(error).catch(() => {});
      throw error;
    }
  }

  /** The next value of the chunks so far; `none` if there is none. Makes no promise, which takes as long as decoding a small value. */
  next(): unknown {
    const value = this.frames.next();
    if (this.isLent) this.frames.keepRest();
    return value;
  }

  /** Waits for more bytes, or for other tasks to have their turn; false at the end. */
  async more(): Promise<boolean> {
    if (this.frames.hasMore) {
      await nextTurn();
      return true;
    }
    const chunk = await this.source.next();
    if (chunk === none) {
      if (!this.source.isCanceled) this.frames.end();
      return false;
    }
    this.frames.add(bytesOf(chunk), this.isLent);
    return true;
  }

  /** Cancels the source, unless it has ended. */
  cancel(reason?: unknown): Promise<void> {
    return this.source.cancel(reason);
  }
}

/** Waits until timers and events had a turn. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** Bytes with room for `needed`. They grow with what arrives, because a length alone must not cost memory. */
function withRoom(
  bytes: Uint8Array<ArrayBuffer> | undefined,
  needed: number,
  most: number,
): Uint8Array<ArrayBuffer> {
  if (bytes !== undefined && bytes.length >= needed) return bytes;
  const larger = new Uint8Array(Math.min(most, needed * 2));
  if (bytes !== undefined) larger.set(bytes);
  return larger;
}

/** Turns chunks into the values of their frames. Holds one chunk and at most one frame. */
export class FrameDecoder {
  private readonly options: Options;
  private readonly frameBytes: number;
  private readonly settings: Settings;
  /** Whether nobody hears of skipped frames. */
  private readonly isQuiet: boolean;
  /** Offset of the frame in the stream. */
  private frameAt = 0;
  /** Size of the frame's value in bytes, once its length field has arrived. */
  private length: number | undefined;
  private chunk = new Uint8Array();
  private chunkAt = 0;
  /** Whether the chunk is a copy. */
  private isKept = false;
  /** The bytes so far of a frame or a length field that continues in the next chunk. */
  private part: Uint8Array<ArrayBuffer> | undefined;
  private partLength = 0;
  /** How many whole frames came before. */
  private count = 0;
  /** Whether the last `next` stopped after many skipped frames, although the chunk has more. */
  hasMore = false;

  constructor(options: DecodeStreamOptions = {}) {
    this.frameBytes = settingsOf(options).limits.frameBytes;
    const { onWarning, onError, onSkip } = options;
    this.isQuiet = onError === "resync" && onSkip === undefined;
    this.options = {
      ...options,
      framing: "none",
      onWarning: onWarning && ((warning) => onWarning(this.placed(warning))),
    };
    this.settings = settingsOf(this.options);
  }

  /** @param isLent - Whether others may change the chunk once its values were decoded, which may view it. */
  add(chunk: ByteArray, isLent: boolean): void {
    this.isKept = isLent && this.options.views === true;
    this.chunk = this.isKept ? copyOf(chunk) : chunk;
    this.chunkAt = 0;
  }

  /** Copies what is left of the chunk. */
  keepRest(): void {
    if (this.isKept) return;
    this.chunk = copyOf(this.chunk.subarray(this.chunkAt));
    this.chunkAt = 0;
    this.isKept = true;
  }

  /** The next value; `none` until its frame has arrived, and after many skipped frames. */
  next(): unknown {
    this.hasMore = false;
    const most = this.isQuiet ? mostSkipped : mostReported;
    for (let skipped = 0; ; skipped++) {
      if (skipped === most) {
        this.hasMore = true;
        return none;
      }
      if (this.length === undefined) {
        this.length = this.takeLength();
        if (this.length === undefined) return none;
      }
      const frame = this.take(this.length);
      if (frame === undefined) return none;
      const value = this.valueOf(frame);
      this.frameAt += lengthSize + this.length;
      this.length = undefined;
      this.count++;
      if (value !== none) return value;
    }
  }

  /** Throws if the stream ended inside a frame. */
  end(): void {
    if (this.length === undefined && this.partLength === 0) return;
    const missing = (this.length ?? lengthSize) - this.partLength;
    throw new VariantError("unexpected-end", {
      offset: this.frameAt,
      hints: [hint("frame-cut", this.count, missing)],
    });
  }

  /** The next `size` bytes; undefined until all of them have arrived. Copies only bytes that are spread over chunks. */
  private take(size: number): Uint8Array<ArrayBuffer> | undefined {
    const piece = this.chunk.subarray(this.chunkAt, this.chunkAt + size - this.partLength);
    this.chunkAt += piece.length;
    if (piece.length === size) return piece;
    if (piece.length === 0) return undefined;
    const length = this.partLength + piece.length;
    this.part = withRoom(this.part, length, size);
    this.part.set(piece, this.partLength);
    this.partLength = length;
    if (length < size) return undefined;
    const whole = this.part.subarray(0, size);
    this.part = undefined;
    this.partLength = 0;
    return whole;
  }

  /** The length of the next frame; undefined until all of it has arrived. */
  private takeLength(): number | undefined {
    const { chunk, chunkAt } = this;
    if (this.partLength > 0 || chunk.length - chunkAt < lengthSize) {
      const header = this.take(lengthSize);
      return header && this.lengthAt(header, 0);
    }
    this.chunkAt += lengthSize;
    return this.lengthAt(chunk, chunkAt);
  }

  private lengthAt(bytes: Uint8Array, at: number): number {
    const { bigEndian } = this.options;
    const length = wordOf(bytes, at, bigEndian);
    if (length <= this.frameBytes) return length;
    const isOther = wordOf(bytes, at, bigEndian !== true) <= this.frameBytes;
    const order = bigEndian ? "little" : "big";
    throw new VariantError("too-large", {
      offset: this.frameAt,
      hints: [
        isOther ? hint("frame-byte-order", length, order) : hint("frame-limit", length, this.frameBytes),
      ],
    });
  }

  /** Decodes the value of a frame; `none` if `resync` skips the frame. */
  private valueOf(frame: Uint8Array<ArrayBuffer>): unknown {
    const { onError, onSkip } = this.options;
    // Zeros hold such a frame every four bytes, and the codec takes three times as long to make the same error.
    if (onError === "resync" && frame.length < leastBytes) {
      const place = { offset: this.offsetOf(frame.length), dialect: this.settings.dialectName };
      onSkip?.(new VariantError("unexpected-end", place));
      return none;
    }
    // Hints cost more than decoding, and garbage has many short frames. Only the error that ends a stream gets them.
    const result = (this.isQuiet ? decodeReadable : decodeOrError)(frame, this.settings);
    if (result === undefined) return none;
    if (result.ok) return result.value;
    if (result.error.code === "wasm-unavailable") throw result.error;
    if (onError !== "resync") throw this.withHints(result.error, frame);
    onSkip?.(movedBy(result.error, this.offsetOf(0)));
    return none;
  }

  /** The error of a frame, with hints. */
  private withHints(error: VariantError, frame: Uint8Array<ArrayBuffer>): unknown {
    try {
      decode(frame, this.options);
    } catch (again) {
      return again instanceof VariantError ? frameError(again, this.offsetOf(0)) : again;
    }
    // A schema has changed its mind.
    return frameError(error, this.offsetOf(0));
  }

  private placed(warning: Warning): Warning {
    return Object.assign(warning, { offset: this.offsetOf(warning.offset) });
  }

  /** Turns an offset in the current value into an offset in the stream. */
  private offsetOf(offset: number): number {
    return this.frameAt + lengthSize + offset;
  }
}
