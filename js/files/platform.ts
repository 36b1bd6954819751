// Compression and encryption with the platform's functions, or with libraries where the platform lacks them.

import { join, plain } from "../base/bytes.js";
import { VariantError } from "../base/errors.js";
import { type Hint, hint } from "../base/hints.js";
import { builtin } from "../base/platform-modules.js";
import type { Compression } from "./layers.js";

interface Unpacked {
  buffer: Uint8Array<ArrayBuffer>;
  engine: { bytesWritten: number };
}
type Unpack = (bytes: Uint8Array, options: object) => Unpacked;
type Pack = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

interface Cipher {
  setAutoPadding(on: boolean): this;
  update(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
}
type MakeCipher = (name: string, key: Uint8Array, iv: Uint8Array | null) => Cipher;

interface NodeCrypto {
  createHash(name: string): { update(bytes: Uint8Array): { digest(): Uint8Array<ArrayBuffer> } };
  createCipheriv: MakeCipher;
  createDecipheriv: MakeCipher;
}

const zlib = () => builtin<Partial<Record<string, Unpack & Pack>>>("zlib");
const crypto = () => builtin<NodeCrypto>("crypto");

const names = { deflate: "inflate", zstd: "zstdDecompress", gzip: "gunzip", brotli: "brotliDecompress" };
/** BROTLI_OPERATION_FLUSH: a stream may end early. */
const brotliFlush = 1;
const packNames = { deflate: "deflate", zstd: "zstdCompress", gzip: "gzip", brotli: "brotliCompress" };

/** Decompresses a whole stream to at most `limit` bytes, `size` as far as it says. Rejects with `bad-container` or `too-large`. */
type Decompressor = (stream: Uint8Array, limit: number, size?: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Finds a decompressor for any method but FastLZ. Rejects with `unsupported-compression`. */
export async function decompressorOf(compression: Exclude<Compression, "fastlz">): Promise<Decompressor> {
  const unpack = unpackerOf(compression);
  if (compression === "zstd") return zstdDecompressor(unpack);
  if (unpack !== undefined) return async (stream, limit) => unpackWith(unpack, stream, limit);
  streamOf(compression);
  return async (stream, limit) => {
    const read = (part: Uint8Array) => pump(part, streamOf(compression), limit);
    const content = await read(stream);
    if (await ignoresLeftover()) {
      const isShorter = await read(stream.subarray(0, -1)).then(yes, no);
      if (isShorter) throw damaged([hint("stream-leftover")]);
    }
    return content;
  };
}

/** The platform's stream of a method. Throws `unsupported-compression` if it has none, as Firefox before 113. */
function streamOf(compression: Compression): DecompressionStream {
  try {
    return new DecompressionStream(compression as CompressionFormat);
  } catch (cause) {
    throw new VariantError("unsupported-compression", {
      hints: [hint("no-compression", compression)],
      cause,
    });
  }
}

const yes = () => true;
const no = () => false;
let ignores: Promise<boolean> | undefined;

/** Whether streams of the platform ignore bytes after the end, as those of Node 20 do after zlib's. A stream without its last byte shows it. */
function ignoresLeftover(): Promise<boolean> {
  ignores ??= pump(Uint8Array.of(...emptyStream, 0), streamOf("deflate"), 0).then(yes, no);
  return ignores;
}

/** Node's function for a whole stream. Deno and Bun have functions of the same names that do not tell how much they read. */
function unpackerOf(compression: Exclude<Compression, "fastlz">): Unpack | undefined {
  const unpack = zlib()?.[`${names[compression]}Sync`];
  return tellsLength() ? unpack : undefined;
}

const emptyStream = Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1);
let tells: boolean | undefined;

function tellsLength(): boolean {
  tells ??=
    supported(() => zlib()?.inflateSync?.(emptyStream, { info: true }).engine.bytesWritten) ===
    emptyStream.length;
  return tells;
}

/** Decompresses the first `most` bytes of a stream, or as many as can be read. */
export async function beginningOf(
  stream: Uint8Array,
  compression: Exclude<Compression, "fastlz">,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (compression === "zstd") {
    const { withZstdDecoder } = await import("./zstd.js");
    return withZstdDecoder((decoder) => decoder.read(stream, most)).content.slice(0, most);
  }
  const unpack = compression === "brotli" ? unpackerOf(compression) : undefined;
  if (unpack === undefined) return pump(stream, streamOf(compression), most, true);
  return plain(unpack(stream, { maxOutputLength: most, finishFlush: brotliFlush, info: true }).buffer);
}

function unpackWith(unpack: Unpack, stream: Uint8Array, limit: number): Uint8Array<ArrayBuffer> {
  const { buffer, engine } = attempt(() =>
    unpack(stream, { maxOutputLength: Math.max(limit, 1), info: true }),
  );
  if (engine.bytesWritten !== stream.length) throw damaged([hint("stream-leftover")]);
  if (buffer.length > limit) throw tooLarge();
  return plain(buffer);
}

/**
 * With Node's function, and where there is none, with Zstandard's own decoder. That one also decides where Node's fails: Node 24 reads
 * one frame only, and no Node reads a frame whose window is larger than 128 MB.
 */
async function zstdDecompressor(unpack: Unpack | undefined): Promise<Decompressor> {
  if (unpack === undefined) return ownZstd();
  return async (stream, limit, size) => {
    try {
      return unpackWith(unpack, stream, limit);
    } catch (error) {
      if ((error as VariantError).code === "too-large") throw error;
      return (await ownZstd())(stream, limit, size);
    }
  };
}

async function ownZstd(): Promise<Decompressor> {
  const { withZstdDecoder } = await import("./zstd.js");
  return async (stream, limit, size) => {
    const { content, isWhole } = attempt(() =>
      withZstdDecoder((decoder) => decoder.read(stream, limit, size)),
    );
    if (content.length > limit) throw tooLarge();
    if (!isWhole) throw damaged([]);
    return content;
  };
}

/** The platform's compressor for a method; undefined if it has none. */
export function compressorOf(
  compression: Compression,
): ((bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>) | undefined {
  const pack = zlib()?.[`${packNames[compression as keyof typeof packNames]}Sync`];
  if (pack !== undefined) return async (bytes) => plain(pack(bytes));
  try {
    new CompressionStream(compression as CompressionFormat);
  } catch {
    return undefined;
  }
  return (bytes) => pump(bytes, new CompressionStream(compression as CompressionFormat), Infinity);
}

async function pump(
  bytes: Uint8Array,
  { readable, writable }: GenericTransformStream,
  limit: number,
  isPart = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(async () => {
    // The error of a stream that ends too early would drop what was not read yet.
    if (isPart) await new Promise((resolve) => setTimeout(resolve));
    return writer.close();
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (size + read.value.length > limit) {
        chunks.push(read.value.subarray(0, limit - size));
        throw tooLarge();
      }
      size += read.value.length;
      chunks.push(read.value);
    }
    await written;
  } catch (cause) {
    written.catch(() => {});
    writer.abort().catch(() => {});
    if (!isPart) throw cause instanceof VariantError ? cause : damaged([], cause);
  }
  return join(chunks);
}

function attempt<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw damaged([], cause);
  }
}

