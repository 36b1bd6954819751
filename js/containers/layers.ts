import { VariantError } from "../errors.js";
import { type Bytes, bytesOf, limitsOf, type Options } from "../options.js";
import type { DialectName } from "../table.gen.js";
import { call, operation } from "./calls.js";
import { type Candidate, candidatesOf } from "./detect.js";
import {
  aes,
  type Compression,
  compressorOf,
  decompressorOf,
  join,
  md5,
  plain,
  tooLarge,
} from "./platform.js";

/** One thing around the content of a file, as plain data without secrets. */
export type Layer =
  | {
      readonly container: "gdec" /** 3 is the layout of Godot 2 and 3, 4 that of Godot 4. */;
      readonly engine: 3 | 4;
    }
  | {
      readonly container: "gcpf";
      readonly compression: Compression;
      /** Bytes of content in a block; 4096 in all files of engines. */
      readonly blockSize?: number;
      /** The magic word stands at the end too; true when absent. */
      readonly closed?: boolean;
    }
  | {
      /** What `PackedByteArray.compress` makes; `zlib` is Godot's Deflate. */
      readonly container: StreamName;
      /** Bytes before the stream that give the size of its content; 0 when absent. */
      readonly sizeBytes?: number;
    }
  | { readonly container: "base64" };

type StreamName = "zlib" | "gzip" | "zstd" | "fastlz";

/** The password or the key of encrypted files; for every layer the same. */
export interface Secrets {
  password?: string | undefined;
  /** 32 bytes. */
  key?: Bytes | undefined;
}

/** Options of functions that read files. */
export interface ReadOptions extends Omit<Options, "framing">, Secrets {}

/** A file with nothing around its content any more. */
export interface Unwrapped {
  readonly content: Uint8Array<ArrayBuffer>;
  /** What stood around the content, the outermost first. */
  readonly layers: readonly Layer[];
  /** What the content may be. */
  readonly candidates: readonly Candidate[];
}

const mostLayers = 8;
/** Larger inputs are decoded in any case, so detection looks only at their beginning. */
const elementsLookedAt = 100_000;
const blockSize = 4096;
/** Blocks that the streams of a browser work on at once. */
const blocksAtOnce = 16;

const compressions: readonly Compression[] = ["fastlz", "deflate", "zstd", "gzip", "brotli"];
const streams = { zlib: "deflate", gzip: "gzip", zstd: "zstd", fastlz: "fastlz" } as const;

/**
 * Undoes encryption, compression and base64 until something else is left, of whatever kind. Rejects with
 * `bad-container`, `bad-checksum`, `password-required`, `wrong-password`, `unsupported-compression`, `too-large`.
 */
export async function unwrap(file: Bytes, options: ReadOptions = {}): Promise<Unwrapped> {
  const { decompressedBytes, depth } = limitsOf(options.limits);
  const budget = { left: decompressedBytes };
  const layers: Layer[] = [];
  let content = plain(bytesOf(file));
  let generation = 0;
  for (;;) {
    const settings = { dialect: options.dialect, generation, elements: elementsLookedAt, depth };
    const candidates = candidatesOf(content, settings);
    const opened = await open(content, candidates[0], options, budget);
    if (opened === undefined) return { content, layers, candidates };
    if (layers.push(opened.layer) > mostLayers) {
      throw new VariantError("too-large", { hint: `more than ${mostLayers} layers` });
    }
    if (opened.layer.container === "gdec") generation = opened.layer.engine;
    content = opened.content;
    budget.left -= content.length;
  }
}

interface Opened {
  readonly layer: Layer;
  readonly content: Uint8Array<ArrayBuffer>;
}

interface Budget {
  left: number;
}

async function open(
  bytes: Uint8Array<ArrayBuffer>,
  candidate: Candidate | undefined,
  secrets: Secrets,
  budget: Budget,
): Promise<Opened | undefined> {
  switch (candidate?.container) {
    case "gcpf":
      return openCompressed(bytes, budget.left);
    case "gdec":
      return openEncrypted(bytes, secrets);
    case "zlib":
    case "gzip":
    case "zstd":
    case "fastlz": {
      const { container, sizeBytes } = candidate;
      const content = await readStream(bytes.subarray(sizeBytes), streams[container], budget.left);
      return { layer: { container, sizeBytes }, content };
    }
    case "base64":
      return { layer: { container: "base64" }, content: call(operation.readBase64, bytes).bytes };
    default:
      return undefined;
  }
}

