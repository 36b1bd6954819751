import type { Document, OpenOptions, open } from "../document/document.js";
import { assemble, type Frames, framesOf } from "../frames/frames.js";
import type { WriteOptions } from "./layers.js";
import { wrap } from "./lazy.js";
import type { Loaded } from "./load.js";

/** What of a loaded file Documents need: its values they read themselves. */
export type LoadedContent = Pick<Loaded, "content" | "framing" | "dialect" | "layers" | "mode">;

/** A loaded file whose values are edited. */
interface File {
  readonly loaded: LoadedContent;
  readonly frames: Frames;
  readonly documents: (Document | undefined)[];
}

const files = new WeakMap<LoadedContent, File>();
const fileOf = new WeakMap<Document, File>();

function fileWith(loaded: LoadedContent): File {
  const { content, framing, dialect } = loaded;
  const makeFile = () => {
    const frames = framesOf(content, framing, { dialect, allowObjects: true });
    return { loaded, frames, documents: [] };
  };
  const file: File = files.get(loaded) ?? makeFile();
  files.set(loaded, file);
  return file;
}

/** The Document of a value of a loaded file: every time the same one. */
export function openLoaded(loaded: LoadedContent, options: OpenOptions, make: typeof open): Document {
  const { dialect, mode } = loaded;
  const { frame = 0 } = options;
  const file = fileWith(loaded);
  const { bytes, frames } = file.frames;
  const found = frames[frame];
  if (found === undefined) throw new RangeError(`there is no frame ${frame}: the file has ${frames.length}`);
  const part = bytes.subarray(found.at, found.at + found.size);
  const document = file.documents[frame] ?? make(part, { dialect, mode, ...options });
  file.documents[frame] = document;
  fileOf.set(document, file);
  return document;
}

/** Documents of all values of a file, in their order. */
export function openAll(loaded: LoadedContent, options: OpenOptions, make: typeof open): Document[] {
  return fileWith(loaded).frames.frames.map((_, frame) => openLoaded(loaded, { ...options, frame }, make));
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
