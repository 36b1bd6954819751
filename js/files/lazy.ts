// Whole files. What reads and writes them is asynchronous anyway, so it is loaded at the first call.

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
 * Reads a save file of any kind: undoes encryption, compression and base64, finds out how the values follow each other
 * and which dialect they are in, and decodes them. Rejects with `bad-container` when nothing can be read whole, and
 * with the errors of `unwrap`.
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
 * Opens a save file of any kind as Documents, one for each value: nothing is decoded before it is asked for, and `save` of a
 * Document writes the file. The bytes must not be changed while they are in use. Rejects as `load` does.
 */
export async function openFile(file: Bytes, options?: LoadOptions): Promise<OpenedFile> {
  return (await files()).openFile(file, options);
}

/**
 * Writes values as a file: like one that was loaded, whose types they keep path by path, or as the options say. The
 * bytes are those of the file when nothing has changed, except for what encryption and compressors make differently
 * every time (docs/CONTAINERS.md, "Writing a file back"). Rejects with the errors of `encode` and `wrap`.
 */
export async function save(
  values: readonly unknown[],
  like?: Loaded | SaveOptions,
  options?: WriteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).save(values, like, options);
}

/**
 * Turns a save file of one engine into one of another: values, frames, compression and encryption, which gets the same
 * password or key. Names everything that could not be kept; paths begin with the number of the value when there are
 * several. Rejects with the errors of `load` and `convert`.
 */
export async function convertFile(
  file: Bytes,
  options: ConvertFileOptions,
): Promise<{ file: Uint8Array<ArrayBuffer>; losses: readonly Loss[] }> {
  return (await files()).convertFile(file, options);
}

/**
 * What `recover` does, for a file of any kind: reads what is left of its layers, finds out dialect and framing, and gives a
 * whole file of what was saved. Rejects with `wrong-password` when decrypting makes nothing readable, and with the errors
 * of `unwrap` for layers of which nothing is left.
 */
export async function recoverFile(file: Bytes, options?: RecoverFileOptions): Promise<RecoveredFile> {
  return (await files()).recoverFile(file, options);
}

/**
 * Undoes encryption, compression and base64 until something else is left, of whatever kind. Rejects with
 * `bad-container`, `bad-checksum`, `password-required`, `wrong-password`, `unsupported-compression`, `too-large`.
 */
export async function unwrap(file: Bytes, options?: ReadOptions): Promise<Unwrapped> {
  return (await files()).unwrap(file, options);
}

/**
 * Puts layers around a content, the way back from `unwrap`. Rejects with `password-required` and
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
 * What `PackedByteArray.compress` makes. Where the platform cannot compress with Zstandard, the bytes are stored in a
 * frame of it, which engines read. Rejects with `unsupported-compression`.
 */
export async function compress(bytes: Bytes, compression: Compression): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).compress(bytes, compression);
}

/**
 * Undoes a stream of one compression: what `PackedByteArray.compress` made. Rejects with `bad-container`,
 * `unsupported-compression`, and with `too-large` when it makes more than `size` or `limits.decompressedBytes`.
 */
export async function decompress(
  bytes: Bytes,
  compression: Compression,
  options?: DecompressOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await files()).decompress(bytes, compression, options);
}
