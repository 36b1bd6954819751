// Whole files. Reading and writing them is asynchronous anyway, so the code for it is loaded at the first call.

import type { Loss } from "../base/errors.js";
import type { Bytes, ReadOptions, WriteOptions } from "../base/options.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import type { ConvertFileOptions } from "./convert-file.js";
import type { DecompressOptions, Layer, Unwrapped } from "./layers.js";
import type { Loaded, LoadOptions, SaveOptions } from "./load.js";
import type { OpenedFile } from "./open-file.js";
import type { Compression } from "./platform.js";
import type { RecoveredFile, RecoverFileOptions } from "./recover-file.js";

const files = () => import("./loaded-later.js");

/**
 * Reads a save file of any kind: undoes encryption, compression and base64, detects how the values follow each other and
 * which dialect they are in, and decodes them. Rejects with `bad-container` when nothing can be read completely, and with
 * the errors of `unwrap`.
 */
export function load<Schema extends StandardSchema>(
  file: Bytes,
  options: LoadOptions & { schema: Schema },
): Promise<Omit<Loaded, "values"> & { values: OutputOf<Schema>[] }>;
export function load(file: Bytes, options?: LoadOptions): Promise<Loaded>;
export async function load(file: Bytes, options?: LoadOptions): Promise<Loaded> {
  return (await files()).load(file, options);
}

/**
 * Opens a save file of any kind as Documents, one for each value. Values are decoded when they are asked for, and the method
 * `save` of a Document writes the file. The bytes must not change while they are in use. Rejects as `load` does.
 */
export async function openFile(file: Bytes, options?: LoadOptions): Promise<OpenedFile> {
  return (await files()).openFile(file, options);
}

/**
 * Writes values as a file: like a loaded one, from which they take types path by path, or as the options say. When
 * nothing has changed the bytes are those of the file, except for what encryption and compressors do differently every
 * time (docs/CONTAINERS.md, "Writing a file back"). Rejects with the errors of `encode` and `wrap`.
 */
export async function save(
  values: readonly unknown[],
  like?: Loaded | SaveOptions,
  options?: WriteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).save(values, like, options);
}

/**
 * Turns a save file of one engine into one of another: values, frames, compression, and encryption with the same password
 * or key. Lists everything that could not be kept; paths begin with the number of the value when there are several.
 * Rejects with the errors of `load` and `convert`.
 */
export async function convertFile(
  file: Bytes,
  options: ConvertFileOptions,
): Promise<{ file: Uint8Array<ArrayBuffer>; losses: readonly Loss[] }> {
  return (await files()).convertFile(file, options);
}

/**
 * Does what `recover` does for a file of any kind: reads what is left of its layers, detects dialect and framing, and returns
 * a complete file of what was recovered. Rejects with `wrong-password` when decryption gives nothing readable, and with
 * the errors of `unwrap` for layers of which nothing is left.
 */
export async function recoverFile(file: Bytes, options?: RecoverFileOptions): Promise<RecoveredFile> {
  return (await files()).recoverFile(file, options);
}

/**
 * Undoes encryption, compression and base64 until something else is left, whatever it is. Rejects with
 * `bad-container`, `bad-checksum`, `password-required`, `wrong-password`, `unsupported-compression`, `too-large`.
 */
export async function unwrap(file: Bytes, options?: ReadOptions): Promise<Unwrapped> {
  return (await files()).unwrap(file, options);
}

/**
 * Puts layers around a content, the inverse of `unwrap`. Rejects with `password-required` and
 * `unsupported-compression`.
 */
export async function wrap(
  content: Bytes,
  layers: readonly Layer[],
  options?: WriteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).wrap(content, layers, options);
}

/**
 * Compresses as `PackedByteArray.compress` does. Where the platform cannot compress with Zstandard, the bytes are stored
 * uncompressed in a Zstandard frame, which engines read. Rejects with `unsupported-compression`.
 */
export async function compress(bytes: Bytes, compression: Compression): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).compress(bytes, compression);
}

/**
 * Decompresses what `PackedByteArray.compress` made. Rejects with `bad-container` and `unsupported-compression`, and with
 * `too-large` when the content is larger than `size` or `limits.decompressedBytes`.
 */
export async function decompress(
  bytes: Bytes,
  compression: Compression,
  options?: DecompressOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).decompress(bytes, compression, options);
}
