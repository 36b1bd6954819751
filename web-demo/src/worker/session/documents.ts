// The Documents that edit, search and compare the values of a file. Their code is loaded on demand.
import { Document } from "../../../../js/document/document.js";
import type { Reader } from "../../../../js/document/read/reader.js";
import type { TopValue } from "./top-value.js";

const documents = new WeakMap<Reader, Document>();

/** The Document of a top-level value, always the same one. The tree shows its edits. */
export function documentOf({ reader }: TopValue): Document {
  const document = documents.get(reader) ?? new Document(reader);
  documents.set(reader, document);
  return document;
}
