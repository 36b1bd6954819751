// Whole files. These functions are asynchronous anyway, so their code is loaded at the first call.

import type { Loss } from "../base/errors.js";
import type { ByteArray, Bytes, ReadOptions, WrapOptions, WriteOptions } from "../base/options.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import type { ConvertFileOptions } from "./convert-file.js";
import type { Compression, DecompressOptions, Layer, Unwrapped } from "./layers.js";
import type { Loaded, LoadOptions, SaveOptions } from "./load.js";
import type { OpenedFile, OpenFileOptions } from "./open-file.js";
import type { RecoveredFile, RecoverFileOptions } from "./recover-file.js";

const files = () => import("./loaded-later.js");

/**
 * Reads a save file of any kind: undoes encryption, compression and base64, detects framing and dialect, and decodes the
 * values. Rejects with `bad-container` if no reading reaches the last byte, and with the errors of `unwrap`.
 */
export function load<Schema extends StandardSchema>(
  file: Bytes,
  options: LoadOptions & { schema: Schema },
): Promise<Loaded<OutputOf<Schema>>>;
export function load(file: Bytes, options?: LoadOptions): Promise<Loaded>;
export function load<T>(file: Bytes, options?: LoadOptions): Promise<Loaded<T>>;
export async function load(file: Bytes, options?: LoadOptions): Promise<Loaded> {
  return (await files()).load(file, options);
}

/**
 * Opens a save file of any kind as Documents, one for each value. A Document decodes values on demand, and its method `save`
 * writes the file. Do not change the bytes while a Document is in use. Rejects as `load` does.
 */
export async function openFile(file: Bytes, options?: OpenFileOptions): Promise<OpenedFile> {
  return (await files()).openFile(file, options);
}

/**
 * Writes values as a file. With a loaded file as `like`, keeps its layers and framing, and the types that it has at the same
 * paths. If no value has changed, writes the same bytes, except where encryption and compression vary
 * (docs/CONTAINERS.md, "Writing a file back"). Rejects with the errors of `encode` and `wrap`.
 */
export async function save(
  values: readonly unknown[],
  like?: Loaded<unknown> | SaveOptions,
  options?: WriteOptions,
): Promise<ByteArray> {
  return (await files()).save(values, like, options);
}

/**
 * Converts a save file to another engine: values, frames, compression, and encryption with the same password or key. Lists
 * everything that changed on the way; in a file of several values, paths begin with the number of the value.
 * Rejects with the errors of `load` and `convert`.
 */
export async function convertFile(
  file: Bytes,
  options: ConvertFileOptions,
): Promise<{ file: ByteArray; losses: readonly Loss[] }> {
  return (await files()).convertFile(file, options);
}

/**
 * Recovers a damaged file of any kind, as `recover` does for values: reads the intact parts of its layers, detects dialect
 * and framing, and returns the recovered values as a complete file. Rejects with `wrong-password` if decryption yields
 * nothing readable, and with the errors of `unwrap` if nothing is left of a layer.
 */
export async function recoverFile(file: Bytes, options?: RecoverFileOptions): Promise<RecoveredFile> {
  return (await files()).recoverFile(file, options);
}

/**
 * Undoes all layers of encryption, compression and base64, and returns the content, of whatever kind. Rejects with
 * `bad-container`, `bad-checksum`, `password-required`, `wrong-password`, `unsupported-compression`, `too-large`.
 */
export async function unwrap(file: Bytes, options?: ReadOptions): Promise<Unwrapped> {
  return (await files()).unwrap(file, options);
}

/**
 * Puts layers around bytes, the inverse of `unwrap`. Rejects with `password-required` and `unsupported-compression`.
 */
export async function wrap(
  content: Bytes,
  layers: readonly Layer[],
  options?: WrapOptions,
): Promise<ByteArray> {
  return (await files()).wrap(content, layers, options);
}

/**
 * Compresses as `PackedByteArray.compress` does. If the platform has no Zstandard compressor, stores the bytes
 * uncompressed in a Zstandard stream, which engines read. Rejects with `unsupported-compression`.
 */
export async function compress(bytes: Bytes, compression: Compression): Promise<ByteArray> {
  return (await files()).compress(bytes, compression);
}

/**
 * Decompresses the output of `PackedByteArray.compress`. Rejects with `bad-container` and `unsupported-compression`, and
 * with `too-large` if the content is larger than `size` or `limits.decompressedBytes`.
 */
export async function decompress(
  bytes: Bytes,
  compression: Compression,
  options?: DecompressOptions,
): Promise<ByteArray> {
  return (await files()).decompress(bytes, compression, options);
}