async function openCompressed(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<Opened> {
  const { words } = call(operation.readCompressed, bytes, [limit]);
  const [mode, blockSize, size, closed] = words as unknown as [number, number, number, number];
  const compression = compressions[mode] as Compression;
  const layer: Layer = { container: "gcpf", compression, blockSize, closed: closed === 1 };
  if (compression === "fastlz") return { layer, content: call(operation.readFastlz, bytes, [limit]).bytes };
  const decompress = await decompressorOf(compression);
  const content = new Uint8Array(size);
  const count = (words.length >> 1) - 2;
  const readBlock = async (block: number) => {
    const at = words[4 + block * 2] as number;
    const expected = block + 1 < count ? blockSize : size % blockSize;
    const part = await decompress(bytes.subarray(at, at + (words[5 + block * 2] as number)), expected).catch(
      (error) => {
        throw new VariantError("bad-container", { offset: at, cause: error });
      },
    );
    if (part.length !== expected) throw new VariantError("bad-container", { offset: at });
    content.set(part, block * blockSize);
  };
  for (let first = 0; first < count; first += blocksAtOnce) {
    const last = Math.min(first + blocksAtOnce, count);
    await Promise.all(Array.from({ length: last - first }, (_, i) => readBlock(first + i)));
  }
  return { layer, content };
}

/**
 * Undoes a stream of one compression: what `PackedByteArray.compress` made. Rejects with `bad-container`,
 * `unsupported-compression`, and with `too-large` when it makes more than `size` or `limits.decompressedBytes`.
 */
export async function decompress(
  bytes: Bytes,
  compression: Compression,
  options: Options & { size?: number | undefined } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = limitsOf(options.limits).decompressedBytes;
  const content = await readStream(bytesOf(bytes), compression, options.size ?? limit);
  if (options.size === undefined || content.length === options.size) return content;
  // Engines pad what they compress with FastLZ to sixteen bytes.
  if (compression === "fastlz" && content.length === 16) return content.slice(0, options.size);
  throw new VariantError("bad-container", { hint: `it makes ${content.length} bytes` });
}

async function readStream(
  stream: Uint8Array,
  compression: Compression,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (compression === "fastlz") {
    return call(operation.readStream, stream, [Math.max(Math.min(limit, stream.length * 90), 16)]).bytes;
  }
  let most = limit;
  if (compression === "zstd") {
    const [size] = call(operation.zstdSize, stream).words;
    if (size === undefined) throw new VariantError("bad-container", { hint: "it does not say its size" });
    if (size > limit) throw tooLarge();
    most = size;
  }
  return (await decompressorOf(compression))(stream, most);
}

async function openEncrypted(bytes: Uint8Array<ArrayBuffer>, secrets: Secrets): Promise<Opened> {
  const [engine, size, md5At, ivAt, at] = call(operation.readEncrypted, bytes).words as unknown as [
    3 | 4,
    ...[number, number, number, number],
  ];
  const key = await keyOf(secrets);
  if (key === undefined) throw new VariantError("password-required", { hint: "pass password or key" });
  const iv = engine === 3 ? undefined : bytes.subarray(ivAt, ivAt + 16);
  const cipher = bytes.subarray(at);
  const padded = cipher.length === 0 ? cipher : await aes(false, cipher, key, iv);
  const content = padded.subarray(0, size);
  if (sameBytes(await md5(content), bytes.subarray(md5At, md5At + 16))) {
    return { layer: { container: "gdec", engine }, content };
  }
  const looks = call(operation.looksDecrypted, content).words[0] === 1;
  throw new VariantError(looks ? "bad-checksum" : "wrong-password");
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, index) => byte === b[index]);
}

