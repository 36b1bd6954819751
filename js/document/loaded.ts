import { assemble, type Frames, framesOf } from "../containers/frames.js";
import type { WriteOptions } from "../containers/layers.js";
import type { Loaded } from "../containers/load.js";
import { wrap } from "../files.js";
import type { Document, OpenOptions, open } from "./document.js";

/** A loaded file whose values are edited. */
interface File {
  readonly loaded: Loaded;
  readonly frames: Frames;
  readonly documents: (Document | undefined)[];
}

const files = new WeakMap<Loaded, File>();
const fileOf = new WeakMap<Document, File>();

/** The Document of a value of a loaded file: every time the same one. */
export function openLoaded(loaded: Loaded, options: OpenOptions, make: typeof open): Document {
  const { content, framing, dialect, mode } = loaded;
  const { frame = 0 } = options;
  const frames = framesOf(content, framing, { dialect, allowObjects: true });
  const file = files.get(loaded) ?? { loaded, frames, documents: [] };
  files.set(loaded, file);
  const found = frames.frames[frame];
  if (found === undefined)
    throw new RangeError(`there is no frame ${frame}: the file has ${frames.frames.length}`);
  const bytes = frames.bytes.subarray(found.at, found.at + found.size);
  const document = file.documents[frame] ?? make(bytes, { dialect, mode, ...options });
  file.documents[frame] = document;
  fileOf.set(document, file);
  return document;
}

/** The file that a Document belongs to, with all edits. */
export async function saveLoaded(
  document: Document,
  options?: WriteOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = fileOf.get(document);
  if (file === undefined) return document.toBytes();
  const { loaded, frames, documents } = file;
  const parts = frames.frames.map(
    ({ at, size }, i) => documents[i]?.toBytes() ?? frames.bytes.subarray(at, at + size),
  );
  return wrap(assemble(parts, loaded.framing, frames), loaded.layers, options);
}
