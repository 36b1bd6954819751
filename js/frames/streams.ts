// `decodeStream`, `encodeStream` and their classes for `pipeThrough`.
import { type Loss, VariantError } from "../base/errors.js";
import { hint } from "../base/hints.js";
import { type ByteArray, type Bytes, type EncodeOptions, type Options, settingsOf } from "../base/options.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import { asLike, encode } from "../codec/codec.js";
import type { Variant } from "../values/variant.js";
import { checkedSource, isSource, none, OpenSource, type Source } from "./chunks.js";
import { lengthSize } from "./gaps.js";
import { type DecodeStreamOptions, FrameDecoder, ValueReader } from "./value-reader.js";
import { placedAt } from "./write-frames.js";

/** Options of `encodeStream` and VariantEncoderStream. The bytes of `like` are those of a value, without a length unless its `framing` says so. */
export interface EncodeStreamOptions extends Omit<EncodeOptions, "framing">, Pick<Options, "bigEndian"> {}

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
 * (`too-large`), the offset is the beginning of the frame. Closes the source if reading ends early, also while it is silent.
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
  checkedSource(source);
  const frames = new FrameDecoder(options);
  let reader: ValueReader | undefined;
  const open = (): ValueReader => {
    reader ??= new ValueReader(source, frames);
    return reader;
  };
  return closable(valuesOf(open), open);
}

/** Lets a generator, whose first `yield` only begins it, close its source: before the first value, too, and while the source is silent. */
function closable<T>(
  values: AsyncGenerator<T, undefined, undefined>,
  source: () => { cancel(): Promise<void> },
): AsyncGenerator<T, undefined, undefined> {
  // A generator that has not begun ends without closing the source.
  void values.next();
  // One that has begun ends only when its source has answered.
  for (const name of ["return", "throw"] as const) {
    const end = values[name].bind(values);
    const close = async (value?: unknown) => {
      let ended: IteratorResult<T, undefined>;
      try {
        await source().cancel();
      } finally {
        ended = await end(value as undefined);
      }
      return ended;
    };
    // An assignment fails where a program has frozen the prototypes of JavaScript.
    Object.defineProperty(values, name, {
      value: close,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return values;
}

async function* valuesOf(open: () => ValueReader): AsyncGenerator<Variant, undefined, undefined> {
  yield null;
  const reader = open();
  try {
    do {
      for (let value = reader.next(); value !== none; value = reader.next()) yield value as Variant;
    } while (await reader.more());
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
}

/**
 * Encodes each value as a frame on demand. Throws the errors of `encode`, and `too-large` for a value of more than
 * `limits.frameBytes` bytes, because readers would refuse it. Closes the source if writing ends early, also while it is silent.
 *
 * @param values - The values: any iterable, or a ReadableStream.
 * @param options - The dialect and how to write it.
 * @returns A generator of frames: a length of four bytes, then the value.
 * @throws VariantError while you iterate: the errors of `encode`, and `too-large`.
 * @example
 * ```ts
 * await pipeline(encodeStream(messages), socket);
 * ```
 */
export function encodeStream(
  values: Source<unknown>,
  options?: EncodeStreamOptions,
): AsyncGenerator<ByteArray, undefined, undefined> {
  if (!isSource(values))
    throw new TypeError("The values must be a ReadableStream, an iterable or an AsyncIterable.");
  const write = frameWriter(options);
  let source: OpenSource<unknown> | undefined;
  const open = (): OpenSource<unknown> => {
    source ??= new OpenSource(values);
    return source;
  };
  return closable(framesOf(open, write), open);
}

async function* framesOf(
  open: () => OpenSource<unknown>,
  write: (value: unknown) => Uint8Array<ArrayBuffer>,
): AsyncGenerator<ByteArray, undefined, undefined> {
  yield new Uint8Array();
  const source = open();
  try {
    // An iterable may have promises of values.
    for (let value = await source.next(); value !== none; value = await source.next())
      yield write(await value);
  } catch (error) {
    await source.cancel().catch(() => {});
    throw error;
  }
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
    const reader = new ValueReader(chunks.readable, new FrameDecoder(options), true);
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
  const { like, onWarning, onLoss } = options;
  const own = like && asLike(like);
  /** Bytes of the frames so far. */
  let written = 0;
  let losses: Loss[] = [];
  const framed: Options = {
    ...options,
    framing: "store_var",
    // Only the stream has frames: the bytes of `like` are those of a value.
    like: own && { ...own, framing: own.framing ?? "none" },
    bigEndian: undefined,
    onWarning:
      onWarning &&
      ((warning) => {
        // The place of a type that changed is in the bytes of `like`.
        const at = warning.code === "type-changed" ? 0 : written;
        onWarning(placedAt(warning, warning.path, at));
      }),
    onLoss: onLoss && ((loss) => losses.push({ ...loss, offset: loss.offset + written })),
  };
  return (value) => {
    losses = [];
    const frame = encode(value, framed);
    const length = frame.length - lengthSize;
    if (length > frameBytes)
      throw new VariantError("too-large", { hints: [hint("frame-limit", length, frameBytes)] });
    if (options.bigEndian) frame.subarray(0, lengthSize).reverse();
    written += frame.length;
    for (const loss of losses) onLoss?.(loss);
    return frame;
  };
}