function damaged(hints: readonly Hint[], cause?: unknown): VariantError {
  return new VariantError("bad-container", { hints, cause });
}

/** The caller knows which limit it is and what to say about it. */
function tooLarge(): VariantError {
  return new VariantError("too-large");
}

/** Encrypts or decrypts with AES-256 without padding: in CFB mode with `iv` (Godot 4), in ECB mode without it (Godot 3). */
export async function aes(
  encrypt: boolean,
  bytes: Uint8Array,
  key: Uint8Array,
  iv: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const fast = platformCipher(encrypt, key, iv);
  if (fast !== undefined) return plain(fast.setAutoPadding(false).update(bytes));
  const { cfb, ecb } = await ciphers();
  const cipher = iv === undefined ? ecb(key, { disablePadding: true }) : cfb(key, iv);
  return (encrypt ? cipher.encrypt(bytes) : cipher.decrypt(bytes)) as Uint8Array<ArrayBuffer>;
}

/** The packages that browsers need; import maps and installations may lack them. */
async function ciphers() {
  try {
    return await import("./ciphers.js");
  } catch (cause) {
    throw new VariantError("unsupported-encryption", { hints: [hint("no-ciphers")], cause });
  }
}

function platformCipher(encrypt: boolean, key: Uint8Array, iv: Uint8Array | undefined): Cipher | undefined {
  const node = crypto();
  const make = encrypt ? node?.createCipheriv : node?.createDecipheriv;
  return supported(() => make?.(iv === undefined ? "aes-256-ecb" : "aes-256-cfb", key, iv ?? null));
}

/** Undefined where the platform has the module but not the algorithm: Deno and Cloudflare Workers have no CFB mode. */
function supported<Algorithm>(make: () => Algorithm | undefined): Algorithm | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

export async function md5(bytes: Uint8Array): Promise<Uint8Array> {
  const hash = supported(() => crypto()?.createHash("md5"));
  return hash === undefined ? (await ciphers()).md5(bytes) : hash.update(bytes).digest();
}
