// `open`: bytes, or a value of a loaded file, as a Document.
import { given } from "../base/changed.js";
import { checkOptions } from "../base/option-names.js";
import type { Bytes } from "../base/options.js";
import { type Document, type DocumentOptions, openBytes } from "../document/document.js";
import { EditedFile } from "./edited-file.js";
import { wrap } from "./lazy.js";
import type { Loaded } from "./load.js";

/** Options of `open`. */
export interface OpenOptions extends DocumentOptions {
  /** Number of the value to open in a loaded file; 0 by default. */
  frame?: number | undefined;
}

/** One entry per loaded file, because all its Documents are saved together, however often it is opened. */
const editedFiles = new WeakMap<Loaded<unknown>, EditedFile>();

/**
 * Opens bytes, or a value of a loaded file, as a Document: checks them and indexes all values without decoding any. Do not
 * change the bytes while the Document is in use. Throws as `decode` does, but allows full objects unless `allowObjects` is
 * false.
 *
 * @param bytes - The bytes of one Variant, or a loaded file.
 * @param options - The dialect and how to read it; `frame` chooses a value of the file.
 * @returns The Document.
 * @throws VariantError with the codes of `decode`.
 * @example
 * ```ts
 * const save = open(bytes);
 * save.set("player.hp", 100);
 * writeFileSync("save.bin", save.toBytes());
 * ```
 */
export function open(bytes: Bytes | Loaded<unknown>, options: OpenOptions = {}): Document {
  checkOptions(options);
  const { frame = 0, ...settings } = options;
  if (typeof bytes !== "object" || bytes === null || !("content" in bytes)) return openBytes(bytes, settings);
  const file = editedFiles.get(bytes) ?? new EditedFile(bytes, wrap, settings);
  editedFiles.set(bytes, file);
  return file.open(frame, given(settings));
}
