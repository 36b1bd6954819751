import type { VariantError } from "../base/errors.js";
import type { Options } from "../base/options.js";
import type { Candidate } from "./detect.js";
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

/** Options of `decompress`. */
export interface DecompressOptions extends Pick<Options, "limits"> {
  /** Bytes that the stream makes, when that is known. */
  size?: number | undefined;
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

/** What was inside of a layer. */
export interface Opened {
  readonly layer: Layer;
  readonly content: Uint8Array<ArrayBuffer>;
}
