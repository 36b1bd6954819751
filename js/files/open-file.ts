// `openFile`: a save file as Documents.
import { checkFraming, checkOptions } from "../base/option-names.js";
import type { ByteArray, Bytes, Options } from "../base/options.js";
import type { Document } from "../document/document.js";
import type { Candidate } from "./detect.js";
import { EditedFile } from "./edited-file.js";
import { firstThatFits, type LoadedContent, type LoadOptions, lookFor } from "./load.js";
import { unwrap, wrap } from "./unwrap.js";

/** Options of `openFile`. `allowObjects` is true by default. */
export interface OpenFileOptions extends Omit<LoadOptions, "schema">, Pick<Options, "onLoss"> {}

/** A file whose values are Documents. */
export interface OpenedFile extends LoadedContent {
  /** One Document for each value, in order. The method `save` of each writes the file with the edits of all. */
  readonly documents: readonly Document[];
  /** The possible readings of the content, most probable first. */
  readonly candidates: readonly Candidate[];
}

export async function openFile(file: Bytes, options: OpenFileOptions = {}): Promise<OpenedFile> {
  checkOptions(options);
  checkFraming(options.framing, options);
  const opened: { bytes?: ByteArray } = {};
  const unwrapped = await unwrap(file, options, undefined, lookFor(options), opened);
  const { content, layers, candidates } = unwrapped;
  const { framing: _, dialect: __, ...rest } = options;
  // A file that is encrypted again may get another password.
  const isEncrypted = layers.some(({ container }) => container === "gdec");
  const original = isEncrypted ? undefined : opened.bytes;
  return firstThatFits(unwrapped, options, (framing, dialect, named, onWarning) => {
    const loaded = { content, framing, dialect, layers, mode: options.mode ?? "plain" } as const;
    return {
      ...loaded,
      candidates,
      documents: new EditedFile(loaded, wrap, options, original).openAll({
        ...rest,
        dialect: named,
        onWarning,
      }),
    };
  });
}
