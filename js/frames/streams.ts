// `decodeStream`, `encodeStream` and their classes for `pipeThrough`.
import { movedBy, VariantError, type Warning } from "../base/errors.js";
import { hint } from "../base/hints.js";
import {
  type ByteArray,
  type Bytes,
  bytesOf,
  type DecodeOptions,
  type EncodeOptions,
  type Options,
  type Settings,
  settingsOf,
} from "../base/options.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import { decode, decodeOrError, decodeReadable, encode } from "../codec/codec.js";
import { wordOf } from "../table/numbers.js";
import type { Variant } from "../values/variant.js";
import { type Chunks, checkedSource, chunksOf, isIterable, type Source } from "./chunks.js";
import { frameError, placedAt } from "./frames.js";

/** Options of `decodeStream` and VariantDecoderStream. */
export interface DecodeStreamOptions
  extends Omit<DecodeOptions, "framing">,
    Pick<Options, "bigEndian" | "onError" | "onSkip"> {}

/** Options of `encodeStream` and VariantEncoderStream. */
export interface EncodeStreamOptions extends Omit<EncodeOptions, "framing">, Pick<Options, "bigEndian"> {}

/** Size of the length field before each value, in bytes. */
const lengthBytes = 4;
/** After this many skipped frames in a row, other tasks get a turn: with a call of `onSkip` for each, and without. */
const mostReported = 256;
const mostSkipped = 4096;
/** No value is shorter than its header. */
const leastBytes = 4;

/**
 * Decodes the values of a stream of frames on demand and validates each with a schema, which types them.
 *
 * @param source - Chunks of bytes of any size: a ReadableStream, a stream of Node, or any iterable.
 * @param options - The dialect and how to read it; `schema` validates and types each value.
 * @returns A generator of what the schema returns for each value.
 * @throws VariantError while you iterate, also `schema-mismatch`.
 * @example
 * ```ts
 * for await (const message of decodeStream(socket, { schema })) handle(message);
 * ```
 */
export function decodeStream<Schema extends StandardSchema>(
  source: Source<Bytes>,
  options: DecodeStreamOptions & { schema: Schema },
): AsyncGenerator<OutputOf<Schema>, undefined, undefined>;
/**
 * Decodes the values of a stream of frames on demand. A frame is a u32 length followed by a value, as `store_var`, `put_var`,
 * PacketPeerStream and the remote debugger write it. Chunks may have any size. Throws a VariantError whose offset counts from
 * the beginning of the stream. For a frame that is truncated (`unexpected-end`) or longer than `limits.frameBytes`
 * (`too-large`), the offset is the beginning of the frame. Closes the source if reading ends early.
 *
 * @param source - Chunks of bytes of any size: a ReadableStream, a stream of Node, or any iterable.
 * @param options - The dialect and how to read it; what to do `onError`.
 * @returns A generator of the values.
 * @throws VariantError while you iterate: for a value that cannot be read, unless `onError` is `resync`, and for a cut frame.
 * @example
 * ```ts
 * for await (const message of decodeStream(socket)) handle(message);
 * ```
 */
export function decodeStream(
  source: Source<Bytes>,
  options?: DecodeStreamOptions,
): AsyncGenerator<Variant, undefined, undefined>;
/**
 * Decodes values of a type that you know from a stream of frames. Nothing checks the type.
 *
 * @param source - Chunks of bytes of any size: a ReadableStream, a stream of Node, or any iterable.
 * @param options - The dialect and how to read it.
 * @returns A generator of the values, each as a `T`.
 * @throws VariantError while you iterate.
 * @example
 * ```ts
 * for await (const { hp } of decodeStream<{ hp: number }>(socket)) show(hp);
 * ```
 */
export function decodeStream<T>(
  source: Source<Bytes>,
  options?: DecodeStreamOptions,
): AsyncGenerator<T, undefined, undefined>;
export function decodeStream(
  source: Source<Bytes>,
  options?: DecodeStreamOptions,
): AsyncGenerator<unknown, undefined, undefined> {
  return valuesOf(checkedSource(source), new Frames(options));
}