/** The key itself, or the digits of the password's MD5 sum, as Godot makes it. */
async function keyOf({ password, key }: Secrets): Promise<Uint8Array | undefined> {
  if (key !== undefined) {
    const bytes = bytesOf(key);
    if (bytes.length === 32) return bytes;
    throw new TypeError("option key must have 32 bytes");
  }
  if (password === undefined) return undefined;
  const text = new TextEncoder();
  const sum = await md5(text.encode(password));
  return text.encode(Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

/** Options of functions that write files. */
export interface WriteOptions extends Omit<Options, "framing">, Secrets {
  /** The initialization vector of Godot 4's encryption, 16 bytes; random when absent, as in the engine. */
  iv?: Bytes | undefined;
}

/**
 * Puts layers around a content, the way back from `unwrap`. Rejects with `password-required` and
 * `unsupported-compression`.
 */
export async function wrap(
  content: Bytes,
  layers: readonly Layer[],
  options: WriteOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = plain(bytesOf(content));
  for (const layer of [...layers].reverse()) bytes = await close(bytes, layer, options);
  return bytes;
}

async function close(
  content: Uint8Array<ArrayBuffer>,
  layer: Layer,
  options: WriteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (layer.container) {
    case "gcpf":
      return writeCompressed(content, layer);
    case "gdec":
      return writeEncrypted(content, layer.engine, options);
    case "base64":
      return call(operation.writeBase64, content).bytes;
    default: {
      const { container, sizeBytes = 0 } = layer;
      const size = new Uint8Array(sizeBytes);
      if (sizeBytes > 0) new DataView(size.buffer).setUint32(0, content.length, true);
      const stream = await compress(content, streams[container]);
      return join([size, stream]);
    }
  }
}

/**
 * What `PackedByteArray.compress` makes. Where the platform cannot compress with Zstandard, the bytes are stored in a
 * frame of it, which engines read. Rejects with `unsupported-compression`.
 */
export async function compress(bytes: Bytes, compression: Compression): Promise<Uint8Array<ArrayBuffer>> {
  const content = bytesOf(bytes);
  const pack = compressorOf(compression);
  if (pack !== undefined) return pack(content);
  if (compression !== "fastlz" && compression !== "zstd") {
    throw new VariantError("unsupported-compression", { hint: compression });
  }
  return call(operation.writeStream, content, [compressions.indexOf(compression)]).bytes;
}

async function writeCompressed(
  content: Uint8Array<ArrayBuffer>,
  layer: Extract<Layer, { compression: unknown }>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { compression, blockSize: size = blockSize, closed = true } = layer;
  const header = [compressions.indexOf(compression), size, content.length, closed ? 1 : 0];
  const pack = compressorOf(compression);
  if (pack === undefined && (compression === "fastlz" || compression === "zstd")) {
    return call(operation.writeCompressed, content, header).bytes;
  }
  const parts: Uint8Array[] = [];
  for (let at = 0; at <= content.length; at += size) {
    parts.push(await compress(content.subarray(at, at + size), compression));
  }
  const lengths = parts.map((part) => part.length);
  return call(operation.writeCompressed, join(parts), [...header, ...lengths]).bytes;
}

async function writeEncrypted(
  content: Uint8Array<ArrayBuffer>,
  engine: 3 | 4,
  options: WriteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await keyOf(options);
  if (key === undefined) throw new VariantError("password-required", { hint: "pass password or key" });
  const iv = options.iv === undefined ? crypto.getRandomValues(new Uint8Array(16)) : bytesOf(options.iv);
  if (iv.length !== 16) throw new TypeError("option iv must have 16 bytes");
  const padded = join([content], Math.ceil(content.length / 16) * 16);
  const cipher = padded.length === 0 ? padded : await aes(true, padded, key, engine === 3 ? undefined : iv);
  const bytes = join([await md5(content), iv, cipher]);
  return call(operation.writeEncrypted, bytes, [engine, content.length]).bytes;
}

/** The layers of a file of one generation of the engine. */
export function layersFor(layers: readonly Layer[], dialect: DialectName): Layer[] {
  const old = /^(godot-[23]|rebel)/.test(dialect);
  return layers.map((layer): Layer => {
    if (layer.container === "gdec") return { ...layer, engine: old ? 3 : 4 };
    if (old && layer.container === "gcpf" && layer.compression === "brotli") {
      return { ...layer, compression: "zstd" };
    }
    return layer;
  });
}
