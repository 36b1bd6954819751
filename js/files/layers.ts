// The layers around the content of a file, as plain data.
import type { VariantError } from "../base/errors.js";
import type { ByteArray, Options } from "../base/options.js";
import type { Candidate } from "./detect.js";

/** The compression methods of the engines. */
export type Compression = "fastlz" | "deflate" | "zstd" | "gzip" | "brotli";

/** A compressed file (GCPF), as `FileAccess.open_compressed` writes it. */
export interface CompressedLayer {
  /** The name of this kind of layer, from its first bytes. */
  readonly container: "gcpf";
  /** The method of all blocks. */
  readonly compression: Compression;
  /** Bytes of content per block; engines always write 4096. */
  readonly blockSize?: number;
  /** Whether the magic word is repeated at the end; true by default. */
  readonly closed?: boolean;
}

/** An encrypted file (GDEC), as `FileAccess.open_encrypted` writes it. */
export interface EncryptedLayer {
  /** The name of this kind of layer, from its first bytes. */
  readonly container: "gdec";
  /** The engine generation of the layout: 3 for Godot 2 and 3, 4 for Godot 4. */
  readonly engine: 3 | 4;
}

/** A bare stream, as `PackedByteArray.compress` makes it; `zlib` is Godot's Deflate. */
export interface StreamLayer {
  /** The format of the stream. */
  readonly container: "zlib" | "gzip" | "zstd" | "fastlz";
  /** How many bytes before the stream hold the size of its content; 0 by default. */
  readonly sizeBytes?: number;
}

/** Base64 text, as `Marshalls.variant_to_base64` writes it. */
export interface Base64Layer {
  /** The name of this kind of layer. */
  readonly container: "base64";
  /** Blanks after the text, such as the line end that `store_line` writes; none by default. */
  readonly ending?: string;
}

/** One layer around the content of a file, as plain data without secrets. */
export type Layer = CompressedLayer | EncryptedLayer | StreamLayer | Base64Layer;

/** Options of `decompress`. Only `limits.decompressedBytes` counts. */
export interface DecompressOptions extends Pick<Options, "limits"> {
  /** Size of the content in bytes, if you know it. */
  size?: number | undefined;
}

/** The content of a file without the layers around it. */
export interface Unwrapped {
  /** The bytes inside all layers. */
  readonly content: ByteArray;
  /** The layers that were around the content, the outermost first. */
  readonly layers: readonly Layer[];
  /** The possible readings of the content, most probable first. */
  readonly candidates: readonly Candidate[];
}

/** Looks at the beginning of a content, and throws when nothing that is wanted begins like this. */
export type Look = (beginning: ByteArray, layers: readonly Layer[]) => void;

/** Collects the damage of layers, so that the rest of the content can still be read. */
export interface Damage {
  /** Ranges of the content whose bytes are lost, in order. */
  holes: (readonly [begin: number, end: number])[];
  readonly errors: VariantError[];
}

/** A layer that was opened, and its content. */
export interface Opened {
  readonly layer: Layer;
  readonly content: ByteArray;
}
