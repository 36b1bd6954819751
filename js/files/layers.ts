import { plain } from "../base/bytes.js";
import { VariantError } from "../base/errors.js";
import { type Bytes, bytesOf, limitsOf, type Options } from "../base/options.js";
import { type DialectName, dialectDescriptions, dialectNumbers } from "../table/table.gen.js";
import { call, operation } from "../wasm/file-calls.js";
import { openCompressed, openStream, writeCompressed, writeStream } from "./compressed.js";
import { type Candidate, candidatesOf } from "./detect.js";
import { openEncrypted, writeEncrypted } from "./encrypted.js";
import type { Compression } from "./platform.js";

/** GCPF. */
export interface CompressedLayer {
  readonly container: "gcpf";
  readonly compression: Compression;
  /** Bytes of content in a block; 4096 in all files of engines. */
  readonly blockSize?: number;
  /** The magic word stands at the end too; true when absent. */
  readonly closed?: boolean;
}

/** GDEC. */
export interface EncryptedLayer {
  readonly container: "gdec";
  /** 3 is the layout of Godot 2 and 3, 4 that of Godot 4. */
  readonly engine: 3 | 4;
}

/** What `PackedByteArray.compress` makes; `zlib` is Godot's Deflate. */
export interface StreamLayer {
  readonly container: "zlib" | "gzip" | "zstd" | "fastlz";
  /** Bytes before the stream that give the size of its content; 0 when absent. */
  readonly sizeBytes?: number;
}

/** Text in base64, as of `Marshalls.variant_to_base64`. */
export interface Base64Layer {
  readonly container: "base64";
}

/** One thing around the content of a file, as plain data without secrets. */
export type Layer = CompressedLayer | EncryptedLayer | StreamLayer | Base64Layer;

/** The password or the key of encrypted files; for every layer the same. */
export interface Secrets {
  password?: string | undefined;
  /** 32 bytes. */
  key?: Bytes | undefined;
}

/** Options of functions that read files. */
export interface ReadOptions extends Omit<Options, "framing">, Secrets {}

/** Options of `decompress`. */
export interface DecompressOptions extends Pick<Options, "limits"> {
  /** Bytes that the stream makes, when that is known. */
  size?: number | undefined;
}

/** Options of functions that write files. */
export interface WriteOptions extends Omit<Options, "framing">, Secrets {
  /** The initialization vector of Godot 4's encryption, 16 bytes; random when absent, as in the engine. */
  iv?: Bytes | undefined;
}

/** A file with nothing around its content any more. */
export interface Unwrapped {
  readonly content: Uint8Array<ArrayBuffer>;
  /** What stood around the content, the outermost first. */
  readonly layers: readonly Layer[];
  /** What the content may be. */
  readonly candidates: readonly Candidate[];
}

/** What is damaged around a content, for those who want what is left of it. */
export interface Damage {
  /** Ranges of the content that cannot be known, in order. */
  holes: (readonly [begin: number, end: number])[];
  readonly errors: VariantError[];
}

const mostLayers = 8;
/** Larger inputs are decoded in any case, so detection looks only at their beginning. */
const elementsLookedAt = 100_000;

/** With `damage`, only what cannot be read at all is an error. */
export async function unwrap(file: Bytes, options: ReadOptions = {}, damage?: Damage): Promise<Unwrapped> {
  const { decompressedBytes, depth } = limitsOf(options.limits);
  const budget = { left: decompressedBytes };
  const layers: Layer[] = [];
  let content = plain(bytesOf(file));
  let generation = 0;
  for (;;) {
    const settings = { dialect: options.dialect, generation, elements: elementsLookedAt, depth };
    const candidates = candidatesOf(content, settings);
    const opened = await open(content, candidates[0], options, budget, damage);
    if (opened === undefined) return { content, layers, candidates };
    if (layers.push(opened.layer) > mostLayers) {
      throw new VariantError("too-large", { hint: `more than ${mostLayers} layers` });
    }
    if (opened.layer.container === "gdec") generation = opened.layer.engine;
    content = opened.content;
    budget.left -= content.length;
  }
}

/** What was inside of a layer. */
export interface Opened {
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
  damage: Damage | undefined,
): Promise<Opened | undefined> {
  switch (candidate?.container) {
    case "gcpf":
      return openCompressed(bytes, budget.left, damage);
    case "gdec":
      return openEncrypted(bytes, secrets, damage);
    case "zlib":
    case "gzip":
    case "zstd":
    case "fastlz":
      return openStream(bytes, candidate as StreamLayer, budget.left);
    case "base64":
      return { layer: { container: "base64" }, content: call(operation.readBase64, bytes).bytes };
    default:
      return undefined;
  }
}

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
    default:
      return writeStream(content, layer);
  }
}

/** The layers of a file of one generation of the engine. */
export function layersFor(layers: readonly Layer[], dialect: DialectName): Layer[] {
  const generation = dialectDescriptions[dialectNumbers[dialect]]?.generation ?? 0;
  const old = generation > 0 && generation < 4;
  return layers.map((layer): Layer => {
    if (layer.container === "gdec") return { ...layer, engine: old ? 3 : 4 };
    if (old && layer.container === "gcpf" && layer.compression === "brotli") {
      return { ...layer, compression: "zstd" };
    }
    return layer;
  });
}
