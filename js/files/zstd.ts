// The reference decoder of Zstandard, which verifies sizes and checksums, for platforms that have none.

import { join } from "../base/bytes.js";
import { bytesOfText, textNamed } from "../wasm/byte-text.js";
import "./zstd.gen.js";

const globals = globalThis as Record<symbol, unknown>;
/** zstd.gen.js stores the text of the decoder under this name. */
const name = "godot-variant zstddec 0.3.4";
/** The entry for Cloudflare Workers, which may not compile, stores the compiled decoder under this name: see scripts/bundles.mjs. */
const moduleName = Symbol.for("godot-variant zstddec 0.3.4, compiled");

interface Exports {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  free(at: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): void;
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
    compiled ??= new WebAssembly.Module(bytesOfText(textNamed(name)));
    const env = { emscripten_notify_memory_growth() {} };
    this.codec = new WebAssembly.Instance(compiled, { env }).exports as unknown as Exports;
    this.output = this.codec.malloc(outputSize);
    this.from = this.codec.malloc(12);
    this.to = this.codec.malloc(12);
  }

  get memorySize(): number {
    return this.codec.memory.buffer.byteLength;
  }

  /** The content of all frames, as far as it can be read, or `most` bytes and one more. The first frame gives `size`, if it gives one. */
  read(stream: Uint8Array, most: number, size = 0): { content: Uint8Array<ArrayBuffer>; isWhole: boolean } {
    const context = this.codec.ZSTD_createDCtx();
    const input = this.take(stream);
    // With room for all of it, the decoder takes frames of any size. Otherwise it keeps a window, of 128 MB at the most.
    const room = Math.max(size, outputSize);
    const output = size > outputSize ? this.allocate(size) : this.output;
    this.set(this.from, [input, stream.length, 0]);
    const parts: Uint8Array[] = [];
    let result = 1; // 0 at the end of a frame
    for (let left = most + 1, canGoOn = true; canGoOn && left > 0; ) {
      this.set(this.to, [output, Math.min(room, left), 0]);
      result = this.codec.ZSTD_decompressStream(context, this.to, this.from);
      const made = this.used(this.to);
      parts.push(this.bytes(output, made));
      left -= made;
      const rest = stream.length - this.used(this.from);
      canGoOn = !isError(result) && (rest > 0 || (result !== 0 && made > 0));
    }
    const isWhole = result === 0 && this.used(this.from) === stream.length;
    this.codec.free(input);
    if (output !== this.output) this.codec.free(output);
    this.codec.ZSTD_freeDCtx(context);
    return { content: join(parts), isWhole };
  }

  /** Copies a stream into the memory of the codec. */
  private take(stream: Uint8Array): number {
    const input = this.allocate(stream.length);
    new Uint8Array(this.codec.memory.buffer).set(stream, input);
    return input;
  }

  private allocate(bytes: number): number {
    const at = this.codec.malloc(bytes);
    if (at === 0) throw new RangeError("The stream does not fit the memory of WebAssembly.");
    return at;
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
