import type { Bytes } from "../base/options.js";
import { type Document, type DocumentOptions, openBytes } from "../document/document.js";
import { EditedFile } from "./edited-file.js";
import { wrap } from "./lazy.js";
import type { Loaded } from "./load.js";

/** Options of `open`. */
export interface OpenOptions extends DocumentOptions {
  /** Which value of a loaded file: the number of its frame, 0 by default. */
  frame?: number | undefined;
}

/** Documents of one loaded file are saved together, however often it is opened. */
const editedFiles = new WeakMap<Loaded, EditedFile>();

/**
 * Opens bytes, or a value of a loaded file, as a Document: checks them and notes where each value begins, without decoding
 * any. The bytes must not change while the Document is in use. Throws as `decode` does; full objects are allowed
 * unless `allowObjects` is false.
 */
export function open(bytes: Bytes | Loaded, { frame = 0, ...options }: OpenOptions = {}): Document {
  if (!("content" in bytes)) return openBytes(bytes, options);
  const file = editedFiles.get(bytes) ?? new EditedFile(bytes, wrap);
  editedFiles.set(bytes, file);
  return file.open(frame, options);
}