async function* valuesOf(
  source: Source<Bytes>,
  frames: Frames,
): AsyncGenerator<Variant, undefined, undefined> {
  const reader = new ValueReader(source, frames);
  try {
    for (let value = await reader.read(); value !== none; value = await reader.read()) yield value as Variant;
  } finally {
    await reader.cancel();
  }
}

/**
 * Encodes each value as a frame on demand. Throws the errors of `encode`, and `too-large` for a value of more than
 * `limits.frameBytes` bytes, because readers would refuse it.
 *
 * @param values - The values, of any iterable.
 * @param options - The dialect and how to write it.
 * @returns A generator of frames: a length of four bytes, then the value.
 * @throws VariantError while you iterate: the errors of `encode`, and `too-large`.
 * @example
 * ```ts
 * await pipeline(encodeStream(messages), socket);
 * ```
 */
export function encodeStream(
  values: AsyncIterable<unknown> | Iterable<unknown>,
  options?: EncodeStreamOptions,
): AsyncGenerator<ByteArray, undefined, undefined> {
  if (!isIterable(values)) throw new TypeError("The values must be an iterable or an AsyncIterable.");
  return framesOf(values, frameWriter(options));
}

async function* framesOf(
  values: AsyncIterable<unknown> | Iterable<unknown>,
  write: (value: unknown) => Uint8Array<ArrayBuffer>,
): AsyncGenerator<ByteArray, undefined, undefined> {
  for await (const value of values) yield write(value);
}

/**
 * `decodeStream` for `pipeThrough`. Decodes values on demand; `readableStrategy` can let it read ahead.
 *
 * @example
 * ```ts
 * const values = response.body.pipeThrough(new VariantDecoderStream());
 * ```
 */
export class VariantDecoderStream<T = Variant> {
  /** The name in consoles. It is a field, so that bundlers can drop an unused class. */
  static readonly name = "VariantDecoderStream";
  /** The decoded values. */
  readonly readable: ReadableStream<T>;
  /** Takes the bytes of the stream, in chunks of any size. */
  readonly writable: WritableStream<Bytes>;

