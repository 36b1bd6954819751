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
 */
export function open(bytes: Bytes | Loaded<unknown>, { frame = 0, ...options }: OpenOptions = {}): Document {
  if (!("content" in bytes)) return openBytes(bytes, options);
  const file = editedFiles.get(bytes) ?? new EditedFile(bytes, wrap);
  editedFiles.set(bytes, file);
  return file.open(frame, options);
}
