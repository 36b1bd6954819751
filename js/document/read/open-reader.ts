// Opens bytes for a Document: checks them, and indexes their values.
import { plain } from "../../base/bytes.js";
import { changed } from "../../base/changed.js";
import { type Bytes, bytesOf, type DecodeOptions, type Options, settingsOf } from "../../base/options.js";
import { warn } from "../../codec/decode/decode-value.js";
import type { DocumentIndex } from "./places.js";
import { Reader } from "./reader.js";
import { formatOf } from "./source.js";

/** Options of `open` for bytes. */
export interface DocumentOptions extends Omit<DecodeOptions, "schema">, Pick<Options, "onLoss"> {
  /** The `index` of another Document with the same bytes and options. With it, the bytes are not read again. */
  index?: DocumentIndex | undefined;
}

/** @internal Checks bytes and indexes the values in them. Throws as `decode` does. */
export function openReader(bytes: Bytes, { index, ...options }: DocumentOptions = {}): Reader {
  const settings = settingsOf(changed(options, { allowObjects: options.allowObjects ?? true }));
  const format = formatOf(settings);
  const input = plain(bytesOf(bytes));
  if (index !== undefined) return new Reader(format, { ...index, bytes: input });
  const { source, warnings } = format.open(input);
  warn(warnings, settings);
  return new Reader(format, source);
}
