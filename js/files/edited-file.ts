// Writes a file of which several Documents were opened.
import { sameBytes } from "../base/bytes.js";
import type { ByteArray, Options, WrapOptions } from "../base/options.js";
import { type Document, type DocumentOptions, openBytes } from "../document/document.js";
import { type Frames, framesOf, inFrame, warnFrom } from "../frames/content-frames.js";
import { assemble } from "../frames/write-frames.js";
import type { LoadedContent } from "./load.js";
import type { wrap } from "./unwrap.js";

export class EditedFile {
  private readonly loaded: LoadedContent;
  private readonly wrap: typeof wrap;
  private readonly frames: Frames;
  private readonly documents: (Document | undefined)[] = [];

  private readonly original: ByteArray | undefined;

  /**
   * @param options - How the arguments of a call were read, whose places only a decoder finds.
   * @param original - The file, which is written again if nothing was edited: compressing the same content may give other bytes.
   */
  constructor(
    loaded: LoadedContent,
    wrapper: typeof wrap,
    { real, limits }: Pick<Options, "real" | "limits">,
    original?: ByteArray,
  ) {
    const { content, framing, dialect } = loaded;
    this.loaded = loaded;
    this.wrap = wrapper;
    this.original = original;
    this.frames = framesOf(content, framing, { dialect, real, limits, allowObjects: true });
  }

  /** The Document of a value. Opens it once, so that all callers edit the same one. */
  open(frame: number, options: DocumentOptions): Document {
    const { bytes, frames } = this.frames;
    const found = frames[frame];
    if (found === undefined)
      throw new RangeError(`There is no frame ${frame}. The file has ${frames.length}.`);
    const { dialect, mode } = this.loaded;
    const part = bytes.subarray(found.offset, found.offset + found.length);
    const save = (how?: WrapOptions) => this.save(how);
    const onWarning = warnFrom(() => found, options.onWarning);
    this.documents[frame] ??= inFrame(found, () =>
      openBytes(part, { dialect, mode, ...options, onWarning }, save),
    );
    return this.documents[frame];
  }

  /** The Documents of all values, in order. */
  openAll(options: DocumentOptions): Document[] {
    return this.frames.frames.map((_, frame) => this.open(frame, options));
  }

  private async save(options?: WrapOptions): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes, frames } = this.frames;
    const parts = frames.map(
      ({ offset, length }, frame) =>
        this.documents[frame]?.toBytes() ?? bytes.subarray(offset, offset + length),
    );
    const { content, framing, layers } = this.loaded;
    const made = assemble(parts, framing, this.frames);
    if (this.original !== undefined && sameBytes(made, content)) return this.original.slice();
    return this.wrap(made, layers, options);
  }
}
