// The reference decoder of Zstandard, which verifies sizes and checksums, for platforms that have none.

import { join } from "../base/bytes.js";
import { type ByteText, bytesOfText } from "../wasm/byte-text.js";
import "./zstd.gen.js";

const globals = globalThis as Record<symbol, unknown>;
/** zstd.gen.js stores the text of the decoder under this name. */
const name = Symbol.for("godot-variant zstddec 0.3.4");
/** The entry for Cloudflare Workers, which may not compile, stores the compiled decoder under this name: see scripts/bundles.mjs. */
const moduleName = Symbol.for("godot-variant zstddec 0.3.4, compiled");

interface Exports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(at: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): void;
  ZSTD_decompress(output: number, room: number, input: number, size: number): number;
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

/** The decoder recommends this much room for output. */
const outputSize = 1 << 17;
/** Results between this one and 0 are numbers of errors. */
const lastError = -120;

/** A decoder with more memory than this is not kept. It begins with 16 MB, of which it touches little. */
const mostKeptBytes = 24 << 20;

let compiled: WebAssembly.Module | undefined;
let kept: ZstdDecoder | undefined;

/** Calls `use` with a decoder, and keeps it for the next stream: making one takes longer than most streams. */
export function withZstdDecoder<Result>(use: (decoder: ZstdDecoder) => Result): Result {
  const decoder = kept ?? new ZstdDecoder();
  // After an exception nobody knows what its memory holds.
  kept = undefined;
  const result = use(decoder);
  if (decoder.memorySize <= mostKeptBytes) kept = decoder;
  return result;
}

/** A decoder with memory of its own, which the garbage collector frees together with it. */
class ZstdDecoder {
  private readonly codec: Exports;
  private readonly output: number;
  /** Both describe a buffer in three words: its address, its size, and how much of it is used. */
  private readonly from: number;
  private readonly to: number;

  constructor() {
    compiled ??= globals[moduleName] as WebAssembly.Module | undefined;
    compiled ??= new WebAssembly.Module(bytesOfText(globals[name] as ByteText));
    const env = { emscripten_notify_memory_growth() {} };
    this.codec = new WebAssembly.Instance(compiled, { env }).exports as unknown as Exports;
    this.output = this.codec.malloc(outputSize);
    this.from = this.codec.malloc(12);
    this.to = this.codec.malloc(12);
  }

  get memorySize(): number {
    return this.codec.memory.buffer.byteLength;
  }

  /** The content of a whole stream; undefined if it is damaged, or has more than `most` bytes. */
  whole(stream: Uint8Array, most: number): Uint8Array<ArrayBuffer> | undefined {
    const input = this.take(stream);
    const output = this.codec.malloc(most);
    const size = output === 0 ? -1 : this.codec.ZSTD_decompress(output, most, input, stream.length);
    const content = isError(size) ? undefined : this.bytes(output, size);
    this.codec.free(output);
    this.codec.free(input);
    return content;
  }

  /** The content as far as it can be read, but at most `most` bytes. */
  beginning(stream: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
    const context = this.codec.ZSTD_createDCtx();
    const input = this.take(stream);
    this.set(this.from, [input, stream.length, 0]);
    const parts: Uint8Array[] = [];
    for (let left = most, result = 1; left > 0 && result !== 0 && !isError(result); ) {
      this.set(this.to, [this.output, Math.min(outputSize, left), 0]);
      result = this.codec.ZSTD_decompressStream(context, this.to, this.from);
      const made = this.used(this.to);
      parts.push(this.bytes(this.output, made));
      left -= made;
      if (made === 0 && this.used(this.from) === stream.length) break;
    }
    this.codec.free(input);
    this.codec.ZSTD_freeDCtx(context);
    return join(parts);
  }

  /** Copies a stream into the memory of the codec. */
  private take(stream: Uint8Array): number {
    const input = this.codec.malloc(stream.length);
    if (input === 0) throw new RangeError("The stream does not fit the memory of WebAssembly.");
    new Uint8Array(this.codec.memory.buffer).set(stream, input);
    return input;
  }

  private bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.codec.memory.buffer as ArrayBuffer, at, size).slice();
  }

  private set(at: number, words: readonly number[]): void {
    new Int32Array(this.codec.memory.buffer).set(words, at >> 2);
  }

  private used(at: number): number {
    return new Int32Array(this.codec.memory.buffer)[(at >> 2) + 2] as number;
  }
}

function isError(result: number): boolean {
  return result < 0 && result >= lastError;
}