  /**
   * A stream for `pipeThrough`. Its readable side fails with the errors of `decodeStream`.
   *
   * @param options - Those of `decodeStream`.
   * @param writableStrategy - How many chunks may wait to be decoded.
   * @param readableStrategy - How many values to decode ahead; none by default.
   */
  constructor(
    options?: DecodeStreamOptions | (DecodeStreamOptions & { schema: StandardSchema<T> }),
    writableStrategy?: QueuingStrategy<Bytes>,
    readableStrategy: QueuingStrategy<T> = { highWaterMark: 0 },
  ) {
    const chunks = new TransformStream<Bytes, Bytes>({}, writableStrategy);
    // A write ends when its chunk is handed over, and then its memory may be used again.
    const reader = new ValueReader(chunks.readable, new Frames(options), true);
    this.writable = chunks.writable;
    this.readable = new ReadableStream<T>(
      {
        async pull(controller) {
          const value = await reader.read();
          if (value === none) controller.close();
          else controller.enqueue(value as T);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      readableStrategy,
    );
  }
}

/**
 * `encodeStream` for `pipeThrough`.
 *
 * @example
 * ```ts
 * await values.pipeThrough(new VariantEncoderStream()).pipeTo(socket.writable);
 * ```
 */
export class VariantEncoderStream {
  /** The name in consoles. It is a field, so that bundlers can drop an unused class. */
  static readonly name = "VariantEncoderStream";
  /** One frame for each value. */
  readonly readable: ReadableStream<ByteArray>;
  /** Takes the values. */
  readonly writable: WritableStream<unknown>;

  /**
   * A stream for `pipeThrough`. It fails with the errors of `encodeStream`.
   *
   * @param options - Those of `encodeStream`.
   * @param writableStrategy - How many values may wait to be encoded.
   * @param readableStrategy - How many frames may wait to be read.
   */
  constructor(
    options?: EncodeStreamOptions,
    writableStrategy?: QueuingStrategy<unknown>,
    readableStrategy?: QueuingStrategy<Uint8Array>,
  ) {
    const write = frameWriter(options);
    const frames = new TransformStream<unknown, Uint8Array<ArrayBuffer>>(
      { transform: (value, controller) => controller.enqueue(write(value)) },
      writableStrategy,
      readableStrategy,
    );
    this.readable = frames.readable;
    this.writable = frames.writable;
  }
}

function frameWriter(options: EncodeStreamOptions = {}): (value: unknown) => Uint8Array<ArrayBuffer> {
  const { frameBytes } = settingsOf(options).limits;
  const { onWarning } = options;
  /** Bytes of the frames so far. */
  let written = 0;
  const framed: Options = {
    ...options,
    framing: "store_var",
    bigEndian: undefined,
    onWarning: onWarning && ((warning) => onWarning(placedAt(warning, warning.path, written))),
  };
  return (value) => {
    const frame = encode(value, framed);
    const length = frame.length - lengthBytes;
    if (length > frameBytes)
      throw new VariantError("too-large", { hints: [hint("frame-limit", length, frameBytes)] });
    if (options.bigEndian) frame.subarray(0, lengthBytes).reverse();
    written += frame.length;
    return frame;
  };
}

/** No value, since a schema may turn one into anything. */
const none = Symbol("none");

/** Reads values from chunks, one at a time. */
class ValueReader {
  private readonly chunks: Chunks;
  private readonly frames: Frames;
  /** Whether what is left of a chunk must be copied before anybody else runs. */
  private readonly isLent: boolean;
  private isOpen = true;

  constructor(source: Source<Bytes>, frames: Frames, isLent = false) {
    this.chunks = chunksOf(source);
    this.frames = frames;
    this.isLent = isLent;
  }

  /** The next value; `none` at the end. */
  async read(): Promise<unknown> {
    try {
      for (;;) {
        const value = this.frames.next();
        if (this.isLent) this.frames.keepRest();
        if (value !== none) return value;
        if (this.frames.hasMore) {
          await nextTurn();
          continue;
        }
        const { done, value: chunk } = await this.chunks.read();
        if (done === true) {
          this.isOpen = false;
          this.frames.end();
          return none;
        }
        this.frames.add(bytesOf(chunk));
      }
    } catch (error) {
      await this.cancel(error).catch(() => {});
      throw error;
    }
  }

  /** Cancels the source, unless it has ended. */
  async cancel(reason?: unknown): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.chunks.cancel(reason);
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
class Frames {
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

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.chunk = chunk;
    this.chunkAt = 0;
    this.isKept = false;
  }

  /** Copies what is left of the chunk. */
  keepRest(): void {
    if (this.isKept) return;
    this.chunk = this.chunk.slice(this.chunkAt);
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
      this.frameAt += lengthBytes + this.length;
      this.length = undefined;
      this.count++;
      if (value !== none) return value;
    }
  }

  /** Throws if the stream ended inside a frame. */
  end(): void {
    if (this.length === undefined && this.partLength === 0) return;
    const missing = (this.length ?? lengthBytes) - this.partLength;
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
    if (this.partLength > 0 || chunk.length - chunkAt < lengthBytes) {
      const header = this.take(lengthBytes);
      return header && this.lengthAt(header, 0);
    }
    this.chunkAt += lengthBytes;
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
    if (this.isQuiet && frame.length < leastBytes) return none;
    const { onError, onSkip } = this.options;
    // Hints cost more than decoding, and garbage has many short frames. Only the error that ends a stream gets them.
    const result = (this.isQuiet ? decodeReadable : decodeOrError)(frame, this.settings);
    if (result === undefined) return none;
    if (result.ok) return result.value;
    if (result.error.code === "wasm-unavailable") throw result.error;
    if (onError === "resync") onSkip?.(movedBy(result.error, this.offsetOf(0)));
    else this.fail(frame);
    return none;
  }

  /** Throws the error of a frame, with hints. */
  private fail(frame: Uint8Array<ArrayBuffer>): void {
    try {
      decode(frame, this.options);
    } catch (error) {
      throw error instanceof VariantError ? frameError(error, this.offsetOf(0)) : error;
    }
  }

  private placed(warning: Warning): Warning {
    return Object.assign(warning, { offset: this.offsetOf(warning.offset) });
  }

  /** Turns an offset in the current value into an offset in the stream. */
  private offsetOf(offset: number): number {
    return this.frameAt + lengthBytes + offset;
  }
}
