// Whole files. These functions are asynchronous anyway, so their code is loaded at the first call.

import type { ByteArray, Bytes, ReadOptions, WrapOptions, WriteOptions } from "../base/options.js";
import { withOwnSecrets } from "../base/options.js";
import type { OutputOf, StandardSchema } from "../base/schema.js";
import type { ConvertedFile, ConvertFileOptions } from "./convert-file.js";
import type { Compression, DecompressOptions, Layer, Unwrapped } from "./layers.js";
import type { Loaded, LoadOptions, SaveOptions } from "./load.js";
import type { OpenedFile, OpenFileOptions } from "./open-file.js";
import type { RecoveredFile, RecoverFileOptions } from "./recover-file.js";

type Files = typeof import("./loaded-later.js");

let loading: Promise<Files> | undefined;

/** The code for files. It is kept, because Node takes 8 µs to find a module again; after a failure, as without network, it is asked for again. */
function files(): Promise<Files> {
  loading ??= import("./loaded-later.js").catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Reads a save file of any kind and validates each value with a schema, which types them. The schema may be asynchronous.
 *
 * @param file - The bytes of the whole file.
 * @param options - What you know about the file, and its password or key; `schema` validates and types each value.
 * @returns The results of the schema, and everything that `save` needs; `leftOut` says what the schema dropped.
 * @throws VariantError as for the other forms, and `schema-mismatch`.
 * @example
 * ```ts
 * const { values: [save] } = await load(file, { schema });
 * ```
 */
export function load<Schema extends StandardSchema>(
  file: Bytes,
  options: LoadOptions & { schema: Schema },
): Promise<Loaded<OutputOf<Schema>>>;
/**
 * Reads a save file of any kind: undoes encryption, compression and base64, detects framing and dialect, and decodes the
 * values. Rejects with `bad-container` if no reading reaches the last byte, and with the errors of `unwrap`.
 *
 * @param file - The bytes of the whole file.
 * @param options - What you know about the file, such as its dialect, and its password or key.
 * @returns The values, and everything that `save` needs to write the file again.
 * @throws VariantError `bad-container` if the bytes are no values, with `candidates`; `password-required` and `wrong-password`.
 * @example
 * ```ts
 * const file = await load(readFileSync("user.save"), { password });
 * console.log(file.values[0], file.dialect);
 * ```
 */
export function load(file: Bytes, options?: LoadOptions): Promise<Loaded>;
/**
 * Reads a save file whose values have a type that you know. Nothing checks the type.
 *
 * @param file - The bytes of the whole file.
 * @param options - What you know about the file, such as its dialect, and its password or key.
 * @returns The values, each as a `T`, and everything that `save` needs.
 * @throws VariantError as for the other forms.
 * @example
 * ```ts
 * const file = await load<{ hp: number }>(bytes);
 * ```
 */
export function load<T>(file: Bytes, options?: LoadOptions): Promise<Loaded<T>>;
export async function load(file: Bytes, options?: LoadOptions): Promise<Loaded> {
  return (await files()).load(file, options);
}

/**
 * Opens a save file of any kind as Documents, one for each value. A Document decodes values on demand, and its method `save`
 * writes the file. Do not change the bytes while a Document is in use. Rejects as `load` does.
 *
 * @param file - The bytes of the whole file.
 * @param options - What you know about the file, such as its dialect, and its password or key.
 * @returns One Document for each value.
 * @throws VariantError with the codes of `load`.
 * @example
 * ```ts
 * const { documents: [save] } = await openFile(bytes);
 * save.set("player.hp", 100);
 * writeFileSync("user.save", await save.save());
 * ```
 */
export async function openFile(file: Bytes, options?: OpenFileOptions): Promise<OpenedFile> {
  return (await files()).openFile(file, options);
}

/**
 * Writes values as a file. With a loaded file as `like`, keeps its layers and framing, and the types that it has at the same
 * paths. If no value has changed, writes the same bytes, except where encryption and compression vary
 * (docs/CONTAINERS.md, "Writing a file back"). Rejects with the errors of `encode` and `wrap`. The first call reads the values only
 * once its code has loaded, so do not change them before the Promise resolves.
 *
 * @param values - The values, one after the other.
 * @param like - A loaded file, or the format to write; without it, `store_var` frames of `godot-4`.
 * @param options - How to write the values, and the password or key of encrypted layers.
 * @returns The bytes of the whole file.
 * @throws VariantError with the codes of `encode` and `wrap`.
 * @example
 * ```ts
 * writeFileSync("user.save", await save(file.values, file, { password }));
 * ```
 */
export async function save(
  values: readonly unknown[],
  like?: Loaded<unknown> | SaveOptions,
  options?: WriteOptions,
): Promise<ByteArray> {
  const own = withOwnSecrets(options);
  return (await files()).save(values, like, own);
}

/**
 * Converts a save file to another engine: values, frames, compression, and encryption with the same password or key. Lists
 * everything that changed on the way; in a file of several values, paths begin with the number of the value, and in a
 * project.binary with the name of the setting.
 * Rejects with the errors of `load` and `convert`.
 *
 * @param file - The bytes of the whole file.
 * @param options - `to` is the dialect to write; the rest as in `load`.
 * @returns The converted file, and what could not be kept.
 * @throws VariantError with the codes of `load` and `convert`.
 * @example
 * ```ts
 * const { file, losses } = await convertFile(old, { to: "godot-4" });
 * ```
 */
export async function convertFile(file: Bytes, options: ConvertFileOptions): Promise<ConvertedFile> {
  return (await files()).convertFile(file, options);
}

/**
 * Recovers a damaged file of any kind, as `recover` does for values: reads the intact parts of its layers, detects dialect
 * and framing, and returns the recovered values as a complete file. Rejects with `wrong-password` if decryption yields
 * nothing readable, and with the errors of `unwrap` if nothing is left of a layer.
 *
 * @param file - The bytes of the whole file.
 * @param options - What you know about the file, and its password or key.
 * @returns What was recovered, what was lost, and the recovered values as a complete file.
 * @throws VariantError `wrong-password`, and the codes of `unwrap` if nothing is left of a layer.
 * @example
 * ```ts
 * const { file, lost } = await recoverFile(damaged);
 * ```
 */
export async function recoverFile(file: Bytes, options?: RecoverFileOptions): Promise<RecoveredFile> {
  return (await files()).recoverFile(file, options);
}

/**
 * Undoes all layers of encryption, compression and base64, and returns the content, of whatever kind. Rejects with
 * `bad-container`, `bad-checksum`, `password-required`, `wrong-password`, `unsupported-compression`, `unsupported-encryption`,
 * `too-large`.
 *
 * @param file - The bytes of the whole file.
 * @param options - The password or key, and limits.
 * @returns The content, and the layers that were around it.
 * @throws VariantError with the codes above.
 * @example
 * ```ts
 * const { content, layers } = await unwrap(file, { password });
 * ```
 */
export async function unwrap(file: Bytes, options?: ReadOptions): Promise<Unwrapped> {
  return (await files()).unwrap(file, options);
}

/**
 * Puts layers around bytes, the inverse of `unwrap`. Rejects with `password-required`, `unsupported-compression` and
 * `unsupported-encryption`.
 *
 * @param content - The bytes inside all layers.
 * @param layers - The layers, the outermost first.
 * @param options - The password or key, and the initialization vector, of encrypted layers.
 * @returns The bytes of the file.
 * @throws VariantError with the codes above.
 * @throws TypeError for a layer that does not exist.
 * @example
 * ```ts
 * const file = await wrap(content, [{ container: "gdec", engine: 4 }], { password });
 * ```
 */
export async function wrap(
  content: Bytes,
  layers: readonly Layer[],
  options?: WrapOptions,
): Promise<ByteArray> {
  const own = withOwnSecrets(options);
  return (await files()).wrap(content, layers, own);
}

/**
 * Compresses as `PackedByteArray.compress` does. If the platform has no Zstandard compressor, stores the bytes
 * uncompressed in a Zstandard stream, which engines read. Rejects with `unsupported-compression`.
 *
 * @param bytes - The bytes to compress.
 * @param compression - The method.
 * @returns A bare stream, without its size.
 * @throws VariantError `unsupported-compression` where the platform lacks the method.
 * @example
 * ```ts
 * const stream = await compress(bytes, "deflate");
 * ```
 */
export async function compress(bytes: Bytes, compression: Compression): Promise<ByteArray> {
  return (await files()).compress(bytes, compression);
}

/**
 * Decompresses the output of `PackedByteArray.compress`. Rejects with `bad-container` and `unsupported-compression`, and
 * with `too-large` if the content is larger than `size` or `limits.decompressedBytes`.
 *
 * @param bytes - The stream.
 * @param compression - The method.
 * @param options - The size of the content if you know it, and a limit.
 * @returns The content.
 * @throws VariantError with the codes above.
 * @example
 * ```ts
 * const content = await decompress(stream, "zstd", { size: 4096 });
 * ```
 */
export async function decompress(
  bytes: Bytes,
  compression: Compression,
  options?: DecompressOptions,
): Promise<ByteArray> {
  return (await files()).decompress(bytes, compression, options);
}
